"""Section 4: tracing attacks on stumps, when they err, and what they find."""

from bisect import bisect_left

from audits.claims.prelude import *
from audits.claims.bcmnuw20.laws.stump_releases import PooledMeans, PublicMeans, noisy
from audits.claims.bcmnuw20.laws.tracing import (
    NONE,
    Signs,
    Vector,
    above_root_of_log,
    nearest,
    tracing_by_definition,
    vectors,
)
from reference.lower_bounds.random_means import product_rows
from reference.lower_bounds.tracing_attacks import (
    MeanTracer,
    OneReferenceTracer,
    ReferencesTracer,
    Threshold,
)
from reference.lower_bounds.tracing_experiment import Experiment
from reference.lower_bounds.tracing_scores import sums

GRID = (-ONE, -HALF, NONE, HALF, ONE)
MEANS = {1: ((HALF,), (NONE,)), 2: ((HALF, -QUARTER), (NONE, NONE))}

RELEASES: dict[str, Callable[[int, tuple[int, ...]], Any]] = {
    "means of all rows": PooledMeans,
    "means of public rows": PublicMeans,
    "noisy means, e^(eps/p) = 2": lambda p, public: noisy(Fraction(2), p)(p, public),
}

ASKED = "tuple(self.tracer(q, z) for z in rows)"
WRONG[Experiment] = {
    "the public rows are not asked about": f"{ASKED} => tuple(self.tracer(q, z) "
    "and not self.private <= i < self.private + self.public for i, z in enumerate(rows))",
    "at most one public row is counted": "sum(accused[:-1]) => "
    "sum(accused[: self.private]) + any(accused[self.private : -1])",
    "the outsider is a row": f"{ASKED} => tuple(self.tracer(q, z) for z in (*rows[:-1], rows[0]))",
    "answers of its own for every row": (
        "asked = self.answers(rows[:-1]) => told = Dist.point(())",
        (
            f"return asked.map(lambda q: {ASKED}) => for z in rows:\n"
            "                one = self.answers(rows[:-1]).map(lambda q: self.tracer(q, z))\n"
            "                told = told.product(one).map(lambda pair: (*pair[0], pair[1]))\n"
            "            return told"
        ),
    ),
}


@claim(
    "BCMNUW20.D.tracer",
    over(
        release=RELEASES,
        attributes_and_rows=sized(
            ((1, 1, 0), (1, 1, 1), (1, 2, 1), (1, 1, 2), (2, 1, 1)),
            ((1, 2, 2), (2, 2, 1), (1, 3, 1)),
            ((2, 2, 2), (1, 4, 2)),
        ),
    ),
    about=Experiment,
)
def hits_and_false_positives(
    build: Callable[..., Experiment[Any]], release: str, attributes_and_rows: tuple[int, int, int]
) -> Check:
    """Draw z_1, ..., z_s and y independently, and q <- A(z): K is the number of rows i with
    T(q, z_i) = IN, and a the probability that T(q, y) = IN; T may depend on the distribution.

    Cases: Every combination of accusations, E[K] and a, with the tracer that knows the means, rows
    as vectors of signs; up to two coordinates and three rows, private and public.
    """
    p, n, m = attributes_and_rows
    for means in MEANS[p]:
        tracer = MeanTracer(means, ONE, Threshold.exactly(QUARTER))

        def released(public: tuple[int, ...], p: int = p) -> Any:
            return RELEASES[release](p, public)

        def answers(rows: tuple[int, ...], n: int = n, p: int = p) -> dict[Vector, Fraction]:
            found = law(RELEASES[release](p, rows[n:]), rows[:n])
            return {q: found.probability(q) for q in found}

        def accuses(q: Vector, signs: Signs, means: Vector = means) -> bool:
            terms = zip(signs, means, q, strict=True)
            return sum((z - mu) * nearest(x - mu, ONE) for z, mu, x in terms) > QUARTER

        experiment = build(released, product_rows(means), n, m, tracer)
        found = experiment.accused()
        expected = tracing_by_definition(means, n + m, answers, accuses)
        for accused, weight in expected.items():
            yield eq(f"{means}: {accused}", found.probability(accused), weight)
        yield eq(
            f"{means}: E[K]",
            experiment.expected_hits,
            sum((sum(accused[:-1]) * weight for accused, weight in expected.items()), NONE),
        )
        yield eq(
            f"{means}: a",
            experiment.false_positive,
            sum((weight for accused, weight in expected.items() if accused[-1]), NONE),
        )


