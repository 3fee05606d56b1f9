"""Integer parameters of the release of thresholds for a target, by certified rounding.

With eps' = eps/7 for the noise of a cut, for the solver and for the counts, the release is
(eps, delta)-private, if k blocks are all of length 1 or more with probability 1 - delta.  The
solver is the exponential mechanism on m rows, which finds an interior point of them but with
probability |X| e^(-eps' m / 4).  If |Z_l| <= d for all l, every block that is not cut off by the
end of the database has g - d >= m to g + d rows, k blocks hold k (g - d) >= n rows, and the count
of a threshold is off by 2 (g + d) - 2 rows at most, and by the error of the counts.  Noise, solver
and counts each fail with probability beta/3 at most.

Blocks may be longer than the solver needs: then fewer are enough, and the counter may have a level
less.  Of k = 2^j - 1 blocks, the most for j levels, and as many as the shortest blocks need, those
that need the fewest rows are taken.

Notation: k blocks, g length, d noise that is allowed for, m rows of a block, n rows, eps' privacy
loss of each part, root e^(eps'/2), L nodes of the counter.
Source: BNSV15, Theorem 4.6, item 2, with the loss 7 eps' in place of 5 eps'.
Guarantees: BNSV15.T4.6.

>>> target = Fraction(1), Fraction(1, 10**6), Fraction(1, 10), Fraction(1, 20)
>>> plan = calibrate_threshold_release(*target, Domain.of_size(2**32), 10**5)
>>> plan.suffices, plan.rows_needed, plan.blocks, plan.length
(True, 31300, 38, 2690)
"""

from bisect import bisect
from dataclasses import dataclass, replace
from fractions import Fraction

from reference.data.domain import Domain
from reference.exact.exponential import root_below
from reference.exact.interval import check_exact, exact, ln
from reference.mechanisms.interior_point.exponential_descent import ExponentialDescent
from reference.mechanisms.release.threshold_release import NoisyCuts, ThresholdRelease
from reference.mechanisms.release.tree_counter import (
    ROOT_DIGITS,
    UNBOUNDED,
    error_bound,
    nodes_changed,
)
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.reductions.fixed_size import OnFixedSize

PARTS = 7
"""Two cuts move, four runs of the solver see another row, and the counts."""


@dataclass(frozen=True, slots=True)
class ThresholdReleasePlan:
    """Parameters of the release for a target, and what they need."""

    domain: Domain[int]
    rows: int
    root: Fraction
    """e^(eps'/2), rounded down."""

    node_root: Fraction
    """e^eps of a node of the counter, rounded down."""

    blocks: int
    """k."""

    length: int
    """g."""

    allowed: int
    """d: the noise is at most so large, but with probability beta/3."""

    solvable: int
    """m: so many rows have an interior point that the solver finds."""

    count_error: int
    """The counts are off by at most so much, but with probability beta/3."""

    rows_needed: int
    """So many rows are enough for this construction, with these parameters and these bounds; fewer
    may be for others, such as `calibrate_tree_counter` on a small domain."""

    suffices: bool
    """Whether there are."""

    @property
    def error(self) -> int:
        """By how many rows an answer is off at most, but with probability beta."""
        return 2 * (self.length + self.allowed) - 2 + self.count_error

    @property
    def solver(self) -> ExponentialDescent[Fraction]:
        """It finds an interior point of the rows of a block."""
        return ExponentialDescent(self.domain, Epsilon(self.root, 2))

    @property
    def mechanism(self) -> ThresholdRelease[Fraction]:
        """The mechanism with these parameters."""
        on_blocks = OnFixedSize(self.solver, self.solvable, 0)
        cuts, node = NoisyCuts(self.length, Epsilon(self.root, 2)), Epsilon(self.node_root)
        return ThresholdRelease(on_blocks, self.domain, self.blocks, cuts, node, UNBOUNDED)

    @property
    def guarantee(self) -> Guarantee[Fraction]:
        """What the mechanism promises for replaced rows."""
        return self.mechanism.guarantee_with(self.solver.guarantee)


