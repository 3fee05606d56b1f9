"""Numbers that a person types - rationals, integers, a privacy loss - made exact."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from audits.inputs.literals import LONGEST_NUMBER, InputError, shortened
from reference.exact.decimals import read_rational
from reference.exact.exponential import exp_bounds
from reference.exact.exponential_function import ExponentialFunction
from reference.exact.field import R
from reference.exact.rational_function import RationalFunction
from reference.privacy.epsilon import Epsilon

ONE = Fraction(1)

AnyEpsilon: TypeAlias = (
    Epsilon[Fraction] | Epsilon[RationalFunction] | Epsilon[ExponentialFunction]
)
"""A privacy loss, in one of the three fields."""

TRIVIAL = "everything is private with delta 1"
"""Why a delta of at least 1 is no claim."""

LARGEST_EPS, LARGEST_POWER = 1000, 100_000
"""Of `--eps`, and of the exponent of an integer written 2^64: beyond them numbers are too long
to work with."""


def rational(text: str, name: str) -> Fraction:
    """A rational written p/q, or a decimal read exactly as written.

    Raises:
        InputError: for anything else, NaN and infinities included.
    """
    if len(text) > LONGEST_NUMBER:
        raise InputError(
            f"{name} {text[:20]}...: {len(text)} characters, the limit is {LONGEST_NUMBER}"
        )
    try:
        return read_rational(text)
    except ValueError:
        raise InputError(
            f"{name} {shortened(text)!r}: give a rational p/q or a decimal such as 3/2 or 0.25"
        ) from None


LOGARITHM = re.compile(r"(?:ln|log)\s*(?:\(([^()]*)\)|([0-9./]+))")


def logarithm(text: str, name: str) -> Fraction | None:
    """X >= 1 if the text is ln(x), or ln x; None if it is no logarithm.

    Raises:
        InputError: if x is not a rational number from 1.
    """
    found = LOGARITHM.fullmatch(text.strip().lower())
    if found is None:
        return None
    x = rational(found[1] or found[2] or "", f"{name} {shortened(text)}:")
    if x < 1:
        raise InputError(f"{name} {shortened(text)}: a privacy loss is at least 0 = ln(1)")
    return x


def between(text: str, name: str, low: int, high: int) -> Fraction:
    """A rational from low to high.

    Raises:
        InputError: for anything else.
    """
    number = rational(text, name)
    if not low <= number <= high:
        raise InputError(f"{name} {shortened(text)}: a number from {low} to {high}")
    return number


def integers(text: str, name: str, low: int, high: int) -> list[int]:
    """Integers from low >= 0 to high, separated by commas, in the order in which they stand.

    Raises:
        InputError: for anything else.
    """
    parts = [part.strip() for part in text.split(",")]
    digits = len(str(high))
    if not all(
        part.isascii() and part.isdecimal() and len(part) <= digits and low <= int(part) <= high
        for part in parts
    ):
        example = f"{low},{low + 1}"
        raise InputError(
            f"{name} {shortened(text)}: give integers from {low} to {high}, such as {example}"
        )
    return [int(part) for part in parts]


def integer(text: str, name: str) -> int:
    """An integer, or a power such as 2^64."""
    base, caret, power = text.partition("^")
    if max(len(base), len(power)) > LONGEST_NUMBER:
        raise InputError(
            f"-p {name}={shortened(text)}: give an integer of at most {LONGEST_NUMBER} digits"
        )
    try:
        number, exponent = int(base), int(power) if caret else 1
    except ValueError:
        raise InputError(f"-p {name}={shortened(text)}: give an integer") from None
    if not 0 <= exponent * max(1, number.bit_length() // 4) <= LARGEST_POWER:
        raise InputError(
            f"-p {name}={shortened(text)}: give an integer, an exponent up to {LARGEST_POWER} "
            f"and at most {4 * LARGEST_POWER} bits"
        )
    result: int = number**exponent
    return result


@dataclass(frozen=True, slots=True)
class Loss:
    """The privacy loss as given: exactly one of a root, a real eps, and every eps."""

    root: Fraction | None
    """r = e^(eps/parts), if given as a rational."""

    eps: Fraction | None
    """eps, if given as a number; then r is irrational."""

    rounded_to: int | None = None
    """Binary digits of a rational root taken just below e^(eps/parts), if it is wanted."""

    logarithm: bool = False
    """Whether eps was given as ln(x): then `root` is x = e^eps itself, for any number of parts."""

    @classmethod
    def given(cls, root: str | None, eps: str | None, *, all_eps: bool) -> Loss:
        """The loss that the options state.

        Raises:
            InputError: unless exactly one of them is given, root >= 1 and eps >= 0.
        """
        if (root is not None) + (eps is not None) + all_eps != 1:
            raise InputError("give exactly one of --root P/Q, --eps X and --all-eps")
        if root is not None:
            value = rational(root, "--root")
            if value < 1:
                raise InputError(f"--root {shortened(root)}: e^(eps/parts) is at least 1")
            return cls(value, None)
        if eps is not None and (x := logarithm(eps, "--eps")) is not None:
            return cls(x, None, None, x > 1)
        if eps is not None:
            value = rational(eps, "--eps")
            if not 0 <= value <= LARGEST_EPS:
                raise InputError(
                    f"--eps {shortened(eps)}: a privacy loss is at least 0, and at most "
                    f"{LARGEST_EPS} here"
                )
            return cls(Fraction(1), None) if value == 0 else cls(None, value)
        return cls(None, None)

    def epsilon(self, parts: int, *, continuous: bool = False) -> AnyEpsilon:
        """The loss as a mechanism takes it.

        Args:
            parts: into how many parts it is divided.
            continuous: whether it is that of a law with continuous noise.

        Raises:
            InputError: if a real eps is so small that its root is rounded down to 1; for a law
                with continuous noise at a rational root.
        """
        if continuous and self.rounded_to is None:
            if self.logarithm:
                raise InputError(
                    f"--eps ln({self.root}): laws with continuous noise are functions of eps and "
                    "e^eps: give eps as a decimal, or --all-eps"
                )
            if self.root == 1:
                raise InputError("--eps 0: continuous noise has a scale k/eps: give eps above 0")
            if self.root is not None:
                raise InputError(
                    f"--root {shortened(str(self.root))}: laws with continuous noise are "
                    "functions of eps and e^eps: give --eps X or --all-eps"
                )
            return _at(Epsilon.continuous(parts), self.eps)
        if self.root is not None:
            return Epsilon(self._root(parts), parts)
        if self.eps is not None and self.rounded_to is not None:
            low, _ = exp_bounds(self.eps / parts, self.rounded_to + 2)
            scale = 2**self.rounded_to
            root = Fraction(low.numerator * scale // low.denominator, scale)
            if root <= 1:
                raise InputError(
                    f"--eps {shortened(str(self.eps))}: e^(eps/{parts}) is rounded down to "
                    f"{self.rounded_to} binary digits, and is 1 then: give at least "
                    f"{parts} / 2^{self.rounded_to}, or --root P/Q"
                )
            return Epsilon(root, parts)
        return _at(Epsilon.indeterminate(parts), self.eps)

    def _root(self, parts: int) -> Fraction:
        """e^(eps/parts), where it is rational.

        Raises:
            InputError: if it is not.
        """
        assert self.root is not None
        if not self.logarithm or parts == 1:
            return self.root
        ends = [_root_below(end, parts) for end in (self.root.numerator, self.root.denominator)]
        found = Fraction(*ends)
        if found**parts != self.root:
            raise InputError(
                f"--eps ln({shortened(str(self.root))}): eps is divided into {parts} parts, and "
                f"e^(eps/{parts}) is not rational: give eps as a decimal, or --root P/Q"
            )
        return found

    def exponent(self, parts: int) -> Fraction | None:
        """q, if r = e^q for a given real eps."""
        return None if self.eps is None else self.eps / parts

    def rounded_down(self, bits: int = 40) -> Loss:
        """A loss with a rational root: for a real eps, one that is at most as large.

        The root is a rational below e^(eps/parts) with `bits` binary digits, so a mechanism
        run with it keeps every guarantee that it would have with eps itself.
        """
        return Loss(self.root, self.eps, bits, self.logarithm)

    def words(self, parts: int) -> str:
        """The loss for a person."""
        power = "e^eps" if parts == 1 else f"e^(eps/{parts})"
        if self.eps is not None:
            return f"eps = {shortened(str(self.eps))}, r = {power}"
        root = "" if self.root is None else f" = {self._root(parts)}"
        return f"r = {power}{root}"

    def root_words(self, parts: int, *, continuous: bool = False) -> str:
        """What r stands for; where noise is continuous, eps is not 0."""
        power = "e^eps" if parts == 1 else f"e^(eps/{parts})"
        if self.root is not None:
            return f"{power} = {shortened(str(self._root(parts)))}"
        if self.eps is not None:
            return f"{power}, with eps = {shortened(str(self.eps))}"
        return f"{power}, for every eps {'>' if continuous else '>='} 0"


def _at(every: Epsilon[R], eps: Fraction | None) -> Epsilon[R]:
    """The loss of every eps at one, if one is meant: a mechanism is told which."""
    return every if eps is None else every.at(eps)


def _root_below(number: int, parts: int) -> int:
    """The greatest integer whose power is at most the number."""
    low, high = 0, 1 << number.bit_length() // parts + 1
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if middle**parts <= number else (low, middle)
    return low
