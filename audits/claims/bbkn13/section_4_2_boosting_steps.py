"""Section 4.2: the steps of confidence boosting, with the two readings of a run that fails."""

from audits.claims.prelude import *
from audits.claims.bbkn13.laws.noisy_points import boosted_law
from audits.claims.bbkn13.section_4_2_boosting import THREE_HALVES, starred
from audits.claims.bbkn13.words import *


def _steps(build: Build, t: int, on_bottom: str) -> Iterator[Comparison]:
    root = Fraction(3, 2)
    learner = build(starred(THREE_HALVES), 2, 1, t, THREE_HALVES, on_bottom)
    keeping = (root**2 - 1) / (3 + 3 * root**2 / 4)
    for d in replace_one(labelled_examples(t), 4, ordered=True).databases():
        runs = [
            starred_law(d[i : i + 1], keeping, lambda rows: a2_law(rows, t, TWO_FIFTHS))
            for i in range(2)
        ]
        yield from same_law(on_bottom, learner, d, boosted_law(runs, d[2:], root, on_bottom))


STEPS = over(t=(2,))


@claim("BBKN13.A.BOOST", STEPS, about=BoostedLearner)
def boosting_keeps_bottoms(build: Build, t: int) -> Check:
    """N runs on disjoint blocks, then h_i with probability proportional to e^(-eps m_i/2).

    Read in: The paper is silent on runs that fail.

    Cases: Failed runs count as hypotheses that err on every record. Two runs of A3 on one example
    each, two examples for the choice; all sequences of examples.
    """
    yield from _steps(build, t, "keep")


@claim("BBKN13.A.BOOST", STEPS, form=Form.CONCRETE, about=BoostedLearner)
def boosting_drops_bottoms(build: Build, t: int) -> Check:
    """The same with failed runs left out; bottom if every run fails.

    Cases: As above; both runs fail with positive probability.
    """
    yield from _steps(build, t, "drop")


@claim(
    "BBKN13.C4.5.sens",
    over(n=(6, 7, 8)),
    refuted=Erratum(
        Grade.WORDING,
        'Section 4.2, proof of Claim 4.5, "increasing the sum by at most exp(-eps/2)", for a '
        "factor of at most exp(eps/2)",
        "the increase of the sum of exp(-eps m_j/2), one example changed, at e^(eps/2) = 9/7",
        "exp(-eps/2)",
    ),
)
def the_sum_as_printed(n: int) -> Check:
    """Changing one example increases the sum of exp(-eps m_j/2) over Hyp by at most exp(-eps/2).

    Cases: N different hypotheses on four points, of which all but one err on one database of one
    example and not on the other, as for any larger N; eps = 2 ln(9/7) is below 1.
    """
    step = Fraction(7, 9)
    ones = [h for h in all_functions(4) if h(0)]
    hypotheses = [*ones[: n - 1], next(h for h in all_functions(4) if not h(0))]
    before, after = (
        sum(step ** empirical_errors(h, ((0, y),)) for h in hypotheses) for y in (0, 1)
    )
    yield le(f"N = {n}", after - before, step)


@claim(
    "BBKN13.C4.5.sel",
    over(beta=(Fraction(1, 100),), alpha=(QUARTER,), eps=(HALF,)),
    refuted=Erratum(
        Grade.WORDING,
        'Section 4.2, proof of Claim 4.5, "Since m = 24 ln(3/beta)/(eps alpha)", for ln(3/beta^2) '
        "as above; m >= is enough",
        "24 ln(3/beta^2)/(eps alpha), the size m of the fresh sample",
        "24 ln(3/beta)/(eps alpha)",
    ),
)
def the_size_as_printed(beta: Fraction, alpha: Fraction, eps: Fraction) -> Check:
    """The fresh sample has m = 24 ln(3/beta)/(eps alpha) examples, so that exp(-eps alpha m/8) <=
    beta^3/27.

    Cases: The two sizes are the same at beta = 1 only; the conclusion holds with either.
    """
    fresh, here = (ln(3 / each) * 24 / (eps * alpha) for each in (beta**2, beta))
    yield le("m", low(fresh), high(here))
