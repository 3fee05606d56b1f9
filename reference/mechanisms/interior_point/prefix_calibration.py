"""Integer parameters of RecPrefix for a given (eps, delta) and beta, by certified rounding.

RecPrefix with N calls is ((2N - 1) eps', (N - 1) delta')-private, where a choice is
(eps', delta')-private, for the threshold T = 1 + ceil((4/eps') ln(1/(2 delta'))).  It returns an
interior point but with probability beta, if each of the 3N - 2 events that can fail does so with
probability b = beta/(3N - 2) at most:

    a prefix of q = T + ceil((4/eps') ln(1/(2b))) rows passes the test;
    it exists if at most k - 2 pairs are close, with at most (k-1)/12 rows between them, and
    (k-1)/12 >= 2q - 2; more are, with probability 2^-(k-1);
    the comparison is right if the noise is below k/2 + 1: k >= (2/eps') ln(1/(2b)) - 2;
    the last call, over X' and on m rows, finds a point with k rows above it, if
    ceil(m/2) >= k - 1 + (2/eps') ln(|X'|/b);

and a call on n rows makes the next one on floor((n - 2k)/2).  The theorem has rounder numbers:
eps' = eps/(2 log*|X|), delta' = delta/(2 log*|X|), beta' = beta/(3 log*|X|) in all calls,
k = floor((386/eps') ln(4/(beta' eps' delta'))), T = (8/eps') ln(4/(beta' eps' delta')), and
n >= (18500/eps) 2^(log*|X|) log*|X| ln(4 log*|X|/(beta eps delta)).

Notation: eps', delta' privacy of one choice, b or beta' failure of one event, N calls, n rows,
k trim, T threshold, q agreement, m rows of the last call, X' its domain, root e^(eps'/4).
Source: BNSV15, Theorem 3.4, Lemmas 3.7, 3.11 and 3.13, Claim 3.12, section 3.3.

>>> target = Fraction(1), Fraction(1, 10**6), Fraction(1, 10), Domain.of_size(2**32)
>>> plan = calibrate_rec_prefix(*target, rows=10**6)
>>> plan.root, plan.trim, plan.threshold, plan.rows_needed
(Fraction(2153, 2048), 8377, 278, 117766)
>>> calibrate_as_printed(*target, rows=10**6).rows_needed
56576931
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from reference.data.domain import Domain
from reference.exact.exponential import root_below
from reference.exact.integers import ceil_log2, log_star
from reference.exact.interval import check_exact, exact, ln
from reference.mechanisms.interior_point.calibration import ROOT_DIGITS
from reference.mechanisms.interior_point.plan import InteriorPointPlan
from reference.mechanisms.interior_point.rec_prefix import (
    BASE,
    RecPrefix,
    lengths_of,
    recursive_calls,
)
from reference.mechanisms.stability.choosing_mechanism import choosing_threshold
from reference.privacy.epsilon import Epsilon


@dataclass(frozen=True, slots=True)
class RecPrefixPlan(InteriorPointPlan):
    """Parameters of RecPrefix for a target, and what they need."""

    largest_base: ClassVar[int] = BASE

    @property
    def mechanism(self) -> RecPrefix[Fraction]:
        """The mechanism with these parameters, and the printed base and majority."""
        return RecPrefix(self.domain, self.trim, self.threshold, Epsilon(self.root, parts=4))


def calibrate_rec_prefix(
    eps: Fraction, delta: Fraction, beta: Fraction, domain: Domain[int], rows: int
) -> RecPrefixPlan:
    """RecPrefix's parameters for (eps, delta)-privacy and failure with probability beta at most.

    They do not depend on the number of rows, which is only compared with what they need.

    Args:
        eps: > 0.
        delta: in (0, 1).
        beta: in (0, 1).
        domain: 0, 1, ..., size - 1.
        rows: >= 0.

    Raises:
        TypeError: for a float.
        ValueError: outside these ranges.
    """
    _check(eps, delta, beta, rows)
    calls = recursive_calls(domain)
    root = root_below(exact(eps / (2 * calls - 1)) / 4, ROOT_DIGITS)
    loss, failure = 4 * ln(root), beta / (3 * calls - 2)
    one, trim, threshold = delta / max(1, calls - 1), 1, 1
    if calls > 1:
        threshold = 1 + max(0, (4 / loss * ln(1 / (2 * one))).ceil())
        agreement = threshold + max(0, (4 / loss * ln(1 / (2 * failure))).ceil())
        trim = max(
            24 * (agreement - 1) + 1,
            1 + ceil_log2(1 / failure),
            (2 / loss * ln(1 / (2 * failure))).ceil() - 2,
        )
    last = domain
    for _ in range(calls - 1):
        last = lengths_of(last)
    needed = 2 * (trim - 1 + (2 / loss * ln(last.size / failure)).ceil())
    for _ in range(calls - 1):
        needed = 2 * needed + 2 * trim
    if domain.size == 1:
        needed = 1
    return RecPrefixPlan(domain, rows, root, one, trim, threshold, needed, beta)


def calibrate_as_printed(
    eps: Fraction, delta: Fraction, beta: Fraction, domain: Domain[int], rows: int
) -> RecPrefixPlan:
    """The parameters and the number of rows of the theorem.

    Args:
        eps: > 0, and at most 4 log*|X|.
        delta: in (0, 1).
        beta: in (0, 1).
        domain: 0, 1, ..., size - 1, two points or more.
        rows: >= 0.

    Raises:
        TypeError: for a float.
        ValueError: outside these ranges.
    """
    _check(eps, delta, beta, rows)
    star = log_star(domain.size)
    if not star:
        raise ValueError("one point: the theorem divides eps by log*|X| = 0")
    if eps > 4 * star:
        raise ValueError(f"eps {eps}: the choosing mechanism takes eps/(2 log*|X|) <= 2")
    root = root_below(exact(eps / (2 * star)) / 4, ROOT_DIGITS)
    loss, one, failure = 4 * ln(root), delta / (2 * star), beta / (3 * star)
    trim = (386 / loss * ln(4 / (failure * one * loss))).floor()
    needed = 18500 / eps * 2**star * star * ln(4 * star / (beta * eps * delta))
    return RecPrefixPlan(
        domain, rows, root, one, trim, choosing_threshold(loss, one, failure), needed.ceil(), beta
    )


def rows_of_call(rows: int, trim: int, call: int) -> int:
    """The rows of a call, on so many rows of the first one; calls count from 1."""
    for _ in range(call - 1):
        rows = max(0, rows - 2 * trim) // 2
    return rows


def _check(eps: Fraction, delta: Fraction, beta: Fraction, rows: int) -> None:
    check_exact(eps=eps, delta=delta, beta=beta)
    if eps <= 0:
        raise ValueError(f"eps {eps}: a target privacy loss is > 0")
    for name, value in (("delta", delta), ("beta", beta)):
        if not 0 < value < 1:
            raise ValueError(f"{name} {value}: a target lies strictly between 0 and 1")
    if rows < 0:
        raise ValueError(f"rows {rows}: a number of rows is >= 0")
