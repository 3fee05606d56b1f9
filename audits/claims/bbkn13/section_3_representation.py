"""Section 3: representing classes, and private learning by the exponential mechanism."""

from audits.claims.prelude import *
from audits.claims.bbkn13.words import *
from reference.data.hypothesis_classes import affine_lines
from reference.data.matrix_game import Game, row_guarantee
from reference.data.representation import losses

FOUR = Fraction(4)

Class = tuple[Hypothesis, ...]

DUAL = as_hypotheses(steiner_dual(affine_lines(3), 12), 12)
"""The 9 points of AG(2,3) as hypotheses on its 12 lines: value 1/3 for POINT."""


def pure_game(hypotheses: Class, concept: Hypothesis, t: int) -> Game:
    """The best single hypothesis against the even distribution."""
    wrong = [len(disagreements(h, concept, t)) for h in hypotheses]
    best = wrong.index(min(wrong))
    one = tuple(Fraction(i == best) for i in range(len(wrong)))
    return Game(Fraction(min(wrong), t), one, (Fraction(1, t),) * t)


WRONG[representation_game] = {"the best single hypothesis": pure_game}
CHOICE = "coins.release(by_empirical_error(self.hypotheses, m, base))"
ERRORS = "empirical_errors(h, database)"
WRONG[ExponentialLearner] = {
    "twice the eps": twice_eps(ExponentialLearner),
    "no eps": f"{ERRORS} => 0",
    "no noise": f"{CHOICE} => self.hypotheses[m.index(min(m))]",
    "a worst hypothesis": f"{CHOICE} => self.hypotheses[m.index(max(m))]",
    "prefers errors": f"{ERRORS} => len(database) - {ERRORS}",
    "errors on positive examples count twice": f"{ERRORS} => "
    "sum((1 + y) * (h(x) != y) for x, y in database)",
    "sees no examples": f"{ERRORS} => empirical_errors(h, ((0, 0),) * len(database))",
    "blind": f"{ERRORS} => empirical_errors(h, database[:1])",
    "reads half of its examples": f"{ERRORS} => empirical_errors(h, database[::2])",
    "gives up where no concept is consistent": "base = => if min(m):\n"
    "            return self.hypotheses[0]\n        base =",
    "forgets a hypothesis": given(ExponentialLearner, hypotheses=lambda h: h[1:]),
    "counts a repeated hypothesis once": given(
        ExponentialLearner, hypotheses=lambda h: tuple(dict.fromkeys(h))
    ),
    "a learner over POINT": lambda _, t, eps: ExponentialLearner(points(t), t, eps),
}
WRONG[rows_for_representing] = {
    "only the term with eps": (
        "exp(-alpha * m / 96) => exp(-loss * alpha * m / 16) * hypotheses",
        "exp(-alpha * m / 32) => exp(-loss * alpha * m / 16)",
    ),
    "one example less": "return least => return -1 + least",
    "one example more": "return least => return 1 + least",
    "linear in the class": (
        "return least => return hypotheses * least",
        "/ 16)) * hypotheses => / 16))",
    ),
    "does not depend on the class": given(rows_for_representing, hypotheses=1),
}


@claim(
    "BBKN13.D3.1",
    over(t=sized((2, 3), (2, 3), (2, 3)), k=sized((1, 2), (1, 2, 3), (1, 2, 3))),
    about=representation_game,
)
def representation_is_a_matrix_game(solve: Build, t: int, k: int) -> Check:
    """H alpha-represents {c}, that is for every distribution some h in H has error at most alpha,
    iff alpha is at least the value of the matrix game.

    Cases: Under the game's distribution no h has a smaller error; under its mixture of hypotheses
    no point is wrong more often, so under no distribution all errors are larger.  Also tried: all
    distributions of the grid 1/6.
    """
    for chosen, c in product(combinations([*all_functions(t)], k), points(t)):
        game = solve(chosen, c, t)
        name = f"{c}, {[*map(str, chosen)]}"
        least = min(error(c, h, game.columns) for h in chosen)
        yield eq(f"{name}: distribution", least, game.value)
        mixed = row_guarantee(losses(chosen, c, t), game.rows)
        yield eq(f"{name}: hypotheses", mixed, game.value)
        for masses in grid_distributions(t, 6):
            yield le(name, min(error(c, h, masses) for h in chosen), game.value)


@claim("BBKN13.A.EXPMECH", over(m=ranges(0, 3, 4, 5)), about=ExponentialLearner)
def exponential_learner_follows_the_formula(build: Build, m: int) -> Check:
    """h has probability s^(-m_h) / sum over the list of s^(-m_g), s = e^(eps/2) = 2.

    Cases: A list with a repeated hypothesis, all databases on 2 points, and m = 0.
    """
    tables = (*all_functions(2), Values((0, 0)))
    learner = build(tables, 2, TWO_EPS)
    for d in replace_one(labelled_examples(2), m).databases():
        errors = [sum(h.values[x] != y for x, y in d) for h in tables]
        yield from same_law(m, learner, d, exponential_law(tables, errors, 2))


