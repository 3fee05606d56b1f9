"""Parameters of the release of thresholds, for arbitrary targets."""

from collections.abc import Callable
from fractions import Fraction
from itertools import count
from math import factorial
from typing import Any

from hypothesis import strategies as st

from audits.claims.bnsv15.laws.counts import some_count_strays
from proofs_tests.properties.sides import refused
from proofs_tests.properties.stated import property_of
from reference.data.domain import Domain
from reference.exact.exponential import root_below
from reference.exact.interval import exact
from reference.mechanisms.release.tree_counter import ROOT_DIGITS, error_bound, nodes_changed
from reference.reductions.threshold_calibration import (
    ThresholdReleasePlan,
    calibrate_threshold_release,
)

Target = tuple[Fraction, Fraction, Fraction, Fraction, Domain[int]]
"""eps, delta, alpha, beta and the domain."""

Calibrate = Callable[..., ThresholdReleasePlan]


def target(eps: Fraction | int, delta: int, alpha: Fraction | int, beta: int, size: int) -> Target:
    """For delta in reciprocal, and beta in tenths."""
    numbers = (Fraction(eps), Fraction(1, delta), Fraction(alpha), Fraction(beta, 10))
    return (*numbers, Domain.of_size(size))


SPECIAL = (
    # The delta of all blocks together decides how long they are.
    target(7, 10**15, Fraction(1, 4), 5, 4),
    # Four blocks of 4 rows are not enough, and would have to be 7; six are longer, and enough.
    target(Fraction(80, 3), 100, Fraction(7, 12), 9, 3),
    # Blocks are longer than the solver needs, for delta.
    target(20, 10**9, Fraction(3, 4), 9, 1),
    # Three blocks need fewer rows than five, which are the shortest.
    target(9, 100, 1, 1, 16),
    # Two blocks are enough, and so are three for as few rows.
    target(75, 100, 1, 9, 16),
    # Two blocks are enough for three rows, and not for all larger numbers.
    target(200, 2, Fraction(11, 12), 6, 1),
)

TARGETS = st.sampled_from(SPECIAL) | st.builds(
    target,
    st.builds(Fraction, st.integers(20, 160), st.integers(2, 4)),
    st.sampled_from((10**6, 2, 8, 100, 10**9)),
    st.builds(Fraction, st.integers(3, 12), st.just(12)),
    st.integers(1, 9),
    st.sampled_from((1, 2, 3, 16, 1000)),
)


