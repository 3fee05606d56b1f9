"""Medians, ties and worst cases of what engines and plans are made of, where they count.

A median of two values, a tie that does not occur, a worst column that is like all others say
nothing of a rule.  Here each rule meets the least case in which another one differs.
"""

from audits.claims.prelude import *
from audits.engines.optimum.problems.public_data import Means, SignData, mean_release
from audits.engines.sample_complexity.tuning import Setting, Target, tune
from reference.exact.interval import Ends
from reference.mechanisms.release.boosted_queries import lower_median
from reference.privacy.divergence import Infinity
from reference.privacy.total_losses import BASIC, OPTIMAL, Loss, least_rule, total_losses

R = RationalFunction.r()


WRONG[lower_median] = {
    "one place earlier": "(len(values) - 1) => max(len(values) - 2, 0)",
    "the upper one": "(len(values) - 1) => len(values)",
    "not sorted": "sorted(values) => values",
    "different values only": given(lower_median, values=lambda values: tuple({*values})),
}


@claim("CORE.lower-median", over(size=(1, 2, 3, 4, 5)), about=lower_median)
def middle_value(middle: Build, size: int) -> Check:
    """The lower median is the least of the values such that at least half of them are at most it.

    Cases: All sequences of one to five values 1, 2 and 3, in every order.
    """
    for values in product((1, 2, 3), repeat=size):
        least = min(y for y in values if 2 * sum(x <= y for x in values) >= size)
        yield eq(str(values), middle(values), least)


def interval(low: int, high: int) -> Ends:
    """Rationals on both sides of a loss."""
    return Fraction(low), Fraction(high)


NEVER = Infinity.INFINITE
LOSSES: dict[str, tuple[dict[str, Loss], str | None]] = {
    "equal": ({BASIC: interval(1, 1), "b": interval(1, 1)}, BASIC),
    "they touch": ({BASIC: interval(2, 3), "b": interval(1, 2)}, "b"),
    "they overlap": ({BASIC: interval(1, 3), "b": interval(2, 4)}, None),
    "the last": ({BASIC: interval(3, 3), "b": interval(2, 2), "c": interval(1, 1)}, "c"),
    "one is enough": ({BASIC: NEVER, "b": interval(5, 6)}, "b"),
    "none": ({BASIC: NEVER, "b": NEVER}, None),
    "the optimum does not count": ({BASIC: interval(2, 2), OPTIMAL: interval(1, 1)}, BASIC),
}
"""Losses, and the rule that certainly promises no more than the others."""


WRONG[least_rule] = {
    "less, not at most": "high <= v[0] => high < v[0]",
    "the least upper end": "high <= v[0] => high <= v[1]",
    "the least lower end": "(_, high) => (high, _)",
    "the optimum, too": "k != OPTIMAL and not => not",
    "the first": lambda losses: next(iter(losses)),
}


@claim("CORE.least-rule", over(case=tuple(LOSSES)), about=least_rule)
def rule_of_least_loss(rule: Build, case: str) -> Check:
    """Of rules of composition the first is taken whose loss is certainly at most that of all
    others but the optimum, by their enclosures; none, if two are too close or none promises
    anything.  If a round loses nothing all rules promise 0, and the first is basic composition.

    Cases: Enclosures as written: equal points, such as touch, such as overlap; and those of four
    rounds of loss 0, with a total delta of 1/10.
    """
    losses, expected = LOSSES[case]
    yield true("the rule", rule(losses) == expected)
    if case == "equal":
        nothing = total_losses(Fraction(0), 4, TENTH, Fraction(0))
        yield true("no loss", rule(nothing) == BASIC)


GOOD = "all(abs(q - mu) <= accuracy for q, mu in zip(y, mean, strict=True))"
NO_SYMMETRY = "sign_symmetries(columns), => (),"

WRONG[mean_release] = {
    "the columns' mean error": (
        f"{GOOD} => sum(abs(q - mu) for q, mu in zip(y, mean)) <= accuracy * len(mean)",
        NO_SYMMETRY,
    ),
    "one column is enough": (f"{GOOD} => {GOOD.replace('all', 'any')}", NO_SYMMETRY),
    "the first column": (f"{GOOD} => abs(y[0] - mean[0]) <= accuracy", NO_SYMMETRY),
    "less than the error that is allowed": (f"{GOOD} => {GOOD.replace('<=', '<')}", NO_SYMMETRY),
}


