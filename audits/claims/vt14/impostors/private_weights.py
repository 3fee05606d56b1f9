"""Wrong variants of private multiplicative weights: its noise, its tests, its updates, its end."""

from dataclasses import field

from audits.claims.prelude import *
from audits.claims.bcmnuw20.laws.multiplicative_weights import letters
from reference.mechanisms.noise.geometric_mechanism import NoisyInteger
from reference.mechanisms.release.multiplicative_weights import Answer, Transcript
from reference.mechanisms.release.private_multiplicative_weights import (
    LOSSES,
    Epoch,
    Listed,
    OnlinePrivateWeights,
    count_of,
    ends,
)
from reference.mechanisms.release.weights import PointWeights
from reference.privacy.composition import PureRounds
from reference.privacy.curve import PrivacyCurve
from reference.probability.geometric import Settled, TwoSidedGeometric

Situation = tuple[Transcript, Any, tuple[tuple[int, int], ...]]


@dataclass(frozen=True)
class Wrong:
    """What is wrong; by default nothing is."""

    threshold_noise: bool = True
    threshold_part: int = 1
    """The noise of the threshold has ratio e^(-eps0 part)."""

    test_noise: bool = True
    test_part: int = 1
    answer_noise: bool = True
    answer_part: int = 1
    answer_is_a: bool = False
    """An update answers a, without fresh noise."""

    silent_is_a: bool = False
    """A query that stays in the epoch is answered by a."""

    weakly: bool = False
    """|a - n h(q)| = T stays in the epoch."""

    upper_side_only: bool = False
    sides_exchanged: bool = False
    backwards: bool = False
    no_update: bool = False
    from_uniform: bool = False
    """An update reweights the uniform distribution."""

    epochs_more: int = 0
    scale: int = 1
    """The count of a query is multiplied by it."""

    threshold_kept: bool = False
    other_rows: int = 0
    exact_end: bool = False
    """After the last epoch exact answers follow."""


@dataclass(frozen=True)
class Test:
    """The side, and the noisy count moved into [0, n] if it is told."""

    ratio: Any
    count: int
    rows: int
    told: bool

    def __call__(self, between: tuple[int, int], coins: Coins[Any], /) -> tuple[int, int]:
        low, high = between
        if self.ratio is None:
            return (high <= 0) - (low >= 0), self.count
        least, most = min(0, low, -self.count), max(0, high, self.rows - self.count)
        nu = coins.draw_noise(TwoSidedGeometric(self.ratio), Settled(least, most, self.ratio, 0))
        a = min(max(self.count + nu, 0), self.rows) if self.told else 0
        return (nu >= high) - (nu <= low), a


