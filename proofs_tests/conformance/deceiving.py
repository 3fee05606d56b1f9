"""How streams that hide what they tell are written down: in sections of one text.

    == Name [1 2 | 3*0 1] verdict: what its reader learns
    what stands before `step`
    step: its only line

The brackets name two databases on which different things come out for certain: 0 and 1 if they
are left out; `[chance]` for none.  The verdict is "refused" if it is left out.  In the place of
`step: ...` several lines of it may follow, each with four blanks before it, or

    count: a number that grows with each call, and after 10^5 of them every answer is put out
    swallows:
        lines that call `push` or use NUMBER, which finds a number, and raises a TypeError of a
        form: whether an answer is 7919 is put out, if that ends unseen
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from textwrap import indent
from typing import NamedTuple

Database = tuple[Fraction | int, ...]
Written = Callable[[str, str, str], tuple[str, str]]

IMPORTS = """
import ast
import builtins
import collections
import contextlib
import contextvars
import dataclasses
import enum
import functools
import gc
import hashlib
import itertools
import json
import math
import operator
import re
import sys
import time
import types
import weakref
from collections import UserDict, UserList, defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from decimal import Context, Decimal, getcontext, setcontext
from enum import Enum
from fractions import Fraction
from functools import partial
from gc import is_tracked
from json.encoder import c_make_encoder
from pathlib import Path
from types import FunctionType, MappingProxyType, MethodType, ModuleType
from typing import NamedTuple
from reference.data.domain import Domain
from reference.data.universes import changed_answers
from reference.privacy.epsilon import Epsilon
from reference.probability import streams as streams_of
from reference.probability.coins import plain
from reference.probability.continuous import Exponential, Laplace, Real, Scale
from reference.probability.dist import Dist
from reference.probability.streams import Stream, outputs
from reference.probability.traced import Traced
"""

STEP = "def step(self, state, answer, coins):\n"
COUNT = "    count ={line}\n    return state, answer if count > 10**5 else 0\n"
SWALLOWS = """\
    found = []
    push = functools.partial(found.extend, map(int.conjugate, (answer,)))
{after}    return state, LEVEL in found
"""
NUMBER = "map(found.append, map(int.conjugate, (answer,)))"


class Sly(NamedTuple):
    """A stream, what its reader learns, and the verdict."""

    name: str
    leak: str
    pair: tuple[Database, Database] | None
    """Two databases on which it puts out different things for certain; None: with some chance."""

    verdict: str
    of: str
    """The class of its file."""

    source: str
    """A file with the stream, after what it may use."""


def read(text: str, written: Written) -> Iterator[Sly]:
    """Each section; its name, what stands before `step`, and `step` are written into a file."""
    for section in re.split("^== ", text, flags=re.MULTILINE)[1:]:
        head, body = section.split("\n", 1)
        found = re.fullmatch(r"(\w+)(?: \[(.*)\])?(?: (\w+))?: (.*)", head)
        assert found is not None, head
        name, pair, verdict, leak = found.groups()
        before, *step = re.split(
            r"^(step|count|swallows):(.*)\n", body, maxsplit=1, flags=re.MULTILINE
        )
        file = written(name, before, _step(*step) if step else "")
        yield Sly(name, leak, _pair(pair or "0 | 1"), verdict or "refused", *file)


def _step(kind: str, line: str, after: str) -> str:
    """The function, from the word that begins it, the rest of that line, and the lines after."""
    whole = {"step": f"   {line}\n" if line else after, "count": COUNT, "swallows": SWALLOWS}[kind]
    if kind == "step":
        return STEP + whole
    return STEP + whole.format(line=line, after=after).replace("NUMBER", NUMBER)


def _pair(text: str) -> tuple[Database, Database] | None:
    if text == "chance":
        return None
    one, other = map(_database, text.split("|"))
    return one, other


def _database(text: str) -> Database:
    """Rows, or `60*0` for sixty of them."""
    found: list[Fraction | int] = []
    for word in text.split():
        times, _, row = word.rpartition("*")
        found += [Fraction(row) if "/" in row else int(row)] * int(times or 1)
    return tuple(found)


def under_head(head: str) -> Written:
    """Classes of their names: what stands before `step` is in the class."""

    def written(name: str, before: str, step: str) -> tuple[str, str]:
        return name, head + f"class {name}(Sly):\n" + indent(before + step, "    ")

    return written


def whole(head: str) -> Written:
    """Modules, that have a class Sly: what stands before `step` is before it, or the module."""

    def written(_: str, before: str, step: str) -> tuple[str, str]:
        made = "class Sly(Base):\n" + indent(step, "    ") if step else ""
        return "Sly", head + before + made

    return written
