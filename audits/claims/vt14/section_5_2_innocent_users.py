"""Section 5.2: innocent users are rarely accused by the code of Boneh and Shaw (Claim 5.2.1)."""

from audits.claims.prelude import *
from audits.claims.vt14.laws.fingerprinting import (
    FromTheEnd,
    Rises,
    Size,
    coalitions,
    coalitions_of,
    forced_bits,
    framed_by_divisions,
    jump_by_listing,
    ones_by_class,
    teams,
)
from audits.claims.vt14.section_5_2_boneh_shaw import RISES, UNMIXED
from reference.lower_bounds.boneh_shaw_code import BonehShawCode, CountingPirate, one_missing
from reference.lower_bounds.fingerprinting_code import (
    Coalition,
    SecurityGame,
    best_pirate,
    is_caught,
    seen,
)


def _rises_at_none_of(
    n: int, users: Coalition
) -> Callable[[Coalition, tuple[Fraction, ...]], bool]:
    """Whether none of these users who is not in S has a difference of at least 1/n."""
    return lambda team, means: all(
        n * (means[i] - means[i - 1]) < 1 for i in users if i not in team
    )


JUMPS: tuple[tuple[int, int, Fraction], ...] = (
    (2, 1, Fraction(1, 2)),
    (3, 1, Fraction(1, 2)),
    (3, 3, Fraction(1, 2)),
    (3, 4, Fraction(17, 70)),
    (4, 1, Fraction(1, 2)),
    (4, 4, Fraction(1, 2)),
    (4, 5, Fraction(11, 42)),
)
"""Users, columns of a block, and the chance of the best number of ones."""


@claim("VT14.C5.2.1", over(case=JUMPS), form=Form.CONCRETE, about=BonehShawCode)
def an_innocent_user_is_rarely_accused(build: Build, case: tuple[int, int, Fraction]) -> Check:
    """For i not in S, Pr[m_i - m_(i-1) >= 1/n] <= max_K Pr[K - 2X >= B/n], X hypergeometric (B of
    2B columns, K of them ones), which is at most e^(-B/(2n^2)).

    Cases: (n, B, maximum) = case.  Each K by all divisions.  One column a block, three and four
    users: all coalitions and numbers of ones, written from either end, for 1 < i < n; what is in
    the blocks of users 1 and n is forced.
    """
    n, block, most = case
    made = build(n, block)
    jumps = [made.jump(k) for k in range(2 * block + 1)]
    for k, jump in enumerate(jumps):
        yield eq(f"K = {k}", jump, jump_by_listing(n, block, k))
    yield eq("maximum", made.largest_jump, most)
    yield le("Hoeffding", most, exp_low(Fraction(-block, 2 * n**2)))
    if block == 1:
        for team in coalitions(n):
            for i in sorted({*range(2, n)} - {*team}):
                good = _rises_at_none_of(n, (i,))
                for ones in BonehShawCode(n, block).feasible_counts(team):
                    for pirate in (CountingPirate(ones), FromTheEnd(ones)):
                        game, name = Rises(made, pirate), f"S = {team}, i = {i}, {pirate}"
                        yield accurate(game, teams(team), good, most, name=name)


def polylog_columns(n: int) -> int:
    """ceil(2 n^2 ln(n)^2)."""
    return (2 * n**2 * ln(n) * ln(n)).ceil()


LONG = Parts(columns=polylog_columns, code=BonehShawCode)
WRONG[LONG] = {
    "2 n^2 ln(2n) columns": LONG.but(columns="ln(n) * ln(n) => ln(2 * n)"),
    "2 n ln(n)^2 columns": LONG.but(columns="2 * n**2 => 2 * n"),
    "n^2 ln(n)^2 columns": LONG.but(columns="2 * n**2 => n**2"),
    "no permutation": LONG.but(code=UNMIXED["no permutation"]),
    "a rise of 1/(n+1)": LONG.but(code=RISES["a rise of 1/(n+1)"]),
    "some orders never": LONG.but(code=UNMIXED["some orders never"]),
}


