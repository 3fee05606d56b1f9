"""Databases on which the tree algorithms show what they are able to do wrong.

Each is a trimmed database, or a pair of neighbours, that attains a bound of the analysis or
refutes a printed step of it.

Source: KLMNS20 (balanced, caterpillar, stray path: worst cases of section 3; the two pairs:
section 4).

>>> balanced(2), caterpillar(4, 2), stray_path(3, 1)
((0, 1, 2, 3), (0, 0, 4, 8), ((0, 0), 4))
>>> [len(database) for database in diverging_paths()], len(jumping_multiplicity()[0])
([53, 53], 14)
"""

from reference.data.database import Database


def balanced(depth: int, copies: int = 1) -> Database[int]:
    """Every point of the tree of this depth equally often: every step of a path is even.

    Adding one more 0 changes the probability of a path most.
    """
    return tuple(x for x in range(2**depth) for _ in range(copies))


def caterpillar(rows: int, levels: int) -> Database[int]:
    """One row falls off the path to 0 at each of the first levels, all the others are 0.

    Over 2^m points with m = levels + 2.

    Raises:
        ValueError: unless rows > levels.
    """
    if rows <= levels:
        raise ValueError(f"{rows} rows: more than the {levels} levels at which one falls off")
    top = levels + 2
    return (*[0] * (rows - levels), *sorted(2 ** (top - 1 - level) for level in range(levels)))


def stray_path(depth: int, trim: int) -> tuple[Database[int], int]:
    """A trimmed database, and a row whose addition opens a path of probability 1/(1 + e^(t eps)).

    The new path extends no path of the database.
    """
    return (0,) * (trim + 1), 2 ** (depth - 1)


def diverging_paths() -> tuple[Database[int], Database[int]]:
    """Neighbours of 53 rows over 2^43 points whose heaviest paths part in the last step.

    With trim 4 and every multiplicity of the first two databases below 2; the embeddings are
    equal all the same, because what falls off last is cut.
    """
    low, middle = (0, 1, 2, 3, 10), 2**42
    falls = tuple(middle + 2 ** (42 - level) for level in range(39, 0, -1))
    high = tuple(range(2**43 - 4, 2**43))
    first = (0, 1, 2, 4, 5)
    second = (1, 2, 4, 5, 6)
    return (
        (*low, *(middle + x for x in first), *falls, *high),
        (*low, *(middle + x for x in second), *falls, *high),
    )


def jumping_multiplicity() -> tuple[Database[int], Database[int]]:
    """Neighbours of 14 rows over 2^8 points for which f_3 differs by 2.

    With trim 1, no limit on the rows (halt 0) and a base of 2 points, ties to the left.
    """
    shared = (34, 77, 79, 121, 141, 144, 166, 168, 174, 200, 207, 236, 252)
    return tuple(sorted((*shared, 174))), tuple(sorted((*shared, 158)))
