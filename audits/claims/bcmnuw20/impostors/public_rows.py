"""Wrong programmes with private and public rows.

A delta for each outcome in place of each event cannot be put to the engine, which states events: a
law that keeps the one and not the other is in the test of the optima.
"""

from typing import TypeVar

from audits.claims.prelude import *
from audits.engines.optimum.problem import Problem, Score
from audits.engines.optimum.problems.public_data import (
    Means,
    SignData,
    accused_rows,
    mean_release,
    public_thresholds,
    sign_mass,
    squared_error,
    uniform_moment,
)
from reference.data.public_rows import orders

Row = TypeVar("Row", bound=Hashable)
Y = TypeVar("Y", bound=Hashable)
Split = tuple[Database[Row], Database[Row]]
Made = Problem[Any, Any]


def public_protected(build: Callable[..., Made]) -> Callable[..., Made]:
    """Public rows are protected, too."""

    def wrong(*given: Any, **named: Any) -> Made:
        problem = build(*given, **named)
        data: list[Split[Any]] = list(problem.universe.databases())
        links = {*problem.universe.index_pairs(), *_public_moves(data)}
        universe = ListedAdjacency(tuple(data), tuple(sorted(links)))
        return replace(problem, universe=universe)

    return wrong


def _public_moves(data: list[Split[Any]]) -> Iterator[tuple[int, int]]:
    for (i, (x, w)), (j, (y, v)) in combinations(enumerate(data), 2):
        rest = list(w)
        for row in v:
            if row in rest:
                rest.remove(row)
        if x == y and len(rest) == 1:
            yield i, j


def last_public_rows_free(build: Callable[..., Made]) -> Callable[..., Made]:
    """With the last public rows the private ones are not protected."""

    def wrong(*given: Any, **named: Any) -> Made:
        problem = build(*given, **named)
        data: list[Split[Any]] = list(problem.universe.databases())
        links = [(i, j) for i, j in problem.universe.index_pairs() if data[i][1] != data[-1][1]]
        return replace(problem, universe=ListedAdjacency(tuple(data), tuple(links)), symmetries=())

    return wrong


def last_link_free(build: Callable[..., Made]) -> Callable[..., Made]:
    """The last pair of neighbours is forgotten."""

    def wrong(*given: Any, **named: Any) -> Made:
        problem = build(*given, **named)
        data: list[Split[Any]] = list(problem.universe.databases())
        links = tuple(problem.universe.index_pairs())[:-1]
        return replace(problem, universe=ListedAdjacency(tuple(data), links), symmetries=())

    return wrong


LINKS_MISSING = {
    "with the last public rows nothing is protected": last_public_rows_free,
    "the last pair of neighbours is forgotten": last_link_free,
}
"""Mistakes in the privacy of any problem."""


def links_missing(build: Callable[..., Made]) -> dict[str, Callable[..., Made]]:
    """The problems with some pairs of neighbours left out."""
    return {name: change(build) for name, change in LINKS_MISSING.items()}


def public_unseen(build: Callable[..., Made]) -> Callable[..., Made]:
    """The mechanism does not see the public rows."""

    def wrong(*given: Any, **named: Any) -> Made:
        problem = build(*given, **named)
        data: list[Split[Any]] = list(problem.universe.databases())
        secrets = [*dict.fromkeys(x for x, _ in data)]
        to = [secrets.index(x) for x, _ in data]
        links = {(min(a, b), max(a, b)) for i, j in problem.universe.index_pairs()
                 for a, b in [(to[i], to[j])]}  # fmt: skip
        universe = ListedAdjacency(tuple((x, ()) for x in secrets), tuple(sorted(links)))
        scores = tuple(
            replace(score, terms=tuple((to[i], e, w) for i, e, w in score.terms))
            for score in problem.scores
        )
        return Problem(problem.name, universe, problem.outcomes, scores, (), problem.loss)

    return wrong


def private_unseen(build: Callable[..., Made]) -> Callable[..., Made]:
    """The mechanism does not see the private rows."""
    return lambda _private, public, *more: build(0, public, *more)


def roles_exchanged(build: Callable[..., Made]) -> Callable[..., Made]:
    """Private rows are public, and public ones private."""
    return lambda private, public, *more: build(public, private, *more)


def one_row_fewer(build: Callable[..., Made]) -> Callable[..., Made]:
    """A private row is dropped, where there is one."""
    return lambda private, public, *more: build(max(private - 1, 0), public, *more)


def averaged(build: Callable[..., Made]) -> Callable[..., Made]:
    """The mean of the scores in place of the least."""

    def wrong(*given: Any, **named: Any) -> Made:
        problem = build(*given, **named)
        count = len(problem.scores)
        terms = tuple((i, e, w / count) for score in problem.scores for i, e, w in score.terms)
        return replace(problem, scores=(Score("average", terms),), symmetries=())

    return wrong


