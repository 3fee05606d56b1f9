"""Attacks that learn nothing, and releases that suppress something else."""

from audits.claims.prelude import *
from reference.data.queries import CountingQuery
from reference.mechanisms.release.suppressed_counts import (
    Answers,
    Property,
    SuppressedCounts,
    differencing_attack,
)

Person = tuple[int, int]
"""Who, and a bit."""

Asked = tuple[CountingQuery[Person], ...]
Ask = Callable[[Asked], Answers]
Attack = Callable[[Ask, Property[Person], Property[Person], Property[Person]], int | Bottom]
Chosen = Callable[[bool, bool, bool], bool]
"""Whether a row is counted, of whether it has B, p and f."""


def asking(first: Chosen, second: Chosen) -> Attack:
    """The attack with other properties."""

    def attack(
        ask: Ask, base: Property[Person], target: Property[Person], secret: Property[Person]
    ) -> int | Bottom:
        def one(chosen: Chosen) -> CountingQuery[Person]:
            return CountingQuery(lambda row: chosen(base(row), target(row), secret(row)))

        answers = ask((one(first), one(second)))
        return read(answers)

    return attack


def read(answers: Answers) -> int | Bottom:
    """The difference of two counts."""
    first, second = answers
    if isinstance(first, Bottom) or isinstance(second, Bottom):
        return Bottom.BOTTOM
    return second - first


def reading(change: Callable[[int | Bottom], int | Bottom]) -> Attack:
    """The attack with another reading of what it finds."""
    return lambda ask, base, target, secret: change(differencing_attack(ask, base, target, secret))


WRONG_ATTACKS: dict[str, Attack] = {
    "the base has the target, too": asking(lambda b, p, _: b or p, lambda b, p, _: b or p),
    "the target and its bit alone": asking(lambda b, _p, _f: b, lambda _, p, f: p and f),
    "everybody with the bit": asking(lambda b, _p, _f: b, lambda b, _, f: b or f),
    "the target with any bit": asking(lambda b, _p, _f: b, lambda b, p, _: b or p),
    "B and (p and f)": asking(lambda b, _p, _f: b, lambda b, p, f: b and p and f),
    "the other difference": reading(lambda c: c if isinstance(c, Bottom) else -c),
}
REFUSALS: dict[str, Attack] = {
    "suppressed counts read as 0": reading(lambda c: 0 if isinstance(c, Bottom) else c)
}
"""Wrong where a count is suppressed."""


@dataclass(frozen=True)
class Suppressing(SuppressedCounts[Person]):
    """With another rule: of the count, tau and the number of rows, whether it is answered."""

    rule: Callable[[int, int, int], bool] = lambda count, least, _: count >= least
    instead: int | Bottom = Bottom.BOTTOM

    @override
    def __call__(self, database: tuple[Person, ...], coins: Coins[Any], /) -> Answers:
        n = len(database)
        counts = [query(database) for query in self.queries]
        return tuple(c if self.rule(c, self.least, n) else self.instead for c in counts)


def suppressing(rule: Callable[[int, int, int], bool], instead: int | Bottom) -> Build:
    """A release with another rule."""
    return lambda queries, least: Suppressing(queries, least, rule, instead)


WRONG_RULES: dict[str, Build] = {
    "a count of tau is suppressed": suppressing(lambda c, t, _: c > t, Bottom.BOTTOM),
    "large counts are suppressed": suppressing(lambda c, t, _: c <= t, Bottom.BOTTOM),
    "counts near n are suppressed, too": suppressing(
        lambda c, t, n: t <= c <= n - t, Bottom.BOTTOM
    ),
    "suppressed counts are shown as 0": suppressing(lambda c, t, _: c >= t, 0),
    "nothing is suppressed": suppressing(lambda _c, _t, _n: True, Bottom.BOTTOM),
}
