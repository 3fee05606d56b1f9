"""Noisy marginals that leak, and noise that is calibrated wrongly."""

from audits.claims.prelude import *
from reference.data.adjacency import RowAdjacency
from reference.data.marginals import Marginal, marginals
from reference.exact.exponential import exp_bounds
from reference.mechanisms.noise.geometric_mechanism import NoisyInteger
from reference.privacy.composition import largest_root


@dataclass(frozen=True)
class Counted:
    """The noisy counts of the marginals, with one thing wrong."""

    queries: tuple[Marginal, ...]
    domain: Domain[int]
    eps: Epsilon[Any]
    shared: bool = False
    exact: int = 0
    power: int = 1
    promised: int | None = None

    @property
    def guarantee(self) -> Guarantee[Any]:
        """As promised."""
        k = len(self.queries) if self.promised is None else self.promised
        one = self.eps.exp(0)
        return Guarantee(self.eps.exp(k), one - one)

    def universe(self, rows: int) -> RowAdjacency[int]:
        """The databases of so many rows."""
        return replace_one(self.domain, rows)

    def __call__(self, database: tuple[int, ...], coins: Coins[Any], /) -> tuple[Fraction, ...]:
        n = len(database)
        ratio = self.eps.exp(-self.power)
        counts = [sum(map(query, database)) for query in self.queries]
        if self.shared:
            z = coins.run(NoisyInteger(ratio, (-n, n)), 0)
            noisy = [min(max(c + z, 0), n) for c in counts]
        else:
            noisy = counts[: self.exact]
            noisy += [coins.run(NoisyInteger(ratio, (0, n)), c) for c in counts[self.exact :]]
        return tuple(Fraction(2 * c, n) - 1 for c in noisy)


def counted(**faults: Any) -> Build:
    """The mechanism with these faults."""
    return lambda d, t, eps: Counted(marginals(d, t), Domain.of_size(1 << d), eps, **faults)


LEAKING: dict[str, Build] = {
    "one draw for all marginals": counted(shared=True),
    "the first count is exact": counted(exact=1),
    "half the noise": counted(power=2),
    "noise as for one query": counted(promised=1),
    "twice the queries promised": lambda d, t, eps: Counted(
        marginals(d, t), Domain.of_size(1 << d), eps, promised=2 * len(marginals(d, t))
    ),
}

RootFor = Callable[[int, Fraction, Fraction], Fraction]
"""From the number of counts, eps and delta: e^eps_0 of one count."""


def basic(k: int, eps: Fraction, delta: Fraction) -> Fraction:
    """E^(eps/k)."""
    del delta
    return exp_bounds(eps / k)[0]


def is_optimal(k: int, eps: Fraction, delta: Fraction) -> Fraction:
    """By optimal composition."""
    return largest_root(1 + Fraction(1, 2**20), (1,), k, eps, delta)


WRONG_ROOTS: dict[str, RootFor] = {
    "basic composition": basic,
    "twice the loss": lambda k, eps, delta: is_optimal(k, eps, delta) ** 2,
    "half the counts": lambda k, eps, delta: is_optimal(k // 2, eps, delta),
    "twice the counts": lambda k, eps, delta: is_optimal(2 * k, eps, delta),
    "ten times delta": lambda k, eps, delta: is_optimal(k, eps, 10 * delta),
    "eps for one count": lambda _k, eps, _delta: exp_bounds(eps)[0],
}
