"""Wrong variants of the reduction of Theorem 4.11, built with the parameters of the right one."""

from dataclasses import fields

from audits.claims.prelude import *
from reference.data.concept import LabelledExample, PointFunction, Values
from reference.reductions.light_hypotheses import (
    LightHypothesesReduction,
    LightPointLearner,
    candidates,
)

Examples = Database[LabelledExample]
Reduction = LightHypothesesReduction[Any]


class Shown(LightHypothesesReduction[Any]):
    """The reduction on another database than its own."""

    def shown(self, blocks: Examples, rest: Examples) -> Examples:
        """What it sees in place of the blocks of the runs and the examples of the choice."""
        return blocks + rest

    @override
    def __call__(self, database: Examples, coins: Coins[Any], /) -> PointFunction | Bottom:
        """A point function, or bottom."""
        start = self.runs * self.block
        seen = self.shown(database[:start], database[start:])
        return LightHypothesesReduction.__call__(self, seen, coins)


class Reusing(Shown):
    """The choice uses the blocks of the runs, too."""

    @override
    def shown(self, blocks: Examples, rest: Examples) -> Examples:
        """The blocks again."""
        return blocks + rest + blocks


class Opposite(Shown):
    """The weight of a candidate is e^(+ eps m_c / 2)."""

    @override
    def shown(self, blocks: Examples, rest: Examples) -> Examples:
        """The opposite labels for the choice."""
        return blocks + tuple((x, 1 - y) for x, y in rest)


class OnOneBlock(Shown):
    """Every run sees the first block."""

    @override
    def shown(self, blocks: Examples, rest: Examples) -> Examples:
        """The first block, again and again."""
        return blocks[: self.block] * self.runs + rest


def wrongly(how: Callable[[Reduction], Reduction], build: Build) -> Build:
    """The reduction by its parameters, then changed."""
    return lambda *parameters: how(build(*parameters))


def kind(wrong: type[Shown]) -> Callable[[Reduction], Reduction]:
    """The same parameters for a wrong variant."""
    return lambda it: wrong(**{field.name: getattr(it, field.name) for field in fields(it)})


def keeping_weight_z(it: Reduction) -> Reduction:
    """Hypotheses of weight z are kept, too."""
    return replace(it, weight=it.weight + 1)


@dataclass(frozen=True, slots=True)
class Light:
    """What the constructor gives: the reduction, and its numbers of samples."""

    reduction: Reduction
    choice: int
    rows: int


def light(t: int, z: int, alpha: Any, beta: Any, eps: Any) -> Light:
    """The proper learner by the theorem's parameters."""
    found = LightPointLearner(Domain.of_size(t), z, alpha, beta, eps)
    return Light(found.reduction, found.choice, found.rows)


def light_with(how: Callable[[Reduction], Reduction]) -> Callable[..., Light]:
    """The same, with a mistake in what is built."""

    def wrong(*parameters: Any) -> Light:
        right = light(*parameters)
        return replace(right, reduction=how(right.reduction))

    return wrong


def first_candidate(kept: list[Values], padding: int = 0) -> tuple[PointFunction, ...]:
    """The first of the candidates alone."""
    return candidates(kept, padding)[:1]


def every_point(kept: list[Values]) -> tuple[PointFunction, ...]:
    """All points."""
    return candidates([Values((1,) * len(kept[0].values))])
