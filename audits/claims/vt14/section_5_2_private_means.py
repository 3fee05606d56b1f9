"""Section 5.2: from fingerprinting codes to a lower bound for attribute means (Theorem 5.2.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from audits.claims.vocabulary import chance, eq, exp_high, exp_low, le, lt
from audits.claims.vt14.impostors.private_means import (
    WRONG_ERRORS,
    WRONG_WORDS,
    Build,
    NamesTheMissing,
    Needed,
    half_of_the_columns,
    majority,
    one_row_fewer,
    ones_only,
)
from audits.claims.vt14.laws.fingerprinting import (
    AccusedBy,
    NearlyHalfOff,
    NowAndThenExact,
    RoundedNoise,
    WeightedReports,
    forced_bits,
    jump_by_listing,
    noisy_means,
    one_missing_of,
)
from audits.engines.comparisons import Comparison
from audits.engines.optimum.problem import Problem
from audits.engines.optimum.problems.counts import feasible_rounding
from audits.ledger import Form, accurate, claim, exactly, over, private, sized
from audits.ledger.forms import Item
from reference.lower_bounds.boneh_shaw_code import BonehShawCode, enough_columns
from reference.lower_bounds.fingerprinting_code import Matrix
from reference.lower_bounds.fingerprinting_experiment import (
    ExactMeans,
    Experiment,
    OneMissing,
    accused_at_least,
    accused_at_most,
    needed_error,
)
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import Coins
from reference.probability.dist import Dist
from reference.probability.law import law

TENTH = Fraction(1, 10)
EVERY = Epsilon.indeterminate(4)
MATRICES: tuple[Matrix, ...] = (
    ((1, 0), (1, 1), (0, 0)),
    ((0, 1), (1, 1), (0, 1)),
    ((1, 1), (0, 0), (0, 0)),
)


@claim(
    "VT14.ALG.FPC2DP",
    Form.PRINTED,
    over(words=MATRICES),
    about=OneMissing,
    impostors=WRONG_WORDS,
)
def rounded_means_are_pirates(build: Build, words: Matrix) -> Iterator[Item]:
    """Let S be all users but one; M answers the means of the attributes of C_S, and w is their
    rounding.  If the errors are below 1/2 then w is feasible; and for any C, w is as
    (eps, delta)-private in the missing user as M is in one row.

    Fair: Three users, two attributes; means that are off by 1/4 and 49/100, up or down; means with
    noise and answers that depend on the order of the rows, every eps; means that are exact with
    probability delta = 1/10, eps = 0.  The rounding of exact means, by hand.
    """
    users = one_missing_of(len(words))
    feasible = {
        i: {*forced_bits(tuple(row for j, row in enumerate(words, start=1) if j != i))}
        for i in users.labels
    }
    for shift in (Fraction(1, 4), Fraction(49, 100)):
        off = build(words, NearlyHalfOff(shift))
        good = _within(feasible)
        yield accurate(off, users, good, Fraction(0), name=f"off by {shift}")
    for i in users.labels:
        rows = [row for j, row in enumerate(words, start=1) if j != i]
        word = tuple(int(sum(column) > 1) for column in zip(*rows, strict=True))
        yield eq(f"{i} missing", law(build(words, ExactMeans()), i).probability(word), 1)
    pure = Guarantee.pure(EVERY)
    yield private(build(words, noisy_means(2, EVERY)), users, pure, name="noise")
    yield private(build(words, WeightedReports(EVERY)), users, pure, name="reports")
    shown = Guarantee(Fraction(1), TENTH)
    yield private(build(words, NowAndThenExact(TENTH)), users, shown, name="exact at times")


def _within(words: dict[int, set[tuple[int, ...]]]) -> Callable[[int, tuple[int, ...]], bool]:
    return lambda missing, word: word in words[missing]


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


Accusing = Callable[[Experiment[Any]], Any]
NUMBERS: tuple[tuple[int, Fraction, Fraction], ...] = (
    (2, Fraction(2), Fraction(1, 20)),
    (2, Fraction(4), Fraction(0)),
    (3, Fraction(2), Fraction(1, 30)),
    (5, Fraction(3, 2), Fraction(1, 50)),
)


@claim(
    "VT14.T5.2.2",
    Form.CONCRETE,
    over(case=NUMBERS),
    about=lambda: (AccusedBy, needed_error),
    impostors={
        "the missing user is accused": lambda: (NamesTheMissing, needed_error),
        **{name: lambda wrong=wrong: (AccusedBy, wrong) for name, wrong in WRONG_ERRORS.items()},
    },
)
def a_private_mechanism_accuses_the_innocent(
    build: Callable[[], tuple[Accusing, Needed]], case: tuple[int, Fraction, Fraction]
) -> Iterator[Item]:
    """Let a code for n + 1 users have error xi, and M be (eps, delta)-private with feasible
    roundings but for probability g.  Who is accused is (eps, delta)-private in the missing user;
    a missing user is accused with probability at most xi + g; so 1 - g - xi <= n (e^eps (xi + g) +
    delta).  With g = 0 this is impossible iff xi < (1 - n delta)/(1 + n e^eps).

    Fair: (n, e^eps, delta) = case.  Three users, one column a block, xi = 1/2: means with noise,
    e^eps on each of four counts, and exact ones with probability delta; g and all probabilities
    from the laws.
    At equality there is a private way to accuse: user k with e^eps xi + delta, but with xi if
    missing.  The least B for (2, 2, 1/20), where xi < 9/50 is needed, is 7.
    """
    accusing, needed = build()
    n, r, delta = case
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
    if case != NUMBERS[0]:
        return
    code, half = BonehShawCode(3, 1), Fraction(1, 2)
    noise = RoundedNoise(4, Epsilon(r, 4))
    for name, means, kept in (
        ("noise", noise, Guarantee(noise.eps.exp(), Fraction(0))),
        ("exact at times", NowAndThenExact(TENTH), Guarantee(Fraction(1), TENTH)),
    ):
        game = Experiment(code, means)
        yield private(accusing(game), users, kept, name=name)
        for i in users.labels:
            found = law(game, i)
            g = found.probability_that(lambda v: not v.feasible)
            if name == "noise":
                kept_zero, kept_one = 1 - 1 / (r * (1 + r)), r / (1 + r)
                forced = kept_zero ** (1 + (i == 1)) * kept_one ** (1 + (i == n + 1))
                yield eq(f"g, {i} missing", g, 1 - forced)
            named = found.map(lambda v: v.accused)
            own = named.probability(i)
            yield chance(f"{name}, {i} missing and accused", own, half + g)
            team = sum((named.probability(u) for u in users.labels if u != i), Fraction(0))
            yield le(f"{name}, team of {i}", accused_at_least(half, g), team)
            yield chance(f"{name}, team of {i}", team, accused_at_most(n, half, g, kept))
    errors = [BonehShawCode(3, b).error for b in range(1, 8)]
    enough = [b for b, error in enumerate(errors, start=1) if error < least]
    yield eq("least B", enough[0] if enough else 0, 7)
    for b in (1, 4, 5):
        listed = max(jump_by_listing(3, b, k) for k in range(2 * b + 1))
        yield eq(f"BS(3, {b})", errors[b - 1], listed)


def accused_again(n: int, eps: int = 1, more: int = 1, team: int = 2) -> Fraction:
    """At most e^-1 (1/(2n) - 1/(10n)): how often i* is accused while missing."""
    return (Fraction(1, team * n) - Fraction(more, 10 * n)) / exp_high(Fraction(eps))


@claim(
    "VT14.T5.2.2",
    Form.PRINTED,
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
)
def no_private_means(
    build: Callable[[], tuple[Callable[[int], Fraction], Callable[[int, Fraction], int]]],
    rows: int,
) -> Iterator[Comparison]:
    """If there is a fingerprinting scheme with codewords of length d for n + 1 users then no (1,
    1/(10n))-private mechanism answers d attribute means with error below 1/2: some i* is accused
    with probability at least 1/(2n) given some i = i_0, and so with probability at least 1/(2en) -
    1/(10en) = 2/(5en) while missing, more than the error.  (Printed given i = i_0, where i = i* is
    meant.)

    Fair: n = rows, from 2 on.  With an error of 1/(7n), which 2/(5en) exceeds by the factor 1.03,
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


