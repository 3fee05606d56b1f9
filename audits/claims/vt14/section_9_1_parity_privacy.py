"""Section 9.1: what the learner of parities loses, as printed and exactly."""

from audits.claims.prelude import *
from audits.claims.vt14.laws.parity import RATE, R
from audits.claims.vt14.section_9_1_parity_learners import EVERY, SMALL
from reference.mechanisms.learning.parity_learner import PrivateParityLearner, loss_of_keeping

RATES = (Fraction(1, 10), Fraction(1, 3), HALF)


@claim(
    "VT14.T9.1.1",
    over(eps=RATES),
    about=PrivateParityLearner,
    refuted=Erratum(
        Grade.WORDING,
        "Section 9.1, Theorem 9.1.1; the text says that it identifies 1 +- eps with e^(+-eps), "
        "neglecting O(eps^2). The loss is ln((1 + eps)/(1 - eps)) = 2 eps + (2/3) eps^3 + ..., "
        "above 2 eps for every eps in (0, 1): at d = n = 1, rows (1, 0) and (1, 1), output 0",
        left="e^loss of M",
        right="e^(2 eps)",
    ),
)
def parity_learner_as_printed(build: Build, eps: Fraction) -> Check:
    """M, which keeps each example with probability eps, is (2 eps, 0)-differentially private.

    Cases: d = n = 1, all labelled databases; e^(2 eps) rounded up by less than 2^-64 of it.
    """
    made = build(1, loss_of_keeping(eps))
    yield private(made, replace_one(labelled_examples(2), 1), pure(exp_high(2 * eps)))


LOSSES = (*SMALL, (2, 2))


@claim(
    "VT14.T9.1.1",
    over(case=sized(LOSSES, (*LOSSES, (1, 3), (1, 4)), (*LOSSES, (1, 3), (1, 4), (2, 3)))),
    form=Form.CORRECTED,
    about=PrivateParityLearner,
)
def parity_learner_is_private(build: Build, case: tuple[int, int]) -> Check:
    """M, which keeps each example with probability eps, is (ln((1 + eps)/(1 - eps)), 0)-private,
    for every eps in [0, 1), and no better, from d = n = 1 on: if row i of x' is (0^d, 0), then
    (1 - eps) Pr[M(x') = z] <= Pr[M(x) = z] <= (1 + eps) Pr[M(x') = z], and two such steps lead
    from any database to any neighbour. This is more than 2 eps, by at most (2/3) eps^3/(1 -
    eps^2).

    Cases: Every eps at once, e^loss = r, eps = (r - 1)/(r + 1); (d, n) = case, all labelled
    databases; the ratio is attained at the output 1 on n examples (1, 0), one of which becomes
    (1, 1). The last sentence at eps = 1/10, 1/3, 1/2.
    """
    d, n = case
    made = build(d, EVERY)
    universe = replace_one(labelled_examples(1 << d), n)
    yield private(made, universe, made.guarantee)
    yield eq("promised", made.guarantee.exp_eps, R)
    laws_of = {database: law(made, database) for database in universe.databases()}
    for database, found in laws_of.items():
        for row in {*database} - {(0, 0)}:
            place = database.index(row)
            rest = database[:place] + database[place + 1 :]
            for z in (*range(1 << d), Bottom.BOTTOM):
                p, q = (each.probability(z) for each in (found, laws_of[((0, 0), *rest)]))
                yield le(f"{database}, {row}: {z}, from below", (1 - RATE) * q, p)
                yield le(f"{database}, {row}: {z}, from above", p, (1 + RATE) * q)
    first, second = (laws_of[(*((1, 0),) * (n - 1), (1, y))].probability(1) for y in (0, 1))
    yield eq("attained", second, R * first)
    for eps in RATES:
        worst = loss_of_keeping(eps).exp()
        yield lt(f"eps = {eps}: above 2 eps", exp_high(2 * eps), worst)
        more = 2 * eps + Fraction(2, 3) * eps**3 / (1 - eps**2)
        yield le(f"eps = {eps}: by so much", worst, exp_low(more))
