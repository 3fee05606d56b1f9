"""Section 3.3.2: RecPrefix is private (Lemma 3.13), as a whole and step by step."""

from audits.claims.prelude import *
from audits.claims.bnsv15.laws.rec_prefix import at_most_one_apart
from audits.claims.bnsv15.section_3_3_2_accuracy import EVERY, ROOT, blocks, cases, standing
from audits.claims.bnsv15.section_3_3_2_prefixes import WRONG_PAIRS
from audits.claims.bnsv15.section_3_3_2_rec_prefix import MEDIAN, NO_NOISE
from reference.mechanisms.interior_point.rec_prefix import (
    InteriorLength,
    PrefixToPoint,
    RecPrefix,
    recursive_calls,
)
from reference.mechanisms.stability.choosing_mechanism import choosing_threshold

STEPS = Parts(whole=RecPrefix, lengths=InteriorLength, end=PrefixToPoint)
"""RecPrefix, and the two mechanisms that a call is made of: steps 3 and 4, on the pool, and steps
5 to 8, from z.
"""


def of_pairs(name: str) -> Parts:
    """With other pairs."""
    lengths = wrong(InteriorLength, RandomPairs=WRONG_PAIRS[name])
    return STEPS.but(whole=WRONG[RecPrefix][name], lengths=lengths)


WRONG[STEPS] = {
    "spends twice the eps": STEPS.but(whole=twice_eps(RecPrefix), end=twice_eps(PrefixToPoint)),
    "compares without noise": STEPS.but(whole=NO_NOISE, end=NO_NOISE),
    "takes the exact median of the lengths": STEPS.but(whole=MEDIAN, lengths=MEDIAN),
    "keeps the rows in order": of_pairs("keeps the rows in order"),
    "gives a row two partners": of_pairs("gives a row two partners"),
    "promises the delta of two calls": STEPS.but(whole="(calls - 1) * _choice => _choice"),
    "promises the eps of two calls": STEPS.but(whole="exp(2 * calls - 1) => exp(3)"),
}


@claim(
    "BNSV15.L3.13",
    over(
        cases(
            "points base k T n",
            (4, 3, 1, 2, 5),
            (4, 3, 2, 2, 6),
            (4, 3, 0, 1, 4),
            (4, 3, 0, 1, 6),
            (8, 4, 1, 2, 4),
        )
    ),
    form=Form.CONCRETE,
    about=STEPS,
    uses=("BNSV15.P3.5", "BNSV15.L3.6", "BNSV15.T2.1", "BNSV15.L2.2", "BNSV15.TXT.neigh"),
)
def every_step_is_private(parts: Parts, points: int, base: int, k: int, T: int, n: int) -> Check:
    """For every eps: with N calls and an (eps, delta)-private choosing mechanism, RecPrefix is
    ((2N - 1) eps, (N - 1) delta)-private; the lengths with the recursion on them are ((2N - 3)
    eps, (N - 2) delta)-private; and steps 5 to 8, from any z, are (2 eps, delta)-private, even
    (3 eps/2, delta), since for prefixes the choosing mechanism is (eps/2, delta)-private. delta =
    e^(-(T-1) eps/4)/2.

    Cases: All databases, as steps and as a whole, for two calls. Three calls are not seen here: on
    databases that are small enough to list all, a third call has no rows. Their law is compared
    in ALG.RecPrefix; what the mechanism promises is read here, for two, three and four calls over
    4, 8 and 16 points with base 3. The eps of the lengths is
    that of the base case, with no room for a row that has two partners.
    """
    domain = Domain.of_size(points)
    made, calls = parts.whole(domain, k, T, EVERY, base), recursive_calls(domain, base)
    delta, universe = ROOT ** (1 - T) / 2, replace_one(range(points), n)
    pool = replace_one(range(points), n - 2 * k)
    bound = Guarantee(ROOT ** (4 * (2 * calls - 3)), (calls - 2) * delta)
    yield private(parts.lengths(made), pool, bound, name="lengths")
    for z in range((points - 1).bit_length() + 1):
        yield private(
            parts.end(domain, k, T, z, EVERY),
            universe,
            Guarantee(ROOT**6, delta),
            name=f"end, z = {z}",
        )
    whole = Guarantee(ROOT ** (4 * (2 * calls - 1)), (calls - 1) * delta)
    yield private(made, universe, whole, name="whole")
    for n_calls, size in ((2, 4), (3, 8), (4, 16)):
        promised = parts.whole(Domain.of_size(size), k, T, EVERY, 3).guarantee
        yield eq(f"{n_calls} calls: e^eps", promised.exp_eps, ROOT ** (4 * (2 * n_calls - 1)))
        yield eq(f"{n_calls} calls: delta", promised.delta, (n_calls - 1) * delta)


def with_printed_threshold(
    points: int, base: int, k: int, root: Fraction, delta: Fraction, beta: Fraction
) -> RecPrefix[Fraction]:
    """RecPrefix with T = (8/eps) ln(4/(beta eps delta)), rounded up."""
    threshold = choosing_threshold(4 * ln(root), delta, beta)
    return RecPrefix(Domain.of_size(points), k, threshold, Epsilon(root, 4), base)


WRONG[with_printed_threshold] = {
    "does not test": "k, threshold, Eps => k, -threshold, Eps",
    "compares without noise": wrong(
        with_printed_threshold, RecPrefix=WRONG[RecPrefix]["compares without noise"]
    ),
}


@claim(
    "BNSV15.L3.13",
    over(
        cases(
            "root delta beta",
            (Fraction(8, 5), Fraction(1, 40), Fraction(9, 10)),
            (Fraction(3, 2), Fraction(1, 40), Fraction(1, 2)),
        )
    ),
    about=with_printed_threshold,
    given=standing,
    uses=("BNSV15.P3.5", "BNSV15.L3.6", "BNSV15.T2.1", "BNSV15.L2.2", "BNSV15.TXT.neigh"),
)
def rec_prefix_is_private(build: Build, root: Fraction, delta: Fraction, beta: Fraction) -> Check:
    """When executed for N recursive calls, RecPrefix is (2 eps N, 2 delta N)-private.

    Cases: The bound is restored. N = 2 over 4 points with base 3; T as printed, and free of n. All
    databases of few rows, where bottom prevails, and blocks of T equal rows or so, where it does
    not. The statement is loose: half of the eps and a small part of the delta are spent, as the
    concrete form says, which sees more.
    """
    m = build(4, 3, 1, root, delta, beta)
    bound = Guarantee(root**16, 4 * delta)
    yield private(m, replace_one(range(4), 5), bound, name="5 rows")
    half = choosing_threshold(4 * ln(root), delta, beta) + 4
    parts = ((half, half - i, i) for i in range(4)), ((half - i, half + i, 0) for i in range(3))
    databases = tuple(
        dict.fromkeys(blocks((0, a), (2, b), (3, c)) for part in parts for a, b, c in part)
    )
    links = [
        (i, j)
        for (i, one), (j, other) in combinations(enumerate(databases), 2)
        if at_most_one_apart(one, other) and one != other
    ]
    yield private(m, ListedAdjacency(databases, tuple(links)), bound, name=f"{2 * half} rows")