@claim(
    "VT14.TXT.means-lb",
    Form.PRINTED,
    over(
        size=sized(
            ((1, 1), (1, 3), (2, 1), (3, 1), (2, 2)),
            ((1, 4), (5, 1), (6, 1), (2, 2), (2, 3), (3, 2)),
            ((1, 5), (7, 1), (2, 2), (2, 3), (3, 2)),
        )
    ),
    about=feasible_rounding,
    impostors={
        "the last column is not asked for": half_of_the_columns,
        "only a unanimous 1 binds": ones_only,
        "the majority is asked for": majority,
        "a row fewer": one_row_fewer,
    },
    uses=("VT14.T5.2.2",),
)
def many_means_need_many_rows(build: Rounding, size: tuple[int, int]) -> Iterator[Item]:
    """Answering d attribute means with errors below 1/2 needs many rows: the best private
    mechanism has feasible roundings on every database with a probability that falls as d grows
    and rises with n.

    Fair: (n, d) = size.  One row: (r + delta (2^d - 1))/(r + 2^d - 1), with the constants (1,
    1/(10n)) too, r = e rounded up; one column: the chain of counts.  Others are optima with duals.
    That n must grow as sqrt(d) is asymptotic, and needs codes as short as those of Tardos; the
    length of those of Boneh and Shaw, whom the notes name, gives d^(1/3).
    """
    n, d = size
    problem, two = build(d, n), Fraction(2)
    if n == 1:
        for r, delta in ((two, Fraction(0)), (two, Fraction(1, 20)), (E_HIGH, TENTH)):
            yield exactly(problem, r, (r + delta * (2**d - 1)) / (r + 2**d - 1), delta)
    elif d == 1:
        for r in (two, Fraction(3)):
            wrong = 1 / (2 * r ** (n // 2)) if n % 2 == 0 else 1 / ((1 + r) * r ** (n // 2))
            yield exactly(problem, r, 1 - wrong)
    else:
        for delta, value in zip((Fraction(0), Fraction(1, 20)), LISTED[size], strict=True):
            yield exactly(problem, two, value, delta)


E_HIGH = Fraction(2719, 1000)
