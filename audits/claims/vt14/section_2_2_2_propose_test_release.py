"""Section 2.2.2: propose-test-release."""

from audits.claims.prelude import *
from audits.claims.vt14.laws.sensitivities import fewest
from reference.data.sensitivity import local_sensitivities
from reference.mechanisms.sensitivity.median import Median, local_sensitivity_within
from reference.mechanisms.sensitivity.propose_test_release import (
    LaplaceProposeTestRelease,
    ProposeTestRelease,
    distance_to_unstable,
)

Case = tuple[int, int, int, int]
"""D, n, B, T: rows 0, ..., D, n of them, the median, bound, threshold."""

TINY: tuple[Case, ...] = ((3, 3, 2, 1), (4, 3, 1, 1))
SMALL: tuple[Case, ...] = (*TINY, (3, 3, 1, 0), (3, 3, 1, 2))
CASES = over(case=sized(TINY, SMALL, (*SMALL, (4, 5, 1, 1), (7, 3, 2, 3))))

PROMISE = "Guarantee(self.eps.exp(2), "
WRONG_PROMISES = {
    "promises twice the eps": f"{PROMISE} => Guarantee(self.eps.exp(4), ",
    "promises to tell nothing": f"{PROMISE} => Guarantee(self.eps.exp(0), ",
    "promises eps and the delta": f"{PROMISE} => Guarantee(self.eps.exp(), ",
    "promises half of the delta": f"{PROMISE} => {PROMISE}Fraction(1, 2) * ",
    "promises no delta": f"{PROMISE} => {PROMISE}0 * ",
}
STEPS = "distances(universe, lambda database: sensitivity[database] > bound)"
WRONG_DISTANCES = {
    "LS >= B": "sensitivity[database] > bound => sensitivity[database] >= bound",
    "LS > B + 1": "sensitivity[database] > bound => sensitivity[database] > bound + 1",
    "one more": f"{STEPS} => {{x: None if d is None else d + 1 for x, d in {STEPS}.items()}}",
    "twice the distance": f"{STEPS} => {{x: d and 2 * d for x, d in {STEPS}.items()}}",
}
NOISE = "noise = TwoSidedGeometric(self.eps.exp(-1))"
PASSES, SCALE = "self.threshold + 1 - d", "ratio = self.eps.exp(Fraction(-1, self.bound))"
TEST = f"coins.draw(bernoulli(noise.at_least({PASSES})))"
ONE_NOISE = f"""if not {TEST} => z = coins.run(NoisyInteger(self.eps.exp(-1), (-9, 9)), 0)
            low, high = self.shown
            if d + z > self.threshold:
                return min(max(self.query(database) + z, low), high)
            if True"""
