"""Without public rows: they are drawn from what says nothing."""

from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

from hypothesis import strategies as st

from proofs_tests.properties.measured import (
    curve_between,
    curve_of,
    law_of,
    samples,
    slack,
    slack_at,
)
from proofs_tests.properties.sides import named, refused
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.concepts import ByPublicRows, assisted, replaced
from proofs_tests.strategies.laws import distributions
from proofs_tests.strategies.mechanisms import Stated, private, sequences
from reference.data.adjacency import replace_one
from reference.data.concept import LabelledExample, labelled_examples
from reference.data.database import Database
from reference.privacy.curve import upper_envelope
from reference.privacy.guarantee import Guarantee
from reference.probability.dist import Dist
from reference.reductions.learner_without_public_rows import MixedInPlace, MixedWithBase, mixed

EXAMPLES = labelled_examples(2)
FAILURE = "failure"
Marked = tuple[tuple[LabelledExample, int], ...]
PROMISE = Guarantee(Fraction(3), Fraction(1, 8))


class Case(NamedTuple):
    """A learner, its numbers of private and of public rows, a share, and the rows of a base."""

    learner: ByPublicRows[LabelledExample, str]
    rows: int
    public: int
    share: Fraction
    base: Database[LabelledExample]


def cases(*public_rows: int) -> st.SearchStrategy[Case]:
    """With so many public rows."""
    return st.sampled_from(public_rows).flatmap(
        lambda public: st.builds(
            Case,
            assisted(EXAMPLES, public, private(EXAMPLES, "ab"), promise=PROMISE),
            st.sampled_from((2, 2, 1, 0)),
            st.just(public),
            st.sampled_from([Fraction(1, 2), Fraction(1, 3), Fraction(3, 4)]),
            st.lists(st.sampled_from(EXAMPLES), min_size=1, max_size=2).map(tuple),
        )
    )


CASES = cases(1, 0)


@property_of(
    (MixedWithBase, MixedInPlace, mixed),
    {
        "every second example": "used += 1 => used += 2",
        "one public row for all": (
            "tuple(coins.draw(base) for _ in range(self.public_rows))  # 1"
            " => (coins.draw(base),) * self.public_rows"
        ),
        "one public row for all, in place": (
            "tuple(coins.draw(base) for _ in range(self.public_rows))\n"
            " => (coins.draw(base),) * self.public_rows\n"
        ),
        "the last row of the base": (
            "tuple(row if coins.draw(real) else coins.draw(base) for => "
            "tuple(row if coins.draw(real) else self.base[-1] for"
        ),
        "the base replaces": "masses.get(row, Fraction(0)) + (1 => (1",
    },
    case=cases(1, 0, 2),
    law=distributions(EXAMPLES),
    short=st.sampled_from((0, 1)),
)
def test_a_sample_of_d_becomes_one_of_the_mixture(
    made: Any, case: Case, law: Dist[LabelledExample, Fraction], short: int
) -> None:
    """On n examples of D: A on n of (1 - theta) D0 + theta D and m of D0.

    On fewer examples of D the next unused ones fail if more rows are of D than there are.
    """
    (next_unused, in_place, mixture), (learner, rows, public, theta, base) = made, case
    source = tuple((x, law.probability(x)) for x in law)
    even = [(x, Fraction(1, len(base))) for x in base]
    marked = [((x, 1), theta * p) for x, p in source]
    marked += [((x, 0), (1 - theta) * p) for x, p in even]
    masses = mixture(base, source, theta)
    assert dict(masses) == {x: sum(p for (y, _), p in marked if y == x) for (x, _), _ in marked}
    assert len(masses) == len(dict(masses))

    def said(size: int, drawn: tuple[Database[LabelledExample], Marked]) -> Dist[str, Fraction]:
        if sum(mark for _, mark in drawn[1]) > size:
            return Dist.point(FAILURE)
        return law_of(learner(drawn[0]), tuple(x for x, _ in drawn[1]))

    drawn = Dist.weighted(samples(even, public)).product(Dist.weighted(samples(marked, rows)))
    sized = ((next_unused(*case, FAILURE), max(rows - short, 0)), (in_place(*case), rows))
    for each, size in sized:
        found = Dist.weighted(samples(source, size)).bind(partial(law_of, each))
        assert found == drawn.bind(partial(said, size))


@property_of(
    (MixedWithBase, MixedInPlace),
    {
        "the first example for all": "append(database[used]) => append(database[0])",
        "always the example": "if coins.draw(real) else => if True else",
        "no amplified promise": "public_rows), self.share) => public_rows), Fraction(1))",
    },
    case=CASES.filter(lambda case: case.rows),
    database=st.permutations(EXAMPLES).map(lambda rows: tuple(rows[:2])),
    place=st.integers(0, 1),
)
def test_it_loses_what_the_learner_loses_or_less(
    made: Any, case: Case, database: Database[LabelledExample], place: int
) -> Fraction:
    """A replaced example: delta(x) at most; in place at most theta delta(x) at 1 + theta (x - 1).

    The curve of A is that over all public rows of D0 and all private rows.
    All of these have to promise the same.
    """
    learner, rows, public, theta, base = case
    next_unused, in_place = made[0](*case, FAILURE), made[1](*case)
    x, delta = PROMISE.exp_eps, PROMISE.delta
    assert refused(made[0], learner, rows, -1, theta, base, FAILURE)
    assert refused(made[1], learner, rows, -1, theta, base)
    assert next_unused.guarantee == PROMISE
    assert in_place.guarantee == Guarantee(1 + theta * (x - 1), theta * delta)
    for w in sequences(base, public) if public and len({*base}) > 1 else ():
        strange = Stated(learner(w), Guarantee(x + 1, delta))
        mixed_with = (ByPublicRows({**learner.mechanisms, w: strange}), *case[1:])
        assert refused(getattr, made[0](*mixed_with, FAILURE), "guarantee")
        assert refused(getattr, made[1](*mixed_with), "guarantee")
    universe = replace_one(EXAMPLES, rows, ordered=True)
    curves = [curve_of(learner(w), universe) for w in sequences(base, public)]
    pairs = replaced(database[:rows], place % rows, EXAMPLES)
    first, second = curve_between(next_unused, pairs), curve_between(in_place, pairs)
    most = upper_envelope(curves)
    stretched = [(1 + theta * (x - 1), theta * delta) for x, delta in most.breakpoints]
    return min(
        named(slack(first, most), "with the next unused example"),
        named(slack_at(second, stretched), "in place"),
    )
