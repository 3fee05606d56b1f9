"""Section 3.1: the privacy of TreeLog."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from audits.claims.klmns20.exactly import (
    Distances,
    Rows,
    add_universe,
    eps_at,
    plus,
    replace_universe,
    up_to,
)
from audits.claims.klmns20.laws.paths import (
    add_factor,
    balanced_steps,
    choosing_delta,
    embedding,
    extends,
    path_law,
    remove_factor,
    stray,
)
from audits.claims.vocabulary import (
    decide,
    eq,
    le,
    lt,
)
from audits.engines.comparisons import Comparison
from audits.ledger import UNGRADED, Form, Size, claim
from audits.verdict import Evidence, Verdict
from reference.data.bottom import Bottom
from reference.data.domain import Domain
from reference.exact.integers import log_star_of_power
from reference.mechanisms.interior_point.exponential_interior_point import (
    ExponentialInteriorPoint,
)
from reference.mechanisms.interior_point.level_up import LevelToPoint
from reference.mechanisms.interior_point.path_embedding import levels_of
from reference.mechanisms.interior_point.tree_log import TreeLog
from reference.mechanisms.interior_point.weighted_tree import trimmed
from reference.privacy.divergence import hockey_stick
from reference.probability.dist import Dist
from reference.probability.law import law

EIGHT = Domain.of_size(8)


def _node_delta(root: Fraction, threshold: int, rows: int) -> Fraction:
    """Delta of the choosing mechanism on databases of at least so many rows, or none."""
    alone = root ** (1 - threshold) / 2
    return (
        max(choosing_delta(root, threshold), alone)
        if rows <= 1
        else choosing_delta(root, threshold)
    )


@claim(
    "KLMNS20.DER.TLPRIV",
    Form.CONCRETE,
    uses=(
        "KLMNS20.DER.FWD",
        "KLMNS20.DER.REV",
        "KLMNS20.DER.REP",
        "KLMNS20.DER.STRAY",
        "KLMNS20.DER.CHOOSE",
    ),
)
def tree_log_level_by_level(size: Size) -> Verdict:
    """If the recursive call is (e_rec, d_rec)-private (e as a factor), one level is: for an added
    row e = max(a, 1 + a^-t) e_rec s^4 b, d = d_rec + delta_c; for a removed row e = V(n', t, a)
    e_rec s^4 b, d = d_rec + delta_c + 1/(1 + a^t); for a replaced row e = max(a, 1 + a^-t) V(n'-1,
    t, a) e_rec s^4 b^2, d = d_rec + delta_c + 1/(1 + a^t); base case e = b, or b^2 for a replaced
    row, d = 0; a = s^4, b = s^2.

    Fair: Two calls over 8 points; all neighbours, each direction by itself.
    """
    cases = [(4, 1, 2, Fraction(3, 2)), (5, 1, 2, Fraction(2))]
    more = [(5, 1, 4, Fraction(3, 2)), (6, 2, 4, Fraction(3, 2))]
    cases = size.pick(cases[:1], cases, cases + more)

    def items(n: int, t: int, threshold: int, s: Fraction) -> Iterator[Comparison]:
        a, b, rest = s**4, s**2, max(0, n - 2 * t)
        tree_log = TreeLog(EIGHT, t, threshold, eps_at(s))
        delta = _node_delta(s, threshold, rest)
        name = f"n={n}, t={t}, T={threshold}, s={s}"
        replaced = Distances(tree_log, replace_universe(8, n))
        e = add_factor(t, a) * remove_factor(rest - 1, t, a) * b**2 * s**4 * b**2
        yield le(f"{name}, replaced", replaced.hockey(e), delta + stray(t, a))
        added = Distances(tree_log, add_universe(8, n))
        e = add_factor(t, a) * b * s**4 * b
        yield le(f"{name}, added", added.hockey(e, backward=False), delta)
        e = remove_factor(rest, t, a) * b * s**4 * b
        yield le(f"{name}, removed", added.hockey(e, forward=False), delta + stray(t, a))

    return decide(
        "TreeLog level by level",
        f"|X| = 8, (n, t, T, s) in {[(n, t, k, str(s)) for n, t, k, s in cases]}",
        (item for case in cases for item in items(*case)),
    )


def _given_embedding(
    rows: Rows, levels: Rows, threshold: int, s: Fraction
) -> Dist[int | Bottom, Fraction]:
    """The law of TreeLog over 8 points, t = 1, given the embedding."""
    eps = eps_at(s)

    def climb(level: int) -> Dist[int | Bottom, Fraction]:
        return law(LevelToPoint(EIGHT, 1, threshold, level, eps), rows)

    return law(ExponentialInteriorPoint(Domain.of_size(4), eps), levels).bind(climb)


@claim("KLMNS20.E2", uses=("KLMNS20.DER.CHOOSE", "KLMNS20.TXT.DNEIGH"))
def tree_log_given_a_path(size: Size) -> Verdict:
    """Given a path of S and its extensions in S' = S + {x}, TreeLog with N calls is (5 eps (N-1)
    log n + 2 eps, 3 delta n (N-1) e^(3 eps (N-1) log n) + 2 delta)-close.

    Fair: N = 2 over 8 points: decided with the smaller e^(2 eps) for all three steps together and
    the delta of the choosing mechanism, in both directions.
    """
    s, threshold = Fraction(3, 2), 2
    most = size.pick(3, 4, 5)

    def items(rows: Rows, x: int) -> Iterator[Comparison]:
        small, large = trimmed(rows, 1), trimmed(plus(rows, x), 1)
        new = path_law(large, 3, 1, s**4)
        delta = _node_delta(s, threshold, len(small))
        for path in path_law(small, 3, 1, s**4):
            before = _given_embedding(rows, embedding(small, 3, path, 1), threshold, s)
            for longer in (p for p in new if extends(p, path)):
                levels = embedding(large, 3, longer, 1)
                after = _given_embedding(plus(rows, x), levels, threshold, s)
                name = f"S={rows}, x={x}, {path}, {longer}"
                yield le(f"{name}, added", hockey_stick(before, after, s**8), delta)
                yield le(f"{name}, removed", hockey_stick(after, before, s**8), delta)

    return decide(
        "TreeLog given a path",
        f"|X| = 8, 3 <= n <= {most}, t = 1, T = 2, s = 3/2",
        (
            item
            for rows in list(up_to(8, most, 3))[:: size.pick(5, 3, 1)]
            for x in range(8)
            for item in items(rows, x)
        ),
    )


def _constants(size: Size) -> Iterator[Comparison]:
    """The exact recursion against the printed constants, in units of eps and of delta.

    With L = (1/eps) ln(1/delta), t >= 2L and delta <= eps/(4n): V <= e^(eps J) (1 + delta)^(n-1)
    <= e^(eps (J + 1/4)), and J <= log2 n.  Per level a replaced row costs 1 + J + 1/4 + 2, the
    base case 1; delta_c and the stray path cost one delta each.
    """
    for log_n in range(2, size.pick(20, 40, 80)):
        n = 2**log_n
        for calls in range(1, 8):
            for gap in (1, 4, n // 8):
                if gap >= 1 and 2 * gap < n:
                    j = balanced_steps(n, 2 * gap, gap)
                    spent = (calls - 1) * (Fraction(13, 4) + j) + 1
                    name = f"n={n}, N={calls}, L={gap}"
                    yield le(f"{name}, eps", spent, 5 * calls * log_n)
            yield le(f"n={n}, N={calls}, delta", 2 * (calls - 1), 3 * n * calls)


@claim("KLMNS20.L3.6", uses=("KLMNS20.DER.TLPRIV", "KLMNS20.DER.J", "KLMNS20.DER.REV"))
def tree_log_constants(size: Size) -> Verdict:
    """TreeLog with N calls is (5 eps N log2 n, 3 delta n N e^(3 eps N log2 n))-private, for t >=
    (2/eps) ln(1/delta), delta <= eps/(4n), eps <= 2, n >= 4, for replaced rows.

    Fair: The hypotheses are out of reach of enumeration (where they hold the conclusion is vacuous
    for small n); what is decided is that the exact recursion of KLMNS20.DER.TLPRIV stays below the
    printed constants, for n a power of two.
    """
    return decide(
        "constants of Lemma 3.6",
        "n a power of two, N <= 7, t = 2L",
        _constants(size),
        Evidence.CLOSED_FORM,
    )


def calls(exponent: int) -> int:
    """The number of calls of TreeLog on 2^exponent points."""
    count = 1
    while exponent > 2:
        exponent, count = exponent.bit_length(), count + 1
    return count


@claim("KLMNS20.L3.7", uses=("KLMNS20.L3.6", "KLMNS20.TXT.CALLS"))
def tree_log_constants_with_log_star(size: Size) -> Verdict:
    """TreeLog is (5 eps log*|X| log2 n, 3 delta n log*|X| e^(3 eps log*|X| log2 n))-private, with
    the hypotheses of Lemma 3.6 and |X| >= 2.

    Fair: As for Lemma 3.6, with N = the number of calls, which is at most log*|X|.
    """
    return decide(
        "constants of Lemma 3.7",
        "n a power of two, |X| = 2^m",
        [
            *_constants(size),
            *(
                le(f"|X|=2^{m}", calls(m), log_star_of_power(m))
                for m in range(1, size.pick(300, 3000, 70000))
            ),
        ],
        Evidence.CLOSED_FORM,
    )


@claim("KLMNS20.TXT.CALLS")
def number_of_calls(size: Size) -> Verdict:
    """TreeLog on 2^m points makes at most log*(2^m) calls, the base case included (C = 4).

    Fair: Equality for m = 1, 4, 8 to 16, 128.
    """

    def items() -> Iterator[Comparison]:
        for m in range(1, size.pick(300, 5000, 70000)):
            yield le(f"m={m}", calls(m), log_star_of_power(m))
        for m in range(1, 20):
            mechanism = TreeLog(Domain.of_size(2**m), 1, 1, eps_at(2))
            yield eq(f"m={m}, mechanism", mechanism.calls, calls(m))
        for m in (1, 4, 8, 16, 128):
            yield eq(f"m={m}, equality", calls(m), log_star_of_power(m))

    return decide("number of calls", "|X| = 2^m", items())


@claim("KLMNS20.TXT.FIXPOINT", refuted=UNGRADED)
def domains_shrink_as_printed(size: Size) -> Verdict:
    """Every call is on a smaller domain than the one before, so any constant C will do.

    Fair: |X| = 2, 4, ..., 2^12.
    """
    del size
    return decide(
        "domains of the recursion",
        "|X| = 2^m, m <= 12",
        (lt(f"|X|={2**m}", levels_of(Domain.of_size(2**m)).size, 2**m) for m in range(1, 13)),
    )


@claim("KLMNS20.TXT.FIXPOINT", Form.CORRECTED)
def domains_shrink(size: Size) -> Verdict:
    """Domains of 2 and of 4 points are followed by domains of their own size, all larger ones by
    smaller ones; so C >= 4 is needed and enough.

    Fair: |X| = 2, 4, ..., 2^12.
    """
    return decide(
        "domains of the recursion",
        "|X| = 2^m",
        [
            eq("|X|=2", levels_of(Domain.of_size(2)).size, 2),
            eq("|X|=4", levels_of(Domain.of_size(4)).size, 4),
            *(
                lt(f"|X|=2^{m}", levels_of(Domain.of_size(2**m)).size, 2**m)
                for m in range(3, size.pick(13, 100, 1000))
            ),
        ],
    )