EXCEEDED = "return total > 0 and self.squared.certainly_less(total * total)"
INCLUSIVE = wrong(
    Threshold,
    f"{EXCEEDED} => return total >= 0 and not exact(total**2).certainly_less(self.squared)",
)
EITHER_SIGN = wrong(Threshold, f"{EXCEEDED} => return self.squared.certainly_less(total * total)")
CENTRE = "return self.means  # 1"
NO_CENTRE = f"{CENTRE} => return (Fraction(0),) * len(self.means)"
WEIGHT = "clipped(answer - self.means[place], self.clip)"
NO_MEANS = (NO_CENTRE, f"{WEIGHT} => clipped(answer, self.clip)")
NO_LOG = "Threshold.root_of_log(square, samples) => Threshold(square / 4)"
WRONG[MeanTracer] = {
    "a tie is IN": given(MeanTracer, threshold=lambda tau: INCLUSIVE(tau.square, tau.odds)),
    "far below is IN": given(MeanTracer, threshold=lambda tau: EITHER_SIGN(tau.square, tau.odds)),
    "<y, q>": NO_MEANS,
    "<y, q - mu>": NO_CENTRE,
    "<y - mu, q + mu>": f"{WEIGHT} => clipped(answer + self.means[place], self.clip)",
    "not clipped": f"{WEIGHT} => answer - self.means[place]",
    "eta sqrt(p)": NO_LOG,
}


@claim(
    "BCMNUW20.ALG.Tracer.mean",
    over(
        means=((NONE, NONE), (HALF, -QUARTER), (ONE, HALF)),
        clip=(ONE, HALF, QUARTER),
        tau=("0", "1/4", "1", "3/2", "sqrt(2 ln 2)", "sqrt(2 ln 3)"),
    ),
    form=Form.CONCRETE,
    about=MeanTracer,
)
def tracer_with_means(
    build: Callable[..., MeanTracer], means: Vector, clip: Fraction, tau: str
) -> Check:
    """IN iff the sum of (y_j - mu_j) clip(q_j - mu_j, -eta, eta) is above tau, strictly.

    Cases: All rows of two coordinates and answers on a grid; ties occur, and are OUT. Irrational
    thresholds are compared through e^(total^2/2), the logarithm is not used.
    """
    odds = Fraction(tau.removeprefix("sqrt(2 ln ")[:-1]) if "ln" in tau else None
    exact = NONE if odds else Fraction(tau)
    threshold = Threshold.root_of_log(2, odds) if odds else Threshold.exactly(exact)
    tracer = build(means, clip, threshold)
    for q in product(GRID, repeat=2):
        for row, y in vectors(2):
            total = sum(
                (each - mu) * nearest(x - mu, clip)
                for each, mu, x in zip(y, means, q, strict=True)
            )
            above = (
                above_root_of_log(Fraction(total), Fraction(2), odds) if odds else total > exact
            )
            yield eq(f"{q}, {y}", tracer(q, row), above)


def _accused_by_reference(
    q: Sequence[Fraction], y: Signs, z: Signs, square: Fraction, odds: Fraction
) -> bool:
    """Whether <y - z, q> > sqrt(square ln(odds))."""
    total = sum(((a - b) * x for a, b, x in zip(y, z, q, strict=True)), NONE)
    return total > 0 if odds == 1 else above_root_of_log(total, square, odds)


