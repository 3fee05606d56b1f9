"""Fingerprinting codes from their definition, best pirates, coalitions, solvers to be attacked."""

from itertools import permutations
from typing import ClassVar

from audits.claims.prelude import *
from audits.claims.bnsv15.laws.hard_distribution import spelled, spelled_agreement
from audits.ledger.quantifiers import Quantifier, Sized, at
from reference.lower_bounds.interior_point_fingerprinting import (
    FingerprintingAttack,
    FingerprintingCode,
    Goal,
    Verdict,
    best_pirate,
    verdicts,
)
from reference.mechanisms.interior_point.exponential_interior_point import ExponentialInteriorPoint
from reference.probability.families import exponential_weights

Bases = tuple[int, ...]
LEAKY, LAST = "row one at times", "the last row"
History = tuple[Rows, ...]
"""The codebooks for 1, 2, ..., n users, each made from the one before."""


def printed(bases: Bases) -> FingerprintingCode:
    """The code of the proof for so many users more than one: one word for one user, M as said."""
    return FingerprintingCode((1, *bases), by_chance=True)


def coalitions_of(
    codes: Sequence[Bases] | Sized[Sequence[Bases]], *, least: int = 0, extra: int = 0
) -> Quantifier:
    """`bases` and `coalition`: each code and each of its coalitions of at least so many users."""
    return Quantifier(
        ("bases", "coalition"),
        lambda size: (
            (bases, coalition)
            for bases in at(codes, size)
            for k in range(least, len(bases) + extra + 1)
            for coalition in combinations(range(1, len(bases) + extra + 1), k)
        ),
        lambda size: (
            f"codes with bases {', '.join(map(str, at(codes, size)))}, their coalitions"
            + (f" of at least {least} users" if least else "")
        ),
    )


@dataclass(frozen=True, slots=True)
class BestPirates:
    """The security game: called on a goal, the best pirate for it is judged."""

    code: FingerprintingCode
    coalition: Rows

    def __call__(self, goal: Goal, coins: Coins[Fraction], /) -> Verdict:
        pirate = best_pirate(self.code, self.coalition, goal)
        return coins.release(verdicts(self.code, self.coalition, pirate))


GOALS = ListedAdjacency(tuple(Goal), (), "best pirates")


def histories(bases: Bases) -> Iterator[tuple[History, Fraction]]:
    """Every codebook with all that it was made from, and its chance: from sequences of digits."""
    if len(bases) == 1:
        yield from ((((x,),), Fraction(1, bases[0])) for x in range(bases[0]))
        return
    for history, weight in histories(bases[:-1]):
        y, size = history[-1], _size(bases[:-1])
        words = spelled(bases[-1], size)
        for last, hidden in enumerate(words):
            fits = [[i for i, word in enumerate(words) if word[:k] == hidden[:k]] for k in y]
            chance = weight / len(words)
            for fit in fits:
                chance /= len(fit)
            for others in product(*fits):
                yield (*history, (*others, last)), chance


def _size(bases: Bases) -> int:
    size = bases[0]
    for base in bases[1:]:
        size = base**size
    return size


def traced(history: History, word: int, bases: Bases, *, by_chance: bool) -> int | Bottom:
    """Who is accused, from the whole history, user by user."""
    *earlier, codebook = history
    if not earlier:
        return 1 if word == codebook[0] else Bottom.BOTTOM
    words = spelled(bases[-1], _size(bases[:-1]))
    hidden = words[codebook[-1]]
    known = (
        max(spelled_agreement(words[x], hidden) for x in codebook[:-1])
        if by_chance
        else max(earlier[-1])
    )
    found = spelled_agreement(words[word], hidden)
    if found > known:
        return len(codebook)
    inner = min(found, len(words[0]) - 1)
    return traced(tuple(earlier), inner, bases[:-1], by_chance=by_chance)


def accused_by_definition(
    bases: Bases, coalition: Rows, named: Callable[[Rows], int]
) -> dict[int | Bottom, Fraction]:
    """Who is accused how often of the word that a solver names, from all histories."""
    users: tuple[int | Bottom, ...] = (*range(1, len(bases) + 1), Bottom.BOTTOM)
    found = dict.fromkeys(users, Fraction(0))
    for history, chance in histories(bases):
        word = named(tuple(history[-1][user - 1] for user in coalition))
        found[traced(history, word, bases, by_chance=False)] += chance
    return found


def one_replaced(users: int) -> ListedAdjacency[Rows]:
    """Coalitions of all users but one, in any order; one user is replaced by the absent one."""
    labels = tuple(permutations(range(1, users + 1), users - 1))
    links = tuple(
        (i, j)
        for (i, first), (j, second) in combinations(enumerate(labels), 2)
        if sum(a != b for a, b in zip(first, second, strict=True)) == 1
    )
    return ListedAdjacency(labels, links, "one user is replaced")


def allowed(bases: Bases, coalition: Rows) -> Fraction:
    """What the corrected proof allows: 1/b(i-1) for each user i who is absent."""
    absent = (base for i, base in enumerate(bases, start=1) if i not in coalition)
    return sum((Fraction(1, base) for base in absent), Fraction(0))


@dataclass(frozen=True, slots=True)
class RowResponse:
    """Names its first row by randomized response; of another number of rows, the row itself."""

    points: int
    rows: int
    eps: Epsilon[Any]

    def __call__(self, database: Database[int], coins: Coins[Any], /) -> int:
        if len(database) != self.rows:
            return next(iter(database), 0)
        scores = ((y, int(y == database[0])) for y in range(self.points))
        return coins.release(exponential_weights(scores, self.eps.exp()))


@dataclass(frozen=True, slots=True)
class LastRow:
    """Names its last row: not private, and not the same in another order."""

    deterministic: ClassVar[bool] = True

    def __call__(self, database: Database[int], coins: Coins[Any], /) -> int:
        del coins
        return database[-1] if database else 0


@dataclass(frozen=True, slots=True)
class RowOneSeen:
    """Names its first row with probability delta, and else any point: (0, delta)-private."""

    points: int
    delta: Fraction

    def __call__(self, database: Database[int], coins: Coins[Any], /) -> int:
        if coins.draw(bernoulli(self.delta)):
            return next(iter(database), 0)
        return coins.release(Dist.uniform(range(self.points)))


def attack(bases: Bases, solver: str, eps: Epsilon[Any]) -> FingerprintingAttack[Any]:
    """The attack on a solver with this eps."""
    return FingerprintingAttack(FingerprintingCode(bases), solver_of(bases, solver, eps))


def solver_of(bases: Bases, solver: str, eps: Epsilon[Any]) -> Mechanism[Database[int], int, Any]:
    """A solver of this name, with this eps if it keeps one, on the words of a code."""
    size = FingerprintingCode(bases).domain.size
    if solver == LAST:
        return LastRow()
    if solver == LEAKY:
        return RowOneSeen(size, TENTH)
    if solver == "row response":
        return RowResponse(size, len(bases) - 1, eps)
    return ExponentialInteriorPoint(Domain.of_size(size), eps)
