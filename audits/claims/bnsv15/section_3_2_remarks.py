"""Section 3.2: remarks and steps of the lower bound that are printed wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from audits.claims.bnsv15.laws.hard_distribution import FAMILIES, RowOne, stated_bound
from audits.claims.vocabulary import le
from audits.engines.comparisons import Comparison
from audits.engines.optimum.problems.order import interior_point
from audits.ledger import Erratum, Form, Grade, accurate, claim, optimal, over, sized
from audits.ledger.forms import Item
from reference.data.adjacency import replace_one
from reference.data.bottom import Bottom
from reference.exact.rational_function import RationalFunction
from reference.lower_bounds.one_row_fewer import OneRowFewer
from reference.lower_bounds.success_recurrence import digit_guessed

R = RationalFunction.r()


@claim(
    "BNSV15.TXT.anySeries",
    Form.PRINTED,
    over(points=sized((2, 4, 8), (2, 4, 16), (2, 4, 32)), n=(1,)),
    refuted=Erratum(
        Grade.HIDDEN_HYPOTHESIS,
        "Section 3.2, after Theorem 3.2, last half-sentence (any monotonically non-increasing "
        "convergent series will do): the sum has to be small, as the paper asks for in what "
        "follows. With delta(1) = 4/5 one row is enough over every domain: name it with "
        "probability 4/5",
    ),
)
def any_convergent_series_will_do(points: int, n: int) -> Iterator[Item]:
    """For every non-increasing delta(n) with a finite sum, whoever finds interior points with
    probability 3/4 and (eps, delta(n))-privacy needs more and more rows as the domain grows.

    Fair: delta(n) = 4/(5 n^2), of sum 2 pi^2/15, and one row; eps = 0. The best of all mechanisms
    succeeds with probability 4/5 + 1/(5 |X|), more than 3/4 whatever |X| is. With a sum of at most
    2/25 the theorem is BNSV15.T3.2 (concrete).
    """
    delta = Fraction(4, 5 * n**2)
    yield optimal(interior_point(points, n), Fraction(1), Fraction(3, 4), delta)


@claim(
    "BNSV15.L3.3.step",
    Form.PRINTED,
    over(family=FAMILIES, n=range(1, 6)),
    refuted=Erratum(
        Grade.PROOF_STEP,
        "Section 3.2, proof of Lemma 3.3, last display (as restored): where delta decreases P_n "
        "grows by less than a digit is guessed; the induction is one for P'_n = (r + "
        "delta(1))/(1 + r) + sum (r delta(j) + delta(j+1)) <= P_n",
        "the probability of guessing a digit, r delta(n) + delta(n+1)",
        "P_(n+1) - P_n = (r + 1) delta(n+1)",
    ),
)
def bound_grows_by_a_digit(family: str, n: int) -> Iterator[Comparison]:
    """If a mechanism succeeds on D_(n+1) with probability above P_(n+1), the reduced one succeeds
    on D_n with probability above P_n: r/b(n) + delta(n+1), b(n) = 1/delta(n), is P_(n+1) - P_n at
    most.

    Fair: P_n, b(n) and what is guessed as in BNSV15.L3.3 (the formulas are lost in the electronic
    text), every r = e^eps; for a constant delta the step is right.
    """
    deltas = [FAMILIES[family](j) for j in range(1, n + 2)]
    base = int(1 / deltas[n - 1])
    grown = stated_bound(R, deltas) - stated_bound(R, deltas[:-1])
    yield le("", digit_guessed(R, deltas[n], base), grown)


@claim(
    "BNSV15.ALG.MHat.range",
    Form.PRINTED,
    over(base=(2, 3), length=(1, 2)),
    about=OneRowFewer,
    refuted=Erratum(
        Grade.WORDING,
        "Section 3.2, Algorithm 1, step 3: if the solver names x_0 itself, the longest prefix has "
        "S(n) digits, and S(n) is no point of {0, ..., S(n) - 1}; it does no harm, as S(n) is no "
        "interior point either",
    ),
)
def answer_is_a_point(build: Callable[..., Any], base: int, length: int) -> Iterator[Item]:
    """The mechanism of Algorithm 1 is one for the interior point problem on S(n) points: what it
    returns is one of them.

    Fair: The solver that names the second row, which agrees with x_0 on all S(n) digits with
    positive probability; one row.
    """
    yield accurate(
        build(RowOne(), base, length),
        replace_one(range(length), 1),
        lambda _, y: not isinstance(y, Bottom) and y < length,
        Fraction(0),
    )
