"""Laws of the exponential mechanism and of sampled rows, by enumeration and by counting."""

from audits.claims.prelude import *
from reference.data.workloads import literal_conjunctions
from reference.mechanisms.release.exponential_sanitiser import ExponentialSanitiser
from reference.mechanisms.selection.exponential import ExponentialMechanism

CONJUNCTIONS = {d: literal_conjunctions(d) for d in (1, 2)}
"""All of them, on one or two bits."""


@dataclass(frozen=True, slots=True)
class Table:
    """A score u(x, y) of databases, each and the next neighbours."""

    scores: tuple[Rows, ...]
    """Of every output, for each database."""

    sensitivity: int

    def __call__(self, database: Rows, /) -> dict[int, int]:
        """Minus the scores: the higher the better."""
        return {y: -u for y, u in enumerate(self.scores[database[0]])}

    @property
    def universe(self) -> ListedAdjacency[Rows]:
        """(0,), (1,), ...; a database and the next are neighbours."""
        places = range(len(self.scores))
        return ListedAdjacency(tuple((i,) for i in places), tuple(pairwise(places)))


def by_weights(table: Table, root: Any) -> ExponentialMechanism[Rows, int, Any]:
    """Weights e^(-eps u/D): the exponential mechanism of KLMNS20 at twice eps = D ln(root)."""
    loss = Epsilon(root, 2 * table.sensitivity)
    return ExponentialMechanism(table, loss, table.sensitivity)


def database_mechanism(queries: Any, points: int, size: int, root: Any) -> Any:
    """Weights e^(-eps n max |q(y) - q(x)|) on X^m, eps = m ln(root): the sanitiser at 2 eps."""
    loss = Epsilon(root, 2 * size)
    return ExponentialSanitiser(Domain.of_size(points), size, loss, "databases", tuple(queries))


def two_levels(others: int, gap: int = 1) -> tuple[Rows, Rows]:
    """One good output and so many others; on the neighbour it is the other way round."""
    return (0,) + (gap,) * others, (gap,) + (0,) * others


def error(queries: Sequence[Any], first: Rows, second: Rows) -> Fraction:
    """max_q |q(first) - q(second)|, by common denominators."""
    n, m = len(first), len(second)
    gaps = (abs(m * sum(q(x) for x in first) - n * sum(q(y) for y in second)) for q in queries)
    return Fraction(max(gaps), n * m)


def sequences(points: int, size: int) -> Iterator[Rows]:
    """X^m, in order."""
    return product(range(points), repeat=size)


def released(
    queries: Sequence[Any], points: int, size: int, base: Fraction, x: Rows
) -> dict[Rows, Fraction]:
    """Probabilities of multisets: sums over X^m of base^(-n m max |q(y) - q(x)|), normalised."""
    masses: dict[Rows, Fraction] = defaultdict(Fraction)
    for y in sequences(points, size):
        masses[tuple(sorted(y))] += base ** -int(error(queries, x, y) * len(x) * size)
    total = sum(masses.values(), Fraction(0))
    return {y: w / total for y, w in masses.items()}


def off_by_more(ones: int, rows: int, size: int, alpha: Fraction) -> Fraction:
    """The probability that a binomial fraction, size and ones/rows, is off by more than alpha."""
    p = Fraction(ones, rows)
    off = (k for k in range(size + 1) if abs(Fraction(k, size) - p) > alpha)
    return sum((binomial_mass(size, k, p) for k in off), Fraction(0))


POINT = (PointFunction(1),)
"""One query on {0, 1}: the fraction of ones."""


def within(alpha: Fraction) -> Callable[[Rows, Rows], bool]:
    """Whether a database answers the query within alpha."""
    return lambda x, y: error(POINT, x, y) <= alpha
