"""What a sampler of discrete Gaussian noise does, toss by toss."""

from audits.claims.prelude import *
from reference.mechanisms.noise.discrete_gaussian import ExponentialCoin

Toss = tuple[tuple[Any, Fraction], ...]
"""What may come up, and with which probability."""


class _OpenError(Exception):
    """A toss for which nothing was chosen yet."""

    def __init__(self, toss: Toss) -> None:
        super().__init__(toss)
        self.toss = toss


class EndedError(Exception):
    """A path that is not followed."""


class Tosses:
    """Coins that come up as chosen.

    With a base, a coin of probability e^-x is one toss, of probability base^-x: what a sampler
    does with such coins is the same for every base.
    """

    def __init__(
        self, chosen: tuple[Any, ...], power: Callable[[Fraction], Fraction] | None, scale: int
    ) -> None:
        self._chosen = iter(chosen)
        self._power = power
        self._scale = scale
        self._tries = 0

    def draw(self, dist: Any) -> Any:
        """The next outcome; the second time that noise is begun, the path ends."""
        if self._scale and {*dist} == {*range(self._scale)}:
            self._tries += 1
            if self._tries > 1:
                raise EndedError
        return self._next(tuple((each, dist.probability(each)) for each in dist))

    def run(self, mechanism: Any, database: Any) -> Any:
        """One toss for a coin of probability e^-x, if there is a base."""
        if self._power is not None and isinstance(mechanism, ExponentialCoin):
            p = self._power(mechanism.exponent)
            return self._next(((True, p), (False, 1 - p)))
        return mechanism(database, self)

    release, delegate = draw, run

    def _next(self, toss: Toss) -> Any:
        possible = tuple((each, p) for each, p in toss if p)
        if len(possible) == 1:
            return possible[0][0]
        for each in self._chosen:
            return each
        raise _OpenError(possible)


def followed(
    run: Callable[[Any], Any],
    power: Callable[[Fraction], Fraction] | None = None,
    scale: int = 0,
    most: int = 40,
    least: Fraction = Fraction(0),
) -> tuple[dict[Any, Fraction], Fraction]:
    """The probability of each outcome by paths of at most so many tosses, and what is left."""
    found: dict[Any, Fraction] = {}
    left = Fraction(0)
    waiting: list[tuple[tuple[Any, ...], Fraction]] = [((), Fraction(1))]
    while waiting:
        chosen, p = waiting.pop()
        if len(chosen) > most or p < least:
            left += p
            continue
        try:
            outcome = run(Tosses(chosen, power, scale))
        except EndedError:
            left += p
        except _OpenError as open_toss:
            waiting += [((*chosen, each), p * q) for each, q in open_toss.toss]
        else:
            found[outcome] = found.get(outcome, Fraction(0)) + p
    return found, left


@cache
def discrete_delta(eps: Fraction, variance: Fraction, reach: int) -> Fraction:
    """At least the least delta of discrete Gaussian noise on answers that differ by 1.

    The sum over z of max(p(z) - e^eps p(z - 1), 0); terms below -reach are left out, where the
    ratio of two masses is below that at -reach.
    """

    @cache
    def bounds(z: int) -> tuple[Fraction, Fraction]:
        exponent = -Fraction(z * z) / (2 * variance)
        return exp_low(exponent), exp_high(exponent)

    span = range(-reach, reach + 1)
    total = sum((bounds(z)[0] for z in span), Fraction(0))
    exceeding = (bounds(z)[1] - exp_low(eps) * bounds(z - 1)[0] for z in span)
    inside = sum((each for each in exceeding if each > 0), Fraction(0))
    ratio = exp_high(-Fraction(2 * reach + 1) / (2 * variance))
    beyond = bounds(reach)[1] * ratio / (1 - ratio)
    return (inside + beyond) / total
