"""Section 2.2: noise by the local sensitivity, which is not private."""

from audits.claims.prelude import *
from audits.claims.vt14.laws.sensitivities import Listed, Query, local, ordered
from reference.mechanisms.sensitivity.local_sensitivity_noise import LocalSensitivityNoise

BOTH, ALL_THREE = Listed((0, 0, 0, 10)), Listed((0,) * 7 + (10,))
"""B = 10 if both bits, or all three, are 1, and 0 else."""

SMALLER = Listed((0, 0, 0, 2))
"""The same with B = 2."""

COUNT = Listed((0, 1, 1, 2))


def noise_by(build: Build, query: Query, shown: tuple[int, int], eps: Epsilon[Any]) -> Any:
    """The mechanism on two bits."""
    found = local(query, ordered((1, 2)).databases())
    return build(query, lambda database: found[database], eps, shown)


def greatest_around(query: Query, universe: RowAdjacency[int]) -> dict[Rows, int]:
    """The greatest LS of a database and its neighbours."""
    found = local(query, universe.databases())
    return {x: max(v for y, v in found.items() if differing(x, y) <= 1) for x in found}


LS = "self.local_sensitivity(database)"
WRONG[LocalSensitivityNoise] = {
    "twice the eps": twice_eps(LocalSensitivityNoise),
    "scale LS + 1": f"{LS} => {LS} + 1",
    "scale 1 where LS = 0": f"{LS} => max({LS}, 1)",
    "half of the scale": f"{LS} => {LS} // 2 or {LS}",
    "no noise": f"{LS} => 0",
}


@claim("VT14.ALG.NaiveLS", over(), about=LocalSensitivityNoise)
def noise_by_local_sensitivity(build: Build) -> Check:
    """The answer is q(x) + noise of the scale LS_q(x)/eps, and q(x) itself where LS_q(x) = 0: that
    is eps-private if LS is the same everywhere.

    Cases: Every eps; the number of ones of two bits, where LS = 1, and the function that is 2 at
    (1, 1), with LS = 0 at (0, 0) and 2 elsewhere, whose law is compared with point masses of
    geometric noise, values below -1 and above 3 lumped.
    """
    eps = Epsilon.indeterminate(parts=6)
    counted = noise_by(build, COUNT, (0, 2), eps)
    yield private(counted, ordered((1, 2)), Guarantee.pure(eps), name="LS = 1 everywhere")
    noisy = noise_by(build, SMALLER, (-2, 4), eps)
    sensitivity = local(SMALLER, ordered((1, 2)).databases())
    for x in ordered((1, 2)).databases():
        found = law(noisy, x)
        if not sensitivity[x]:
            yield eq(f"{x}", found.probability(SMALLER(x)), 1)
            continue
        noise = TwoSidedGeometric(eps.exp(Fraction(-1, sensitivity[x])))
        for y in range(-1, 4):
            yield eq(f"{x}: {y}", found.probability(y), noise.probability(y - SMALLER(x)))


def by_scale(scale: Callable[[int], int]) -> Build:
    """Noise of a scale that is found from LS."""
    return lambda query, sensitivity, *rest: LocalSensitivityNoise(
        query, lambda database: scale(sensitivity(database)), *rest
    )


FROM_LS = "scale(sensitivity(database))"
WRONG[by_scale] = {
    "the global sensitivity": f"{FROM_LS} => 10",
    "half of it": f"{FROM_LS} => 5",
    "never below 10": f"{FROM_LS} => max({FROM_LS}, 10)",
    "no noise at all": f"{FROM_LS} => 0",
}
SCALES: dict[str, Callable[[int], int]] = {
    "LS": lambda s: s,
    "LS + 1": lambda s: s + 1,
    "at least 1": lambda s: max(s, 1),
}


