"""Wrong variants of the exponential mechanism, of small databases and of what is sampled."""

from audits.claims.prelude import *
from audits.claims.vt14.laws.small_databases import Table
from reference.data.workloads import LiteralConjunction, marginals
from reference.mechanisms.release.exponential_sanitiser import ExponentialSanitiser
from reference.mechanisms.release.small_database import SampledRows
from reference.mechanisms.selection.exponential import ExponentialMechanism


def by_weights(table: Table, root: Any) -> ExponentialMechanism[Rows, int, Any]:
    """Weights e^(-eps u/D): the exponential mechanism of KLMNS20 at twice eps = D ln(root)."""
    loss = Epsilon(root, 2 * table.sensitivity)
    return ExponentialMechanism(table, loss, table.sensitivity)


def _root(change: Callable[[Any], Any]) -> Build:
    return lambda table, root: by_weights(table, change(root))


@dataclass(frozen=True)
class Backwards(Table):
    """The worst output is the likeliest."""

    @override
    def __call__(self, database: Rows, /) -> dict[int, int]:
        return {y: -q for y, q in super().__call__(database).items()}


@dataclass(frozen=True)
class NearTheBest(Table):
    """Only outputs that are at most 1 worse than the best."""

    @override
    def __call__(self, database: Rows, /) -> dict[int, int]:
        all_of_them = super().__call__(database)
        best = max(all_of_them.values())
        return {y: q for y, q in all_of_them.items() if q >= best - 1}


def of_table(kind: type[Table]) -> Build:
    """The mechanism with another table."""
    return lambda table, root: by_weights(kind(table.scores, table.sensitivity), root)


def sensitivity_one(table: Table, root: Any) -> object:
    """D = 1, whatever the sensitivity is."""
    return by_weights(table, root**table.sensitivity)


WRONG_WEIGHTS: dict[str, Build] = {
    "twice the exponent: what is 2 eps-private is called eps-private": _root(lambda r: r * r),
    "the sensitivity taken to be 1": sensitivity_one,
    "only outputs near the best": of_table(NearTheBest),
}
"""They lose more."""

OTHER_WEIGHTS: dict[str, Build] = {
    **WRONG_WEIGHTS,
    "the worst output is the likeliest": of_table(Backwards),
    "all outputs alike": _root(lambda r: r / r),
}


def database_mechanism(queries: Any, points: int, size: int, root: Any) -> Any:
    """Weights e^(-eps n max |q(y) - q(x)|) on X^m, eps = m ln(root): the sanitiser at 2 eps."""
    loss = Epsilon(root, 2 * size)
    return ExponentialSanitiser(Domain.of_size(points), size, loss, "databases", tuple(queries))


def but(change: Callable[[Any], Any]) -> Build:
    """The mechanism on small databases with something changed."""
    return lambda *given: change(database_mechanism(*given))


@dataclass(frozen=True)
class Scored:
    """Weights e^(-eps n score) on the same outputs, for another score."""

    right: Any
    score: Callable[[Any, Rows, Rows], Fraction]

    def __call__(self, database: Rows, coins: Coins[Any], /) -> Rows:
        right, weights = self.right, []
        for y in right.outputs():
            exponent = Fraction(-len(database) * self.score(right.listed, database, y), 2)
            weight = right.eps.exp(exponent) * right._multiplicity(y)  # noqa: SLF001
            weights.append((y, weight))
        return coins.draw(Dist.weighted(weights))


def _gaps(queries: Any, x: Rows, y: Rows) -> list[Fraction]:
    return [Fraction(sum(map(q, x)), len(x)) - Fraction(sum(map(q, y)), len(y)) for q in queries]


def scored(score: Callable[[Any, Rows, Rows], Fraction]) -> Build:
    """The mechanism with another score."""
    return lambda *given: Scored(database_mechanism(*given), score)


def summed(queries: Any, x: Rows, y: Rows) -> Fraction:
    """The errors of all queries together."""
    return sum((abs(g) for g in _gaps(queries, x, y)), Fraction(0))


def largest(queries: Any, x: Rows, y: Rows) -> Fraction:
    """The right score."""
    return max(abs(g) for g in _gaps(queries, x, y))


SUMMED: dict[str, Build] = {"errors summed over the queries": scored(summed)}
LOSING: dict[str, Build] = {
    **SUMMED,
    "twice the exponent": scored(lambda q, x, y: 2 * largest(q, x, y)),
    "n squared in the exponent": scored(lambda q, x, y: len(x) * largest(q, x, y)),
}
"""They lose more."""


