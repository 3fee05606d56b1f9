"""Without public rows: they are drawn from what says nothing."""

from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from proofs_tests.properties.measured import curve_between, curve_of, law_of
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.concepts import (
    assisted,
    blended,
    databases,
    replaced,
    samples,
    sources,
)
from proofs_tests.strategies.mechanisms import private, sequences
from reference.data.adjacency import replace_one
from reference.data.concept import labelled_examples
from reference.privacy.guarantee import Guarantee
from reference.probability.dist import Dist
from reference.reductions.learner_without_public_rows import MixedInPlace, MixedWithBase, mixed

EXAMPLES = labelled_examples(2)
FAILURE = "failure"
PROMISE = Guarantee(Fraction(3), Fraction(1, 8))


@st.composite
def cases(draw: st.DrawFn) -> tuple[Any, ...]:
    """A learner, its numbers of private and of public rows, a share, and the rows of a base."""
    public = draw(st.sampled_from((1, 0)))
    learner = draw(assisted(EXAMPLES, public, private(EXAMPLES, "ab"), promise=PROMISE))
    share = draw(st.sampled_from([Fraction(1, 2), Fraction(1, 3), Fraction(3, 4)]))
    base = draw(st.lists(st.sampled_from(EXAMPLES), min_size=1, max_size=2, unique=True))
    return learner, draw(st.sampled_from((2, 1, 0))), public, share, tuple(base)


@property_of(
    (MixedWithBase, MixedInPlace, mixed),
    {
        "every second example": "used += 1 => used += 2",
        "the last row of the base": (
            "tuple(row if coins.draw(real) else coins.draw(base) for => "
            "tuple(row if coins.draw(real) else self.base[-1] for"
        ),
        "the base replaces": "masses.get(row, Fraction(0)) + (1 => (1",
    },
    case=cases(),
    source=sources(EXAMPLES),
    short=st.sampled_from((0, 1)),
)
def test_a_sample_of_d_becomes_one_of_the_mixture(
    made: Any, case: Any, source: Any, short: int
) -> None:
    """On n examples of D: A on n of (1 - theta) D0 + theta D and m of D0.

    On fewer examples of D the next unused ones fail if more rows are of D than there are.
    """
    (next_unused, in_place, mixture), (learner, rows, public, theta, base) = made, case
    even: Any = tuple((x, Fraction(1, len(base))) for x in base)
    marked: Any = (
        *(((x, 1), theta * p) for x, p in source),
        *(((x, 0), (1 - theta) * p) for x, p in even),
    )
    masses = mixture(base, source, theta)
    assert dict(masses) == {x: sum(p for (y, _), p in marked if y == x) for (x, _), _ in marked}
    assert len(masses) == len(dict(masses))
    size, parts = max(rows - short, 0), []
    for w, p in samples(even, public):
        for found, q in samples(marked, rows):
            used = sum(mark for _, mark in found)
            said = law_of(learner(w), tuple(x for x, _ in found))
            parts.append((p * q, said if used <= size else Dist.point(FAILURE)))
    built = [next_unused(learner, rows, public, theta, base, FAILURE)]
    if size == rows:
        built.append(in_place(learner, rows, public, theta, base))
    for each in built:
        assert blended((p, law_of(each, s)) for s, p in samples(source, size)) == blended(parts)


@property_of(
    (MixedWithBase, MixedInPlace),
    {
        "the first example for all": "append(database[used]) => append(database[0])",
        "always the example": "if coins.draw(real) else => if True else",
        "no amplified promise": "public_rows), self.share) => public_rows), Fraction(1))",
    },
    case=cases().filter(lambda case: case[1]),
    database=databases(EXAMPLES, 2),
    place=st.integers(0, 1),
)
def test_it_loses_what_the_learner_loses_or_less(
    made: Any, case: Any, database: Any, place: int
) -> Fraction:
    """A replaced example: delta(x) at most; in place at most theta delta(x) at 1 + theta (x - 1).

    The curve of A is that over all public rows of D0 and all private rows.
    """
    learner, rows, public, theta, base = case
    next_unused = made[0](learner, rows, public, theta, base, FAILURE)
    in_place = made[1](learner, rows, public, theta, base)
    x, delta = PROMISE.exp_eps, PROMISE.delta
    assert next_unused.guarantee == PROMISE
    assert in_place.guarantee == Guarantee(1 + theta * (x - 1), theta * delta)
    universe = replace_one(EXAMPLES, rows, ordered=True)
    curves = [curve_of(learner(w), universe) for w in sequences(base, public)]
    pairs = replaced(database[:rows], place % rows, EXAMPLES)
    first, second = curve_between(next_unused, pairs), curve_between(in_place, pairs)
    slacks = []
    for x in {x for curve in curves for x, _ in curve.breakpoints}:
        most = max(curve.delta_at(x) for curve in curves)
        slacks.append(most - first.delta_at(x))
        slacks.append(theta * most - second.delta_at(1 + theta * (x - 1)))
    return min(slacks)
