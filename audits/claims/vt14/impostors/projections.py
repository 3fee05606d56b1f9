"""Wrong noise for parities, wrong promises, and wrong projections."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

from audits.claims.vt14.impostors.parity_hulls import (
    projected_on_k,
    projected_on_two_n,
)
from audits.engines.relaxed_hull import relaxed_projection
from reference.data.database import Database
from reference.data.parities import Vector
from reference.data.parity_hull import best_vertex
from reference.exact.interval import Interval, Real, ln, sqrt
from reference.mechanisms.noise.discrete_gaussian import (
    DiscreteGaussian,
    ExponentialCoin,
    truncated_delta,
    truncated_gaussian,
    variance_for,
)
from reference.mechanisms.release.gaussian_projection import (
    TruncatedGaussianProjection,
    exact_parities,
    projected,
)
from reference.override import override
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import Coins
from reference.probability.dist import Dist
from reference.probability.families import bernoulli, exponential_weights

Build = Callable[..., Any]
Right = TruncatedGaussianProjection[Any]


@dataclass(frozen=True)
class OtherNoise:
    """The release with other noise; the same promise."""

    right: Right
    noise: Callable[[Right], tuple[tuple[Dist[int, Any], tuple[int, ...]], ...]]
    """Independent noises, and the coordinates that each of them is added to."""

    rows: Callable[[Right, Database[int]], int]

    @property
    def guarantee(self) -> Guarantee[Any]:
        """That of the right one."""
        return self.right.guarantee

    def noisy(self, database: Database[int]) -> Dist[tuple[int, ...], Any]:
        """The law of the noisy parities."""
        found: Dist[tuple[int, ...], Any] = Dist.point(exact_parities(database, self.right.bits))
        for each, places in self.noise(self.right):
            found = found.product(each).map(partial(_moved, places))
        return found

    def __call__(self, database: Database[int], coins: Coins[Any], /) -> Vector:
        bits, n = self.right.bits, self.rows(self.right, database)
        law = self.noisy(database)
        return coins.release(
            law.map(lambda y: self.right.adjust(tuple(map(Fraction, y)), bits, n))
        )


def _moved(places: tuple[int, ...], pair: tuple[tuple[int, ...], int]) -> tuple[int, ...]:
    y, z = pair
    return tuple(a + z * (k in places) for k, a in enumerate(y))


def _bound(right: Right, database: Database[int]) -> int:
    del database
    return right.rows


def _own(right: Right, database: Database[int]) -> int:
    del right
    return len(database)


def _each(right: Right) -> Dist[int, Any]:
    return truncated_gaussian(right.base, right.width)


def _single(law: Callable[[Right], Dist[int, Any]]) -> Callable[[Right], Any]:
    """The same law for each coordinate, independently."""
    return lambda right: tuple((law(right), (k,)) for k in range(right.bits**2))


def _geometric(right: Right) -> Dist[int, Any]:
    width = right.width
    return exponential_weights(((z, -abs(z)) for z in range(-width, width + 1)), right.base)


def _one_sided(right: Right) -> Dist[int, Any]:
    return exponential_weights(((z, -z * z) for z in range(right.width + 1)), right.base)


def _pairs(right: Right) -> Any:  # noqa: ANN401
    d = right.bits
    return tuple((_each(right), (i * d + j, j * d + i)) for i in range(d) for j in range(i + 1))


def _off_diagonal(right: Right) -> Any:  # noqa: ANN401
    d = right.bits
    return tuple((_each(right), (i * d + j,)) for i in range(d) for j in range(d) if i != j)


def _upper(right: Right) -> Any:  # noqa: ANN401
    d = right.bits
    return tuple((_each(right), (i * d + j,)) for i in range(d) for j in range(i, d))


def _narrower(right: Right) -> Dist[int, Any]:
    return truncated_gaussian(right.base, right.width - 1)


def _powers(power: int) -> Callable[[Right], Dist[int, Any]]:
    return lambda right: truncated_gaussian(right.base**power, right.width)


def _as_for_length_one(right: Right) -> Dist[int, Any]:
    return truncated_gaussian(right.base ** (right.bits**2), right.width)


def noise(
    of: Callable[[Right], Any], rows: Callable[[Right, Database[int]], int] = _bound
) -> Build:
    """The mechanism with this noise, built as the right one."""

    def build(*arguments: Any) -> OtherNoise:  # noqa: ANN401
        return OtherNoise(TruncatedGaussianProjection(*arguments), of, rows)

    return build


ANY_D = {
    "no noise": noise(lambda _: ()),
    "half of the variance": noise(_single(_powers(2))),
    "one-sided noise": noise(_single(_one_sided)),
    "noise that is narrower by one": noise(_single(_narrower)),
}
"""Too little noise, for every d."""

FROM_TWO = {
    "one noise for all coordinates": noise(lambda r: ((_each(r), tuple(range(r.bits**2))),)),
    "no noise on pairs (i, i)": noise(_off_diagonal),
    "noise on pairs i <= j only": noise(_upper),
    "as if R were 1": noise(_single(_as_for_length_one)),
}
"""What is no mistake at d = 1."""

PAIRED = {"one noise for (i, j) and (j, i)": noise(_pairs)}
"""Another law, and more private than the right one: fewer coordinates show the same shift."""

ROWS_SHOWN = {"n is counted": noise(_single(_each), _own)}
"""The number of rows is that of the database: a row more or less is seen."""

OTHER_LAWS = {
    "two-sided geometric noise": noise(_single(_geometric)),
    "a quarter of the variance": noise(_single(_powers(4))),
}


@dataclass(frozen=True)
class OtherPromise:
    """The right release with another promise."""

    right: Right
    promise: Callable[[Right], Guarantee[Any]]

    @property
    def guarantee(self) -> Guarantee[Any]:
        """Another one."""
        return self.promise(self.right)

    def noisy(self, database: Database[int]) -> Dist[tuple[int, ...], Any]:
        """The law of the noisy parities."""
        return self.right.noisy(database)

    def __call__(self, database: Database[int], coins: Coins[Any], /) -> Vector:
        return self.right(database, coins)


def promise(of: Callable[[Right], Guarantee[Any]]) -> Build:
    """The right mechanism with this promise."""

    def build(*arguments: Any) -> OtherPromise:  # noqa: ANN401
        return OtherPromise(TruncatedGaussianProjection(*arguments), of)

    return build


def _delta(right: Right, coordinates: int, multiple: int) -> Guarantee[Any]:
    delta = truncated_delta(right.base, right.width, coordinates=coordinates, multiple=multiple)
    return Guarantee(right.guarantee.exp_eps, delta)


def _scaled(right: Right, share: Fraction) -> Guarantee[Any]:
    given = right.guarantee
    return Guarantee(given.exp_eps, given.delta * share)


def _ends(right: Right) -> Guarantee[Any]:
    one = right.base / right.base
    inside = (one - _each(right).probability(right.width)) ** (right.bits**2)
    return Guarantee(right.guarantee.exp_eps, one - inside)


def _one_end(right: Right) -> Guarantee[Any]:
    end: Any = _each(right).probability(right.width)
    return Guarantee(right.guarantee.exp_eps, end)


PROMISES = {
    "half of delta": promise(lambda right: _scaled(right, Fraction(1, 2))),
    "99/100 of delta": promise(lambda right: _scaled(right, Fraction(99, 100))),
    "delta at twice eps": promise(lambda right: _delta(right, right.bits**2, 2 * right.spread)),
}
PROMISES_FROM_TWO = {
    "delta of one coordinate": promise(lambda right: _delta(right, 1, right.spread)),
    "delta of d coordinates": promise(lambda right: _delta(right, right.bits, right.spread)),
    "delta of one end": promise(_one_end),
    "delta of the ends alone": promise(_ends),
}


def clamps(noisy: Vector, bits: int, rows: int) -> Vector:
    """Each entry by itself into [-n, n]."""
    del bits
    return tuple(min(max(z, Fraction(-rows)), Fraction(rows)) for z in noisy)


def nothing(noisy: Vector, bits: int, rows: int) -> Vector:
    """What is noisy stays so."""
    del bits, rows
    return noisy


def nearest_vertex(noisy: Vector, bits: int, rows: int) -> Vector:
    """The nearest vertex of n K."""
    return tuple(Fraction(rows * z) for z in best_vertex(noisy, bits))


def half_way(noisy: Vector, bits: int, rows: int) -> Vector:
    """Between the noisy parities and their projection."""
    pairs = zip(noisy, projected(noisy, bits, rows), strict=True)
    return tuple((a + b) / 2 for a, b in pairs)


def scaled_down(noisy: Vector, bits: int, rows: int) -> Vector:
    """Towards 0 until it is inside of the ball of radius n d, in l1."""
    size = sum(map(abs, noisy), Fraction(0))
    most = Fraction(rows * bits**2)
    return noisy if size <= most else tuple(z * most / size for z in noisy)


def one_vertex_step(noisy: Vector, bits: int, rows: int) -> Vector:
    """The nearest point between the best vertex and its negative."""
    v = best_vertex(noisy, bits)
    along = sum((a * z for a, z in zip(noisy, v, strict=True)), Fraction(0)) / bits**2
    most = min(along, Fraction(rows))
    return tuple(most * z for z in v)


def centre(noisy: Vector, bits: int, rows: int) -> Vector:
    """0."""
    del noisy, rows
    return (Fraction(0),) * bits**2


WRONG_PROJECTIONS = {
    "on K, not n K": projected_on_k,
    "on 2 n K": projected_on_two_n,
    "entries clamped": clamps,
    "not projected": nothing,
    "the nearest vertex": nearest_vertex,
    "half way": half_way,
    "scaled down": scaled_down,
    "between the best vertex and its negative": one_vertex_step,
    "always 0": centre,
}


def printed_deviation(eps: Real, delta: Fraction, sensitivity: Real) -> Interval:
    """Without the factor 2."""
    return sqrt(ln(1 / delta)) * sensitivity / eps


def of_one_entry(eps: Real, delta: Fraction, sensitivity: Real) -> Interval:
    """R = 1."""
    del sensitivity
    return sqrt(2 * ln(Fraction(5, 4) / delta)) / eps


def square_root_of_length(eps: Real, delta: Fraction, sensitivity: Real) -> Interval:
    """The square root of R."""
    return sqrt(2 * ln(Fraction(5, 4) / delta)) * sqrt(sensitivity) / eps


def half_deviation(eps: Real, delta: Fraction, sensitivity: Real) -> Interval:
    """Half of what is right."""
    return sqrt(2 * ln(Fraction(5, 4) / delta)) * sensitivity / eps / 2


WRONG_DEVIATIONS = {
    "sqrt(ln(1/delta)), as printed": printed_deviation,
    "R = 1": of_one_entry,
    "sqrt(R)": square_root_of_length,
    "half": half_deviation,
}


def one_family_projection(noisy: Vector, bits: int, rows: int) -> Vector:
    """On matrices of inner products of one family, d = 2: the diagonal is n."""
    del bits
    n = Fraction(rows)
    b = min(max((noisy[1] + noisy[2]) / 2, -n), n)
    return (n, b, b, n)


def onto_l(noisy: Vector, bits: int, rows: int) -> Vector:
    """On L, not n L."""
    del rows
    return relaxed_projection(noisy, bits, 1)


WRONG_RELAXED = {
    "on L, not n L": onto_l,
    "one family of vectors": one_family_projection,
    "not projected": nothing,
    "half way": half_way,
    "always 0": centre,
    "the nearest vertex": nearest_vertex,
    "scaled down": scaled_down,
}


@dataclass(frozen=True)
class Sampled:
    """The release that draws coordinate by coordinate, wrongly."""

    bits: int
    rows: int
    noise: Any
    shared: bool = False
    skipped: bool = False
    counted: bool = False
    twice: bool = False

    def __call__(self, database: Database[int], coins: Coins[Any], /) -> Vector:
        y = exact_parities(database, self.bits)
        first = coins.run(self.noise, 0)
        noisy: Vector = (Fraction(y[0] + first),)
        for k, a in enumerate(y[1:], start=1):
            z = first if self.shared else coins.run(self.noise, 0)
            if self.skipped and k % (self.bits + 1) == 0:
                z = 0
            noisy = (*noisy, Fraction(a + z))
        if self.twice:
            noisy = tuple(z + coins.run(self.noise, 0) for z in noisy)
        return projected(noisy, self.bits, len(database) if self.counted else self.rows)


WRONG_SAMPLED = {
    "one noise for all": partial(Sampled, shared=True),
    "no noise on the last pair": partial(Sampled, skipped=True),
    "n is counted": partial(Sampled, counted=True),
    "noise twice": partial(Sampled, twice=True),
}


@dataclass(frozen=True)
class OtherSampler(DiscreteGaussian):
    """Discrete Laplace noise of another scale, or rejected with another probability."""

    shift: int = 0
    factor: Fraction = Fraction(1)
    centred: bool = True

    @property
    @override
    def scale(self) -> int:
        """The scale that is drawn with."""
        return DiscreteGaussian(self.variance).scale + self.shift

    @override
    def rejected(self, size: int) -> Fraction:
        """The exponent of the probability to be kept."""
        if self.centred:
            return DiscreteGaussian(self.variance).rejected(size) * self.factor
        return Fraction(size * size) / (2 * self.variance)


@dataclass(frozen=True)
class OtherSteps(DiscreteGaussian):
    """The sampler with a step done otherwise."""

    thinned: bool = True
    zero_once: bool = True
    signed: bool = True
    kept: bool = False
    noisy: bool = True
    by_size: bool = True

    @override
    def __call__(self, value: int, coins: Coins[Fraction], /) -> int:
        while True:
            z = self._laplace(coins)
            size = abs(z) if self.by_size else max(z, 0)
            if self.kept or coins.run(ExponentialCoin(self.rejected(size)), ()):
                return value + z if self.noisy else value

    def _laplace(self, coins: Coins[Fraction]) -> int:
        t = self.scale
        while True:
            low = coins.draw(Dist.uniform(range(t)))
            if self.thinned and not coins.run(ExponentialCoin(Fraction(low, t)), ()):
                continue
            size = low
            while coins.run(ExponentialCoin(Fraction(1)), ()):
                size += t
            negative = self.signed and coins.draw(bernoulli(Fraction(1, 2)))
            if size or not negative or not self.zero_once:
                return -size if negative else size


@dataclass(frozen=True)
class OtherCoin:
    """A coin of another probability than e^-x, by coins x/1, x/2, ..."""

    exponent: Fraction
    whole: bool = True
    odd: int = 1
    divided: bool = True

    def __call__(self, nothing: tuple[()], coins: Coins[Fraction], /) -> bool:
        whole, part = divmod(self.exponent, 1)
        parts = [Fraction(1)] * (whole if self.whole else 0) + [part]
        return all(self._first(x, coins) % 2 == self.odd for x in parts)

    def _first(self, exponent: Fraction, coins: Coins[Fraction]) -> int:
        k = 1
        while coins.draw(bernoulli(exponent / k if self.divided or k == 1 else exponent / 2)):
            k += 1
        return k


WRONG_COINS: dict[str, Build] = {
    "the whole part of x left out": partial(OtherCoin, whole=False),
    "an even number of heads is wanted": partial(OtherCoin, odd=0),
    "all coins but the first have x/2": partial(OtherCoin, divided=False),
}
WRONG_VARIANCES: dict[str, Build] = {
    "R^2 = d": lambda d, eps, delta: variance_for(eps, delta, d),
    "seven eighths of it": lambda d, eps, delta: variance_for(eps, delta, d * d) * Fraction(7, 8),
    "twice as much": lambda d, eps, delta: variance_for(eps, delta, d * d) * 2,
    "for delta / 2": lambda d, eps, delta: variance_for(eps, delta / 2, d * d),
    "for replaced rows": lambda d, eps, delta: variance_for(eps, delta, 2 * d * d),
}
WRONG_SAMPLERS: dict[str, Build] = {
    "scale t + 1, rejected as for t": partial(OtherSampler, shift=1),
    "rejected too often": partial(OtherSampler, factor=Fraction(2)),
    "rejected too seldom": partial(OtherSampler, factor=Fraction(1, 2)),
    "rejected as if nothing had been": partial(OtherSampler, centred=False),
    "the part below t is not thinned": partial(OtherSteps, thinned=False),
    "zero in two ways": partial(OtherSteps, zero_once=False),
    "no sign": partial(OtherSteps, signed=False),
    "nothing is rejected": partial(OtherSteps, kept=True),
    "no noise": partial(OtherSteps, noisy=False),
    "negative noise is rejected as zero": partial(OtherSteps, by_size=False),
}
