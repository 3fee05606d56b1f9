"""Section 5.2: private attribute means need many rows (Theorem 5.2.2)."""

from audits.claims.prelude import *
from audits.claims.vt14.impostors.private_means import (
    WRONG_ERRORS,
    Needed,
    half_of_the_columns,
    majority,
    one_row_fewer,
    ones_only,
)
from audits.claims.vt14.laws.fingerprinting import jump_by_listing, one_missing_of
from audits.engines.optimum.problem import Problem
from audits.engines.optimum.problems.counts import feasible_rounding
from reference.lower_bounds.boneh_shaw_code import BonehShawCode, enough_columns
from reference.lower_bounds.fingerprinting_experiment import (
    accused_at_least,
    accused_at_most,
    needed_error,
)

E_HIGH = Fraction(2719, 1000)
"""A little above e."""


@dataclass(frozen=True)
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


@claim(
    "VT14.T5.2.2",
    over(case=NUMBERS),
    form=Form.CONCRETE,
    about=needed_error,
    impostors=WRONG_ERRORS,
    uses=("VT14.ALG.FPC2DP",),
)
def a_private_mechanism_accuses_the_innocent(
    needed: Needed, case: tuple[int, Fraction, Fraction, int]
) -> Check:
    """Let a code for n + 1 users have error xi, and M be (eps, delta)-private with feasible
    roundings but for probability g.  Then 1 - g - xi <= n (e^eps (xi + g) + delta).  With g = 0
    this is impossible iff xi < (1 - n delta)/(1 + n e^eps).

    Fair: (n, e^eps, delta) = case.  At equality there is a private way to accuse: user k with
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


def accused_again(n: int, eps: int = 1, more: int = 1, team: int = 2) -> Fraction:
    """At most e^-1 (1/(2n) - 1/(10n)): how often i* is accused while missing."""
    return (Fraction(1, team * n) - Fraction(more, 10 * n)) / exp_high(Fraction(eps))


@claim(
    "VT14.T5.2.2",
    over(rows=sized(range(2, 9), range(2, 33), range(2, 65))),
    about=lambda: (accused_again, enough_columns),
    impostors={
        "e^2": lambda: (lambda n: accused_again(n, 2), enough_columns),
        "delta twice": lambda: (lambda n: accused_again(n, 1, 2), enough_columns),
        "1/(3n) for 1/(2n)": lambda: (lambda n: accused_again(n, 1, 1, 3), enough_columns),
        "without delta": lambda: (lambda n: accused_again(n, 1, 0), enough_columns),
        "without e": lambda: (lambda n: accused_again(n, 0), enough_columns),
        "half of the columns": lambda: (accused_again, lambda n, xi: enough_columns(n, xi) // 2),
    },
    uses=("VT14.ALG.FPC2DP", "VT14.C5.2.1"),
)
def no_private_means(
    build: Callable[[], tuple[Callable[[int], Fraction], Callable[[int, Fraction], int]]],
    rows: int,
) -> Check:
    """If there is a fingerprinting scheme with codewords of length d for n + 1 users then no (1,
    1/(10n))-private mechanism answers d attribute means with error below 1/2: some i* is accused
    with probability at least 1/(2n) given some i = i_0, and so with probability at least 1/(2en) -
    1/(10en) = 2/(5en) while missing (TXT.framed), more than the error.

    Where: n = rows, from 2 on.

    Steps: the numbers 1/(2n), 2/(5en), the error, and the length of a code that has it.

    Fair: With an error of 1/(7n), which 2/(5en) exceeds by the factor 1.03,
    (1 - 1/(7n))/(n + 1) is at least 1/(2n); the code of Boneh and Shaw has this error, and d is
    given by its length.  2/(5en) from both sides.
    """
    n = rows
    again, columns = build()
    found, error = again(n), Fraction(1, 7 * n)
    yield lt("the error", error, found)
    yield le("2/(5en)", found * exp_low(Fraction(1)) * 5 * n, 2)
    yield lt("2/(5en)", 2 - Fraction(1, 2**40), found * exp_high(Fraction(1)) * 5 * n)
    yield le("an average", Fraction(1, 2 * n), (1 - error) / (n + 1))
    block = columns(n + 1, error)
    yield le("a code", (n + 1) * exp_high(Fraction(-block, 2 * (n + 1) ** 2)), error)


Rounding = Callable[[int, int], Problem[Any, Any]]

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
    impostors={
        "the last column is not asked for": half_of_the_columns,
        "only a unanimous 1 binds": ones_only,
        "the majority is asked for": majority,
        "a row fewer": one_row_fewer,
    },
    uses=("VT14.T5.2.2",),
)
def many_means_need_many_rows(build: Rounding, size: tuple[int, int]) -> Check:
    """Answering d attribute means with errors below 1/2 needs many rows: the best private
    mechanism has feasible roundings on every database with a probability that falls as d grows
    and rises with n.

    Fair: (n, d) = size, against a column fewer and a row fewer; e^eps = 2, delta = 0 and 1/20.
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
