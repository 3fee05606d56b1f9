"""Wrong attacks on subset sums, and wrong words on what they find."""

from operator import mul

from audits.claims.prelude import *
from reference.lower_bounds.efficient_reconstruction import (
    HadamardReconstruction,
    RoundedProgramme,
    rounded,
)
from reference.lower_bounds.subset_sums import Bits, all_subsets, subset_sum

Answers = Sequence[Fraction]


@dataclass(frozen=True)
class Trying:
    """An attack that tries all databases, with one thing changed."""

    queries: tuple[Bits, ...]
    error: Fraction
    share: Fraction = Fraction(1)
    fits: Callable[[Fraction, Fraction], bool] = lambda off, error: off < error
    asked: Callable[[Bits], bool] = lambda _: True
    quorum: Callable[[Fraction, int], Fraction] = lambda share, count: share * count
    backwards: bool = False
    shown: Callable[[Bits], Any] = lambda guess: guess
    at_a_loss: object = Bottom.BOTTOM
    one_sided: bool = False

    def __call__(self, answers: Answers) -> Any:
        guesses = list(all_subsets(len(self.queries[0])))
        for guess in reversed(guesses) if self.backwards else guesses:
            pairs = [
                (y - subset_sum(q, guess), q) for q, y in zip(self.queries, answers, strict=True)
            ]
            offs = [off if self.one_sided else abs(off) for off, q in pairs if self.asked(q)]
            good = sum(self.fits(Fraction(off), self.error) for off in offs)
            if good >= self.quorum(self.share, len(offs)):
                return self.shown(guess)
        return self.at_a_loss


def trying(**changed: Any) -> Callable[..., Trying]:
    """The attack with something changed."""
    return lambda *arguments: Trying(*arguments, **changed)


SINGLES = {"subsets of one person only": trying(asked=lambda q: sum(q) == 1)}

LOOSE = {
    **SINGLES,
    "fits within 2E": trying(fits=lambda off, error: off < 2 * error),
    "fits within 3E/2": trying(fits=lambda off, error: 2 * off < 3 * error),
    "fits from below only": trying(one_sided=True),
    "fits half of the queries": trying(quorum=lambda share, count: share * count / 2),
    "one query may be off": trying(quorum=lambda share, count: share * count - 1),
    "subsets of odd size only": trying(asked=lambda q: sum(q) % 2 == 1),
    "the complement": trying(shown=lambda x: tuple(1 - bit for bit in x)),
    "fits within E/2": trying(fits=lambda off, error: 2 * off < error),
    "the last bit is not looked at": trying(shown=lambda x: (*x[:-1], 0)),
    "nobody": lambda *_: lambda answers: (0,) * (len(answers).bit_length() - 1),
}
"""These guess too far off."""

OTHERWISE = {
    **LOOSE,
    "fits within E, inclusive": trying(fits=lambda off, error: off <= error),
    "the last that fits": trying(backwards=True),
    "the first database if none fits": trying(at_a_loss=(0, 0)),
}
"""These guess something else."""

