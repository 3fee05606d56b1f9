"""Section 8.1: what the lecture recapitulates of conjunctions of t attributes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations, product

from audits.claims.vocabulary import eq, le, lt
from audits.engines.comparisons import Comparison
from audits.ledger import Erratum, Form, Grade, claim, not_finitely_checkable, over

Rows = tuple[tuple[int, ...], ...]


@claim(
    "VT14.TXT.recap8",
    Form.PRINTED,
    over(constant=(1, 100), d=(16, 81)),
    about=lambda d, n: Fraction(d**2, n**4),
    refuted=Erratum(
        Grade.WORDING,
        "8.1, Recap: O~(d^(t/4)/(eps n)) lacks a square root; for t = 2 lecture 7 has sqrt(n) "
        "d^(1/4) in absolute terms, that is (d^(1/2)/n)^(1/2)",
        left="the fourth power of the error of lecture 7, d/n^2",
        right="that of C d^(1/2)/n",
    ),
)
def error_as_recapitulated(
    build: Callable[[int, int], Fraction], constant: int, d: int
) -> Iterator[Comparison]:
    """Recap: we have mechanisms with error in O~(d^(t/4)/(eps n)): for t = 2 this is the relative
    error of lecture 7.

    Fair: Constants C = 1 and 100, for what is dropped; n = d C^2 rows; fourth powers.
    """
    n = d * constant**2
    yield le("error", Fraction(d, n**2), constant**4 * build(d, n))


Exponents = Callable[[int], Fraction]
"""Of t: the e for which the error is (d^e/(eps n))^(1/2)."""


def consistent(t: int) -> Fraction:
    """ceil(t/2)/2."""
    return Fraction((t + 1) // 2, 2)


@claim(
    "VT14.TXT.recap8",
    Form.CORRECTED,
    over(t=(2, 3, 4, 5, 6), d=(16, 81), n=(10, 1000)),
    about=consistent,
    impostors={
        "t/2": lambda t: Fraction(t, 2),
        "t/8": lambda t: Fraction(t, 8),
        "1/2 for all t": lambda _: Fraction(1, 2),
        "t/4 + 1/4": lambda t: Fraction(t + 1, 4),
    },
    uses=("VT14.TXT.t-to-2",),
)
def error_of_many_attributes(build: Exponents, t: int, d: int, n: int) -> Iterator[Comparison]:
    """The relative error of t-way conjunctions that agrees with lecture 7, sqrt(n) D^(1/4) in
    absolute terms for 2-way parities over D = d^ceil(t/2) coordinates, is sqrt(d^e/n), e =
    ceil(t/2)/2, but for logarithms and eps: constant where n is d^(t/4), as print says for even t.

    Fair: Fourth powers of both, at numbers; d a fourth power.
    """
    e = build(t)
    coordinates = d ** ((t + 1) // 2)
    absolute = n**2 * coordinates
    fourth_root = round_root(d)
    relative = Fraction(fourth_root ** int(8 * e), n**2)
    yield eq("fourth powers", Fraction(absolute, n**4), relative)
    if t % 2 == 0:
        constant = fourth_root**t
        yield eq("constant at n = d^(t/4)", Fraction(fourth_root ** int(8 * e), constant**2), 1)


def round_root(d: int) -> int:
    """The fourth root of a fourth power."""
    return next(b for b in range(1, d + 1) if b**4 == d)


Sanitiser = Callable[[Rows], Rows]


def worst_conjunction(rows: Rows, synthetic: Rows) -> Fraction:
    """The largest difference of the means of a conjunction of two literals."""
    worst = Fraction(0)
    for i, j in combinations(range(len(rows[0])), 2):
        for s, t in product((0, 1), repeat=2):
            means = [
                Fraction(sum(row[i] == s and row[j] == t for row in each), len(each))
                for each in (rows, synthetic)
            ]
            worst = max(worst, abs(means[0] - means[1]))
    return worst


@claim(
    "VT14.TXT.recap8-synthetic",
    Form.PRINTED,
    over(rows=(((0, 1), (1, 1)), ((0, 0, 1), (1, 0, 1), (1, 1, 1)))),
    about=lambda rows: rows,
    refuted=Erratum(
        Grade.HIDDEN_HYPOTHESIS,
        "8.1, Recap: 'It is hard to generate synthetic data even for t = 2 (NP-hard)'; private "
        "mechanisms cannot, if exponentially secure signatures exist (Theorem 6.3.1)",
        left="1/100, under which errors should be hard to bring",
        right="the error of the database itself as synthetic data",
    ),
)
def synthetic_data_as_recapitulated(build: Sanitiser, rows: Rows) -> Iterator[Comparison]:
    """Recap: it is hard to generate synthetic data even for t = 2 (NP-hard): what takes a step for
    each row, or little more, is off by more than 1/100 on some conjunction of two.

    Fair: All conjunctions of two literals; the database is copied.
    """
    yield lt("error", Fraction(1, 100), worst_conjunction(rows, build(rows)))


not_finitely_checkable(
    "VT14.TXT.recap8-synthetic",
    form=Form.CORRECTED,
    statement="If exponentially secure signatures exist it is hard to make synthetic data that "
    "have all conjunctions of two literals, privately.",
    reason="conditional, about running times: Theorem 6.3.1, whose parts are decided",
)
