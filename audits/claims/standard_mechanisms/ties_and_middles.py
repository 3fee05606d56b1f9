"""Medians, ties and worst cases of what engines and plans are made of, where they count.

A median of two values, a tie that does not occur, a worst column that is like all others say
nothing of a rule.  Here each rule meets the least case in which another one differs.
"""

from audits.claims.prelude import *
from audits.engines.optimum.problem import Problem, over_distributions
from audits.engines.optimum.problems.public_data import (
    Means,
    SignData,
    mean_release,
    sampled,
    sign_mass,
    sign_rows,
    split_rows,
    vectors,
)
from audits.engines.sample_complexity.tuning import Setting, Target, Tuned, tune
from reference.exact.interval import Ends
from reference.mechanisms.release.boosted_queries import lower_median
from reference.privacy.divergence import Infinity
from reference.privacy.total_losses import BASIC, OPTIMAL, Loss, least_rule, total_losses

R = RationalFunction.r()
Middle = Callable[[Sequence[int]], int]


@claim(
    "CORE.lower-median",
    over(size=(1, 2, 3, 4, 5)),
    about=lower_median,
    impostors={
        "one place earlier": lambda values: sorted(values)[max(len(values) - 2, 0) // 2],
        "the upper one": lambda values: sorted(values)[len(values) // 2],
        "not sorted": lambda values: values[(len(values) - 1) // 2],
        "different values only": lambda values: lower_median(tuple({*values})),
    },
)
def middle_value(middle: Middle, size: int) -> Check:
    """The lower median is the least of the values such that at least half of them are at most it.

    Fair: All sequences of one to five values 1, 2 and 3, in every order.
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


def by_ends(losses: dict[str, Loss], end: int) -> str | None:
    """The rule with the least upper or lower end, whatever the others."""
    known = {k: v for k, v in losses.items() if not isinstance(v, Infinity) and k != OPTIMAL}
    return min(known, key=lambda k: known[k][end], default=None)


def certainly_less(losses: dict[str, Loss]) -> str | None:
    """`<` in place of `<=`."""
    known = {k: v for k, v in losses.items() if not isinstance(v, Infinity) and k != OPTIMAL}
    rules = (k for k, v in known.items() if all(v[1] < w[0] for n, w in known.items() if n != k))
    return next(rules, None)


@claim(
    "CORE.least-rule",
    over(case=tuple(LOSSES)),
    about=least_rule,
    impostors={
        "less, not at most": certainly_less,
        "the least upper end": lambda losses: by_ends(losses, 1),
        "the least lower end": lambda losses: by_ends(losses, 0),
        "the optimum, too": lambda losses: least_rule({f"{k}, too": v for k, v in losses.items()}),
        "the first": lambda losses: next(iter(losses)),
    },
)
def rule_of_least_loss(rule: Callable[[dict[str, Loss]], str | None], case: str) -> Check:
    """Of rules of composition the first is taken whose loss is certainly at most that of all
    others but the optimum, by their enclosures; none, if two are too close or none promises
    anything.  If a round loses nothing all rules promise 0, and the first is basic composition.

    Fair: Enclosures as written: equal points, such as touch, such as overlap; and those of four
    rounds of loss 0, with a total delta of 1/10.
    """
    losses, expected = LOSSES[case]
    yield true("the rule", rule(losses) == expected)
    if case == "equal":
        nothing = total_losses(Fraction(0), 4, Fraction(1, 10), Fraction(0))
        yield true("no loss", rule(nothing) == BASIC)


def good_if(good: Callable[[list[Fraction], Fraction], bool]) -> Build:
    """The release of means with another meaning of a good answer."""

    def near(mean: Means, accuracy: Fraction) -> Callable[[SignData, Means], bool]:
        return lambda _, y: good([abs(q - mu) for q, mu in zip(y, mean, strict=True)], accuracy)

    def build(
        private: int, public: int, columns: int, accuracy: Fraction, answers: int, means: int
    ) -> Problem[SignData, Means]:
        rows, targets = sign_rows(columns), vectors(means, "means", columns)
        return over_distributions(
            "wrong",
            split_rows(rows, private, public),
            vectors(answers, "answers", columns),
            [(str(mean), sampled(sign_mass(mean)), near(mean, accuracy)) for mean in targets],
            (),
        )

    return build


@claim(
    "CORE.means-of-columns",
    over(columns=(1, 2)),
    about=mean_release,
    impostors={
        "the columns' mean error": good_if(lambda errors, most: sum(errors) <= most * len(errors)),
        "one column is enough": good_if(lambda errors, most: min(errors) <= most),
        "the first column": good_if(lambda errors, most: errors[0] <= most),
        "less than the error that is allowed": good_if(lambda errors, most: max(errors) < most),
    },
)
def means_of_columns(build: Build, columns: int) -> Check:
    """From one private row of d columns every mean in {-1, 0, 1}^d is answered within 1/4 with
    probability r / (2^d r + 3^d - 2^d) by the best mechanism, r = e^eps, and by none with more;
    within 1/2 with probability r / (r + 2^d - 1).

    Fair: Answers in halves, so that each is good for one mean of the grid at most; every column
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
Tune = Callable[[Problem[Any, Any], Sequence[Setting], Target], Tuned | None]


def with_less(
    problem: Problem[Any, Any], settings: Sequence[Setting], target: Target
) -> Tuned | None:
    """A tight delta below that of the target is asked for."""
    less = max(target.delta - Fraction(1, 10**6), Fraction(0))
    return tune(problem, settings, replace(target, delta=less))


@claim(
    "CORE.best-setting",
    over(delta=tuple(TUNED), order=("as listed", "backwards")),
    about=tune,
    impostors={
        "less than delta": with_less,
        "the first that meets the target": lambda problem, settings, target: next(
            (found for each in settings if (found := tune(problem, [each], target))), None
        ),
        "no delta": lambda problem, settings, target: tune(
            problem, settings, replace(target, delta=Fraction(0))
        ),
        "every setting is private": lambda problem, settings, target: tune(
            problem, settings, replace(target, delta=ONE)
        ),
    },
)
def best_setting(search: Tune, delta: str, order: str) -> Check:
    """Of settings of parameters the one with the least failure is chosen, among those whose tight
    delta at e^eps is at most that of the target.

    Fair: Four mechanisms that answer with the sign of a row, 0 or the other sign, whose tight
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
