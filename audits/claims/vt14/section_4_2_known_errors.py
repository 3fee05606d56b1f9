"""Section 4.2: least errors that are known, against half of the discrepancy and all of it."""

from audits.claims.prelude import *
from audits.claims.vt14.section_4_2_restriction import BELOW_E
from audits.engines.optimum.problems.histograms import histogram_answers
from reference.data.adjacency import one_answer
from reference.lower_bounds.discrepancy import PRINTED_SHARE, hereditary_partial_discrepancy
from reference.lower_bounds.query_packing import Histogram, Queries

ROOT = RationalFunction.r()
WANTED = Fraction(2, 3)
BELOW, ABOVE = Fraction(5, 2), Fraction(3)
"""E is between them."""


@dataclass(frozen=True, slots=True)
class HalfIntegers:
    """A count plus symmetric noise from 1/2, 3/2, ...; shown from -1/2 to the largest + 1/2."""

    largest: int

    def tail(self, j: int) -> Any:
        """The chance that the noise is j + 1/2 or more."""
        return (HALF - TENTH) * ROOT**-j if j else HALF * ROOT**0

    def __call__(self, database: Histogram, coins: Coins[Any], /) -> Fraction:
        (count,) = database
        above = self._side(self.largest - count)
        below = self._side(count)
        up = [(count + HALF + j, p) for j, p in above]
        return coins.release(Dist.weighted(up + [(count - HALF - j, p) for j, p in below]))

    def _side(self, last: int) -> list[tuple[int, Any]]:
        inner = [(j, self.tail(j) - self.tail(j + 1)) for j in range(last)]
        return [*inner, (last, self.tail(last))]


BEYOND = "(HALF - TENTH) * ROOT**-j if j"
WRONG[HalfIntegers] = {
    "without delta": f"{BEYOND} => HALF * ROOT**-j if j",
    "half of delta": f"{BEYOND} => (HALF - TENTH / 2) * ROOT**-j if j",
    "twice delta": f"{BEYOND} => (HALF - 2 * TENTH) * ROOT**-j if j",
    "twice the eps": f"{BEYOND} => (HALF - TENTH) * ROOT ** (-2 * j) if j",
    "a step later": f"{BEYOND} => (HALF - TENTH) * ROOT ** (1 - j) if j",
    "1/2 up or down": f"{BEYOND} => ROOT - ROOT if j",
}


@claim("VT14.T4.2.3", over(largest=(2, 5)), form=Form.CONCRETE, about=HalfIntegers)
def half_of_the_discrepancy(build: Build, largest: int) -> Check:
    """For Q = (1), where PDisc(Q) = 1, an error of 1/2 is possible: a count plus symmetric noise
    with Pr[noise >= j + 1/2] = (1/2 - delta) r^(-j), j >= 1, r = e^eps, is (eps, delta)-private,
    and off by more than 1/2 with probability (1 - 2 delta)/r, which is below 1/3 at (1, 0.1).

    Cases: Every eps, delta = 1/10, counts up to 2 and 5. The noise does not depend on the count,
    and all values beyond the ends have the same likelihood ratio, so that larger counts add none.
    """
    made, universe = build(largest), one_answer(range(largest + 1), 1)
    yield private(made, universe, Guarantee(ROOT, TENTH * ROOT**0))
    yield accurate(made, universe, _within_a_half, (1 - 2 * TENTH) / ROOT)
    yield lt("(1 - 2 delta)/e", (1 - 2 * TENTH) / BELOW_E, 1 - WANTED)


def _within_a_half(database: Histogram, answer: Fraction) -> bool:
    return abs(answer - database[0]) <= HALF


Known = tuple[Queries, int, Fraction, Fraction, Fraction]
"""Queries, the largest count, their error as a part of HerPDisc, the best success with it at e^eps
= 5/2, and with the next smaller error at e^eps = 3."""

KNOWN: tuple[Known, ...] = (
    (((0, 1),), 2, HALF, Fraction(21, 25), Fraction(16, 25)),
    (((1, 1),), 2, HALF, Fraction(59, 75), Fraction(49, 85)),
    (((1, 2),), 2, HALF, Fraction(113, 145), Fraction(73, 115)),
    (((1, 0), (0, 1)), 2, HALF, Fraction(11, 15), Fraction(53, 125)),
    (((1, 0), (1, 1)), 2, HALF, Fraction(11, 15), Fraction(53, 125)),
    (((1, 1, 0), (0, 1, 1), (1, 0, 1)), 1, HALF, Fraction(4, 5), Fraction(307, 640)),
    (((1, 1), (1, -1)), 2, Fraction(1), Fraction(86614, 101745), Fraction(1292, 1965)),
)


@claim("VT14.T4.2.4", over(known=KNOWN), form=Form.CONCRETE, about=hereditary_partial_discrepancy)
def errors_and_discrepancies(hereditary: Build, known: Known) -> Check:
    """With counts up to 1 or 2, Error(Q) is HerPDisc(Q)/2 for six matrices and HerPDisc(Q) for
    (1 1), (1 -1): no more than HerPDisc(Q), the maximum of PDisc(Q_S) over S.

    Cases: All mechanisms; equal optima of a mechanism and a dual at e^eps = 5/2 < e, and at 3 > e
    with the next smaller error that is another problem. Below 100 columns HerPDisc is the largest
    entry, as one user is enough for z; what the theorem says of more is not decided here.
    """
    queries, most, part, success, below = known
    discrepancy = hereditary(queries, PRINTED_SHARE)
    universe = one_answer(range(most + 1), len(queries[0]))
    error = part * discrepancy
    yield exactly(histogram_answers(queries, universe, error), BELOW, success, TENTH)
    yield le("2/3 with this error", WANTED, success)
    smaller = max(error - HALF, Fraction(0))
    yield exactly(histogram_answers(queries, universe, smaller), ABOVE, below, TENTH)
    yield lt("not with a smaller one", below, WANTED)
    yield eq("the largest entry", discrepancy, max(abs(q) for row in queries for q in row))
