"""Section 4.2.1: proper and improper private learning of points are separated (Theorem 4.9)."""

from audits.claims.prelude import *
from audits.claims.bbkn13.section_3_1_rare_points import examples_for_two_points_as_printed
from audits.claims.bbkn13.words import *
from audits.engines.sample_complexity.by_dimension import sample_sizes


@claim(
    "BBKN13.T4.9",
    over(constant=(ONE, Fraction(1, 1000))),
    refuted=Erratum(
        Grade.HIDDEN_HYPOTHESIS,
        "Section 4.2.1, Theorem 4.9, first half, which is Lemma 3.9 (missing: d >= 2 and beta < "
        "1/2)",
        "the constant times log(1/beta)/(eps alpha)",
        "the examples",
        same_as="BBKN13.L3.9",
    ),
)
def separation_as_printed(constant: Fraction) -> Check:
    """Every proper private learner of POINT_d needs at least a constant times (d + log(1/beta)) /
    (eps alpha) samples, whereas an efficient improper one needs a number that does not depend on
    d.

    Cases: The first half alone, as for Lemma 3.9.
    """
    yield from examples_for_two_points_as_printed(constant)


@dataclass(frozen=True, slots=True)
class Sizes:
    """Numbers of the efficient improper learner at e^eps = 9/4."""

    runs: int
    block: int
    choice: int
    accuracy: Fraction
    """a, of a run."""

    @property
    def rows(self) -> int:
        """The number of examples in all."""
        return self.runs * self.block + self.choice


def efficient_sizes(d: int, alpha: Fraction, beta: Fraction) -> Sizes:
    """The numbers of the constructor."""
    it = EfficientPointLearner(d, alpha, beta, THREE_HALVES).sizes
    return Sizes(it.runs, it.block, it.choice, it.accuracy)


def failing(it: Sizes, alpha: Fraction) -> Fraction:
    """A bound on the failure, by the events of Claim 4.5: all runs, both tails, the choice."""
    a, m, loss = it.accuracy, it.choice, low(ln(THREE_HALVES.root) * THREE_HALVES.parts)
    seen = it.block * keeping_rate(THREE_HALVES.exp(), Fraction(4)) * a / 4
    few = (ln(4) * 2 / a).ceil()
    chernoff = exp_high(few - seen) * (seen / few) ** few if few < seen else ONE
    run = min(ONE, a / 8 + chernoff + HALF)
    good = binomial_range(m, alpha / 8, -int(-(alpha * m / 4) // 1), m)
    bad = binomial_range(m, alpha, 0, int(alpha * m / 2))
    chosen = exp_high(-loss * m * alpha / 8)
    up = Fraction(int(run * 2**64) + 1, 2**64)
    return up**it.runs + good + it.runs * (bad + chosen)


WRONG[efficient_sizes] = {
    "a number that grows with d": (
        "EfficientPointLearner(d => EfficientPointLearner(64",
        "it.block => d * it.block",
    ),
    "runs with alpha/16": "it.block => 4 * it.block",
    "a hundred examples": "it.runs, it.block, it.choice, it.accuracy => 1, 50, 50, alpha / 8",
    "a thirtieth of all examples": ("it.block => it.block // 30", "it.choice => it.choice // 30"),
    "a quarter of the examples for the choice": "it.choice => it.choice // 4",
    "an eighth of the runs": "it.runs => it.runs // 8",
    "a sixteenth of the examples for a run": "it.block => it.block // 16",
}


TARGETS = over(alpha=(TWO_FIFTHS, Fraction(12, 25)), beta=(HALF, Fraction(1, 100)))


@claim(
    "BBKN13.T4.9",
    over(beta=(HALF, Fraction(1, 100))),
    form=Form.CORRECTED,
    about=packing_bound,
    uses=("BBKN13.L3.9",),
    clause="proper",
)
def proper_learners_need_samples(bound: Build, beta: Fraction) -> Check:
    """For d >= 9 a proper learner needs more than 5 (d - 8)/6 samples, at alpha = 2/5 or 12/25,
    1/2 >= beta >= 1/100 and r = e^eps = 9/4.

    Cases: With m samples and T = 2^d it succeeds with probability at most r^m/(r^m + T - 1), which
    is below 1 - beta at m = 5 (d - 8)/6 as r^5 <= 2^6, so that r^m <= x = 2^(d - 8), T = 256 x;
    and for d = 9, 16, ..., 100 by itself.
    """
    r, x = THREE_HALVES.exp(), RationalFunction.r()
    yield le("r^5", r**5, 2**6)
    yield le("success, every d", bound(x, 1, 256 * x), Fraction(1, 256))
    yield lt("1/256", Fraction(1, 256), 1 - beta)
    for d in range(9, 101, 7):
        m = 5 * (d - 8) // 6
        yield lt(f"success, d = {d}, m = {m}", bound(r, m, 2**d), 1 - beta)


@claim("BBKN13.T4.9", TARGETS, form=Form.CORRECTED, about=efficient_sizes, clause="improper")
def improper_learner_is_accurate(sizes_of: Build, alpha: Fraction, beta: Fraction) -> Check:
    """An efficient improper one has a number that does not grow from d = 10 to 16, 32 and 64, with
    which it has error > alpha with probability <= beta.

    Cases: Sizes of the constructor. The failure is bounded by the events of Claim 4.5 at these
    sizes: A4 errs with 1/2 on 2 ln 4/a examples; Chernoff's bound on those it sees, exact tails on
    the examples of the choice. By these bounds half of the examples would do, and a quarter of
    those of the choice, or a sixteenth of those of a run, would not.
    """
    yield step("BBKN13.T4.8", Form.CONCRETE, alpha=alpha, beta=beta)
    found = [sizes_of(d, alpha, beta) for d in (10, 16, 32, 64)]
    for it in found:
        yield le("accuracy of a run", it.accuracy, alpha / 8)
        yield le("failure", failing(it, alpha), beta)
    for smaller, larger in pairwise(found):
        yield le("does not grow", larger.rows, smaller.rows)


@claim(
    "BBKN13.T4.9",
    over(*TARGETS.quantifiers, d=(10**7,)),
    form=Form.CORRECTED,
    about=efficient_sizes,
    clause="separated",
)
def proper_and_improper_are_separated(
    sizes_of: Build, alpha: Fraction, beta: Fraction, d: int
) -> Check:
    """This number is less than 5 (d - 8)/6 at d = 10^7, as it is less than the proper one's for
    the learners that `exactdp complexity` compares at eps = 1.

    Cases: The number at d = 64, where it is more than 5 (d - 8)/6.
    """
    rows = sizes_of(64, alpha, beta).rows
    yield lt("d = 64", Fraction(5 * 56, 6), rows)
    yield lt("separation", rows, Fraction(5 * (d - 8), 6))
    compared = sample_sizes([d])[0]
    yield lt("at eps = 1", compared.improper_sufficient, compared.proper_necessary)
