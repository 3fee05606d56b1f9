"""Which outcome of a law a sample stands for, whatever language printed it.

A sample that has the type and the value of an outcome is that outcome.  Otherwise a sample may
be another spelling of one, where the program could not do better:

* a value and the list of that value alone are one thing: `1` is the outcome `(1,)`, and
  `(1,)` or `[1]` the outcome `1`;
* in text, where types are lost, numbers are compared by value (`1` and `1.0` are the outcome
  `True`, `1` or `Fraction(1)`; a fraction is known by its nearest double, so `0.3333333333333333`
  is 1/3), and a word is compared with what it says: `(1,)` and `(1)`, `1/3`, `True`, `None`, and
  the name of a member of an enumeration.

Two rules keep this honest.  If two outcomes of the law could be meant, it is neither.  And every
outcome is spelled in one way throughout: a program that prints now `1`, now `1.0` for one outcome
tells its reader more than the law does, which is an error of its own.

>>> law = Spelling([(0,), (1,)], text=True)
>>> [law.position(sample) for sample in ("(0,)", 1, "LEAK")]
[0, 1, None]
"""

from __future__ import annotations

import ast
from collections.abc import Hashable, Sequence
from enum import Enum
from fractions import Fraction
from math import isfinite, isnan

from audits.conformance.json_lines import read
from audits.conformance.samplers import SamplerError
from reference.exact.decimals import read_rational
from reference.probability.outcome import key, outcome

LONGEST_LITERAL = 1000
"""Characters of a word that is read as a Python value."""


class Spelling:
    """The outcomes of a law, each with the one spelling that samples use for it.

    Args:
        outcomes: of the law, all different.
        text: whether samples were printed, so that types are lost.
    """

    def __init__(self, outcomes: Sequence[Hashable], *, text: bool) -> None:
        self.outcomes = outcomes
        self.text = text
        self._exact = {key(x): i for i, x in enumerate(outcomes)}
        self._alike: dict[Hashable, int | None] = {}
        for i, x in enumerate(outcomes):
            alike = form(x, text=text)
            self._alike[alike] = None if alike in self._alike else i
        self._spelled: dict[int, Hashable] = {}

    def position(self, sample: Hashable) -> int | None:
        """The position of the outcome that a sample stands for; None if there is none.

        Raises:
            SamplerError: if another spelling stood for the same outcome before.
        """
        known = key(sample)
        found = self._exact.get(known)
        if found is None:
            found = self._alike.get(form(sample, text=self.text))
        if found is None:
            return None
        before = self._spelled.setdefault(found, known)
        if before != known:
            raise SamplerError(
                f"the outcome {self.outcomes[found]!r} is given as {outcome(before)!r} and as "
                f"{sample!r}: a reader can tell them apart, give one"
            )
        return found

    def is_unreadable(self, samples: Sequence[Hashable]) -> bool:
        """Whether samples are all words and the outcomes are none: no one protocol of two."""
        words = all(isinstance(form(x, text=True), str) for x in samples)
        return self.text and words and not any(isinstance(f, str) for f in self._alike)


def form(value: Hashable, *, text: bool) -> Hashable:
    """What the spellings of one outcome have in common."""
    if isinstance(value, tuple):
        parts = tuple(form(item, text=text) for item in value)
        return parts[0] if len(parts) == 1 else (tuple, parts)
    if not text:
        return key(value)
    if isinstance(value, Enum):
        return value.name
    if isinstance(value, str):
        said = _said(value)
        return value if isinstance(said, str) else form(said, text=text)
    if isinstance(value, (int, Fraction, float)):
        return _number(value)
    return key(value)


def _number(value: Fraction | float) -> Hashable:
    if isinstance(value, float) and not isfinite(value):
        return (float, "nan" if isnan(value) else str(value))
    if value == int(value):
        return (float, int(value))
    try:
        return (float, float(value))
    except OverflowError:
        return (float, value)


def _said(word: str) -> Hashable:
    """The value that a word says, the word itself if it says none."""
    value = read(word)
    if not isinstance(value, str) or len(word) > LONGEST_LITERAL:
        return value
    try:
        return read_rational(word)
    except ValueError:
        pass
    try:
        found = ast.literal_eval(word)
        hash(found)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return word
    said: Hashable = found
    return word if isinstance(said, str) else said
