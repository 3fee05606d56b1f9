"""Conventions: what the paper leaves unsaid or says loosely, and what follows."""

from fractions import Fraction
from math import comb

from audits.claims.klmns20.exactly import (
    BOTTOM,
    databases,
    eps_at,
    replace_universe,
)
from audits.claims.klmns20.laws.paths import embedding, path_law
from audits.claims.vocabulary import (
    decide,
    eq,
    le,
    true,
)
from audits.engines.privacy import audit_privacy
from audits.ledger import UNGRADED, Form, Size, claim, not_finitely_checkable
from audits.verdict import Verdict
from reference.data.domain import Domain
from reference.exact.integers import log_star
from reference.mechanisms.interior_point.level_up import LevelToPoint
from reference.mechanisms.interior_point.path_embedding import levels_of
from reference.mechanisms.interior_point.stopping_point import StoppingPoint
from reference.mechanisms.interior_point.tree_log import TreeLog
from reference.mechanisms.interior_point.weighted_tree import Node, WeightedTree, trimmed
from reference.privacy.guarantee import Guarantee
from reference.probability.law import law


@claim("KLMNS20.CONV.DB")
def databases_are_multisets(size: Size) -> Verdict:
    """A database of n rows over X is one of C(|X| + n - 1, n) multisets.

    Fair: Every multiset of the scope is listed and counted.
    """
    most = size.pick(4, 6, 8)
    return decide(
        "number of databases",
        f"|X| <= 8, n <= {most}",
        (
            eq(f"|X|={x}, n={n}", len(set(databases(x, n))), comb(x + n - 1, n))
            for x in range(1, 9)
            for n in range(most + 1)
        ),
    )


def _levels_that_occur(size: Size) -> set[int]:
    """The levels in embeddings of databases over 8 points, t = 1."""
    return {
        level
        for rows in databases(8, size.pick(4, 5, 6))
        for last in path_law(rows, 3, 1, Fraction(2))
        for level in embedding(rows, 3, last, 1)
    }


@claim("KLMNS20.CONV.DOMAIN", refuted=UNGRADED)
def levels_are_log_many(size: Size) -> Verdict:
    """The embedding is a database over [log |X|], a set of log2|X| values.

    Fair: |X| = 8, so that [log |X|] has 3 values.
    """
    found = _levels_that_occur(size)
    return decide(
        "number of levels", "|X| = 8, t = 1", [le(f"levels {sorted(found)}", len(found), 3)]
    )


@claim("KLMNS20.CONV.DOMAIN", Form.CORRECTED)
def levels_are_one_more(size: Size) -> Verdict:
    """The embedding is a database over 0, ..., log2|X|, of which every value occurs.

    Fair: |X| = 8: all 4 levels occur, and the next domain has 4 points.
    """
    found = _levels_that_occur(size)
    return decide(
        "number of levels",
        "|X| = 8, t = 1",
        [
            eq("least", min(found), 0),
            eq("greatest", max(found), 3),
            eq("number", len(found), 4),
            eq("next domain", levels_of(Domain.of_size(8)).size, 4),
        ],
    )


@claim("KLMNS20.CONV.LOG")
def log_star_values(size: Size) -> Verdict:
    """log*(x) is how often log2 is applied to x to reach a value <= 1: log*(2) = 1, log*(4) = 2,
    log*(8) = log*(16) = 3, log*(32) = log*(2^16) = 4, log*(2^17) = 5.

    Fair: The values at which it grows, and the last before.
    """
    named = {1: 0, 2: 1, 4: 2, 8: 3, 16: 3, 32: 4, 2**16: 4, 2**17: 5}
    return decide(
        "log*",
        "named values, and 2^k for small k",
        [
            *(eq(f"log*({x})", log_star(x), y) for x, y in named.items()),
            *(
                eq(f"log*(2^{k})", log_star(2**k), 1 + log_star(k))
                for k in range(1, size.pick(50, 500, 5000))
            ),
        ],
    )


