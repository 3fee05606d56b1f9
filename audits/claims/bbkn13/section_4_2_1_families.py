"""Section 4.2.1: families of functions with a bias: random, pairwise independent."""

from audits.claims.prelude import *
from audits.claims.bbkn13.laws.noisy_points import noisy_law
from audits.claims.bbkn13.words import *
from reference.mechanisms.learning.function_family import Member, affine_family, random_functions

BIASES = over(
    t=sized((1, 3), range(1, 5), range(1, 7)), q=(Fraction(1, 16), Fraction(1, 3), TENTH, ONE)
)


def _share(family: tuple[Member, ...], member: Member) -> Fraction:
    return Fraction(member.weight, sum(m.weight for m in family))


WRONG[random_functions] = {"zeros for ones": given(random_functions, bias=lambda q: 1 - q)}
MODULAR = "field_product(u, x, degree) ^ v < ones => (u * x + v) % size < ones"
WRONG[affine_family] = {
    "integers modulo 2^d": MODULAR,
    "the slope 0 is left out": "for u in range(size) => for u in range(1, size)",
}


@claim("BBKN13.D4.6", BIASES, about=random_functions)
def values_are_independent(functions: Build, t: int, q: Fraction) -> Check:
    """H^q has independent values, each 1 with probability q and 0 otherwise.

    Cases: The joint law of all values against the product, q = 1 included.
    """
    family = functions(t, q)
    for m in family:
        chance = prod((q if v else 1 - q for v in m.function.values), start=ONE)
        yield eq(f"{m.function}", _share(family, m), chance)


@claim("BBKN13.A.HQ", BIASES, about=random_functions)
def random_functions_are_noise_around_zero(functions: Build, t: int, q: Fraction) -> Check:
    """The exact law of H^q is that of the zero function with flips of rate q.

    Cases: By the law of the noise, and by products.
    """
    family, noise = functions(t, q), law(IndependentNoise(q), Values((0,) * t))
    written = noisy_law((0,) * t, q)
    for m in family:
        yield eq(f"{m.function}", noise.probability(m.function), _share(family, m))
        yield eq(f"{m.function}, by products", written[m.function], _share(family, m))


not_finitely_checkable(
    "BBKN13.D4.7",
    statement="No small circuit tells a pseudorandom function of bias q from a random one.",
    reason="speaks of all polynomial-size circuits and all large d; A.AFFINE is a finite stand-in",
)


@claim(
    "BBKN13.A.AFFINE",
    over(degree=sized((1, 2), (1, 2, 3), (1, 2, 3, 4))),
    form=Form.CONCRETE,
    about=affine_family,
)
def affine_family_is_pairwise_independent(family_of: Build, degree: int) -> Check:
    """f_{u,v}(x) = 1[u x + v in K] over GF(2^d) is pairwise independent with bias |K|/2^d.

    Cases: All pairs of points, all four values, every |K|; K is the set of the first |K| elements,
    and f_{u,v}(0) tells v, f_{u,0}(1) tells u.
    """
    t = 1 << degree
    for ones in range(1, t + 1):
        for m in family_of(degree, ones):
            u, v = divmod(m.key, t)
            yield eq(f"|K| = {ones}, u = {u}, v = {v} at 0", m.function(0), v < ones)
            if not v and t > 1:
                yield eq(f"|K| = {ones}, u = {u}, v = 0 at 1", m.function(1), u < ones)
    for ones in range(1, t + 1):
        family, share = family_of(degree, ones), {1: Fraction(ones, t), 0: 1 - Fraction(ones, t)}
        for x, z in product(range(t), repeat=2):
            for a, b in product((0, 1), repeat=2) if x != z else ():
                hits = sum(m.function(x) == a and m.function(z) == b for m in family)
                name = f"|K| = {ones}, values {a}, {b} at {x}, {z}"
                yield eq(name, Fraction(hits, len(family)), share[a] * share[b])


def conditional(family: tuple[Member, ...], x: int, j: int) -> Fraction:
    """Pr[h(x) = 1 | h(j) = 1]."""
    kept = [m for m in family if m.function(j)]
    return Fraction(sum(m.weight for m in kept if m.function(x)), sum(m.weight for m in kept))


FAMILIES = over(
    degree=sized((2,), (2, 3), (2, 3)),
    family=("affine", "random"),
    ones=sized((1,), (1, 2), (1, 2)),
)


def _family(name: str, degree: int, ones: int) -> tuple[Member, ...]:
    t = 1 << degree
    return (
        affine_family(degree, ones) if name == "affine" else random_functions(t, Fraction(ones, t))
    )


@claim(
    "BBKN13.A4.cond",
    FAMILIES,
    refuted=Erratum(
        Grade.PROOF_STEP,
        "Section 4.2.1, below step (3)', the displayed inequality, and the last one of the next "
        "display, E[h(x)] <= alpha/4 + negl(d), both at x = j",
        "Pr[h(x) = 1 | h(j) = 1] for x = j",
        "alpha/4",
    ),
)
def conditioning_barely_matters(degree: int, family: str, ones: int) -> Check:
    """Pr[h(x) = 1 | h(j) = 1] is alpha/4, up to negl(d), for every x in {1, ..., T}.

    Cases: Families with negl = 0; every pair of points, x = j included.
    """
    for x, j in product(range(1 << degree), repeat=2):
        found = conditional(_family(family, degree, ones), x, j)
        yield eq(f"x = {x}, j = {j}", found, Fraction(ones, 1 << degree))


WRONG[_family] = {
    "integers modulo 2^d": wrong(_family, affine_family=wrong(affine_family, MODULAR))
}


@claim("BBKN13.A4.cond", FAMILIES, form=Form.CORRECTED, about=_family)
def conditioning_moves_the_point_itself_only(
    family_of: Build, degree: int, family: str, ones: int
) -> Check:
    """Pr[h(x) = 1 | h(j) = 1] is alpha/4 for every x other than j, and 1 for x = j.

    Cases: Random and pairwise independent functions, every pair of points.
    """
    for x, j in product(range(1 << degree), repeat=2):
        wanted = ONE if x == j else Fraction(ones, 1 << degree)
        yield eq(f"x = {x}, j = {j}", conditional(family_of(family, degree, ones), x, j), wanted)
