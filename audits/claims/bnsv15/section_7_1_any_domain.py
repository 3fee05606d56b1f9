"""Section 7.1, proof of Theorem 7.1: from a domain without a maximum to the natural numbers."""

from audits.claims.prelude import *
from audits.claims.bnsv15.laws.undominated import halving
from audits.claims.bnsv15.section_7_1_undominated_point import BOUNDS, Bound
from reference.reductions.undominated_point import iterates, rounded_down

Point = tuple[int, int]
"""A point of two copies of the natural numbers, all of the first below all of the second."""

Solver = Mechanism[Rows, Point, Fraction]


@dataclass(frozen=True, slots=True)
class Limit:
    """The first point above the first copy, whatever the rows are."""

    def __call__(self, database: Rows, coins: Coins[Fraction], /) -> Point:
        del database
        return coins.run(_answer, (1, 0))

    @override
    def __str__(self) -> str:
        return "the limit"


def _answer(point: Point, coins: Coins[Fraction]) -> Point:
    del coins
    return point


@dataclass(frozen=True, slots=True)
class AtLeastTheLimit:
    """The first point above the first copy, or the greatest row, if that is above it."""

    def __call__(self, database: Rows, coins: Coins[Fraction], /) -> Point:
        return coins.run(_answer, max((1, 0), *database))

    @override
    def __str__(self) -> str:
        return "the limit or more"


@dataclass(frozen=True, slots=True)
class PastTheLimit:
    """Number k of the second copy past the greatest row, with probability 2^-(k+1)."""

    def __call__(self, database: Rows, coins: Coins[Fraction], /) -> Point:
        copy, place = max(database)
        k = coins.draw(halving(3))
        return (1, (place if copy else 0) + k)

    @override
    def __str__(self) -> str:
        return "past the limit"


@dataclass(frozen=True, slots=True)
class PastTheRows:
    """Number k past the greatest row, with probability 2^-(k+1)."""

    def __call__(self, database: Rows, coins: Coins[Fraction], /) -> Point:
        copy, place = max(database)
        return (copy, place + coins.draw(halving(3)))

    @override
    def __str__(self) -> str:
        return "past the rows"


def undominated(rows: Rows, answer: Point) -> bool:
    """Whether the answer is at least the least row."""
    return answer >= min(rows)


@claim(
    "BNSV15.T7.1.natural",
    over(f=BOUNDS, rows=(1, 2)),
    about=Limit,
    refuted=Erratum(
        Grade.PROOF_STEP,
        "Section 7.1, proof of Theorem 7.1, first sentence (Without loss of generality, since "
        "every totally ordered domain with no maximum element contains an infinite sequence): "
        "answers may be beyond all of the sequence, and are rounded down to none of its points; "
        "no f bounds such a mechanism. A sequence without an upper bound will do; if there is "
        "none, one that is chosen for the mechanism (if its laws are discrete)",
    ),
)
def natural_numbers_are_no_loss(build: Callable[[], Solver], f: Bound, rows: int) -> Check:
    """On the points x_1 < x_2 < ... of an infinite sequence a mechanism is one for the natural
    numbers: if it is private and undominated, it is f-bounded there, for some f, so that its
    answers can be rounded down to the sequence.

    Cases: X is two copies of the natural numbers, one above the other, without a maximum; the
    sequence is the first copy. What always names the first point of the second copy is (0,
    0)-private, undominated there, and above f(max D) for every f, of which three are tried: it is
    above all of the sequence.
    """
    mechanism = build()
    universe = replace_one([(0, i) for i in range(1, 4)], rows)
    yield private(mechanism, universe, Guarantee(Fraction(1), Fraction(0)), name="private")
    yield accurate(mechanism, universe, undominated, Fraction(0), name="undominated")
    yield accurate(
        mechanism, universe, lambda d, y: y <= (0, f(max(d)[1])), EIGHTH, name="f-bounded"
    )


def exceeded(mechanism: Solver, chosen: Rows, rows: int, bound: Point) -> Fraction:
    """The greatest probability of an answer from the bound on, for databases of chosen points."""
    return max(
        law(mechanism, d).probability_that(lambda y: y >= bound)
        for d in replace_one(chosen, rows).databases()
    )


