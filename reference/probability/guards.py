"""What code of others may reach while it is traced: nothing but values.

A trace calls code on symbols in place of numbers, and each call by itself.  What it finds is true
of every number of answers if the code does the same with numbers, and knows of calls before only
what is in their states.  So while code of others is traced, each of its functions has guards in
it (`rewritten`), and it gets hold of nothing but

* numbers, texts and truth values, tuples of values, members of enumerations, records of values;
* its own functions and classes, which are guarded in turn as soon as they are reached (`reached`);
* functions that are listed (`allowed`), coins, and what these return.

None of these can be changed, so that there is no place to keep something in; of none can more be
told than its value; and equal values of one type are the same in all that can be asked of them.
What is made in a call, such as a list, may change as long as the call lasts, for a state is made
of values, too.

>>> CALLS = []
>>> def counted():
...     CALLS.append(0)
>>> with guarding(root=None) as guard:
...     guard.admit(counted, "counted")
...     counted()
Traceback (most recent call last):
reference.probability.traced.TraceError: CALLS is a list: a call could change it, and know of \
calls before: write a tuple
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum, EnumType
from types import MappingProxyType
from typing import Final, NoReturn, TypeVar

from reference.probability import provenance, rewritten
from reference.probability.allowed import VALUES
from reference.probability.attributes import admitted, attribute, initial, stored
from reference.probability.reached import RUNNING, Guard, refusal, running
from reference.probability.rewriting import PRIVATE, is_special
from reference.probability.rewritten import Guards
from reference.probability.stand_ins import dotted, in_text, pattern
from reference.probability.traced import spoken

X = TypeVar("X")


@contextmanager
def guarding(root: object) -> Iterator[Guard]:
    """While it lasts, what is admitted is guarded; inside of another one it is that one.

    Args:
        root: e^(eps/parts) of the stream that is traced.
    """
    if RUNNING:
        yield RUNNING[-1]
        return
    for each in (rewritten, provenance):
        each.forget()
    guard = Guard(root, GUARDS)
    RUNNING.append(guard)
    try:
        yield guard
    finally:
        RUNNING.pop()
        guard.end()


# -------------------------------------------------------------------- names and statements


def refuse(words: str) -> NoReturn:
    """What is refused where it is executed."""
    raise refusal(words)


def named(name: str) -> object:
    """What a global name stands for."""
    frame = sys._getframe(1)  # noqa: SLF001 - whose name it is
    for names in (frame.f_globals, frame.f_builtins):
        if name in names:
            if is_special(name):
                raise refusal(f"{name}: {VALUES}")
            running().stays(names, name)
            return admitted(names[name], name)
    raise refusal(f"{name} stands for nothing")


def noted(_: str) -> None:
    """A name in an annotation."""


def inherits(found: object) -> object:
    """`super`."""
    if found is not super:
        raise refusal("super stands for something else")
    return found


# -------------------------------------------------------------------- items, texts, comparisons


def _is_generic(kind: type) -> bool:
    return kind is tuple or kind is list or kind is dict


def item(value: X) -> X:
    """What an item is taken of."""
    if isinstance(value, type) and type(value) is not EnumType and not _is_generic(value):
        raise refusal("an item of a class, as in Pair[int](...): write Pair(...)")
    return value


def divided(value: X) -> X:
    """What stands before %."""
    if isinstance(value, str | bytes):
        raise refusal('% with a text: write f"..."')
    return value


def spread(value: X) -> X:
    """What is given by `**`."""
    if not isinstance(value, dict | MappingProxyType):
        raise refusal(f"** of {spoken(value)}: write {{...}}")
    if any(isinstance(name, str) and name.startswith("_") for name in value):
        raise refusal(f"** with {PRIVATE}")
    return value


def one(first: object, second: object) -> bool:
    """Whether two objects are one, where that is the same as being equal."""
    for value in (first, second):
        if value is None or type(value) is bool or isinstance(value, Enum):
            return first is second
    raise refusal(f"is: {VALUES}")


_OF_NAMES: Final = (refuse, named, noted, attribute, initial, stored, inherits)
_OF_VALUES: Final = (item, divided, one, spread, in_text, pattern, dotted)

GUARDS: Final[Guards] = {each.__name__: each for each in (*_OF_NAMES, *_OF_VALUES)}
"""The functions that are put into code, by their names."""
