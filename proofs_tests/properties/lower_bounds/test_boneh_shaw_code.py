"""The code of Boneh and Shaw against any pirate, and its numbers by listing."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache, partial
from itertools import combinations, permutations, product
from math import comb, prod

from hypothesis import strategies as st

from audits.claims.vocabulary import exp_high, exp_low
from proofs_tests.properties.measured import law_of
from proofs_tests.properties.sides import at_most, refused
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.codes import Played, allowed, coalitions, escaped, played, view
from proofs_tests.strategies.mechanisms import paired
from reference.data.bottom import Bottom
from reference.lower_bounds.boneh_shaw_code import (
    BonehShawCode,
    CountingPirate,
    enough_columns,
    one_missing,
)
from reference.lower_bounds.fingerprinting_code import Coalition, Matrix, SecurityGame, Verdict
from reference.lower_bounds.interior_point_fingerprinting import Accused
from reference.probability.dist import Dist

Made = Callable[[int, int], BonehShawCode]
Ones = tuple[int, ...]
"""In each class of columns."""


def first_rise(users: int, block: int, ones: Sequence[int]) -> Accused:
    """The first i with n (s_i - s_(i-1)) >= B, s_b the ones in block b."""
    found = [i for i in range(1, users + 1) if users * (ones[i] - ones[i - 1]) >= block]
    return min(found, default=Bottom.BOTTOM)


@cache
def divided(users: int, block: int, team: Coalition) -> dict[Ones, Dist[Accused, Fraction]]:
    """For ones in each class who is accused: all ways to divide them into the blocks."""
    ways: dict[Ones, list[tuple[Accused, Fraction]]] = {}
    for ones in product(range(block + 1), repeat=users + 1):
        alike = [0] * (len(team) + 1)
        for b, each in enumerate(ones):
            alike[sum(user <= b for user in team)] += each
        chance = Fraction(prod(comb(block, each) for each in ones))
        ways.setdefault(tuple(alike), []).append((first_rise(users, block, ones), chance))
    return {ones: Dist.weighted(pairs) for ones, pairs in ways.items()}


def ones_by_class(rows: Matrix, word: Sequence[int]) -> Ones:
    """The ones of a word in the columns in which so many rows have a 1."""
    found = [0] * (len(rows) + 1)
    for bit, column in zip(word, zip(*rows, strict=True), strict=True):
        found[sum(column)] += bit
    return tuple(found)


@property_of(
    BonehShawCode,
    {
        "more than 1/n": "high - low >= => high - low >",
        "some orders never": "if count: => if count and length + b != 4:",
        "only nobody is framed": "who not in coalition) => who is Bottom.BOTTOM)",
    },
    game=st.one_of(
        played(BonehShawCode(3, 1), [(1, 3), (3, 1)]),
        *(
            played(BonehShawCode(users, block), coalitions(users)[:-1])
            for users, block in [(3, 1), (1, 2), (2, 1)]
        ),
    ),
)
def test_no_pirate_frames_more_often_than_the_worst(
    made: Made, game: Played[BonehShawCode]
) -> Fraction:
    """Whom it leads to depends on the ones in each class alone; a user outside no more often."""
    code, team, pirate = game
    n, built = code.users, made(code.users, code.block)
    columns = [[int(b >= user) for user in range(1, n + 1)] for b in range(n + 1)] * code.block
    orders = [tuple(zip(*order, strict=True)) for order in permutations(columns)]
    assert built.books().map(lambda book: book.words) == Dist.uniform(orders)
    laws = divided(n, code.block, team)

    def verdicts(matrix: Matrix) -> Dist[Verdict, Fraction]:
        rows = view(matrix, team)
        return pirate.laws[rows].bind(
            lambda word: laws[ones_by_class(rows, word)].map(
                partial(Verdict, word in allowed(rows))
            )
        )

    judged = law_of(SecurityGame(built, pirate), team)
    assert judged == Dist.uniform(orders).bind(verdicts)
    assert all(v.accused in range(1, n + 1) for v in judged if v.feasible)
    best, _ = built.best_counts(team)
    assert best <= len({*range(2, n)} - {*team}) * built.largest_jump
    return at_most(escaped(judged, team), best, "how often the pirate escapes")


@property_of(
    (BonehShawCode, CountingPirate),
    {
        "the class is not used up": "(blocks.stop - b) * => len(blocks) *",
        "a 1 in the first class": "((0, *ones, free => ((1, *ones, free",
        "one 1 more": "left[kind] > 0 => left[kind] >= 0",
    },
    team=paired(
        st.sampled_from([(3, 2), (2, 3), (3, 1), (4, 1), (2, 2), (1, 3), (1, 1)]),
        lambda size: st.sampled_from(coalitions(size[0])),
    ),
    which=st.integers(0, 9),
)
def test_all_divisions_of_the_ones_are_weighed(
    made: tuple[Made, Callable[[Ones], CountingPirate[Fraction]]],
    team: tuple[tuple[int, int], Coalition],
    which: int,
) -> None:
    """Who is accused of so many ones in each class, and which are worst: by all divisions.

    A user who is named twice is one.
    """
    (n, block), coalition = team
    code, laws = made[0](n, block), divided(n, block, coalition)
    assert all(code.traced(coalition, ones) == law for ones, law in laws.items())
    assert code.classes((*coalition, *coalition)) == code.classes(coalition)
    assert refused(code.traced, coalition, (-1,) * len(code.classes(coalition)))
    if coalition and (n + 1) * block < 5:
        ones = sorted(laws)[which % len(laws)]
        judged = law_of(SecurityGame(BonehShawCode(n, block), made[1](ones)), coalition)
        assert judged.map(lambda verdict: verdict.accused) == laws[ones]
    matrix = code.book((*range(n + 1),) * block).words
    assert code.means(matrix, (1,) * code.length) == (1,) * (n + 1)
    rows = view(matrix, coalition)
    feasible = {ones_by_class(rows, word) for word in allowed(rows)}
    assert sorted(code.feasible_counts(coalition)) == sorted(feasible)
    if coalition:
        framed = [
            (laws[ones].probability_that(lambda who: who not in coalition), ones)
            for ones in feasible
        ]
        assert code.best_counts(coalition) == max(framed)
        assert code.error == max(code.best_counts(each)[0] for each in coalitions(n) if each)


@property_of(
    BonehShawCode,
    {
        "a fall counts": "return high - low => return abs(high - low)",
        "one block": "comb(2 * b, ones)) => (comb(b, ones) or 1))",
        "fewer ones": "range(2 * self.block + 1)) => range(self.block))",
    },
    users=st.integers(1, 4),
    block=st.integers(1, 4),
    ones=st.integers(0, 8),
)
def test_two_blocks_alike_are_rarely_told_apart(
    made: Made, users: int, block: int, ones: int
) -> Fraction:
    """How often the second of two blocks alike has more ones by B/n: at most e^(-B/(2n^2))."""
    code, total = made(users, block), min(ones, 2 * block)
    rises = [
        users * (total - 2 * sum(place < total for place in first)) >= block
        for first in combinations(range(2 * block), block)
    ]
    assert code.jump(total) == Fraction(sum(rises), len(rises)) <= code.largest_jump
    assert code.largest_jump in {code.jump(each) for each in range(2 * block + 1)}
    most = exp_low(Fraction(-block, 2 * users**2))
    return at_most(code.largest_jump, most, "the largest chance to be told apart")


@property_of(
    one_missing,
    {
        "they rise by 1/n": "code.users) - 1 => code.users)",
        "they rise by 1/n if that is whole": (
            "-(-code.block // code.users) - 1 => code.block // code.users"
        ),
        "one user later": "range(user - 1)) => range(1, user))",
        "nothing after": "(code.block,) * => (0,) *",
    },
    size=st.sampled_from([(4, 5), (4, 4), (3, 4), (4, 6), (3, 2), (5, 2), (4, 1), (3, 1)]),
    user=st.integers(2, 4),
)
def test_the_worst_pirate_frames_the_missing_user(
    made: Callable[[BonehShawCode, int], Ones], size: tuple[int, int], user: int
) -> None:
    """Its ones are feasible, and no others have the missing user accused more often."""
    code, missing = BonehShawCode(*size), min(user, size[0] - 1)
    team = tuple(each for each in range(1, code.users + 1) if each != missing)
    ones = made(code, missing)
    assert all(refused(made, code, nobody) for nobody in (1, code.users))
    assert ones in code.feasible_counts(team)
    assert code.framed(team, ones) == code.best_counts(team)[0]


@property_of(
    enough_columns,
    {
        "no union": "ln(users / error) => ln(1 / error)",
        "2 n": "users**2 => users",
        "one more": ".ceil() => .ceil() + 1",
    },
    users=st.integers(1, 5),
    error=st.fractions(Fraction(1, 100), Fraction(99, 100), max_denominator=100),
)
def test_blocks_are_as_short_as_the_error_allows(
    made: Callable[[int, Fraction], int], users: int, error: Fraction
) -> Fraction:
    """A block has the fewest B with n e^(-B/(2n^2)) <= xi."""
    block = made(users, error)
    wrong = ((0, error), (users, Fraction(0)), (users, 1 + error))
    assert all(refused(made, *each) for each in wrong)
    assert users * exp_low(Fraction(1 - block, 2 * users**2)) > error
    return at_most(users * exp_high(Fraction(-block, 2 * users**2)), error, "n e^(-B/(2n^2))")
