"""Which databases are neighbours: every relation by its definition, all pairs of databases."""

from audits.claims.prelude import *
from reference.data.adjacency import edge, label_only, one_answer, private_rows_only

Related = Callable[[Rows, Rows], bool]


def exchanged(first: Rows, second: Rows) -> tuple[list[Any], list[Any]]:
    """The rows of each multiset that the other has not."""
    here, there = Counter(first), Counter(second)
    return [*(here - there).elements()], [*(there - here).elements()]


def one_row(first: Rows, second: Rows) -> bool:
    """Multisets: one row for another."""
    return tuple(map(len, exchanged(first, second))) == (1, 1)


def one_more(first: Rows, second: Rows) -> bool:
    """Multisets: one row more, or less."""
    return sorted(map(len, exchanged(first, second))) == [0, 1]


def steps(first: Rows, second: Rows) -> list[int]:
    """By how much the entries of two vectors differ."""
    return [abs(a - b) for a, b in zip(first, second, strict=True)]


def one_place(first: Rows, second: Rows) -> bool:
    """Sequences: exactly one entry differs."""
    return sum(1 for a, b in zip(first, second, strict=True) if a != b) == 1


def one_inserted(first: Rows, second: Rows) -> bool:
    """Sequences: one is the other without one of its entries."""
    short, long = sorted((first, second), key=len)
    without = [long[:i] + long[i + 1 :] for i in range(len(long))]
    return bool(len(long) == len(short) + 1 and short in without)


def one_label(first: Rows, second: Rows) -> bool:
    """Multisets of examples: the label of one changes, and its point does not."""
    gone, new = exchanged(first, second)
    return len(gone) == len(new) == 1 and bool(gone[0][0] == new[0][0])


def one_private(first: Rows, second: Rows) -> bool:
    """Multisets: one row but 0 is replaced, by another but 0."""
    gone, new = exchanged(first, second)
    return len(gone) == len(new) == 1 and 0 not in gone + new


RELATIONS: dict[str, tuple[Callable[[], RowAdjacency[Any]], Related]] = {
    "replace-one": (lambda: replace_one(range(3), 3), one_row),
    "replace-one, ordered": (lambda: replace_one(range(3), 2, ordered=True), one_place),
    "add-remove-one": (lambda: add_remove_one(range(3), 3), one_more),
    "add-remove-one from 1 on": (lambda: add_remove_one(range(2), 3, at_least=1), one_more),
    "add-remove-one, ordered": (lambda: add_remove_one((0, 1), 3, ordered=True), one_inserted),
    "label-only": (lambda: label_only(labelled_examples(2), 2), one_label),
    "private-rows-only": (lambda: private_rows_only(range(4), (0,), 2), one_private),
    "one-answer": (lambda: one_answer(range(4), 2), lambda f, g: sorted(steps(f, g)) == [0, 1]),
    "all-answers": (lambda: all_answers(range(4), 2), lambda f, g: max(steps(f, g)) == 1),
    "edge": (lambda: edge(3), lambda g, h: len(g) == len(h) == 3 and one_place(g, h)),
}
"""By name: a universe of databases, and its relation by the definition."""


def built(name: str) -> RowAdjacency[Any]:
    """A universe with the relation."""
    return RELATIONS[name][0]()


def but(name: str, wrong: Callable[[], RowAdjacency[Any]]) -> Callable[[str], RowAdjacency[Any]]:
    """One of the universes is wrong."""
    return lambda asked: wrong() if asked == name else built(asked)


WRONG[built] = {
    "several answers change": but("one-answer", lambda: all_answers(range(4), 2)),
    "the last answers do not change": but("all-answers", lambda: one_answer(range(4), 2)),
    "labels and points change": but("label-only", lambda: replace_one(labelled_examples(2), 2)),
}


@claim("CORE.neighbours", over(relation=RELATIONS), about=built)
def neighbours_are_as_defined(build: Build, relation: str) -> Check:
    """Two databases are neighbours if and only if the definition of the relation says so; listed
    from one of them, from the other, as pairs, and as a number of pairs.

    Cases: All pairs of databases of ten universes, of two rows and more; sizes at both ends.
    """
    universe, related = build(relation), RELATIONS[relation][1]
    databases = [*universe.databases()]
    pairs = {frozenset((databases[i], databases[j])) for i, j in universe.index_pairs()}
    meant = [frozenset(pair) for pair in combinations(databases, 2) if related(*pair)]
    yield eq("databases", len(set(databases)), universe.database_count)
    yield true("pairs", pairs == set(meant))
    yield eq("number of ordered pairs", universe.pair_count, 2 * len(meant))
    for database in databases:
        near = {next(iter(pair - {database})) for pair in meant if database in pair}
        yield true(f"neighbours of {database}", {*universe.neighbours(database)} == near)
