"""Coins: the only source of randomness of a mechanism, and one of its two readings, `run`.

A mechanism is called as `mechanism(database, coins)` and does nothing random but
`coins.draw(dist)`.  `law` (in `reference.probability.law`) follows every branch exactly; `run`
follows one, by comparing integers against random bits: no float, no modulo bias.

A mechanism whose last draw is its output says so: `return coins.release(dist)`, and
`return coins.delegate(mechanism, database)` where that is the output of a sub-mechanism.  Then
`law` need not call it once for each outcome.  For code of ours, what these two return stands for
the output: a mechanism that compares it, draws again or puts out something else is refused.  Code
of others may look at it, so there they are `draw` and `run`.

>>> run(lambda database, coins: coins.release(Dist.uniform("abc")), (), SeededBits(1))
'a'
>>> run(lambda database, coins: coins.release(Dist.uniform("abc")) == "a", (), SeededBits(1))
True
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable, Hashable
from fractions import Fraction
from functools import cache, partial
from operator import attrgetter
from typing import Final, Generic, NoReturn, Protocol, TypeVar

from reference.exact.field import R
from reference.exact.polynomial import in_r
from reference.probability.continuous import Noise, Real
from reference.probability.differences import Number
from reference.probability.dist import Dist, X
from reference.probability.geometric import NO_DIST, Settled, TwoSidedGeometric
from reference.probability.lazy import Lazy
from reference.probability.provenance import ours

D = TypeVar("D", bound=Hashable)
"""What a mechanism is called on: a database, or another hashable value."""

D_contra = TypeVar("D_contra", bound=Hashable, contravariant=True)
X_co = TypeVar("X_co", bound=Hashable, covariant=True)


class Coins(Protocol[R]):
    """Randomness, as a mechanism sees it."""

    def draw(self, dist: Dist[X, R] | Dist[X, Fraction], /) -> X:
        """An outcome of the distribution, independent of everything drawn before."""

    def draw_noise(self, noise: TwoSidedGeometric[R], settled: Settled[R], /) -> int:
        """An integer with the law of the noise.

        Args:
            noise: two-sided geometric noise on Z.
            settled: how what follows depends on large values; `law` uses and confirms it.
        """

    def draw_real(self, noise: Noise[R], /) -> Real:
        """Continuous noise, which can be shifted by numbers and compared."""

    def run(self, mechanism: Mechanism[D, X, R], database: D, /) -> X:
        """The output of a sub-mechanism; `law` merges its outcomes before it goes on."""

    def release(self, dist: Dist[X, R] | Dist[X, Fraction], /) -> X:
        """An outcome of the distribution, or what stands for it; the mechanism returns it."""

    def delegate(self, mechanism: Mechanism[D, X, R], database: D, /) -> X:
        """The output of a sub-mechanism, or what stands for it; the mechanism returns it."""


class Mechanism(Protocol[D_contra, X_co, R]):
    """A frozen record of parameters, called on a database."""

    def __call__(self, database: D_contra, coins: Coins[R], /) -> X_co:
        """The output on the database, with the given coins."""


def plain(coins: Coins[R]) -> Coins[R]:
    """Coins for code of others, which may look at what it releases: then it is drawn."""
    return PlainCoins(coins)


class PlainCoins(Generic[R]):
    """Coins that do what others do, and nothing else."""

    __slots__ = ("_coins",)

    def __init__(self, coins: Coins[R]) -> None:
        self._coins: Coins[R] = coins

    def draw(self, dist: Dist[X, R] | Dist[X, Fraction], /) -> X:
        """See `Coins.draw`."""
        return self._coins.draw(dist)

    def draw_noise(self, noise: TwoSidedGeometric[R], settled: Settled[R] | None = None, /) -> int:
        """See `Coins.draw_noise`."""
        if settled is None:
            raise TypeError(f"draw_noise({noise!r}): {NO_DIST}")
        return self._coins.draw_noise(noise, settled)

    def draw_real(self, noise: Noise[R], /) -> Real:
        """See `Coins.draw_real`."""
        return self._coins.draw_real(noise)

    def run(self, mechanism: Mechanism[D, X, R], database: D, /) -> X:
        """See `Coins.run`."""
        return self._coins.run(mechanism, database)

    release, delegate = draw, run


class ReleasedError(TypeError):
    """A mechanism went on after it had released its output."""

    def __init__(self) -> None:
        super().__init__(
            "what is released is the output, and is returned as it is; call a mechanism whose "
            "output is used by coins.run(mechanism, database)"
        )


def _keep(self: object, content: object) -> None:
    object.__setattr__(self, "_content", content)


def _refuse(*_: object) -> NoReturn:
    raise ReleasedError


Released: Final = type(
    "Released",
    (),
    {
        "__slots__": ("_content",),
        "__init__": _keep,
        "__class__": property(_refuse),
        **dict.fromkeys(("__bool__", "__eq__", "__hash__", "__repr__", "__setattr__"), _refuse),
    },
)
"""What stands for an output that is released; what it does not refuse, it has not."""

content: Final = attrgetter("_content")
"""What `law` or `run` goes on with once the mechanism has returned."""


class BitSource(Protocol):
    """Independent unbiased random bits."""

    def bits(self, count: int, /) -> int:
        """A uniform integer in [0, 2^count)."""


class SystemBits:
    """The random bits of the operating system."""

    def bits(self, count: int, /) -> int:
        """A uniform integer in [0, 2^count)."""
        return secrets.randbits(count) if count else 0


class SeededBits:
    """Reproducible bits for tests (Mersenne Twister): never for a release."""

    def __init__(self, seed: int) -> None:
        self._generator = random.Random(seed)

    def bits(self, count: int, /) -> int:
        """A pseudo-random integer in [0, 2^count)."""
        return self._generator.getrandbits(count) if count else 0


def run(mechanism: Mechanism[D, X, Fraction], database: D, source: BitSource) -> X:
    """One output of the mechanism, with exactly its law if the bits are uniform.

    Args:
        mechanism: a mechanism whose probabilities are numbers (not functions of r).
        database: what it is called on.
        source: where the random bits come from.

    Raises:
        TypeError: if a distribution has weights that depend on r.
        ValueError: if continuous noise has a scale for which e^(eps/parts) is no rational above 1.
    """
    lazy = Lazy(source.bits)
    return _run(mechanism, database, source, lazy, foreign=not ours(mechanism))


def _run(
    mechanism: Mechanism[D, X, Fraction],
    database: D,
    source: BitSource,
    lazy: Lazy,
    *,
    foreign: bool,
) -> X:
    coins = _SampledCoins(source, lazy, foreign=foreign)
    output = mechanism(database, plain(coins) if foreign else coins)
    while coins.released is not None:
        if output is not coins.released:
            raise ReleasedError
        rest: Callable[[Coins[Fraction]], X] = content(output)
        coins = _SampledCoins(source, lazy, foreign=foreign)
        output = rest(coins)
    return output


class _SampledCoins:
    """Coins that follow one branch, of code of ours or of others."""

    __slots__ = ("_foreign", "_lazy", "_source", "released")

    def __init__(self, source: BitSource, lazy: Lazy, *, foreign: bool) -> None:
        self._source = source
        self._lazy = lazy
        self._foreign = foreign
        self.released: object = None
        """What the mechanism must return; its content is what follows."""

    def draw(self, dist: Dist[X, Fraction], /) -> X:
        return sample(dist, self._bits())

    def draw_noise(self, noise: TwoSidedGeometric[Fraction], settled: Settled[Fraction], /) -> int:
        del settled
        return sample_two_sided_geometric(noise.ratio, self._bits())

    def draw_real(self, noise: Noise[Fraction], /) -> Real:
        self._bits()
        return Real(self, self._lazy.draw(noise))

    def is_below(self, low: int, high: int, k: Number, /) -> bool:
        self._bits()
        return self._lazy.is_below(low, high, k)

    def run(self, mechanism: Mechanism[D, X, Fraction], database: D, /) -> X:
        foreign = self._foreign and not ours(mechanism)
        return _run(mechanism, database, self._bits(), self._lazy, foreign=foreign)

    def release(self, dist: Dist[X, Fraction], /) -> X:
        outcome = sample(dist, self._bits())
        return self._end(lambda _: outcome)

    def delegate(self, mechanism: Mechanism[D, X, Fraction], database: D, /) -> X:
        self._bits()
        return self._end(lambda coins: mechanism(database, coins))

    def _bits(self) -> BitSource:
        """The source, as long as the mechanism has not released its output."""
        if self.released is not None:
            raise ReleasedError
        return self._source

    def _end(self, rest: Callable[[Coins[Fraction]], X]) -> X:
        released: X = Released(rest)
        self.released = released
        return released


def uniform_below(bound: int, source: BitSource) -> int:
    """A uniform integer in [0, bound), by rejection: fewer than two tries are expected.

    Raises:
        ValueError: if bound < 1.
    """
    if bound < 1:
        raise ValueError(f"bound {bound}: a uniform integer below it needs a bound >= 1")
    count = (bound - 1).bit_length()
    while True:
        value = source.bits(count)
        if value < bound:
            return value


def sample(dist: Dist[X, Fraction], source: BitSource) -> X:
    """An outcome of a distribution of numbers."""
    if not isinstance(dist.total, int):
        raise TypeError("a law that depends on r cannot be sampled: give eps a rational root")
    remaining = uniform_below(dist.total, source)
    for x, w in dist.weights.items():
        remaining -= w if isinstance(w, int) else int(in_r(w)[0])
        if remaining < 0:
            return x
    raise AssertionError("the weights of a distribution sum to its total")


Enclosure = Callable[[int], tuple[int, int]]
"""Of a number p in [0, 1]: from b to integers low <= 2^b p <= high, close together for large b."""

FIRST_PRECISION = 64
"""Binary digits to which a probability is enclosed at first."""


def sample_bernoulli(enclosure: Enclosure, source: BitSource) -> bool:
    """True with probability p, which may be irrational or too long to write; two bits on average.

    It is decided whether U < p, U uniform in [0, 1], of which digits are drawn one at a time until
    they and an enclosure of p leave no doubt.
    """
    precision = digits = count = low = high = 0
    while True:
        digits, count = 2 * digits + source.bits(1), count + 1
        if 2 * count > precision:
            precision = max(FIRST_PRECISION, 2 * precision)
            low, high = enclosure(precision)
        if (digits + 1) << (precision - count) <= low:
            return True
        if digits << (precision - count) >= high:
            return False


def sample_two_sided_geometric(ratio: Fraction, source: BitSource) -> int:
    """An integer z with probability (1-g)/(1+g) g^|z|, g = ratio in (0, 1).

    The size m H + L, m = 2^k, has independent parts: H counts successes of probability g^m,
    and the binary digits of L are independent, digit i being 1 with odds g^(2^i) : 1.  With k the
    least such that m (1-g) >= 1/2, g^m <= e^(-1/2), and the time is polynomial in the length of g.
    """
    inverse = -(-1 // (1 - ratio))  # 1/(1-g), rounded up
    k = max(0, (inverse - 1).bit_length() - 1)

    @cache
    def powers(precision: int) -> list[tuple[int, int]]:
        return _squares(ratio, k, precision)

    def odds(i: int, precision: int) -> tuple[int, int]:
        (low, high), one = powers(precision)[i], 1 << precision
        return (low << precision) // (one + low), -(-(high << precision) // (one + high))

    while True:
        size = 0
        while sample_bernoulli(lambda precision: powers(precision)[k], source):
            size += 2**k
        for i in range(k):
            if sample_bernoulli(partial(odds, i), source):
                size += 2**i
        negative = source.bits(1)
        if size or not negative:
            return -size if negative else size


def _squares(number: Fraction, count: int, precision: int) -> list[tuple[int, int]]:
    """Enclosures of x, x^2, x^4, ..., x^(2^count), x in [0, 1], to within 2^-precision or so.

    An error doubles when a number is squared, so that as many digits more are kept.
    """
    more = count + 2
    one = precision + more
    low = (number.numerator << one) // number.denominator
    high = -(-(number.numerator << one) // number.denominator)
    found = []
    for _ in range(count + 1):
        found.append((low >> more, -(-high >> more)))
        low, high = low * low >> one, -(-high * high >> one)
    return found
