"""Wrong ways of counting, of fixing public rows, and of learning from a release with them."""

from __future__ import annotations

from audits.claims.prelude import *
from audits.claims.bcmnuw20.laws.learners import Concepts, Family, sign
from audits.claims.bnsv15.impostors.promises import TOO_SMALL, Promising, promised_as, promising
from reference.mechanisms.noise.geometric_mechanism import NoisyInteger
from reference.mechanisms.noise.noisy_counts import NoisyCounts
from reference.privacy.composition import composed_guarantee
from reference.privacy.public_rows import Hardwired
from reference.reductions.learner_from_assisted_release import LearnerFromAssistedRelease

Answers = tuple[Fraction, ...]
Told = tuple[Answers, Answers, int]
"""Answers of both runs, in [-1, 1], and K."""


@dataclass(frozen=True)
class WrongCounts:
    """Noisy counts with one step changed."""

    concepts: Concepts
    domain: Any
    eps: Epsilon[Any]
    shared: bool = False
    """One noise for all concepts."""

    exact: int | None = None
    """The number of a concept that has no noise."""

    constants: bool = False
    """Constant concepts get noise, too."""

    shown: Callable[[int], tuple[int, int]] = lambda n: (0, n)
    """Where counts are clamped."""

    scale: Callable[[int, int], Fraction] = lambda a, n: Fraction(2 * a, n) - 1

    @property
    def guarantee(self) -> Guarantee[Any]:
        """That of the right one."""
        return NoisyCounts(self.concepts, self.domain, self.eps).guarantee

    def __call__(self, database: Rows, coins: Coins[Any], /) -> Answers:
        n, g = len(database), self.eps.exp(-1)
        low, high = self.shown(n)
        common = coins.run(NoisyInteger(g, (-n, n)), 0) if self.shared else 0
        answers = []
        for i, h in enumerate(self.concepts):
            a = sum(map(h, database))
            flat = len({h(x) for x in self.domain}) == 1 and not self.constants
            if self.shared and not flat:
                a = min(max(a + common, low), high)
            elif not flat and i != self.exact:
                a = coins.run(NoisyInteger(g, (low, high)), a)
            answers.append(self.scale(a, n))
        return tuple(answers)


def _counts(**change: Any) -> Callable[..., WrongCounts]:
    return lambda concepts, domain, eps: WrongCounts(concepts, domain, eps, **change)


def less_promised(build: Callable[..., Any]) -> Callable[..., Any]:
    """What is built, with the promise of one count less."""

    def built(concepts: Concepts, domain: Any, eps: Epsilon[Any]) -> Promising:
        made = build(concepts, domain, eps)
        kept = made.guarantee
        return Promising(made, replace(kept, exp_eps=kept.exp_eps / eps.exp()))

    return built


WRONG_COUNTS: dict[str, Callable[..., object]] = {
    "one noise for all concepts": _counts(shared=True),
    "the second concept is exact": _counts(exact=1),
    "constant concepts get noise": _counts(constants=True),
    "a fraction, not a mean of signs": _counts(scale=Fraction),
    "clamped to 1..n": _counts(shown=lambda n: (1, n)),
    "twice the eps for each count": lambda concepts, domain, eps: Promising(
        NoisyCounts(concepts, domain, eps * 2), NoisyCounts(concepts, domain, eps).guarantee
    ),
    "promises one count less": less_promised(NoisyCounts),
    "promises two counts at most": lambda concepts, domain, eps: Promising(
        NoisyCounts(concepts, domain, eps),
        Guarantee.pure(eps * min(2, NoisyCounts(concepts, domain, eps).counted)),
    ),
}


@dataclass(frozen=True)
class WiredToPrivateRows:
    """The first private rows take the place of the public ones."""

    algorithm: Any
    public: Rows

    def __call__(self, database: Rows, coins: Coins[Any], /) -> Any:
        return coins.run(self.algorithm, (database, database[: len(self.public)]))


