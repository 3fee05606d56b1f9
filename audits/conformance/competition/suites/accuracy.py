"""DiPC+: "Deciding Accuracy of Differential Privacy Schemes", arXiv 2011.06404.

A program fails if its output is not that of the program without noise.  For every eps > 0 the
failure probability is to be at most f times a bound, where du is how far an input is from another
right output.  The least f that holds and the greatest that does not, of those that were tried, are
those of `AccuracyBash/*_better_bounds.output` in the authors' repository, branch `accuracy`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import product

from audits.conformance.competition.entry import Answers, Entry, Loss, Recorded, Truth, recipe
from audits.conformance.competition.failing import Failing
from audits.conformance.competition.programs.maxima import NoisyMax
from audits.conformance.competition.programs.sparse_vectors import Released, SparseVector
from audits.conformance.competition.programs.sums import NoisyCounts
from reference.exact.exponential_function import ExponentialFunction

SUITE = "DiPC+"
SOURCE = "AccuracyBash"


def entries() -> Iterator[Entry]:
    """Which factors of the bounds hold."""
    yield from _sparse()
    yield from _noisy_max()
    yield from _numeric()
    yield from _laplace()
    yield from _whole_bounds()


def _grid(n: int, low: int = -1, high: int = 1) -> tuple[Answers, ...]:
    return tuple(product(range(low, high + 1), repeat=n))


def above(database: Answers, stop: int) -> Answers:
    """Which answers are at least 0, up to the stop."""
    said: list[int] = []
    for answer in database:
        said.append(int(answer >= 0))
        if sum(said) == stop:
            break
    return tuple(said)


def to_the_level(database: Answers, stop: int) -> int:
    """How near an answer is to the level 0, of those that are looked at without noise."""
    return min(abs(answer) for answer in database[: len(above(database, stop))])


def greatest(database: Answers) -> int:
    """The place of the first greatest answer."""
    return database.index(max(database))


def within(database: Answers, stop: int) -> Answers:
    """Which answers are at least 0, with errors that are not too large, up to the stop."""
    return tuple(2 * word for word in above(database, stop))


def sparse_bound(eps: Loss, database: Answers, c: int) -> ExponentialFunction:
    """2 c k e^(-eps du / (8 c))."""
    nearest = to_the_level(database, c)
    return eps.exp(Fraction(-nearest, 8 * c)) * (2 * c * len(database))


def maximum_bound(eps: Loss, database: Answers) -> ExponentialFunction:
    """K e^(-eps du / 4)."""
    second, first = sorted(database)[-2:]
    return eps.exp(Fraction(second - first, 4)) * len(database)


def numeric_bound(eps: Loss, database: Answers, c: int, gamma: int) -> ExponentialFunction:
    """(2 k + 1) c e^(-eps gamma / (9 c))."""
    return eps.exp(Fraction(-gamma, 9 * c)) * ((2 * len(database) + 1) * c)


def laplace_bound(eps: Loss, database: Answers, gamma: int) -> ExponentialFunction:
    """K e^(-eps gamma)."""
    return eps.exp(-gamma) * len(database)


def _entries(name: str, asked: Failing, factors: tuple[tuple[int, int], ...]) -> Iterator[Entry]:
    """Factors 1/k, with seconds: the least one that holds, and one that does not."""
    for (k, seconds), truth in zip(factors, (Truth.HOLDS, Truth.REFUTED), strict=False):
        question = replace(asked, factor=Fraction(1, k))
        record = Recorded(seconds, SOURCE)
        yield Entry(
            SUITE, f"{name}, f = {question.factor}", question, truth, "its verdict", record
        )


def _sparse() -> Iterator[Entry]:
    known = {
        (1, False): ((6, 99), (7, 111)),
        (1, True): ((6, 101), (7, 110)),
        (2, False): ((13, 220), (14, 216)),
        (2, True): ((12, 91), (13, 95)),
    }
    for (c, redrawn), factors in known.items():
        asked = _sparse_question(3, c, redrawn=redrawn)
        yield from _entries(f"svt{1 + redrawn}, c = {c}", asked, factors)


def _sparse_question(n: int, c: int, *, redrawn: bool) -> Failing:
    threshold = 2 * c if redrawn else 2
    again = threshold if redrawn else None
    program = recipe(SparseVector, threshold=threshold, queries=4 * c, stop=c, redrawn=again)
    right, bound = partial(above, stop=c), partial(sparse_bound, c=c)
    return Failing(program, 8 * c, _grid(n), right, bound)


def _noisy_max() -> Iterator[Entry]:
    known = {3: ((4, 154), (5, 176)), 4: ((4, 874), (5, 910))}
    for n, factors in known.items():
        asked = Failing(recipe(NoisyMax, scale=2), 4, _grid(n), greatest, maximum_bound)
        yield from _entries(f"nmax1, n = {n}", asked, factors)


def _numeric() -> Iterator[Entry]:
    """A value is to be within gamma; inputs nearer than gamma to the level are exempt."""
    known = {
        (0, 1): ((7, 78), (8, 78)),
        (0, 2): ((14, 76), (15, 76)),
        (1, 1): ((3, 174), (4, 173)),
        (1, 2): ((5, 162), (6, 167)),
    }
    for (gamma, c), factors in known.items():
        name = f"numeric, c = {c}, gamma = {gamma}"
        yield from _entries(name, _numeric_question(_grid(3), gamma, c), factors)


def _numeric_question(grid: tuple[Answers, ...], gamma: int, c: int) -> Failing:
    level = Fraction(9 * c, 4)
    program = recipe(
        SparseVector,
        threshold=level,
        queries=9 * c,
        stop=c,
        redrawn=level,
        released=Released.ERROR,
        cuts=(-gamma, gamma),
    )
    far = tuple(S for S in grid if to_the_level(S, c) >= gamma)
    right, bound = partial(within, stop=c), partial(numeric_bound, c=c, gamma=gamma)
    return Failing(program, 9 * c, far, right, bound)


def _laplace() -> Iterator[Entry]:
    """Both of two answers are to be within gamma; they do not matter, and are 0 here."""
    for gamma, seconds in ((1, 5), (2, 6), (3, 5)):
        program = recipe(NoisyCounts, scale=1, cuts=(-gamma, gamma))
        bound = partial(laplace_bound, gamma=gamma)
        asked = Failing(program, 1, ((0, 0),), _ones, bound)
        yield from _entries(f"laplace, n = 2, gamma = {gamma}", asked, ((1, seconds),))


def _ones(database: Answers) -> Answers:
    return (1,) * len(database)


def _whole_bounds() -> Iterator[Entry]:
    """The longest of the others: the bounds themselves."""
    for width, seconds in ((2, 823), (3, 2583)):
        grid = _grid(3, -width, width)
        asked = Failing(recipe(NoisyMax, scale=2), 4, grid, greatest, maximum_bound)
        yield from _entries(f"nmax1, n = 3, to {width}", asked, ((1, seconds),))
    for c, seconds in ((1, 199), (2, 462), (3, 940), (4, 1467)):
        sparse = _sparse_question(4, c, redrawn=False)
        yield from _entries(f"svt1, n = 4, c = {c}", sparse, ((1, seconds),))
    for gamma, seconds in ((0, 2780), (1, 5783), (2, 315)):
        numeric = _numeric_question(_grid(4, -2, 2), gamma, 2)
        yield from _entries(f"numeric, n = 4, c = 2, gamma = {gamma}", numeric, ((1, seconds),))
