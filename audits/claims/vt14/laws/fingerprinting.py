"""Codes by their definition, coalitions of users, games and mechanisms for attribute means."""

from audits.claims.prelude import *
from audits.ledger.quantifiers import Quantifier, Sized, at
from reference.exact.field import R
from reference.lower_bounds.boneh_shaw_code import BonehShawCode, CountingPirate
from reference.lower_bounds.fingerprinting_code import (
    Coalition,
    Matrix,
    TracingCode,
    Verdict,
    Word,
    seen,
)
from reference.lower_bounds.fingerprinting_experiment import (
    Answers,
    ExactMeans,
    Experiment,
    Means,
    MeansPirate,
    everybody_but,
)
from reference.lower_bounds.interior_point_fingerprinting import Accused

Row = TypeVar("Row")
Size = tuple[int, int]
"""Users and columns of a block."""


def coalitions(users: int, least: int = 1) -> Iterator[Coalition]:
    """All of at least so many users."""
    for size in range(least, users + 1):
        yield from combinations(range(1, users + 1), size)


def coalitions_of(codes: tuple[Size, ...] | Sized[tuple[Size, ...]]) -> Quantifier:
    """`code` and `coalition`: users and columns of a block, and each coalition."""
    return Quantifier(
        ("code", "coalition"),
        lambda size: ((code, team) for code in at(codes, size) for team in coalitions(code[0])),
        lambda size: (
            f"codes with (users, columns of a block) = {', '.join(map(str, at(codes, size)))}, "
            "and all coalitions"
        ),
    )


def teams(*listed: Coalition) -> ListedAdjacency[Coalition]:
    """Coalitions, none of them neighbours."""
    return ListedAdjacency(listed, (), "coalitions")


def one_missing_of(users: int) -> ListedAdjacency[int]:
    """The missing user; any two are neighbours."""
    links = tuple(combinations(range(users), 2))
    return ListedAdjacency(tuple(range(1, users + 1)), links, "another user is missing")


def printed_columns(users: int, block: int) -> list[tuple[int, Word]]:
    """The columns of the matrix of the notes, block by block, each with its block."""
    return [
        (b, tuple(int(user <= b) for user in range(1, users + 1)))
        for b in range(users + 1)
        for _ in range(block)
    ]


def printed_orders(users: int, block: int) -> Iterator[tuple[tuple[int, ...], Matrix]]:
    """All permutations of the columns: the blocks, and the matrix."""
    for order in permutations(printed_columns(users, block)):
        yield tuple(b for b, _ in order), tuple(zip(*(bits for _, bits in order), strict=True))


def printed_trace(users: int, blocks: tuple[int, ...], word: Word) -> Accused:
    """Trace, told which block each column is from, by sums: n (s_i - s_(i-1)) >= B."""
    block = len(word) // (users + 1)
    for i in range(1, users + 1):
        rise = 0
        for b, bit in zip(blocks, word, strict=True):
            rise += bit * ((b == i) - (b == i - 1))
        if users * rise >= block:
            return i
    return Bottom.BOTTOM


def forced_bits(rows: Matrix) -> Iterator[Word]:
    """Feasible words: where the rows agree the bit is theirs, elsewhere it is free."""
    if rows:
        free = [len({row[j] for row in rows}) > 1 for j in range(len(rows[0]))]
        for word in product((0, 1), repeat=len(rows[0])):
            if all(f or bit == first for f, bit, first in zip(free, word, rows[0], strict=True)):
                yield word


def framed_by_listing(code: TracingCode, coalition: Coalition) -> Fraction:
    """For each view the most frequent failure of a feasible word, added up."""
    law = code.books()
    reached: dict[tuple[Matrix, Word], Fraction] = {}
    for book in law:
        rows = tuple(book.words[user - 1] for user in coalition)
        for word in forced_bits(rows):
            wrong = code.trace(book, word) not in coalition
            old = reached.get((rows, word), Fraction(0))
            reached[rows, word] = old + wrong * law.probability(book)
    best: dict[Matrix, Fraction] = {}
    for (rows, _), chance in reached.items():
        best[rows] = max(best.get(rows, Fraction(0)), chance)
    return sum(best.values(), Fraction(0))


