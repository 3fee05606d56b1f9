"""Wrong hypotheses of multiplicative weights: their means, their updates, what they are fed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from audits.claims.bcmnuw20.impostors.multiplicative_weights import (
    CLIPPED,
    LEAKING,
    OTHERS,
    Build,
    NotNormalised,
    online,
)
from reference.mechanisms.release.online_multiplicative_weights import (
    OnlineMultiplicativeWeights,
)
from reference.mechanisms.release.weights import PointWeights
from reference.override import override


@dataclass(frozen=True, slots=True)
class Uniform(PointWeights[Any]):
    """Every point of the support counts alike."""

    @override
    def mean(self, query: Any, /) -> Fraction:
        return Fraction(sum(query(x) for x, _ in self.exponents), len(self.exponents))


@dataclass(frozen=True, slots=True)
class Upwards(PointWeights[Any]):
    """Weights grow with the exponent."""

    @override
    def mean(self, query: Any, /) -> Fraction:
        up = tuple((x, -k) for x, k in self.exponents)
        lighter: PointWeights[Any] = PointWeights(up, self.rate)
        return lighter.mean(query)


WRONG_WEIGHTS: dict[str, Callable[..., Any]] = {
    "not normalised": NotNormalised,
    "the uniform distribution": Uniform,
    "weights that grow": Upwards,
}


def backwards(weights: Any, query: Any, answer: Fraction) -> Any:  # noqa: ANN401
    """The points with phi = 1 lose weight if the answer is above."""
    return weights.penalised(query, int(answer >= weights.mean(query)))


def tie_below(weights: Any, query: Any, answer: Fraction) -> Any:  # noqa: ANN401
    """A tie counts as an answer below."""
    return weights.penalised(query, int(answer <= weights.mean(query)))


def not_normalised(weights: PointWeights[Any], query: Any, answer: Fraction) -> Any:  # noqa: ANN401
    """The weights after an update do not sum to 1."""
    wrong = NotNormalised(weights.exponents, weights.rate)
    return wrong.penalised(query, int(answer < weights.mean(query)))


def both_sides(weights: Any, query: Any, answer: Fraction) -> Any:  # noqa: ANN401
    """One side loses weight, and the other gains as much."""
    value = int(answer < weights.mean(query))
    return weights.penalised(query, value).penalised(query, value)


def unmoved(weights: Any, query: Any, answer: Fraction) -> Any:  # noqa: ANN401
    """Nothing is corrected."""
    del query, answer
    return weights


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
class Backwards(PointWeights[Any]):
    """The other points lose weight."""

    @override
    def penalised(self, query: Any, value: int, /) -> Any:
        right: PointWeights[Any] = PointWeights(self.exponents, self.rate)
        return right.penalised(query, 1 - value)


@dataclass(frozen=True, slots=True)
class TwiceTheRate(PointWeights[Any]):
    """e^(-2 eta)."""

    @override
    def penalised(self, query: Any, value: int, /) -> Any:
        right: PointWeights[Any] = PointWeights(self.exponents, self.rate)
        return right.penalised(query, value).penalised(query, value)


@dataclass(frozen=True, slots=True)
class Unmoved(PointWeights[Any]):
    """Nothing loses weight."""

    @override
    def penalised(self, query: Any, value: int, /) -> Any:
        return self


WRONG_POTENTIAL: dict[str, Callable[..., Any]] = {
    "backwards": Backwards,
    "twice the rate": TwiceTheRate,
    "not normalised": NotNormalised,
    "no update": Unmoved,
}


@dataclass(frozen=True)
class DeafAnalyst(OnlineMultiplicativeWeights[Any, Any]):
    """The analyst is shown no answer from the rows."""

    @override
    def asked_of(self, transcript: Any, weights: Any) -> Any:
        queries: list[Any] = []
        shown: Any = tuple(a for a in transcript if not a.asked)
        for _ in range(self.rounds - len(transcript)):
            queries.append(self.analyst(shown))
        return tuple(queries)


@dataclass(frozen=True)
class OneCorrection(OnlineMultiplicativeWeights[Any, Any]):
    """The hypothesis of the first query answers for ever."""

    @override
    def run(self, queries: Any, weights: Any, count: int) -> Any:
        runs = OnlineMultiplicativeWeights[Any, Any].run
        return runs(self, queries, self.start, count)


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
