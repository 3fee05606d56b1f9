"""The paper's reductions and later constructions, each against an independent computation."""

from fractions import Fraction
from itertools import product

from audits.claims.bbkn13.exactly import (
    code,
)
from audits.claims.bbkn13.toys import NoisyIndicator, noisy_indicator_law
from audits.claims.bbkn13.written_out import (
    ALPHA,
    TWO,
    a2_law,
    exponential,
    same_law,
)
from audits.claims.vocabulary import (
    decide,
    eq,
)
from audits.engines.comparisons import Comparison
from audits.ledger import Form, Size, claim
from audits.verdict import Verdict
from reference.data.adjacency import replace_one
from reference.data.bottom import Bottom
from reference.data.concept import (
    PointFunction,
)
from reference.data.domain import Domain
from reference.mechanisms.learning.independent_noise_learner import noisy_learner_in_two_parts
from reference.mechanisms.release.exponential_sanitiser import ExponentialSanitiser
from reference.probability.law import law
from reference.reductions.dnf_to_cnf import clauses, conjunction_holds, disjunction_holds
from reference.reductions.light_hypotheses import LightHypothesesReduction


def _any(value: object) -> object:
    return value


def _light(weights: tuple[int, ...], on_empty: str) -> Verdict:
    t, items = 2, []
    for z in weights:
        reduction = LightHypothesesReduction(NoisyIndicator(t), 1, 1, z, t, TWO, on_empty)
        for d in reduction.universe(2).databases():
            wanted: dict[object, Fraction] = {}
            for h, chance in noisy_indicator_law(d[:1], t):
                inside = {x for x in range(t) if h.values[x]}
                if on_empty == "pad":
                    inside |= {0}
                if sum(h.values) >= z or not inside:
                    wanted[Bottom.BOTTOM] = wanted.get(Bottom.BOTTOM, Fraction(0)) + chance
                    continue
                errors = [sum(int(x == j) != y for x, y in d[1:]) for j in sorted(inside)]
                chosen: list[object] = [PointFunction(j) for j in sorted(inside)]
                for c, p in exponential(chosen, errors, 2).items():
                    wanted[c] = wanted.get(c, Fraction(0)) + chance * p
            items += same_law(f"z={z}, {d}", law(reduction, d).map(_any), wanted)
    return decide(f"light hypotheses, {on_empty}", f"T={t}, one run, one more record", items)


@claim("BBKN13.A.T411")
def light_reduction_follows_its_steps(size: Size) -> Verdict:
    """Runs of A', those of weight < z kept, then a choice among c_j with h(j) = 1.

    Fair: A noisy indicator as A'; hypotheses of every weight occur.
    """
    return _light(size.pick((2, 3), (1, 2, 3), (1, 2, 3)), "fail")


@claim("BBKN13.A.T411", Form.CORRECTED)
def padded_light_reduction_follows_its_steps(size: Size) -> Verdict:
    """The same with fixed point functions among the candidates: none is missing.

    Fair: The zero hypothesis is kept with positive probability.
    """
    return _light(size.pick((2, 3), (1, 2, 3), (1, 2, 3)), "pad")


def _two_parts(size: Size, *, allow_zero: bool) -> list[Comparison]:
    t, items = 2, []
    outer = noisy_learner_in_two_parts(t, ALPHA / 4, ALPHA / 8, ALPHA / 8, allow_zero=allow_zero)
    for d in outer.universe(size.pick(1, 2, 3)).databases():
        items += same_law(f"{d}", law(outer, d).map(_any), a2_law(d, t, ALPHA))
    return items


@claim("BBKN13.A.VALIANT")
def disjunctions_are_conjunctions(size: Size) -> Verdict:
    """A k-term DNF equals the conjunction of all clauses with a literal of each term.

    Fair: All pairs of consistent or inconsistent non-empty terms, all inputs.
    """
    n = size.pick(2, 3, 3)
    literals = [s * v for v in range(1, n + 1) for s in (1, -1)]
    terms = [
        tuple(x for x, k in zip(literals, kept, strict=True) if k)
        for kept in product((False, True), repeat=2 * n)
    ]
    items = []
    for pair in product([t for t in terms if t], repeat=2):
        inputs = list(enumerate(product((False, True), repeat=n)))
        left = code(i for i, x in inputs if disjunction_holds(pair, x))
        right = code(i for i, x in inputs if conjunction_holds(clauses(pair), x))
        items.append(eq(f"{pair}", left, right))
    return decide("DNF as CNF", f"2 terms, {n} variables", items)


def _sanitiser(size: Size, weigh: str) -> Verdict:
    items = []
    for t, m, k in ((2, 2, 1), (2, 3, 3), (3, 2, 2))[: size.pick(3, 3, 3)]:
        sanitiser = ExponentialSanitiser(Domain.of_size(t), k, TWO, weigh)
        for d in replace_one(range(t), m).databases():
            weights: dict[object, Fraction] = {}
            for e in product(range(t), repeat=k):
                worst = max(abs(d.count(x) * k - e.count(x) * m) for x in range(t))
                key = tuple(sorted(e))
                w = Fraction(1, 2 ** (worst // k))
                once = weigh == "histograms"
                weights[key] = w if once else weights.get(key, Fraction(0)) + w
            whole = sum(weights.values(), Fraction(0))
            wanted = {y: w / whole for y, w in weights.items()}
            items += same_law(f"{d}", law(sanitiser, d).map(_any), wanted)
    return decide(f"sanitiser over {weigh}", "T <= 3, k | m", items)