@claim("KLMNS20.CONV.NB", refuted=UNGRADED)
def stopping_point_for_added_rows(size: Size) -> Verdict:
    """It does not matter whether neighbours differ by replacing or by adding a row: StoppingPoint
    (t = 4, k = 2, c = 1, h = 10t) is (eps, 1/2)-private for an added row too.

    Fair: One pair, of 40 and 41 equal rows over 8 points; e^(eps/4) = 2.
    """
    del size
    stop = StoppingPoint(Domain.of_size(8), 4, 1, 40, eps_at(2), emit_last=False)
    few, many = law(stop, (0,) * 40), law(stop, (0,) * 41)
    return decide(
        "StoppingPoint with an added row",
        "40 and 41 equal rows, e^(eps/4) = 2",
        [
            le(
                "Pr[1 | 41 rows] against 16 Pr[1 | 40 rows] + 1/2",
                many.probability(1),
                16 * few.probability(1) + Fraction(1, 2),
            )
        ],
    )


@claim("KLMNS20.CONV.NB", Form.CORRECTED, uses=("KLMNS20.L4.5",))
def stopping_point_for_replaced_rows(size: Size) -> Verdict:
    """For a replaced row, where the number of queries depends on sizes only, StoppingPoint is
    eps-private on small universes.

    Fair: |X| = 8, t = 1, c = 1, h = 2, the last database asked for too; the queries differ between
    neighbours.
    """
    eps = eps_at(2)
    stop = StoppingPoint(Domain.of_size(8), 1, 1, 2, eps)
    universe = replace_universe(8, size.pick(4, 5, 6))
    return audit_privacy(stop, universe, Guarantee.pure(eps), "StoppingPoint, replaced rows")


not_finitely_checkable(
    "KLMNS20.CONV.EPS",
    form=Form.CONCRETE,
    statement="All mechanisms are rational in s = e^(eps/4), with integer thresholds and sizes.",
    reason="A convention: it holds by construction, since every law is computed in Q or Q(s).",
)
not_finitely_checkable(
    "KLMNS20.CONV.ACC",
    statement="Accuracy is the failure probability, the score, or the empirical error.",
    reason="A convention: it names quantities and states nothing about them.",
)


@claim("KLMNS20.CONV.DEGEN", Form.CONCRETE)
def degenerate_cases(size: Size) -> Verdict:
    """Bottom is passed on; levels beyond the last become the last; a leaf is its only candidate;
    candidates that coincide are one; trimming 2t or fewer rows leaves none; the embedding has
    max(0, n' - t) rows; the base case has at least 4 points.

    Fair: Each convention is met at least once.
    """
    del size
    eps, eight = eps_at(2), Domain.of_size(8)
    tree = WeightedTree.of(3, (1, 1, 5))
    sixteen = Domain.of_size(16)
    last = law(LevelToPoint(sixteen, 0, 1, 4, eps), (3, 9))
    beyond = law(LevelToPoint(sixteen, 0, 1, 6, eps), (3, 9))
    empty = law(TreeLog(eight, 2, 1, eps), (0, 1, 2, 3))
    return decide(
        "degenerate cases",
        "one instance each",
        [
            eq("bottom is passed on", empty.probability(BOTTOM), 1),
            true("a level beyond the last", last == beyond),
            eq("candidates of a leaf", len(tree.candidates(Node(3, 1))), 1),
            eq("candidates above leaves", len(tree.candidates(Node(2, 0))), 2),
            eq("candidates elsewhere", len(tree.candidates(Node(1, 0))), 4),
            eq("2t rows trimmed", len(trimmed((1, 1, 5, 6), 2)), 0),
            eq("rows of an embedding", len(embedding((1, 1, 5), 3, Node(3, 1), 1)), 2),
            eq("rows of an empty embedding", len(embedding((1,), 3, Node(0, 0), 2)), 0),
        ],
    )