RELEASE = Parts(
    release=ProposeTestRelease, distance=distance_to_unstable, promising=ProposeTestRelease
)
WRONG_RELEASES: dict[str, Any] = {
    "twice the eps": twice_eps(ProposeTestRelease),
    "the test has no noise": f"{TEST} => d > self.threshold",
    "passes at the threshold": f"{PASSES} => self.threshold - d",
    "a threshold too low by 2": f"{PASSES} => self.threshold - 1 - d",
    "a threshold too high by 1": f"{PASSES} => self.threshold + 2 - d",
    "test noise halved": f"{NOISE} => noise = TwoSidedGeometric(self.eps.exp(-2))",
    "test noise doubled": f"{NOISE} => noise = TwoSidedGeometric(self.eps.exp(Fraction(-1, 2)))",
    "answer noise halved": f"{SCALE} => ratio = self.eps.exp(Fraction(-2, self.bound))",
    "answer noise doubled": f"{SCALE} => ratio = self.eps.exp(Fraction(-1, 2 * self.bound))",
    "no answer noise where LS = 0": wrong(
        ProposeTestRelease,
        f"{SCALE} => if not within(tuple(sorted(database)), 0, self.shown[1]):\n"
        f"            return self.query(database)\n        {SCALE}",
        within=local_sensitivity_within,
    ),
    "one noise for both": ONE_NOISE,
    "no test": "if d is not None => if False",
}
WRONG[RELEASE] = {
    **{name: RELEASE.but(release=each) for name, each in WRONG_RELEASES.items()},
    **{name: RELEASE.but(promising=each) for name, each in WRONG_PROMISES.items()},
    **{f"distance: {name}": RELEASE.but(distance=each) for name, each in WRONG_DISTANCES.items()},
}
CELLS = Parts(
    release=LaplaceProposeTestRelease,
    distance=distance_to_unstable,
    promising=LaplaceProposeTestRelease,
)
WRONG_CELLS: dict[str, Any] = {
    "twice the eps": twice_eps(LaplaceProposeTestRelease),
    "a threshold too low by 1": "self.threshold - d => self.threshold - 1 - d",
    "a threshold too high by 1": "self.threshold - d => self.threshold + 1 - d",
    "three times the distance": "self.threshold - d => self.threshold - 3 * d",
}
WRONG[CELLS] = {
    **{name: CELLS.but(release=each) for name, each in WRONG_CELLS.items()},
    **{name: CELLS.but(promising=each) for name, each in WRONG_PROMISES.items()},
    **{f"distance: {name}": CELLS.but(distance=each) for name, each in WRONG_DISTANCES.items()},
}


def databases(case: Case) -> RowAdjacency[int]:
    """All of them, one row replaced."""
    return replace_one(range(case[0] + 1), case[1])


def far(universe: RowAdjacency[int], bound: int) -> dict[Rows, int | None]:
    """The distance to LS > B from the definition, over all pairs of multisets."""
    found = local_sensitivities(Median(), universe)
    unstable = [x for x, value in found.items() if value > bound]
    return {x: min((fewest(x, y) for y in unstable), default=None) for x in found}


def made_for(parts: Parts, case: Case, eps: Epsilon[Any], shown: Rows) -> Any:
    """The release of the median; answers are shown in an interval, or in cells between cuts."""
    _, _, bound, threshold = case
    distance = parts.distance(Median(), databases(case), bound)
    return parts.release(Median(), distance, bound, threshold, eps, shown)


def cuts(case: Case) -> Rows:
    """0, ..., D."""
    return tuple(range(case[0] + 1))


def every(case: Case) -> Epsilon[RationalFunction]:
    """All eps, with room for twice and half of it."""
    return Epsilon.indeterminate(parts=2 * case[2])


@claim("VT14.ALG.PTR", CASES, about=CELLS)
def steps_with_laplace_noise(parts: Parts, case: Case) -> Check:
    """Propose B; let d be the distance of x to {x' : LS(x') > B}, plus Lap(1/eps); output bottom
    if d <= ln(1/delta)/eps, else q(x) + Lap(B/eps).

    Cases: Every eps; delta = e^(-eps T), T an integer; the law on each database from the tails of
    Laplace noise, in cells between the integers 0, ..., D; the distance over all pairs.
    """
    eps = every(case)
    made = made_for(parts, case, eps, cuts(case))
    top, _, bound, threshold = case
    for x, d in far(databases(case), bound).items():
        found, q = law(made, x), Median()(x)
        answered = eps.exp(0)
        if d is not None:
            gap = threshold - d
            answered = eps.exp(-gap) / 2 if gap >= 0 else 1 - eps.exp(gap) / 2
            yield eq(f"{x}: bottom", found.probability(Bottom.BOTTOM), 1 - answered)
        for cell in range(1, top + 1):
            ends = [_reach(eps, bound, cut - q) for cut in (cell - 1, cell)]
            yield eq(f"{x}: cell {cell}", found.probability(cell), answered * (ends[0] - ends[1]))


