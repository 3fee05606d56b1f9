"""Wrong propose-test-releases, and wrong noisy bounds of the local sensitivity."""

from audits.claims.prelude import *
from reference.data.adjacency import Adjacency
from reference.data.local_sensitivity import distances
from reference.data.sensitivity import local_sensitivities
from reference.mechanisms.noise.geometric_mechanism import NoisyInteger
from reference.mechanisms.sensitivity.median import local_sensitivity_within
from reference.mechanisms.sensitivity.noisy_bound import NoisyBoundRelease, noise_ratio
from reference.mechanisms.sensitivity.propose_test_release import (
    LaplaceProposeTestRelease,
    ProposeTestRelease,
    distance_to_unstable,
)
from reference.probability.geometric import TwoSidedGeometric


@dataclass(frozen=True)
class OtherTest:
    """Propose-test-release with one mistake."""

    query: Callable[[Rows], int]
    distance: Callable[[Rows], int | None]
    bound: int
    threshold: int
    eps: Epsilon[Any]
    shown: tuple[int, int]
    noiseless: bool = False
    at_least: bool = False
    test_eps: Fraction = Fraction(1)
    answer_eps: Fraction = Fraction(1)
    local_noise: bool = False
    shared: bool = False
    untested: bool = False
    late: int = 0

    def __call__(self, database: Rows, coins: Coins[Any], /) -> int | Bottom:
        d, answer = self.distance(database), self.query(database)
        noise = TwoSidedGeometric(self.eps.exp(-self.test_eps))
        least = self.threshold + 1 - self.at_least + self.late
        noisy = NoisyInteger(self.eps.exp(-self.answer_eps / self.bound), self.shown)
        if d is not None and not self.untested:
            if self.shared:
                z = coins.run(NoisyInteger(self.eps.exp(-1), (-9, 9)), 0)
                low, high = self.shown
                return min(max(answer + z, low), high) if d + z >= least else Bottom.BOTTOM
            passes = noise.at_least(least - d)
            allowed = d >= least if self.noiseless else coins.draw(bernoulli(passes))
            if not allowed:
                return Bottom.BOTTOM
        rows, top = tuple(sorted(database)), self.shown[1]
        if self.local_noise and not local_sensitivity_within(rows, 0, top):
            return min(max(answer, self.shown[0]), self.shown[1])
        return coins.run(noisy, answer)


def other_test(**changes: Any) -> Build:
    """The same parameters."""
    return lambda *arguments: OtherTest(*arguments, **changes)


WRONG_TESTS: Mapping[str, Build] = {
    "twice the eps": twice_eps(ProposeTestRelease),
    "the test has no noise": other_test(noiseless=True),
    "passes at the threshold": other_test(at_least=True),
    "a threshold too low by 2": other_test(late=-2),
    "a threshold too high by 1": other_test(late=1),
    "test noise halved": other_test(test_eps=Fraction(2)),
    "test noise doubled": other_test(test_eps=Fraction(1, 2)),
    "answer noise halved": other_test(answer_eps=Fraction(2)),
    "answer noise doubled": other_test(answer_eps=Fraction(1, 2)),
    "no answer noise where LS = 0": other_test(local_noise=True),
    "one noise for both": other_test(shared=True),
    "no test": other_test(untested=True),
}


def distance_but(beyond: Callable[[Fraction, int], bool], more: int = 0) -> Build:
    """The distance to another set of databases, or another multiple of it."""

    def wrong(
        query: Callable[[Rows], int], universe: Adjacency[Rows], bound: int
    ) -> Callable[[Rows], int | None]:
        found = local_sensitivities(query, universe)
        steps = distances(universe, lambda d: beyond(found[d], bound))

        def distance(database: Rows) -> int | None:
            step = steps[tuple(sorted(database))]
            return None if step is None else step + more

        return distance

    return wrong


def _doubled(query: Any, universe: Any, bound: int) -> Callable[[Rows], int | None]:
    right = distance_to_unstable(query, universe, bound)
    return lambda d: None if right(d) is None else 2 * (right(d) or 0)


WRONG_DISTANCES: Mapping[str, Build] = {
    "LS >= B": distance_but(lambda s, b: s >= b),
    "LS > B + 1": distance_but(lambda s, b: s > b + 1),
    "one more": distance_but(lambda s, b: s > b, 1),
    "twice the distance": _doubled,
}


@dataclass(frozen=True)
class CellsBut:
    """The variant with Laplace noise, other parameters given to it."""

    query: Callable[[Rows], int]
    distance: Callable[[Rows], int | None]
    bound: int
    threshold: int
    eps: Epsilon[Any]
    cuts: Rows
    moved: int = 0
    scale: int = 1
    faster: int = 1

    def __call__(self, database: Rows, coins: Coins[Any], /) -> int | Bottom:
        d = self.distance(database)
        near = None if d is None else self.faster * d - self.moved
        inner = LaplaceProposeTestRelease(
            self.query, lambda _: near, self.bound, self.threshold, self.eps, self.cuts
        )
        if self.scale != 1 and near is None:
            inner = LaplaceProposeTestRelease(
                self.query, lambda _: None, 1, self.threshold, self.eps * self.scale, self.cuts
            )
        return coins.run(inner, database)


def cells_but(**changes: Any) -> Build:
    """The same parameters."""
    return lambda *arguments: CellsBut(*arguments, **changes)


WRONG_CELLS: Mapping[str, Build] = {
    "twice the eps": twice_eps(LaplaceProposeTestRelease),
    "a threshold too low by 1": cells_but(moved=-1),
    "a threshold too high by 1": cells_but(moved=1),
    "three times the distance": cells_but(faster=3),
}


@dataclass(frozen=True)
class OtherBound:
    """Noise by a noisy bound, with one mistake; the pair of both is released."""

    query: Callable[[Any], int]
    local_sensitivity: Callable[[Any], int]
    shift: int
    most: int
    eps: Epsilon[Any]
    shown: tuple[int, int]
    shifted: int = 0
    noiseless: bool = False
    bound_eps: Fraction = Fraction(1)
    smaller: int = 0
    reused: bool = False

    def __call__(self, database: Any, coins: Coins[Any], /) -> tuple[int, int] | Bottom:
        bound = self.local_sensitivity(database) + self.shift + self.shifted
        b = max(bound, 0)
        if not self.noiseless:
            estimate = NoisyInteger(self.eps.exp(-self.bound_eps), (0, self.most + 1))
            b = coins.run(estimate, bound)
        if b > self.most:
            return Bottom.BOTTOM
        low, high = self.shown
        answer = self.query(database)
        if self.reused:
            return b, min(max(answer + b - bound, low), high)
        scale = max(b - self.smaller, 0)
        if scale:
            return b, coins.run(NoisyInteger(noise_ratio(self.eps, scale), self.shown), answer)
        return b, min(max(answer, low), high)


def other_bound(**changes: Any) -> Build:
    """The same parameters."""
    return lambda *arguments: OtherBound(*arguments, **changes)


WRONG_BOUNDS: Mapping[str, Build] = {
    "twice the eps": twice_eps(NoisyBoundRelease),
    "one less shift": other_bound(shifted=-1),
    "one more shift": other_bound(shifted=1),
    "the bound has no noise": other_bound(noiseless=True),
    "half of the noise of the bound": other_bound(bound_eps=Fraction(2)),
    "twice the noise of the bound": other_bound(bound_eps=Fraction(1, 2)),
    "the answer's scale is one less": other_bound(smaller=1),
    "the noise of the bound is used again": other_bound(reused=True),
}
