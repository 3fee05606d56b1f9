"""Continuous noise that is compared: what can be drawn, and what stands for what was drawn.

A mechanism draws with `coins.draw_real(noise)` and gets a `Real`.  It can be shifted by numbers,
and compared with numbers and with other draws; so `min` and `max` work, and `argmax` by a loop.
Nothing else is known of it: it has no digits, and it is no outcome.  What is released is what
comparisons tell, such as its `cell` between cuts.  Two different draws are equal, or equal to
numbers, with probability 0, so that `<` and `<=` between them mean the same.  Gumbel noise is
compared with Gumbel noise of the same scale only, if the law is asked for.

Scales are written as in print: `Laplace(2 / eps)`.  Numbers are integers or rationals, in the
unit of the answers; the scale k/eps is k units when eps = 1.

Notation: k/eps scale, rate eps/k, in units of u = eps/parts.

>>> from reference.privacy.epsilon import Epsilon
>>> Laplace(2 / Epsilon.continuous(parts=4)).scale.rate
2
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, NoReturn, Protocol, TypeAlias, overload

from reference.exact.field import R
from reference.override import override
from reference.probability.differences import CONSTANT, Number
from reference.probability.piecewise import Piecewise, exponential, laplace, uniform


@dataclass(frozen=True, slots=True)
class Scale(Generic[R]):
    """The scale k/eps, made by `k / eps`.

    Raises:
        ValueError: unless the rate is an integer >= 1.
    """

    rate: int
    """parts/k: noise of this scale has the rate eps/k, which is so many times u = eps/parts."""

    root: R
    """e^(eps/parts)."""

    def __post_init__(self) -> None:
        if self.rate < 1:
            raise ValueError(f"a scale of the rate {self.rate}: a scale is above 0")


@dataclass(frozen=True, slots=True)
class Laplace(Generic[R]):
    """Noise on the reals with the density e^(-|x|/b) / (2b), b the scale."""

    scale: Scale[R]

    def __post_init__(self) -> None:
        _check(self.scale)

    @property
    def known_by(self) -> tuple[str, int]:
        """What tells the density from others."""
        return "Laplace", self.scale.rate

    def density(self, _: int) -> Piecewise:
        """That of s = u x."""
        return laplace(self.scale.rate, 0)


@dataclass(frozen=True, slots=True)
class Exponential(Generic[R]):
    """Noise x >= 0 with the density e^(-x/b) / b, b the scale."""

    scale: Scale[R]

    def __post_init__(self) -> None:
        _check(self.scale)

    @property
    def known_by(self) -> tuple[str, int]:
        """What tells the density from others."""
        return "Exponential", self.scale.rate

    def density(self, _: int) -> Piecewise:
        """That of s = u x."""
        return exponential(self.scale.rate, 0)


@dataclass(frozen=True, slots=True)
class Uniform:
    """Noise with a uniform law between two numbers.

    Raises:
        ValueError: unless low < high, both exact.
    """

    low: Number
    high: Number

    def __post_init__(self) -> None:
        exact = all(isinstance(end, int | Fraction) for end in (self.low, self.high))
        if not exact or self.low >= self.high:
            raise ValueError(
                f"uniform on [{self.low}, {self.high}]: low is below high, and each is an int or "
                "a Fraction"
            )

    @property
    def known_by(self) -> tuple[str, Number, Number]:
        """What tells the density from others."""
        return "Uniform", self.low, self.high

    def density(self, m: int) -> Piecewise:
        """That of s = u x, ends in units of u/m, an integer number of which they are."""
        return uniform(int(self.low * m), int(self.high * m))


@dataclass(frozen=True, slots=True)
class Gumbel(Generic[R]):
    """Noise -b ln(E), where b is the scale and E has the density e^(-t), t >= 0.

    A law is known if a draw, with one shift, is compared with other such draws of the same scale
    only: the greatest of them is a candidate of the exponential mechanism.
    """

    scale: Scale[R]

    def __post_init__(self) -> None:
        _check(self.scale)

    @property
    def known_by(self) -> tuple[str, int]:
        """What tells the law from others."""
        return "Gumbel", self.scale.rate


class NoExactLawError(TypeError):
    """What a mechanism draws has no exact law: its probabilities can only be enclosed."""


@dataclass(frozen=True, slots=True)
class Gaussian(Generic[R]):
    """Noise on the reals with the density e^(-x^2 / (2 b^2)) / (b sqrt(2 pi)), b the deviation.

    Its probabilities are no exponential polynomials.  `law` refuses it; at one eps they are
    enclosed, by `reference.probability.enclosed`.

    Raises:
        ValueError: unless the deviation is above 0.
        UndrawnError: if it is a number, but neither an int nor a Fraction.
    """

    deviation: Scale[R] | Number
    """k/eps, or a rational in the unit of the answers."""

    def __post_init__(self) -> None:
        found: object = self.deviation
        if not isinstance(found, Scale) and not (isinstance(found, int | Fraction) and found > 0):
            raise ValueError(f"deviation {found}: k / eps, or an int or a Fraction above 0")

    @property
    def known_by(self) -> tuple[str, int | str]:
        """What tells the density from others: a rate is an int, a deviation is written out."""
        scale = self.deviation
        return "Gaussian", scale.rate if isinstance(scale, Scale) else str(scale)

    def density(self, _: int) -> NoReturn:
        """There is none that is exact.

        Raises:
            NoExactLawError: always.
        """
        raise NoExactLawError(
            "Gaussian noise has no exact law: at one eps `enclosed_law` encloses it; on the "
            "command line, `exactdp privacy` and `law` with --eps P/Q do, for a class with "
            "`continuous = True`"
        )


Noise: TypeAlias = Laplace[R] | Exponential[R] | Uniform | Gumbel[R] | Gaussian[R]


class Teller(Protocol):
    """Who tells the order of draws."""

    def is_below(self, low: int, high: int, k: Number, /) -> bool:
        """Whether draw + k is below another draw, both by number; CONSTANT stands for 0."""


Value: TypeAlias = tuple[Teller, int, int, Number]
"""Who tells how it compares; and first - second + shift, by numbers of draws or CONSTANT."""


class UndrawnError(TypeError):
    """A draw is used for something that its order among numbers and draws does not tell."""


def _refused(*_: object) -> NoReturn:
    """What numbers can do, and draws cannot.

    Raises:
        UndrawnError: always.
    """
    raise UndrawnError(
        "a draw has no digits, sign or multiple: write noisy < T for 0 < T - noisy, "
        "Laplace(2 * k / eps) for twice the noise, cell(noisy, cuts) for digits"
    )


class Real:
    """A draw, shifted by a number.

    Args:
        teller: tells how it compares.
        draw: its number, or CONSTANT for no draw.
        shift: what is added to it.
    """

    __slots__ = ("_draw", "_shift", "_teller")

    def __init__(self, teller: Teller, draw: int, shift: Number = 0) -> None:
        self._teller = teller
        self._draw = draw
        self._shift = shift

    def __add__(self, number: Number) -> Real:
        return Real(self._teller, self._draw, self._shift + _exact(number))

    __radd__ = __add__
    __rsub__ = _refused
    __abs__ = __neg__ = __mul__ = __rmul__ = __truediv__ = __mod__ = __pow__ = _refused
    __index__ = __round__ = __str__ = __format__ = _refused

    @overload
    def __sub__(self, other: Number) -> Real: ...

    @overload
    def __sub__(self, other: Real) -> Gap: ...

    def __sub__(self, other: Number | Real) -> Real | Gap:
        if isinstance(other, Real):
            return Gap(self, other)
        return self + -_exact(other)

    def __lt__(self, other: Real | Number) -> bool:
        return self._is_below(other, strictly=True)

    def __le__(self, other: Real | Number) -> bool:
        return self._is_below(other, strictly=False)

    def __gt__(self, other: Real | Number) -> bool:
        return not self <= other

    def __ge__(self, other: Real | Number) -> bool:
        return not self < other

    @override
    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Real):
            return False
        return self._draw == other._draw and self._shift == other._shift

    @override
    def __hash__(self) -> NoReturn:
        raise UndrawnError("a draw has no value yet: it is not hashed, nor put out; compare it")

    def __bool__(self) -> NoReturn:
        raise UndrawnError("a draw is neither true nor false: compare it")

    @override
    def __repr__(self) -> str:
        return "<a draw, known by its order only: put out cell(draw, cuts), of exactdp>"

    def taken_apart(self) -> Value:
        """What it is made of."""
        return self._teller, self._draw, CONSTANT, self._shift

    def _is_below(self, other: Real | Number, *, strictly: bool) -> bool:
        if not isinstance(other, Real):
            other = Real(self._teller, CONSTANT, _exact(other))
        k = self._shift - other._shift
        if self._draw == other._draw:
            return k < 0 or (k == 0 and not strictly)
        return self._teller.is_below(self._draw, other._draw, k)


@dataclass(frozen=True, slots=True, eq=False)
class Gap:
    """The difference of two draws, which is compared with numbers."""

    first: Real
    second: Real

    def taken_apart(self) -> Value:
        """What it is made of."""
        (teller, first, _, here), (_, second, _, there) = (
            x.taken_apart() for x in (self.first, self.second)
        )
        return teller, first, second, here - there

    def __lt__(self, number: Number) -> bool:
        return self.first < self.second + number

    def __le__(self, number: Number) -> bool:
        return self.first <= self.second + number

    def __gt__(self, number: Number) -> bool:
        return self.first > self.second + number

    def __ge__(self, number: Number) -> bool:
        return self.first >= self.second + number

    __add__ = __radd__ = __sub__ = __rsub__ = _refused
    __abs__ = __neg__ = __mul__ = __rmul__ = __truediv__ = __mod__ = __pow__ = _refused
    __index__ = __round__ = __str__ = __format__ = _refused

    @override
    def __eq__(self, other: object) -> bool:
        if isinstance(other, Gap):
            return self.taken_apart()[1:] == other.taken_apart()[1:]
        return self.first == self.second + _exact(other)

    __hash__ = Real.__hash__
    __bool__ = Real.__bool__


def cell(value: Real | Gap, cuts: Iterable[Number]) -> int:
    """How many of the cuts are below the value: what a reader sees through these cuts.

    Args:
        value: a draw, or the difference of two.
        cuts: numbers, in increasing order.

    Raises:
        UndrawnError: for a cut that is no int and no Fraction.
    """
    return sum(value > cut for cut in cuts)


def seen(value: Real | Gap, cuts: Iterable[Number] | None) -> int | Real | Gap:
    """The cell of the value, or, without cuts, the value itself."""
    return value if cuts is None else cell(value, cuts)


def _exact(found: object) -> Number:
    """An integer or a rational.

    Raises:
        UndrawnError: for anything else, such as a float, or another draw.
    """
    if isinstance(found, int | Fraction) and not isinstance(found, bool):
        return found
    if isinstance(found, Real | Gap):
        raise UndrawnError("the sum of two draws, or of gaps: a draw is shifted by numbers only")
    raise UndrawnError(f"{found!r}: a draw is compared with, and shifted by, an int or a Fraction")


def _check(scale: object) -> None:
    """Refuse what is no scale.

    Raises:
        ValueError: for anything but a `Scale`.
    """
    if not isinstance(scale, Scale):
        raise ValueError(f"noise of the scale {scale!r}: write it as k / eps, such as 2 / eps")  # noqa: TRY004
