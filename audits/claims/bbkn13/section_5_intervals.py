"""Section 5: intervals, and what their proper private learners need."""

from audits.claims.prelude import *
from audits.claims.bbkn13.words import *
from audits.engines.optimum.problems.learning import pac_learning_from
from reference.mechanisms.learning.exponential_learner import IntervalLearner

ALPHA = TWO_FIFTHS


WRONG[intervals] = {
    "the constant 1 is left out": "range(size + 1) => range(size)",
    "one interval only": "range(size + 1) => range(1)",
    "an interval twice": "range(size + 1)) => range(size + 1)) + (IntervalFunction(size),)",
}


@claim("BBKN13.D5.1", over(size=ranges(1, 6, 9, 12)), about=intervals)
def intervals_never_rise(intervals: Build, size: int) -> Check:
    """INTERVAL consists of the T + 1 functions that never rise: c_j(x) = 1 iff x < j.

    Cases: Every function: its distance from the class is T minus its longest part 1...10...0.
    """
    tables = [Values.of(c, size).values for c in intervals(size)]
    for h in all_functions(size):
        ones = kept = 0
        for value in h.values:
            ones, kept = (ones + 1, max(kept, ones + 1)) if value else (ones, kept + 1)
        yield eq(h, min(differing(h.values, c) for c in tables), size - kept)


@claim("BBKN13.TXT.int-card", over(d=ranges(0, 5, 6, 7)), about=intervals)
def intervals_are_counted(intervals: Build, d: int) -> Check:
    """|INTERVAL_d| = 2^d + 1, all different on [2^d].

    Cases: Different as functions; that they are the intervals is BBKN13.D5.1.
    """
    yield eq("number", len({Values.of(c, 2**d) for c in intervals(2**d)}), 2**d + 1)


@claim("BBKN13.TXT.vc-interval", over(size=ranges(1, 9, 17, 33)), about=intervals)
def intervals_have_vc_dimension_one(intervals: Build, size: int) -> Check:
    """VCDIM(INTERVAL) = 1: every point is shattered, and no two are.

    Cases: One point included; two points take three pairs of values.
    """
    chosen = intervals(size)
    yield eq("dimension", vc_dimension(chosen, size), 1)
    for x in range(size):
        yield eq(f"values at {x}", len({c(x) for c in chosen}), 2)
    for x, z in combinations(range(size), 2):
        yield eq(f"pairs of values at {x}, {z}", len({(c(x), c(z)) for c in chosen}), 3)


@claim("BBKN13.TXT.int-min", over(size=ranges(1, 5, 7, 13)), about=intervals)
def intervals_are_minimal(intervals: Build, size: int) -> Check:
    """INTERVAL is alpha-minimal for itself for all alpha < 1/2: value(INTERVAL, c_j) = 0, and
    value(INTERVAL without c_j, c_j) is 1 for both ends and 1/2 between them.

    Cases: Every concept; the two ends alone represent all with value 1/2, so 1/2 is sharp.
    """
    chosen = intervals(size)
    for i, c in enumerate(chosen):
        rest, inner = (*chosen[:i], *chosen[i + 1 :]), c.end not in {0, size}
        yield eq(f"with {c}", representation_value(chosen, c, size), 0)
        yield eq(f"without {c}", representation_value(rest, c, size), HALF if inner else 1)
        ends = representation_value((chosen[0], chosen[-1]), c, size)
        yield eq(f"the two ends, {c}", ends, HALF if inner else 0)
    yield eq("number", len(chosen), size + 1)


@claim(
    "BBKN13.L5.2",
    over(constant=(ONE, Fraction(1, 100)), m=(64,)),
    refuted=Erratum(
        Grade.WORDING,
        "Lemma 5.2: (1/beta), for log(1/beta), in a text that has the logarithm everywhere else",
        "the constant times (1/beta)/eps",
        "the examples",
    ),
)
def examples_for_intervals_as_printed(constant: Fraction, m: int) -> Check:
    """Every proper private learner of INTERVAL_d needs at least a constant times (d + (1/beta)) /
    eps samples.

    Cases: Two points, where the interval learner, e^eps = 4, fails with probability at most 2 (1 -
    alpha/2)^m: eps m beta tends to 0.  Theorem 3.6, from which the lemma follows, has a logarithm.
    """
    beta = 2 * (1 - ALPHA / 2) ** m
    learner = OnSample(IntervalLearner(Domain.of_size(2), TWO_EPS), m)
    yield accurate(learner, on_grid(intervals(2), 2, 20), within(ALPHA), beta)
    yield le("two points", constant / beta / high(ln(TWO_EPS.exp())), m)


BOUNDS = Parts(bound=packing_bound, learner=IntervalLearner)
"""The lower bound, and a learner for the upper one."""


WRONG[BOUNDS] = {
    "one interval more": BOUNDS.but(bound="hypotheses - 1 => hypotheses"),
    "one row fewer": BOUNDS.but(bound="exp_eps**distance => exp_eps ** (distance - 1)"),
    "a learner with twice the eps": BOUNDS.but(learner=twice_eps(IntervalLearner)),
    "a learner with half of the eps": BOUNDS.but(
        learner=given(IntervalLearner, eps=lambda e: Epsilon((1 + e.root) / 2, e.parts))
    ),
}


@claim(
    "BBKN13.L5.2",
    over(alpha=(ALPHA,), t=sized((1, 2), (1, 2, 3), (1, 2, 3, 4)), m=(1, 2, 3)),
    form=Form.CONCRETE,
    about=BOUNDS,
    given=lambda alpha: [lt("alpha < 1/2", alpha, HALF)],
)
def packing_bound_for_intervals(made: Parts, alpha: Fraction, t: int, m: int) -> Check:
    """alpha < 1/2: every eps-private proper learner of the T + 1 intervals on T points has 1 -
    beta <= e^(eps m) / (e^(eps m) + T), so m >= ln(T (1 - beta)/beta) / eps; and log(1/beta) is
    enough in that place: for T = 2 the exponential learner, which is eps-private, has beta <=
    2 (1 - alpha (1 - e^(-eps/2)))^m.

    Cases: All private learners on all databases, with the distributions under which one interval
    alone is good; attained at T = 1; e^eps = 4.
    """
    distributions = tuple(dict.fromkeys(half_half(t, end) for end in range(t + 1)))
    problem = pac_learning_from("threshold", t, m, alpha, distributions)
    yield optimal(problem, TWO_EPS.exp(), made.bound(TWO_EPS.exp(), m, t + 1))
    if t == 2:
        listed = made.learner(Domain.of_size(t), TWO_EPS)
        yield private(listed, listed.universe(m), pure(TWO_EPS.exp()))
        learner = OnSample(listed, 8 * m)
        failure = 2 * (1 - alpha / 2) ** (8 * m)
        universe = on_grid(intervals(t), t, 20)
        yield accurate(learner, universe, within(alpha), failure, name=f"{8 * m} rows")
