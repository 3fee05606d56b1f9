"""Wrong variants of multiplicative weights: the tests, the noise, the update, the end."""

from dataclasses import field
from typing import Self

from audits.claims.prelude import *
from reference.data.concept import Hypothesis
from reference.mechanisms.noise.geometric_mechanism import NoisyInteger
from reference.mechanisms.release.multiplicative_weights import (
    Answer,
    MultiplicativeWeights,
    Transcript,
)
from reference.mechanisms.release.online_multiplicative_weights import OnlineMultiplicativeWeights
from reference.mechanisms.release.weights import PointWeights, Weights
from reference.mechanisms.stream.above_threshold import FirstAbove
from reference.probability.fold import Fold
from reference.probability.geometric import Settled, TwoSidedGeometric

Queries = tuple[Any, ...]
Right = MultiplicativeWeights[Any, Any]


@dataclass(frozen=True)
class Wrong:
    """What is wrong; by default nothing is."""

    threshold_share: Fraction | None = Fraction(1, 2)
    """tau has ratio e^(-share test_eps); None: there is no tau."""

    test_share: Fraction | None = Fraction(1, 4)
    """nu has ratio e^(-share test_eps); None: the tests have no noise."""

    noisy_answers: bool = True
    scale: int = 1
    """The errors are multiplied by it, not the noise."""

    one_more: bool = False
    keeps_tau: bool = False
    one_test: bool = False
    """One nu for both tests of a query."""

    by_test: bool = False
    """The update goes by the test that fired."""

    backwards: bool = False
    tie_below: bool = False
    other_rows: int = 0
    """n u(phi) with n plus so many rows."""

    exact_end: bool = False
    """Once halted, the exact fractions are answered."""

    counts_queries: bool = False
    most_noise: int | None = None
    """The noise of an answer is clamped, not the answer."""

    unclamped: bool = False
    """Answers from -n to 2n."""

    half_promise: bool = False
    no_update: bool = False


@dataclass(frozen=True)
class Tests:
    """The first test that fires, tau drawn or given."""

    tau: Any
    nu: Any
    """Ratios; None for no noise."""

    kept: int | None = None

    @property
    def deterministic(self) -> bool:
        """Whether nothing is drawn."""
        return self.nu is None

    def __call__(self, gaps: Rows, coins: Coins[Any], /) -> int | Bottom:
        if self.nu is None:
            return next((i for i, gap in enumerate(gaps) if gap <= 0), Bottom.BOTTOM)
        tau = self.kept or 0
        if self.tau is not None and self.kept is None:
            tau = coins.draw_noise(TwoSidedGeometric(self.tau), wide(gaps, self.nu))
        tests = FirstAbove(TwoSidedGeometric(self.nu))
        return coins.run(Fold(tests), (0, tuple(gap + tau for gap in gaps)))


def wide(gaps: Rows, ratio: Any, more: int = 0) -> Settled[Any]:
    """Beyond it every product of tails is a polynomial."""
    most = max(map(abs, gaps), default=0) + 2 + more
    return Settled(-most, most, ratio, max(len(gaps), 1))


