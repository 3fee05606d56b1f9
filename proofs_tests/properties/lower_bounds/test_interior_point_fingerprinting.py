"""Interior point fingerprinting codes against any pirate, and private solvers as pirates."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache, partial
from itertools import product
from typing import Any

from hypothesis import strategies as st

from audits.claims.bnsv15.laws.fingerprinting import allowed, histories, one_replaced, traced
from audits.claims.bnsv15.laws.hard_distribution import given_lengths, spelled
from audits.ledger.edits import wrong
from proofs_tests.properties.measured import curve_of, law_of, slack
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.codes import allowed as free
from proofs_tests.strategies.codes import answers, coalitions
from proofs_tests.strategies.mechanisms import Listed, mechanisms
from reference.data.adjacency import replace_one
from reference.data.bottom import Bottom
from reference.data.database import Database
from reference.lower_bounds.interior_point_fingerprinting import (
    FingerprintingAttack,
    FingerprintingCode,
    Goal,
    Pirate,
    SimulatedPirate,
    Verdict,
    best_pirate,
    first_one,
    keeps_marks,
    spliced,
    verdicts,
)
from reference.lower_bounds.iterated_exponentials import sizes
from reference.probability.coins import Mechanism
from reference.probability.dist import Dist

Words = Database[int]
Team = Database[int]
Bases = tuple[int, ...]
Played = tuple[Bases, Team, Listed[Words, int]]

NONE = Fraction(0)
BASES = st.sampled_from([(2, 2), (1, 2, 2), (1, 3), (3,)])
mistake = partial(wrong, FingerprintingCode)


def size_of(bases: Bases) -> int:
    """The number of words."""
    return sizes(bases[0], bases[1:])[-1]


@cache
def stories(bases: Bases, *, by_chance: bool = False) -> list[tuple[Words, Any, Fraction]]:
    """All codebooks, who is accused of each word, and the chance: from digits."""
    return [
        (
            history[-1],
            tuple(traced(history, w, bases, by_chance=by_chance) for w in range(size_of(bases))),
            chance,
        )
        for history, chance in histories(bases)
    ]


def view(words: Words, team: Team) -> Words:
    """What a coalition sees."""
    return tuple(words[user - 1] for user in team)


def judged(played: Played, *, by_chance: bool = False) -> Dist[Verdict, Fraction]:
    """The law of the verdict on a pirate, from all codebooks."""
    bases, team, pirate = played
    found = []
    for words, tracing, chance in stories(bases, by_chance=by_chance):
        seen = view(words, team)
        for word in pirate.laws[seen]:
            feasible = any(x <= word for x in seen) and any(word <= x for x in seen)
            weight = chance * pirate.laws[seen].probability(word)
            found.append((Verdict(feasible, tracing[word]), weight))
    return Dist.weighted(found)


@st.composite
def games(draw: st.DrawFn, bases: st.SearchStrategy[Bases] = BASES) -> Played:
    """A code, a coalition, and a pirate that names a word of the domain, or an interior one."""
    chosen = draw(bases)
    teams = [t for t in coalitions(len(chosen)) if size_of(chosen) < 5 or len(t) < 2]
    team = draw(st.sampled_from(teams))
    views = dict.fromkeys(view(words, team) for words, _, _ in stories(chosen))
    inside = draw(st.booleans()) and team != ()
    whole = range(size_of(chosen))
    ranges = {seen: range(min(seen), max(seen) + 1) if inside else whole for seen in views}
    return chosen, team, draw(answers(ranges))


@property_of(
    FingerprintingCode,
    {
        "the last is never accused": mistake("last if a > known => last if a > length"),
        "M is among those not known": mistake("last if a > known => last if a >= known"),
        "M is the smallest length": mistake("else max(lengths) => else min(lengths)"),
        "M is the length of the last": mistake("else max(lengths) => else lengths[-1]"),
        "chance counts": mistake("max(agreements) if self.by_chance => max(agreements) if True"),
        "the users after": mistake("below.words[i - 1] => below.words[-i]"),
        "always traced": mistake("if y == x else Bottom.BOTTOM => if y == x else 1"),
        "every block alike": mistake("chance /= len(block) => pass"),
        "one word fewer": mistake("size = base**size => size = base**size - 1"),
        "the last history": mistake("found.get(book, Fraction(0)) + weight * => weight *"),
    },
    bases=st.sampled_from([(2, 2), (2, 3), (1, 3, 2), (3, 2), (3,), (1, 3)]),
    by_chance=st.booleans(),
    data=st.data(),
)
def test_gen_and_trace(
    made: Callable[[Bases, bool], FingerprintingCode],
    bases: Bases,
    by_chance: bool,
    data: st.DataObject,
) -> None:
    """The joint law of the codewords of a coalition and of all tracings, from digits."""
    code, team = made(bases, by_chance), data.draw(st.sampled_from(coalitions(len(bases))))
    assert code.domain.size == size_of(bases)
    assert code.users == tuple(range(1, len(bases) + 1))
    expected = Dist.weighted(
        ((view(words, team), tracing), chance)
        for words, tracing, chance in stories(bases, by_chance=by_chance)
    )
    assert code.books(team).map(tuple) == expected
    assert code.seen(team) == expected.map(lambda book: book[0])
    seen = data.draw(st.sampled_from(sorted({book[0] for book in expected})))
    word = data.draw(st.sampled_from(range(size_of(bases))))
    given = expected.condition(lambda book: book[0] == seen)
    assert code.accused(team, seen, word) == given.map(lambda book: book[1][word])


Attack = tuple[type[FingerprintingAttack[Any]], type[FingerprintingCode]]
ATTACK: Attack = FingerprintingAttack, FingerprintingCode
attack = partial(wrong, FingerprintingAttack)


@property_of(
    ATTACK,
    {
        "the last is never accused": (ATTACK[0], mistake("a > known else => a > length else")),
        "M is the smallest length": (ATTACK[0], mistake("else max(lengths) => else min(lengths)")),
        "sorted": (attack("accused(coalition => accused((*sorted(coalition),)"), ATTACK[1]),
        "word 0": (attack("words, word)) => words, 0))"), ATTACK[1]),
    },
    played=games(),
)
def test_any_pirate(made: Attack, played: Played) -> Fraction:
    """Feasible words are traced to somebody; outside of the coalition with at most the sum of 1/b.

    Over the bases b of the users outside.
    """
    bases, team, pirate = played
    accused = law_of(made[0](made[1](bases), pirate), team)
    expected = judged(played)
    assert accused == expected.map(lambda verdict: verdict.accused)
    assert not expected.probability_that(lambda v: v.feasible and v.accused is Bottom.BOTTOM)
    outside = {*range(1, len(bases) + 1)} - {*team}
    return allowed(bases, team) - accused.probability_that(lambda who: who in outside)


Best = tuple[
    Callable[[FingerprintingCode, Team, Goal], Pirate], Callable[..., Dist[Verdict, Fraction]]
]
best = partial(wrong, best_pirate)


@property_of(
    (best_pirate, verdicts),
    {
        "escape: outside": (best("if goal is Goal.ESCAPE => if False"), verdicts),
        "frame: nobody": (best("if goal is Goal.ESCAPE => if True"), verdicts),
        "any word": (best("if goal is Goal.FRAME or => if True or"), verdicts),
        "feasible words": (best("if goal is Goal.FRAME or => if"), verdicts),
        "the least": (best("Fraction(0))) > best => Fraction(0))) < best"), verdicts),
        "the last view": (best("total += best => total = best"), verdicts),
        "those inside": (best(" - frozenset(coalition) => & frozenset(coalition)"), verdicts),
        "below the largest": (best("<= word <= max(words) => <= word < max(words)"), verdicts),
        "above the least": (best("min(words) <= word => min(words) < word"), verdicts),
        "nothing named": (best("best, chosen = chance, word => best = chance"), verdicts),
        "all feasible": "is_feasible(book.words, word) => True",
        "the last book": "Fraction(0)) + chance => chance)",
    },
    played=games(),
    goal=st.sampled_from(Goal),
    by_chance=st.booleans(),
)
def test_no_pirate_is_better_than_the_best(
    made: Best, played: Played, goal: Goal, by_chance: bool
) -> Fraction:
    """It reaches its goal as often as is said, and no other does more often."""
    bases, team, pirate = played
    code = FingerprintingCode(bases, by_chance)
    found = made[0](code, team, goal)
    answered = Listed({seen: Dist.point(word) for seen, word in found.answers})
    assert made[1](code, team, found) == judged((bases, team, answered), by_chance=by_chance)
    accused, inside = {*code.users} - {*team}, goal is not Goal.FRAME
    wanted = {Bottom.BOTTOM} if goal is Goal.ESCAPE else accused
    reached: dict[Words, list[Fraction]] = {}
    for words, tracing, chance in stories(bases, by_chance=by_chance):
        seen = view(words, team)
        sums = reached.setdefault(seen, [NONE] * len(tracing))
        for word, who in enumerate(tracing):
            feasible = any(x <= word for x in seen) and any(word <= x for x in seen)
            sums[word] += chance * (who in wanted and (feasible or not inside))
    assert found.chance == sum(max(sums) for sums in reached.values())
    assert found.chance == sum(reached[seen][word] for seen, word in found.answers)
    laws = ((reached[seen], law) for seen, law in pirate.laws.items())
    return found.chance - sum(sums[w] * law.probability(w) for sums, law in laws for w in law)


SOLVERS = st.sampled_from([(2, 2), (1, 3), (1, 2, 2)]).flatmap(
    lambda bases: st.tuples(
        st.just(bases),
        mechanisms(range(size_of(bases)), len(bases) - 1, range(size_of(bases))),
    )
)


@property_of(
    FingerprintingAttack,
    {
        "somebody present": attack("word)) => word)) if not coalition else coalition[0]"),
        "the last": attack("word)) => word)) if not coalition else coalition[-1]"),
    },
    solver=SOLVERS,
)
def test_a_private_solver(
    made: type[FingerprintingAttack[Fraction]],
    solver: tuple[Bases, Mechanism[Words, int, Fraction]],
) -> Fraction:
    """Who is accused is as private as the solver; so it cannot both solve and be private.

    An interior point is named at most as often as n - 1 users may be accused while absent, at each
    e^eps of the measured curve, and the last user is.
    """
    bases, inner = solver
    n, played = len(bases), made(FingerprintingCode(bases), inner)
    team = tuple(range(1, n))
    kept = curve_of(inner, replace_one(range(size_of(bases)), n - 1, ordered=True))
    laws = {t: law_of(played, t) for t in one_replaced(n).databases()}
    interior = Dist.weighted((words[:-1], chance) for words, _, chance in stories(bases)).bind(
        lambda seen: law_of(inner, seen).map(lambda x: min(seen) <= x <= max(seen))
    )
    absent = sum((laws[(*(u for u in team if u != i), n)].probability(i) for i in team), NONE)
    outside = laws[team].probability(n)
    left = (x * absent + (n - 1) * delta + outside for x, delta in kept.breakpoints)
    return min(
        slack(curve_of(played, one_replaced(n)), kept), min(left) - interior.probability(True)
    )


@property_of(
    SimulatedPirate,
    {
        "without the last": "if self.with_last => if not self.with_last",
        "never with the last": "if self.with_last => if False",
        "nothing is known": "hidden, y, self => hidden, 0, self",
        "one digit more": "return agreement( => return 1 + agreement(",
    },
    played=games(st.sampled_from([(2, 2), (1, 2, 2), (2, 3)])).filter(
        lambda game: [*game[1]] == sorted(game[1])
    ),
)
def test_a_simulated_pirate(made: type[SimulatedPirate[Fraction]], played: Played) -> Fraction:
    """Its law from all codebooks; it frames as often, up to 1/b."""
    bases, team, pirate = played
    n, fewer = len(bases), bases[:-1]
    base, length = bases[-1], size_of(fewer)
    simulated = made(pirate, base, length, n in team)
    others = tuple(user for user in team if user < n)
    laws, words = {}, spelled(base, length)
    for y in dict.fromkeys(view(book, others) for book, _, _ in stories(fewer)):
        found = []
        for (hidden, *rows), chance in given_lengths(y, words, base).items():
            law = law_of(pirate, (*rows, hidden) if n in team else tuple(rows))
            for word in law:
                digits = [a == b for a, b in zip(words[word], words[hidden], strict=True)]
                found.append(((*digits, False).index(False), chance * law.probability(word)))
        laws[y] = law_of(simulated, y)
        assert laws[y] == Dist.weighted(found)
    clipped = Listed({y: law.map(lambda a: min(a, length - 1)) for y, law in laws.items()})
    before = judged((fewer, others, clipped)).probability_that(
        lambda v: v.accused in {*range(1, n)} - {*team}
    )
    after = judged(played).probability_that(lambda v: v.accused in {*range(1, n + 1)} - {*team})
    return before + Fraction(n not in team, base) - after


Splices = tuple[
    Callable[[int, int], Words], Callable[[tuple[Words, ...], Words], bool], Callable[[Words], int]
]


@property_of(
    (spliced, keeps_marks, first_one),
    {
        "a copy": (spliced, lambda rows, word: word in rows, first_one),
        "some bit": "return all( => return any(",
        "from 0": ".index(1) + 1 => .index(1)",
        "from 2": ".index(1) + 1 => .index(1) + 2",
    },
    size=st.integers(1, 4),
    team=st.lists(st.integers(1, 4), min_size=1, max_size=3),
)
def test_splices(made: Splices, size: int, team: list[int]) -> None:
    """The words that keep the marks of splices begin with the points between the codewords."""
    splice, keeps, first = made
    points = [min(x, size) for x in team]
    rows = tuple(splice(x, size) for x in points)
    for x, row in zip(points, rows, strict=True):
        assert row == tuple(int(place >= x) for place in range(1, size + 1))
    kept = [word for word in product((0, 1), repeat=size) if keeps(rows, word)]
    assert kept == free(rows)
    assert {first(word) for word in kept} == {*range(min(points), max(points) + 1)}
