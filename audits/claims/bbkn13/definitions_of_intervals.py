"""The definitions of sections 5 to 7: intervals, generated points, sanitisers."""

from fractions import Fraction
from itertools import product

from audits.claims.vocabulary import (
    decide,
    eq,
    le,
    lt,
)
from audits.ledger import UNGRADED, Form, Size, claim
from audits.verdict import Verdict
from reference.data.adjacency import replace_one
from reference.data.concept import (
    points,
)
from reference.lower_bounds.sanitiser_packing import (
    is_useful_answer,
    is_useful_as_printed,
    packing_database,
)
from reference.mechanisms.release.exponential_sanitiser import frequency, largest_error


@claim("BBKN13.D.Q")
def counting_queries_count(size: Size) -> Verdict:
    """Q_c(D) is the fraction of rows on which c is 1.

    Fair: All databases and points.
    """
    t, m = 3, size.pick(3, 4, 5)
    return decide(
        "counting queries",
        f"T={t}, m={m}",
        (
            eq(f"{d}, {c}", frequency(d, c.point) * m, sum(c(x) for x in d))
            for d in replace_one(range(t), m).databases()
            for c in points(t)
        ),
    )


@claim("BBKN13.D.sanitizer")
def synthetic_databases_answer_queries(size: Size) -> Verdict:
    """A synthetic database is useful iff it answers every counting query within alpha.

    Fair: Useful and useless outputs both occur.
    """
    t, m, alpha, items = 3, size.pick(3, 4, 5), Fraction(1, 3), []
    for d in replace_one(range(t), m).databases():
        for e in replace_one(range(t), 2).databases():
            answers = [frequency(e, x) for x in range(t)]
            if is_useful_answer(answers, d, alpha):
                items.append(lt(f"{d}, {e}: useful", largest_error(d, e), alpha))
            else:
                items.append(le(f"{d}, {e}: not useful", alpha, largest_error(d, e)))
    return decide("useful outputs", f"T={t}, m={m}, alpha=1/3", items)


def _answers(steps: int, size: int) -> list[tuple[Fraction, ...]]:
    return [
        tuple(Fraction(a, steps) for a in vector)
        for vector in product(range(steps + 1), repeat=size)
    ]


@claim("BBKN13.D.useful-i", refuted=UNGRADED)
def two_answers_characterise_usefulness(size: Size) -> Verdict:
    """The proof's conditions on two answers characterise usefulness for D_i.

    Fair: Answers on a grid, m = 12, alpha = 1/6, so that 3 alpha m = 6 copies.
    """
    t, m, alpha = 3, 12, Fraction(1, 6)
    items = [
        eq(
            f"answers {tuple(map(str, answers))}, i={i}",
            is_useful_as_printed(answers, i, alpha),
            is_useful_answer(answers, packing_database(i, m, 6), alpha),
        )
        for answers in _answers(size.pick(6, 12, 24), t)
        for i in range(t)
    ]
    return decide("printed usefulness", f"T={t}, m={m}, alpha=1/6", items)


@claim("BBKN13.D.useful-i", Form.CORRECTED)
def usefulness_implies_the_two_conditions(size: Size) -> Verdict:
    """An output that is useful for D_i and answers within [0, 1] satisfies the proof's two
    conditions; the converse needs the other answers to be below alpha.

    Fair: Answers on a grid in [0, 1]; useful answers occur for every i.
    """
    t, m, alpha = 3, 12, Fraction(1, 6)
    items, useful = [], dict.fromkeys(range(t), 0)
    for answers in _answers(size.pick(12, 24, 24), t):
        for i in range(t):
            full = is_useful_answer(answers, packing_database(i, m, 6), alpha)
            printed = is_useful_as_printed(answers, i, alpha)
            others = all(answers[x] < alpha for x in range(t) if x not in {0, i})
            useful[i] += full
            items.append(le(f"{answers}, {i}", full, printed))
            items.append(le(f"converse, {answers}, {i}", printed and others, full))
    items += [lt(f"some are useful for D_{i}", 0, count) for i, count in useful.items()]
    return decide("usefulness and its conditions", f"T={t}, m={m}, alpha=1/6", items)
