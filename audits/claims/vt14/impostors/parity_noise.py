"""Wrong noise for parities, and wrong promises."""

from audits.claims.prelude import *
from reference.data.parities import Vector
from reference.exact.interval import Real
from reference.mechanisms.noise.discrete_gaussian import (
    truncated_delta,
    truncated_gaussian,
    variance_for,
)
from reference.mechanisms.release.gaussian_projection import (
    TruncatedGaussianProjection,
    exact_parities,
    projected,
)
from reference.probability.families import exponential_weights

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


def _pairs(right: Right) -> Any:
    d = right.bits
    return tuple((_each(right), (i * d + j, j * d + i)) for i in range(d) for j in range(i + 1))


def _off_diagonal(right: Right) -> Any:
    d = right.bits
    return tuple((_each(right), (i * d + j,)) for i in range(d) for j in range(d) if i != j)


def _upper(right: Right) -> Any:
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

    def build(*arguments: Any) -> OtherNoise:
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

    def build(*arguments: Any) -> OtherPromise:
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


def printed_deviation(eps: Real, delta: Fraction, sensitivity: Real) -> Interval:
    """Without the factor 2, for binary logarithms: the natural one is smaller still."""
    return sqrt(ln(1 / delta) / ln(2)) * sensitivity / eps


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
    "sqrt(log(1/delta)), as printed": printed_deviation,
    "R = 1": of_one_entry,
    "sqrt(R)": square_root_of_length,
    "half": half_deviation,
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

WRONG_VARIANCES: dict[str, Build] = {
    "R^2 = d": lambda d, eps, delta: variance_for(eps, delta, d),
    "seven eighths of it": lambda d, eps, delta: variance_for(eps, delta, d * d) * Fraction(7, 8),
    "twice as much": lambda d, eps, delta: variance_for(eps, delta, d * d) * 2,
    "for delta / 2": lambda d, eps, delta: variance_for(eps, delta / 2, d * d),
    "for replaced rows": lambda d, eps, delta: variance_for(eps, delta, 2 * d * d),
}