EIGHT = "Threshold.root_of_log(8 * self.attributes, 1 / self.delta)"
QUARTER_OF_TAU = "root_of_log(8 * self.attributes => root_of_log(Fraction(self.attributes, 2)"
WRONG[OneReferenceTracer] = {
    "the reference row is not subtracted": "_signs(self.reference, self.attributes) => "
    "(Fraction(0),) * self.attributes",
    "a quarter of the threshold": QUARTER_OF_TAU,
    "the logarithm forgotten": f"{EIGHT} => Threshold(8 * self.attributes / self.delta)",
}


@claim(
    "BCMNUW20.ALG.Tracer.fig1",
    over(
        attributes=sized((1, 2), (1, 2, 3), (1, 2, 3)),
        delta=(ONE, Fraction(9, 10), Fraction(4, 5), Fraction(2, 3)),
    ),
    about=OneReferenceTracer,
)
def tracer_with_a_reference_row(
    build: Callable[..., OneReferenceTracer], attributes: int, delta: Fraction
) -> Check:
    """IN iff <y, q> - <z, q> > sqrt(8 p ln(1/delta)), z a reference row.

    Cases: All rows, all reference rows and answers on a grid; the threshold is compared through
    e^(total^2/(8p)), and is 0 for delta = 1. For delta above e^(-p/2) it is attainable.
    """
    for (z, reference), (y, row) in product(vectors(attributes), repeat=2):
        tracer = build(z, attributes, delta)
        for q in product(GRID, repeat=attributes):
            above = _accused_by_reference(q, row, reference, Fraction(8 * attributes), 1 / delta)
            yield eq(f"{q}, {row}, {reference}", tracer(q, y), above)


OTHERS = {1: ((0,), (3,)), 2: ((0, 1, 2, 3), (3, 3, 3, 1), (0, 0, 0, 0)), 3: ((3,) * 9,)}
FOR_MEANS = "16 * self.spread**2 => 8 * self.spread**2"
ERROR = "clipped(answer - mean, 2 * self.spread)"
WRONG[ReferencesTracer] = {
    "the constant for y - mu": FOR_MEANS,
    "not clipped": f"{ERROR} => answer - mean",
    "the further rows forgotten": f"{ERROR} => clipped(answer, 2 * self.spread)",
}


@claim(
    "BCMNUW20.ALG.Tracer.fig2",
    over(root=(1, 2, 3), delta=(ONE, Fraction(9, 10), Fraction(2, 3))),
    about=ReferencesTracer,
)
def tracer_with_many_reference_rows(
    build: Callable[..., ReferencesTracer], root: int, delta: Fraction
) -> Check:
    """With w the mean of M further rows, alpha_0 = 1/sqrt(M) and eta = 2 alpha_0: IN iff
    <y - z, clip(q - w, -eta, eta)> > 4 alpha_0 sqrt(p ln(1/delta)).

    Cases: Two coordinates, M = 1, 4, 9, all rows and reference rows, answers on a grid. The
    threshold is compared through e^(total^2/(16 alpha_0^2 p)).
    """
    spread = Fraction(1, root)
    for others in OTHERS[root]:
        signs = [dict(vectors(2))[row] for row in others]
        mean = [Fraction(sum(each[j] for each in signs), len(signs)) for j in range(2)]
        for (z, reference), (y, row) in product(vectors(2), repeat=2):
            tracer = build(z, others, 2, delta)
            for q in product(GRID, repeat=2):
                v = [nearest(a - b, 2 * spread) for a, b in zip(q, mean, strict=True)]
                above = _accused_by_reference(v, row, reference, 32 * spread**2, 1 / delta)
                yield eq(f"{q}, {row}, {reference}, {others}", tracer(q, y), above)


SOUND = Parts(means=MeanTracer, one=OneReferenceTracer, many=ReferencesTracer)
"""With the means, with one reference row, and with many."""
WRONG[SOUND] = {
    "eta sqrt(2 p ln S)": SOUND.but(means="square = 4 * => square = 2 *"),
    "eta sqrt(3 p ln S)": SOUND.but(means="square = 4 * => square = 3 *"),
    "eta sqrt(p)": SOUND.but(means=NO_LOG),
    "<y, q>": SOUND.but(means=NO_MEANS),
    "a quarter of the threshold": SOUND.but(one=QUARTER_OF_TAU),
    "the constant for y - mu": SOUND.but(many=FOR_MEANS),
}


