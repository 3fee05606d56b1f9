"""Section 1: to answer large counts only does not protect."""

from collections.abc import Collection
from itertools import chain

from audits.claims.prelude import *
from reference.data.queries import CountingQuery
from reference.mechanisms.release.suppressed_counts import (
    Answers,
    SuppressedCounts,
    differencing_attack,
)

Person = tuple[int, int]
"""Who, and a bit."""

ROWS = sized((1, 2, 3), (1, 2, 3, 4), (1, 2, 3, 4, 5))


def people(n: int) -> Iterator[tuple[Person, ...]]:
    """All bits of n people."""
    for bits in product((0, 1), repeat=n):
        yield tuple(enumerate(bits))


WRONG[SuppressedCounts] = {
    "a count of tau is suppressed": "c >= self.least => c > self.least",
    "large counts are suppressed": "c >= self.least => c <= self.least",
    "counts near n are suppressed, too": "c >= self.least => "
    "self.least <= c <= len(database) - self.least",
    "suppressed counts are shown as 0": "else Bottom.BOTTOM => else 0",
    "nothing is suppressed": "c >= self.least => True",
}


@claim("VT14.ALG.Suppress", over(n=ROWS, least=(0, 1, 2, 3)), about=SuppressedCounts)
def only_large_counts(build: Build, n: int, least: int) -> Check:
    """Only counts of at least tau are answered, and these exactly.

    Cases: All bits of n people, the counts of every group of them that has the bit 1.
    """
    groups = [set(g) for size in range(n + 1) for g in combinations(range(n), size)]
    queries = tuple(CountingQuery(partial(in_group, frozenset(g))) for g in groups)
    for rows in people(n):
        found = law(build(queries, least), rows)
        expected: Answers = tuple(
            count if (count := sum(rows[i][1] for i in g)) >= least else Bottom.BOTTOM
            for g in groups
        )
        yield true(f"{rows}", found == Dist.point(expected))


WIDENED = "base(row) or (target(row) and secret(row))"
WRONG[differencing_attack] = {
    "the base has the target, too": (
        f"{WIDENED} => base(row) or target(row)",
        "CountingQuery(base) => CountingQuery(widened)",
    ),
    "the target and its bit alone": f"{WIDENED} => target(row) and secret(row)",
    "everybody with the bit": f"{WIDENED} => base(row) or secret(row)",
    "the target with any bit": f"{WIDENED} => base(row) or target(row)",
    "B and (p and f)": f"{WIDENED} => base(row) and target(row) and secret(row)",
    "the other difference": "second - first => first - second",
}


@claim("VT14.ALG.DifferencingAttack", over(n=ROWS), about=differencing_attack)
def two_large_counts(attack: Build, n: int) -> Check:
    """For a property B of other rows, one p of the row that is aimed at, and its bit f: the counts
    of B and of B or (p and f) differ by the bit.

    Cases: All bits of n people, everyone as a target and every group of others as a base; nothing
    is suppressed.
    """
    yield from attacked(attack, SuppressedCounts, n, 0)


def attacked(attack: Build, build: Build, n: int, least: int) -> Iterator[Comparison]:
    """On each target and each base: its bit if the base is large enough, else bottom."""
    for rows, target in product(people(n), range(n)):

        def ask(queries: Rows, rows: Rows = rows) -> Answers:
            (answers,) = law(build(queries, least), rows)
            return answers

        others = [i for i in range(n) if i != target]
        for base in chain.from_iterable(combinations(others, size) for size in range(n)):
            told = attack(ask, partial(is_of, base), partial(is_of, (target,)), has_bit)
            expected = rows[target][1] if len(base) >= least else BOTTOM
            yield true(f"{rows}, target {target}, base {base}", told == expected)


def is_of(group: Collection[int], row: Person) -> bool:
    """Whether the row is of somebody in the group."""
    return row[0] in group


def has_bit(row: Person) -> bool:
    """Whether the bit is 1."""
    return row[1] == 1


def in_group(group: Collection[int], row: Person) -> bool:
    """Both."""
    return is_of(group, row) and has_bit(row)


EXPOSED = Parts(attack=differencing_attack, release=SuppressedCounts)
WRONG[EXPOSED] = {
    "suppressed counts read as 0": EXPOSED.but(attack="return Bottom.BOTTOM => return 0"),
    **{name: EXPOSED.but(attack=each) for name, each in WRONG[differencing_attack].items()},
    **{name: EXPOSED.but(release=each) for name, each in WRONG[SuppressedCounts].items()},
}


@claim("VT14.TXT.differencing", over(n=ROWS, least=(1, 2, 3)), about=EXPOSED)
def suppression_does_not_protect(parts: Parts, n: int, least: int) -> Check:
    """If only counts of at least tau are answered, two of them still tell a single row: with tau
    rows in the base the attack finds the bit, whichever it is, and with fewer it is refused.

    Cases: All bits of n people, everyone as a target, every group of others as a base.
    """
    yield from attacked(parts.attack, parts.release, n, least)
