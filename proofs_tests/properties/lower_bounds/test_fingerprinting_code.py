"""Fingerprinting codes and the security game: any code, any pirate."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from audits.ledger.edits import remade
from proofs_tests.properties.measured import law_of
from proofs_tests.properties.sides import at_most, refused
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.codes import (
    ListedCode,
    Played,
    allowed,
    coalitions,
    codes,
    escapes,
    judged,
    played,
    words,
)
from proofs_tests.strategies.mechanisms import Listed
from reference.data.bottom import Bottom
from reference.lower_bounds.fingerprinting_code import (
    BestPirate,
    Matrix,
    SecurityGame,
    best_pirate,
    feasible_words,
    first_accused,
    is_caught,
)
from reference.probability.dist import Dist

CODES = st.sampled_from([(2, 2), (3, 1), (3, 2)]).flatmap(lambda size: codes(*size))
PLAYED = CODES.flatmap(lambda code: played(code, coalitions(code.users)))


@property_of(
    (SecurityGame, is_caught),
    {
        "feasible for all users": "(rows, word), => (book.words, word),",
        "a copy": (remade(SecurityGame, keeps_marks=lambda rows, w: w in rows), is_caught),
        "the user before": {SecurityGame: "words[user - 1] => words[user - 2]"},
        "infeasible words are fine": "not verdict.feasible or => False or",
    },
    game=PLAYED,
)
def test_a_pirate_is_judged(made: tuple[Any, Any], game: Played[ListedCode]) -> None:
    """It is caught unless its word is feasible for what it saw and accuses nobody of the team.

    All of whom are users.
    """
    code, team, pirate = game
    expected, judge = judged(game), made[0](code, pirate)
    assert law_of(judge, team) == expected
    assert all(refused(law_of, judge, (*team, who)) for who in (0, code.users + 1))
    for verdict in expected:
        assert made[1](team, verdict) == (not verdict.feasible or verdict.accused in {*team})


@property_of(
    best_pirate,
    {
        "no answers": remade(best_pirate, best_answers=lambda *_: BestPirate(Fraction(0), ())),
        "one row only": "(rows, rows, b, p) => (rows, rows[:1], b, p)",
        "each book once": "law.probability(b)) => Fraction(1, len(law)))",
    },
    game=PLAYED,
)
def test_no_pirate_is_better_than_the_best(
    made: Callable[..., BestPirate[Matrix]], game: Played[ListedCode]
) -> Fraction:
    """It frames somebody, or nobody, as often as is said; no other answer does more often."""
    code, team, pirate = game
    best = made(code, team)
    answered = Listed({view: law_of(best, view) for view, _ in best.answers})
    if not team:
        return at_most(escapes(game), best.chance, "how often nobody escapes")
    assert answered.laws.keys() == pirate.laws.keys()
    assert best.chance == escapes(Played(code, team, answered))
    others = [
        Listed({**answered.laws, rows: Dist.point(word)})
        for rows in answered.laws
        for word in allowed(rows)
    ]
    most = max(escapes(Played(code, team, other)) for other in [pirate, *others])
    return at_most(most, best.chance, "how often another pirate escapes")


@property_of(
    (feasible_words, first_accused),
    {
        "copies": (lambda rows: iter(dict.fromkeys(rows)), first_accused),
        "of no rows, all words": "else iter(()) => else iter(((0,),))",
        "counted from 0": "start=1 => start=0",
        "user 1 for nobody": "Bottom.BOTTOM) => 1)",
    },
    rows=st.tuples(st.integers(0, 3), st.integers(1, 3)).flatmap(
        lambda size: st.tuples(*[st.sampled_from(words(size[1]))] * size[0])
    ),
    flags=st.lists(st.booleans(), max_size=3),
)
def test_feasible_words_and_accusations(
    made: tuple[Callable[..., Any], Callable[..., Any]], rows: Matrix, flags: list[bool]
) -> None:
    """Words that keep the bits that all rows have, each once; and the first user with a flag."""
    assert sorted(made[0](rows)) == allowed(rows)
    assert made[1](flags) == (flags.index(True) + 1 if any(flags) else Bottom.BOTTOM)
