"""Section 5.2: private attribute means need many rows (Theorem 5.2.2)."""

from audits.claims.prelude import *
from audits.claims.vt14.laws.fingerprinting import jump_by_listing, one_missing_of
from audits.engines.optimum.problems.counts import feasible_rounding
from reference.lower_bounds.boneh_shaw_code import BonehShawCode, enough_columns
from reference.lower_bounds.fingerprinting_experiment import (
    accused_at_least,
    accused_at_most,
    needed_error,
)

E_HIGH = Fraction(2719, 1000)
"""A little above e."""


@dataclass(frozen=True, slots=True)
class Extremal:
    """User k is accused with chance x if missing, else with e^eps x + delta."""

    users: int
    error: Fraction
    guarantee: Guarantee[Fraction]

    def __call__(self, missing: int, coins: Coins[Fraction], /) -> int:
        present = self.guarantee.exp_eps * self.error + self.guarantee.delta
        users = range(1, self.users + 1)
        return coins.release(
            Dist.weighted((k, self.error if k == missing else present) for k in users)
        )


NUMBERS: tuple[tuple[int, Fraction, Fraction, int], ...] = (
    (2, Fraction(2), Fraction(1, 20), 7),
    (2, exp_high(1), Fraction(1, 20), 10),
    (2, Fraction(4), Fraction(0), 0),
    (3, Fraction(2), Fraction(1, 30), 0),
    (5, Fraction(3, 2), Fraction(1, 50), 0),
)
"""n, e^eps, delta; the fewest columns a block of a code with a smaller error, or 0: not asked."""

WRONG[needed_error] = {
    "n + 1 for n": given(needed_error, rows=lambda n: n + 1),
    "no error of its own": "(1 + rows * guarantee.exp_eps) => (rows * guarantee.exp_eps)",
    "delta once": "rows * guarantee.delta => guarantee.delta",
    "without e^eps": "rows * guarantee.exp_eps => rows",
    "e^(2 eps)": "guarantee.exp_eps => guarantee.exp_eps**2",
    "delta inside": "guarantee.delta => guarantee.delta * guarantee.exp_eps",
    "without delta": "(1 - rows * guarantee.delta) => Fraction(1)",
}


@claim(
    "VT14.T5.2.2",
    over(case=NUMBERS),
    form=Form.CONCRETE,
    about=needed_error,
    uses=("VT14.ALG.FPC2DP",),
)
def a_private_mechanism_accuses_the_innocent(
    needed: Build, case: tuple[int, Fraction, Fraction, int]
) -> Check:
    """Let a code for n + 1 users have error xi, and M be (eps, delta)-private with feasible
    roundings but for probability g.  Then 1 - g - xi <= n (e^eps (xi + g) + delta).  With g = 0
    this is impossible iff xi < (1 - n delta)/(1 + n e^eps).

    Cases: (n, e^eps, delta) = case.  At equality there is a private way to accuse: user k with
    e^eps xi + delta, but with xi if missing.
    """
    n, r, delta, fewest = case
    promise = Guarantee(r, delta)
    least = needed(n, promise)
    yield eq("all accused", least + n * (r * least + delta), 1)
    for g in (Fraction(0), least / 3):
        most = accused_at_most(n, least - g, g, promise)
        yield eq(f"equality, g = {g}", most, accused_at_least(least - g, g))
        yield eq(f"at least, g = {g}", accused_at_least(least - g, g), 1 - least)
    users = one_missing_of(n + 1)
    if least > 0 and least * n * r < 1:
        yield private(Extremal(n + 1, least, promise), users, promise, name="equality")
    if fewest:
        errors = [BonehShawCode(n + 1, b).error for b in range(1, fewest + 1)]
        enough = [b for b, error in enumerate(errors, start=1) if error < least]
        yield eq("least B", enough[0] if enough else 0, fewest)
        for b in (1, 4, 5):
            listed = max(jump_by_listing(n + 1, b, k) for k in range(2 * b + 1))
            yield eq(f"BS({n + 1}, {b})", errors[b - 1], listed)


def accused_again(n: int) -> Fraction:
    """At most e^-1 (1/(2n) - 1/(10n)): how often i* is accused while missing."""
    return (Fraction(1, 2 * n) - Fraction(1, 10 * n)) / exp_high(ONE)


PRIVATE = Parts(again=accused_again, columns=enough_columns)
WRONG[PRIVATE] = {
    "e^2": PRIVATE.but(again="exp_high(ONE) => exp_high(TWO)"),
    "delta twice": PRIVATE.but(again="Fraction(1, 10 * n) => Fraction(2, 10 * n)"),
    "1/(3n) for 1/(2n)": PRIVATE.but(again="Fraction(1, 2 * n) => Fraction(1, 3 * n)"),
    "without delta": PRIVATE.but(again="Fraction(1, 10 * n) => 0"),
    "without e": PRIVATE.but(again=" / exp_high(ONE) => "),
    "half of the columns": PRIVATE.but(columns=".ceil() => .ceil() // 2"),
}


