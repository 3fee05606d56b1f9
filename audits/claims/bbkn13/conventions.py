"""The paper's conventions, each checked where it has consequences."""

from fractions import Fraction
from itertools import product

from audits.claims.bbkn13.exactly import (
    code,
)
from audits.claims.vocabulary import (
    decide,
    eq,
)
from audits.ledger import Size, claim
from audits.verdict import Verdict
from reference.data.adjacency import replace_one
from reference.mechanisms.release.exponential_sanitiser import is_useful


@claim("BBKN13.CONV.useful")
def usefulness_is_strict(size: Size) -> Verdict:
    """Useful means |Q_c(D) - Q_c(D')| < alpha, strictly, for every point function c.

    Fair: All pairs of multisets, with alpha equal to differences that occur.
    """
    t, m = 3, size.pick(3, 4, 5)
    databases = list(replace_one(range(t), m).databases())
    items = []
    for d, e in product(databases, repeat=2):
        worst = max(abs(d.count(x) - e.count(x)) for x in range(t))
        useful = [k for k in range(1, m + 2) if is_useful(d, e, Fraction(k, m))]
        items += [
            eq(f"{d}, {e}: the least alpha m", useful[0], worst + 1),
            eq("and all above", code(useful), code(range(worst + 1, m + 2))),
        ]
    return decide("strict usefulness", f"T={t}, m={m}", items)
