"""The definitions of learning and of points, each against an independent computation."""

from fractions import Fraction
from itertools import combinations
from math import comb, prod

from audits.claims.vocabulary import (
    decide,
    eq,
)
from audits.ledger import Size, claim, not_finitely_checkable
from audits.verdict import Verdict
from reference.data.adjacency import replace_one
from reference.data.concept import (
    Values,
    all_functions,
    disagreements,
    empirical_errors,
    labelled_examples,
)
from reference.mechanisms.learning.function_family import random_functions


@claim("BBKN13.D.set-hyp")
def sets_are_indicators(size: Size) -> Verdict:
    """A set of points stands for its indicator function.

    Fair: All subsets of up to 5 points; different sets give different functions.
    """
    t = size.pick(4, 5, 8)
    subsets = [frozenset(s) for n in range(t + 1) for s in combinations(range(t), n)]
    items = [
        eq(f"{sorted(s)} at {x}", Values.indicator(s, t)(x), int(x in s))
        for s in subsets
        for x in range(t)
    ]
    items.append(eq("different", len({Values.indicator(s, t) for s in subsets}), 2**t))
    return decide("sets as hypotheses", f"T={t}", items)


@claim("BBKN13.D4.6")
def random_function_has_independent_values(size: Size) -> Verdict:
    """The random function has independent values, each 1 with probability q.

    Fair: Joint law of all values against the product, for q between 0 and 1.
    """
    t, items = size.pick(3, 4, 6), []
    for q in (Fraction(1, 16), Fraction(1, 10), Fraction(1, 3)):
        family = random_functions(t, q)
        total = sum(m.weight for m in family)
        for m in family:
            chance = prod((q if v else 1 - q for v in m.function.values), start=Fraction(1))
            items.append(eq(f"{m.function}, q={q}", Fraction(m.weight, total), chance))
    return decide("biased random function", f"T={t}", items)


not_finitely_checkable(
    "BBKN13.D4.7",
    statement="No small circuit tells a pseudorandom function of bias q from a random one.",
    reason="speaks of all polynomial-size circuits and all large d; A.AFFINE is a finite stand-in",
)


@claim("BBKN13.D4.10")
def weights_are_counted(size: Size) -> Verdict:
    """weight(h) is the number of points on which h is 1.

    Fair: All functions; the numbers of each weight are binomial coefficients.
    """
    t = size.pick(6, 8, 12)
    zero = Values((0,) * t)
    items = [eq(f"{h}", h.weight, len(disagreements(h, zero, t))) for h in all_functions(t)]
    items += [
        eq(f"weight {w}", sum(h.weight == w for h in all_functions(t)), comb(t, w))
        for w in range(t + 1)
    ]
    return decide("weight", f"T={t}", items)


@claim("BBKN13.D.emp")
def empirical_errors_are_counted(size: Size) -> Verdict:
    """The empirical error counts the examples that h labels differently, over m.

    Fair: All databases; h against its complement gives m in all.
    """
    t, m, items = 2, size.pick(2, 3, 4), []
    for d in replace_one(labelled_examples(t), m, ordered=True).databases():
        for h in all_functions(t):
            other = Values(tuple(1 - v for v in h.values))
            both = empirical_errors(h, d) + empirical_errors(other, d)
            items.append(eq(f"{h} on {d}", both, m))
            items.append(
                eq(
                    "by point",
                    empirical_errors(h, d),
                    sum(d.count((x, 1 - h(x))) for x in range(t)),
                )
            )
    return decide("empirical error", f"T={t}, m={m}", items)
