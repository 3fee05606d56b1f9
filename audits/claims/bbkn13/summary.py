"""The introduction: Table 1 and the remarks that follow from the theorems."""

from fractions import Fraction
from itertools import count

from audits.claims.bbkn13.toys import LabelLearner
from audits.claims.vocabulary import (
    decide,
    eq,
    le,
    lt,
)
from audits.engines.comparisons import Comparison
from audits.engines.point import tight_exp_eps
from audits.ledger import UNGRADED, Form, Size, claim, not_finitely_checkable
from audits.table import tabulate
from audits.verdict import Verdict
from reference.data.adjacency import label_only, replace_one
from reference.data.concept import labelled_examples, points
from reference.data.hypothesis_classes import as_hypotheses, lines_of_binary_space, steiner_dual
from reference.data.representation import representation_value
from reference.lower_bounds.learning_packing import packing_bound


@claim("BBKN13.TAB1", uses=("BBKN13.C3.8", "BBKN13.S6.eff", "BBKN13.R6.2", "BBKN13.C4.5"))
def table_of_sample_sizes(size: Size) -> Verdict:
    """Proper private learning needs about d rows (log2 of the class over log2 e^eps), of hatPOINT
    about ell rows, without privacy a number that does not depend on d.

    Fair: e^eps = 2, success 3/4: the least m allowed by packing is d + 2 within one.
    """
    items: list[Comparison] = []
    for d in range(1, size.pick(17, 33, 65)):
        rows = next(m for m in count() if packing_bound(Fraction(2), m, 2**d) >= Fraction(3, 4))
        items += [le(f"d={d}: lower", d, rows), le("upper", rows, d + 2)]
    return decide("Table 1", "e^eps = 2, success 3/4", items)


not_finitely_checkable(
    "BBKN13.TXT.intro-heavy",
    statement="Few samples force heavy hypotheses and many switching points.",
    reason="an informal preview of Theorems 4.11 and 5.4, which have concrete forms",
)


@claim("BBKN13.TXT.intro-gap", uses=("BBKN13.L4.1", "BBKN13.L3.10"))
def representing_takes_about_d_hypotheses(size: Size) -> Verdict:
    """O(d) hypotheses suffice and d are necessary to represent POINT_d: 5 <= 15 < 32.

    Fair: Value 1/3 of an explicit class for T = 32; no class of 4 functions has 32 different
    columns.
    """
    t = 32
    sets = steiner_dual(lines_of_binary_space(4), t)
    hypotheses = as_hypotheses(sets, t)
    items = [
        le(f"{c}", representation_value(hypotheses, c, t), Fraction(1, 3))
        for c in points(t)[:: size.pick(8, 4, 1)]
    ]
    items += [lt("fewer than points", len(sets), t), lt("four functions", 2**4, t)]
    return decide("representing classes", "T = 32", items)


def _label_ratio(rows: int, *, labels_only: bool) -> tuple[Fraction, int]:
    learner = LabelLearner(4, Fraction(2))
    universe = (label_only if labels_only else replace_one)(labelled_examples(4), rows)
    worst, infinite = tight_exp_eps(tabulate(learner, universe))
    return (worst.value if worst is not None else Fraction(0)), int(infinite)


@claim("BBKN13.TXT.label-privacy", refuted=UNGRADED)
def sampled_points_are_revealed(size: Size) -> Verdict:
    """The learner that chooses among the sampled points and one more is private in the usual
    sense.

    Fair: Replacing an example changes which points can be output.
    """
    _, infinite = _label_ratio(size.pick(1, 2, 2), labels_only=False)
    return decide("full neighbours", "T = 4", [eq("infinite ratio", infinite, 0)])


@claim("BBKN13.TXT.label-privacy", Form.CONCRETE)
def labels_are_protected(size: Size) -> Verdict:
    """The same learner is eps-private if only the label of one example may change.

    Fair: All databases; e^(eps/2) = 2.
    """
    ratio, infinite = _label_ratio(size.pick(2, 2, 3), labels_only=True)
    items = [eq("infinite", infinite, 0), le("ratio", ratio, 4), lt("not constant", 1, ratio)]
    return decide("label-only neighbours", "T = 4, s = 2", items)
