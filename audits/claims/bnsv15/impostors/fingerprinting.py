"""Wrong variants of fingerprinting codes, of their words, and of pirates."""

from audits.claims.prelude import *
from audits.claims.bnsv15.laws.fingerprinting import LEAKY, TENTH, Bases, RowOneSeen, solver_of
from reference.lower_bounds.hard_distribution import agreeing, agreement
from reference.lower_bounds.interior_point_fingerprinting import (
    Accused,
    FingerprintingAttack,
    FingerprintingCode,
    Goal,
    Pirate,
    best_pirate,
    keeps_marks,
)

Solver = Mechanism[Database[int], int, Any]


@dataclass(frozen=True)
class NeverTheLast(FingerprintingCode):
    """The last user is never accused."""

    @override
    def known(self, lengths: Database[int], agreements: Database[int]) -> int:
        """More than any word can agree on."""
        return self.domain.size


@dataclass(frozen=True)
class SmallestLength(FingerprintingCode):
    """M is the smallest y_i."""

    @override
    def known(self, lengths: Database[int], agreements: Database[int]) -> int:
        """What all other users know."""
        return min(lengths)


@dataclass(frozen=True)
class LengthOfTheLast(FingerprintingCode):
    """M is y_n."""

    @override
    def known(self, lengths: Database[int], agreements: Database[int]) -> int:
        """What user n knows."""
        return lengths[-1]


@dataclass(frozen=True)
class OneDigitMore(FingerprintingCode):
    """M is the largest y_i, and one more."""

    @override
    def known(self, lengths: Database[int], agreements: Database[int]) -> int:
        """More than the others know."""
        return max(lengths) + 1


@dataclass(frozen=True)
class AlsoByChance(FingerprintingCode):
    """M counts digits that agree by chance."""

    by_chance: bool = True


def same_for_every_view(code: FingerprintingCode, coalition: Database[int], goal: Goal) -> Pirate:
    """The pirate whose answer does not depend on what it sees."""
    blind = best_pirate(code, (), Goal.FRAME)
    seen = best_pirate(code, coalition, goal)
    return Pirate(blind.chance, tuple((view, blind.answers[0][1]) for view, _ in seen.answers))


def always_feasible(code: FingerprintingCode, coalition: Database[int], goal: Goal) -> Pirate:
    """The best of the pirates that answer between their codewords."""
    del goal
    return best_pirate(code, coalition, Goal.FRAME_FEASIBLY)


@dataclass(frozen=True)
class ComparedWithNewWord:
    """The simulated pirate compares with a last codeword drawn anew."""

    pirate: Solver
    base: int
    length: int
    with_last: bool

    def __call__(self, lengths: Database[int], coins: Coins[Any], /) -> int:
        domain = Dist.uniform(range(self.base**self.length))
        hidden, fresh = coins.draw(domain), coins.draw(domain)
        blocks = (agreeing(hidden, y, self.base, self.length) for y in lengths)
        words = coins.draw(Dist.uniform(product(*blocks)))
        seen = (*words, hidden) if self.with_last else words
        return agreement(coins.run(self.pirate, seen), fresh, self.base, self.length)


@dataclass(frozen=True)
class ComparedWithFirstWord:
    """The simulated pirate compares with the first codeword that it sees."""

    pirate: Solver
    base: int
    length: int
    with_last: bool

    def __call__(self, lengths: Database[int], coins: Coins[Any], /) -> int:
        hidden = coins.draw(Dist.uniform(range(self.base**self.length)))
        blocks = (agreeing(hidden, y, self.base, self.length) for y in lengths)
        words = coins.draw(Dist.uniform(product(*blocks)))
        seen = (*words, hidden) if self.with_last else words
        return agreement(coins.run(self.pirate, seen), seen[0], self.base, self.length)


@dataclass(frozen=True)
class TracedByOthers(FingerprintingAttack[Any]):
    """The codebook is shown whole: the word is traced to the first user who is present."""

    @override
    def __call__(self, coalition: Database[int], coins: Coins[Any], /) -> Accused:
        words = coins.draw(self.code.seen(coalition))
        word = coins.run(self.solver, words)
        found = coins.draw(self.code.accused(coalition, words, word))
        return found if found in coalition else coalition[0]


@dataclass(frozen=True)
class OneUserDropped(FingerprintingAttack[Any]):
    """A user is dropped, and not replaced by the last one: there is one codeword fewer."""

    @override
    def __call__(self, coalition: Database[int], coins: Coins[Any], /) -> Accused:
        left = tuple(user for user in coalition if user < len(self.code.bases))
        words = coins.draw(self.code.seen(left))
        word = coins.run(self.solver, words)
        return coins.release(self.code.accused(left, words, word))


@dataclass(frozen=True)
class CoalitionSorted(FingerprintingAttack[Any]):
    """The codewords are drawn in the order of the users, not of the rows."""

    @override
    def __call__(self, coalition: Database[int], coins: Coins[Any], /) -> Accused:
        attack = FingerprintingAttack(self.code, self.solver)
        return attack(tuple(sorted(coalition)), coins)


def leaks_twice(bases: Bases, solver: str, eps: Epsilon[Any]) -> FingerprintingAttack[Any]:
    """Twice the delta, where a row is named with probability delta."""
    code = FingerprintingCode(bases)
    inner = RowOneSeen(code.domain.size, 2 * TENTH) if solver == LEAKY else None
    return FingerprintingAttack(code, inner or solver_of(bases, solver, eps))


def spliced_from_zero(codeword: int, size: int) -> tuple[int, ...]:
    """0^x 1^(size - x): the last codeword has no 1."""
    return (0,) * codeword + (1,) * (size - codeword)


def first_one_from_zero(word: tuple[int, ...]) -> int:
    """The position counted from 0."""
    return word.index(1)


def keeps_ends(words: Database[tuple[int, ...]], pirated: tuple[int, ...]) -> bool:
    """The marking assumption for the first and the last word only."""
    return keeps_marks((words[0], words[-1]), pirated)


def keeps_ones(words: Database[tuple[int, ...]], pirated: tuple[int, ...]) -> bool:
    """The marking assumption only where all of the coalition have a 1."""
    return all(
        bit == 1 or any(word[place] == 0 for word in words) for place, bit in enumerate(pirated)
    )
