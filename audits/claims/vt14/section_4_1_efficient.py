"""Section 4.1: efficient reconstruction, by a linear programme and from explicit queries."""

from operator import mul

from audits.claims.prelude import *
from audits.claims.vt14.laws.reconstruction import (
    TINY,
    NoisySums,
    signs,
    sums,
    within,
    wrong_places,
)
from reference.data.matrix_game import solve_game
from reference.lower_bounds.discrepancy import partial_discrepancy
from reference.lower_bounds.efficient_reconstruction import (
    HadamardReconstruction,
    RoundedProgramme,
)
from reference.lower_bounds.rounding_errors import (
    hadamard_deviations,
    hadamard_errs,
    most_wrong,
    programme_errs,
)
from reference.lower_bounds.subset_sums import Bits, all_subsets, hadamard_subsets


def off_by(error: Fraction, count: int) -> list[tuple[Fraction, ...]]:
    """All low, all high, and those whose number is odd low and the others high."""
    return [(-error,) * count, (error,) * count, tuple(error * (-1) ** i for i in range(count))]


def at_random(point: Sequence[Fraction]) -> Dist[Bits, Fraction]:
    """1 with the value of a coordinate as the probability."""
    chances = (
        (
            guess,
            prod((p if bit else 1 - p for bit, p in zip(guess, point, strict=True)), start=ONE),
        )
        for guess in bit_strings(len(point))
    )
    return Dist.weighted((guess, chance) for guess, chance in chances if chance)


ANSWERED, ROUNDED = "zip(self.queries, answers, strict=True)", "coordinate >= HALF"
ON_AVERAGE = f"""point_of_box(inequalities, len(self.queries[0])) => next(
            (
                p
                for p in product((Fraction(1), HALF, Fraction(0)), repeat=len(self.queries[0]))
                if sum(abs(y - sum(map(mul, q, p))) for q, y in {ANSWERED})
                <= self.error * len(self.queries)
            ),
            None,
        )"""
WRONG[RoundedProgramme] = {
    "slack E on the average": wrong(RoundedProgramme, ON_AVERAGE, product=product, mul=mul),
    "rounded at random": wrong(
        RoundedProgramme, "rounded(point)  # 2 => at_random(point)", at_random=at_random
    ),
    "rounded at 7/8": f"{ROUNDED} => coordinate >= Fraction(7, 8)",
    "rounded at 1/8": f"{ROUNDED} => coordinate >= Fraction(1, 8)",
    "rounded up": f"{ROUNDED} => coordinate > 0",
    "rounded down": f"{ROUNDED} => coordinate == 1",
    "slack 3E": ("y + self.error => y + 3 * self.error", "self.error - y => 3 * self.error - y"),
    "slack E/2": ("y + self.error => y + self.error / 2", "self.error - y => self.error / 2 - y"),
    "the last query is left out": f"{ANSWERED} => [*{ANSWERED}][: max(1, len(answers) - 1)]",
    "only the first query is asked": f"{ANSWERED} => [*{ANSWERED}][:1]",
}