@dataclass(frozen=True)
class ShowsFirstRow:
    """The output, and the first private row."""

    algorithm: Any
    public: Rows

    def __call__(self, database: Rows, coins: Coins[Any], /) -> Any:
        return coins.run(self.algorithm, (database, self.public)), database[0]


@dataclass(frozen=True)
class RunTwice:
    """Two runs with the same public rows."""

    algorithm: Any
    public: Rows

    def __call__(self, database: Rows, coins: Coins[Any], /) -> Any:
        rows = (database, self.public)
        return coins.run(self.algorithm, rows), coins.run(self.algorithm, rows)


@dataclass(frozen=True)
class WithoutPublic:
    """The public rows are forgotten."""

    algorithm: Any
    public: Rows

    def __call__(self, database: Rows, coins: Coins[Any], /) -> Any:
        return coins.run(self.algorithm, (database, ()))


WRONG_WIRES: dict[str, Callable[..., object]] = {
    "private rows as public ones": promised_as(Hardwired, WiredToPrivateRows),
    "shows the first row": promised_as(Hardwired, ShowsFirstRow),
    "runs twice": promised_as(Hardwired, RunTwice),
}

FORGETFUL: dict[str, Callable[..., object]] = {
    "forgets the public rows": promised_as(Hardwired, WithoutPublic)
}
"""As private, but not A(x, w)."""

LESS_DELTA: dict[str, Callable[..., object]] = {
    name: promising(Hardwired, TOO_SMALL[name])
    for name in ("promises no delta", "promises half of the delta")
}
"""Algorithms that are only (eps, delta)-private show it."""


def padded(rows: Rows, padding: object) -> tuple[Rows, Rows]:
    """As it should be."""
    return tuple(x if y else padding for x, y in rows), tuple(padding if y else x for x, y in rows)


def dropped(rows: Rows, padding: object) -> tuple[Rows, Rows]:
    """Rows of the other label are left out."""
    del padding
    return tuple(x for x, y in rows if y), tuple(x for x, y in rows if not y)


def unpadded(rows: Rows, padding: object) -> tuple[Rows, Rows]:
    """All points, whatever their labels."""
    del padding
    points = tuple(x for x, _ in rows)
    return points, points


def same_twice(rows: Rows, padding: object) -> tuple[Rows, Rows]:
    """The points with label 1 for both runs."""
    ones, _ = padded(rows, padding)
    return ones, ones


def exchanged(rows: Rows, padding: object) -> tuple[Rows, Rows]:
    """Labels the wrong way round."""
    ones, zeros = padded(rows, padding)
    return zeros, ones


def ones_only(rows: Rows, padding: object) -> tuple[Rows, Rows]:
    """The points with label 1 padded, all points in place of the others."""
    ones, _ = padded(rows, padding)
    return ones, tuple(x for x, _ in rows)


def elsewhere(rows: Rows, padding: object) -> tuple[Rows, Rows]:
    """Zeros are padded with another point."""
    ones, _ = padded(rows, padding)
    return ones, tuple((0 if padding else 1) if y else x for x, y in rows)


def own_row(rows: Rows, padding: object) -> tuple[Rows, Rows]:
    """Padded with the point of the first row."""
    del padding
    return padded(rows, rows[0][0]) if rows else ((), ())


def sorted_by_label(rows: Rows, padding: object) -> tuple[Rows, Rows]:
    """Points with the label first, then the padding, and a point is repeated to fill up."""
    ones, zeros = dropped(rows, padding)
    n = len(rows)
    return (ones * n or (padding,) * n)[:n], (zeros * n or (padding,) * n)[:n]


WRONG_HALVES: dict[str, Callable[[Rows, Any], tuple[Rows, Rows]]] = {
    "points of all labels": unpadded,
    "the same padding for both labels": same_twice,
    "labels exchanged": exchanged,
    "only the ones are padded": ones_only,
    "another padding for the zeros": elsewhere,
}