@claim(
    "VT14.TXT.ls-insecure",
    over(scale=tuple(SCALES), root=(Fraction(101, 100),), power=(1, 2)),
    about=by_scale,
)
def local_sensitivity_is_not_private(
    build: Build, scale: str, root: Fraction, power: int
) -> Check:
    """With noise of the scale LS_q(x)/eps the amount of noise tells neighbours apart: if q = 0
    around x, but B at a neighbour of a neighbour x_1, no noise is added at x, and much at x_1. Nor
    does it help to add LS + 1, or a scale of 1 where LS = 0, or the greatest LS of x and its
    neighbours, for then x, x_1 can be a step further away.

    Cases: q = 10 at (1, 1) and 0 else, x = (0, 0), x_1 = (0, 1), where both answers are 0 without
    noise; r = e^eps = root^110. For the privacy R = r, r^2 the least delta is at least
    Pr[M(x) = 0] - R Pr[M(x_1) = 0], and more than 1/10 for R = r; answers above 30 are more than
    R times as likely at x_1 as at x. By LS, Pr[M(x_1) = 0] = (1 - 1/s)/(1 + 1/s), s = r^(1/10).
    The scale is what is wrong: with 10 everywhere, which is GS, it is eps-private.  The greatest
    LS around is 10 everywhere on two bits; on three, with 10 at (1, 1, 1), it is 0 at (0, 0, 0)
    and 10 at (0, 0, 1).
    """
    eps = Epsilon(root, 110)
    made = noise_by(build(SCALES[scale]), BOTH, (-2, 31), eps)
    at_x, at_neighbour = law(made, (0, 0)), law(made, (0, 1))
    exp_eps = eps.exp(power)
    if power == 1:
        lost = at_x.probability(0) - exp_eps * at_neighbour.probability(0)
        yield lt("delta", TENTH, lost)
    yield lt("far", exp_eps * at_x.probability(31), at_neighbour.probability(31))
    if scale == "LS":
        s = root**11
        yield eq("no noise", at_neighbour.probability(0), (1 - 1 / s) / (1 + 1 / s))
    if scale == "LS" and power == 1:
        short = Epsilon(Fraction(6, 5), 10)
        right = noise_by(build(lambda _: 10), BOTH, (0, 10), short)
        yield private(right, ordered((1, 2)), Guarantee.pure(short), name="by GS")
        around = greatest_around(ALL_THREE, ordered((1, 3)))
        made = build(SCALES[scale])(ALL_THREE, lambda x: around[x], eps, (-2, 31))
        here, there = law(made, (0, 0, 0)), law(made, (0, 0, 1))
        lost = here.probability(0) - exp_eps * there.probability(0)
        yield lt("the greatest LS around: delta", TENTH, lost)


TWO_OF_THREE = Listed((0,) * 7 + (2,))
"""2 if all three bits are 1, and 0 else."""


def average(query: Query, universe: RowAdjacency[int]) -> dict[Rows, int]:
    """Of LS at a database, and the greatest at a neighbour; rounded up."""
    found = local(query, universe.databases())
    return {
        x: -(-(v + max(w for y, w in found.items() if differing(x, y) == 1)) // 2)
        for x, v in found.items()
    }


def greatest_anywhere(query: Query, universe: RowAdjacency[int]) -> dict[Rows, int]:
    """GS, for all."""
    found = local(query, universe.databases())
    return dict.fromkeys(found, max(found.values()))


not_finitely_checkable(
    "VT14.TXT.ls-average",
    statement="To avoid this problem, we would have to add noise roughly to the average of LS(x) "
    "and LS(x') for every pair x ~ x'.",
    reason="says roughly what would be needed, for every pair at once, and not that it is enough. "
    "For the average of LS(x) and the greatest LS of a neighbour it is not: an impostor of the "
    "concrete form",
)


WRONG[greatest_anywhere] = {
    "the average": average,
    "the greatest of x and its neighbours": greatest_around,
    "LS": "dict.fromkeys(found, max(found.values())) => found",
    "1 everywhere": "max(found.values()) => 1",
}


@claim("VT14.TXT.ls-average", over(), form=Form.CONCRETE, about=greatest_anywhere)
def noise_by_the_greatest(scale: Build) -> Check:
    """With noise of the greatest LS of all databases, at however many steps, it is eps-private;
    the average of LS(x) and LS(x') is not enough, as it may be 0 one step further away.

    Cases: Three bits, q = 2 at (1, 1, 1) and 0 else; every eps.  Less noise will do if its scale
    falls by a factor of e^-eps with each step at most (TXT.ss-basic, TXT.ss-cauchy).
    """
    universe, eps = ordered((1, 3)), Epsilon.indeterminate(2)
    found = scale(TWO_OF_THREE, universe)
    made = LocalSensitivityNoise(TWO_OF_THREE, lambda x: found[x], eps, (-2, 4))
    yield private(made, universe, Guarantee.pure(eps))