@property_of(
    calibrate_threshold_release,
    {
        "8 parts": "PARTS = 7 => PARTS = 8",
        "the delta of one block": "ln(blocks / delta) => ln(1 / delta)",
        "one side of the noise": "ln(2 * blocks / share) => ln(blocks / share)",
        "a half of beta for each": "failure_probability / 3 => failure_probability / 2",
    },
    examples=25,
    aim=TARGETS,
)
def test_the_loss_is_spent_and_each_part_fails_with_a_third_of_beta(
    calibrate: Calibrate, aim: Target
) -> None:
    """By the exact tail of the noise; with two rows, or one step of the noise, less, by none.

    e^eps is what the seven parts lose, up to the digits that are kept.
    """
    plan, share = calibrate(*aim, 1), aim[3] / 3
    k, g, lost, nodes = plan.blocks, plan.root**-2, plan.guarantee, nodes_changed(plan.blocks + 1)
    terms = [(aim[0] / 14) ** i / factorial(i) for i in range(61)]
    assert lost.exp_eps <= (sum(terms) + terms[-1]) ** 14
    assert lost.exp_eps * (1 + Fraction(1, 2**9)) ** (12 + nodes) >= sum(terms) ** 14
    assert lost.delta <= aim[1]
    on_blocks: Any = plan.mechanism.solver
    assert on_blocks.filler in aim[4]

    def unsolved(rows: int) -> Fraction:
        return aim[4].size * k * plan.root ** -(rows // 2)

    assert 2 * k * g ** (plan.allowed + 1) <= share
    assert plan.allowed == 0 or 2 * k * g**plan.allowed > share
    assert unsolved(plan.solvable) <= share
    assert plan.solvable == 2 or unsolved(plan.solvable - 2) > share
    assert plan.solvable % 2 == 0
    assert plan.count_error == error_bound(k + 1, 1 / plan.node_root, share)
    assert some_count_strays(k, plan.count_error, 1 / plan.node_root) <= share


@property_of(
    calibrate_threshold_release,
    {
        "a row more": "needed = max(1, (exact(error) / accuracy).rounded_up()) => "
        "needed = max(1, (exact(error) / accuracy).rounded_up() + 1)",
        "an error less": "(self.length + self.allowed) - 2 => (self.length + self.allowed) - 4",
        "blocks do not get longer": (
            "max(plan.length, -(-rows // plan.blocks) + plan.allowed) => plan.length"
        ),
    },
    examples=20,
    aim=TARGETS,
    more=st.integers(0, 300),
)
def test_enough_rows_are_enough(calibrate: Calibrate, aim: Target, more: int) -> None:
    """Those that it names, all larger numbers, and no smaller one: blocks hold them all."""
    for place, outside in ((0, (0,)), (1, (0, 1)), (2, (0, 2)), (3, (0, 1))):
        for value in outside:
            wrong = (*aim[:place], Fraction(value), *aim[place + 1 :])
            assert refused(calibrate, *wrong, 1)
    least = calibrate(*aim, 1)
    needed, full = least.rows_needed, least.blocks * (least.length - least.allowed)
    for rows in (max(1, needed - 1), needed, needed + more, full + 1, full + least.blocks + 1):
        plan = calibrate(*aim, rows)
        assert plan.rows_needed == needed
        assert plan.error == 2 * (plan.length + plan.allowed) - 2 + plan.count_error
        assert plan.suffices == (rows >= needed) == (plan.error <= aim[2] * rows)
        assert plan.blocks * (plan.length - plan.allowed) >= rows
        assert plan.length - plan.allowed >= plan.solvable


@property_of(
    calibrate_threshold_release,
    {
        "not as many as the levels hold": "[2**j - 1 for => [2 * j - 1 for",
        "blocks that are too short": "max(solvable + allowed, private) => solvable + allowed",
        "as many as shorter ones need": (
            "bisect(between, False, key=lambda k: parts(of(k)) != same) => len(between)"
        ),
    },
    examples=20,
    aim=TARGETS,
)
def test_no_other_number_of_blocks_needs_fewer_rows(calibrate: Calibrate, aim: Target) -> None:
    """Of those with a level less; each block is as long as it must be, found one by one."""
    plan, alpha = calibrate(*aim, 1), aim[2]
    share, g = aim[3] / 3, plan.root**-2

    def with_blocks(k: int) -> tuple[int, int, bool]:
        """The least length, the rows that are needed, and whether the length is the first."""
        node = root_below(exact(aim[0]) / (7 * nodes_changed(k + 1)), ROOT_DIGITS)
        allowed = next(d for d in count() if 2 * k * g ** (d + 1) <= share)
        half = next(m for m in count(1) if aim[4].size * k * plan.root**-m <= share)
        private = next(length for length in count(1) if k * g**length <= aim[1])
        first = max(2 * half + allowed, private)
        off = error_bound(k + 1, 1 / node, share) - 2
        for length in count(first) if alpha * k > 2 else (first,):
            error = 2 * (length + allowed) + off
            if error + 2 <= alpha * (k * (length - allowed) + 1):
                return length, max(1, -(-error // alpha)), length == first
        return first, 0, False

    length, needed, _ = with_blocks(plan.blocks)
    assert (plan.length, plan.rows_needed) == (length, needed)
    assert alpha * plan.blocks >= 2
    for k in count(-(-2 // alpha)):
        _, rivals, short = with_blocks(k)
        if short:
            assert (plan.rows_needed, plan.blocks) <= (rivals, k)
            break
        if (k + 1).bit_count() == 1 and alpha * k > 2:
            assert plan.rows_needed <= rivals