def _reach(eps: Epsilon[RationalFunction], bound: int, value: int) -> RationalFunction:
    """Pr[Lap(B/eps) >= value]."""
    half = eps.exp(Fraction(-abs(value), bound)) / 2
    return half if value >= 0 else 1 - half


def spike(rows: Rows) -> int:
    """9 at (0, 1), and 0 else."""
    return 9 * (rows == (0, 1))


@claim("VT14.ALG.PTR", CASES, form=Form.CONCRETE, about=RELEASE)
def steps_with_geometric_noise(parts: Parts, case: Case) -> Check:
    """The same with two-sided geometric noise of the ratios a = e^-eps and e^(-eps/B): bottom has
    the probability Pr[Z <= T - d], d the distance, and d = 0 iff LS(x) > B.

    Cases: Every eps; answers clamped to [0, D]; the law on each database from sums of point
    masses; for d = 0 a query of two bits that depends on their order, too.
    """
    eps = every(case)
    made = made_for(parts, case, eps, (0, case[0]))
    top, _, bound, threshold = case
    a, g = eps.exp(-1), eps.exp(Fraction(-1, bound))
    universe = databases(case)
    distance = parts.distance(Median(), universe, bound)
    for x, value in local_sensitivities(Median(), universe).items():
        yield true(f"{x}: d = 0 iff LS > B", (distance(x) == 0) == (value > bound))
    tuples = replace_one(range(2), 2, ordered=True)
    listed = parts.distance(spike, tuples, bound)
    for pair, value in local_sensitivities(spike, tuples).items():
        yield true(f"{pair}, in order: d = 0 iff LS > B", (listed(pair) == 0) == (value > bound))
    for x, d in far(universe, bound).items():
        found, q = law(made, x), Median()(x)
        answered = a**0
        if d is not None:
            gap = threshold - d  # answers need Z > gap
            beyond = a ** (abs(gap + 1) if gap >= 0 else -gap) / (1 + a)
            answered = beyond if gap >= 0 else 1 - beyond
            yield eq(f"{x}: bottom", found.probability(Bottom.BOTTOM), 1 - answered)
        for y in range(1, top):
            mass = (1 - g) / (1 + g) * g ** abs(y - q)
            yield eq(f"{x}: {y}", found.probability(y), answered * mass)


@claim("VT14.C2.2.1", CASES, about=CELLS)
def private_with_laplace_noise(parts: Parts, case: Case) -> Check:
    """Propose-test-release is (2 eps, delta)-private.

    Cases: Every eps; Laplace noise, delta = e^(-eps T), the median of three rows, cells between
    the integers 0, ..., D. A step of the proof is false (TXT.ptr-step) and not needed: delta/2 is
    enough.
    """
    eps = every(case)
    made = made_for(parts, case, eps, cuts(case))
    universe, threshold = databases(case), case[3]
    delta = eps.exp(-threshold)
    if threshold:
        yield private(made, universe, Guarantee(eps.exp(2), delta))
    yield private(made, universe, Guarantee(eps.exp(2), delta / 2), name="delta/2")
    promised = made_for(CELLS.but(release=parts.promising), case, eps, cuts(case)).guarantee
    yield eq("promised delta", promised.delta, delta / 2)
    yield eq("promised e^eps", promised.exp_eps, eps.exp(2))


STEP = over(
    case=sized(((3, 3, 1, 1),), ((3, 3, 1, 1), (3, 3, 1, 2)), ((4, 5, 1, 1), (7, 3, 2, 3))),
    root=(Fraction(3, 2), Fraction(3)),
)


def answered_beside(
    parts: Parts, case: Case, root: Fraction
) -> Iterator[tuple[Rows, Rows, Fraction, Fraction]]:
    """Neighbours x, x' with LS(x) > B, and the probabilities of an answer on them."""
    universe, sensitive = databases(case), local_sensitivities(Median(), databases(case))
    made = made_for(parts, case, Epsilon(root, case[2]), cuts(case))
    told = {x: 1 - law(made, x).probability(Bottom.BOTTOM) for x in universe.databases()}
    for x, y in _pairs(universe):
        if sensitive[x] > case[2]:
            yield x, y, told[x], told[y]


