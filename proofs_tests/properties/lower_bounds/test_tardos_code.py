"""Codes with hidden biases against any pirate, and their expected scores another way."""

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise, product
from math import comb, prod
from typing import Any, NamedTuple

from hypothesis import strategies as st

from audits.claims.vocabulary import exp_high, exp_low
from audits.ledger.edits import remade
from proofs_tests.properties.sides import at_most, refused
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.codes import coalitions, played, view, words
from proofs_tests.strategies.mechanisms import Listed
from proofs_tests.strategies.numbers import PROBABILITIES
from reference.data.bottom import Bottom
from reference.lower_bounds.fingerprinting_code import Book, Coalition, Matrix, Word
from reference.lower_bounds.tardos_code import (
    BiasedCode,
    Strategy,
    TardosPlan,
    answered,
    column_score,
    even_score,
    pure_strategies,
    steep_score,
    uniform_column,
    uniform_score,
)
from reference.probability.dist import Dist

NONE = Fraction(0)
SIDES = [*product(range(1, 5), repeat=2)]
SCORES = {Fraction(a * a, a * a + b * b): Fraction(b, a) for a, b in SIDES}
"""Biases, and what a 1 scores evenly; a 0 scores -1 over that."""

SOME = [Fraction(1, 2), Fraction(4, 5)]

BIASES = st.sampled_from(sorted(SCORES, key=lambda p: (p.denominator, p)))


class Game(NamedTuple):
    """What a code is made of, a coalition, its pirate, and a user outside of it."""

    users: int
    columns: int
    biases: tuple[Fraction, ...]
    threshold: Fraction
    team: Coalition
    pirate: Listed[Matrix, Word]
    innocent: int

    @property
    def code(self) -> BiasedCode:
        """The code."""
        return BiasedCode(self.users, self.columns, self.biases, self.threshold)


@st.composite
def games(draw: st.DrawFn) -> Game:
    """Any coalition but that of all users."""
    users, columns = draw(st.sampled_from([(2, 2), (3, 1), (2, 1), (1, 2)]))
    some = draw(st.lists(BIASES, min_size=1, max_size=2) | st.just([*SOME[:1], *SOME]))
    threshold = draw(st.sampled_from([Fraction(1), Fraction(3, 2)]))
    made = users, columns, tuple(some), threshold
    teams = [t for t in coalitions(users) if len(t) < users]
    _, team, pirate = draw(played(BiasedCode(*made), teams))
    outside = sorted({*range(1, users + 1)} - {*team})
    return Game(*made, team, pirate, draw(st.sampled_from(outside)))


def gen(code: BiasedCode) -> Dist[Book, Fraction]:
    """A bias for each column, and then each bit by itself."""
    return Dist.weighted(
        (
            Book(rows, biases),
            prod(
                (p if x else 1 - p for row in rows for x, p in zip(row, biases, strict=True)),
                start=Fraction(1),
            ),
        )
        for biases in product(code.biases, repeat=code.columns)
        for rows in product(words(code.columns), repeat=code.users)
    )


@property_of(
    BiasedCode,
    {
        "user 1 for any": "self.threshold for u in users => self.threshold for u in sorted(users, "
        "key=lambda u: -self.total(book, word, u))",
        "the last user for the first": "return first_accused( => "
        "return self.users if self.total(book, word, 1) > self.threshold else first_accused(",
        "one bit for all users": "(bits[i] for _, bits => (bits[0] for _, bits",
        "a tie is above": "> self.threshold for => >= self.threshold for",
        "a bias counts once": "for p in self.biases for bit => for p in {*self.biases} for bit",
        "columns without a 1 count": "in bits if w), => in bits if not w),",
    },
    game=games(),
)
def test_an_innocent_user_is_rarely_accused(
    made: Callable[..., BiasedCode], game: Game
) -> Fraction | None:
    """Its sum has mean 0 and as variance V the expected ones of the word, whatever pirates do.

    It is accused with probability at most V/(V + Z^2), Z the threshold (Cantelli); but somebody is
    if and only if a sum is above Z, the first such.  Any coalition, and any user outside of it.
    """
    code, team, pirate, innocent = game.code, game.team, game.pirate, game.innocent
    built, books = made(code.users, code.columns, code.biases, code.threshold), gen(code)
    assert built.books() == books
    for number, columns, biases in ((0, 1, code.biases), (1, -1, code.biases), (1, 1, ())):
        assert refused(made, number, columns, biases, code.threshold)
    for bias in (NONE, Fraction(1), Fraction(-1, 3), Fraction(4, 3)):
        assert refused(made, 1, 1, (*code.biases, bias), code.threshold)
    mean = square = ones = accused = NONE
    wrongly: list[str] = []
    for book in books:
        law = pirate.laws[view(book.words, team)]
        for word in law:
            totals = [
                sum(w * (SCORES[p] if x else -1 / SCORES[p]) for w, x, p in columns)
                for columns in (zip(word, row, book.biases, strict=True) for row in book.words)
            ]
            above = [u for u, each in enumerate(totals, start=1) if each > code.threshold]
            found, total = built.trace(book, word), built.total(book, word, innocent)
            assert (found is Bottom.BOTTOM) == (max(totals) <= code.threshold)
            if found not in {Bottom.BOTTOM, *above[:1]}:
                hidden = ", ".join(map(str, book.biases))
                wrongly.append(
                    f"of {book.words} with the biases {hidden} the word {word} accuses {found}, "
                    f"but the users above the threshold are {above}"
                )
            often = books.probability(book) * law.probability(word)
            mean += often * total
            square += often * total**2
            ones += often * sum(word)
            accused += often * (found == innocent)
    assert (mean, square) == (NONE, ones)
    alone = books.map(lambda book: built.total(book, (1,) * code.columns, innocent))
    assert built.innocent_total(code.columns) == alone
    most = ones / (ones + code.threshold**2)
    slack = at_most(accused, most, f"how often user {innocent} is accused")
    assert slack < 0 or not wrongly, wrongly[0]
    return slack if ones else None  # a word of zeros accuses nobody


