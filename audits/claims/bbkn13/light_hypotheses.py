"""Section 4.3: few samples force heavy hypotheses (Theorem 4.11)."""

from fractions import Fraction
from itertools import product

from audits.claims.bbkn13.exactly import (
    code,
)
from audits.claims.bbkn13.toys import NoisyIndicator
from audits.claims.bbkn13.written_out import TWO
from audits.claims.vocabulary import (
    decide,
    eq,
    le,
    lt,
)
from audits.engines.comparisons import Comparison
from audits.engines.privacy import audit_privacy
from audits.ledger import UNGRADED, Form, Size, claim, not_finitely_checkable
from audits.verdict import Verdict
from reference.data.concept import Values, all_functions, disagreements, points
from reference.lower_bounds.learning_packing import averaged_bound
from reference.reductions.light_hypotheses import (
    LightHypothesesReduction,
    candidates,
    light_runs,
)

not_finitely_checkable(
    "BBKN13.T4.11",
    statement="Private learners of POINT with o(d) samples do not output light hypotheses with "
    "probability 1/2 on every distribution.",
    reason="asymptotic; the concrete form is the inequality between the sample sizes",
)


@claim("BBKN13.T4.11", Form.CONCRETE, uses=("BBKN13.L3.9", "BBKN13.T3.2"))
def light_learners_need_samples(size: Size) -> Verdict:
    """k n' + ell(k z) samples are too few for beta = 1/4, alpha = 1/3 once T is so large that
    E[min(1, r^S/(T-1))] < 3/4 for a proper learner with as many samples.

    Fair: n' = 10, z = 4: the number of samples does not depend on T.
    """
    k = light_runs(Fraction(1, 4))
    m = k * 10 + 8 * k * 4
    items = [
        le(f"m={m}, T=2^{d}", averaged_bound(Fraction(2), m, Fraction(1, 3), 2**d), Fraction(3, 4))
        for d in range(m, m + size.pick(4, 16, 64))
    ]
    return decide("light hypotheses", "e^eps = 2", items)


@claim("BBKN13.T4.11.both")
def some_run_is_accurate_and_light(size: Size) -> Verdict:
    """3/4 + 1/2 - 1 = 1/4: all k runs miss with probability (3/4)^k <= beta/2, and k is the least
    such number.

    Fair: Joint tables with margins 3/4 and 1/2, every overlap; beta = 1/n.
    """
    items: list[Comparison] = []
    steps = size.pick(8, 24, 48)
    for both in range(steps + 1):
        p = Fraction(both, steps)
        parts = [p, Fraction(3, 4) - p, Fraction(1, 2) - p, p - Fraction(1, 4)]
        if min(parts) >= 0:
            items += [eq("total", sum(parts), 1), le("both", Fraction(1, 4), p)]
    for n in range(1, size.pick(20, 100, 500)):
        k = light_runs(Fraction(1, n))
        items.append(le(f"beta=1/{n}", Fraction(3, 4) ** k, Fraction(1, 2 * n)))
        items.append(le("least", Fraction(1, 2 * n), Fraction(3, 4) ** (k - 1)))
    return decide("some run is good", "margins 3/4 and 1/2", items)


def _dominated(size: Size, *, with_zero: bool, padding: int) -> list[Comparison]:
    items = []
    for t in range(1, size.pick(5, 7, 8)):
        for h in all_functions(t):
            if not h.weight and not with_zero:
                continue
            chosen = candidates([h], padding)
            for target in points(t):
                wrong = disagreements(h, target, t)
                name = f"h={h}, target {target}"
                errors = [disagreements(c, target, t) for c in chosen]
                items.append(lt(f"{name}: a candidate", 0, len(errors)))
                if errors:
                    best = min(errors, key=lambda wrongly: len(wrongly - wrong))
                    items.append(eq(name, code(best), code(best & wrong)))
    return items


@claim("BBKN13.T4.11.dom", refuted=UNGRADED)
def every_light_hypothesis_is_dominated(size: Size) -> Verdict:
    """For every light h, some c_j with h(j) = 1 errs only where h errs.

    Fair: All functions, the zero function included, and all targets.
    """
    return decide("candidates", "all functions", _dominated(size, with_zero=True, padding=0))


@claim("BBKN13.T4.11.dom", Form.CORRECTED)
def every_positive_hypothesis_is_dominated(size: Size) -> Verdict:
    """For every h of weight >= 1, some c_j with h(j) = 1 errs only where h errs.

    Fair: All functions but zero, all targets.
    """
    return decide("candidates", "weight >= 1", _dominated(size, with_zero=False, padding=0))


@claim("BBKN13.T4.11.priv")
def light_reduction_is_private(size: Size) -> Verdict:
    """The reduction is eps-private if A' is: disjoint blocks.

    Fair: A' is ln 4 private randomised response, the choice ln 4 private.
    """
    t = size.pick(2, 3, 3)
    reduction = LightHypothesesReduction(NoisyIndicator(t), 1, 1, size.pick(2, 3, 2), t, TWO)
    return audit_privacy(reduction, reduction.universe(2), reduction.guarantee, "light reduction")


@claim("BBKN13.T4.11.size")
def candidates_are_few(size: Size) -> Verdict:
    """k hypotheses of weight < z give at most k (z - 1) candidates.

    Fair: All pairs of functions; the bound is attained by disjoint ones.
    """
    t, items = size.pick(4, 4, 6), []
    for z in range(1, t + 1):
        light = [h for h in all_functions(t) if h.weight < z]
        items += [
            le(f"z={z}", len(candidates([g, h])), 2 * (z - 1)) for g, h in product(light, repeat=2)
        ]
    pair = [Values((1,) + (0,) * (t - 1)), Values((0,) * (t - 1) + (1,))]
    items.append(eq("attained", len(candidates(pair)), 2))
    return decide("candidates", f"T={t}, k=2", items)
