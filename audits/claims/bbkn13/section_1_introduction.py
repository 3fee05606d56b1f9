"""Section 1: Table 1 and the remarks of the introduction, as far as they are finite."""

from audits.claims.prelude import *
from audits.claims.bbkn13.laws.learners import ConsistentPoint, LabelLearner
from audits.claims.bbkn13.words import *
from reference.data.adjacency import label_only
from reference.data.hypothesis_classes import lines_of_binary_space

not_finitely_checkable(
    "BBKN13.TAB1",
    statement="Samples for POINT_d: Theta(1) without privacy, Theta(1) improper private, Theta(d) "
    "proper private; for hatPOINT_d: Theta(1), Theta(ell(d)) inefficient, Theta(d) efficient.",
    reason="asymptotic; the concrete form has numbers for two columns of the first row, and C4.5, "
    "R6.2 and S6.eff are about the others",
)


@claim("BBKN13.TAB1", over(d=ranges(1, 5, 6, 8)), form=Form.CONCRETE, about=listed_points)
def samples_for_points(build: Build, d: int) -> Check:
    """POINT with T = 2^d, e^eps = 4: for d >= 2 ceil(d/2) examples do not suffice for any proper
    private learner to recover every point with probability above 7/10 from copies of its positive
    example; the exponential learner does so with 3/4 from d + 2, d + 3 and 2d + 4; without privacy
    8 examples suffice for alpha = 1/2, beta = 2/5, whatever d.

    Cases: The first by programmes over all learners for d = 2 and 3; distributions on two points,
    the target one of them or not.
    """
    t, exp_eps = 2**d, Fraction(4)
    if d in {2, 3}:
        yield optimal(point_targets(t, (d + 1) // 2), exp_eps, Fraction(7, 10))
    recovered = tasks(examples(c, [Fraction(c(x)) for x in range(t)]) for c in points(t))
    for m in (d + 2, d + 3, 2 * d + 4):
        learner = OnSample(build(t, TWO_EPS), m)
        yield accurate(learner, recovered, within(HALF), QUARTER, name=f"private, {m} examples")
    chosen = tasks(
        examples(c, two_points(t, 0, t - 1, mass))
        for c in (points(t)[0], points(t)[t // 2])
        for mass in (Fraction(1, 3), HALF, Fraction(3, 4))
    )
    free = OnSample(ConsistentPoint(t), 8)
    yield accurate(free, chosen, within(HALF), TWO_FIFTHS, name="not private")


not_finitely_checkable(
    "BBKN13.TXT.intro-heavy",
    statement="Few samples force heavy hypotheses and many switching points.",
    reason="an informal preview of Theorems 4.11 and 5.4, which have concrete forms",
)


def dual_class(t: int) -> tuple[Values, ...]:
    """The 15 points of PG(3,2) as hypotheses on t of its 35 lines."""
    return as_hypotheses(steiner_dual(lines_of_binary_space(4), t), t)


not_finitely_checkable(
    "BBKN13.TXT.intro-gap",
    statement="O(d) hypotheses suffice to represent POINT_d, and Omega(d) are necessary.",
    reason="asymptotic; the concrete form has an instance, L4.1 and L3.10 have the constants",
)


WRONG[dual_class] = {
    "one hypothesis is forgotten": "t), t) => t), t)[1:]",
    "every hypothesis twice": "return as => return 2 * as",
}
WRONG[LabelLearner] = {
    "twice the eps": twice_eps(LabelLearner),
    "sees no labels": "errors(c, database) => errors(c, tuple((x, 0) for x, _ in database))",
    "chooses among all points without noise": (
        "tuple(PointFunction(j) for j in (*sorted(seen), *unseen)) => points(self.size)",
        "base = self.eps.exp(Fraction(1, 2)) => return chosen[errors.index(min(errors))]",
    ),
}


@claim(
    "BBKN13.TXT.intro-gap",
    over(j=range(32)),
    form=Form.CONCRETE,
    about=dual_class,
    uses=("BBKN13.L4.1", "BBKN13.L3.10"),
)
def representing_takes_about_d_hypotheses(build: Build, j: int) -> Check:
    """At d = 5 and alpha = 1/3, 15 hypotheses represent POINT_d: 5 <= 15 < 32.

    Cases: Value 1/3 of an explicit class, for every point; that d are necessary is L3.10.
    """
    t = 32
    hypotheses = build(t)
    yield le("value", representation_value(hypotheses, points(t)[j], t), Fraction(1, 3))
    yield eq("hypotheses", len(hypotheses), 15)


not_finitely_checkable(
    "BBKN13.TXT.label-privacy",
    statement="POINT_d can be properly learned with O(1) samples while protecting the privacy of "
    "the labels (Chaudhuri and Hsu).",
    reason="asymptotic, cited; the concrete form has a learner and a number",
)


@claim(
    "BBKN13.TXT.label-privacy",
    over(t=sized((4, 16), (4, 16, 64), (4, 16, 64, 256))),
    form=Form.CONCRETE,
    about=LabelLearner,
)
def labels_are_protected(build: Build, t: int) -> Check:
    """The exponential learner over the sampled points and the smallest point not sampled is
    eps-private if only the label of one example may change, and 20 examples suffice for it at
    alpha = 1/4, beta = 1/10, e^eps = 4, however many points there are.

    Cases: Privacy on all databases of 3 examples of 4 points; accuracy on distributions on two
    points, the target one of them or not.  The paper claims no more than the privacy of labels.
    """
    learner = build(t, TWO_EPS)
    yield private(learner, label_only(labelled_examples(4), 3), LN_4)
    chosen = tasks(
        examples(c, two_points(t, first, t - 1, mass))
        for c in (points(t)[1], points(t)[t // 2])
        for first in (0, 1)
        for mass in (Fraction(3, 10), HALF, Fraction(7, 10))
    )
    yield accurate(OnSample(learner, 20), chosen, within(QUARTER), TENTH)


not_finitely_checkable(
    "BBKN13.F1",
    statement="On continuous domains log |H| samples do not suffice for private learning.",
    reason="about infinite domains; a related result, cited",
)
not_finitely_checkable(
    "BBKN13.F3",
    statement="Useful: every query of the class is answered with a small error.",
    reason="an informal preview of the definition in section 7 (BBKN13.D.sanitizer)",
)