def printed_errors(concepts: Concepts, padding: Any, n: int, told: Told) -> list[Fraction]:
    """As it should be."""
    g1, g2, k = told
    c = Fraction(2 * k, n) - 1 if n else Fraction(0)
    return [
        (1 - (a - b + sign(h(padding)) * c)) / 2 for h, a, b in zip(concepts, g1, g2, strict=True)
    ]


def fraction_of_ones(concepts: Concepts, padding: Any, n: int, told: Told) -> list[Fraction]:
    """K/n for 2K/n - 1."""
    g1, g2, k = told
    return [
        (1 - (a - b + sign(h(padding)) * Fraction(k, n))) / 2
        for h, a, b in zip(concepts, g1, g2, strict=True)
    ]


def no_count(concepts: Concepts, padding: Any, n: int, told: Told) -> list[Fraction]:
    """The constant is left out."""
    del padding, n
    g1, g2, _ = told
    return [(1 - (a - b)) / 2 for _, a, b in zip(concepts, g1, g2, strict=True)]


def added_runs(concepts: Concepts, padding: Any, n: int, told: Told) -> list[Fraction]:
    """G1 + G2 for G1 - G2."""
    g1, g2, k = told
    return printed_errors(concepts, padding, n, (g1, tuple(-b for b in g2), k))


@dataclass(frozen=True)
class WrongTranscript:
    """What a learner with one step changed sees."""

    learner: WrongLearner

    @property
    def guarantee(self) -> Guarantee[Any]:
        """That of the right one."""
        return self.learner.guarantee

    def __call__(self, database: Rows, coins: Coins[Any], /) -> Told:
        it = self.learner
        return it.told(database, coins)


@dataclass(frozen=True)
class WrongLearner:
    """The learner with one step changed."""

    release: Any
    public: Rows
    concepts: Concepts
    padding: Any
    count_eps: Epsilon[Any]
    halves: Callable[[Rows, Any], tuple[Rows, Rows]] = padded
    public_halves: Callable[[Rows, Any], tuple[Rows, Rows]] = padded
    noisy: bool = True
    same_coins: bool = False
    """Both runs of noisy counts have the same noise."""

    errors: Callable[..., list[Fraction]] = printed_errors
    ties: str = "first"
    runs: int = 1

    @property
    def guarantee(self) -> Guarantee[Any]:
        """That of the right one."""
        given = self.release, self.public, self.concepts, self.padding, self.count_eps
        return LearnerFromAssistedRelease(*given).guarantee

    @property
    def transcript(self) -> WrongTranscript:
        """All that it sees."""
        return WrongTranscript(self)

    def told(self, database: Rows, coins: Coins[Any], /) -> Told:
        """Both runs, and K."""
        first, second = self.public_halves(self.public, self.padding)
        ones, zeros = self.halves(database, self.padding)
        n = len(database)
        if self.same_coins and hasattr(self.release, "domain"):
            g1, g2 = self._with_the_same_noise(ones, zeros, coins)
        else:
            g1 = coins.run(self.release(first), ones) if ones else ()
            for _ in range(self.runs - 1):
                again = coins.run(self.release(first), ones)
                g1 = tuple(map(max, g1, again))
            g2 = coins.run(self.release(second), zeros) if zeros else ()
        k = sum(y for _, y in database)
        if self.noisy:
            k = coins.run(NoisyInteger(self.count_eps.exp(-1), (0, n)), k)
        return g1, g2, k

    def __call__(self, database: Rows, coins: Coins[Any], /) -> object:
        g1, g2, k = coins.run(self.transcript, database)
        nothing = (Fraction(0),) * len(self.concepts)
        told = (g1 or nothing, g2 or nothing, k)
        errors = self.errors(self.concepts, self.padding, len(database), told)
        best = [i for i, e in enumerate(errors) if e == min(errors)]
        if self.ties == "last":
            return self.concepts[best[-1]]
        if self.ties == "private":
            best.sort(key=lambda i: sum(self.concepts[i](x) != y for x, y in database))
        return self.concepts[best[0]]

    def _with_the_same_noise(
        self, ones: Rows, zeros: Rows, coins: Coins[Any]
    ) -> tuple[Answers, Answers]:
        n, release = len(ones), self.release
        found: tuple[list[Fraction], list[Fraction]] = ([], [])
        for h in release.concepts:
            flat = len({h(x) for x in release.domain}) == 1
            noise = NoisyInteger(release.eps.exp(-1), (-n, n))
            z = 0 if flat else coins.run(noise, 0)
            for answers, rows in zip(found, (ones, zeros), strict=True):
                a = min(max(sum(map(h, rows)) + z, 0), n)
                answers.append(Fraction(2 * a, n) - 1)
        return tuple(found[0]), tuple(found[1])


