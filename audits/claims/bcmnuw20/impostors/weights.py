"""Wrong hypotheses of multiplicative weights: their means, their updates, what they are fed."""

from typing import Self

from audits.claims.prelude import *
from audits.claims.bcmnuw20.impostors.multiplicative_weights import (
    CLIPPED,
    LEAKING,
    OTHERS,
    NotNormalised,
    Right,
    online,
)
from reference.data.concept import Hypothesis
from reference.data.named_classes import Stump
from reference.mechanisms.release.multiplicative_weights import Transcript
from reference.mechanisms.release.online_multiplicative_weights import OnlineMultiplicativeWeights
from reference.mechanisms.release.weights import PointWeights, StumpWeights, Weights


@dataclass(frozen=True, slots=True)
class Uniform(PointWeights[Hypothesis]):
    """Every point of the support counts alike."""

    @override
    def mean(self, query: Hypothesis, /) -> Fraction:
        """Another mean."""
        return Fraction(sum(query(x) for x, _ in self.exponents), len(self.exponents))


@dataclass(frozen=True, slots=True)
class Upwards(PointWeights[Hypothesis]):
    """Weights grow with the exponent."""

    @override
    def mean(self, query: Hypothesis, /) -> Fraction:
        """Another mean."""
        most = max(k for _, k in self.exponents)
        up = tuple((x, most - k) for x, k in self.exponents)
        lighter: PointWeights[Hypothesis] = PointWeights(up, self.rate)
        return lighter.mean(query)


WRONG_WEIGHTS: dict[str, Callable[..., Any]] = {
    "not normalised": NotNormalised,
    "the uniform distribution": Uniform,
    "weights that grow": Upwards,
}


def backwards(
    weights: PointWeights[Hypothesis], query: Hypothesis, answer: Fraction
) -> PointWeights[Hypothesis]:
    """The points with phi = 1 lose weight if the answer is above."""
    return weights.penalised(query, int(answer >= weights.mean(query)))


def tie_below(
    weights: PointWeights[Hypothesis], query: Hypothesis, answer: Fraction
) -> PointWeights[Hypothesis]:
    """A tie counts as an answer below."""
    return weights.penalised(query, int(answer <= weights.mean(query)))


def not_normalised(
    weights: PointWeights[Hypothesis], query: Hypothesis, answer: Fraction
) -> PointWeights[Hypothesis]:
    """The weights after an update do not sum to 1."""
    wrong = NotNormalised(weights.exponents, weights.rate)
    return wrong.penalised(query, int(answer < weights.mean(query)))


def both_sides(
    weights: PointWeights[Hypothesis], query: Hypothesis, answer: Fraction
) -> PointWeights[Hypothesis]:
    """One side loses weight, and the other gains as much."""
    value = int(answer < weights.mean(query))
    return weights.penalised(query, value).penalised(query, value)


def unmoved(
    weights: PointWeights[Hypothesis], query: Hypothesis, answer: Fraction
) -> PointWeights[Hypothesis]:
    """Nothing is corrected."""
    del query, answer
    return weights


@dataclass(frozen=True, slots=True)
class OtherBit(StumpWeights):
    """The vectors with the other bit lose weight."""

    @override
    def penalised(self, query: Stump, value: int, /) -> Self:
        """Another update."""
        exponents = StumpWeights(self.exponents, self.rate).penalised(query, 1 - value).exponents
        return replace(self, exponents=exponents)


@dataclass(frozen=True, slots=True)
class OneWay(StumpWeights):
    """A bit that is 0 is never penalised."""

    @override
    def penalised(self, query: Stump, value: int, /) -> Self:
        """Another update."""
        right = StumpWeights(self.exponents, self.rate).penalised(query, value)
        return replace(self, exponents=right.exponents) if value else self


@dataclass(frozen=True, slots=True)
class TheFirstBit(StumpWeights):
    """Whatever is asked, the first attribute is reweighted."""

    @override
    def penalised(self, query: Stump, value: int, /) -> Self:
        """Another update."""
        first, *rest = self.exponents
        return replace(self, exponents=(first + (1 if value else -1), *rest))


