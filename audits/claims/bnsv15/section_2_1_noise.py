"""Section 2.1: Laplace noise, and the Laplace mechanism."""

from audits.claims.prelude import *
from audits.claims.standard_mechanisms.every_eps import NOTHING, R, every
from audits.claims.standard_mechanisms.quality_vectors import Vector
from reference.data.adjacency import RowAdjacency
from reference.data.sensitivity import global_sensitivity
from reference.mechanisms.noise.geometric_mechanism import GeometricMechanism
from reference.mechanisms.noise.laplace_mechanism import LaplaceVectorCells
from reference.mechanisms.noise.laplace_noise import LaplaceNoise


@claim("BNSV15.D2.b", over(m=sized(range(4), range(8), range(16))), about=LaplaceNoise)
def laplace_noise(build: Build, m: int) -> Check:
    """Lap(b) has the density e^(-|x|/b) / (2b). f has sensitivity s if |f(D) - f(D')|_1 <= s for
    neighbours.

    Cases: The integrals of the density over [m, m + 1) and [-m - 1, -m) are (e^(-m/b) - e^(-(m +
    1)/b)) / 2 for every b. The frequencies of three values have sensitivity 2 for a replaced row,
    1 for an added one, their sum 0 and 1, as found from all pairs.
    """
    noise = build(R)
    expected = (R**-m - R ** (-m - 1)) / 2
    yield eq("above", noise.between(m, m + 1), expected)
    yield eq("below", noise.between(-m - 1, -m), expected)
    for name, universe in (
        ("replaced", replace_one(range(3), m)),
        ("added", add_remove_one(range(3), m)),
    ):
        yield eq(name, global_sensitivity(_counts, universe), _largest(_counts, universe))
        largest = _largest(lambda rows: (len(rows),), universe)
        yield eq(f"{name}, sum", global_sensitivity(len, universe), largest)


def _counts(rows: Rows) -> Vector:
    return tuple(rows.count(x) for x in range(3))


def _largest(query: Callable[[Rows], Vector], universe: RowAdjacency[int]) -> int:
    """The largest l1 change, over all pairs of databases that are neighbours."""
    return max(
        (
            sum(abs(a - b) for a, b in zip(query(d), query(e), strict=True))
            for d, e in combinations(universe.databases(), 2)
            if universe.are_adjacent(d, e)
        ),
        default=0,
    )


@dataclass(frozen=True, slots=True)
class Itself:
    """The vector of the values of f, in place of the database."""

    def __call__(self, vector: Vector, /) -> Vector:
        return vector


@dataclass(frozen=True, slots=True)
class First:
    """The value of f, of one coordinate."""

    def __call__(self, vector: Vector, /) -> int:
        return vector[0]


def values(most: int, length: int, sensitivity: int) -> ListedAdjacency[Vector]:
    """All values of f up to `most`; neighbours differ by at most the sensitivity, in l1."""
    vectors = (*product(range(most + 1), repeat=length),)
    links = tuple(
        (i, j)
        for (i, a), (j, b) in combinations(enumerate(vectors), 2)
        if sum(abs(x - y) for x, y in zip(a, b, strict=True)) <= sensitivity
    )
    return ListedAdjacency(vectors, links, f"{length} values up to {most}, sensitivity")


CELL = "coins.draw(cell_of(answer, self.cuts, noise))"
WRONG[LaplaceVectorCells] = {
    "negative values are drawn again": f"{CELL} => "
    "coins.draw(cell_of(answer, self.cuts, noise).condition(lambda cell: cell > 0))",
    "noise without its sign": wrong(
        LaplaceVectorCells,
        LaplaceNoise=wrong(
            LaplaceNoise,
            "half * self.base**-value if value >= 0 else 1 - half * self.base**value => "
            "self.base ** -max(value, 0)",
        ),
    ),
    "the last coordinate is exact": "return cells => "
    "return (*cells[:-1], sum(cut <= answer for cut in self.cuts))",
}


@claim(
    "BNSV15.ALG.Laplace",
    over(vector=sized(*([*product(range(most + 1), repeat=2)] for most in (2, 3, 4))), s=(1, 2)),
    about=LaplaceVectorCells,
)
def laplace_mechanism(build: Build, vector: Vector, s: int) -> Check:
    """The Laplace mechanism adds independent noise Lap(s/eps) to each coordinate of f(D).

    Cases: Every eps; two coordinates, seen through the integers from 0 to 3 that are at most the
    noisy value: the integral of the density between them, and beyond.
    """
    dist = law(build(Itself(), s, (0, 1, 2, 3), every(2 * s)), vector)
    for cells in product(range(5), repeat=2):
        expected = NOTHING + 1
        for cell, answer in zip(cells, vector, strict=True):
            expected = expected * (
                _above(cell - 1 - answer, cell) - _above(cell - answer, cell + 1)
            )
        yield eq(f"{cells}", dist.probability(cells), expected)


def _above(gap: int, cell: int) -> RationalFunction:
    """Pr[Lap(s/eps) >= gap], e^(eps/s) = R^2; 1 for the first cell, 0 beyond the last."""
    if cell in {0, 5}:
        return NOTHING + (cell == 0)
    tail = R ** (-2 * abs(gap)) / 2
    return tail if gap >= 0 else 1 - tail


@claim(
    "BNSV15.ALG.Laplace",
    over(answer=range(3), s=(1, 2, 3)),
    form=Form.CONCRETE,
    about=GeometricMechanism,
)
def integer_noise(build: Build, answer: int, s: int) -> Check:
    """For a query with integer values two-sided geometric noise may be added: y with probability
    (1 - g)/(1 + g) g^|y - f(D)|, g = e^(-eps/s).

    Cases: Every eps; answers shown from 0 to 4, what is below or above counted as an end.
    """
    dist = law(build(First(), s, every(2 * s), (0, 4)), (answer,))
    g = R**-2
    for y in range(1, 4):
        chance = (1 - g) / (1 + g) * g ** abs(y - answer)
        yield eq(f"{y}", dist.probability(y), chance)
    yield eq("0 or less", dist.probability(0), g**answer / (1 + g))
    yield eq("4 or more", dist.probability(4), g ** (4 - answer) / (1 + g))


@claim(
    "BNSV15.T2.1",
    over(length=(1, 2), sensitivity=(1, 2, 3), most=sized((3,), (4,), (5,))),
    about=LaplaceVectorCells,
)
def laplace_mechanism_is_private(build: Build, length: int, sensitivity: int, most: int) -> Check:
    """If f has sensitivity s, adding independent Lap(s/eps) to each coordinate of f(D) is (eps,
    0)-private.

    Cases: Every eps, and all functions at once: all pairs of integer vectors of l1 distance at
    most s, seen through comparisons with all integers between them, which show the whole loss. Any
    finite set of rational values becomes integer in another unit, with s and the noise in it.
    """
    mechanism = build(Itself(), sensitivity, tuple(range(most + 1)), every(sensitivity))
    yield private(mechanism, values(most, length, sensitivity), pure(R**sensitivity))
