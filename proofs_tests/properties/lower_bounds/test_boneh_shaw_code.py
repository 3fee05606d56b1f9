"""The code of Boneh and Shaw against any pirate, and its numbers by listing."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache, partial
from itertools import combinations, permutations, product
from math import comb, prod

from hypothesis import strategies as st

from audits.claims.vocabulary import exp_high, exp_low
from audits.ledger.edits import wrong
from proofs_tests.properties.measured import law_of
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.codes import allowed, coalitions, pirates
from proofs_tests.strategies.mechanisms import Listed
from reference.data.bottom import Bottom
from reference.lower_bounds.boneh_shaw_code import (
    BonehShawCode,
    CountingPirate,
    enough_columns,
    one_missing,
)
from reference.lower_bounds.fingerprinting_code import Coalition, Matrix, SecurityGame, Word
from reference.lower_bounds.interior_point_fingerprinting import Accused
from reference.probability.dist import Dist

Played = tuple[BonehShawCode, Coalition, Listed[Matrix, Word]]

PLAYED = (
    st.sampled_from([BonehShawCode(3, 1), BonehShawCode(2, 2), BonehShawCode(2, 1)])
    .flatmap(
        lambda code: st.tuples(st.just(code), st.sampled_from(coalitions(code.users)).filter(bool))
    )
    .flatmap(lambda game: st.tuples(st.just(game[0]), st.just(game[1]), pirates(*game)))
)


def first_rise(users: int, block: int, ones: tuple[int, ...]) -> Accused:
    """The first i with n (s_i - s_(i-1)) >= B, s_b the ones in block b."""
    found = [i for i in range(1, users + 1) if users * (ones[i] - ones[i - 1]) >= block]
    return min(found) if found else Bottom.BOTTOM


def seen_alike(coalition: Coalition, ones: tuple[int, ...]) -> tuple[int, ...]:
    """The ones in each class, from those in each block."""
    found = [0] * (len(coalition) + 1)
    for b, each in enumerate(ones):
        found[sum(user <= b for user in coalition)] += each
    return tuple(found)


def ones_by_class(rows: Matrix, word: Word) -> list[int]:
    """The ones in each class of columns, by the ones that the rows have there."""
    kinds = [sum(column) for column in zip(*rows, strict=True)]
    return [
        sum(bit for kind, bit in zip(kinds, word, strict=True) if kind == each)
        for each in range(len(rows) + 1)
    ]


@cache
def by_divisions(
    users: int, block: int, coalition: Coalition
) -> dict[tuple[int, ...], Dist[Accused, Fraction]]:
    """For ones in each class who is accused: all ways to divide them into the blocks."""
    ways: dict[tuple[int, ...], list[tuple[Accused, Fraction]]] = {}
    for ones in product(range(block + 1), repeat=users + 1):
        weight = Fraction(prod(comb(block, each) for each in ones))
        accused = first_rise(users, block, ones)
        ways.setdefault(seen_alike(coalition, ones), []).append((accused, weight))
    return {ones: Dist.weighted(pairs) for ones, pairs in ways.items()}


mistake = partial(wrong, BonehShawCode)

WRONG_RISES = {
    "more than 1/n": mistake("high - low >= => high - low >"),
    "1/(n+1)": mistake("Fraction(1, self.users) => Fraction(1, self.users + 1)"),
    "a fall counts": mistake("return high - low => return abs(high - low)"),
}
SIZES = st.sampled_from([(3, 2), (2, 3), (3, 1), (4, 1), (2, 2), (1, 3), (1, 1)])
"""Users and columns of a block."""


@property_of(
    BonehShawCode,
    {
        "more than 1/n": WRONG_RISES["more than 1/n"],
        "a fall counts": WRONG_RISES["a fall counts"],
        "some orders never": mistake("if count: => if count and length + b != 4:"),
        "zeros for users up to b": mistake("int(b >= i) => int(b < i)"),
    },
    played=PLAYED,
)
def test_any_pirate(made: type[BonehShawCode], played: Played) -> Fraction:
    """Feasible words accuse somebody, from outside no more often than by the best pirate.

    Who it is depends on the ones in each class only; and two blocks alike give a bound.
    """
    code, team, pirate = played
    n = code.users
    built = made(n, code.block)
    judged = law_of(SecurityGame(built, pirate), team)
    assert all(v.accused in range(1, n + 1) for v in judged if v.feasible)
    divided, expected = by_divisions(n, code.block, team), []
    for book in code.books():
        rows = tuple(book.words[user - 1] for user in team)
        for word in pirate.laws[rows]:
            law = divided[tuple(ones_by_class(rows, word))]
            chance = pirate.laws[rows].probability(word)
            expected += [(who, chance * law.probability(who)) for who in law]
    assert judged.map(lambda v: v.accused) == Dist.weighted(expected)
    framed = judged.probability_that(lambda v: v.feasible and v.accused not in team)
    best, _ = built.best_counts(team)
    assert best <= len({*range(2, n)} - {*team}) * built.largest_jump
    return best - framed


@property_of(
    BonehShawCode,
    {
        **WRONG_RISES,
        "the user before": mistake("int(b >= i) => int(b > i)"),
        "one block less": mistake("(self.users + 1) * self.block => self.users * self.block"),
        "by all columns": mistake("Fraction(each, self.block) => Fraction(each, self.length)"),
    },
    size=SIZES,
    data=st.data(),
)
def test_trace(made: type[BonehShawCode], size: tuple[int, int], data: st.DataObject) -> None:
    """In any order of the columns it accuses the first user at whom the mean rises by 1/n."""
    n, block = size
    code = made(n, block)
    order = data.draw(st.permutations([b for b in range(n + 1) for _ in range(block)]))
    word = data.draw(st.tuples(*[st.integers(0, 1)] * len(order)))
    book = code.book(tuple(order))
    assert book.words == tuple(tuple(int(not user > b) for b in order) for user in range(1, n + 1))
    assert code.length == len(order)
    ones = [sum(bit for bit, b in zip(word, order, strict=True) if b == i) for i in range(n + 1)]
    assert [mean * block for mean in code.means(book.words, word)] == ones
    assert code.trace(book, word) == first_rise(n, block, tuple(ones))


@property_of(
    BonehShawCode,
    {
        "never block 1 first": mistake("if count: => if count and length + b != 4:"),
        "block 0 first": mistake("code.length)) => code.length) if not order[0])"),
    },
    size=st.sampled_from([(3, 1), (2, 1), (1, 2), (1, 1)]),
)
def test_gen(made: type[BonehShawCode], size: tuple[int, int]) -> None:
    """All permutations of the columns are equally likely."""
    n, block = size
    users, blocks = range(1, n + 1), [b for b in range(n + 1) for _ in range(block)]
    columns = [tuple(int(b >= i) for i in users) for b in blocks]
    orders = Dist.uniform(tuple(zip(*order, strict=True)) for order in permutations(columns))
    assert made(n, block).books().map(lambda book: book.words) == orders


TEAMS = SIZES.flatmap(lambda size: st.tuples(st.just(size), st.sampled_from(coalitions(size[0]))))


@property_of(
    BonehShawCode,
    {
        **WRONG_RISES,
        "the class is not used up": mistake("(blocks.stop - b) * => len(blocks) *"),
        "without the columns left": mistake("comb(columns - self.block, left - ones) => 1"),
        "columns alike": mistake("ways = comb(self.block, ones) * => ways ="),
        "nothing before": mistake("{(last, total): chance => {(0, total): chance"),
        "block 0 rises": mistake("if b and self.rises( => if self.rises("),
        "one accusation only": mistake("found.get(b, Fraction(0)) + p => p"),
        "states are not merged": mistake("after.get(key, Fraction(0)) + p => p"),
        "nobody is lost": mistake("found[Bottom.BOTTOM] = sum( => found[1] = sum("),
        "a 1 in the first class": mistake("((0, *ones, free => ((1, *ones, free"),
        "no ones in the last class": mistake("*ones, free[-1]) for => *ones, 0) for"),
        "never all ones": mistake("range(size + 1) for size => range(size) for size"),
        "who is inside": mistake("who not in coalition => who in coalition"),
        "the least": mistake("return max((self.framed => return min((self.framed"),
        "alone": mistake("for size in users => for size in (1,)"),
    },
    team=TEAMS,
)
def test_counts_of_ones(
    made: type[BonehShawCode], team: tuple[tuple[int, int], Coalition]
) -> None:
    """Who is accused of so many ones in each class, and which are worst: by all divisions."""
    (n, block), coalition = team
    code, framed = made(n, block), {}
    for ones, law in by_divisions(n, block, coalition).items():
        assert code.traced(coalition, ones) == law
        framed[ones] = sum((law.probability(u) for u in law if u not in coalition), Fraction(0))
        assert code.framed(coalition, ones) == framed[ones]
    words = code.book(tuple(b for b in range(n + 1) for _ in range(block))).words
    rows = tuple(words[user - 1] for user in coalition)
    feasible = {tuple(ones_by_class(rows, word)) for word in allowed(rows)}
    assert sorted(code.feasible_counts(coalition)) == sorted(feasible)
    if coalition:
        assert code.best_counts(coalition) == max((framed[ones], ones) for ones in feasible)
        assert code.best_counts(coalition)[0] <= code.error
        assert code.error in {code.best_counts(each)[0] for each in coalitions(n) if each}


@property_of(
    BonehShawCode,
    {
        **WRONG_RISES,
        "one block": mistake("comb(2 * b, ones)) => (comb(b, ones) or 1))"),
        "at most two ones": mistake("comb(b, ones - x) => (ones < 3) * comb(b, ones - x)"),
        "the least": mistake("return max(self.jump => return min(self.jump"),
        "fewer ones": mistake("range(2 * self.block + 1)) => range(self.block))"),
    },
    users=st.integers(1, 4),
    block=st.integers(1, 4),
    ones=st.integers(0, 8),
)
def test_two_blocks_alike(
    made: type[BonehShawCode], users: int, block: int, ones: int
) -> Fraction:
    """How often the second of two blocks alike has more ones by B/n: at most e^(-B/(2n^2))."""
    code, total = made(users, block), min(ones, 2 * block)
    rises = [
        users * (total - 2 * sum(place < total for place in first)) >= block
        for first in combinations(range(2 * block), block)
    ]
    assert code.jump(total) == Fraction(sum(rises), len(rises)) <= code.largest_jump
    assert code.largest_jump in {code.jump(each) for each in range(2 * block + 1)}
    return exp_low(Fraction(-block, 2 * users**2)) - code.largest_jump


@property_of(
    one_missing,
    {
        "blocks before are empty": "b * step for b => 0 * b for b",
        "they rise by 1/n": "code.users) - 1 => code.users)",
        "as many in each": "b * step for b => step for b",
        "one user later": "range(user - 1)) => range(1, user))",
        "the least": "return max( => return min(",
        "few ones": "range(2 * code.block + 1) => range(code.block)",
        "nothing after": "(code.block,) * => (0,) *",
    },
    size=st.sampled_from([(4, 5), (3, 4), (4, 6), (3, 2), (5, 2), (4, 1), (3, 1)]),
    user=st.integers(2, 4),
)
def test_one_missing(
    made: Callable[[BonehShawCode, int], tuple[int, ...]], size: tuple[int, int], user: int
) -> Fraction:
    """Its ones are feasible, and no others have the missing user accused more often."""
    code = BonehShawCode(*size)
    missing = min(user, code.users - 1)
    team = tuple(each for each in range(1, code.users + 1) if each != missing)
    ones = made(code, missing)
    assert ones in code.feasible_counts(team)
    return code.framed(team, ones) - code.best_counts(team)[0]


@property_of(
    CountingPirate,
    {
        "nothing is used up": "left[kind] -= 1 => pass",
        "one more": "left[kind] > 0 => left[kind] >= 0",
    },
    rows=st.integers(1, 3).flatmap(
        lambda k: st.lists(st.tuples(*[st.integers(0, 1)] * k), min_size=1, max_size=4)
    ),
    ones=st.tuples(*[st.integers(0, 2)] * 5),
)
def test_counting(
    made: type[CountingPirate[Fraction]], rows: list[Word], ones: tuple[int, ...]
) -> None:
    """The first so many columns of each class have a 1."""
    (word,) = law_of(made(ones), tuple(rows))
    kinds = [sum(column) for column in zip(*rows, strict=True)]
    assert word == tuple(int(kinds[:j].count(k) < ones[k]) for j, k in enumerate(kinds))


@property_of(
    enough_columns,
    {
        "no union": "ln(users / error) => ln(1 / error)",
        "n^2": "2 * users**2 * => users**2 *",
        "2 n": "users**2 => users",
        "one more": ".ceil() => .ceil() + 1",
        "rounded down": ".ceil() => .floor()",
    },
    users=st.integers(1, 5),
    error=st.fractions(Fraction(1, 100), Fraction(99, 100), max_denominator=100),
)
def test_columns(made: Callable[[int, Fraction], int], users: int, error: Fraction) -> Fraction:
    """The fewest B with n e^(-B/(2n^2)) <= xi."""
    block = made(users, error)
    assert users * exp_low(Fraction(1 - block, 2 * users**2)) > error
    return error - users * exp_high(Fraction(-block, 2 * users**2))
