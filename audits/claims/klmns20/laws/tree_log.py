"""TreeLog by formulas: its law step by step, its privacy by recursion, and telling databases."""

from enum import Enum
from math import isqrt

from audits.claims.prelude import *
from audits.claims.klmns20.laws.paths import add_factor, choosing_delta, remove_factor, stray
from audits.ledger import Quantifier, Size
from audits.ledger.quantifiers import word


def calls(exponent: int) -> int:
    """The number of calls of TreeLog on 2^exponent points, that of the base case included."""
    return 1 if exponent <= 2 else 1 + calls(exponent.bit_length())


class Change(Enum):
    """How the second of two neighbouring databases comes from the first."""

    ADDED = "a row is added"
    REMOVED = "a row is removed"
    REPLACED = "a row is replaced"


def by_recursion(
    rows: int, depth: int, trim: int, threshold: int, s: Fraction, change: Change
) -> Guarantee[Fraction]:
    """What the recursion of the lemmas of section 3.1 gives, the smaller database having `rows`.

    The factors and deltas of DER.FWD, DER.REV, DER.STRAY and DER.CHOOSE, call by call; C = 4.
    """
    a, b = s**4, s**2
    points = b * b if change is Change.REPLACED else b
    if depth <= 2:
        return pure(points)
    rest = max(0, rows - 2 * trim)
    inner = by_recursion(max(0, rows - 3 * trim), depth.bit_length(), trim, threshold, s, change)
    exp_eps, delta = inner.exp_eps * s**4 * points, inner.delta + node_delta(s, threshold, rest)
    if change is not Change.REMOVED:
        exp_eps *= add_factor(trim, a)
    if change is not Change.ADDED:
        exp_eps *= remove_factor(rest - (change is Change.REPLACED), trim, a)
        delta += stray(trim, a)
    return Guarantee(exp_eps, min(delta, ONE))


def node_delta(s: Fraction, threshold: int, rows: int) -> Fraction:
    """Delta of the choosing mechanism on databases of at least so many rows, or none."""
    found = choosing_delta(s, threshold)
    return found if rows > 1 else max(found, s ** (1 - threshold) / 2)


def instances(
    names: str, *cases: tuple[object, ...], more: tuple[tuple[object, ...], ...] = ()
) -> Quantifier:
    """Cases that several variables range over together, one by one; `more` beyond size tiny."""

    def listed(size: Size) -> tuple[tuple[object, ...], ...]:
        return cases if size is Size.TINY else cases + more

    variables = tuple(names.split())

    def words(size: Size) -> str:
        return f"({', '.join(variables)}) = {', '.join(map(word, listed(size)))}"

    return Quantifier(variables, listed, words)


def fourth_root(value: Fraction) -> Fraction:
    """The root of a fourth power."""
    return Fraction(isqrt(isqrt(value.numerator)), isqrt(isqrt(value.denominator)))


def telling(points: int, rows: int) -> tuple[Rows, ...]:
    """Databases on which mistakes show.

    Equal rows; halves on either side of the middle, and of a quarter; halves at the ends; one
    heavy point and distinct rows that fall off one by one; rows spread evenly.
    """
    half, middle = rows // 2, points // 2
    spread = tuple(sorted(i * points // rows for i in range(rows)))
    falling = tuple(sorted(points - 1 - middle // 2**i for i in range(half)))
    return (
        (points - 1,) * rows,
        (0,) * half + (points - 1,) * (rows - half),
        (0,) * (rows - half) + falling,
        *((x - 1,) * half + (x,) * (rows - half) for x in (points // 4, middle)),
        spread,
    )


def moved(databases: tuple[Rows, ...], row: int) -> ListedAdjacency[Rows]:
    """These databases, each with a neighbour: one of its middle rows becomes another."""
    listed: dict[Rows, int] = {}
    links = []
    for rows in databases:
        half = len(rows) // 2
        changed = tuple(sorted((*rows[: half - 1], row, *rows[half:])))
        pair = [listed.setdefault(each, len(listed)) for each in (rows, changed)]
        links.append((min(pair), max(pair)))
    return ListedAdjacency(tuple(listed), tuple(dict.fromkeys((i, j) for i, j in links if i < j)))


def fitting(s: Fraction, points: int, delta: Fraction) -> tuple[int, int]:
    """Rows n and trim t that DER.NREQ asks for at e^(eps/4) = s, with beta = delta, C = 4."""
    eps, rows = 4 * ln(s), 4
    while True:
        trim = (16 / eps * ln(4 * rows / (eps * delta * delta))).ceil()
        base = 2 * (1 + (2 / eps * ln(4 / delta)).ceil())
        needed = 3 * trim * (calls((points - 1).bit_length()) - 1) + base
        if needed <= rows:
            return rows, trim
        rows = needed
