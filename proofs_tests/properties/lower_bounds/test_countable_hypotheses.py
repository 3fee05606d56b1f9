"""Points that finitely many hypotheses confuse, against private learners."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from proofs_tests.properties.measured import curve_of, law_of, laws_of, samples
from proofs_tests.properties.sides import at_most, refused
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.concepts import functions
from proofs_tests.strategies.laws import distributions
from proofs_tests.strategies.mechanisms import Listed, pure, sequences
from proofs_tests.strategies.numbers import PROBABILITIES
from proofs_tests.strategies.sized import sized
from reference.data.adjacency import replace_one
from reference.data.concept import Values, labelled_examples
from reference.lower_bounds.countable_hypotheses import (
    agreement,
    disjoint_sequence,
    finite_part,
    missed_part,
)

TABLE = (Values((1, 0, 0)), Values((0, 1, 0)), Values((0, 1, 1)))
EXAMPLES = labelled_examples(3)


def longest(hard: Any, hypotheses: Sequence[Values], size: int, steps: int) -> Any:
    """So many steps, or as many as there are."""
    try:
        return hard(hypotheses, size, steps)
    except ValueError:
        return longest(hard, hypotheses, size, steps - 1) if steps else ()


@property_of(
    (disjoint_sequence, agreement),
    {
        "points again": " - {step.point for step in found} => ",
        "nothing is avoided": "avoided += good => avoided += ()",
        "one half is good": ">= GOOD => >= GOOD / 2",
    },
    hypotheses=st.lists(functions(4), min_size=2, max_size=3, unique=True),
    steps=st.integers(1, 4),
)
def test_good_hypotheses_are_disjoint(made: Any, hypotheses: list[Values], steps: int) -> None:
    """Different points, all good hypotheses; it ends early only if all points are told apart."""
    (hard, agree), left = made, {*range(4)}
    found, before = longest(hard, hypotheses, 4, steps), list[Values]()
    for step in found:
        x, y, good = step.point, step.other, step.good
        assert x in left
        assert step.masses(4) == tuple(Fraction(z in {x, y}, 2) for z in range(4))
        assert all(h(x) == h(y) for h in before)
        assert [*good] == [h for h in hypotheses if h(x) > h(y)]
        assert all(2 * agree(h, x, y) == 1 + h(x) - h(y) for h in hypotheses)
        left.remove(x)
        before += good
    assert len({*before}) == len(before)
    columns = [[h(x) for h in before] for x in range(4)]
    assert len(found) == steps or all(columns.count(columns[x]) == 1 for x in left)


@property_of(
    (finite_part, missed_part, disjoint_sequence),
    {
        "as for neighbours": "exp_eps**-rows => exp_eps**-1",
        "less": "/ 3 => / 4",
        "less than what may be missed": "if rest <= missed => if rest < missed",
        "hypotheses are good for two points": "avoided += good => avoided += ()",
    },
    learner=sized(
        st.sampled_from([1, 2]),
        lambda n: (
            distributions(range(3)).map(
                lambda law: Listed(dict.fromkeys(sequences(EXAMPLES, n), law))
            )
            | pure(EXAMPLES, n, range(3))
        ),
    ),
    some=PROBABILITIES.filter(bool),
)
def test_what_is_kept_on_one_database_is_likely_on_all(
    made: Any, learner: tuple[int, Any], some: Fraction
) -> Fraction:
    """Missed with 1/3 at most: e^(eps n) times as often as on the first database.

    So are the hypotheses kept that are good for a point, on examples of it; they are good for no
    other, and their chances add up to e^(eps n) times the chance of what is kept.  What is kept is
    the shortest beginning that misses so little.
    """
    (part, missed, hard), (rows, base) = made, learner
    universe = replace_one(EXAMPLES, rows, ordered=True)
    ratio: Any = curve_of(base, universe).max_ratio
    first, *others = laws_of(base, universe.databases())
    assert refused(part, [(k, first.probability(k)) for k in range(3)], Fraction(0))
    short = part([(k, first.probability(k)) for k in range(3)], some)
    assert short == tuple(range(len(short)))
    assert first.probability_that(lambda k: k not in short) <= some
    assert not short or first.probability_that(lambda k: k >= short[-1]) > some
    assert missed(ratio, rows) * ratio**rows == Fraction(1, 3)
    kept = part([(k, first.probability(k)) for k in range(3)], missed(ratio, rows))
    worst = max(law.probability_that(lambda k: k not in kept) for law in others)
    most, chances = ratio**rows * first.probability_that(kept.__contains__), Fraction(0)
    for step in longest(hard, [TABLE[k] for k in kept], 3, 3):
        good = {k for k in kept if TABLE[k](step.point) > TABLE[k](step.other)}
        for xs, p in samples(enumerate(step.masses(3)), rows):
            law = law_of(base, tuple((x, int(x == step.point)) for x in xs))
            chances += p * law.probability_that(good.__contains__)
    return min(
        at_most(worst, Fraction(1, 3), f"on another database the chance of none of {kept}"),
        at_most(chances, most, "for all points the chances of good hypotheses, added up,"),
    )
