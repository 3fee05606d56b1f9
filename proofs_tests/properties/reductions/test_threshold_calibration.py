"""Parameters of the release of thresholds, for arbitrary targets."""

from collections.abc import Callable
from fractions import Fraction
from itertools import count
from math import factorial

from hypothesis import strategies as st

from audits.claims.bnsv15.impostors.threshold_plans import WRONG_LOSSES, WRONG_NUMBERS
from audits.claims.bnsv15.laws.counts import some_count_strays
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

TARGETS: st.SearchStrategy[Target] = st.tuples(
    st.builds(Fraction, st.integers(20, 160), st.integers(2, 4)),
    st.builds(Fraction, st.just(1), st.sampled_from((10**6, 2, 8, 100, 10**9))),
    st.builds(Fraction, st.integers(6, 12), st.just(12)),
    st.builds(Fraction, st.integers(1, 9), st.just(10)),
    st.sampled_from((1, 2, 3, 16, 1000)).map(Domain.of_size),
)


def exponential(x: Fraction) -> tuple[Fraction, Fraction]:
    """Bounds of e^x by its series, for 0 <= x <= 10."""
    terms = [x**i / factorial(i) for i in range(61)]
    return sum(terms, Fraction(0)), sum(terms, terms[-1])


RIGHT = calibrate_threshold_release


@property_of(
    RIGHT,
    {
        "a loss of 5 eps'": WRONG_LOSSES["a loss of 5 eps'"],
        "8 parts": "PARTS = 7 => PARTS = 8",
        "6 parts": "PARTS = 7 => PARTS = 6",
        "a counter for k points": "nodes_changed(blocks + 1) => nodes_changed(blocks)",
        "no half of eps'": "(2 * PARTS) => PARTS",
    },
    target=TARGETS,
)
def test_the_loss_is_spent(calibrate: Calibrate, target: Target) -> None:
    """e^eps is what the seven parts lose, up to the digits that are kept; delta is kept."""
    plan = calibrate(*target, 1)
    nodes = nodes_changed(plan.blocks + 1)
    low, high = exponential(target[0] / 14)
    assert plan.root <= high
    assert low <= plan.root * (1 + Fraction(1, 2**9))
    assert plan.node_root**nodes <= high**2
    assert low**2 <= (plan.node_root * (1 + Fraction(1, 2**9))) ** nodes
    assert plan.guarantee.exp_eps == plan.root**12 * plan.node_root**nodes
    assert plan.guarantee.delta <= target[1]