@claim("CORE.means-of-columns", over(columns=(1, 2)), about=mean_release)
def means_of_columns(build: Build, columns: int) -> Check:
    """From one private row of d columns every mean in {-1, 0, 1}^d is answered within 1/4 with
    probability r / (2^d r + 3^d - 2^d) by the best mechanism, r = e^eps, and by none with more;
    within 1/2 with probability r / (r + 2^d - 1).

    Cases: Answers in halves, so that each is good for one mean of the grid at most; every column
    has to be good: the error of the mean of both columns may be 1/4 where one is 1/2. A row is
    compatible with 2^d of the 3^d means; the others' answers have 1/r of that probability at
    least. Within 1/2, which is allowed, 1/2 is good for the means 0 and 1, so that signs are told.
    One column at every eps, two at r = 2 and 3.
    """
    problem = build(1, 0, columns, QUARTER, 2, 1)
    if columns == 1:
        yield exactly_between(problem, ONE, None, R / (2 * R + 1))
        yield exactly_between(build(1, 0, 1, 2 * QUARTER, 2, 1), ONE, None, R / (R + 1))
    yield exactly(build(1, 0, columns, 2 * QUARTER, 2, 1), ONE + 1, Fraction(2, 2**columns + 1))
    for r in (Fraction(2), Fraction(3)):
        yield exactly(problem, r, r / (2**columns * r + 3**columns - 2**columns))


@dataclass(frozen=True, slots=True)
class Sign:
    """The sign of the only row, 0, or the other sign."""

    masses: tuple[Fraction, Fraction, Fraction]

    def __call__(self, database: SignData, coins: Coins[Fraction], /) -> Means:
        sign = Fraction(database[0][0][0])
        answers = ((sign,), (Fraction(0),), (-sign,))
        return coins.draw(Dist.weighted([*zip(answers, self.masses, strict=True)]))


def signs(*numerators: tuple[int, int, int]) -> list[Setting]:
    """Settings by their masses, in twentieths."""
    found = [tuple(Fraction(a, 20) for a in each) for each in numerators]
    return [Setting((), Sign((a, b, c))) for a, b, c in found]


TRUE, EVEN, OPTIMUM, LEAKY = (20, 0, 0), (10, 5, 5), (8, 8, 4), (9, 9, 2)
"""Failures 1, 3/4, 3/5 and 11/20 on the means -1, 0 and 1; tight deltas at e^eps = 2: 1, 0, 0 and
1/4."""

TUNED: dict[str, tuple[Fraction, Fraction]] = {
    "0": (Fraction(0), Fraction(3, 5)),
    "6/25": (Fraction(6, 25), Fraction(3, 5)),
    "1/4": (QUARTER, Fraction(11, 20)),
    "1": (ONE, Fraction(11, 20)),
}


WRONG[tune] = {
    "less than delta": "found.tight_delta <= => found.tight_delta <",
    "the first that meets the target": (
        "min(candidates, key=lambda candidate: candidate.failure) => candidates[0]",
        "best = found => return found",
    ),
    "no delta": given(tune, target=lambda target: replace(target, delta=Fraction(0))),
    "every setting is private": given(tune, target=lambda target: replace(target, delta=ONE)),
}


@claim("CORE.best-setting", over(delta=tuple(TUNED), order=("as listed", "backwards")), about=tune)
def best_setting(search: Build, delta: str, order: str) -> Check:
    """Of settings of parameters the one with the least failure is chosen, among those whose tight
    delta at e^eps is at most that of the target.

    Cases: Four mechanisms that answer with the sign of a row, 0 or the other sign, whose tight
    deltas and failures are found by hand; delta at, just below and above the tight delta of the
    best one; either order.
    """
    listed = signs(TRUE, EVEN, OPTIMUM, LEAKY)
    settings = listed if order == "as listed" else listed[::-1]
    allowed, failure = TUNED[delta]
    found = search(mean_release(1, 0), settings, Target(Fraction(2), allowed))
    yield true("found", found is not None)
    if found is not None:
        yield eq("failure", found.failure, failure)