def framed_by_divisions(
    users: int, block: int, coalition: Coalition
) -> dict[tuple[int, ...], Fraction]:
    """By ones in each class, how often nobody of a coalition with users 1 and n is accused."""
    kinds = [sum(user <= b for user in coalition) for b in range(users + 1)]
    framed: dict[tuple[int, ...], int] = {}
    for middle in product(range(block + 1), repeat=users - 1):
        counts = (0, *middle, block)
        ones = [0] * (len(coalition) + 1)
        for kind, count in zip(kinds, counts, strict=True):
            ones[kind] += count
        rises = (i for i in range(1, users + 1) if users * (counts[i] - counts[i - 1]) >= block)
        ways = prod(comb(block, count) for count in counts) * (next(rises) not in coalition)
        framed[(*ones,)] = framed.get((*ones,), 0) + ways
    sizes = [kinds.count(kind) * block for kind in range(len(coalition) + 1)]
    return {ones: Fraction(ways, prod(map(comb, sizes, ones))) for ones, ways in framed.items()}


def jump_by_listing(users: int, block: int, ones: int) -> Fraction:
    """Two blocks alike, ones in the first columns: how often the second has more by B/n."""
    subsets = [*combinations(range(2 * block), block)]
    hits = 0
    for first in subsets:
        x = sum(place < ones for place in first)
        hits += users * (ones - 2 * x) >= block
    return Fraction(hits, len(subsets))


@dataclass(frozen=True, slots=True)
class Rises(Generic[R]):
    """The means over the blocks of what a pirate makes: called on a coalition."""

    code: BonehShawCode
    pirate: Mechanism[Matrix, Word, R]

    def __call__(self, coalition: Coalition, coins: Coins[R], /) -> tuple[Fraction, ...]:
        book = coins.draw(self.code.books())
        word = coins.run(self.pirate, seen(book.words, coalition))
        return self.code.means(book.words, word)


@dataclass(frozen=True, slots=True)
class FromTheEnd(Generic[R]):
    """Puts so many ones into the last columns of each class, not the first."""

    ones: tuple[int, ...]

    def __call__(self, rows: Matrix, coins: Coins[R], /) -> Word:
        turned = tuple(row[::-1] for row in rows)
        return CountingPirate[R](self.ones)(turned, coins)[::-1]


@dataclass(frozen=True, slots=True)
class NoisyMeans(Generic[Row, R]):
    """The mean of each query with geometric noise, eps in all, clamped."""

    queries: tuple[Callable[[Row], int], ...]
    eps: Epsilon[R]

    def __call__(self, database: Database[Row], coins: Coins[R], /) -> Answers:
        n = len(database)
        noisy = NoisyInteger(self.eps.exp(Fraction(-1, len(self.queries))), (0, n))
        return tuple(
            Fraction(coins.run(noisy, sum(query(row) for row in database)), n)
            for query in self.queries
        )


