"""How many people an attack on subset sums gets wrong, by the error of the answers, and by eps.

At the worst: for errors below E, over all databases, answers, and what the attack may take.  For
the attack that tries all databases E enters through the least |Q z|_inf of each |z|_1 alone.  On
average: answers are counts with two-sided geometric noise, clamped, of a release that exists; the
part of the people that are right, averaged over all databases, from its exact law while that is
small, and else from seeded runs on random databases.

>>> family = Family.of("hadamard", 2)
>>> [cell.wrong for cell in at_worst(family, [Fraction(1, 3), Fraction(3, 4)])]
[0, 2, 2, 2, 1, 2]
>>> str(on_average(family, [Fraction(2)], 100, 1)[1].recovered)
'61/96'
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import ceil
from typing import Self

from audits.extras import need
from reference.data.domain import Domain
from reference.exact.interval import ln, sqrt
from reference.lower_bounds.efficient_reconstruction import HadamardReconstruction
from reference.lower_bounds.rounding_errors import hadamard_errs, most_wrong, programme_errs
from reference.lower_bounds.subset_sums import (
    Bits,
    IsCounted,
    RandomSubsets,
    all_subsets,
    embedded,
    hadamard_subsets,
    subset_sum,
)
from reference.mechanisms.noise.noisy_counts import NoisyCounts
from reference.privacy.epsilon import Epsilon
from reference.probability.coins import SeededBits, run
from reference.probability.geometric import TwoSidedGeometric

Counts = tuple[int, ...]
"""Noisy answers, integers."""

FAMILIES = ("all", "random", "hadamard")
"""All subsets, random ones, the rows of Hadamard's matrix."""

MOST_PEOPLE, MOST_QUERIES = 8, 256
MOST_SOLVED = 4
"""People for which linear inequalities are solved for each z."""

MOST_OUTCOMES = 20_000
"""Outcomes times databases of a law that is computed."""

MOST_DRAWS = 400_000
"""Noisy answers that are drawn, in all runs of all releases."""

CONFIDENCE = Fraction(99, 100)
"""With which a simulated part is as near as it says."""

ARRAYS = "the attack that tries all databases"

TRY, PROGRAMME, HADAMARD = "try all", "linear programme", "Hadamard"
"""The attacks."""


@dataclass(frozen=True, slots=True)
class Family:
    """Queries with a name."""

    name: str
    people: int
    queries: tuple[Bits, ...]

    @classmethod
    def of(cls, name: str, people: int, count: int = 0, seed: int = 0) -> Self:
        """Queries of a family.

        Args:
            name: one of `FAMILIES`.
            people: n.
            count: k, of random ones.
            seed: of random ones.

        Raises:
            ValueError: for too many, or numbers that a family does not have.
        """
        if not 1 <= people <= MOST_PEOPLE:
            raise ValueError(f"{people} people: from 1 to {MOST_PEOPLE}")
        if name == "all":
            return cls(name, people, all_subsets(people)[1:])
        if name == "hadamard":
            return cls(name, people, hadamard_subsets(people))
        if not 1 <= count <= MOST_QUERIES:
            raise ValueError(f"{count} random queries: from 1 to {MOST_QUERIES}")
        drawn = run(RandomSubsets(count, people), (), SeededBits(seed))
        return cls(name, people, drawn)


@dataclass(frozen=True, slots=True)
class Worst:
    """The most people that are wrong for errors below E, by an attack."""

    attack: str
    error: Fraction
    wrong: int | None
    """None where it is not computed."""

    bound: int | None
    """The theorem of the attack allows so many; None where there is none."""


def at_worst(family: Family, errors: Sequence[Fraction]) -> Iterator[Worst]:
    """Each attack, each E > 0."""
    n, norms = family.people, least_norms(family.queries)

    def below(bound: Fraction) -> int | None:
        return min(n, ceil(bound) - 1) if family.name == "all" else None

    for error in errors:
        wrong = max(size for size, norm in enumerate(norms) if norm < 2 * error)
        yield Worst(TRY, error, wrong, below(4 * error))
    for error in errors:
        yield Worst(PROGRAMME, error, _by_programme(family, error), below(8 * error))
    if family.name == "hadamard":
        bound = HadamardReconstruction(n).wrong_at_most
        for error in errors:
            yield Worst(HADAMARD, error, _from_hadamard(n, error, bound(error)), bound(error))


def least_norms(queries: Sequence[Bits]) -> list[int]:
    """The least |Q z|_inf over z with |z|_1 = 0, 1, ..., n."""
    need("optimum", ARRAYS)
    import numpy as np

    n = len(queries[0])
    z = np.array(list(product((0, 1, -1), repeat=n)), dtype=np.int64)
    largest = np.abs(z @ np.array(queries, dtype=np.int64).T).max(axis=1)
    sizes = np.abs(z).sum(axis=1)
    return [int(largest[sizes == size].min()) for size in range(n + 1)]


def _by_programme(family: Family, error: Fraction) -> int | None:
    """With all subsets by the formula of VT14.ALG.ReconLP (concrete)."""
    n = family.people
    if family.name == "all":
        return min(n, 2 * (ceil(4 * error) - 1))
    if n > MOST_SOLVED:
        return None
    return most_wrong(n, lambda z: programme_errs(family.queries, error, z))


