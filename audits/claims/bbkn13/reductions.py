"""The paper's reductions and later constructions, each against an independent computation."""

from fractions import Fraction
from itertools import product
from math import prod

from audits.claims.bbkn13.exactly import (
    hamming,
)
from audits.claims.bbkn13.toys import NoisyIndicator, noisy_indicator_law
from audits.claims.bbkn13.written_out import (
    ALPHA,
    TWO,
    a2_law,
    exponential,
    noisy_law,
    same_law,
)
from audits.claims.vocabulary import (
    decide,
    eq,
    le,
)
from audits.engines.comparisons import Comparison
from audits.ledger import UNGRADED, Form, Size, claim
from audits.verdict import Verdict
from reference.data.adjacency import replace_one
from reference.data.bottom import Bottom
from reference.data.concept import (
    IntervalFunction,
    PointFunction,
    all_functions,
    intervals,
    labelled_examples,
    points,
)
from reference.data.domain import Domain
from reference.data.switching_points import reconstructed
from reference.hardness.generated_points import Distinguisher, generated_points
from reference.lower_bounds.sanitiser_packing import packing_database
from reference.mechanisms.learning.exponential_learner import ExponentialLearner
from reference.mechanisms.learning.independent_noise_learner import noisy_learner_in_two_parts
from reference.mechanisms.learning.noisy_point_learner import smallest_unseen_point
from reference.mechanisms.learning.point_learner import PointLearner
from reference.mechanisms.release.exponential_sanitiser import ExponentialSanitiser
from reference.probability.law import law
from reference.reductions.few_switches import FewSwitchesReduction
from reference.reductions.light_hypotheses import LightHypothesesReduction
from reference.reductions.noise_reconstruction import NoiseReconstruction


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


@claim("BBKN13.A.T54")
def switch_reduction_follows_its_steps(size: Size) -> Verdict:
    """Runs of A', the first with at most z switching points, then a choice in SWITCH(h).

    Fair: Two runs of a noisy indicator; z = 1, 2, 3 (1 always fails).
    """
    t, items = 2, []
    for z in (1, 2, 3):
        reduction = FewSwitchesReduction(NoisyIndicator(t), 2, 1, z, t, TWO)
        for d in list(reduction.universe(3).databases())[:: size.pick(5, 1, 1)]:
            wanted: dict[object, Fraction] = {}
            runs = [noisy_indicator_law(d[i : i + 1], t) for i in (0, 1)]
            for (g, p), (h, q) in product(*runs):
                ends = [_ends(f.values) for f in (g, h)]
                chosen = next((e for e in ends if len(e) <= z), None)
                if chosen is None:
                    wanted[Bottom.BOTTOM] = wanted.get(Bottom.BOTTOM, Fraction(0)) + p * q
                    continue
                errors = [sum(int(x < j) != y for x, y in d[2:]) for j in chosen]
                names: list[object] = [IntervalFunction(j) for j in chosen]
                for c, chance in exponential(names, errors, 2).items():
                    wanted[c] = wanted.get(c, Fraction(0)) + p * q * chance
            items += same_law(f"z={z}, {d}", law(reduction, d).map(_any), wanted)
    return decide("few switches", f"T={t}, two runs, one more record", items)


def _ends(values: tuple[int, ...]) -> list[int]:
    inner = [j for j in range(1, len(values)) if values[j] != values[j - 1]]
    return [0, *inner, len(values)]


def _two_parts(size: Size, *, allow_zero: bool) -> list[Comparison]:
    t, items = 2, []
    outer = noisy_learner_in_two_parts(t, ALPHA / 4, ALPHA / 8, ALPHA / 8, allow_zero=allow_zero)
    for d in outer.universe(size.pick(1, 2, 3)).databases():
        items += same_law(f"{d}", law(outer, d).map(_any), a2_law(d, t, ALPHA))
    return items


@claim("BBKN13.A.EX57", refuted=UNGRADED)
def zero_function_is_no_point_function(size: Size) -> Verdict:
    """With inner outputs in POINT only (Definition 5.6), inner plus noise is A2.

    Fair: All databases of one record or star; all labels 0 gives the zero function.
    """
    return decide("A2 in two parts, literal", "T=2", _two_parts(size, allow_zero=False))