@dataclass(frozen=True)
class Variant(MultiplicativeWeights[Any, Any]):
    """Multiplicative weights with something wrong; it promises the same."""

    wrong: Wrong = field(default_factory=Wrong)

    @property
    @override
    def guarantee(self) -> Guarantee[Any]:
        """What the right mechanism promises, or half of it."""
        if not self.wrong.half_promise:
            return super().guarantee
        test, answer = self.test_eps, self.answer_eps
        once = test.root ** (test.parts // 2) * answer.root ** (answer.parts // 2)
        one = test.exp(0)
        return Guarantee(once**self.count, one - one)

    def share(self, part: Fraction | None) -> Any:
        """The ratio e^(-share test_eps)."""
        return None if part is None else self.test_eps.exp(-part)

    @override
    def __call__(self, database: Rows, coins: Coins[Any], /) -> Transcript:
        w, n, k = self.wrong, len(database), len(self.queries)
        if w.keeps_tau and n and self.count:
            errors = tuple(range(-n - int(self.threshold) - 1, n + int(self.threshold) + 2))
            nu = self.share(w.test_share)
            most = Settled(errors[0] - 2, errors[-1] + 2, nu, 2 * k)
            tau = coins.draw_noise(TwoSidedGeometric(self.share(w.threshold_share)), most)
            return self.go_on(database, coins, tau)
        return self.go_on(database, coins, None)

    def go_on(self, database: Rows, coins: Coins[Any], kept: int | None) -> Transcript:
        """The loop over the queries."""
        w, n, u, used = self.wrong, len(database), self.start, 0
        counts = [sum(map(query, database)) for query in self.queries]
        tests = Tests(self.share(w.threshold_share), self.share(w.test_share), kept)
        inside = (-n, 2 * n) if w.unclamped else (0, n)
        noise = NoisyInteger(self.answer_eps.exp(-1), inside)
        transcript: Transcript = ()
        while len(transcript) < len(self.queries):
            i = len(transcript)
            means = [u.mean(query) for query in self.queries[i:]]
            silent = tuple(Answer(mean, asked=False) for mean in means)
            limit = max(self.count - i, 0) if w.counts_queries else len(silent)
            if not n or used == self.count + w.one_more or not limit:
                if n and w.exact_end and used:
                    silent = tuple(Answer(Fraction(f, n), asked=False) for f in counts[i:])
                return transcript + silent
            gaps: list[int] = []
            for f, mean in zip(counts[i : i + limit], means[:limit], strict=True):
                e = w.scale * (f - (n + w.other_rows) * mean)
                both = [-((s * e - self.threshold) // 1) for s in (1, -1)]
                gaps += [min(both)] if w.one_test else both
            fired = coins.run(tests, tuple(gaps))
            if isinstance(fired, Bottom):
                return transcript + silent
            place = fired if w.one_test else fired // 2
            transcript += silent[:place]
            i, mean = i + place, means[place]
            a = Fraction(self.answer(counts[i], n, noise, coins), n)
            transcript = (*transcript, Answer(a, asked=True))
            below = a <= mean if w.tie_below else a < mean
            if w.by_test:
                below = fired % 2 == 1
            if not w.no_update:
                u = u.penalised(self.queries[i], int(below != w.backwards))
            used += 1
        return transcript

    def answer(self, count: int, rows: int, noise: NoisyInteger[Any], coins: Coins[Any]) -> int:
        """A noisy count."""
        most = self.wrong.most_noise
        if not self.wrong.noisy_answers:
            return count
        if most is None:
            return coins.run(noise, count)
        z = coins.run(NoisyInteger(noise.ratio, (-most, most)), 0)
        return min(max(count + z, 0), rows)


def variant(**wrong: object) -> Build:
    """Multiplicative weights with one thing wrong."""
    told: dict[str, Any] = wrong
    return partial(Variant, wrong=Wrong(**told))


@dataclass(frozen=True, slots=True)
class NotNormalised(PointWeights[Hypothesis]):
    """Weights that are divided by the number of points, not by their sum."""

    @override
    def mean(self, query: Hypothesis, /) -> Fraction:
        """u(phi), not divided by the sum of the weights."""
        weights = [self.rate**k for x, k in self.exponents if query(x)]
        return sum(weights, Fraction(0)) / len(self.exponents)

    @override
    def penalised(self, query: Hypothesis, value: int, /) -> Self:
        """The weights, multiplied where the query takes the value."""
        exponents = tuple((x, k + (query(x) == value)) for x, k in self.exponents)
        return replace(self, exponents=exponents)


def weights_not_normalised(queries: Queries, start: PointWeights[Any], *rest: Any) -> Right:
    """The weights after an update do not sum to 1."""
    return MultiplicativeWeights(queries, NotNormalised(start.exponents, start.rate), *rest)


def points_forgotten(queries: Queries, start: PointWeights[Any], *rest: Any) -> Right:
    """Points at which no query is 1 are left out."""
    kept = tuple((x, k) for x, k in start.exponents if any(q(x) for q in queries))
    return MultiplicativeWeights(queries, replace(start, exponents=kept), *rest)


LEAKING: dict[str, Build] = {
    "no noise on the threshold": variant(threshold_share=None),
    "noise of the tests as small as that of the threshold": variant(test_share=Fraction(1, 2)),
    "tests without noise": variant(threshold_share=None, test_share=None),
    "answers without noise": variant(noisy_answers=False),
    "errors twice as sensitive as the noise is made for": variant(scale=2),
    "one correction more": variant(one_more=True),
    "half of what is promised": variant(half_promise=True),
}
"""They lose more than is promised."""

EXACT_END: dict[str, Build] = {"exact answers once halted": variant(exact_end=True)}
CLIPPED: dict[str, Build] = {"the noise of an answer clamped": variant(most_noise=1)}

OTHERS: dict[str, Build] = {
    "update by the test that fired": variant(by_test=True),
    "update backwards": variant(backwards=True),
    "a tie updates the other side": variant(tie_below=True),
    "no update": variant(no_update=True),
    "one noise for both tests": variant(one_test=True),
    "every query counts": variant(counts_queries=True),
    "n u(phi) with one row more": variant(other_rows=1),
    "the noise of the threshold kept": variant(keeps_tau=True),
    "weights not normalised": weights_not_normalised,
    "points forgotten": points_forgotten,
}
"""As private (or not less, here), but other laws."""


def online(build: Build) -> Build:
    """The online form of a wrong variant."""
    return partial(Online, build=build)


@dataclass(frozen=True)
class Online(OnlineMultiplicativeWeights[Hypothesis, Any]):
    """Online multiplicative weights, each run by a wrong variant."""

    build: Build = MultiplicativeWeights

    @override
    def run(
        self, queries: tuple[Hypothesis, ...], weights: Weights[Hypothesis], count: int
    ) -> Right:
        """The wrong variant."""
        losses = self.test_eps, self.answer_eps
        found: Right = self.build(queries, weights, self.threshold, count, *losses)
        return found
