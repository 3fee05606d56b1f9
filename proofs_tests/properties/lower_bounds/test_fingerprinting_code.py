"""Fingerprinting codes and the security game: any code, any pirate."""

from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import product

from hypothesis import strategies as st

from audits.ledger.edits import wrong
from proofs_tests.properties.measured import law_of
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.codes import (
    ListedCode,
    allowed,
    coalitions,
    codes,
    pirates,
    words,
)
from proofs_tests.strategies.mechanisms import Listed
from reference.data.bottom import Bottom
from reference.lower_bounds.fingerprinting_code import (
    BestPirate,
    Coalition,
    Matrix,
    SecurityGame,
    Verdict,
    Word,
    best_pirate,
    feasible_words,
    first_accused,
    is_caught,
    seen,
)
from reference.lower_bounds.interior_point_fingerprinting import Accused
from reference.probability.dist import Dist

Played = tuple[ListedCode, Coalition, Listed[Matrix, Word]]

PLAYED = (
    st.sampled_from([(2, 2), (3, 1), (3, 2)])
    .flatmap(lambda size: st.tuples(codes(*size), st.sampled_from(coalitions(size[0]))))
    .flatmap(lambda game: st.tuples(st.just(game[0]), st.just(game[1]), pirates(*game)))
)
"""A code, a coalition, and a pirate of it."""


def judged(played: Played) -> Dist[Verdict, Fraction]:
    """The law of the verdict, book by book."""
    code, team, pirate = played
    found = []
    for book in code.law:
        rows = tuple(book.words[user - 1] for user in team)
        for word in pirate.laws[rows]:
            chance = code.law.probability(book) * pirate.laws[rows].probability(word)
            found.append((Verdict(word in allowed(rows), code.accused[book, word]), chance))
    return Dist.weighted(found)


@property_of(
    SecurityGame,
    {
        "feasible for all users": "(rows, word), => (book.words, word),",
        "always feasible": wrong(SecurityGame, keeps_marks=lambda *_: True),
        "a copy": wrong(SecurityGame, keeps_marks=lambda rows, word: word in rows),
        "the user before": "words[user - 1] => words[user - 2]",
    },
    played=PLAYED,
)
def test_a_pirate_is_judged(made: type[SecurityGame[Fraction]], played: Played) -> None:
    """By whether its word is feasible for what it saw, and by who is accused of it."""
    code, team, pirate = played
    assert law_of(made(code, pirate), team) == judged(played)


@property_of(
    is_caught,
    {
        "infeasible words are fine": "not verdict.feasible or => False or",
        "only infeasible words": "verdict.accused in => not verdict in",
        "somebody is accused": "in coalition => is not Bottom.BOTTOM",
    },
    team=st.lists(st.integers(1, 3), max_size=3, unique=True).map(tuple),
)
def test_a_pirate_is_caught(made: Callable[[Coalition, Verdict], bool], team: Coalition) -> None:
    """Unless its word is feasible, and nobody of the coalition is accused."""
    for who in (*range(1, 4), Bottom.BOTTOM):
        assert made(team, Verdict(feasible=False, accused=who))
        assert made(team, Verdict(feasible=True, accused=who)) == (who in {*team})


@property_of(
    best_pirate,
    {
        "no answers": wrong(best_pirate, best_answers=lambda *_: BestPirate(Fraction(0), ())),
        "one row only": "(rows, rows, b, p) => (rows, rows[:1], b, p)",
        "views are not told apart": "((rows, rows, b, p) => (((), rows, b, p)",
        "each book once": "law.probability(b)) => Fraction(1, len(law)))",
        "the least chance": "word = max( => word = min(",
        "the last view": "total += => total =",
    },
    played=PLAYED,
)
def test_no_pirate_is_better_than_the_best(
    made: Callable[[ListedCode, Coalition], BestPirate[Matrix]], played: Played
) -> Fraction:
    """It frames somebody, or nobody, as often as is said, and no other does more often."""
    code, team, _ = played
    best = made(code, team)
    framed: dict[Matrix, dict[Word, Fraction]] = {}
    for book in code.law:
        rows = tuple(book.words[user - 1] for user in team)
        by_word = framed.setdefault(rows, dict.fromkeys(allowed(rows), Fraction(0)))
        for word in by_word:
            by_word[word] += (code.accused[book, word] not in team) * code.law.probability(book)
    assert best.chance == sum(max(each.values(), default=0) for each in framed.values())
    answered = {view: Dist.point(word) for view, word in best.answers}
    if team:
        assert answered.keys() == framed.keys()
        assert escaped((code, team, Listed(answered))) == best.chance
        assert all(law_of(best, view) == answered[view] for view in answered)
    return best.chance - escaped(played)


def escaped(played: Played) -> Fraction:
    """How often a feasible word accuses nobody of the coalition."""
    return judged(played).probability_that(lambda v: v.feasible and v.accused not in played[1])


MATRICES = st.tuples(st.integers(0, 3), st.integers(1, 3)).flatmap(
    lambda size: st.tuples(*[st.sampled_from(words(size[1]))] * size[0])
)


@property_of(
    feasible_words,
    {
        "copies": lambda rows: iter(dict.fromkeys(rows)),
        "of no rows, all words": "else iter(()) => else iter(((0,),))",
        "twice": "({*column} for => ([*column] for",
        "of the first rows": "zip(*rows, => zip(*rows[:2],",
    },
    rows=MATRICES,
)
def test_feasible_words(made: Callable[[Matrix], Iterable[Word]], rows: Matrix) -> None:
    """Those that keep the bits that all rows have, each once."""
    assert sorted(made(rows)) == allowed(rows)


@property_of(
    (seen, first_accused),
    {
        "the user before": "words[user - 1] => words[user - 2]",
        "counted from 0": "start=1 => start=0",
        "the last": (seen, lambda flags: first_accused([*flags][::-1])),
        "the first without": "if flag) => if not flag)",
        "user 1 for nobody": "Bottom.BOTTOM) => 1)",
    },
    rows=MATRICES,
    flags=st.lists(st.booleans(), max_size=3),
)
def test_users_count_from_1(
    made: tuple[Callable[[Matrix, Coalition], Matrix], Callable[[Iterable[bool]], Accused]],
    rows: Matrix,
    flags: list[bool],
) -> None:
    """What a coalition sees, and the first user with a flag, or nobody."""
    see, first = made
    users = range(1, len(rows) + 1)
    for team in product(users, repeat=2):
        assert see(rows, team) == tuple(dict(zip(users, rows, strict=True))[u] for u in team)
    accused = first(flags)
    expected = [1 + i for i in range(len(flags)) if flags[i] and not any(flags[:i])]
    assert accused == (expected[0] if expected else Bottom.BOTTOM)