def _from_hadamard(people: int, error: Fraction, bound: int) -> int | None:
    if bound == 0:
        return 0
    if people > MOST_SOLVED:
        return None
    return most_wrong(people, lambda z: hadamard_errs(people, error, z))


@dataclass(frozen=True, slots=True)
class Average:
    """The expected part of the people that an attack gets right, of a private release."""

    attack: str
    exp_eps: Fraction
    """Of one answer."""

    bit_exp_eps: Fraction
    """Of all answers together, about the bit of one person, who is in some of the queries only."""

    recovered: Fraction
    runs: int
    """0 where it is exact."""

    @property
    def at_most(self) -> Fraction:
        """Of all mechanisms that tell as much of a bit (VT14.TXT.dp-not-bnp, concrete)."""
        return self.bit_exp_eps / (1 + self.bit_exp_eps)

    @property
    def deviation(self) -> Fraction:
        """How far `recovered` is off at the most, with `CONFIDENCE`; 0 where it is exact.

        By Hoeffding's inequality: runs are independent, and each is a part in [0, 1].
        """
        if not self.runs:
            return Fraction(0)
        return sqrt(ln(2 / (1 - CONFIDENCE)) / (2 * self.runs)).enclosure()[1]


def on_average(family: Family, exp_eps: Sequence[Fraction], runs: int, seed: int) -> list[Average]:
    """Each e^eps > 1 of an answer, each attack that applies to answers without a known E.

    Raises:
        ValueError: if more than `MOST_DRAWS` answers would be drawn.
    """
    n, queries = family.people, family.queries
    together = max(map(sum, zip(*queries, strict=True)))
    attacks: dict[str, Callable[[Counts], Bits]] = {TRY: Closest(queries)}
    if family.name == "hadamard":
        attacks[HADAMARD] = HadamardReconstruction(n)
    found = []
    for x in exp_eps:
        release = noisy_sums(family, x)
        exact = (n + 1) ** release.counted * 2**n <= MOST_OUTCOMES
        if not exact and runs * release.counted * len(exp_eps) > MOST_DRAWS:
            raise ValueError(
                f"{runs} runs of {release.counted} answers, {len(exp_eps)} times, are more than "
                f"{MOST_DRAWS} draws"
            )
        chances = exactly(family, x) if exact else _sampled(release, n, runs, seed)
        right = dict.fromkeys(attacks, Fraction(0))
        guesses: dict[tuple[str, Counts], Bits] = {}
        for bits, counts, chance in chances:
            for name, attack in attacks.items():
                if (name, counts) not in guesses:
                    guesses[name, counts] = attack(counts)
                same = sum(a == b for a, b in zip(bits, guesses[name, counts], strict=True))
                right[name] += chance * Fraction(same, n)
        done = 0 if exact else runs
        found += [Average(name, x, x**together, part, done) for name, part in right.items()]
    return found


class Closest:
    """The attack `closest` on integers, for all databases at once.

    Args:
        queries: q_1, ..., q_k.
    """

    def __init__(self, queries: Sequence[Bits]) -> None:
        need("optimum", ARRAYS)
        import numpy as np

        self._databases = all_subsets(len(queries[0]))
        x = np.array(self._databases, dtype=np.int64)
        self._sums = x @ np.array(queries, dtype=np.int64).T

    def __call__(self, answers: Sequence[int], /) -> Bits:
        """The first database with the least largest error."""
        off = abs(self._sums - answers).max(axis=1)
        return self._databases[int(off.argmin())]


Release = NoisyCounts[tuple[int, int], Fraction]
Chances = Iterator[tuple[Bits, Counts, Fraction]]
"""A database, the noisy counts, and how likely both are."""


def noisy_sums(family: Family, exp_eps: Fraction) -> Release:
    """The release of counts with noise, for rows (i, x_i)."""
    rows = Domain(tuple(product(range(1, family.people + 1), (0, 1))))
    return NoisyCounts(tuple(map(IsCounted, family.queries)), rows, Epsilon(exp_eps))


def counted(means: Sequence[Fraction], people: int) -> Counts:
    """The counts a of means 2a/n - 1."""
    return tuple(int(people * (mean + 1) / 2) for mean in means)


def exactly(family: Family, exp_eps: Fraction) -> Chances:
    """The law of the release, as a product of laws of clamped counts; all databases alike."""
    n, noise = family.people, TwoSidedGeometric(1 / exp_eps)
    laws = [
        [(a, clamped.probability(a - c)) for a in range(n + 1)]
        for c in range(n + 1)
        for clamped in (noise.clamped(-c, n - c),)
    ]
    for bits in all_subsets(n):
        chances: dict[Counts, Fraction] = {(): Fraction(1, 2**n)}
        for query in family.queries:
            noisy = laws[subset_sum(query, bits)] if any(query) else [(0, Fraction(1))]
            chances = {
                (*counts, a): chance * p for counts, chance in chances.items() for a, p in noisy
            }
        for counts, chance in chances.items():
            yield bits, counts, chance


def _sampled(release: Release, people: int, runs: int, seed: int) -> Chances:
    """Independent runs, each on a database that is drawn."""
    source, databases = SeededBits(seed), all_subsets(people)
    for _ in range(runs):
        bits = databases[source.bits(people)]
        counts = counted(run(release, embedded(bits), source), people)
        yield bits, counts, Fraction(1, runs)