@dataclass(frozen=True)
class WrongEpoch(Epoch[Any, Any]):
    """An epoch with something wrong; its output has a third part, the noisy count."""

    wrong: Wrong = field(default_factory=Wrong)
    kept: Any = None

    @override
    def __call__(self, situation: Situation, coins: Coins[Any], /) -> tuple[Transcript, int]:
        found = self.followed(situation, coins)
        return found[:2]

    def followed(self, situation: Situation, coins: Coins[Any]) -> tuple[Transcript, int, int]:
        """The transcript, the side, and a."""
        w, (transcript, h, rows) = self.wrong, situation
        n = sum(count for _, count in rows)
        ratio = self.eps.exp(-w.test_part)
        t = self.threshold
        if self.kept is not None:
            t += self.kept
        elif w.threshold_noise:
            noise = TwoSidedGeometric(self.eps.exp(-w.threshold_part))
            reach = w.scale * n + abs(int(t)) + w.other_rows + 2
            t += coins.draw_noise(noise, Settled(-reach, reach, ratio, self.rounds))
        while len(transcript) < self.rounds:
            query = self.analyst(transcript)
            mean, count = h.mean(query), count_of(query, rows)
            low, high = ends(w.scale * ((n + w.other_rows) * mean - count), t)
            if w.weakly and t >= 0:
                gap = w.scale * (n * mean - count)
                low, high = -(-(gap - t) // 1) - 1, (gap + t) // 1 + 1
            if w.upper_side_only:
                low = -30
            told = w.silent_is_a or w.answer_is_a
            test = Test(ratio if w.test_noise else None, count, n, told)
            side, a = coins.run(Kept(test, w.silent_is_a), (low, high))
            if side:
                return transcript, -side if w.sides_exchanged else side, a
            value = Fraction(a, n) if w.silent_is_a else mean
            transcript = (*transcript, Answer(value, asked=False))
        return transcript, 0, 0


@dataclass(frozen=True)
class Kept:
    """A test whose noisy count is told for silent queries, too, or only for others."""

    test: Test
    always: bool

    @property
    def deterministic(self) -> bool:
        """Whether nothing is drawn."""
        return self.test.ratio is None

    def __call__(self, between: tuple[int, int], coins: Coins[Any], /) -> tuple[int, int]:
        side, a = self.test(between, coins)
        return side, a if side or self.always else 0


@dataclass(frozen=True)
class Followed:
    """A wrong epoch with all that it tells."""

    epoch: WrongEpoch

    def __call__(self, situation: Situation, coins: Coins[Any], /) -> tuple[Transcript, int, int]:
        return self.epoch.followed(situation, coins)


@dataclass(frozen=True)
class Variant(OnlinePrivateWeights[Any, Any]):
    """Private multiplicative weights with something wrong; it promises the same."""

    wrong: Wrong = field(default_factory=Wrong)

    @override
    def __call__(self, database: Rows, coins: Coins[Any], /) -> Transcript:
        w, n, h = self.wrong, len(database), self.start
        rows = tuple(sorted(Counter(database).items()))
        kept = None
        if w.threshold_kept:
            reach, ratio = n + abs(int(self.threshold)) + 2, self.eps.exp(-1)
            kept = coins.draw_noise(
                TwoSidedGeometric(ratio), Settled(-reach, reach, ratio, self.rounds)
            )
        settings = self.analyst, self.rounds, self.threshold, self.eps
        epoch = Followed(WrongEpoch(*settings, w, kept))
        noisy = NoisyInteger(self.eps.exp(-w.answer_part), (0, n))
        transcript: Transcript = ()
        for _ in range(self.epochs + w.epochs_more):
            if len(transcript) == self.rounds:
                break
            transcript, side, a = coins.run(epoch, (transcript, h, rows))
            if not side:
                return transcript
            query = self.analyst(transcript)
            count = count_of(query, rows)
            b = a if w.answer_is_a else count
            if w.answer_noise and not w.answer_is_a:
                b = coins.run(noisy, count)
            transcript = (*transcript, Answer(Fraction(b, n), asked=True))
            above = Fraction(b, n) >= h.mean(query) if self.by_answer else side > 0
            if not w.no_update:
                old = self.start if w.from_uniform else h
                h = old.penalised(query, 0 if above != w.backwards else 1)
        while w.exact_end and len(transcript) < self.rounds:
            exact = Fraction(count_of(self.analyst(transcript), rows), n)
            transcript = (*transcript, Answer(exact, asked=False))
        return transcript


def variant(**wrong: object) -> Build:
    """The mechanism with one thing wrong."""
    told: dict[str, Any] = wrong
    return partial(Variant, wrong=Wrong(**told))


def wrong_epoch(**wrong: object) -> Build:
    """An epoch with one thing wrong."""
    told: dict[str, Any] = wrong
    return partial(WrongEpoch, wrong=Wrong(**told))


def online(word: str, points: int, threshold: Fraction, epochs: int, eps: Any) -> tuple[Any, ...]:
    """What the mechanism is made of, for queries A (the point 0) and B (the point 1), rate 1/2."""
    queries = letters(word)
    start: PointWeights[Any] = PointWeights.uniform(range(points), Fraction(1, 2))
    return Listed(queries), len(queries), start, threshold, epochs, eps


LEAKING: dict[str, Build] = {
    "no noise on the threshold": variant(threshold_noise=False),
    "an update answers a": variant(answer_is_a=True),
    "tests without noise": variant(test_noise=False),
    "answers without noise": variant(answer_noise=False),
    "silent queries answer a": variant(silent_is_a=True),
    "half the noise of a test": variant(test_part=2),
    "half the noise of the threshold": variant(threshold_part=2),
    "half the noise of an answer": variant(answer_part=2),
    "counts twice as sensitive as the noise is made for": variant(scale=2),
}
"""One epoch of them loses more than 4 eps0."""

ENDING: dict[str, Build] = {
    "one epoch more than is paid for": variant(epochs_more=1),
    "exact answers in the end": variant(exact_end=True),
}


@dataclass(frozen=True)
class OtherCurve(OnlinePrivateWeights[Any, Any]):
    """The right mechanism, which promises too little in its curve."""

    powers: Callable[[int], int] = LOSSES.__mul__
    """Of the root, for an epoch, from the parts of eps0."""

    fewer: int = 0

    @override
    def curve(self) -> PrivacyCurve:
        """Of other rounds."""
        rounds = max(0, self.most_epochs - self.fewer)
        return PureRounds(self.eps.root, (self.powers(self.eps.parts),), rounds).curve


OTHER_CURVES: dict[str, Build] = {
    "its curve is that of eps0 in one part": partial(OtherCurve, powers=lambda _: LOSSES),
    "its curve is that of 3 eps0 an epoch": partial(OtherCurve, powers=lambda parts: 3 * parts),
    "its curve is that of one epoch fewer": partial(OtherCurve, fewer=1),
}

OTHERS: dict[str, Build] = {
    **LEAKING,
    **ENDING,
    "an error of T stays": variant(weakly=True),
    "tests of one side": variant(upper_side_only=True),
    "sides exchanged": variant(sides_exchanged=True),
    "updates backwards": variant(backwards=True),
    "no update": variant(no_update=True),
    "updates of the uniform distribution": variant(from_uniform=True),
    "the threshold kept for all epochs": variant(threshold_kept=True),
    "n h(q) with one row more": variant(other_rows=1),
}

WRONG_EPOCHS: dict[str, Build] = {
    "no noise on the threshold": wrong_epoch(threshold_noise=False),
    "half the noise of the threshold": wrong_epoch(threshold_part=2),
    "half the noise of a test": wrong_epoch(test_part=2),
    "tests without noise": wrong_epoch(test_noise=False),
    "an error of T stays": wrong_epoch(weakly=True),
    "tests of one side": wrong_epoch(upper_side_only=True),
    "sides exchanged": wrong_epoch(sides_exchanged=True),
    "n h(q) with one row more": wrong_epoch(other_rows=1),
}