@dataclass(frozen=True, slots=True)
class RoundedNoise(Generic[R]):
    """Whether each noisy count of ones is more than half of the rows, eps in all.

    The answers of `NoisyMeans` for the attributes, rounded: fewer outcomes.
    """

    columns: int
    eps: Epsilon[R]

    def __call__(self, database: Database[Word], coins: Coins[R], /) -> Answers:
        n = len(database)
        noise = TwoSidedGeometric(self.eps.exp(Fraction(-1, self.columns)))
        counts = [sum(column) for column in zip(*database, strict=True)]
        large = [bernoulli(noise.at_least(n // 2 + 1 - count)) for count in counts]
        return tuple(Fraction(int(coins.draw(each))) for each in large)


@dataclass(frozen=True, slots=True)
class Attribute:
    """The query of an attribute."""

    place: int

    def __call__(self, row: Word, /) -> int:
        return row[self.place]


def noisy_means(columns: int, eps: Epsilon[R]) -> NoisyMeans[Word, R]:
    """Of the attributes."""
    return NoisyMeans(tuple(map(Attribute, range(columns))), eps)


@dataclass(frozen=True, slots=True)
class NowAndThenExact:
    """The exact means with probability delta, else those of no row: (0, delta)-private."""

    delta: Fraction

    def __call__(self, database: Database[Word], coins: Coins[Any], /) -> Answers:
        if coins.draw(bernoulli(self.delta)):
            return coins.run(ExactMeans(), database)
        return tuple(Fraction(0) for _ in database[0])


@dataclass(frozen=True, slots=True)
class WeightedReports(Generic[R]):
    """Each row says with odds e^eps : 1 truthfully whether it begins with 1.

    What row j says is the answer for attribute j, so that the order of the rows matters.
    """

    eps: Epsilon[R]

    def __call__(self, database: Database[Word], coins: Coins[R], /) -> Answers:
        r = self.eps.exp()
        kept = bernoulli(r / (1 + r))
        said = [row[0] if coins.draw(kept) else 1 - row[0] for row in database]
        return tuple(map(Fraction, said))


@dataclass(frozen=True, slots=True)
class NearlyHalfOff:
    """The exact means, moved up or down by less than 1/2: accurate, not private."""

    shift: Fraction

    def __call__(self, database: Database[Word], coins: Coins[Any], /) -> Answers:
        sign = coins.draw(Dist.uniform((-1, 1)))
        return tuple(mean + sign * self.shift for mean in coins.run(ExactMeans(), database))


@dataclass(frozen=True, slots=True)
class AccusedBy(Generic[R]):
    """Who is accused in the experiment: called on the missing user."""

    experiment: Experiment[R]

    def __call__(self, missing: int, coins: Coins[R], /) -> Accused:
        return coins.run(self.experiment, missing).accused


@cache
def verdicts(users: int, means: Means[Fraction], missing: int) -> Dist[Verdict, Fraction]:
    """The law of the experiment, one column a block."""
    return law(Experiment(BonehShawCode(users, 1), means), missing)


def who(verdict: Verdict) -> Accused:
    """Who is accused."""
    return verdict.accused


@dataclass(frozen=True, slots=True)
class AccusedByCounts(Generic[R]):
    """`AccusedBy` the experiment, for an M that treats all columns alike: Gen is not drawn.

    M is shown the columns block by block, and who is accused is drawn given its numbers of ones.
    """

    code: BonehShawCode
    means: Means[R]

    def __call__(self, missing: int, coins: Coins[R], /) -> Accused:
        blocks = (b for b in range(self.code.users + 1) for _ in range(self.code.block))
        team = everybody_but(self.code.users, missing)
        rows = seen(self.code.book(tuple(blocks)).words, team)
        word = coins.run(MeansPirate(self.means), rows)
        return coins.draw(self.code.traced(team, ones_by_class(rows, word)))


def ones_by_class(rows: Matrix, word: Word) -> tuple[int, ...]:
    """How many ones are in the columns with no, one, two, ... ones of the coalition."""
    ones = [0] * (len(rows) + 1)
    for bit, column in zip(word, zip(*rows, strict=True), strict=True):
        ones[sum(column)] += bit
    return tuple(ones)


@dataclass(frozen=True, slots=True)
class SplitMeans:
    """Two rows: exact where they agree, else 3/4 for so many attributes, then 1/4: off by 1/4."""

    ones: int

    def __call__(self, database: Database[Word], coins: Coins[Any], /) -> Answers:
        del coins
        left, answers = self.ones, []
        for column in zip(*database, strict=True):
            mixed = len({*column}) > 1
            answers.append(Fraction(1 + 2 * (left > 0), 4) if mixed else Fraction(column[0]))
            left -= mixed
        return tuple(answers)