@claim(
    "BBKN13.A.OCCAM",
    over(rows=(((0, 1),), ((3, 0), (5, 1)), ((1, 1), (1, 1), (2, 0)))),
    about=ExponentialLearner,
)
def occam_learner_over_a_representing_class(
    build: Build, rows: tuple[tuple[int, int], ...]
) -> Check:
    """The learner over a class that alpha/2-represents C is the exponential learner.

    Cases: The dual affine plane: 9 hypotheses, 12 points, value 1/3; e^(eps/2) = 2.
    """
    for c in points(12)[:3]:
        yield eq(f"value at {c}", representation_value(DUAL, c, 12), Fraction(1, 3))
    errors = [sum(h(x) != y for x, y in rows) for h in DUAL]
    yield from same_law("law", build(DUAL, 12, TWO_EPS), rows, exponential_law(DUAL, errors, 2))


@claim(
    "BBKN13.T3.2",
    over(constant=(1, 1000), beta=(QUARTER,)),
    refuted=Erratum(
        Grade.HIDDEN_HYPOTHESIS,
        "Theorem 3.2 (missing: eps is bounded, or a term without eps in the maximum)",
        "the failure of any learner that uses POINT on so many examples, at least",
        "beta",
    ),
)
def enough_examples_as_printed(constant: int, beta: Fraction) -> Check:
    """If H alpha/2-represents C, then C has a private learner that uses H and a constant times
    (log|H| + log(1/beta))/(eps alpha) examples, for every 0 < beta < 1.

    Cases: H = C = POINT on 4 points, alpha = 1/100, eps = 10 constant: 27 examples.  The target,
    one of three points, has the mass 11/1000, the fourth point the rest: a sample without the
    target says nothing of it, so any learner that uses POINT, private or not, fails with
    probability at least (1 - 11/1000)^m 2/3 on average over the three.
    """
    alpha, eps = Fraction(1, 100), 10 * constant
    m = int(constant * high(ln(Fraction(4)) + ln(1 / beta)) / (eps * alpha))
    yield le(f"m = {m}", Fraction(2, 3) * (1 - Fraction(11, 1000)) ** m, beta)


CONSTANTS = (Values((0, 0)), Values((1, 1)))

CASES: dict[str, tuple[Class, Class, int]] = {
    "INTERVAL": (intervals(3), intervals(3), 3),
    "POINT": (points(3), points(3), 3),
    "dual of AG(2,3)": (points(12)[:1], DUAL, 12),
}
"""Concepts, hypotheses and number of points."""