def coefficients(strategy: Strategy) -> list[Fraction]:
    """Those of the polynomial F(p), by differences: C(n, i) times the i-th difference of f."""
    found, left, n = [], list(strategy), len(strategy) - 1
    for i in range(n + 1):
        found.append(comb(n, i) * left[0])
        left = [b - a for a, b in pairwise(left)]
    return found


@property_of(
    (answered, column_score, uniform_score),
    {
        "each k once": {answered: "f * comb(n, k) * bias => f * bias"},
        "ones only": " + (n - k) * zero) => )",
        "steep: F(1)": "- strategy[0] => ",
        "x - p: the sum": "- n * beta => + n * beta",
    },
    f=st.lists(PROBABILITIES, min_size=2, max_size=5).map(tuple),
    p=BIASES,
)
def test_expected_scores_of_pirates(made: tuple[Any, ...], f: Strategy, p: Fraction) -> None:
    """They answer 1 with chance F(p), and score sqrt(p (1-p)) F'(p), or F'(p).

    Over uniform biases that is F(1) - F(0), and with x - p the integral of p (1-p) F'(p).
    """
    (answer, column, uniform), powers = made, [*enumerate(coefficients(f))]
    slope = sum((i * c * p ** (i - 1) for i, c in powers if i), NONE)
    assert answer(f, p) == sum((c * p**i for i, c in powers), NONE)
    assert column(f, p, even_score) == p * SCORES[p] * slope
    assert column(f, p, steep_score) == slope
    assert uniform(f, steep=True) == sum(c for i, c in powers if i)
    expected = sum(c * Fraction(i, (i + 1) * (i + 2)) for i, c in powers)
    assert uniform(f, steep=False) == expected


@property_of(
    uniform_column,
    {"fair": lambda n: Dist.uniform(words(n)), "zeros": "factorial(ones) * => "},
    bits=st.lists(st.integers(0, 1), max_size=4).map(tuple),
)
def test_uniform_biases_are_an_urn(
    made: Callable[[int], Dist[Word, Fraction]], bits: Word
) -> None:
    """After k ones among m bits the next is 1 with chance (k + 1)/(m + 2)."""
    urn = prod(Fraction(bits[:m].count(bit) + 1, m + 2) for m, bit in enumerate(bits))
    assert made(len(bits)).probability(bits) == urn


@property_of(
    (pure_strategies, TardosPlan.of),
    {
        "0 to all": (remade(pure_strategies, "*middle, 1) => *middle, 0)"), TardosPlan.of),
        "rounded down": (pure_strategies, remade(TardosPlan, ".ceil() => .floor()").of),
        "c columns": (pure_strategies, remade(TardosPlan, "pirates**2 => pirates").of),
    },
    pirates=st.integers(1, 4),
    error=st.fractions(Fraction(1, 100), Fraction(99, 100), max_denominator=100),
)
def test_plans_are_for_the_least_k_that_serves(
    made: tuple[Any, Any], pirates: int, error: Fraction
) -> None:
    """All feasible strategies; d = 100 c^2 K, Z = 20 c K, K the least with e^-K <= the error."""
    feasible = [f for f in words(pirates + 1) if f[0] == 0 and f[-1] == 1]
    assert sorted(made[0](pirates)) == feasible
    plan = made[1](pirates, error)
    wrong = ((0, error), (pirates, NONE), (pirates, -error), (pirates, 1 + error))
    assert all(refused(made[1], *each) for each in wrong)
    k = Fraction(plan.threshold, 20 * pirates)
    assert (plan.columns, k.denominator) == (5 * pirates * plan.threshold, 1)
    assert exp_high(-k) <= error < exp_low(1 - k)
    assert plan.cut * plan.threshold == k / 15