def chosen_for(mechanism: Solver, rows: int, count: int) -> Rows:
    """Points, each the first that answers on databases of those before it rarely reach."""
    points = [(copy, place) for copy in (0, 1) for place in range(12)]
    found: list[Point] = [(0, 1)]
    while len(found) < count:
        known = tuple(found)
        found.append(
            next(
                x
                for x in points
                if x > found[-1] and exceeded(mechanism, known, rows, x) <= EIGHTH
            )
        )
    return tuple(found)


WRONG[chosen_for] = {
    "a sequence that is chosen before": "return tuple(found) => "
    "return tuple((0, place) for place in range(1, count + 1))",
    "one point nearer": "return tuple(found) => "
    "return tuple((copy, place - 1) for copy, place in found)",
}


@claim(
    "BNSV15.T7.1.natural",
    over(
        mechanism=(AtLeastTheLimit(), PastTheLimit(), PastTheRows()),
        rows=sized((1, 2), (1, 2), (1, 2, 3)),
    ),
    form=Form.CORRECTED,
    about=chosen_for,
)
def sequence_for_the_mechanism(build: Build, mechanism: Solver, rows: int) -> Check:
    """Let each point of the sequence be one that answers on databases of the points before it
    reach with probability at most 1/8: on databases of the first d points answers from min D up,
    rounded down to the sequence, are interior points but with that probability.

    Cases: The same X; the first four points, for three mechanisms, undominated on all of X, of
    which two answer beyond the first copy. That there are such points is clear if X has no
    maximum and the laws are discrete.
    """
    sequence = build(mechanism, rows, 4)
    for one, other in pairwise(sequence):
        yield lt(f"{one} < {other}", 0, int(one < other))
    universe = replace_one(sequence[:-1], rows)
    yield accurate(mechanism, universe, undominated, Fraction(0), name="undominated")

    def rounded(d: Rows, y: Point) -> bool:
        below = [x for x in sequence if x <= y]
        return bool(below) and min(d) <= below[-1] <= max(d)

    yield accurate(mechanism, universe, rounded, EIGHTH, name="rounded down")


@claim(
    "BNSV15.ALG.UndomRound",
    over(f=BOUNDS, points=(2, 3)),
    about=rounded_down,
    refuted=Erratum(
        Grade.WORDING,
        "Section 7.1, proof of Theorem 7.1, second paragraph (rounds the answer down to the "
        "nearest): M is f-bounded if it is unlikely to be larger than f(max D); f(max D) itself "
        "is a point of the data universe (as restored) and is rounded to itself. With f + 1 in "
        "place of f it is true; and f(x) > x is needed, or there are no d points",
        "the answer f(max D), rounded down",
        "max D",
    ),
)
def answers_up_to_the_bound_are_rounded(
    build: Callable[[int, tuple[int, ...]], int], f: Bound, points: int
) -> Check:
    """On the data universe of d points 1, f(1), f(f(1)), ... an answer with min D <= M(D) <= f(max
    D), rounded down to the nearest point of it, is an interior point of D.

    Cases: One row below the greatest point, every answer from it up to f of it; the universe is
    lost in the electronic text, and restored.
    """
    grid = iterates(f, points)
    for row in grid[:-1]:
        for y in range(row, f(row) + 1):
            found = build(y, grid)
            yield le(f"D = ({row}), {y}: at least", row, found)
            yield le(f"D = ({row}), {y}", found, row)


def below_one(count: int) -> tuple[Fraction, ...]:
    """So many of the points 1 - 2^-k, k = 1, 2, ..., a domain that 1 bounds."""
    return tuple(1 - Fraction(1, 2**k) for k in range(1, count + 1))


def up_to_one(count: int) -> tuple[Fraction, ...]:
    """The same, and 1 as a point."""
    return (*below_one(count), Fraction(1))


WRONG[up_to_one] = {"without the maximum": "(*below_one(count), Fraction(1)) => below_one(count)"}


@claim("BNSV15.TXT.bounded", over(count=range(1, 9)), about=up_to_one)
def bounded_domains_are_trivial(build: Build, count: int) -> Check:
    """Over a bounded domain one point, the greatest, is at least the least row of every database:
    always named, it solves the problem.

    Cases: Bounded is read as with a maximum, as the example is; the points 1 - 2^-k and 1, and all
    databases of one row. Without the 1, which still bounds them, each point is below some row.
    """
    answers, domain = build(count), build(count + 1)
    dominated = sum(any(row > answer for row in domain) for answer in answers)
    yield eq("dominated", dominated, len(answers) - 1)