@claim(
    "VT14.ALG.ReconLP",
    over(n=sized((1, 2), (1, 2, 3), (1, 2, 3, 4)), error=(Fraction(15, 64), EIGHTH, ZERO)),
    about=RoundedProgramme,
)
def by_a_linear_programme(attack: Build, n: int, error: Fraction) -> Check:
    """The strategy can be implemented efficiently: find x'' in [0, 1]^n with |y_i - <q_i, x''>| <=
    E for each i, and round at 1/2. With all subsets and errors of at most E < 1/4 nobody is wrong,
    and x'' exists if the answers are as good; answers that no x'' fits give nothing.

    Cases: Every x, all answers with errors of E up or down for n = 1, 2 and some beyond; M fails
    with probability 1/8, when it answers 1/2 too much everywhere, which no x'' fits. (With
    errors up to E in general, see the exact numbers of TXT.derandomised.)
    """
    queries = all_subsets(n)[1:]
    guess = attack(queries, error)
    for x in all_subsets(n):
        truth = sums(queries, x)
        errors = product((-error, error), repeat=len(queries)) if n < 3 else iter(())
        for each in (*errors, *off_by(error, len(queries))):
            answers = tuple(a + e for a, e in zip(truth, each, strict=True))
            found = guess(answers)
            if not isinstance(found, tuple | Bottom):  # a law
                continue
            yield eq(f"{x}, {each}", wrong_places(x, found), 0)
        for shift in (-2 * n, 2 * n):
            yield true(f"{x}, {shift}", guess([a + shift for a in truth]) is Bottom.BOTTOM)
    if n > 1:
        far = [HALF * int(q == (1, *(0,) * (n - 1))) for q in queries]
        yield true("one is far off", guess(far) is Bottom.BOTTOM)
        beyond = [2 * q[0] for q in queries]
        yield true("x''_1 = 2", guess(beyond) is Bottom.BOTTOM)
    else:
        tie = attack(queries, ZERO)([HALF])
        yield true("1/2 is rounded up", tie == (1,))
    mechanism = NoisySums(queries, tuple(off_by(error, len(queries))), EIGHTH, guess)
    yield accurate(mechanism, these(all_subsets(n)), within(ZERO), EIGHTH, name="recovered")


FIRST, OTHERS = "(Fraction(first), ", "2 * y - first"
ESTIMATE = "rounded(self.estimate(answers))"
AT = f"{ESTIMATE} => tuple(int(x >= {{}}) for x in self.estimate(answers))"
WRONG[HadamardReconstruction] = {
    "v_0 is left out": f"{FIRST} => (Fraction(0), ",
    "v_i = y_i": f"{OTHERS} => y",
    "v_i = 2 y_i - n/2": f"{OTHERS} => 2 * y - Fraction(self.people, 2)",
    "v_i = 2 y_i": f"{OTHERS} => 2 * y",
    "v_i = 2 y_i + y_0": f"{OTHERS} => 2 * y + first",
    "v_i = y_0 - 2 y_i": f"{OTHERS} => first - 2 * y",
    "v_i = y_i - y_0": f"{OTHERS} => y - first",
    "v_0 = 2 y_0": f"{FIRST} => (Fraction(2 * first), ",
    "rounded at 3/4": AT.format("Fraction(3, 4)"),
    "rounded at 1/4": AT.format("Fraction(1, 4)"),
    "divided by 2n": "/ self.people => / (2 * self.people)",
    "divided by n/2": "/ self.people => / (self.people // 2)",
}


@claim(
    "VT14.ALG.ReconHadamard",
    over(n=sized((2, 4), (2, 4, 8), (2, 4, 8, 16)), share=(ZERO, QUARTER)),
    form=Form.CONCRETE,
    about=HadamardReconstruction,
)
def from_explicit_queries(attack: Build, n: int, share: Fraction) -> Check:
    """n = 2^l explicit queries (1 + h_i)/2, h_i the rows of Sylvester's Hadamard matrix H: with
    v_0 = y_0, v_i = 2 y_i - y_0, x'_j = 1 iff (H v)_j/n >= 1/2 has #wrong < 36 E^2 for errors
    below E; nobody is wrong up to E = 1/6.

    Cases: Every x (of 16 and more, some); exact answers, and errors that all push one person, up
    and down: E (3 - 4/n) for the first, 2E for others; share 1/4 takes E with 36 E^2 = n/4. M
    fails with probability 1/8, when it answers 0.
    """
    queries, guess = hadamard_subsets(n), attack(n)
    error = Fraction(1, 6)
    if share:
        error = next(e for i in range(64, 0, -1) if 36 * (e := Fraction(i, 64)) ** 2 <= n * share)
    pushes = [
        tuple(error * s * (1 if c >= 0 else -1) for c in row)
        for row in hadamard_deviations(n)
        for s in (-1, 1)
    ]
    yield true("1/2 is rounded up", guess([HALF * sum(q) for q in queries]) == (1,) * n)
    databases = all_subsets(n) if n < 16 else all_subsets(n)[::4099]
    for x in databases:
        truth = sums(queries, x)
        yield eq(f"{x}, exact", wrong_places(x, guess(truth)), 0)
    off = tuple(tuple((1 - TINY) * e for e in push) for push in pushes)
    mechanism = NoisySums(queries, off, EIGHTH, guess)
    yield accurate(mechanism, these(databases), within(share), EIGHTH, name="recovered")