@claim(
    "VT14.TXT.ptr-step",
    STEP,
    about=CELLS,
    refuted=Erratum(
        Grade.PROOF_STEP,
        "Section 2.2.2, proof of Claim 2.2.1, Case 1: a neighbour x' of x with LS(x) > beta may "
        "have LS(x') <= beta; then its distance is 1, and there is an answer with probability "
        "e^eps delta/2, which is more than delta for e^eps > 2; the claim is true all the same: "
        "two such neighbours differ by at most beta in q",
        left="Pr[M(x') != bottom]",
        right="delta",
    ),
)
def answers_where_the_sensitivity_is_large(parts: Parts, case: Case, root: Fraction) -> Check:
    """If LS(x) > B then Pr[M(x) != bottom] <= delta and Pr[M(x') != bottom] <= delta, x' ~ x.

    Cases: Laplace noise, e^eps = root^B, delta = e^(-eps T), the median; every such pair.
    """
    delta = root ** (-case[2] * case[3])
    for x, y, here, there in answered_beside(parts, case, root):
        yield chance(f"{x}", here, delta)
        yield chance(f"{y}, beside {x}", there, delta)


@claim("VT14.TXT.ptr-step", STEP, form=Form.CORRECTED, about=CELLS)
def answers_on_both_sides(parts: Parts, case: Case, root: Fraction) -> Check:
    """If LS(x) > B then Pr[M(x) != bottom] = delta/2, delta < 1; for x' ~ x so is Pr[M(x') !=
    bottom] if LS(x') > B, else it is e^eps delta/2 and |q(x) - q(x')| <= B.

    Cases: Laplace noise, e^eps = root^B, delta = e^(-eps T), T >= 1, the median; every such pair.
    """
    delta, q = root ** (-case[2] * case[3]), Median()
    sensitive = local_sensitivities(q, databases(case))
    for x, y, here, there in answered_beside(parts, case, root):
        yield eq(f"{x}", here, delta / 2)
        if sensitive[y] > case[2]:
            yield eq(f"{y}, beside {x}", there, delta / 2)
        else:
            yield eq(f"{y}, beside {x}", there, root ** case[2] * delta / 2)
            yield le(f"{x}, {y}: q", abs(q(x) - q(y)), case[2])


@claim("VT14.C2.2.1", CASES, form=Form.CONCRETE, about=RELEASE)
def private_with_geometric_noise(parts: Parts, case: Case) -> Check:
    """With geometric noise it is (2 eps, a^(T+1)/(1+a))-private, a = e^-eps, and that is what it
    promises; bottom alone loses eps.

    Cases: Every eps; the median of three rows 0, ..., D, answers clamped to [0, D].
    """
    eps = every(case)
    made = made_for(parts, case, eps, (0, case[0]))
    a, threshold = eps.exp(-1), case[3]
    guarantee = Guarantee(eps.exp(2), a ** (threshold + 1) / (1 + a))
    yield private(made, databases(case), guarantee)
    promised = made_for(RELEASE.but(release=parts.promising), case, eps, (0, case[0])).guarantee
    yield eq("promised delta", promised.delta, guarantee.delta)
    yield eq("promised e^eps", promised.exp_eps, guarantee.exp_eps)
    silent = {x: law(made, x).probability(Bottom.BOTTOM) for x in databases(case).databases()}
    for x, y in _pairs(databases(case)):
        yield le(f"bottom: {x}, {y}", silent[x], eps.exp() * silent[y])


def _pairs(universe: RowAdjacency[int]) -> Iterator[tuple[Rows, Rows]]:
    listed = list(universe.databases())
    for i, j in universe.index_pairs():
        yield listed[i], listed[j]
        yield listed[j], listed[i]