MAJORITIES = {
    "quorum of the others": trying(quorum=lambda share, count: (1 - share) * count),
    "one less than the quorum": trying(quorum=lambda share, count: share * count - 1),
    "more than the quorum": trying(quorum=lambda share, count: share * count + Fraction(1, 9)),
    "all answers": trying(quorum=lambda _, count: Fraction(count)),
    "half of the answers": trying(quorum=lambda _, count: Fraction(count, 2)),
    "the quorum rounded down": trying(quorum=lambda share, count: Fraction(share * count // 1)),
    "inclusive": trying(fits=lambda off, error: off <= error),
    "the last that fits": trying(backwards=True),
}


def nearest(
    norm: Callable[[list[Fraction]], Fraction] = max,
    *,
    backwards: bool = False,
    signed: bool = False,
) -> Callable[..., Bits]:
    """The first or last database with the least norm of the errors."""

    def guess(queries: Sequence[Bits], answers: Answers) -> Bits:
        def errors(x: Bits) -> list[Fraction]:
            offs = [Fraction(y) - subset_sum(q, x) for q, y in zip(queries, answers, strict=True)]
            return offs if signed else [abs(off) for off in offs]

        bits = all_subsets(len(queries[0]))
        return min(bits[::-1] if backwards else bits, key=lambda x: norm(errors(x)))

    return guess


WRONG_CLOSEST: dict[str, Callable[..., Bits]] = {
    "the sum of the errors": nearest(lambda offs: sum(offs, Fraction(0))),
    "the sum of their squares": nearest(
        lambda offs: sum((off * off for off in offs), Fraction(0))
    ),
    "the least of the errors": nearest(min),
    "the first error": nearest(lambda offs: offs[0]),
    "the last of equals": nearest(backwards=True),
    "errors from below": nearest(signed=True),
    "nobody": lambda queries, _: (0,) * len(queries[0]),
}


def ball(factor: Fraction, *, inclusive: bool = False) -> Callable[..., bool]:
    """Whether answers fit both, with another width than 2E."""

    def fit(
        queries: Sequence[Bits], error: Fraction, z: Sequence[int], share: Fraction = Fraction(1)
    ) -> bool:
        width = factor * error
        offs = [abs(subset_sum(q, z)) for q in queries]
        both = sum(off < width or (inclusive and off == width) for off in offs)
        return len(queries) + both >= 2 * ceil(share * len(queries))

    return fit


WIDER = {
    "errors of at most E": ball(Fraction(2), inclusive=True),
    "answers within E of x': 4E": ball(Fraction(4)),
    "a little more than 2E": ball(Fraction(33, 16)),
}


def distance(
    width: Fraction, each: int = 2, *, inclusive: bool = False
) -> Callable[..., int | None]:
    """The closed form of the largest distance, for another width and number."""

    def largest(queries: Sequence[Bits], error: Fraction) -> int:
        below = int(width * error) if inclusive else -(-width * error // 1) - 1
        return int(min(len(queries[0]), each * below))

    return largest


WRONG_DISTANCES = {
    "errors of at most E": distance(Fraction(2), inclusive=True),
    "ones that are lost only": distance(Fraction(2), 1),
    "answers apart by E": distance(Fraction(1)),
    "4E": distance(Fraction(4), 1),
    "three for each": distance(Fraction(2), 3),
    "always all": lambda queries, _: len(queries[0]),
    "always none": lambda *_: 0,
}


@dataclass(frozen=True)
class Rounding:
    """The attack by a linear programme, with one thing changed."""

    queries: tuple[Bits, ...]
    error: Fraction
    rounding: Callable[[Sequence[Fraction]], Any] = rounded
    stretched: Fraction = Fraction(1)
    kept: tuple[int | None, int | None] = (None, None)

    def point(self, answers: Answers) -> tuple[Fraction, ...] | None:
        """The point of the programme."""
        kept = slice(*self.kept) if len(self.queries) > 1 else slice(None)
        return RoundedProgramme(self.queries[kept], self.stretched * self.error).point(
            answers[kept]
        )

    def __call__(self, answers: Answers) -> Any:
        point = self.point(answers)
        return Bottom.BOTTOM if point is None else self.rounding(point)


def at_random(point: Sequence[Fraction]) -> Dist[Bits, Fraction]:
    """1 with the value of a coordinate as the probability."""
    chances = []
    for guess in product((0, 1), repeat=len(point)):
        chance = Fraction(1)
        for bit, p in zip(guess, point, strict=True):
            chance *= p if bit else 1 - p
        chances.append((guess, chance))
    return Dist.weighted((guess, chance) for guess, chance in chances if chance)


@dataclass(frozen=True)
class OnAverage:
    """The first point of {1, 1/2, 0}^n whose average error is at most E, rounded at 1/2."""

    queries: tuple[Bits, ...]
    error: Fraction

    def __call__(self, answers: Answers) -> Bits | Bottom:
        for point in product((Fraction(1), HALF, Fraction(0)), repeat=len(self.queries[0])):
            pairs = zip(self.queries, answers, strict=True)
            total = sum(abs(y - sum(map(mul, q, point))) for q, y in pairs)
            if total <= self.error * len(self.queries):
                return rounded(point)
        return Bottom.BOTTOM


def rounding(**changed: Any) -> Callable[..., Rounding]:
    """The attack by a linear programme with something changed."""
    return lambda queries, error: Rounding(queries, error, **changed)


WRONG_ROUNDINGS: dict[str, Callable[..., Any]] = {
    "slack E on the average": OnAverage,
    "rounded at random": rounding(rounding=at_random),
    "rounded at 7/8": rounding(rounding=lambda p: tuple(int(c >= Fraction(7, 8)) for c in p)),
    "rounded at 1/8": rounding(rounding=lambda p: tuple(int(c >= Fraction(1, 8)) for c in p)),
    "rounded up": rounding(rounding=lambda p: tuple(int(c > 0) for c in p)),
    "rounded down": rounding(rounding=lambda p: tuple(int(c == 1) for c in p)),
    "slack 3E": rounding(stretched=Fraction(3)),
    "slack E/2": rounding(stretched=HALF),
    "the last query is left out": rounding(kept=(None, -1)),
    "only the first query is asked": rounding(kept=(None, 1)),
}


def estimate(
    others: Callable[[Fraction, Fraction, int], Fraction],
    first: Callable[[Fraction], Fraction] = lambda y: y,
    *,
    least: Fraction = HALF,
    scale: Callable[[int], int] = lambda n: n,
) -> Callable[[int], Any]:
    """The Hadamard attack with other v_i from (y_i, y_0, n), v_0, threshold or normaliser."""

    def build(people: int) -> Callable[[Answers], Bits]:
        queries = HadamardReconstruction(people).queries

        def attack(answers: Answers) -> Bits:
            v = [first(answers[0]), *(others(y, answers[0], people) for y in answers[1:])]
            sums = [sum((2 * q - 1) * a for q, a in zip(row, v, strict=True)) for row in queries]
            return tuple(int(Fraction(s) / scale(people) >= least) for s in sums)

        return attack

    return build


def plain(y: Fraction, total: Fraction, people: int) -> Fraction:
    """What is right: 2 y_i - y_0."""
    del people
    return 2 * y - total


WRONG_HADAMARD: dict[str, Callable[[int], Any]] = {
    "v_0 is left out": estimate(plain, lambda _: Fraction(0)),
    "v_i = y_i": estimate(lambda y, _, __: y),
    "v_i = 2 y_i - n/2": estimate(lambda y, _, n: 2 * y - Fraction(n, 2)),
    "v_i = 2 y_i": estimate(lambda y, _, __: 2 * y),
    "v_i = 2 y_i + y_0": estimate(lambda y, t, _: 2 * y + t),
    "v_i = y_0 - 2 y_i": estimate(lambda y, t, _: t - 2 * y),
    "v_i = y_i - y_0": estimate(lambda y, t, _: y - t),
    "v_0 = 2 y_0": estimate(plain, lambda y: 2 * y),
    "rounded at 3/4": estimate(plain, least=Fraction(3, 4)),
    "rounded at 1/4": estimate(plain, least=Fraction(1, 4)),
    "divided by 2n": estimate(plain, scale=lambda n: 2 * n),
    "divided by n/2": estimate(plain, scale=lambda n: n // 2),
}
