"""Releases with public rows that have one thing wrong; they promise what the right one does.

Representatives that are chosen among the private rows are none: they change no law.
"""

from audits.claims.prelude import *
from audits.claims.bcmnuw20.impostors.multiplicative_weights import variant
from reference.data.concept import Hypothesis
from reference.data.public_cover import (
    projections,
    public_cover,
    representative_domain,
    representatives,
)
from reference.mechanisms.release.multiplicative_weights import MultiplicativeWeights
from reference.mechanisms.release.public_assisted_release import Answers, PAPRelease
from reference.mechanisms.release.weights import PointWeights


def promised(release: PAPRelease[Any]) -> Guarantee[Any]:
    """What the right release with these parameters promises."""
    return right(release).guarantee


def right(release: PAPRelease[Any]) -> PAPRelease[Any]:
    """The right release with these parameters."""
    return PAPRelease(
        release.listed,
        release.domain,
        release.public,
        release.threshold,
        release.count,
        release.rate,
        release.eps,
    )


class PublicRowsCount(PAPRelease[Any]):
    """The public rows are added to the private ones."""

    @override
    def __call__(self, database: Rows, coins: Coins[Any], /) -> Answers:
        """An answer for each concept."""
        return coins.run(right(self), (*database, *self.public))


class AllPoints(PAPRelease[Any]):
    """The weights are on all points, without representatives."""

    @property
    def points(self) -> Sequence[int]:
        """Where the weights are."""
        return range(self.domain.size)

    @property
    @override
    def inner(self) -> MultiplicativeWeights[Any, Any]:
        """Multiplicative weights."""
        start: PointWeights[Hypothesis] = PointWeights.uniform(self.points, self.rate)
        tests, answer = self.eps * Fraction(4, 5), self.eps * Fraction(1, 5)
        count = self.count if len(self.points) > 1 else 0
        return MultiplicativeWeights(self.cover, start, self.threshold, count, tests, answer)


class AllConceptsTell(AllPoints):
    """Points are told apart by all concepts, not by those of the cover."""

    @property
    @override
    def points(self) -> Sequence[int]:
        """Where the weights are."""
        return representative_domain(self.listed, self.domain.size)


class CoverFromPrivateRows(PAPRelease[Any]):
    """The cover is chosen by the values on public and private rows."""

    @property
    @override
    def guarantee(self) -> Guarantee[Any]:
        """What is promised."""
        return promised(self)

    @override
    def __call__(self, database: Rows, coins: Coins[Any], /) -> Answers:
        """An answer for each concept."""
        return coins.run(replace(right(self), public=(*self.public, *database)), database)


class PickedByTheRows(PAPRelease[Any]):
    """Of the concepts with the same values, that with the largest mean on the private rows."""

    @property
    @override
    def guarantee(self) -> Guarantee[Any]:
        """What is promised."""
        return promised(self)

    @override
    def __call__(self, database: Rows, coins: Coins[Any], /) -> Answers:
        """An answer for each concept."""
        known = self.listed
        order = sorted(range(len(known)), key=lambda k: -sum(map(known[k], database)))
        chosen = replace(right(self), concepts=tuple(known[k] for k in order))
        found = dict(zip(order, coins.run(chosen, database), strict=True))
        return tuple(found[k] for k in range(len(known)))


class NoCover(PAPRelease[Any]):
    """Every concept is asked, whatever the public rows are."""

    @override
    def __call__(self, database: Rows, coins: Coins[Any], /) -> Answers:
        """An answer for each concept."""
        everywhere = tuple(self.domain.values)
        return coins.run(replace(right(self), public=everywhere), database)


class NoPrivateRows(PAPRelease[Any]):
    """The public rows are asked instead of the private ones."""

    @override
    def __call__(self, database: Rows, coins: Coins[Any], /) -> Answers:
        """An answer for each concept."""
        del database
        return coins.run(right(self), self.public)


class Shown(PAPRelease[Any]):
    """The answers of the right release, made into something else."""

    def shown(self, answers: Answers) -> Answers:
        """What is answered."""
        raise NotImplementedError

    @override
    def __call__(self, database: Rows, coins: Coins[Any], /) -> Answers:
        """An answer for each concept."""
        return self.shown(coins.run(right(self), database))


class Fractions(Shown):
    """Fractions are answered, not means of -1 and +1."""

    @override
    def shown(self, answers: Answers) -> Answers:
        """What is answered."""
        return tuple((g + 1) / 2 for g in answers)


class Doubled(Shown):
    """2 a is answered, and not 2 a - 1."""

    @override
    def shown(self, answers: Answers) -> Answers:
        """What is answered."""
        return tuple(g + 1 for g in answers)


class CoverOnly(Shown):
    """Only the concepts of the cover are answered."""

    @override
    def shown(self, answers: Answers) -> Answers:
        """What is answered."""
        kept = set(self.cover)
        return tuple(g for h, g in zip(self.listed, answers, strict=True) if h in kept)


class NextInTheCover(Shown):
    """Every concept is answered as the one after its projection in the cover."""

    @override
    def shown(self, answers: Answers) -> Answers:
        """What is answered."""
        said = dict(zip(self.listed, answers, strict=True))
        cover = self.cover
        after = dict(zip(cover, (*cover[1:], cover[0]), strict=True))
        return tuple(said[after[h]] for h in projections(self.listed, self.public))


