"""The best private learner as an exact linear programme, and optima that are certified."""

from audits.claims.prelude import *
from audits.engines.optimum.problem import Symmetry, generators, over_distributions
from reference.data.concept import Masses, error, points
from reference.lower_bounds.learning_packing import (
    hard_distribution,
    interval_packing,
    point_packing,
)

H = TypeVar("H", bound=Hypothesis)

Examples = Database[LabelledExample]

Orbit = tuple[int, int]
"""A rare point and how many examples have it; (0, 0) if none has."""


def recovering(
    hypotheses: Sequence[H], databases: Sequence[Examples], size: int, *, ordered: bool = False
) -> Problem[Examples, H]:
    """Output hypothesis i on database i, for each i.

    Args:
        hypotheses: distinct; also the outcomes.
        databases: one for each, of one length.
        size: the number of points.
        ordered: sequences of examples, or multisets.
    """
    universe = replace_one(labelled_examples(size), len(databases[0]), ordered=ordered)
    place = {d: i for i, d in enumerate(universe.databases())}
    wanted = [(place[tuple(sorted(d))], h) for d, h in zip(databases, hypotheses, strict=True)]
    listed = list(universe.databases())

    return over_distributions(
        f"recover {len(hypotheses)} hypotheses from {len(databases[0])} rows on {size} points",
        universe,
        hypotheses,
        [_family(f"{h}", {listed[i]: ONE}, {h}) for i, h in wanted],
    )


def learning(
    hypotheses: Sequence[H],
    targets: Sequence[tuple[Hypothesis, Masses]],
    size: int,
    rows: int,
    alpha: Fraction,
) -> Problem[Examples, H]:
    """Output a hypothesis of error at most alpha on independent examples of each target."""
    universe = replace_one(labelled_examples(size), rows)

    def family(c: Hypothesis, masses: Masses) -> _Family:
        chances: dict[Examples, Fraction] = {}
        for sample in product([x for x in range(size) if masses[x]], repeat=rows):
            d = tuple(sorted((x, c(x)) for x in sample))
            weight = prod((masses[x] for x in sample), start=ONE)
            chances[d] = chances.get(d, Fraction(0)) + weight
        good = {h for h in hypotheses if error(c, h, masses) <= alpha}
        return _family(f"{c} under {tuple(map(str, masses))}", chances, good)

    return over_distributions(
        f"learn on {size} points from {rows} rows, alpha = {alpha}",
        universe,
        hypotheses,
        [family(c, masses) for c, masses in targets],
    )


_Family = tuple[str, Callable[[Examples], Fraction], Callable[[Examples, Hypothesis], bool]]


def _family(name: str, chances: dict[Examples, Fraction], good: set[H]) -> _Family:
    """A distribution on databases, and which outputs are good."""
    return name, lambda d: chances.get(d, Fraction(0)), lambda _, h: h in good


def point_targets(size: int, rows: int) -> Problem[Examples, Hypothesis]:
    """Recover each point from copies of its positive example."""
    chosen: list[Hypothesis] = list(points(size))
    return recovering(chosen, [point_packing(j, rows) for j in range(size)], size)


def interval_targets(size: int, rows: int) -> Problem[Examples, Hypothesis]:
    """Recover each interval from examples at its end."""
    chosen: list[Hypothesis] = list(intervals(size))
    databases = [interval_packing(size, e, rows) for e in range(size + 1)]
    return recovering(chosen, databases, size)


def hard_points(size: int, rows: int, mass: Fraction) -> Problem[Examples, Hypothesis]:
    """Learn the rare point of the hard distributions, alpha just below its mass."""
    chosen: list[Hypothesis] = list(points(size))
    targets = [(chosen[i], hard_distribution(size, i, mass)) for i in range(1, size)]
    return learning(chosen, targets, size, rows, mass - Fraction(1, 10**6))


def orbit_problem(size: int, rows: int, mass: Fraction) -> Problem[Orbit, str]:
    """The relaxation of the learner of the hard family to the databases that occur in it.

    Database (i, s): s examples (i, 1), the others (0, 0); for s = 0 it is the same for all i.
    Neighbours: one copy more or less of i, and one copy of i for one of j.  The private learners
    of all databases are private here, so the optimum is no smaller than theirs.
    """
    rare = range(1, size)
    places: list[Orbit] = [(0, 0), *((i, s) for i in rare for s in range(1, rows + 1))]
    at_place = {place: k for k, place in enumerate(places)}
    links = [((i, s - 1) if s > 1 else (0, 0), (i, s)) for i, s in places if s]
    links += [((i, 1), (j, 1)) for i, j in combinations(rare, 2)]
    universe = ListedAdjacency(
        tuple(places), tuple((at_place[a], at_place[b]) for a, b in links), "hard family"
    )

    def relabelled(to: tuple[int, ...]) -> Symmetry[Orbit, str]:
        names = {"another": "another"} | {f"c{i}": f"c{to[i - 1] + 1}" for i in rare}
        return Symmetry(
            "rare points",
            lambda place: (to[place[0] - 1] + 1, place[1]) if place[1] else place,
            names.__getitem__,
        )

    chances = [comb(rows, s) * mass**s * (1 - mass) ** (rows - s) for s in range(rows + 1)]
    scores = (
        Score(
            f"c{i}",
            tuple(
                (at_place[(i, s) if s else (0, 0)], (i - 1,), chance)
                for s, chance in enumerate(chances)
            ),
        )
        for i in rare
    )
    return Problem(
        f"orbit relaxation, {size} points, {rows} rows, mass {mass}",
        universe,
        (*(f"c{i}" for i in rare), "another"),
        tuple(scores),
        tuple(relabelled(to) for _, to in generators(size - 1, "rare points")),
    )


def one_of_two(exp_eps: Fraction, rows: int) -> Fraction:
    """The best success on (0,1)^m and (1,1)^m for two points, by hand.

    On the way from one to the other the probability of the wrong output shrinks by r with every
    example, from 1/2 in the middle if m is even, from 1/(1 + r) next to it if m is odd.
    """
    steps, odd = divmod(rows, 2)
    return 1 - (1 / (1 + exp_eps) if odd else Fraction(1, 2)) / exp_eps**steps
