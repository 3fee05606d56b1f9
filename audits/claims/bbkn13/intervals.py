"""Sections 5 and 5.1: intervals, their packing bound, and switching points."""

from fractions import Fraction
from itertools import combinations_with_replacement, pairwise

from audits.claims.bbkn13.exactly import (
    binomial_range,
    code,
)
from audits.claims.bbkn13.laws.programmes import interval_targets
from audits.claims.bbkn13.programmes import at_most
from audits.claims.vocabulary import (
    decide,
    eq,
    le,
)
from audits.ledger import UNGRADED, Form, Size, claim
from audits.verdict import Verdict
from reference.data.adjacency import replace_one
from reference.data.concept import (
    Values,
    all_functions,
    disagreements,
    empirical_errors,
    intervals,
    labelled_examples,
)
from reference.data.representation import representation_value
from reference.data.switching_points import (
    dominating_intervals,
    switching_intervals,
    switching_points,
)
from reference.lower_bounds.learning_packing import packing_bound


@claim("BBKN13.TXT.int-card")
def intervals_are_counted(size: Size) -> Verdict:
    """|INTERVAL_d| = 2^d + 1, all different on [T].

    Fair: Different as functions, T up to 16.
    """
    return decide(
        "number of intervals",
        "T <= 16",
        (
            eq(f"T={t}", len({Values.of(c, t) for c in intervals(t)}), t + 1)
            for t in range(1, size.pick(17, 33, 65))
        ),
    )


@claim("BBKN13.TXT.int-min")
def intervals_are_minimal(size: Size) -> Verdict:
    """value(INTERVAL without c_j, c_j) is 1 for both ends and 1/2 between them: alpha-minimal for
    alpha < 1/2.

    Fair: Every concept; the two ends alone represent everything with value 1/2.
    """
    items = []
    for t in range(2, size.pick(5, 7, 13)):
        every = intervals(t)
        for c in every:
            rest = [g for g in every if g != c]
            wanted = Fraction(1) if c.end in {0, t} else Fraction(1, 2)
            items.append(eq(f"T={t}, without {c}", representation_value(rest, c, t), wanted))
            ends = (every[0], every[-1])
            limit = representation_value(ends, c, t)
            items.append(le("the two ends", limit, Fraction(1, 2)))
    return decide("INTERVAL is minimal", "T >= 2", items)


@claim("BBKN13.L5.2", refuted=UNGRADED)
def printed_dependence_on_beta(size: Size) -> Verdict:
    """m >= (1/100) (1/beta)/eps is needed: the printed dependence (1/beta), with any small
    constant.

    Fair: The exact failure of the exponential learner on INTERVAL, T = 2, alpha = 2/5.
    """
    items = []
    for m in (8, 16, 32, 64)[: size.pick(4, 4, 4)]:
        beta = _interval_failure(m)
        items.append(le(f"m={m}", 1, 100 * beta * m * 2))
    return decide("1/beta", "T=2, e^eps = 4 (eps < 2)", items)


def _interval_failure(m: int) -> Fraction:
    """Failure of the exponential learner, s = 2, T = 2, target c_1, half/half, alpha = 2/5."""
    bad = Fraction(0)
    for k in range(m + 1):
        # k copies of the point 0 (label 1): c_0 errs on them; c_2 errs on the m - k others
        wrong = Fraction(1, 2**k) + Fraction(1, 2 ** (m - k))
        bad += binomial_range(m, Fraction(1, 2), k, k) * wrong / (1 + wrong)
    return bad


@claim("BBKN13.L5.2", Form.CONCRETE)
def packing_bound_for_intervals(size: Size) -> Verdict:
    """1 - beta <= r^m/(r^m + 2^d): the form (d + log(1/beta))/eps.

    Fair: All private learners on the packing databases of INTERVAL.
    """
    t, m = size.pick((2, 3), (3, 3), (4, 2))
    bound = packing_bound(Fraction(3, 2), m, t + 1)
    return at_most(interval_targets(t, m), Fraction(3, 2), bound)


@claim("BBKN13.D5.3.alt")
def switching_points_alternate(size: Size) -> Verdict:
    """Switching points alternate; there are 2 to T+1; c_j has one decreasing, namely j.

    Fair: All functions.
    """
    items = []
    for t in range(1, size.pick(7, 9, 12)):
        for h in all_functions(t):
            found = switching_points(h)
            same = sum(a.decreasing == b.decreasing for a, b in pairwise(found))
            items += [eq(f"{h}", same, 0), le("two", 2, len(found)), le("all", len(found), t + 1)]
        for c in intervals(t):
            falls = [s.at for s in switching_points(Values.of(c, t)) if s.decreasing]
            items.append(eq(f"{c}", falls == [c.end], 1))
    return decide("alternation", "all functions", items)


@claim("BBKN13.T5.4.dom")
def fixed_interval_dominates(size: Size) -> Verdict:
    """The interval chosen from h errs, with respect to c_t, only where h errs.

    Fair: All functions, targets and legal pairs of switching points.
    """
    items = []
    for t in range(1, size.pick(6, 8, 10)):
        for h in all_functions(t):
            for c in intervals(t):
                wrong = disagreements(h, c, t)
                for g in dominating_intervals(h, c.end):
                    errors = disagreements(g, c, t)
                    items.append(eq(f"{h}, {c}, {g}", code(errors), code(errors & wrong)))
    return decide("dominating intervals", "all functions", items)


def _best_switch(size: Size, *, any_labels: bool) -> Verdict:
    items = []
    for t, m in ((2, 2), (3, 2), (3, 3))[: size.pick(2, 3, 3)]:
        if any_labels:
            databases = set(replace_one(labelled_examples(t), m).databases())
        else:
            databases = {
                tuple(sorted((x, c(x)) for x in sample))
                for c in intervals(t)
                for sample in combinations_with_replacement(range(t), m)
            }
        for d in sorted(databases):
            for h in all_functions(t):
                best = min(empirical_errors(c, d) for c in switching_intervals(h))
                items.append(le(f"h={h} on {d}", best, empirical_errors(h, d)))
    return decide("best switching interval", "T <= 3", items)


@claim("BBKN13.R5.5", refuted=UNGRADED)
def some_switching_interval_is_as_good(size: Size) -> Verdict:
    """On every sample database some interval of SWITCH(h) errs no more often than h.

    Fair: All labels, as the remark does not exclude; unlabelled by a concept.
    """
    return _best_switch(size, any_labels=True)


@claim("BBKN13.R5.5", Form.CORRECTED)
def some_switching_interval_is_as_good_on_samples(size: Size) -> Verdict:
    """On databases labelled by an interval some interval of SWITCH(h) is as good as h.

    Fair: All functions h and all databases labelled by some c_t.
    """
    return _best_switch(size, any_labels=False)
