"""Releases of counting queries on a few rows: private ones, and ones with every error allowed."""

from typing import NamedTuple

from audits.claims.prelude import *
from reference.mechanisms.selection.exponential import ExponentialMechanism
from reference.probability.families import exponential_weights
from reference.reductions.padded_release import Answers

Concepts = tuple[Callable[[Any], int], ...]


def answers(concepts: Concepts, rows: Sequence[Any]) -> Answers:
    """The fraction of the rows that each concept labels 1."""
    return tuple(Fraction(sum(map(c, rows)), len(rows)) for c in concepts)


def furthest(first: Answers, second: Answers) -> Fraction:
    """The greatest difference of two answers to a query."""
    return max(abs(a - b) for a, b in zip(first, second, strict=True))


@dataclass(frozen=True, slots=True)
class AsSynthetic:
    """Answers of every database of n rows, and minus n times the greatest error."""

    concepts: Concepts
    points: tuple[Any, ...]

    def __call__(self, rows: Rows, /) -> dict[Answers, int]:
        exact, n = answers(self.concepts, rows), len(rows)
        found = {}
        for other in combinations_with_replacement(self.points, n):
            said = answers(self.concepts, other)
            found[said] = -int(n * furthest(exact, said))
        return found


def synthetic(concepts: Concepts, points: tuple[Any, ...], eps: Epsilon[Any]) -> Any:
    """The exponential mechanism over the answers of all databases of as many rows."""
    return ExponentialMechanism(AsSynthetic(concepts, points), eps)


@dataclass(frozen=True, slots=True)
class RandomisedAnswers:
    """The exact answers, or those of another database of as many rows: each e^eps times rarer."""

    concepts: Concepts
    points: tuple[Any, ...]
    eps: Epsilon[Any]

    def __call__(self, rows: Rows, coins: Coins[Any], /) -> Answers:
        exact = answers(self.concepts, rows)
        said = {
            answers(self.concepts, other)
            for other in combinations_with_replacement(self.points, len(rows))
        }
        scores = [(each, int(each == exact)) for each in sorted(said)]
        return coins.release(exponential_weights(scores, self.eps.exp()))


class Off(NamedTuple):
    """A database, and by what each of its answers is off."""

    rows: tuple[Any, ...]
    errors: Answers


@dataclass(frozen=True, slots=True)
class WithErrors:
    """Exact answers, but for those of some databases, or all with the same errors."""

    concepts: Concepts
    off: tuple[Off, ...] = ()
    elsewhere: Fraction = Fraction(0)

    def __call__(self, rows: Rows, coins: Coins[Any], /) -> Answers:
        del coins
        exact = answers(self.concepts, rows)
        known = {o.rows: o.errors for o in self.off}
        wrong = known.get(tuple(sorted(rows)), (self.elsewhere,) * len(exact))
        return tuple(a + e for a, e in zip(exact, wrong, strict=True))


@dataclass(frozen=True, slots=True)
class Census:
    """A release that says how often each point occurs, and how many rows there are."""

    points: tuple[Any, ...]

    def __call__(self, rows: Rows, coins: Coins[Any], /) -> Answers:
        del coins
        return (Fraction(len(rows)), *(Fraction(rows.count(x)) for x in self.points))