@claim("BBKN13.A.EX57", Form.CORRECTED)
def two_parts_make_a2(size: Size) -> Verdict:
    """With the zero function allowed as an inner output, inner plus noise is A2.

    Fair: All databases of examples and stars.
    """
    return decide("A2 in two parts", "T=2", _two_parts(size, allow_zero=True))


@claim("BBKN13.A.EX57.GEN", Form.CONCRETE)
def free_rates_follow_the_steps(size: Size) -> Verdict:
    """A2 with free failure, noise and sampling rates b, mu, p.

    Fair: Three different rates; bottom has mass b plus inconsistent subsamples.
    """
    t, b, mu, p = 2, Fraction(1, 40), Fraction(1, 80), Fraction(1, 28)
    outer = noisy_learner_in_two_parts(t, p, b, mu, allow_zero=True)
    items = []
    for d in replace_one(labelled_examples(t), size.pick(2, 3, 4)).databases():
        wanted: dict[object, Fraction] = {Bottom.BOTTOM: b}
        for kept in product((False, True), repeat=len(d)):
            chance = prod((p if k else 1 - p for k in kept), start=1 - b)
            part = [row for row, k in zip(d, kept, strict=True) if k]
            fitting = [j for j in range(t) if all(int(x == j) == y for x, y in part)]
            if not fitting:
                wanted[Bottom.BOTTOM] += chance
                continue
            positive = any(y for _, y in part)
            centre = tuple(int(positive and x == fitting[0]) for x in range(t))
            for h, q in noisy_law(centre, mu).items():
                wanted[h] = wanted.get(h, Fraction(0)) + chance * q
        items += same_law(f"{d}", law(outer, d).map(_any), wanted)
    return decide("A2 with free rates", "T=2, b=1/40, mu=1/80, p=1/28", items)


@claim("BBKN13.A.RECON")
def reconstruction_is_the_unique_minimum(size: Size) -> Verdict:
    """The interval with strictly fewest mismatches, bottom if two have as few.

    Fair: All functions; ties occur.
    """
    items = []
    for t in range(1, size.pick(7, 9, 11)):
        for h in all_functions(t):
            counts = {c: sum(h(x) != c(x) for x in range(t)) for c in intervals(t)}
            best = [c for c in counts if counts[c] == min(counts.values())]
            wanted = best[0].end if len(best) == 1 else -1
            found = reconstructed(h)
            items.append(eq(f"{h}", -1 if isinstance(found, Bottom) else found.end, wanted))
    return decide("reconstruction", "all functions", items)


@claim("BBKN13.A.T58")
def reconstruction_post_processes(size: Size) -> Verdict:
    """The reduction runs the outer learner and reconstructs the interval.

    Fair: A noisy indicator as the outer learner; ties give bottom.
    """
    t, items = 3, []
    reduction = NoiseReconstruction(NoisyIndicator(t), t)
    for d in reduction.universe(size.pick(1, 2, 3)).databases():
        wanted: dict[object, Fraction] = {}
        for h, chance in noisy_indicator_law(d, t):
            y = reconstructed(h)
            wanted[y] = wanted.get(y, Fraction(0)) + chance
        items += same_law(f"{d}", law(reduction, d).map(_any), wanted)
    return decide("noise and reconstruction", f"T={t}", items)


@claim("BBKN13.A.HATCLASS")
def generated_class_has_the_image_size(size: Size) -> Verdict:
    """hatPOINT from a table has as many concepts as the table has different outputs.

    Fair: All tables with 2 (or 4) inputs and 4 (or 8) outputs.
    """
    inputs, outputs = size.pick((2, 4), (4, 4), (4, 8))
    return decide(
        "hatPOINT",
        f"{outputs}^{inputs} tables",
        (
            eq(f"{g}", len(generated_points(g)), sum(j in g for j in range(outputs)))
            for g in product(range(outputs), repeat=inputs)
        ),
    )


