"""Numbers of section 4.2.1 and Appendix C against vectors that were found another way."""

import json
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from audits.claims.bnsv15.appendix_c_overlap import FIRST, SECOND, TARGETS
from audits.claims.bnsv15.laws.noisy_blocks import (
    AllRecognised,
    Recogniser,
    moved_row,
    recognition,
    repeats,
)
from audits.claims.bnsv15.laws.overlapping_quantiles import NODES, five_of_eight
from audits.claims.bnsv15.section_4_2_1_noisy_blocks import families
from reference.data.bottom import Bottom
from reference.data.database import Database
from reference.data.domain import Domain
from reference.mechanisms.release.noisy_quantiles import NoisyQuantiles
from reference.mechanisms.release.threshold_release import BlockPoints, NoisyCuts
from reference.mechanisms.stream.binary_tree import failure_probability
from reference.privacy.epsilon import Epsilon
from reference.probability.coins import Coins
from reference.probability.law import law

VECTORS = json.loads(
    (Path(__file__).parents[2] / "vectors" / "bnsv15_threshold_release.json").read_text("utf-8")
)


@pytest.mark.paper("BNSV15")
@pytest.mark.parametrize("number", [0, 1])
def test_losses_of_clamped_blocks(number: int) -> None:
    """Laws of the whole mechanism, against sums over the ends of blocks."""
    vector = VECTORS["ratios"][number]
    found = repeats(
        vector["length"],
        removed=vector["removed"],
        times=vector["times"],
        width=vector["width"],
        middle=(vector["middle"][0], vector["middle"][1]),
        last=(vector["last"], vector["last"]),
    )
    eps = Epsilon(Fraction(vector["root"]))
    recognised = AllRecognised(NoisyCuts(found.length, eps), Recogniser(found.targets, eps))
    p, q = (law(recognised, rows).probability(True) for rows in (found.first, found.second))
    assert p / q == Fraction(vector["ratio"])
    assert p / q > eps.exp() ** (5 if number == 0 else 4)


@pytest.mark.paper("BNSV15")
def test_largest_ratios_on_few_rows() -> None:
    """Of all families of targets."""
    for vector in VECTORS["largest"][:4]:
        n, k, length = vector["rows"], vector["blocks"], vector["length"]
        ratios = []
        for removed, before in product(range(1, n + 1), range(n + 1)):
            pair = moved_row(n, removed, before)
            for targets in families(*pair, k) if k < 3 else ():
                p, q = (recognition(rows, targets, length, Fraction(2)) for rows in pair)
                ratios += [p / q, q / p]
        assert not ratios or max(ratios) == Fraction(vector["largest"])


@pytest.mark.paper("BNSV15")
def test_all_recognised_is_a_function_of_the_answers() -> None:
    """It has the probability that the blocks' answers are those for their own targets."""
    eps, targets = Epsilon(Fraction(2)), ((10,), (20, 30))
    cuts, solver = NoisyCuts(1, eps), Recogniser(targets, eps)
    for rows in ((10, 20), (20, 30), (10, 25)):
        answers = law(BlockPoints(cuts, 2, solver), rows)
        assert law(AllRecognised(cuts, solver), rows).probability(True) == answers.probability(
            (1, 3)
        )


@pytest.mark.paper("BNSV15")
def test_failures_of_the_tree_counter() -> None:
    """Three prefixes of two nodes at most."""
    for vector in VECTORS["tree"]:
        ratio = 1 / Fraction(vector["root"])
        assert failure_probability(3, vector["error"], ratio) == Fraction(vector["failure"])


class Least:
    """The least row, or bottom."""

    def __call__(self, database: Database[int], coins: Coins[Fraction], /) -> int | Bottom:
        return min(database, default=Bottom.BOTTOM)


@pytest.mark.paper("BNSV15")
def test_two_quantiles() -> None:
    """The law of the least rows of two blocks."""
    vector = VECTORS["quantiles"]
    quantiles = NoisyQuantiles(
        Least(), Domain.of_size(4), 2, Epsilon(Fraction(vector["root"])), bound=1
    )
    found = law(quantiles, (0, 1, 2, 3))
    shown = {
        str([None if isinstance(y, Bottom) else y for y in answers]): str(
            found.probability(answers)
        )
        for answers in found
    }
    assert shown == vector["law"]


@pytest.mark.paper("BNSV15")
def test_quantiles_are_checked() -> None:
    """Blocks are a power of two and divide the number of rows."""
    with pytest.raises(ValueError, match="blocks 3"):
        NoisyQuantiles(Least(), Domain.of_size(4), 3, Epsilon(Fraction(2)))
    with pytest.raises(ValueError, match="3 rows"):
        law(
            NoisyQuantiles(Least(), Domain.of_size(4), 2, Epsilon(Fraction(2)), bound=1), (0, 1, 2)
        )


@pytest.mark.paper("BNSV15")
def test_loss_of_blocks_between_ranks_that_overlap() -> None:
    """It is 5.04 eps, all noise beyond 36 allowed for; less than 2 eps if cuts do not go back."""
    u, bound = 4, 36
    r, stray = Fraction(u**3), Fraction(2 * NODES * u, (u + 1) * u ** (bound + 1))
    one, other = (five_of_eight(rows, TARGETS, u, bound) for rows in (FIRST, SECOND))
    low, high = (one - stray) / (other + stray), (one + stray) / (other - stray)
    assert r**503 < low**100 <= high**100 < r**504
    ordered = (five_of_eight(rows, TARGETS, u, bound, monotone=True) for rows in (FIRST, SECOND))
    assert (next(ordered) + stray) / (next(ordered) - stray) < r**2
