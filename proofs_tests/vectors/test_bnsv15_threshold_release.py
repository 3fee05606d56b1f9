"""Numbers of section 4.2.1 that were found another way."""

from fractions import Fraction
from itertools import product

import pytest

from audits.claims.bnsv15.laws.noisy_blocks import (
    AllRecognised,
    Recogniser,
    moved_row,
    recognition,
    repeats,
)
from audits.claims.bnsv15.section_4_2_1_noisy_blocks import families
from proofs_tests.vectors.values import Case, cases, listed
from reference.data.bottom import Bottom
from reference.data.database import Database
from reference.data.domain import Domain
from reference.mechanisms.release.noisy_quantiles import NoisyQuantiles
from reference.mechanisms.release.threshold_release import NoisyCuts
from reference.mechanisms.stream.binary_tree import failure_probability
from reference.privacy.epsilon import Epsilon
from reference.probability.coins import Coins
from reference.probability.law import law

pytestmark = pytest.mark.paper("BNSV15")


RATIOS = listed("bnsv15_threshold_release", "ratios")


@pytest.mark.parametrize("case", [pytest.param(RATIOS[0], marks=pytest.mark.slow), RATIOS[1]])
def test_losses_of_clamped_blocks(case: Case) -> None:
    """Sums over the ends of blocks; the third places the new row as `repeats` does not."""
    found = repeats(
        case["length"],
        removed=case["removed"],
        times=case["times"],
        width=case["width"],
        middle=(case["middle"][0], case["middle"][1]),
        last=(case["last"], case["last"]),
    )
    eps = Epsilon(Fraction(case["root"]))
    recognised = AllRecognised(NoisyCuts(found.length, eps), Recogniser(found.targets, eps))
    p, q = (law(recognised, rows).probability(True) for rows in (found.first, found.second))
    assert p / q == Fraction(case["ratio"])


def test_largest_ratios_on_few_rows() -> None:
    """Of all families of targets."""
    for case in listed("bnsv15_threshold_release", "largest")[:4]:
        n, k, length = case["rows"], case["blocks"], case["length"]
        ratios = []
        for removed, before in product(range(1, n + 1), range(n + 1)):
            pair = moved_row(n, removed, before)
            for targets in families(*pair, k) if k < 3 else ():
                p, q = (recognition(rows, targets, length, Fraction(2)) for rows in pair)
                ratios += [p / q, q / p]
        assert not ratios or max(ratios) == Fraction(case["largest"])


@cases("bnsv15_threshold_release", "tree")
def test_failures_of_the_tree_counter(case: Case) -> None:
    """Three prefixes of two nodes at most."""
    ratio = 1 / Fraction(case["root"])
    assert failure_probability(3, case["error"], ratio) == Fraction(case["failure"])


class Least:
    """The least row, or bottom."""

    def __call__(self, database: Database[int], coins: Coins[Fraction], /) -> int | Bottom:
        return min(database, default=Bottom.BOTTOM)


def test_two_quantiles() -> None:
    """The law of the least rows of two blocks."""
    case = listed("bnsv15_threshold_release", "quantiles")
    quantiles = NoisyQuantiles(
        Least(), Domain.of_size(4), 2, Epsilon(Fraction(case["root"])), bound=1
    )
    found = law(quantiles, (0, 1, 2, 3))
    shown = {
        str([None if isinstance(y, Bottom) else y for y in answers]): str(
            found.probability(answers)
        )
        for answers in found
    }
    assert shown == case["law"]