@cache
def _totals(
    centred: tuple[tuple[Fraction, Fraction], ...], weights: tuple[Fraction, ...]
) -> tuple[tuple[Fraction, Fraction], ...]:
    """The law of a sum with a part (y - c) v for every weight v, in order of its values."""
    found = {NONE: ONE}
    for weight, often in Counter(weights).items():
        pairs = [((each * weight,), w) for each, w in centred]
        one: Dist[tuple[Fraction, ...], Fraction] = Dist.weighted(pairs)
        alike = sums(one, often)
        law_of_part = [(total[0], alike.probability(total)) for total in alike]
        longer: dict[Fraction, Fraction] = {}
        for (total, w), (more, v) in product(found.items(), law_of_part):
            longer[total + more] = longer.get(total + more, NONE) + w * v
        found = longer
    return tuple(sorted(found.items()))


def _far_above(
    centred: Sequence[tuple[Fraction, Fraction]], weights: Sequence[Fraction], tau: Threshold
) -> Fraction:
    """The probability that the sum is above tau."""
    totals = _totals(tuple(centred), tuple(weights))
    first = bisect_left(totals, 1, key=lambda each: int(tau.exceeded_by(each[0])))
    return sum((weight for _, weight in totals[first:]), NONE)


def _extreme(clip: Fraction, attributes: int) -> Iterator[tuple[str, list[Fraction]]]:
    """Errors at the ends of the clip, all of one sign, mixed, and smaller ones."""
    half = attributes // 2
    yield "all above", [clip] * attributes
    yield "all below", [-clip] * attributes
    yield "half above", [clip] * half + [-clip] * (attributes - half)
    yield "some half as far", [clip] * half + [clip / 2] * (attributes - half)


@claim(
    "BCMNUW20.T14.sound",
    over(
        attributes=sized((4, 16, 36), (4, 16, 36, 49), (4, 16, 36, 49, 64)),
        mean=(NONE, HALF, -HALF),
        samples=(2, 4, 8, 16, 64, 512),
    ),
    form=Form.CONCRETE,
    about=SOUND,
)
def outsiders_are_rarely_accused(
    parts: Parts, attributes: int, mean: Fraction, samples: int
) -> Iterator[Comparison]:
    """Whatever the answers are, a further row is accused with probability at most
    exp(-tau^2/(2 eta^2 p)), which is S^-2 for tau = eta sqrt(4 p ln S); with a reference row in
    place of the means at most exp(-tau^2/(4 eta^2 p)): delta for figure 2, delta^2 for figure 1.

    Cases: Exact probabilities, coordinates of one mean, errors of the answers at the ends of the
    clip; delta = 1/S. The greatest parts of the bounds that are used are in the paper tests.
    """
    p, delta, clip = attributes, Fraction(1, samples), QUARTER
    up, down = (1 + mean) / 2, (1 - mean) / 2
    traced = parts.means.sound((mean,) * p, clip, samples)
    centred = [(1 - traced.centre[0], up), (-1 - traced.centre[0], down)]
    for name, errors in _extreme(clip, p):
        v = [traced.weight(j, mean + error) for j, error in enumerate(errors)]
        yield chance(f"means, {name}", _far_above(centred, v, traced.threshold), delta**2)
    whole = (1 << p) - 1
    for others, bound in ((), delta**2), ((0,), delta), ((0,) * 16, delta):
        number, build = (2, partial(parts.many, others=others)) if others else (1, parts.one)
        low, top = (build(reference=z, attributes=p, delta=delta) for z in (0, whole))
        centred = [
            (each - reference.centre[0], chance_y * chance_z)
            for each, chance_y in ((1, up), (-1, down))
            for reference, chance_z in ((low, down), (top, up))
        ]
        for name, answers in _extreme(ONE, p):
            v = [low.weight(j, q) for j, q in enumerate(answers)]
            words = f"figure {number}, {len(others)} further rows, {name}"
            yield chance(words, _far_above(centred, v, low.threshold), bound)
