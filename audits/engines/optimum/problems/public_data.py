"""Problems with private and public rows: what a public row is worth to a private mechanism.

Rows are vectors of signs +1 and -1, independent in all columns; or labelled examples.  The
private rows are protected at every fixed public sample (`reference.data.public_rows`).

>>> mean_release(private=1, public=0).scores[0].name
'mean -1'
>>> from audits.engines.optimum.optimum import solve
>>> solve(mean_release(private=1, public=0), Fraction(2)).value
Fraction(2, 5)
>>> solve(mean_squared_error(private=0, public=1, answers=3), Fraction(2)).value
Fraction(2, 9)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import comb, prod

from audits.engines.optimum.problem import (
    Problem,
    Score,
    Symmetry,
    generators,
    listed,
    over_distributions,
    refuse_many,
)
from audits.evidence.labels import label
from reference.data.adjacency import ListedAdjacency
from reference.data.database import Database, Row
from reference.data.public_rows import multiset_chance, orders, private_row_replaced

Signs = tuple[int, ...]
"""A row: one sign for each column."""

Means = tuple[Fraction, ...]
Split = tuple[Database[Row], Database[Row]]
"""The private rows and the public ones."""

SignData = Split[Signs]
Example = tuple[int, int]
"""A point and its label, +1 or -1."""

HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)

MOST_COLUMNS, MOST_VECTORS = 8, 2_000
"""More columns, or more vectors of answers or of means, are refused."""


def mean_release(
    private: int,
    public: int,
    columns: int = 1,
    accuracy: Fraction = QUARTER,
    answers: int = 2,
    means: int = 1,
) -> Problem[SignData, Means]:
    """Release the means of all columns, every one within the accuracy, under every grid of means.

    Args:
        private: the number of private rows, >= 0.
        public: the number of public rows, >= 0.
        columns: the number of columns, >= 1.
        accuracy: the largest error that is good, in [0, 2].
        answers: each answer is a multiple of 1 / answers, from -1 to 1.
        means: each mean is a multiple of 1 / means, from -1 to 1.

    Raises:
        ValueError: naming the value and what is allowed.
    """
    if not 0 <= accuracy <= 2:
        raise ValueError(f"accuracy {accuracy}: it lies in [0, 2]")
    rows = sign_rows(columns)
    targets = vectors(means, "means", columns)
    replies = vectors(answers, "answers", columns)

    def near(mean: Means) -> Callable[[SignData, Means], bool]:
        return lambda _, y: all(abs(q - mu) <= accuracy for q, mu in zip(y, mean, strict=True))

    words = "mean" if columns == 1 else f"means of {columns} columns"
    return over_distributions(
        f"{words} from {private} private and {public} public rows, error at most {accuracy}, "
        f"answers in 1/{answers}, under the worst mean in 1/{means}",
        split_rows(rows, private, public),
        replies,
        [(f"mean {_shown(mean)}", sampled(sign_mass(mean)), near(mean)) for mean in targets],
        sign_symmetries(columns),
    )


def mean_squared_error(
    private: int, public: int, answers: int = 4, columns: int = 1
) -> Problem[SignData, Means]:
    """Release the means with the least squared error, averaged over the columns.

    The means are independent and uniform on [-1, 1].

    Args:
        private: the number of private rows, >= 0.
        public: the number of public rows, >= 0.
        answers: each answer is a multiple of 1 / answers, from -1 to 1.
        columns: the number of columns, >= 1.

    Raises:
        ValueError: naming the value and what is allowed.
    """
    return squared_error(private, public, answers, uniform_moment, columns)


def uniform_moment(power: int) -> Fraction:
    """E[mu^power] for mu uniform on [-1, 1]."""
    return Fraction(0) if power % 2 else Fraction(1, power + 1)


def squared_error(
    private: int, public: int, answers: int, moment: Callable[[int], Fraction], columns: int = 1
) -> Problem[SignData, Means]:
    """The same for independent means with these moments."""
    universe = split_rows(sign_rows(columns), private, public)
    databases, replies = listed(universe, vectors(answers, "answers", columns))

    def average(polynomial: Sequence[Fraction]) -> Fraction:
        return sum((c * moment(i) for i, c in enumerate(polynomial)), Fraction(0))

    terms: list[tuple[int, tuple[int, ...], Fraction]] = []
    for place, (secret, known) in enumerate(databases):
        ways = orders(secret) * orders(known)
        likely = [_coefficients([row[c] for row in (*secret, *known)]) for c in range(columns)]
        chances = [average(polynomial) for polynomial in likely]
        for y, reply in enumerate(replies):
            loss = Fraction(0)
            for c, q in enumerate(reply):
                others = prod((*chances[:c], *chances[c + 1 :]), start=Fraction(1))
                loss += others * average(_times(likely[c], (q * q, -2 * q, Fraction(1))))
            if loss:
                terms.append((place, (y,), -ways * loss / columns))
    words = "mean" if columns == 1 else f"means of {columns} columns"
    return Problem(
        f"{words} from {private} private and {public} public rows, squared error, answers in "
        f"1/{answers}, averaged over uniform means",
        universe,
        replies,
        (Score("average", tuple(terms)),),
        sign_symmetries(columns),
        loss=True,
    )


def public_thresholds(
    private: int, public: int, points: int = 3, rare: Fraction = QUARTER
) -> Problem[Split[Example], int]:
    """Learn a threshold t, +1 up to t, from examples that are (1, +1) but for a rare one.

    The rare example (x, y), x = 2, ..., points, y = +1 or -1, is drawn with probability `rare`;
    t = 0, ..., points is good if it labels 1 and x right: a good answer has error 0, any other an
    error of at least min(rare, 1 - rare).

    Args:
        private: the number of private rows, >= 0.
        public: the number of public rows, >= 0.
        points: the number of points, >= 2.
        rare: the probability of the rare example, in [0, 1].

    Raises:
        ValueError: naming the value and what is allowed.
    """
    if not 2 <= points <= MOST_VECTORS:
        raise ValueError(f"points {points}: from 2 to {MOST_VECTORS}")
    if not 0 <= rare <= 1:
        raise ValueError(f"rare {rare}: a probability lies in [0, 1]")
    common: Example = (1, 1)
    targets = [(x, y) for x in range(2, points + 1) for y in (1, -1)]
    order = [common, *targets].index

    def mirrored(row: Example) -> Example:
        return row if row == common else (points + 2 - row[0], -row[1])

    def reversed_data(data: Split[Example]) -> Split[Example]:
        secret, known = ([mirrored(row) for row in rows] for rows in data)
        return tuple(sorted(secret, key=order)), tuple(sorted(known, key=order))

    def mass(target: Example) -> Callable[[Example], Fraction]:
        return lambda row: {common: 1 - rare, target: rare}.get(row, Fraction(0))

    def right(target: Example) -> Callable[[Split[Example], int], bool]:
        x, y = target
        return lambda _, t: t >= 1 and (x <= t) == (y == 1)

    return over_distributions(
        f"threshold on {points} points from {private} private and {public} public examples, "
        f"under the worst rare example, of mass {rare}",
        split_rows((common, *targets), private, public),
        range(points + 1),
        [(f"rare {label(each)}", sampled(mass(each)), right(each)) for each in targets],
        [Symmetry("reversal of the order", reversed_data, lambda t: points + 1 - t if t else 0)],
    )


def accused_rows(
    masses: Sequence[Fraction],
    private: int,
    public: int,
    weights: tuple[Fraction, Fraction, Fraction],
    accused: Iterable[tuple[int, ...]] | None = None,
) -> Problem[Split[int], int]:
    """Have many rows accused, and few fresh ones: u E[private] + v E[public] - w Pr[fresh].

    Rows are 0, ..., d - 1 with the masses.  A tracer accuses a row or not, from the answer alone,
    so an answer is worth the set of rows that is accused on it.  Without `accused` there is an
    answer for every set, which is as good as all mechanisms, answers and tracers, since the tracer
    may as well be run by the mechanism.

    Args:
        masses: of the rows, >= 0 and adding up to 1.
        private: the number of private rows, >= 0.
        public: the number of public rows, >= 0.
        weights: u, v, w.
        accused: the rows accused on each answer; by default one answer for each set of rows.

    Raises:
        ValueError: naming the value and what is allowed.
    """
    if not masses or min(masses) < 0 or sum(masses) != 1:
        raise ValueError(f"masses {label(tuple(masses))}: at least 0, adding up to 1")
    size = len(masses)
    answers = list(_subsets(size)) if accused is None else [tuple(each) for each in accused]
    universe = split_rows(range(size), private, public)
    u, v, w = weights
    chance = sampled(masses.__getitem__)
    terms: list[tuple[int, tuple[int, ...], Fraction]] = []
    for place, (secret, known) in enumerate(universe.databases()):
        here = chance((secret, known))
        for y, rows in enumerate(answers):
            worth = u * sum(row in rows for row in secret) + v * sum(row in rows for row in known)
            worth -= w * sum((masses[row] for row in rows), Fraction(0))
            if worth and here:
                terms.append((place, (y,), here * worth))
    return Problem(
        f"accused rows of {private} private and {public} public ones, masses "
        f"{label(tuple(masses))}, weights {label(weights)}",
        universe,
        tuple(range(len(answers))),
        (Score("accused", tuple(terms)),),
    )


def split_rows(values: Iterable[Row], private: int, public: int) -> ListedAdjacency[Split[Row]]:
    """The databases, counted before they are listed.

    Raises:
        ValueError: for a negative number of rows, or too many databases.
    """
    kinds = tuple(values)
    count = prod(
        comb(len(kinds) + rows - 1, rows) for rows in (private, public) if rows > 0
    )  # negative numbers are refused below
    refuse_many(count * max(1, private + public))
    return private_row_replaced(kinds, private, public)


def sampled(mass: Callable[[Row], Fraction]) -> Callable[[Split[Row]], Fraction]:
    """The chance of private and public rows, all independent of these masses."""
    return lambda data: multiset_chance(data[0], mass) * multiset_chance(data[1], mass)


def sign_rows(columns: int) -> tuple[Signs, ...]:
    """All rows.

    Raises:
        ValueError: for no columns, or too many.
    """
    if not 1 <= columns <= MOST_COLUMNS:
        raise ValueError(f"columns {columns}: from 1 to {MOST_COLUMNS}")
    return tuple(product((-1, 1), repeat=columns))


def sign_mass(mean: Means) -> Callable[[Signs], Fraction]:
    """The mass of a row with independent columns of these means."""
    return lambda row: prod(
        ((1 + z * mu) / 2 for z, mu in zip(row, mean, strict=True)), start=Fraction(1)
    )


def grid(parts: int, name: str) -> tuple[Fraction, ...]:
    """The multiples of 1 / parts from -1 to 1.

    Raises:
        ValueError: for no parts.
    """
    if parts < 1:
        raise ValueError(f"{name} {parts}: at least 1")
    return tuple(Fraction(i, parts) for i in range(-parts, parts + 1))


def vectors(parts: int, name: str, columns: int) -> tuple[Means, ...]:
    """The vectors of such multiples.

    Raises:
        ValueError: for no parts, or too many vectors.
    """
    if parts > 0 and (2 * parts + 1) ** columns > MOST_VECTORS:
        raise ValueError(
            f"{name} {parts}, columns {columns}: {2 * parts + 1}^{columns} vectors of {name}, at "
            f"most {MOST_VECTORS}"
        )
    return tuple(product(grid(parts, name), repeat=columns))


def sign_symmetries(columns: int) -> tuple[Symmetry[SignData, Means], ...]:
    """The exchange of the signs in a column, and the permutations of the columns."""
    found = [Symmetry("exchange of the signs in a column", _moved(_flip_first), _negate_first)]
    for name, order in generators(columns, "columns"):
        found.append(Symmetry(name, _moved(_reordered(order)), _reordered(order)))
    return tuple(found)


def _subsets(size: int) -> Iterator[tuple[int, ...]]:
    for bits in product((0, 1), repeat=size):
        yield tuple(i for i, bit in enumerate(bits) if bit)


def _flip_first(row: Signs) -> Signs:
    return (-row[0], *row[1:])


def _negate_first(answer: Means) -> Means:
    return (-answer[0], *answer[1:])


def _reordered(order: tuple[int, ...]) -> Callable[[tuple[Row, ...]], tuple[Row, ...]]:
    return lambda row: tuple(row[i] for i in order)


def _moved(change: Callable[[Signs], Signs]) -> Callable[[SignData], SignData]:
    def move(data: SignData) -> SignData:
        return tuple(sorted(map(change, data[0]))), tuple(sorted(map(change, data[1])))

    return move


def _coefficients(signs: Iterable[int]) -> tuple[Fraction, ...]:
    """The product of (1 + z mu)/2 over the signs z, as a polynomial in mu."""
    found: tuple[Fraction, ...] = (Fraction(1),)
    for sign in signs:
        found = _times(found, (HALF, sign * HALF))
    return found


def _times(a: Sequence[Fraction], b: Sequence[Fraction]) -> tuple[Fraction, ...]:
    product_of_both = [Fraction(0)] * (len(a) + len(b) - 1)
    for i, left in enumerate(a):
        for j, right in enumerate(b):
            product_of_both[i + j] += left * right
    return tuple(product_of_both)


def _shown(mean: Means) -> str:
    return label(mean[0]) if len(mean) == 1 else label(mean)