@claim("BBKN13.T3.2", over(name=CASES), form=Form.CONCRETE, about=ExponentialLearner)
def occam_learner_is_private_and_accurate(build: Build, name: str) -> Check:
    """The exponential learner over H is eps-private; if H alpha/2-represents C, then Pr[error >
    alpha] <= e^(-alpha m/96) + |H| e^(-alpha m/32) + |H| e^(-eps alpha m/16) on m examples; and
    at most (|H| - 1) (1 - alpha (1 - e^(-eps/2)))^m if the target is in H.

    Cases: Private for every eps on all databases of 2 examples (12 points: 1).  Accuracy at alpha
    = 9/10, m = 120, e^eps = 4, where the first bound is 0.7 at most, on two points and on one.
    The failures are much smaller: its constants are those of Chernoff bounds for deviations by a
    quarter, and hold for every representing class.  The second bound at m = 8.
    """
    concepts, h, t = CASES[name]
    universe = replace_one(labelled_examples(t), 1 if t == 12 else 2)
    yield private(build(h, t, EVERY), universe, PURE)
    alpha, m = Fraction(9, 10), 120
    chosen = tasks(
        examples(c, two_points(t, 0, 1, mass)) for c in concepts for mass in (Fraction(1, 20), ONE)
    )
    bound = exp_low(-alpha * m / 96) + len(h) * exp_low(-alpha * m / 32)
    bound += len(h) * Fraction(1, 2 ** -int(-alpha * m / 8 // 1))
    yield accurate(OnSample(build(h, t, TWO_EPS), m), chosen, within(alpha), bound)
    if concepts == h:
        near = tasks(examples(c, two_points(t, 0, 1, Fraction(9, 100))) for c in concepts)
        bound = (len(h) - 1) * (1 - alpha / 2) ** 8
        yield accurate(OnSample(build(h, t, TWO_EPS), 8), near, within(alpha), bound, name="in H")


@claim(
    "BBKN13.T3.2",
    over(
        n=(1, 3, 9),
        exp_eps=(Fraction(11, 10), FOUR, Fraction(10**100)),
        alpha=(TENTH, Fraction(9, 10)),
        beta=(Fraction(1, 100), HALF),
    ),
    form=Form.CORRECTED,
    about=rows_for_representing,
    uses=("BBKN13.T3.2",),
)
def occam_learner_from_enough_examples(
    rows: Build, n: int, exp_eps: Fraction, alpha: Fraction, beta: Fraction
) -> Check:
    """max{(96/alpha) ln(3/beta), (32/alpha) ln(3|H|/beta), (16/(eps alpha)) ln(3|H|/beta)}
    examples, rounded up, suffice for failure probability beta, at every eps; so does the least
    number for which the bound of the concrete form is at most beta.

    Cases: At the least number the bound is at most beta, and with one example less it is not.
    """
    m, loss = rows(n, exp_eps, alpha, beta), ln(exp_eps)
    rates = [(Fraction(1, 96), 1, exact(1)), (Fraction(1, 32), n, exact(1))]
    rates.append((Fraction(1, 16), n, loss))
    most = max(high(ln(3 * ways / beta) / (eps * rate * alpha)) for rate, ways, eps in rates)
    yield le("the formula", m, -int(-most // 1))
    for name, failing in (("the least", m), ("one less", m - 1)):
        parts = [exp(eps * (rate * alpha) * -failing) * ways for rate, ways, eps in rates]
        bound = parts[0] + parts[1] + parts[2]
        yield le(name, high(bound), beta) if failing == m else lt(name, beta, low(bound))


@claim(
    "BBKN13.TXT.occam-log",
    over(m=(1, 16, 64), beta=(QUARTER,)),
    refuted=Erratum(
        Grade.WORDING,
        'Section 3, below Theorem 3.2, "In other words": alpha-represents, for alpha/2-represents',
        "the failure of any learner on one of two distributions",
        "beta",
    ),
)
def samples_for_a_class_that_alpha_represents(m: int, beta: Fraction) -> Check:
    """By Theorem 3.2 a number of examples that is logarithmic in the size of a class that
    alpha-represents C suffices.

    Cases: The two constant functions 1/2-represent POINT on two points; alpha = 1/2.  For whatever
    number m of examples there are masses so close to 1/2, 1/2 +- 1/(8m), that they do not tell
    which of the two has an error above alpha: any learner, private or not, fails on one of the two
    distributions with probability at least (1 - d)/2, d the distance of their samples.
    """
    near = HALF + Fraction(1, 8 * m)
    for constant, mass in ((1, near), (0, 1 - near)):
        errors = [error(c, points(2)[0], [mass, 1 - mass]) <= HALF for c in CONSTANTS]
        yield true(f"only {constant} is good", errors == [constant == 0, constant == 1])
    seen = [
        [comb(m, k) * p**k * (1 - p) ** (m - k) for k in range(m + 1)] for p in (near, 1 - near)
    ]
    distance = sum((max(a - b, Fraction(0)) for a, b in zip(*seen, strict=True)), Fraction(0))
    yield le("failure", (1 - distance) / 2, beta)


@claim(
    "BBKN13.TXT.occam-log",
    over(power=ranges(1, 6, 12, 24), root=(Fraction(11, 10), FOUR)),
    form=Form.CORRECTED,
    about=rows_for_representing,
    uses=("BBKN13.T3.2",),
)
def samples_are_logarithmic_in_the_class(rows: Build, power: int, root: Fraction) -> Check:
    """Squaring a class that alpha/2-represents C at most doubles the size of Theorem 3.2, and
    does increase it where log|H| counts.

    Cases: alpha = 1/2, beta = 1/10, |H| = 4^power.
    """
    n, alpha, beta = 4**power, HALF, TENTH
    once, squared = rows(n, root**2, alpha, beta), rows(n * n, root**2, alpha, beta)
    yield le("at most twice", squared, 2 * once)
    if power > 2:
        yield lt("more", once, squared)


@claim("BBKN13.D3.3", over(t=ranges(1, 6, 9, 12)), about=points)
def point_functions_have_weight_one(concepts: Build, t: int) -> Check:
    """POINT consists of the T functions that are 1 at exactly one point.

    Cases: All 2^T functions: the distance to the nearest of the class is |weight - 1|.
    """
    for h in all_functions(t):
        near = min((len(disagreements(h, c, t)) for c in concepts(t)), default=t)
        yield eq(f"{h}", near, abs(h.weight - 1))


@claim("BBKN13.TXT.represents-self", over(t=ranges(1, 6, 8, 10)), about=points)
def classes_represent_themselves(concepts: Build, t: int) -> Check:
    """POINT represents itself with value 0, and so does INTERVAL.

    Cases: Every concept; one point included.
    """
    for c in points(t):
        yield eq(f"{c}", representation_value(concepts(t), c, t), 0)
    for e in intervals(t):
        yield eq(f"{e}", representation_value(intervals(t), e, t), 0)