@claim("VT14.C5.2.1", over(power=(1, 2, 3, 8)), about=LONG)
def innocent_users_are_hardly_ever_accused(parts: Parts, power: int) -> Check:
    """With blocks of O~(n^2) columns, for every coalition S and every pirate, with probability
    greater than 1 - negl(n) all i not in S have a difference of means below 1/n.

    Cases: Blocks of 2 n^2 ln(n)^2 columns have n e^(-B/(2n^2)) <= n^(1 - ln n), at most n^-k from
    n = e^(k+1) on: k = power, at the first three such n.  The chance that one innocent user is
    accused is at most e^(-B/(2n^2)): n = 3, 4, three numbers of ones, with the sum over what does
    not accuse as a second route.  The laws are those of one column a block.
    """
    columns, code = parts.columns, parts.code
    if power == 1:
        for pirate in (CountingPirate((0, 1, 1)), FromTheEnd((0, 1, 1))):
            game = Rises(code(3, 1), pirate)
            good = _rises_at_none_of(3, (1, 2, 3))
            yield accurate(game, teams((1, 3)), good, HALF, name=str(pirate))
    first = ceil(high(exp(power + 1)))
    for n in range(first, first + 3):
        chance = n * exp_high(Fraction(-columns(n), 2 * n**2))
        yield le(f"n = {n}", chance, Fraction(1, n**power))
    if power == 1:
        for n in (3, 4):
            block, rule = polylog_columns(n), code(n, polylog_columns(n))
            for k in (block // n, block, block + 1):
                yield eq(f"n = {n}, K = {k}", rule.jump(k), _tail(n, block, k))
                bound = low(exp(-Fraction(block, 2 * n**2)))
                yield le(f"n = {n}, K = {k}, Hoeffding", _tail(n, block, k), bound)


def _tail(n: int, block: int, ones: int) -> Fraction:
    """Pr[K - 2X >= B/n] from above: one minus the other values of X."""
    other = sum(
        comb(ones, x) * comb(2 * block - ones, block - x)
        for x in range(block + 1)
        if n * (ones - 2 * x) < block
    )
    return 1 - Fraction(other, comb(2 * block, block))


LISTED: tuple[Size, ...] = ((2, 1), (2, 2), (3, 1), (4, 1))


@claim(
    "VT14.TXT.bs-secure",
    over(coalitions_of(sized(LISTED, LISTED, (*LISTED, (3, 2))))),
    about=BonehShawCode,
    uses=("VT14.C5.2.1", "VT14.TXT.bs-telescope"),
)
def the_code_is_secure(build: Build, code: Size, coalition: Coalition) -> Check:
    """The code of Boneh and Shaw is secure: with probability at most the sum over i not in S of
    Pr[m_i - m_(i-1) >= 1/n] a feasible word of any pirate is traced to nobody, or to somebody
    outside of S.

    Cases: (n, B) = code; the best of all pirates, from all orders of the columns, and by the
    counts of ones alone.  Users 1 and n cannot be framed, and each other one no more often than in
    two blocks alike: the sum is attained for one missing user.
    """
    n, block = code
    made = build(n, block)
    innocent = [i for i in range(2, n) if i not in coalition]
    jumps = [jump_by_listing(n, block, k) for k in range(2 * block + 1)]
    bound = len(innocent) * max(jumps)
    best = best_pirate(made, coalition)
    yield eq("best pirate", best.chance, made.best_counts(coalition)[0])
    rows = seen(next(iter(made.books())).words, coalition)
    listed = {ones_by_class(rows, word) for word in forced_bits(rows)}
    yield true("counts", {*made.feasible_counts(coalition)} == listed)
    yield le("the sum", best.chance, bound)
    if bound < 1:
        yield accurate(SecurityGame(made, best), teams(coalition), is_caught, bound)


MISSING: tuple[tuple[int, int, int], ...] = (
    (3, 1, 2),
    (3, 4, 2),
    (4, 1, 3),
    (4, 4, 3),
    (4, 6, 3),
    (4, 5, 2),
)

BEFORE, ANY = "b * step for b in range(user - 1)", "range(2 * code.block + 1)"
WRONG[one_missing] = {
    "blocks before are empty": f"{BEFORE} => 0 for b in range(user - 1)",
    "blocks before rise by 1/n": (
        "code.users) - 1\n => code.users)\n",
        f"{BEFORE} => min(b * step, code.block) for b in range(user - 1)",
    ),
    "blocks before are full": f"{BEFORE} => code.block * (b > 0) for b in range(user - 1)",
    "a single one": f"{ANY} => range(1, 2)",
    "all ones": f"{ANY} => [2 * code.block]",
}


@claim(
    "VT14.ALG.BSPirate",
    over(
        case=sized(
            MISSING, (*MISSING, (4, 8, 2), (4, 8, 3), (4, 9, 2)), (*MISSING, (4, 8, 3), (5, 6, 4))
        )
    ),
    form=Form.CONCRETE,
    about=one_missing,
)
def best_pirate_against_one_missing_user(build: Build, case: tuple[int, int, int]) -> Check:
    """Let S miss user i, 2 <= i <= n - 1.  It is best to put b (ceil(B/n) - 1) ones into block b <
    i - 1, the most that accuse nobody, and the best number K into blocks i - 1 and i: user i is
    accused with probability max_K Pr[X <= (i-1)(ceil(B/n) - 1), K - 2X >= B/n], X hypergeometric.

    Cases: (n, B, i) = case; against all numbers of ones, each by all divisions, against the
    formula, and, B = 1, on all orders of the columns, where half of it is too little.  (Coalitions
    that miss more do better: {1, n} have (n-2)/(n-1) for B = 1.)
    """
    n, block, missing = case
    code = BonehShawCode(n, block)
    team = tuple(user for user in range(1, n + 1) if user != missing)
    ones = build(code, missing)
    found = code.framed(team, ones)
    listed = framed_by_divisions(n, block, team)
    yield true("feasible", {*listed} == {*code.feasible_counts(team)})
    for each, chance in listed.items():
        yield eq(f"ones {each}", code.framed(team, each), chance)
    yield eq("of all", found, max(listed.values()))
    most = max(_framed(n, block, missing, k) for k in range(2 * block + 1))
    yield eq("by the formula", found, most)
    if block == 1:
        yield eq("any coalition", code.error, Fraction(n - 2, n - 1))
        for each, chance in listed.items():
            played = law(SecurityGame(code, CountingPirate(each)), team)
            innocent = played.probability_that(lambda v: v.accused == missing)
            yield eq(f"ones {each}, played", innocent, chance)
        game = SecurityGame(code, CountingPirate(ones))
        yield accurate(game, teams(team), lambda _, v: v.accused == missing, 1 - most)


def _framed(n: int, block: int, missing: int, ones: int) -> Fraction:
    cap = (missing - 1) * (-(-block // n) - 1)
    in_first = [sum(p < ones for p in first) for first in combinations(range(2 * block), block)]
    good = sum(x <= cap and n * (ones - 2 * x) >= block for x in in_first)
    return Fraction(good, len(in_first))