@claim(
    "VT14.TXT.derandomised",
    over(n=sized((4, 9, 16), (4, 9, 16, 64), (4, 16, 49, 64, 256))),
    about=HadamardReconstruction,
)
def explicit_queries(attack: Build, n: int) -> Check:
    """Theorem 4.1.6 can be derandomised with an explicit collection of O(n) queries, and the
    privacy-breaking procedure can be implemented efficiently: with the Hadamard queries, fewer
    than 2n, errors below alpha sqrt(n), alpha = 1/60, leave less than n/100 people wrong.

    Cases: n with rational roots; zeros are added up to a power of two; eight databases,
    exact answers and, for each of eight people, errors of 63/64 alpha sqrt(n) that push this
    person up, or down.
    """
    root = next(k for k in range(n + 1) if k * k == n)
    error = Fraction(63 * root, 64 * 60)
    people = 1 << (n - 1).bit_length()
    queries, guess = hadamard_subsets(people), attack(people)
    pushed = hadamard_deviations(people)[: 8 if n < 256 else 2]
    for seed in range(8):
        bits = tuple(int((seed + 1) * (j + 3) % 7 < seed % 5 + 1) for j in range(n))
        x = (*bits, *(0,) * (people - n))
        truth = sums(queries, x)
        yield lt(f"{x}, exact", Fraction(99 * n, 100), n - wrong_places(x, guess(truth)))
        for row, side in product(pushed, (-1, 1)):
            answers = [
                a + side * error * (1 if c >= 0 else -1) for a, c in zip(truth, row, strict=True)
            ]
            yield lt(f"{x}, {side}", Fraction(99 * n, 100), n - wrong_places(x, guess(answers)))


def by_strategies(coefficients: list[list[Fraction]], z: tuple[int, ...]) -> Fraction:
    """The E above which z is possible: 1/2 by the largest min over z of z_j d_j with errors of 1.

    The value of a game: a mixture of those in z against a vertex of the box of errors.
    """
    chosen = [(s, row) for s, row in zip(z, coefficients, strict=True) if s]
    corners = list(product((1, -1), repeat=len(z)))
    loss = [
        [s * sum((c * e for c, e in zip(row, corner, strict=True)), ZERO) for corner in corners]
        for s, row in chosen
    ]
    return 1 / (2 * solve_game(loss).value)


def corners_only(people: int, error: Fraction, wrong: Bits) -> bool:
    """Errors of exactly E up or down: too few, the set of bad errors may miss all corners."""
    rows = hadamard_deviations(people)
    for corner in product((-error, error), repeat=people):
        moved = [sum(c * e for c, e in zip(row, corner, strict=True)) for row in rows]
        if all(2 * z * d > 1 for z, d in zip(wrong, moved, strict=True) if z):
            return True
    return False


MORE_ERRORS = tuple(
    (n, e)
    for n in (2, 4)
    for e in (Fraction(1, 6), QUARTER, Fraction(1, 3) + TINY, HALF, HALF + TINY, ONE)
)
EXACT = Parts(errs=hadamard_errs, attack=HadamardReconstruction, deviations=hadamard_deviations)
DEVIATE = "_is_possible(bounded, wrong, hadamard_deviations(people), 2 * error)"
EACH_ALONE = f"""{DEVIATE} => all(
        {DEVIATE.replace("wrong", "tuple(z * (i == j) for i, z in enumerate(wrong))")}
        for j in range(people)
        if wrong[j]
    )"""
