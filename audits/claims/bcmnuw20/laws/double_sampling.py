"""Events of two samples: exact probabilities, from laws and from counts."""

from audits.claims.prelude import *
from audits.claims.bcmnuw20.laws.public_covers import Concepts
from reference.data.concept import Masses
from reference.data.cover_failure import support_law
from reference.mechanisms.release.double_sampling import Pair, largest_difference

Sampler = Mechanism[Any, Pair, Any]


def differences(concepts: Concepts, size: int) -> tuple[frozenset[int], ...]:
    """For each pair of concepts the points on which they differ."""
    return tuple(
        frozenset(x for x in range(size) if a(x) != b(x)) for a, b in combinations(concepts, 2)
    )


def shown_on(concepts: Concepts, size: int, t: int) -> Callable[[Pair], bool]:
    """Whether two concepts agree on the first sample and differ on t rows of the second."""
    different = differences(concepts, size)

    def event(pair: Pair) -> bool:
        first, second = pair
        counts = [second.count(x) for x in range(size)]
        return largest_difference(different, frozenset(first), counts) >= t

    return event


def ghost_by_samples(
    sampler: Sampler, concepts: Concepts, masses: tuple[Fraction, ...], t: int
) -> Fraction:
    """Pr[B'] from the law of the two samples."""
    event = shown_on(concepts, len(masses), t)
    found: Fraction = law(sampler, masses).probability_that(event)
    return found


def count_vectors(size: int, rows: int) -> Iterator[tuple[int, ...]]:
    """How often each point may occur."""
    if size == 1:
        yield (rows,)
        return
    for first in range(rows + 1):
        for rest in count_vectors(size - 1, rows - first):
            yield (first, *rest)


def multinomial(masses: Masses, counts: tuple[int, ...]) -> Fraction:
    """The probability of these counts."""
    chance, left = Fraction(1), sum(counts)
    for p, k in zip(masses, counts, strict=True):
        chance *= comb(left, k) * p**k
        left -= k
    return chance


def ghost_by_counts(concepts: Concepts, masses: Masses, rows: int, t: int) -> Fraction:
    """Pr[B'] from the points of w and the counts of w'."""
    different = differences(concepts, len(masses))
    ghosts = [(c, multinomial(masses, c)) for c in count_vectors(len(masses), rows)]
    total = Fraction(0)
    for chosen, chance in support_law(masses, rows).items():
        seen = frozenset(chosen)
        good = (p for c, p in ghosts if p and largest_difference(different, seen, c) >= t)
        total += chance * sum(good, Fraction(0))
    return total