def strictly_within(
    private: int,
    public: int,
    columns: int = 1,
    accuracy: Fraction = Fraction(1, 4),
    answers: int = 2,
    means: int = 1,
) -> Problem[SignData, Means]:
    """An answer that is off by the accuracy is not good."""
    less = accuracy - Fraction(1, 10**6)
    return mean_release(private, public, columns, less, answers, means)


def one_column_changes(
    private: int, public: int, columns: int = 1, *more: Any
) -> Problem[SignData, Means]:
    """Neighbours differ in one column of a private row."""
    problem = mean_release(private, public, columns, *more)
    data = list(problem.universe.databases())
    links = tuple(
        (i, j) for i, j in problem.universe.index_pairs() if _close(data[i][0], data[j][0])
    )
    return replace(problem, universe=ListedAdjacency(tuple(data), links))


def _close(here: Database[Any], there: Database[Any]) -> bool:
    (gone,) = [x for x in set(here) if here.count(x) > there.count(x)]
    (come,) = [x for x in set(there) if there.count(x) > here.count(x)]
    return [a != b for a, b in zip(gone, come, strict=True)].count(True) == 1


def orders_not_counted(private: int, public: int, *more: Any) -> Made:
    """Multisets with the chance of one of their orders."""
    problem = mean_release(private, public, *more)
    data = list(problem.universe.databases())
    step = Fraction(1)
    grid: Iterable[Means] = [(mu,) for mu in (-step, 0 * step, step)]
    for _ in problem.outcomes[0][1:]:
        grid = [(*mean, mu) for mean in grid for mu in (-step, 0 * step, step)]
    scores = []
    for score, mean in zip(problem.scores, grid, strict=True):
        mass = sign_mass(mean)
        terms = tuple(
            (i, e, prod(map(mass, (*data[i][0], *data[i][1])), start=step))
            for i, e, _ in score.terms
        )
        scores.append(Score(score.name, terms))
    return replace(problem, scores=tuple(scores))


def public_rows_once(
    masses: tuple[Fraction, ...],
    private: int,
    public: int,
    weights: tuple[Fraction, Fraction, Fraction],
    *more: Any,
) -> Made:
    """Equal public rows that are accused are counted once."""
    problem = accused_rows(masses, private, public, weights, *more)
    data = list(problem.universe.databases())
    sets = [*more[0]] if more else [*_subsets(len(masses))]
    (score,) = problem.scores
    terms = {(i, y): w for i, (y,), w in score.terms}
    for i, (secret, known) in enumerate(data):
        here = prod((masses[row] for row in (*secret, *known)), start=Fraction(1))
        here *= orders(secret) * orders(known)
        for y, rows in enumerate(sets):
            again = sum(row in rows for row in known) - sum(row in rows for row in set(known))
            if again:
                terms[i, y] = terms.get((i, y), ZERO) - here * weights[1] * again
    found = tuple((i, (y,), w) for (i, y), w in terms.items() if w)
    return replace(problem, scores=(Score(score.name, found),))


def _subsets(size: int) -> Iterator[tuple[int, ...]]:
    for bits in product((0, 1), repeat=size):
        yield tuple(i for i, bit in enumerate(bits) if bit)


def orders_of_public_rows_lost(private: int, public: int, answers: int, columns: int = 1) -> Made:
    """Of two columns on, public rows have the chance of one of their orders."""
    problem = squared_error(private, public, answers, uniform_moment, columns)
    data = list(problem.universe.databases())
    (score,) = problem.scores
    lost = [orders(known) if columns > 1 else 1 for _, known in data]
    terms = tuple((i, y, w / lost[i]) for i, y, w in score.terms)
    return replace(problem, scores=(Score(score.name, terms),), loss=False)


def odd_moments_kept(private: int, public: int, answers: int, columns: int = 1) -> Made:
    """E[mu^k] = 1/(k+1) for odd k, too: the mean is uniform on [0, 1]."""
    wrong = squared_error(private, public, answers, lambda k: Fraction(1, k + 1), columns)
    return replace(wrong, symmetries=(), loss=False)


def cubes_forgotten(private: int, public: int, answers: int, columns: int = 1) -> Made:
    """Of the moments only the first two are kept."""

    def moment(power: int) -> Fraction:
        return uniform_moment(power) if power < 3 else ZERO

    return replace(squared_error(private, public, answers, moment, columns), loss=False)


ZERO = Fraction(0)


def half_the_mass(
    private: int, public: int, points: int = 3, rare: Fraction = Fraction(1, 4)
) -> Made:
    """The rare example has half of its mass."""
    return public_thresholds(private, public, points, rare / 2)


def positives_only(
    private: int, public: int, points: int = 3, rare: Fraction = Fraction(1, 4)
) -> Made:
    """The rare example is always positive."""
    problem = public_thresholds(private, public, points, rare)
    return replace(problem, scores=problem.scores[::2], symmetries=())
