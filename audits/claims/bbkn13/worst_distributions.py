"""Section 4.2: the worst distribution for A2."""

from fractions import Fraction

from audits.claims.bbkn13.laws.worst_distributions import Case, compared, worst_on_the_grid
from audits.engines.comparisons import audit_comparisons
from audits.ledger import Form, Size, claim
from audits.verdict import Scope, Verdict
from reference.data.concept import points
from reference.mechanisms.learning.subsampled_learner import noisy_learner


@claim("BBKN13.A.A2.three-points", Form.CONCRETE)
def worst_distribution_for_random_flips(size: Size) -> Verdict:
    """Among all distributions on three points none is worse for A2 than the worst of the grid 1/5
    (alpha = 2/5).

    Fair: T = 3, so that these are all distributions; every target; failures below 1.
    """
    m, alpha = size.pick(1, 2, 3), Fraction(2, 5)
    cases = [Case("A2", noisy_learner(3, alpha), c, 3, m) for c in points(3)]
    items = [x for case in cases for x in compared(worst_on_the_grid, case, 3, 5, alpha)]
    return audit_comparisons(items, "worst distribution", Scope(f"A2, T=3, m={m}"))