def scaled(score: Fraction, rows: int, size: int) -> Fraction:
    """The score over n, rounded down to what makes an integer exponent."""
    return Fraction(score * size // 1, rows * size)


UNSCALED: dict[str, Build] = {
    "n dropped from the exponent": scored(
        lambda q, x, y: scaled(largest(q, x, y), len(x), len(y))
    ),
    "the worst database is the likeliest": scored(lambda q, x, y: -largest(q, x, y)),
    "all databases alike": scored(lambda q, x, y: 0 * largest(q, x, y)),
}
"""Private (or nearly), and not accurate."""

NOT_COUNTED: dict[str, Build] = {
    "every multiset counts once": but(lambda right: replace(right, weigh="histograms"))
}


def halved(score: Fraction, rows: int, size: int) -> Fraction:
    """Half the score, rounded down to what makes an integer exponent."""
    return Fraction(score * rows * size / 2 // 1, rows * size)


HALVED: dict[str, Build] = {
    "half of eps": scored(lambda q, x, y: halved(largest(q, x, y), len(x), len(y)))
}
OTHER_DATABASES: dict[str, Build] = {
    **LOSING,
    **UNSCALED,
    **NOT_COUNTED,
    **HALVED,
    "errors of one sign only": scored(lambda q, x, y: max([*_gaps(q, x, y), Fraction(0)])),
    "the last query is forgotten": scored(lambda q, x, y: largest(q[:-1], x, y)),
}


@dataclass(frozen=True)
class Drawn:
    """m rows, drawn in another way."""

    size: int
    way: Callable[[Rows], Rows]
    deterministic: bool = False

    def __call__(self, database: Rows, coins: Coins[Fraction], /) -> Rows:
        rows = self.way(database)
        if self.deterministic:
            return rows[: self.size]
        return coins.run(SampledRows(self.size), rows)


def sample_of(way: Callable[[Rows], Rows], *, deterministic: bool = False) -> Build:
    """Rows drawn in another way."""
    return lambda size: Drawn(size, way, deterministic)


@dataclass(frozen=True)
class Universe:
    """m rows of the universe {0, 1}: what the notes print."""

    size: int

    def __call__(self, database: Rows, coins: Coins[Fraction], /) -> Rows:
        del database
        return coins.run(SampledRows(self.size), (0, 1))


@dataclass(frozen=True)
class OneRowAgain:
    """One random row, m times."""

    size: int

    def __call__(self, database: Rows, coins: Coins[Fraction], /) -> Rows:
        (x,) = coins.run(SampledRows(1), database)
        return (x,) * self.size


@dataclass(frozen=True)
class WithoutReplacement:
    """m different rows; when there are no more, all of them again."""

    size: int

    def __call__(self, database: Rows, coins: Coins[Fraction], /) -> Rows:
        left, found = list[int](), []
        for _ in range(self.size):
            left = left or list(database)
            i = coins.draw(Dist.uniform(range(len(left))))
            found.append(left.pop(i))
        return tuple(sorted(found))


WRONG_SAMPLES: dict[str, Build] = {
    "the first rows of x, sorted": sample_of(lambda x: tuple(sorted(x)), deterministic=True),
    "rows drawn from the values that occur": sample_of(lambda x: tuple(sorted({*x}))),
    "rows drawn from the universe": Universe,
    "one random row again and again": OneRowAgain,
}

OTHER_SAMPLES: dict[str, Build] = {
    **WRONG_SAMPLES,
    "without replacement": WithoutReplacement,
    "one row fewer": lambda size: SampledRows(size - 1),
}


def first_rows(x: Rows, size: int) -> list[Rows]:
    """The first rows of the sorted database only."""
    return [tuple(sorted(x))[:size]]


def equal_rows(x: Rows, size: int) -> list[Rows]:
    """One row again and again."""
    return [(row,) * size for row in sorted({*x})]


def only_zeros(x: Rows, size: int) -> list[Rows]:
    """Whatever x is."""
    del x
    return [(0,) * size]


WRONG_SEARCHES: dict[str, Callable[..., list[Rows]]] = {
    "the first rows of x, sorted": first_rows,
    "one row again and again": equal_rows,
    "zeros": only_zeros,
}

WRONG_ANSWERS: dict[str, Build] = {
    "a count, not a fraction": lambda qs, y: tuple(Fraction(sum(map(q, y))) for q in qs),
    "every value counts once": lambda qs, y: tuple(
        Fraction(sum(map(q, {*y})), len({*y})) for q in qs
    ),
    "a fraction of one row more": lambda qs, y: tuple(
        Fraction(sum(map(q, y)), len(y) + 1) for q in qs
    ),
    "the first row speaks for all": lambda qs, y: tuple(Fraction(q(y[0])) for q in qs),
}


def monotone(attributes: int) -> tuple[LiteralConjunction, ...]:
    """No literal is negated."""
    right = (q for w in range(attributes + 1) for q in marginals(attributes, w))
    return tuple(q for q in right if q.values == q.mask)


def without_the_empty_one(attributes: int) -> tuple[LiteralConjunction, ...]:
    """One literal or more."""
    return tuple(q for w in range(1, attributes + 1) for q in marginals(attributes, w))


def not_all_literals(attributes: int) -> tuple[LiteralConjunction, ...]:
    """Fewer literals than attributes."""
    return tuple(q for w in range(attributes) for q in marginals(attributes, w))


def points_twice(attributes: int) -> tuple[LiteralConjunction, ...]:
    """Conjunctions of all literals are listed again in the place of the empty one."""
    return (*without_the_empty_one(attributes), marginals(attributes, attributes)[0])


WRONG_CONJUNCTIONS: dict[str, Build] = {
    "no negated literal": monotone,
    "no empty conjunction": without_the_empty_one,
    "none of all attributes": not_all_literals,
    "one of them twice": points_twice,
}