WRONG_PRODUCTS: dict[str, Callable[..., Any]] = {
    "stumps: the other bit": OtherBit,
    "stumps: one way": OneWay,
    "stumps: the first attribute": TheFirstBit,
}

WRONG_UPDATES: dict[str, Callable[..., Any]] = {
    "backwards": backwards,
    "a tie counts as below": tie_below,
    "not normalised": not_normalised,
    "twice the rate": both_sides,
    "no correction": unmoved,
}


ENDLESS = {name: WRONG_UPDATES[name] for name in ("backwards", "not normalised", "no correction")}
"""They go on for ever, or too long."""


@dataclass(frozen=True, slots=True)
class Backwards(PointWeights[Hypothesis]):
    """The other points lose weight."""

    @override
    def penalised(self, query: Hypothesis, value: int, /) -> Self:
        """Another update."""
        right: PointWeights[Hypothesis] = PointWeights(self.exponents, self.rate)
        return replace(self, exponents=right.penalised(query, 1 - value).exponents)


@dataclass(frozen=True, slots=True)
class TwiceTheRate(PointWeights[Hypothesis]):
    """e^(-2 eta)."""

    @override
    def penalised(self, query: Hypothesis, value: int, /) -> Self:
        """Another update."""
        right: PointWeights[Hypothesis] = PointWeights(self.exponents, self.rate)
        once = right.penalised(query, value)
        return replace(self, exponents=once.penalised(query, value).exponents)


@dataclass(frozen=True, slots=True)
class Unmoved(PointWeights[Hypothesis]):
    """Nothing loses weight."""

    @override
    def penalised(self, query: Hypothesis, value: int, /) -> Self:
        """Another update."""
        return self


WRONG_POTENTIAL: dict[str, Callable[..., Any]] = {
    "backwards": Backwards,
    "twice the rate": TwiceTheRate,
    "not normalised": NotNormalised,
    "no update": Unmoved,
}


@dataclass(frozen=True)
class DeafAnalyst(OnlineMultiplicativeWeights[Hypothesis, Any]):
    """The analyst is shown no answer from the rows."""

    @override
    def asked_of(
        self, transcript: Transcript, weights: Weights[Hypothesis]
    ) -> tuple[Hypothesis, ...]:
        """The same query again and again."""
        shown = tuple(a for a in transcript if not a.asked)
        return (self.analyst(shown),) * (self.rounds - len(transcript))


@dataclass(frozen=True)
class OneCorrection(OnlineMultiplicativeWeights[Hypothesis, Any]):
    """The hypothesis of the first query answers for ever."""

    @override
    def run(
        self, queries: tuple[Hypothesis, ...], weights: Weights[Hypothesis], count: int
    ) -> Right:
        """With the first hypothesis."""
        return super().run(queries, self.start, count)


WRONG_ONLINE: dict[str, Build] = {
    "answers from the rows are not shown": DeafAnalyst,
    "every run begins with the first hypothesis": OneCorrection,
    **{
        name: online(OTHERS[name])
        for name in ("one noise for both tests", "n u(phi) with one row more")
    },
    **{name: online(build) for name, build in CLIPPED.items()},
    "no noise on the threshold": online(LEAKING["no noise on the threshold"]),
}


@dataclass(frozen=True)
class SmallerDelta(OnlineMultiplicativeWeights[Hypothesis, Any]):
    """The delta of optimal composition, multiplied."""

    factor: Fraction = Fraction(0)

    @override
    def approximate(self, exp_eps: Fraction) -> Guarantee[Fraction]:
        """The same e^eps, another delta."""
        right: Guarantee[Fraction] = super().approximate(exp_eps)
        return Guarantee(exp_eps, right.delta * self.factor)


WRONG_DELTAS: dict[str, Build] = {
    "no delta at a smaller eps": SmallerDelta,
    "a tenth of the delta": partial(SmallerDelta, factor=Fraction(1, 10)),
}
