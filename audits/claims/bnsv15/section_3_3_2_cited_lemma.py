"""Section 3.3.2, proof of Lemma 3.11: which lemma gives a prefix of some row."""

from audits.claims.prelude import *
from audits.claims.bnsv15.section_3_3_2_accuracy import (
    PARAMETERS,
    cases,
    least_rows,
    logarithm,
    reserved,
    standing,
)
from audits.claims.standard_mechanisms.quality_vectors import AsWritten, Vector
from reference.mechanisms.stability.choosing_mechanism import ChoosingMechanism


@claim(
    "BNSV15.L3.11.cited",
    over(cases("root delta beta", *PARAMETERS)),
    given=standing,
    refuted=Erratum(
        Grade.WORDING,
        "Section 3.3.2, proof of Lemma 3.11 (By Lemma 3.8, the choosing mechanism ensures): its "
        "loss grows with the number of rows, and is more than the agreement that is known "
        "(constants as restored); Lemma 3.7 is what gives the step",
        "the least quality 1",
        "the agreement of the best prefix, less the loss of Lemma 3.8",
    ),
)
def prefix_by_the_cited_lemma(root: Fraction, delta: Fraction, beta: Fraction) -> Check:
    """By Lemma 3.8 the chosen prefix is one of some row: there is a prefix of quality q = (k-1)/24
    or more, and q - (16/eps) ln(4 m/(beta eps delta)) is at least 1, m the number of rows.

    Cases: The least number of rows of Lemma 3.11, less the 2k that are reserved, and q = k/24,
    which is more; the logarithm rounded down.
    """
    k = reserved(root, delta, beta)
    m, eps = least_rows(root, delta, beta) - 2 * k, 4 * ln(root)
    loss = 16 / eps * ln(4 * m / (beta * delta * eps))
    yield le("", 1, Fraction(k, 24) - low(loss))


FLOOR = "(386 * logarithm(root, delta, beta)).floor()"
WRONG[reserved] = {
    "reserves half as many rows": f"{FLOOR} => {FLOOR} // 2",
    "reserves two rows fewer": f"{FLOOR} => {FLOOR} - 2",
    "reserves a row more": f"{FLOOR} => {FLOOR} + 1",
    "384 for 386": "386 * => 384 *",
}


@claim(
    "BNSV15.L3.11.cited",
    over(cases("root delta beta", *PARAMETERS)),
    form=Form.CORRECTED,
    about=reserved,
    given=standing,
    uses=("BNSV15.L3.7",),
)
def prefix_by_lemma_3_7(build: Build, root: Fraction, delta: Fraction, beta: Fraction) -> Check:
    """By Lemma 3.7 the chosen prefix is one of some row: (k-1)/24 >= (16/eps) ln(4/(beta eps
    delta)), whatever the number of rows; and what is chosen for a prefix of so many rows, beside
    others, is a prefix of some row with probability 1 - beta.

    Cases: The constants as restored; 386 is 24 * 16 and 2. The law for a prefix of (k-1)/24 rows,
    rounded up, at the printed threshold, beside prefixes of no row.
    """
    k = build(root, delta, beta)
    yield le("agreement", high(16 * logarithm(root, delta, beta)), Fraction(k - 1, 24))
    yield le("k", k, low(386 * logarithm(root, delta, beta)))
    agreements: Vector = (-(-(k - 1) // 24), 0, 0)
    chosen: ChoosingMechanism[Vector, int, Fraction] = ChoosingMechanism.for_target(
        AsWritten(), Epsilon(root, 4), delta, beta
    )
    yield accurate(
        chosen,
        ListedAdjacency((agreements,), ()),
        lambda q, f: not isinstance(f, Bottom) and q[f] >= 1,
        beta,
    )
