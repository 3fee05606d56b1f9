"""Section 4.1: reconstruction when 49 % of the answers are arbitrary."""

from audits.claims.prelude import *
from audits.claims.vt14.laws.reconstruction import close_differences, first_fit, sums, wrong_places
from audits.claims.vt14.section_4_1_reconstruction import CLOSER, QUORUMS
from reference.lower_bounds.reconstruction import Reconstruction, largest_distance
from reference.lower_bounds.subset_sums import all_subsets

SHARES = (Fraction(3, 4), Fraction(2, 3), Fraction(5, 9))


@claim("VT14.ALG.ReconMaj", over(share=SHARES, error=(HALF, Fraction(3, 4))), about=Reconstruction)
def by_a_quorum(attack: Build, share: Fraction, error: Fraction) -> Check:
    """Where at least rho k answers are within E, and the others are arbitrary, return any x' that
    at least rho k answers fit: here the first.

    Cases: All subsets of two people, all answers from {0, 1/2, 1, 2}; rho k is 3, 8/3 and 20/9.
    """
    queries = all_subsets(2)
    for answers in product((ZERO, HALF, ONE, Fraction(2)), repeat=4):
        known = first_fit(queries, answers, error, ceil(4 * share))
        found = attack(queries, error, share)(answers)
        yield true(f"{answers}", found == (Bottom.BOTTOM if known is None else known))


DISTANCES = Parts(largest=largest_distance, attack=Reconstruction)
BOTH = "fitting + both >= 2 * needed"
WRONG[DISTANCES] = {
    "rho k rows": DISTANCES.but(largest=f"{BOTH} => both >= needed"),
    "more than 2 rho k - k rows": DISTANCES.but(largest=f"{BOTH} => {BOTH} + 1"),
    "2 rho k - k - 1 rows": DISTANCES.but(largest=f"{BOTH} => {BOTH} - 1"),
    "all rows": DISTANCES.but(largest=f"{BOTH} => both == len(queries)"),
    "half of the rows": DISTANCES.but(largest=f"{BOTH} => both >= len(queries) // 2"),
    "within E": DISTANCES.but(largest=f"{CLOSER} => < error for"),
    "within 2E, inclusive": DISTANCES.but(largest=f"{CLOSER} => <= 2 * error for"),
    "rho does not matter": DISTANCES.but(largest=given(largest_distance, share=ONE)),
    **{name: DISTANCES.but(attack=edit) for name, edit in QUORUMS.items()},
}


@claim(
    "VT14.TXT.51",
    over(n=sized((2, 4), (2, 4, 5), (2, 4, 6, 8)), error=(HALF, Fraction(3, 4))),
    form=Form.CONCRETE,
    about=DISTANCES,
)
def corrupted_answers(parts: Parts, n: int, error: Fraction) -> Check:
    """If at least rho k of k answers are within E, two databases that as many fit each are at most
    share n apart if and only if, for every z with |z|_1 > share n, fewer than 2 ceil(rho k) - k
    rows have |<q_i, z>| < 2E. So the least rho is exact for every share.

    Cases: All subsets, of more than two people without the empty one and the whole, rho = j/k and
    a little less for each j; the number of rows by binomials. The attack on every x of three
    people, with k - rho k answers of another database and the others exact, or off by 1/2: for E =
    1/2 two people are wrong at the worst for 6 of 8 answers, none for 7, and two for E = 3/4 and
    all; rho is that part or a little less.
    """
    queries = all_subsets(n)[1:-1] if n > 2 else all_subsets(n)
    k = len(queries)
    close = {
        (a, b): close_differences(n, a, b, 2 * error)
        - (0 if n == 2 else 1 + int(abs(a - b) < 2 * error))
        for a, b in product(range(n + 1), repeat=2)
        if a + b <= n
    }
    for j in range(k // 2 + 1, k + 1):
        most = max(a + b for (a, b), rows in close.items() if rows >= 2 * j - k)
        yield eq(f"rho = {j}/{k}", parts.largest(queries, error, Fraction(j, k)), most)
        yield eq(f"{j}, less", parts.largest(queries, error, Fraction(3 * j - 2, 3 * k)), most)
    if n == 2:
        for kept in (6, 7) if error == HALF else (8,):
            yield from _three_people(parts, error, kept)


def _three_people(parts: Parts, error: Fraction, kept: int) -> Iterator[Comparison]:
    """So many of eight answers are right, or off by 1/2 if E allows it; the others are false."""
    queries, off, worst = all_subsets(3), HALF * (error > HALF), [0, 0]
    shares = Fraction(kept, 8), Fraction(3 * kept - 1, 24)
    attacks = [parts.attack(queries, error, share) for share in shares]
    for x, other in product(queries, repeat=2):
        pairs = [*zip(sums(queries, x), sums(queries, other), strict=True)]
        near = [a + off * ((b > a) - (b < a)) for a, b in pairs]
        for free in combinations(range(8), 8 - kept):
            answers = tuple(pairs[i][1] if i in free else near[i] for i in range(8))
            worst = [
                max(m, wrong_places(x, a(answers))) for m, a in zip(worst, attacks, strict=True)
            ]
    for share, most in zip(shares, worst, strict=True):
        yield eq(f"three people, rho = {share}", most, {6: 2, 7: 0, 8: 2}[kept])


def exponent(answered: Fraction, error: int, factor: int, root: int) -> Interval:
    """C KL(2 rho - 1 || p) for C n queries, n = root^2, an error of E: p bounds a miss.

    p = (4E - 1)/sqrt(3n/200), for central binomials of 2m are below 1/sqrt(3m), m = n/200.
    """
    miss = exact(4 * error - 1) / sqrt(Fraction(3 * root * root, 200))
    excess = 2 * answered - 1
    if excess <= 0 or not miss.certainly_less(excess):
        return exact(0)
    rest = (1 - excess) * ln(exact(1 - excess) / (1 - miss))
    return factor * (excess * ln(exact(excess) / miss) + rest)


def at_51_percent(root: int) -> tuple[Interval, int]:
    """The exponent for 60 n queries, and E."""
    error = root // 10_000
    return exponent(Fraction(51, 100), error, 60, root), error


WRONG[at_51_percent] = {
    "half of the answers": "Fraction(51, 100) => Fraction(1, 2)",
    "49 %": "Fraction(51, 100) => Fraction(49, 100)",
    "50.5 %": "Fraction(51, 100) => Fraction(101, 200)",
    "n queries": "error, 60, root => error, 1, root",
    "50 n queries": "error, 60, root => error, 50, root",
    "five times the error": "root // 10_000 => 5 * (root // 10_000)",
}


@claim("VT14.TXT.51", over(root=(10_000, 20_000)), about=at_51_percent)
def fifty_one_percent(build: Build, root: int) -> Check:
    """Even if errors are O(sqrt n) for 51 % of O(n) queries only, and arbitrary for the other
    49 %, a mechanism is blatantly non-private: alpha = 1/10^4, 60 n random queries. (With an
    efficient attack about 77 %, which is cited.)

    Cases: n = root^2 = 10^8 and 4 10^8, E = alpha sqrt(n), at least; two databases that differ in
    more than n/100 people fit 51 % of the answers each only if 2 % of the queries miss their
    difference; by Chernoff's bound and a union over 3^n differences there are queries for which
    none does, if C KL(2/100 || p) > ln 3.
    """
    found, error = build(root)
    yield lt("exponent", high(ln(3)), low(found))
    yield le("E", Fraction(root, 10**4), error)
