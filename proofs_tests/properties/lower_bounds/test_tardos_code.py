"""Codes with hidden biases against any pirate, and their expected scores another way."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from itertools import pairwise, product
from math import comb, prod
from typing import Any

from hypothesis import strategies as st

from audits.claims.vocabulary import exp_high, exp_low
from audits.ledger.edits import wrong
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.codes import pirates, words
from proofs_tests.strategies.mechanisms import Listed
from proofs_tests.strategies.numbers import PROBABILITIES
from reference.data.bottom import Bottom
from reference.lower_bounds.fingerprinting_code import Book, Matrix, Word
from reference.lower_bounds.tardos_code import (
    BiasedCode,
    Score,
    Strategy,
    TardosPlan,
    answered,
    beta,
    bits_chance,
    column_score,
    even_score,
    pure_strategies,
    steep_score,
    uniform_column,
    uniform_score,
)
from reference.probability.dist import Dist

NONE, ONE = Fraction(0), Fraction(1)
mistake = partial(wrong, BiasedCode)

SIDE = st.integers(1, 4)


def bias(a: int, b: int) -> Fraction:
    """One for which the even scores are rational: b/a and -a/b."""
    return Fraction(a * a, a * a + b * b)


def chance(bits: Word, biases: tuple[Fraction, ...]) -> Fraction:
    """Of independent bits with these biases."""
    return prod((p if x else 1 - p for x, p in zip(bits, biases, strict=True)), start=ONE)


CODES = st.builds(
    lambda size, sides: BiasedCode(size[0], size[1], tuple(bias(a, b) for a, b in sides), ONE),
    st.sampled_from([(2, 1), (2, 2), (3, 1), (1, 2)]),
    st.lists(st.tuples(SIDE, SIDE), min_size=1, max_size=2),
)


@property_of(
    BiasedCode,
    {
        "fair bits": mistake("bits_chance(bits, p)) => Fraction(1))"),
        "0 with chance p": mistake("bits_chance(bits, p)) => bits_chance(bits, 1 - p))"),
        "one bit for all users": mistake("(bits[i] for _, bits => (bits[0] for _, bits"),
        "biases not kept": mistake("(p for p, _ in columns) => (columns[0][0] for _ in columns)"),
    },
    code=CODES,
)
def test_gen(made: Callable[..., BiasedCode], code: BiasedCode) -> None:
    """A bias for each column, and then each bit by itself."""
    books = [
        (Book(rows, biases), prod((chance(row, biases) for row in rows), start=ONE))
        for biases in product(code.biases, repeat=code.columns)
        for rows in product(words(code.columns), repeat=code.users)
    ]
    assert made(code.users, code.columns, code.biases, NONE).books() == Dist.weighted(books)


@property_of(
    BiasedCode,
    {
        "all columns count": mistake("in bits if w), => in bits),"),
        "columns without a 1 count": mistake("in bits if w), => in bits if not w),"),
        "a tie is above": mistake("> self.threshold for => >= self.threshold for"),
        "the user after": mistake("book.words[user - 1] => book.words[user % self.users]"),
    },
    columns=st.lists(
        st.tuples(SIDE, SIDE, st.integers(0, 1), st.tuples(*[st.integers(0, 1)] * 2)),
        min_size=1,
        max_size=3,
    ),
    tied=st.sampled_from([0, 1, None]),
)
def test_trace(
    made: Callable[..., BiasedCode], columns: list[tuple[int, int, int, Word]], tied: int | None
) -> None:
    """It adds b/a for a 1 and -a/b for a 0 where w has a 1; the first above the threshold."""
    totals = [
        sum(
            (bit * (Fraction(b, a) if x[i] else Fraction(-a, b)) for a, b, bit, x in columns), NONE
        )
        for i in range(2)
    ]
    threshold = Fraction(1, 2) if tied is None else totals[tied]
    biases = tuple(bias(a, b) for a, b, _, _ in columns)
    code = made(2, len(columns), biases, threshold)
    word = tuple(bit for _, _, bit, _ in columns)
    book = Book(tuple(zip(*(x for *_, x in columns), strict=True)), biases)
    assert [code.total(book, word, user) for user in (1, 2)] == totals
    above = [i for i, total in enumerate(totals, start=1) if total > threshold]
    assert code.trace(book, word) == (above[0] if above else Bottom.BOTTOM)


Scores = tuple[Score, Score]


@property_of(
    (even_score, steep_score),
    {
        "the sign is turned": (wrong(even_score, "(bit - bias) => (bias - bit)"), steep_score),
        "upside down": "* Fraction(bottom => / Fraction(bottom",
        "p": (even_score, wrong(steep_score, "return bias * (1 - bias) => return bias")),
        "x - p": (even_score, lambda x, p: x - p),
    },
    a=SIDE,
    b=SIDE,
)
def test_scores_of_a_bit(made: Scores, a: int, b: int) -> None:
    """b/a and -a/b; or 1/p and -1/(1 - p)."""
    p = bias(a, b)
    even, steep = made
    assert (even(1, p), even(0, p)) == (Fraction(b, a), Fraction(-a, b))
    assert (steep(1, p), steep(0, p)) == (1 / p, -1 / (1 - p))


@property_of(
    BiasedCode,
    {
        "one bit for all users": mistake("(bits[i] for _, bits => (bits[0] for _, bits"),
        "fair bits": mistake("bits_chance(bits, p)) => Fraction(1))"),
        "a 0 costs nothing": mistake("self.score(x, p) for w => max(self.score(x, p), 0) for w"),
        "columns without a 1 count": mistake("in bits if w), => in bits if not w),"),
        "the user after": mistake("book.words[user - 1] => book.words[user % self.users]"),
    },
    played=CODES.flatmap(
        lambda code: st.tuples(st.just(code), pirates(code, tuple(range(2, code.users + 1))))
    ),
)
def test_an_innocent_user(
    made: Callable[..., BiasedCode], played: tuple[BiasedCode, Listed[Matrix, Word]]
) -> Fraction:
    """Its sum has mean 0 and as variance the expected ones of the word, whatever the pirates do.

    So it is accused with probability at most V/(V + Z^2) for the threshold Z (Cantelli).
    """
    code, pirate = played
    built = made(code.users, code.columns, code.biases, ONE)
    mean, square, ones, accused = NONE, NONE, NONE, NONE
    books = built.books()
    for book in books:
        law = pirate.laws[book.words[1:]]
        for word in law:
            often = books.probability(book) * law.probability(word)
            total = built.total(book, word, 1)
            mean += often * total
            square += often * total**2
            ones += often * sum(word)
            accused += often * (built.trace(book, word) == 1)
    assert mean == 0
    assert square == ones
    return ones / (ones + 1) - accused


@property_of(
    BiasedCode,
    {
        "one column less": mistake("range(ones): => range(ones - 1):"),
        "never a 0": mistake("(bit, p), bits_chance => (bit, p), bit * bits_chance"),
        "differences": mistake("map(sum_of_two) => map(lambda pair: pair[0] - pair[1])"),
    },
    sides=st.lists(st.tuples(SIDE, SIDE), min_size=1, max_size=2),
    ones=st.integers(0, 3),
)
def test_sums_of_the_innocent(
    made: Callable[..., BiasedCode], sides: list[tuple[int, int]], ones: int
) -> None:
    """All columns and bits, one by one."""
    biases = tuple(bias(a, b) for a, b in sides)
    found = []
    for columns in product(sides, repeat=ones):
        for bits in words(ones):
            parts = (
                Fraction(b, a) if x else Fraction(-a, b)
                for x, (a, b) in zip(bits, columns, strict=True)
            )
            drawn = tuple(bias(a, b) for a, b in columns)
            found.append((sum(parts, NONE), chance(bits, drawn)))
    assert made(1, 0, biases, ONE).innocent_total(ones) == Dist.weighted(found)


def coefficients(strategy: Strategy) -> list[Fraction]:
    """Those of the polynomial F(p), by differences: C(n, i) times the i-th difference of f."""
    found, left, n = [], list(strategy), len(strategy) - 1
    for i in range(n + 1):
        found.append(comb(n, i) * left[0])
        left = [b - a for a, b in pairwise(left)]
    return found


STRATEGIES = st.lists(PROBABILITIES, min_size=2, max_size=5).map(tuple)
Expected = tuple[Callable[..., Fraction], Callable[..., Fraction], Callable[..., Fraction]]
EXPECTED: Expected = answered, column_score, uniform_score


@property_of(
    EXPECTED,
    {
        "each k once": (wrong(answered, "f * comb(n, k) * bias => f * bias"), *EXPECTED[1:]),
        "ones only": (answered, wrong(column_score, " + (n - k) * zero) => )"), uniform_score),
        "steep: F(1)": (*EXPECTED[:2], wrong(uniform_score, "- strategy[0] => ")),
        "x - p: the sum": (*EXPECTED[:2], wrong(uniform_score, "- n * beta => + n * beta")),
    },
    f=STRATEGIES,
    a=SIDE,
    b=SIDE,
)
def test_expected_scores_of_pirates(made: Expected, f: Strategy, a: int, b: int) -> None:
    """They answer 1 with chance F(p), and score sqrt(p (1-p)) F'(p), or F'(p).

    Over uniform biases that is F(1) - F(0), and with x - p the integral of p (1-p) F'(p).
    """
    answer, column, uniform = made
    p, powers = bias(a, b), [*enumerate(coefficients(f))]
    slope = sum((i * c * p ** (i - 1) for i, c in powers if i), NONE)
    assert answer(f, p) == sum((c * p**i for i, c in powers), NONE)
    assert column(f, p, even_score) == Fraction(a * b, a * a + b * b) * slope
    assert column(f, p, steep_score) == slope
    assert uniform(f, steep=True) == sum((c for i, c in powers if i), NONE)
    assert uniform(f, steep=False) == sum(
        (c * Fraction(i, (i + 1) * (i + 2)) for i, c in powers), NONE
    )


@property_of(
    (uniform_column, beta, bits_chance),
    {
        "fair": (lambda n: Dist.uniform(words(n)), beta, bits_chance),
        "n!": "zeros + 1) => zeros)",
        "zeros": "factorial(ones) * => ",
        "turned": "sum(bits) => bits.count(0)",
    },
    bits=st.lists(st.integers(0, 1), max_size=4).map(tuple),
    p=PROBABILITIES,
)
def test_uniform_biases(
    made: tuple[Callable[[int], Dist[Word, Fraction]], Callable[[int, int], Fraction], Any],
    bits: Word,
    p: Fraction,
) -> None:
    """An urn: after k ones among m bits the next is 1 with chance (k + 1)/(m + 2)."""
    urn = ONE
    for m, bit in enumerate(bits):
        k = bits[:m].count(bit)
        urn *= Fraction(k + 1, m + 2)
    assert made[0](len(bits)).probability(bits) == urn == made[1](bits.count(1), bits.count(0))
    assert made[2](bits, p) == chance(bits, (p,) * len(bits))


@property_of(
    (pure_strategies, TardosPlan.of),
    {
        "0 to all": (wrong(pure_strategies, "*middle, 1) => *middle, 0)"), TardosPlan.of),
        "rounded down": (pure_strategies, wrong(TardosPlan, ".ceil() => .floor()").of),
        "c columns": (pure_strategies, wrong(TardosPlan, "pirates**2 => pirates").of),
        "99": (pure_strategies, wrong(TardosPlan, "100 * pirates => 99 * pirates").of),
        "21": (pure_strategies, wrong(TardosPlan, "20 * pirates => 21 * pirates").of),
        "301": (pure_strategies, wrong(TardosPlan, "Fraction(1, 300 => Fraction(1, 301").of),
    },
    pirates=st.integers(1, 4),
    error=st.fractions(Fraction(1, 100), Fraction(99, 100), max_denominator=100),
)
def test_plans(
    made: tuple[Callable[[int], Iterator[Strategy]], Callable[[int, Fraction], TardosPlan]],
    pirates: int,
    error: Fraction,
) -> None:
    """All feasible strategies; d = 100 c^2 K, Z = 20 c K, K the least with e^-K <= the error."""
    pure = [f for f in words(pirates + 1) if f[0] == 0 and f[-1] == 1]
    assert sorted(made[0](pirates)) == pure
    plan = made[1](pirates, error)
    k = Fraction(plan.threshold, 20 * pirates)
    assert plan.columns == 5 * pirates * plan.threshold
    assert k.denominator == 1
    assert exp_high(-k) <= error < exp_low(1 - k)
    assert plan.cut * plan.threshold == k / 15