@property_of(
    RIGHT,
    {
        "half of the rows for the solver": WRONG_NUMBERS["half of the rows for the solver"],
        "two rows more for the solver": "ln(root)).rounded_up()) => ln(root)).rounded_up() + 1)",
        "another loss of a block": "loss = 2 * ln(root) => loss = ln(root)",
        "no noise is allowed for": WRONG_NUMBERS["no noise is allowed for"],
        "more noise is allowed for": "loss).rounded_up() - 1) => loss).rounded_up())",
        "one side of the noise": "ln(2 * blocks / share) => ln(blocks / share)",
        "a solver for one block": "ln(domain.size * blocks / share) => ln(domain.size / share)",
        "a half of beta for each": "failure_probability / 3 => failure_probability / 2",
        "a fourth of beta for each": "failure_probability / 3 => failure_probability / 4",
        "counts of twice as many": "error_bound(blocks + 1 => error_bound(2 * blocks + 1",
        "half of the error of the counts": WRONG_NUMBERS["half of the error of the counts"],
    },
    target=TARGETS,
)
def test_each_part_fails_with_a_third_of_beta(calibrate: Calibrate, target: Target) -> None:
    """By the exact tail of the noise; with two rows, or one step of the noise, less, by none."""
    plan, share = calibrate(*target, 1), target[3] / 3
    k, g = plan.blocks, plan.root**-2

    def strayed(most: int) -> Fraction:
        return 2 * k * g ** (most + 1)

    def lost(rows: int) -> Fraction:
        return target[4].size * k * plan.root ** -(rows // 2)

    assert strayed(plan.allowed) <= share
    assert plan.allowed == 0 or strayed(plan.allowed - 1) > share
    assert plan.solvable % 2 == 0
    assert lost(plan.solvable) <= share
    assert plan.solvable == 2 or lost(plan.solvable - 2) > share
    assert some_count_strays(k, plan.count_error, 1 / plan.node_root) <= share
    assert plan.count_error == error_bound(k + 1, 1 / plan.node_root, share)


def enough(plan: ThresholdReleasePlan, length: int, alpha: Fraction, rows: int) -> bool:
    """Whether so many rows are, if blocks are at least so long, and longer for more rows."""
    while plan.blocks * (length - plan.allowed) < rows:
        length += 1
    return 2 * (length + plan.allowed) - 2 + plan.count_error <= alpha * rows


@property_of(
    RIGHT,
    {
        "one row too few": WRONG_NUMBERS["one row too few"],
        "half of the rows": WRONG_NUMBERS["half of the rows"],
        "always enough": WRONG_NUMBERS["always enough"],
        "a row more": "needed = max(1, (exact(error) / accuracy).rounded_up()) => "
        "needed = max(1, (exact(error) / accuracy).rounded_up() + 1)",
        "an error less": "(self.length + self.allowed) - 2 => (self.length + self.allowed) - 4",
        "blocks do not get longer": (
            "max(plan.length, -(-rows // plan.blocks) + plan.allowed) => plan.length"
        ),
        "blocks without room for noise": (
            "-(-rows // plan.blocks) + plan.allowed) => -(-rows // plan.blocks))"
        ),
    },
    examples=20,
    target=TARGETS,
    more=st.integers(0, 300),
)
def test_enough_rows_are_enough(calibrate: Calibrate, target: Target, more: int) -> None:
    """Those that it names, all larger numbers, and no smaller one."""
    least = calibrate(*target, 1)
    needed, alpha = least.rows_needed, target[2]
    for rows in (1, max(1, needed - 1), needed, needed + more):
        plan = calibrate(*target, rows)
        assert plan.rows_needed == needed
        assert plan.suffices == (rows >= needed) == enough(least, least.length, alpha, rows)
        assert plan.blocks * (plan.length - plan.allowed) >= rows
        assert plan.length - plan.allowed >= plan.solvable
        assert plan.error == 2 * (plan.length + plan.allowed) - 2 + plan.count_error
    full = least.blocks * (least.length - least.allowed)
    assert all(enough(least, least.length, alpha, full + i * least.blocks + 1) for i in range(5))


@property_of(
    RIGHT,
    {
        "the shortest blocks always": "(shortest, *plans) => (shortest,)",
        "the fewest blocks": (
            "key=lambda found: found.rows_needed => key=lambda found: found.blocks"
        ),
        "the most rows": "plan = min((shortest => plan = max((shortest",
        "blocks that are too short": (
            "max(solvable + allowed, private) => max(solvable + allowed, 1)"
        ),
        "longer than they must be": (
            "max(solvable + allowed, private) => max(solvable + allowed, private) + 1"
        ),
        "never longer": "while _blocks_for_all(plan, accuracy) > plan.blocks: => while False:",
    },
    examples=20,
    target=TARGETS,
)
def test_no_other_number_of_blocks_needs_fewer_rows(calibrate: Calibrate, target: Target) -> None:
    """Of those with a level less; each block is as long as it must be, found one by one."""
    plan, alpha = calibrate(*target, 1), target[2]
    share, g = target[3] / 3, plan.root**-2

    def with_blocks(k: int) -> tuple[int, int, bool]:
        """The least length, the rows that are needed, and whether the length is the first."""
        node = root_below(exact(target[0]) / (7 * nodes_changed(k + 1)), ROOT_DIGITS)
        allowed = next(d for d in count() if 2 * k * g ** (d + 1) <= share)
        half = next(m for m in count(1) if target[4].size * k * plan.root**-m <= share)
        private = next(length for length in count(1) if k * g**length <= target[1])
        first = max(2 * half + allowed, private)
        off = error_bound(k + 1, 1 / node, share) - 2
        for length in count(first) if alpha * k > 2 else (first,):
            error = 2 * (length + allowed) + off
            if error + 2 <= alpha * (k * (length - allowed) + 1):
                return length, max(1, -(-error // alpha)), length == first
        return first, 0, False

    length, needed, _ = with_blocks(plan.blocks)
    assert (plan.length, plan.rows_needed) == (length, needed)
    for k in count(-(-2 // alpha)):
        _, rivals, short = with_blocks(k)
        if short or ((k + 1).bit_count() == 1 and alpha * k > 2):
            assert plan.rows_needed <= rivals
        if short:
            break