BOUND = "int(4 * (9 * n - 8) * error**2 / n)"
WRONG[EXACT] = {
    "corners of the box only": EXACT.but(errs=corners_only),
    "each person alone": EXACT.but(errs=EACH_ALONE),
    "errors below 2E": EXACT.but(errs=given(hadamard_errs, error=lambda e: 2 * e)),
    "errors below E/2": EXACT.but(errs=given(hadamard_errs, error=lambda e: e / 2)),
    "errors of at most E": EXACT.but(
        errs=given(hadamard_errs, error=lambda e: e * Fraction(65, 64))
    ),
    "the first error is not counted": EXACT.but(
        errs=given(hadamard_errs, wrong=lambda z: (0, *z[1:]))
    ),
    "all people at once": EXACT.but(
        errs=given(hadamard_errs, wrong=lambda z: tuple(s or 1 for s in z))
    ),
    "36 E^2": EXACT.but(attack=f"{BOUND} => int(36 * error**2)"),
    "9 E^2": EXACT.but(attack=f"{BOUND} => int(9 * error**2)"),
    "one query is 2 E off": EXACT.but(attack="9 * n - 8 => 9 * n - 5"),
    "every query is 2 E off": EXACT.but(attack=f"{BOUND} => int(16 * error**2)"),
    "9n - 9": EXACT.but(attack="9 * n - 8 => 9 * n - 9"),
    "9n - 7": EXACT.but(attack="9 * n - 8 => 9 * n - 7"),
    "linear in E": EXACT.but(attack=f"{BOUND} => int(36 * error)"),
    "rounded up": EXACT.but(attack=f"min(n, {BOUND}) => min(n, {BOUND}) + 1"),
    "more than there are people": EXACT.but(attack=f"min(n, {BOUND}) => n + int(error)"),
    "the first person as the others": EXACT.but(deviations=" - int(i == j == 0) => "),
}


