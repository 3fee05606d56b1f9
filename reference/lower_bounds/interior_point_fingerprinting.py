"""Interior point fingerprinting codes, and the attack that they are on private solvers.

A code gives each of n users a codeword, a point of an ordered domain.  A coalition, the pirate,
names a point; it is feasible if it lies between codewords of the coalition.  The code is complete
if a feasible point is always traced to some user, and sound if nobody outside of the coalition is
accused.  A solver of the interior-point problem is a pirate; if it is private, the codewords of
one user can be exchanged for those of another without a change of who is accused.

Pseudo-code (n users, bases b(0), ..., b(n-1)):
    1  one user: a uniform codeword below b(0); only that word is traced to user 1
    2  from n users to n + 1: y_1, ..., y_n <- codewords of n users; x_(n+1) <- uniform with S(n)
       digits in base b(n); x_i <- uniform among what agrees with x_(n+1) on the first y_i digits
    3  trace x: let it agree with x_(n+1) on a digits; if a > M accuse n + 1, where M is the
       largest y_i; else trace a as n users do, with y_1, ..., y_n

Notation: x codeword, b bases, S(n) domain of n users, M digits that others know.
Source: BNSV15, Definition B.1 and proofs of Lemmas B.3 and B.4, Appendix B.
Guarantees: BNSV15.LB.4, BNSV15.LB.3.
Deviations: in print M is the largest number of digits on which any x_i agrees, by chance too
    (`by_chance`), and the code for one user is perfectly sound, which b(0) = 1 gives against all
    coalitions but the empty one; see BNSV15.LB.4 and BNSV15.LB.4.sim.
Degenerate inputs: an empty coalition sees nothing and has no feasible point; with `by_chance` all
    S(n) digits may be known, and S(n) is then traced as the largest word is.

>>> code = FingerprintingCode((2, 3))
>>> code.domain.size, best_pirate(code, (1,), Goal.FRAME).chance
(9, Fraction(1, 3))
>>> printed = FingerprintingCode((1, 4), by_chance=True)
>>> best_pirate(printed, (2,), Goal.FRAME).chance  # any word but its own accuses user 1
Fraction(1, 1)
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from functools import cache
from itertools import product
from typing import ClassVar, Generic, NamedTuple, Self

from reference.data.bottom import Bottom
from reference.data.database import Database
from reference.data.domain import Domain
from reference.exact.field import R
from reference.lower_bounds.hard_distribution import agreeing, agreement
from reference.probability.coins import Coins, Mechanism
from reference.probability.dist import Dist
from reference.source import Paper, Source

User = int
"""From 1 to n."""

Accused = int | Bottom
Tracing = tuple[Accused, ...]
"""Who is accused, for each word of the domain."""


class Book(NamedTuple):
    """The codewords of some users, in the order of the users, and how words are traced."""

    words: Database[int]
    tracing: Tracing


@dataclass(frozen=True)
class FingerprintingCode:
    """A code for as many users as there are bases.

    Raises:
        ValueError: for no bases, a base b(0) below 1, or another one below 2.
    """

    source: ClassVar[Source] = Source(Paper.BNSV15, "proof of Lemma B.4", "Appendix B")

    bases: tuple[int, ...]
    """b(0), ..., b(n-1)."""

    by_chance: bool = False
    """Whether M counts digits of other codewords that agree by chance."""

    def __post_init__(self) -> None:
        if not self.bases or self.bases[0] < 1 or min((*self.bases[1:], 2)) < 2:
            raise ValueError(f"bases {self.bases}: at least one, b(0) >= 1, the others >= 2")

    @property
    def users(self) -> tuple[User, ...]:
        """1, ..., n."""
        return tuple(range(1, len(self.bases) + 1))

    @property
    def domain(self) -> Domain[int]:
        """The words: S(1) = b(0) of them for one user, S(n+1) = b(n)^S(n)."""
        size = self.bases[0]
        for base in self.bases[1:]:
            size = base**size
        return Domain.of_size(size)

    @property
    def fewer(self) -> Self:
        """The code for one user fewer, from which this one is made."""
        return type(self)(self.bases[:-1], self.by_chance)

    def known(self, lengths: Database[int], agreements: Database[int]) -> int:
        """M: how many digits of the last codeword the other users know."""
        return max(agreements) if self.by_chance else max(lengths)

    def books(self, coalition: Database[User]) -> Dist[Book, Fraction]:
        """The law of what a coalition sees, and of how words are traced.

        Raises:
            ValueError: for a user that there is not.
        """
        return Dist.weighted(_books(self, _checked(self, coalition)).items())

    def seen(self, coalition: Database[User]) -> Dist[Database[int], Fraction]:
        """The law of the codewords of a coalition."""
        return _seen(self, _checked(self, coalition))

    def accused(
        self, coalition: Database[User], words: Database[int], word: int
    ) -> Dist[Accused, Fraction]:
        """The law of who is accused of a word, given the codewords of a coalition."""
        return _accused(self, _checked(self, coalition), words, word)


def _checked(code: FingerprintingCode, coalition: Database[User]) -> Database[User]:
    for user in coalition:
        if user not in code.users:
            raise ValueError(f"user {user}: from 1 to {len(code.users)}")
    return coalition


@cache
def _books(code: FingerprintingCode, coalition: Database[User]) -> Mapping[Book, Fraction]:
    if len(code.bases) == 1:
        size = code.bases[0]
        books = (
            Book((x,) * len(coalition), tuple(1 if y == x else Bottom.BOTTOM for y in range(size)))
            for x in range(size)
        )
        return dict.fromkeys(books, Fraction(1, size))  # 1
    found: dict[Book, Fraction] = {}
    for below, weight in _books(code.fewer, code.fewer.users).items():
        for book, chance in _one_user_more(code, below, coalition):
            found[book] = found.get(book, Fraction(0)) + weight * chance
    return found


def _one_user_more(
    code: FingerprintingCode, below: Book, coalition: Database[User]
) -> Iterator[tuple[Book, Fraction]]:
    """All books from a book for one user fewer; absent users need codewords if chance counts."""
    base, length = code.bases[-1], len(below.tracing)
    last, domain = len(code.bases), range(code.domain.size)
    drawn = [i for i in code.users[:-1] if code.by_chance or i in coalition]
    for hidden in domain:
        agree = [agreement(x, hidden, base, length) for x in domain]
        blocks = [agreeing(hidden, below.words[i - 1], base, length) for i in drawn]
        chance = Fraction(1, len(domain))
        for block in blocks:
            chance /= len(block)
        tracings: dict[int, Tracing] = {}
        for words in product(*blocks):  # 2
            agreements = tuple(agree[word] for word in words)
            known = code.known(below.words, agreements)
            if known not in tracings:
                tracings[known] = tuple(
                    last if a > known else below.tracing[min(a, length - 1)] for a in agree
                )  # 3
            given = {**dict(zip(drawn, words, strict=True)), last: hidden}
            yield Book(tuple(given[i] for i in coalition), tracings[known]), chance


@cache
def _views(
    code: FingerprintingCode, coalition: Database[User]
) -> Mapping[Database[int], Mapping[Tracing, Fraction]]:
    """For each view of a coalition the tracings that go with it."""
    views: dict[Database[int], dict[Tracing, Fraction]] = {}
    for book, chance in _books(code, coalition).items():
        tracings = views.setdefault(book.words, {})
        tracings[book.tracing] = tracings.get(book.tracing, Fraction(0)) + chance
    return views


@cache
def _seen(code: FingerprintingCode, coalition: Database[User]) -> Dist[Database[int], Fraction]:
    views = _views(code, coalition)
    return Dist.weighted((view, sum(each.values(), Fraction(0))) for view, each in views.items())


@cache
def _accused(
    code: FingerprintingCode, coalition: Database[User], words: Database[int], word: int
) -> Dist[Accused, Fraction]:
    tracings = _views(code, coalition)[words]
    return Dist.weighted((tracing[word], chance) for tracing, chance in tracings.items())


class Goal(Enum):
    """What a pirate wants."""

    FRAME = "somebody outside of the coalition is accused"
    FRAME_FEASIBLY = "somebody outside of the coalition is accused, of a feasible word"
    ESCAPE = "nobody is accused, of a feasible word"


def is_feasible(words: Database[int], word: int) -> bool:
    """Whether a word lies between words of the coalition."""
    return bool(words) and min(words) <= word <= max(words)


@dataclass(frozen=True)
class Pirate:
    """The best answers of a coalition to what it sees, and how often they reach the goal."""

    chance: Fraction
    answers: tuple[tuple[Database[int], int], ...]


def best_pirate(code: FingerprintingCode, coalition: Database[User], goal: Goal) -> Pirate:
    """The best pirate: for each view a word that reaches the goal most often."""
    views = _views(code, _checked(code, coalition))
    outside = frozenset(code.users) - frozenset(coalition)
    wanted = frozenset((Bottom.BOTTOM,)) if goal is Goal.ESCAPE else outside
    answers, total = [], Fraction(0)
    for view, tracings in views.items():
        best, chosen = Fraction(0), 0
        for word in code.domain:
            if goal is Goal.FRAME or is_feasible(view, word):
                reached = (w for tracing, w in tracings.items() if tracing[word] in wanted)
                if (chance := sum(reached, Fraction(0))) > best:
                    best, chosen = chance, word
        answers.append((view, chosen))
        total += best
    return Pirate(total, tuple(answers))


class Verdict(NamedTuple):
    """How the word of a pirate is judged."""

    feasible: bool
    accused: Accused


def verdicts(
    code: FingerprintingCode, coalition: Database[User], pirate: Pirate
) -> Dist[Verdict, Fraction]:
    """The law of the verdict on a pirate that draws nothing."""
    answers, found = dict(pirate.answers), dict[Verdict, Fraction]()
    for book, chance in _books(code, _checked(code, coalition)).items():
        word = answers[book.words]
        verdict = Verdict(is_feasible(book.words, word), book.tracing[word])
        found[verdict] = found.get(verdict, Fraction(0)) + chance
    return Dist.weighted(found.items())


@dataclass(frozen=True)
class FingerprintingAttack(Generic[R]):
    """Who is accused of what a solver of the interior-point problem names.

    The database is a coalition, a row for each user; to replace a user is to replace a row of the
    solver, so whoever is accused is accused almost as often without having been in it.
    """

    code: FingerprintingCode
    solver: Mechanism[Database[int], int, R]

    def __call__(self, coalition: Database[User], coins: Coins[R], /) -> Accused:
        """The user who is accused, or bottom."""
        words = coins.draw(self.code.seen(coalition))
        word = coins.run(self.solver, words)
        return coins.release(self.code.accused(coalition, words, word))


@dataclass(frozen=True)
class SimulatedPirate(Generic[R]):
    """A pirate against n users from one against n + 1 users.

    It draws the last codeword and those of its coalition itself, and names the number of digits
    on which the answer of the other pirate agrees with the last codeword.
    """

    pirate: Mechanism[Database[int], int, R]
    base: int
    length: int
    with_last: bool
    """Whether user n + 1 is in the coalition of the other pirate."""

    def __call__(self, lengths: Database[int], coins: Coins[R], /) -> int:
        """A number of digits."""
        hidden = coins.draw(Dist.uniform(range(self.base**self.length)))
        blocks = (agreeing(hidden, y, self.base, self.length) for y in lengths)
        words: Database[int] = coins.draw(Dist.uniform(product(*blocks)))
        seen: Database[int] = (*words, hidden) if self.with_last else words
        return agreement(coins.run(self.pirate, seen), hidden, self.base, self.length)


def spliced(codeword: int, size: int) -> tuple[int, ...]:
    """The codeword x of {1, ..., size} as a splice of two versions: 0^(x-1) 1^(size-x+1)."""
    return (0,) * (codeword - 1) + (1,) * (size - codeword + 1)


def keeps_marks(words: Database[tuple[int, ...]], pirated: tuple[int, ...]) -> bool:
    """The marking assumption: a pirated word has what all words of the coalition have."""
    return all(bit in {word[place] for word in words} for place, bit in enumerate(pirated))


def first_one(word: tuple[int, ...]) -> int:
    """The codeword of a pirated word: the position of its first 1, counted from 1.

    Raises:
        ValueError: for a word without a 1.
    """
    return word.index(1) + 1
