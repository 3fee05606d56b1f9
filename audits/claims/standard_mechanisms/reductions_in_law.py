"""Laws of what is made of a release: weights for listed queries, transcripts, synthetic rows."""

from typing import ClassVar

from audits.claims.prelude import *
from audits.claims.standard_mechanisms.declared.declared import DELTA, FOUR, TWO_EPS, number
from audits.claims.standard_mechanisms.declared.leaks import Leak, Leaking, as_mean
from audits.claims.standard_mechanisms.declared.release import LETTERS
from audits.claims.standard_mechanisms.every_eps import R, every
from reference.data.workloads import Workload
from reference.mechanisms.release.private_multiplicative_weights import (
    OnlinePrivateWeights,
    PrivateMultiplicativeWeights,
)
from reference.reductions.learner_from_assisted_release import AssistedTranscript
from reference.reductions.learner_from_release import Transcript
from reference.reductions.synthetic_data import SyntheticData


@dataclass(frozen=True, slots=True)
class Below:
    """Whether a point is below the end of an interval."""

    end: int

    def __call__(self, point: int, /) -> int:
        return int(point < self.end)


QUERIES: dict[str, tuple[Any, tuple[Callable[[int], int], ...], Domain[int], Rows]] = {
    "two of three alike": (LETTERS[1:], LETTERS[1:], FOUR, (0, 2, 2)),
    "thresholds": (Workload.THRESHOLDS, tuple(map(Below, range(3))), TWO_EPS, (0, 1)),
}
"""Queries, the same as written, the domain, and rows."""


WRONG[PrivateMultiplicativeWeights] = {
    "one epoch more": given(PrivateMultiplicativeWeights, epochs=lambda epochs: epochs + 1),
    "one row less is corrected": given(PrivateMultiplicativeWeights, threshold=lambda t: t - 1),
    "updates by the other count": given(
        PrivateMultiplicativeWeights, by_answer=lambda by_answer: not by_answer
    ),
    "a smaller correction": given(PrivateMultiplicativeWeights, rate=lambda rate: (1 + rate) / 2),
}


@claim(
    "CORE.private-weights-law",
    over(queries=tuple(QUERIES), by_answer=(False, True)),
    about=PrivateMultiplicativeWeights,
)
def listed_queries(build: Build, queries: str, by_answer: bool) -> Check:
    """Private multiplicative weights for a list of queries are those for an analyst who asks them
    in this order, from uniform weights on the domain.

    Cases: Three queries of which two are the same, and thresholds by their name; two epochs;
    updates by either count; every eps.
    """
    given, written, domain, rows = QUERIES[queries]
    start: PointWeights[Any] = PointWeights.uniform(range(domain.size), HALF)
    online: OnlinePrivateWeights[Any, Any] = OnlinePrivateWeights(
        lambda transcript: written[len(transcript)],
        len(written),
        start,
        Fraction(1),
        2,
        every(1),
        by_answer,
    )
    found = law(build(given, domain, Fraction(1), 2, HALF, every(1), by_answer), rows)
    expected = law(online, rows)
    for transcript in {**dict.fromkeys(expected), **dict.fromkeys(found)}:
        answers = [(answer.value, answer.asked) for answer in transcript]
        p = expected.probability(transcript)
        yield eq(str(answers), found.probability(transcript), p)


@dataclass(frozen=True, slots=True)
class ExactMeans:
    """A release without noise: E[x] of the private rows and of the public ones, bits as signs."""

    public: Rows
    guarantee: ClassVar[Guarantee[Fraction]] = number(1, 1)

    def __call__(self, database: Rows, coins: Coins[Any], /) -> tuple[Fraction, ...]:
        del coins
        return tuple(Fraction(2 * sum(rows), len(rows)) - 1 for rows in (database, self.public))


PUBLIC = ((1, 1), (1, 0), (1, 0), (0, 1))
EXAMPLES = (((1, 1),), ((1, 0), (0, 1)), ((1, 1), (1, 1), (1, 0)))
Examples = tuple[tuple[int, int], ...]


WRONG[AssistedTranscript] = {
    "twice the eps": twice_eps(AssistedTranscript),
    "no public rows": given(AssistedTranscript, public=lambda public: public[:1]),
    "the other padding": given(AssistedTranscript, padding=lambda padding: 1 - padding),
    "labels exchanged": given(
        AssistedTranscript, public=lambda public: tuple((x, 1 - y) for x, y in public)
    ),
}


@claim(
    "CORE.assisted-transcript-law",
    over(database=EXAMPLES, padding=(0, 1)),
    about=AssistedTranscript,
)
def transcript_in_law(build: Build, database: Examples, padding: int) -> Check:
    """The transcript has the answers for the points with label 1, the others padded, those for the
    points with label 0, private and public ones alike, and a noisy number of ones.

    Cases: One to three examples on the points 0 and 1, four public ones, either point for padding;
    a release without noise, so that answers are fractions that are counted by hand; every eps.
    """
    n, ones = len(database), sum(y for _, y in database)
    fractions: list[tuple[Fraction, ...]] = []
    for label in (1, 0):
        padded = [[x if y == label else padding for x, y in rows] for rows in (database, PUBLIC)]
        fractions.append(tuple(Fraction(sum(points), len(points)) for points in padded))
    noise = TwoSidedGeometric(1 / R)
    found = law(build(ExactMeans, PUBLIC, padding, every(1)), database)
    for k in range(n + 1):
        p = noise.probability(abs(k - ones))
        if k in {0, n}:
            p = noise.at_least(abs(ones - k))
        yield eq(f"{k} ones", found.probability(Transcript(fractions[0], fractions[1], k)), p)


LEAK = Guarantee(R, DELTA)


WRONG[SyntheticData] = {
    "the next row is near enough": given(SyntheticData, tolerance=Fraction(2, 3)),
    "two rows": given(SyntheticData, rows=2),
    "the first point": given(SyntheticData, concepts=(PointFunction(0),)),
}


@claim("CORE.synthetic-data-law", over(bit=(0, 1)), about=SyntheticData)
def rows_in_law(build: Build, bit: int) -> Check:
    """Synthetic rows for the mean 2 k/3 - 1 of the indicator of the point 1 are k ones of three
    rows, with the probability of that answer of the release.

    Cases: A release with four answers: the bit of the database is told with probability delta,
    else by randomised response, all told apart; tolerance 0; every eps.
    """
    release = Leaking(LEAK, as_mean)
    found = law(build(release, (PointFunction(1),), 2, 3, Fraction(0)), (bit,))
    chances: dict[Leak, Any] = {
        (1, bit): DELTA,
        (0, bit): (1 - DELTA) * R / (1 + R),
        (0, 1 - bit): (1 - DELTA) / (1 + R),
    }
    for told, said in ((0, 0), (0, 1), (1, 0), (1, 1)):
        k = 2 * told + said
        rows = (0,) * (3 - k) + (1,) * k
        yield eq(f"{rows}", found.probability(rows), chances.get((told, said), DELTA * 0))