@claim(
    "VT14.TXT.derandomised",
    over(
        case=sized(
            ((2, QUARTER), (2, Fraction(1, 3)), (2, HALF + TINY), (4, Fraction(1, 3) + TINY)),
            MORE_ERRORS,
            MORE_ERRORS,
        )
    ),
    form=Form.CONCRETE,
    about=EXACT,
)
def exactly_how_many(parts: Parts, case: tuple[int, Fraction]) -> Check:
    """With n Hadamard queries and errors below E those in z are wrong, for some x and answers,
    exactly if E is above the threshold that a game gives; at most 4 (9n - 8) E^2/n < 36 E^2 people
    are wrong. With the 2n queries (1 + h_i)/2, (1 - h_i)/2, PDisc > sqrt(share n)/2.

    Cases: (n, E) = case; every z (not only corners of the box of errors: those do not suffice).
    The bound on its own at E = 19/100 to 2.
    """
    n, error = case
    coefficients, attack = parts.deviations(n), parts.attack(n)
    for i in range(n):
        moved = HadamardReconstruction(n).estimate([int(i == k) for k in range(n)])
        for j, (row, d) in enumerate(zip(coefficients, moved, strict=True)):
            yield eq(f"d_{j} by e_{i}", row[i], d)
    most = 0
    for z in signs(n):
        if any(z) and next(filter(None, z)) == 1:
            possible = parts.errs(n, error, z)
            yield true(f"{z}", possible == (by_strategies(coefficients, z) < error))
            most = max(most, sum(map(abs, z)) if possible else 0)
    bound = attack.wrong_at_most(error)
    yield le("people", most, bound)
    yield lt("36 E^2", bound, 36 * error**2)
    near = (Fraction(19, 100), Fraction(23, 100))
    for e in (*near, Fraction(1, 3), Fraction(3, 8), HALF, ONE, Fraction(2)):
        exact = min(n, 4 * (9 * n - 8) * e * e // n)
        yield eq(f"the bound at {e}", attack.wrong_at_most(e), exact)
    doubled = [*hadamard_subsets(n), *(tuple(1 - a for a in q) for q in hadamard_subsets(n))]
    for share in (ZERO, QUARTER, HALF, Fraction(3, 4)):
        yield lt(f"PDisc {share}", share * n, 4 * partial_discrepancy(doubled, share) ** 2)


def least_width(queries: tuple[Bits, ...], z: tuple[int, ...]) -> Fraction:
    """The least |Q w|_inf of w in [-1, 1]^n with z_j w_j >= 1/2 where z_j is not 0.

    The value of a game: a mixture of the corners of this box against a query and a sign.
    """
    sides = [(Fraction(s), HALF * s) if s else (-ONE, ONE) for s in z]
    products = (
        [sum((a * b for a, b in zip(q, w, strict=True)), ZERO) for q in queries]
        for w in product(*sides)
    )
    return solve_game([[*each, *(-p for p in each)] for each in products]).value


SOME, MORE = (all_subsets(1), all_subsets(3), hadamard_subsets(2)), (hadamard_subsets(4),)
EVERYBODY: tuple[Bits, ...] = ((1, 1, 1, 1),)
POSSIBLE = "return _is_possible("
WRONG[programme_errs] = {
    "errors below 2E": given(programme_errs, error=lambda e: 2 * e),
    "errors below E/2": given(programme_errs, error=lambda e: e / 2),
    "errors below 65E/64 and less": given(programme_errs, error=lambda e: e * Fraction(65, 64)),
    "subsets of one person are left out": given(
        programme_errs, queries=lambda queries: [q for q in queries if sum(q) != 1]
    ),
    "everybody can be wrong": f"{POSSIBLE} => return True or _is_possible(",
    "nobody can be wrong": f"{POSSIBLE} => return False and _is_possible(",
    "ones are never lost": f"{POSSIBLE} => return -1 not in wrong and _is_possible(",
}


@claim(
    "VT14.ALG.ReconLP",
    over(
        queries=sized(
            (*SOME, EVERYBODY),
            (*SOME, EVERYBODY, *MORE),
            (*SOME, EVERYBODY, *MORE, all_subsets(4)),
        ),
        error=(QUARTER, QUARTER + TINY, HALF),
    ),
    form=Form.CONCRETE,
    about=programme_errs,
)
def rounded_exactly(errs: Build, queries: tuple[Bits, ...], error: Fraction) -> Check:
    """With errors below E those in z may be wrong, for some x, answers and x'', exactly if 2E is
    above the least |Q w|_inf of w in [-1, 1]^n with z_j w_j >= 1/2 where z_j is not 0.  With all
    subsets min(n, 2 (ceil(4E) - 1)) < 8E people are wrong at the worst; with n Hadamard queries
    fewer than 144 E^2.

    Cases: E at and just above multiples of 1/4, where the number changes; every z; one query that
    counts everybody, too, where x'' has to stay in [0, 1]^n.
    """
    n = len(queries[0])
    for z in signs(n):
        if any(z) and next(filter(None, z)) == 1:
            possible = errs(queries, error, z)
            yield true(f"{z}", possible == (least_width(queries, z) < 2 * error))
    found = most_wrong(n, lambda z: errs(queries, error, z))
    if queries == all_subsets(n):
        yield eq("people", found, min(n, 2 * (ceil(4 * error) - 1)))
        yield lt("8E", found, 8 * error)
    if queries in {hadamard_subsets(2), hadamard_subsets(4)}:
        yield lt("144 E^2", found, 144 * error**2)