class NotClamped(PAPRelease[Any]):
    """Noisy counts up to n below 0 and above n are answered."""

    @property
    @override
    def inner(self) -> MultiplicativeWeights[Any, Any]:
        """Multiplicative weights."""
        given = right(self).inner
        losses = given.test_eps, given.answer_eps
        wrong = variant(unclamped=True)
        found: MultiplicativeWeights[Any, Any] = wrong(
            given.queries, given.start, given.threshold, given.count, *losses
        )
        return found


class OfTheMedian(PAPRelease[Any]):
    """All rows become their median."""

    @override
    def represented(self, database: Rows) -> Rows:
        """Other rows."""
        return tuple(sorted(database)[len(database) // 2] for _ in database)


class CountedFromTheLeast(PAPRelease[Any]):
    """Rows are counted from the least one."""

    @override
    def represented(self, database: Rows) -> Rows:
        """Other rows."""
        return tuple(self.representative(x - min(database)) for x in database)


class MovedByTheLeast(PAPRelease[Any]):
    """No row is represented by a point far above the least row."""

    @override
    def represented(self, database: Rows) -> Rows:
        """Other rows."""
        return tuple(self.representative(min(x, min(database) + 1)) for x in database)


class EverythingAtZero(PAPRelease[Any]):
    """All rows become the first point."""

    @override
    def represented(self, database: Rows) -> Rows:
        """Other rows."""
        return (0,) * len(database)


class ExactAnswers(PAPRelease[Any]):
    """No noise at all: the means on the representatives."""

    deterministic = True

    @property
    @override
    def guarantee(self) -> Guarantee[Any]:
        """What is promised."""
        return promised(self)

    @override
    def __call__(self, database: Rows, coins: Coins[Any], /) -> Answers:
        """An answer for each concept."""
        del coins
        n = max(1, len(database))
        means = {h: Fraction(2 * sum(map(h, database)), n) - 1 for h in self.cover}
        return tuple(means[h] for h in projections(self.listed, self.public))


class Altered(PAPRelease[Any]):
    """Multiplicative weights with other losses, or more corrections."""

    tests, answer, more = Fraction(4, 5), Fraction(1, 5), 0

    @property
    @override
    def guarantee(self) -> Guarantee[Any]:
        """What is promised."""
        return promised(self)

    @property
    @override
    def inner(self) -> MultiplicativeWeights[Any, Any]:
        """Multiplicative weights."""
        wanted = right(self).inner
        return MultiplicativeWeights(
            wanted.queries,
            wanted.start,
            wanted.threshold,
            wanted.count + self.more,
            self.eps * self.tests,
            self.eps * self.answer,
        )


class HalfTheNoiseOfTests(Altered):
    """The tests lose twice as much."""

    tests = Fraction(8, 5)


class LittleNoiseInAnswers(Altered):
    """The answers lose the whole of what a correction may."""

    answer = Fraction(1)


class OneCorrectionMore(Altered):
    """c + 1 corrections."""

    more = 1


class HalfPromised(PAPRelease[Any]):
    """Less than 4/5 of the loss is promised; half of it is less still."""

    @property
    @override
    def guarantee(self) -> Guarantee[Any]:
        """What is promised."""
        full = promised(self)
        part = self.eps.exp(Fraction(4 * self.count, 5))
        return full if full.exp_eps == self.eps.exp(0) else Guarantee(part, full.delta)


LEAKING: dict[str, Build] = {
    "the cover is chosen by private rows, too": CoverFromPrivateRows,
    "the concept of a pattern is chosen by the private rows": PickedByTheRows,
    "no noise": ExactAnswers,
    "half of the noise in the tests": HalfTheNoiseOfTests,
    "too little noise in the answers": LittleNoiseInAnswers,
}
"""Refuted as private."""

OTHER_LAWS: dict[str, Build] = {
    "the public rows are added to the private ones": PublicRowsCount,
    "weights on all points": AllPoints,
    "points are told apart by all concepts": AllConceptsTell,
    "every concept is asked": NoCover,
    "the public rows are asked instead": NoPrivateRows,
    "fractions are answered": Fractions,
    "2 a is answered": Doubled,
    "the projection is the next in the cover": NextInTheCover,
}
"""Other laws, most of them as private."""


def next_projections(concepts: Sequence[Any], public: Rows) -> tuple[Any, ...]:
    """The concept after the projection, in the order of the cover."""
    cover = public_cover(concepts, public)
    after = dict(zip(cover, (*cover[1:], cover[0]), strict=True))
    return tuple(after[h] for h in projections(concepts, public))


def first_projections(concepts: Sequence[Any], public: Rows) -> tuple[Any, ...]:
    """The first concept for all."""
    del public
    return tuple(concepts[0] for _ in concepts)


def by_the_first_row(concepts: Sequence[Any], public: Rows) -> tuple[Any, ...]:
    """Concepts that agree on the first public row only."""
    return projections(concepts, public[:1])


def without_the_last(concepts: Sequence[Any], size: int) -> tuple[int, ...]:
    """Representatives of all concepts but the last."""
    return representatives(concepts[:-1], size)


def moved_representatives(concepts: Sequence[Any], size: int) -> tuple[int, ...]:
    """The representative of the next point."""
    found = representatives(concepts, size)
    return (*found[1:], found[0])


def first_point(concepts: Sequence[Any], size: int) -> tuple[int, ...]:
    """One point stands for all."""
    del concepts
    return (0,) * size