@claim(
    "VT14.T5.2.2",
    over(rows=sized(range(2, 9), range(2, 33), range(2, 65))),
    about=PRIVATE,
    uses=("VT14.ALG.FPC2DP", "VT14.C5.2.1"),
)
def no_private_means(parts: Parts, rows: int) -> Check:
    """If there is a fingerprinting scheme with codewords of length d for n + 1 users then no (1,
    1/(10n))-private mechanism answers d attribute means with error below 1/2: some i* is accused
    with probability at least 1/(2n) given some i = i_0, and so with probability at least 1/(2en) -
    1/(10en) = 2/(5en) while missing (TXT.framed), more than the error.

    Where: n = rows, from 2 on.

    Steps: the numbers 1/(2n), 2/(5en), the error, and the length of a code that has it.

    Cases: With an error of 1/(7n), which 2/(5en) exceeds by the factor 1.03,
    (1 - 1/(7n))/(n + 1) is at least 1/(2n); the code of Boneh and Shaw has this error, and d is
    given by its length.  2/(5en) from both sides.
    """
    n = rows
    found, error = parts.again(n), Fraction(1, 7 * n)
    yield lt("the error", error, found)
    yield le("2/(5en)", found * exp_low(Fraction(1)) * 5 * n, 2)
    yield lt("2/(5en)", 2 - Fraction(1, 2**40), found * exp_high(Fraction(1)) * 5 * n)
    yield le("an average", Fraction(1, 2 * n), (1 - error) / (n + 1))
    block = parts.columns(n + 1, error)
    yield le("a code", (n + 1) * exp_high(Fraction(-block, 2 * (n + 1) ** 2)), error)


LISTED: dict[tuple[int, int], tuple[Fraction, Fraction]] = {
    (2, 2): (Fraction(4, 7), Fraction(87, 140)),
    (2, 3): (Fraction(4, 11), Fraction(49, 110)),
    (3, 2): (Fraction(15, 22), Fraction(41, 55)),
}
"""By rows and columns: the best chance at e^eps = 2, delta = 0 and 1/20."""


def best_chance(rows: int, columns: int, r: Fraction, delta: Fraction) -> Fraction:
    """How often a mechanism is right on its worst database, at best.

    One row: each of the other words has r + delta times less.  One column: the chance of a 1 grows
    from none to half of the ones by r and delta at each step, and is 1/2 in the middle.
    """
    if rows == 1:
        others = (1 << columns) - 1
        return (r + delta * others) / (r + others)
    if columns > 1:
        return LISTED[rows, columns][delta > 0]
    grown: Fraction = r ** (rows // 2)
    middle = (1 - delta) / (1 + r) if rows % 2 else Fraction(1, 2)
    return 1 - (middle - delta * (grown - 1) / (r - 1)) / grown


GOOD = "all(bit in column for bit, *column in zip(w, *database, strict=True))"
BOUND_BITS = "for bit, *column in zip(w, *database, strict=True)"
ASYMMETRIC = "        symmetries,\n =>         (),\n"
WRONG[feasible_rounding] = {
    "the last column is not asked for": (
        f"{GOOD} => all(bit in column for bit, *column in [*zip(w, *database, strict=True)][:-1])",
        ASYMMETRIC,
    ),
    "only a unanimous 1 binds": (f"{GOOD} => all(bit or 0 in column {BOUND_BITS})", ASYMMETRIC),
    "the majority is asked for": f"{GOOD} => "
    f"all(2 * column.count(bit) >= len(column) {BOUND_BITS})",
    "a row fewer": given(feasible_rounding, rows=lambda rows: max(rows - 1, 1)),
}


@claim(
    "VT14.TXT.means-lb",
    over(
        size=sized(
            ((1, 3), (3, 1), (2, 2)),
            ((1, 4), (5, 1), (6, 1), (2, 2), (2, 3), (3, 2)),
            ((1, 5), (7, 1), (2, 2), (2, 3), (3, 2)),
        )
    ),
    form=Form.CONCRETE,
    about=feasible_rounding,
    uses=("VT14.T5.2.2",),
)
def many_means_need_many_rows(build: Build, size: tuple[int, int]) -> Check:
    """Answering d attribute means with errors below 1/2 needs many rows: the best private
    mechanism has feasible roundings on every database with a probability that falls as d grows
    and rises with n.

    Cases: (n, d) = size, against a column fewer and a row fewer; e^eps = 2, delta = 0 and 1/20.
    Optima with duals; for one row and for one column in closed form, and for one row with the
    constants (1, 1/(10n)), too, r = e rounded up.
    """
    n, d = size
    for delta in (Fraction(0), Fraction(1, 20)):
        here = best_chance(n, d, TWO, delta)
        yield exactly(build(d, n), TWO, here, delta)
        for columns, rows in ((d - 1, n), (d, n - 1)):
            if columns and rows:
                there = best_chance(rows, columns, TWO, delta)
                yield exactly(build(columns, rows), TWO, there, delta)
                more, less = (here, there) if columns == d else (there, here)
                yield lt(f"{columns} columns, {rows} rows", less, more)
    if n == 1:
        yield exactly(build(d, n), E_HIGH, best_chance(n, d, E_HIGH, TENTH), TENTH)


not_finitely_checkable(
    "VT14.TXT.means-lb",
    statement="To answer d attribute means with errors below 1/2 privately n must be in "
    "Omega~(sqrt(d)), and with the Laplace mechanism n in O~(sqrt(d)) is enough.",
    reason="asymptotic; the lower bound needs codes as short as those of Tardos, whose security "
    "the notes cite (those of Boneh and Shaw give d^(1/3)). Optima are decided in the concrete "
    "form, the upper bound in TXT.k-laplace-error",
)
