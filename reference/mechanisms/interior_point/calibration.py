"""Integer parameters of the tree algorithms for a given (eps, delta), by certified rounding.

The mechanisms take integers (trim, thresholds, ...) and one rational number, e^(eps'/4) for the
privacy loss eps' of a single choice.  Here these are derived from a target (eps, delta), the
domain and the number of rows, by the paper's analysis with explicit constants; every logarithm is
enclosed, every rounding goes to the safe side, and the privacy loss that is used is exactly
4 ln(root), for the rational root that the mechanism has.

TreeLog, with N calls on n rows, is (5 eps' N log2 n, 3 delta' n N e^(3 eps' N log2 n))-private for
replaced rows, if t >= (2/eps') ln(1/delta'), delta' <= eps'/(4n), eps' <= 2, and the choosing
mechanism is (eps', delta')-private.  It succeeds with probability 1 - (2N - 1) delta' or more, if
moreover t >= (16/eps') ln(4n/(eps' delta'^2)) and
n >= 3 t (N-1) + 2 (1 + ceil((2/eps') ln(C/delta'))).

HeavyPaths, with K databases, is private with
    eps   = eps' (6 log2 n + 1) + 2 eps' sqrt(2K ln(1/(delta' K))) + 2K eps' (e^(2 eps') - 1)
    delta = delta' + 4 delta' n e^(4 eps' log2 n) + 3K delta'
for c = k/2, t = 2k, h = 10t, delta' <= eps'/(4n), t >= (2/eps') ln(1/delta') and the threshold
T = 1 + ceil((4/eps') ln(1/(2 delta'))), which makes a choice (eps', delta')-private.  The stopping
point has a multiplicity of k/4 or more if (8/eps') ln(2K/delta') <= k/4, as it is for
k >= (64/eps') ln(K/delta'); a choice among such finds an element with probability 1 - delta' if
k/4 >= T + (4/eps') ln(1/(2 delta')).  It fails with probability (4 + 2(K - 2)) delta' at most, on
10t + 3t(K - 1) + 1 rows.

Notation: eps', delta' privacy of one choice, N calls, n rows, t trim, C base, k multiplicity,
c cutoff, h halt, K databases of ConstructPaths, root e^(eps'/4).
Source: KLMNS20, Theorems 1.2 and 4.1, Lemmas 3.7, 3.8, 4.10 and 4.11; section 3.3 of BNSV15 for
the threshold (8/eps') ln(4/(beta eps' delta')) of the choosing mechanism.

>>> plan = calibrate_tree_log(Fraction(1), Fraction(1, 10**6), Domain.of_size(2**32), 10**6)
>>> plan.root, plan.delta == Fraction(1, 2**45), plan.trim, plan.threshold
(Fraction(65577, 65536), True, 534531, 223086)
>>> rows_for(calibrate_tree_log, Fraction(1), Fraction(1, 10**6), Domain.of_size(2**32))
5846618
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from reference.data.domain import Domain
from reference.exact.exponential import root_below
from reference.exact.integers import floor_log2
from reference.exact.interval import Interval, check_exact, exact, exp, ln, log2, sqrt
from reference.mechanisms.interior_point.heavy_paths import HeavyPaths
from reference.mechanisms.interior_point.path_embedding import depth, levels_of
from reference.mechanisms.interior_point.plan import InteriorPointPlan
from reference.mechanisms.interior_point.tree_log import TreeLog
from reference.mechanisms.stability.choosing_mechanism import choosing_threshold
from reference.privacy.epsilon import Epsilon

BASE = 4
"""C, the size of the domains that the exponential mechanism is used on."""

ROOT_DIGITS = 6
"""Binary digits of root - 1 that are kept when the root is rounded down."""


@dataclass(frozen=True, slots=True)
class TreeLogPlan(InteriorPointPlan):
    """Parameters of TreeLog for a target, and what they need."""

    largest_base: ClassVar[int] = BASE

    @property
    def mechanism(self) -> TreeLog[Fraction]:
        """The mechanism with these parameters."""
        eps = Epsilon(self.root, parts=4)
        return TreeLog(self.domain, self.trim, self.threshold, eps, BASE)


@dataclass(frozen=True, slots=True)
class HeavyPathsPlan(InteriorPointPlan):
    """Parameters of HeavyPaths for a target, and what they need."""

    largest_base: ClassVar[int] = BASE

    cutoff: int

    @property
    def mechanism(self) -> HeavyPaths[Fraction]:
        """The mechanism with these parameters; it halts at 10 t rows, as printed."""
        eps = Epsilon(self.root, parts=4)
        halt, level = 10 * self.trim, self.threshold
        return HeavyPaths(self.domain, self.trim, self.cutoff, halt, level, level, eps, BASE)


def calibrate_tree_log(
    eps: Fraction, delta: Fraction, domain: Domain[int], rows: int
) -> TreeLogPlan:
    """TreeLog's parameters for (eps, delta)-privacy of databases of exactly `rows` rows.

    Args:
        eps: > 0.
        delta: in (0, 1).
        domain: 0, 1, ..., size - 1.
        rows: >= 4.

    Raises:
        TypeError: for a float.
        ValueError: outside these ranges.
    """
    _check(eps, delta, rows)
    calls = sizes(domain)
    share = min(exact(eps) / (5 * calls * log2(rows)), exact(2), key=_lower_end)
    root = root_below(share / 4, ROOT_DIGITS)
    loss = 4 * ln(root)
    most = min(
        exact(delta) / (3 * rows * calls * exp(Fraction(3, 5) * eps)),
        loss / (4 * rows),
        exact(Fraction(1, 10 * (2 * calls - 1))),
        key=_lower_end,
    )
    one = _power_of_two_at_most(most)
    trim = max(
        (2 / loss * ln(1 / one)).ceil(),
        (16 / loss * ln(4 * rows / (loss * one * one))).ceil(),
        (2 / loss * ln(4 / one)).ceil(),
    )
    base_rows = 2 * (1 + (2 / loss * ln(BASE / one)).ceil())
    return TreeLogPlan(
        domain,
        rows,
        root,
        one,
        trim,
        choosing_threshold(loss, one, one),
        3 * trim * (calls - 1) + base_rows,
        (2 * calls - 1) * one,
    )


def calibrate_heavy_paths(
    eps: Fraction, delta: Fraction, domain: Domain[int], rows: int
) -> HeavyPathsPlan:
    """HeavyPaths' parameters for (eps, delta)-privacy of databases of exactly `rows` rows.

    Args:
        eps: > 0.
        delta: in (0, 1).
        domain: 0, 1, ..., size - 1.
        rows: >= 4.

    Raises:
        TypeError: for a float.
        ValueError: outside these ranges.
    """
    _check(eps, delta, rows)
    databases = sizes(domain)
    grown = 1 + 4 * rows * exp(Fraction(2, 3) * eps) + 3 * databases
    one = _power_of_two_at_most(delta / grown)
    while True:
        parts = _parts_for_heavy_paths(eps, one, databases, rows)
        root = root_below(exact(eps / parts) / 4, ROOT_DIGITS)
        loss = 4 * ln(root)
        if exact(one).certainly_at_most(loss / (4 * rows)):
            break
        one = one / 2
    margin = (4 / loss * ln(1 / (2 * one))).ceil()
    threshold = 1 + margin
    large = max((64 / loss * ln(databases / one)).ceil(), 4 * (threshold + margin))
    trim = 2 * large
    return HeavyPathsPlan(
        domain,
        rows,
        root,
        one,
        trim,
        threshold,
        10 * trim + 3 * trim * (databases - 1) + 1,
        (4 + 2 * max(0, databases - 2)) * one,
        -(-large // 2),
    )


def rows_for(
    calibrate: Callable[[Fraction, Fraction, Domain[int], int], TreeLogPlan | HeavyPathsPlan],
    eps: Fraction,
    delta: Fraction,
    domain: Domain[int],
) -> int:
    """A number of rows that suffices: the parameters depend on it through log n only.

    Found by raising n to what n needs until that is no more than n.
    """
    rows = 4
    while True:
        needed = calibrate(eps, delta, domain, rows).rows_needed
        if needed <= rows:
            return rows
        rows = needed


def sizes(domain: Domain[int]) -> int:
    """The number of domains of the recursion, the base case included: at most log*."""
    count = 1
    while 2 ** depth(domain) > BASE:
        domain, count = levels_of(domain), count + 1
    return count


def _parts_for_heavy_paths(eps: Fraction, delta: Fraction, databases: int, rows: int) -> int:
    """The least integer p such that eps' = eps/p meets the privacy bound and is at most 2."""
    fixed = 6 * log2(rows) + 1 + 2 * sqrt(2 * databases * ln(1 / (delta * databases)))
    parts = max(fixed.ceil(), (exact(eps) / 2).ceil())
    while True:
        second_order = 2 * databases * (exp(2 * eps / parts) - 1)
        if (fixed + second_order).certainly_at_most(parts):
            return parts
        parts += 1


def _power_of_two_at_most(value: Interval) -> Fraction:
    """The greatest power of two, up to rounding of the value, that is at most it."""
    low, _ = value.enclosure()
    return Fraction(2) ** floor_log2(low)


def _lower_end(value: Interval) -> Fraction:
    return value.enclosure()[0]


def _check(eps: Fraction, delta: Fraction, rows: int) -> None:
    check_exact(eps=eps, delta=delta)
    if eps <= 0:
        raise ValueError(f"eps {eps}: a target privacy loss is > 0")
    if not 0 < delta < 1:
        raise ValueError(f"delta {delta}: a target lies strictly between 0 and 1")
    if rows < 4:
        raise ValueError(f"rows {rows}: the analysis needs at least 4")
