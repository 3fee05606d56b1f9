"""Plausible mistakes in reconstruction attacks, and what good answers give away."""

from dataclasses import dataclass
from fractions import Fraction

from audits.claims.vt14.impostors.reconstruction import SINGLES, WRONG_HADAMARD, at_random
from audits.claims.vt14.impostors.subset_sums import WRONG_EMBEDDINGS

from audits.claims.vt14.laws.reconstruction import NoisySums, lopsided, within
from audits.engines.accuracy import audit_accuracy
from audits.engines.privacy import audit_privacy
from audits.engines.sample_complexity.reconstruction import Family, noisy_sums
from audits.table import tabulate
from audits.verdict import Holds, Refuted
from reference.data.adjacency import replace_one
from reference.data.bottom import Bottom
from reference.lower_bounds.efficient_reconstruction import (
    HadamardReconstruction,
    RoundedProgramme,
)
from reference.lower_bounds.reconstruction import Reconstruction
from reference.lower_bounds.subset_sums import (
    Bits,
    all_subsets,
    embedded,
    embedded_query,
    subset_sum,
)
from reference.mechanisms.noise.noisy_counts import NoisyCounts
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import Coins

HALF, NONE = Fraction(1, 2), Fraction(0)


@dataclass(frozen=True)
class Embedded:
    """A release of rows (i, x_i), called on bits."""

    release: NoisyCounts[tuple[int, int], Fraction]

    def __call__(self, database: Bits, coins: Coins[Fraction], /) -> tuple[Fraction, ...]:
        return coins.run(self.release, embedded(database))


@dataclass(frozen=True)
class Guessed:
    """What an attack makes of good answers to all queries."""

    release: NoisySums

    def __call__(self, database: Bits, coins: Coins[Fraction], /) -> Bits | Bottom:
        found: Bits | Bottom = self.release(database, coins)
        return found


def test_good_answers_are_not_private() -> None:
    """Errors below 1/2 for two people: x is found, so (0,0), (1,0) are told apart for certain."""
    queries = all_subsets(2)
    errors = lopsided(queries, Fraction(7, 16))
    release = Guessed(NoisySums(queries, errors, NONE, Reconstruction(queries, HALF)))
    universe = replace_one(range(2), 2, ordered=True)
    found = audit_privacy(release, universe, Guarantee(Fraction(1000), Fraction(99, 100)))
    assert isinstance(found, Refuted)
    assert found.witness["databases"] in (["(0,0)", "(0,1)"], ["(0,0)", "(1,0)"])


def test_subsets_of_one_person_are_not_enough() -> None:
    """Four people, E = 3/4: everybody may be wrong, with all subsets two at the most."""
    queries = all_subsets(4)
    off = lopsided(queries, Fraction(5, 8))
    universe = replace_one(range(2), 4, ordered=True)
    for attack, kind in (
        (Reconstruction(queries, Fraction(3, 4)), Holds),
        (SINGLES["subsets of one person only"](queries, Fraction(3, 4)), Refuted),
    ):
        table = tabulate(NoisySums(queries, off, NONE, attack), universe)
        said = audit_accuracy(table, within(HALF), NONE, "attack")
        assert isinstance(said, kind)


def test_rounding_at_random_is_wrong_for_one_exact_answer() -> None:
    """N = 1, x = 0, E = 1/4, the value 1/8 or more of the programme as a probability."""
    attack = RoundedProgramme(((1,),), Fraction(1, 4))
    assert attack((0,)) == (0,)
    point = attack.point((Fraction(1, 4),))
    assert point is not None
    assert 0 < at_random(point).probability((1,)) < HALF


def test_each_wrong_estimate_is_wrong_on_exact_answers() -> None:
    """HAD1-3: four people, the numbers of wrong people at the worst."""
    queries = HadamardReconstruction(4).queries
    worst = {}
    for name in ("v_0 is left out", "v_i = y_i", "v_i = 2 y_i - n/2"):
        attack = WRONG_HADAMARD[name](4)
        worst[name] = max(
            sum(
                a != b for a, b in zip(x, attack([subset_sum(q, x) for q in queries]), strict=True)
            )
            for x in all_subsets(4)
        )
    assert worst == {"v_0 is left out": 4, "v_i = y_i": 1, "v_i = 2 y_i - n/2": 3}


def test_a_counting_release_of_embedded_bits_is_private() -> None:
    """The embedding keeps neighbours; numbered from 0, the query {1} of (1, 0) counts nobody."""
    assert embedded_query((1, 0))(embedded((1, 0))) == 1
    numbered = WRONG_EMBEDDINGS["people are numbered from 0"][1]
    assert embedded_query((1, 0))(numbered((1, 0))) == 0
    release = Embedded(noisy_sums(Family("one", 2, ((1, 0),)), Fraction(2)))
    universe = replace_one(range(2), 2, ordered=True)
    assert isinstance(audit_privacy(release, universe, Guarantee(Fraction(2), NONE)), Holds)
    found = audit_privacy(release, universe, Guarantee(Fraction(3, 2), NONE))
    assert isinstance(found, Refuted)
    assert found.witness["databases"] in (["(0,0)", "(1,0)"], ["(1,0)", "(0,0)"])
