"""Appendix C: blocks between noisy ranks may overlap, and a row is then in several of them."""

from audits.claims.prelude import *
from audits.claims.bnsv15.laws.noisy_blocks import Recogniser, moved_row
from audits.claims.bnsv15.laws.overlapping_quantiles import NODES, five_of_eight
from audits.claims.bnsv15.laws.quantile_cuts import AllBetween
from reference.mechanisms.release.noisy_quantiles import NoisyRanks
from reference.probability.geometric import TwoSidedGeometric

FIRST, SECOND = moved_row(16, 2, 2)
"""16 rows in 8 blocks of 2; the second row is replaced by one at the same place."""

TARGETS: tuple[Rows, ...] = (FIRST[:3], (), FIRST[:3], (), FIRST[:3])
"""The first three rows again and again: cuts go back between them."""


def _strays(u: int, bound: int) -> Fraction:
    """More than the chance that some node has noise beyond the bound."""
    return 2 * NODES * TwoSidedGeometric(Fraction(1, u)).at_least(bound + 1)


def _as_the_code_has_it(chance: Build, *, monotone: bool) -> Iterator[Comparison]:
    """For noise from -1 to 1, against the law of the blocks of the mechanism."""
    u = 4
    r = Fraction(u**3)
    solver = Recogniser(TARGETS, Epsilon(r))
    ranks = NoisyRanks(8, Epsilon(Fraction(u)), monotone, 1)
    share = (r / (5 * (1 + r))) ** 5
    for name, rows in (("D", FIRST), ("D'", SECOND)):
        found = law(AllBetween(ranks, solver, 5), rows).probability(True)
        summed = share * chance(rows, TARGETS, u, 1, monotone=monotone)
        yield eq(f"{name}, noise from -1 to 1", found, summed)


@claim(
    "BNSV15.AppC.overlap",
    over(u=(4,), bound=(28,)),
    about=five_of_eight,
    refuted=Erratum(
        Grade.PROOF_STEP,
        "Appendix C, Privacy (differ on at most 2 blocks; blocks and 4 eps as restored): a cut "
        "may lie before the one before it, and then a row is in several blocks; with cuts that do "
        "not go back the instance loses less than 2 eps",
        "the chance on D that five of eight blocks are recognised, at least",
        "e^(4 eps) times that on D', at most",
        same_as="BNSV15.T4.6.overlap",
    ),
)
def each_row_is_in_one_block_between_ranks(build: Build, u: int, bound: int) -> Check:
    """The blocks of neighbours differ on at most two, in a row each, so that with an eps-private
    solver and noise of loss eps/log k in each node the answers on all blocks lose 4 eps.

    Cases: k = 8, so that a node has the loss eps/3, e^(eps/3) = 4; 16 rows, of which the second is
    replaced by one at the same place, so that no noise has to move; the solver of
    BNSV15.T4.6.overlap, which is eps-private for an added or removed row, and the event that it
    recognises the first five blocks as its targets. What is left out by keeping noise from -28 to
    28 is allowed for on both sides; the loss is 5.04 eps. For noise from -1 to 1 the sum is
    compared with the law of the mechanism's blocks.
    """
    yield from _as_the_code_has_it(build, monotone=False)
    stray, r = _strays(u, bound), u**3
    likely, other = (build(rows, TARGETS, u, bound) for rows in (FIRST, SECOND))
    yield le("", likely - stray, r**4 * (other + stray))


WRONG[five_of_eight] = {"cuts go back": "max(a, b) if monotone else b => b"}


@claim(
    "BNSV15.AppC.overlap",
    over(u=(4,), bound=(36,)),
    form=Form.CORRECTED,
    about=five_of_eight,
    uses=("BNSV15.AppC.priv",),
)
def cuts_that_do_not_go_back(build: Build, u: int, bound: int) -> Check:
    """With every cut the largest of those up to it the same event on the same neighbours loses
    less than 2 eps.

    Cases: As in the printed form; noise from -36 to 36.
    """
    yield from _as_the_code_has_it(build, monotone=True)
    stray, r = _strays(u, bound), u**3
    likely, other = (build(rows, TARGETS, u, bound, monotone=True) for rows in (FIRST, SECOND))
    yield lt("stray", stray, other)
    yield le("D", likely + stray, r**2 * (other - stray))
    yield le("D'", other + stray, r**2 * (likely - stray))