def calibrate_threshold_release(
    eps: Fraction,
    delta: Fraction,
    accuracy: Fraction,
    failure_probability: Fraction,
    domain: Domain[int],
    rows: int,
) -> ThresholdReleasePlan:
    """The release for (eps, delta)-privacy of databases of exactly `rows` rows.

    It is (alpha, beta)-accurate if these are enough.

    Args:
        eps: > 0.
        delta: in (0, 1).
        accuracy: alpha, in (0, 1].
        failure_probability: beta, in (0, 1).
        domain: 0, 1, ..., size - 1.
        rows: >= 1.

    Raises:
        TypeError: for a float.
        ValueError: outside these ranges.
    """
    check_exact(eps=eps, delta=delta, accuracy=accuracy, failure_probability=failure_probability)
    if eps <= 0 or not (0 < delta < 1 and 0 < accuracy <= 1 and 0 < failure_probability < 1):
        raise ValueError(
            f"eps {eps}, delta {delta}, accuracy {accuracy}, failure probability "
            f"{failure_probability}: above 0, in (0, 1), in (0, 1], in (0, 1)"
        )
    if rows < 1:
        raise ValueError(f"rows {rows}: at least 1")
    share = failure_probability / 3
    shortest = _shortest_blocks(eps, delta, accuracy, share, domain)
    fewer = [2**j - 1 for j in range(1, shortest.blocks.bit_length() + 1)]
    plans = [
        _of_length(_plan(eps, delta, accuracy, share, domain, blocks), accuracy)
        for blocks in fewer
        if accuracy * blocks > 2 and blocks < shortest.blocks
    ]
    plan = min((shortest, *plans), key=lambda found: found.rows_needed)
    length = max(plan.length, -(-rows // plan.blocks) + plan.allowed)
    longer = replace(plan, rows=rows, length=length)
    return replace(longer, suffices=longer.error <= accuracy * rows)


def _shortest_blocks(
    eps: Fraction, delta: Fraction, accuracy: Fraction, share: Fraction, domain: Domain[int]
) -> ThresholdReleasePlan:
    """Blocks as short as the solver allows, and as many as they must be, but no more.

    Longer blocks are fewer: as many as the shorter ones need is too many where these get longer.
    """

    def of(blocks: int) -> ThresholdReleasePlan:
        return _plan(eps, delta, accuracy, share, domain, blocks)

    def parts(plan: ThresholdReleasePlan) -> tuple[int, int, int]:
        return plan.length, plan.allowed, plan.count_error

    plan = of(exact(2 / accuracy).ceil())
    while (blocks := _blocks_for_all(plan, accuracy)) > plan.blocks:
        between = range(plan.blocks + 1, blocks)
        same = parts(plan)
        plan = of(plan.blocks + 1 + bisect(between, False, key=lambda k: parts(of(k)) != same))
    return plan


def _of_length(plan: ThresholdReleasePlan, accuracy: Fraction) -> ThresholdReleasePlan:
    """The same number of blocks, as long as they must be for so many; alpha k is above 2."""
    while _blocks_for_all(plan, accuracy) > plan.blocks:
        most = -(-(plan.error + 2) // accuracy) - 1
        plan = replace(plan, length=-(-most // plan.blocks) + plan.allowed)
    needed = max(1, (exact(plan.error) / accuracy).rounded_up())
    return replace(plan, rows=needed, rows_needed=needed)


def _blocks_for_all(plan: ThresholdReleasePlan, accuracy: Fraction) -> int:
    """So many blocks that all numbers of rows from `rows_needed` on are enough.

    Up to k (g - d) rows the error is the same.  The next row makes all blocks longer by one, and
    the error larger by 2; so do k rows more, for which it may be larger by alpha k >= 2.
    """
    one_more = -(-(plan.error + 2) // accuracy)
    return -(-(one_more - 1) // (plan.length - plan.allowed))


def _plan(
    eps: Fraction,
    delta: Fraction,
    accuracy: Fraction,
    share: Fraction,
    domain: Domain[int],
    blocks: int,
) -> ThresholdReleasePlan:
    """The shortest blocks, if they are so many; each part may fail with probability `share`."""
    root = root_below(exact(eps) / (2 * PARTS), ROOT_DIGITS)
    node = root_below(exact(eps) / (PARTS * nodes_changed(blocks + 1)), ROOT_DIGITS)
    loss = 2 * ln(root)
    solvable = 2 * max(1, (ln(domain.size * blocks / share) / ln(root)).rounded_up())
    allowed = max(0, (ln(2 * blocks / share) / loss).rounded_up() - 1)
    private = max(1, (ln(blocks / delta) / loss).rounded_up())
    length = max(solvable + allowed, private)
    counts = error_bound(blocks + 1, 1 / node, share)
    error = 2 * (length + allowed) - 2 + counts
    needed = max(1, (exact(error) / accuracy).rounded_up())
    return ThresholdReleasePlan(
        domain, needed, root, node, blocks, length, allowed, solvable, counts, needed, True
    )
