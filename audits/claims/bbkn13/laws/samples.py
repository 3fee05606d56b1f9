"""Distributions of labelled examples, and which outputs are accurate for them."""

from audits.claims.prelude import *
from reference.data.concept import Masses
from reference.lower_bounds.learning_packing import interval_packing

Examples = tuple[tuple[LabelledExample, Fraction], ...]
"""Labelled examples of positive mass, and their masses."""

IsGood = Callable[[Examples, Hypothesis | Bottom], bool]

Learner = Mechanism[Any, Any, Any]
"""A mechanism of a claim that is about several."""


def examples(concept: Hypothesis, masses: Masses) -> Examples:
    """Examples of the concept, their points drawn with these masses."""
    return tuple(((x, concept(x)), mass) for x, mass in enumerate(masses) if mass)


def two_points(t: int, first: int, second: int, mass: Fraction) -> Masses:
    """Mass `mass` on the first point, the rest on the second."""
    return [mass if x == first else 1 - mass if x == second else Fraction(0) for x in range(t)]


def tasks(of: Iterable[Examples]) -> ListedAdjacency[Examples]:
    """Distributions to learn from, each once; none is a neighbour of another."""
    return ListedAdjacency(tuple(dict.fromkeys(of)), (), "distributions")


def on_grid(concepts: Iterable[Hypothesis], t: int, steps: int) -> ListedAdjacency[Examples]:
    """Every concept under every distribution on t points whose masses are multiples of 1/steps."""
    grid = [*grid_distributions(t, steps)]
    return tasks(examples(c, masses) for c in concepts for masses in grid)


def error_on(distribution: Examples, output: Hypothesis) -> Fraction:
    """The mass of the examples that the output labels differently."""
    return sum((mass for (x, y), mass in distribution if output(x) != y), Fraction(0))


def within(alpha: Fraction, *, strict: bool = False) -> IsGood:
    """No failure: a hypothesis of error <= alpha (strict: < alpha); bottom is a failure."""

    def is_good(distribution: Examples, output: Hypothesis | Bottom) -> bool:
        if isinstance(output, Bottom):
            return False
        wrong = error_on(distribution, output)
        return wrong < alpha if strict else wrong <= alpha

    return is_good


def half_half(size: int, end: int) -> tuple[Fraction, ...]:
    """The masses of the packing database of an interval: its last 1 and its first 0."""
    rows = [x for x, _ in interval_packing(size, end, 2)]
    return tuple(Fraction(rows.count(x), 2) for x in range(size))