def learner(**change: Any) -> Callable[..., WrongLearner]:
    """From the release, the public rows, the concepts, the padding and the eps of the count."""
    return lambda *given: WrongLearner(*given, **change)


def more_eps(release: Family, *others: Any) -> Promising:
    """The count has twice the eps that is promised for it."""
    public, concepts, padding, count = others
    made = LearnerFromAssistedRelease(release, public, concepts, padding, count * 2)
    right = LearnerFromAssistedRelease(release, public, concepts, padding, count)
    return WithTranscript(made, right.guarantee)


@dataclass(frozen=True)
class WithTranscript(Promising):
    """A learner with a promise that is not its own, and so is its transcript."""

    @property
    def transcript(self) -> Promising:
        """What it sees."""
        return Promising(self.mechanism.transcript, self.guarantee)


def promising_less(change: Callable[[Guarantee[Any], Any], Guarantee[Any]]) -> Callable[..., Any]:
    """The right learner, with another promise."""

    def built(*given: Any) -> WithTranscript:
        made = LearnerFromAssistedRelease(*given)
        return WithTranscript(made, change(made.guarantee, given[-1]))

    return built


INACCURATE: dict[str, Callable[..., object]] = {
    "K/n for 2K/n - 1": learner(errors=fraction_of_ones),
    "no constant": learner(errors=no_count),
    "G1 + G2": learner(errors=added_runs),
    "labels exchanged": learner(halves=exchanged, public_halves=exchanged),
}
"""The choice is wrong, whatever the release is."""

OTHER_PUBLIC_ROWS: dict[str, Callable[..., object]] = {
    "public rows are not padded": learner(public_halves=unpadded),
    "public rows: the same padding for both labels": learner(public_halves=same_twice),
    "public rows: only the ones are padded": learner(public_halves=ones_only),
    "public rows padded with another point": learner(public_halves=elsewhere),
    "public rows: labels exchanged": learner(public_halves=exchanged),
}
"""As private; only a release that looks at public rows shows it."""

LEAKING: dict[str, Callable[..., object]] = {
    "the other label is dropped, not padded": learner(halves=dropped),
    "K without noise": learner(noisy=False),
    "both runs with the same coins": learner(same_coins=True),
    "asks twice about the ones": learner(runs=2),
    "twice the eps for K": more_eps,
    "promises the loss of one run": promising_less(
        lambda it, count: replace(it, exp_eps=it.exp_eps / count.exp(2))
    ),
    "promises nothing for K": promising_less(
        lambda it, count: replace(it, exp_eps=it.exp_eps / count.exp())
    ),
}
"""Transcripts show it; two counts lose 2 eps a run."""


def one_run_twice(which: int) -> Callable[..., WithTranscript]:
    """What one run promises, for both."""

    def built(*given: Any) -> WithTranscript:
        made = LearnerFromAssistedRelease(*given)
        one, count = made.transcript.releases[which].guarantee, Guarantee.pure(given[-1])
        return WithTranscript(made, composed_guarantee([one, one, count]))

    return built


ONE_RUN_TWICE: dict[str, Callable[..., object]] = {
    "promises the loss of the first run twice": one_run_twice(0),
    "promises the loss of the second run twice": one_run_twice(1),
}
"""Releases that promise more for some public rows than for others show it."""

TIED: dict[str, Callable[..., object]] = {"ties go to the private sample": learner(ties="private")}