@claim("BBKN13.A.DIST")
def distinguisher_accepts_recovered_points(size: Size) -> Verdict:
    """The distinguisher returns 1 with the probability that the learner recovers c_j.

    Fair: Both learners, every point, several m; closed form of the probability.
    """
    t, items = 8, []
    image = (1, 3, 5, 7)
    for m in range(size.pick(2, 4, 6)):
        proper = ExponentialLearner(generated_points(image), t, TWO)
        for j in range(t):
            chance = law(Distinguisher(proper, m), j).probability(True)
            inside = Fraction(2**m, 2**m + 3) if j in image else Fraction(0)
            items.append(eq(f"hatPOINT, m={m}, j={j}", chance, inside))
            whole = PointLearner(Domain.of_size(t), TWO)
            chance = law(Distinguisher(whole, m), j).probability(True)
            items.append(eq(f"POINT, m={m}, j={j}", chance, Fraction(2**m, 2**m + t - 1)))
    return decide("distinguisher", f"T={t}, image of 4 points", items)


@claim("BBKN13.A.INEFF")
def inefficient_learner_lists_the_class(size: Size) -> Verdict:
    """The inefficient learner is the exponential learner over hatPOINT.

    Fair: T = 8, a non-injective table.
    """
    t, image, items = 8, (1, 3, 3, 7), []
    learner = ExponentialLearner(generated_points(image), t, TWO)
    for d in replace_one(labelled_examples(t), size.pick(1, 2, 3)).databases():
        kept = sorted(set(image))
        errors = [sum(int(x == j) != y for x, y in d) for j in kept]
        wanted = exponential([PointFunction(j) for j in kept], errors, 2)
        items += same_law(f"{d}", law(learner, d).map(_any), wanted)
    return decide("learner over hatPOINT", f"T={t}", items)


@claim("BBKN13.A.EFFHAT")
def efficient_learner_uses_all_points(size: Size) -> Verdict:
    """On targets in hatPOINT the learner over POINT is used unchanged.

    Fair: Samples of every target of the class.
    """
    t, items = 8, []
    efficient = PointLearner(Domain.of_size(t), TWO)
    listed = ExponentialLearner(points(t), t, TWO)
    for c in generated_points((1, 3, 5, 7)):
        for sample in replace_one(range(t), size.pick(1, 2, 3)).databases():
            d = tuple((x, c(x)) for x in sample)
            wanted = law(listed, d)
            items += [
                eq(f"{c}, {d}", law(efficient, d).probability(h), wanted.probability(h))
                for h in points(t)
            ]
    return decide("efficient learner on hatPOINT", f"T={t}", items)


@claim("BBKN13.A.NP")
def non_private_learner_is_consistent(size: Size) -> Verdict:
    """The non-private learner outputs a consistent concept whenever there is one.

    Fair: All samples labelled by a point function.
    """
    items = []
    for t in range(1, 5):
        for c in points(t):
            for sample in replace_one(range(t), size.pick(3, 5, 6)).databases():
                d = tuple((x, c(x)) for x in sample)
                found = smallest_unseen_point(d, t)
                wrong = (
                    len(d)
                    if isinstance(found, Bottom)
                    else sum(int(x == found.point) != y for x, y in d)
                )
                items.append(eq(f"{c} on {sample}", wrong, 0))
    return decide("non-private learner", "T <= 4", items)


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


@claim("BBKN13.A.BLR")
def sanitiser_over_sequences(size: Size) -> Verdict:
    """Weight s^(-m max_c |Q_c(D) - Q_c(D')|) for each synthetic database (sequence).

    Fair: k = 1, k = m; multiplicities above 1 occur.
    """
    return _sanitiser(size, "databases")


@claim("BBKN13.A.BLR", Form.CONCRETE)
def sanitiser_over_histograms(size: Size) -> Verdict:
    """The same with one weight for each histogram.

    Fair: k = 1, k = m.
    """
    return _sanitiser(size, "histograms")


@claim("BBKN13.A.T72")
def packing_databases_differ_in_k_rows(size: Size) -> Verdict:
    """D_i has k copies of i and m - k of the common point; D_i and D_j differ in k rows.

    Fair: All i, j, k, m on the scope; k = 0 makes them equal.
    """
    t, items = 4, []
    for m in range(1, size.pick(5, 8, 12)):
        for k in range(m + 1):
            base = packing_database(0, m, k)
            items.append(eq("common point", base.count(0), m))
            for i in range(1, t):
                d = packing_database(i, m, k)
                items += [eq("rows", len(d), m), eq("copies", d.count(i), k)]
                items.append(eq(f"D_0, D_{i}", hamming(base, d), k))
                items += [
                    le("apart", hamming(d, packing_database(j, m, k)), k) for j in range(1, t)
                ]
    return decide("packing databases", f"T={t}", items)
