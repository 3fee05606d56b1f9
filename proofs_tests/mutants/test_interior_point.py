"""Plausible mistakes in the tree algorithms, each refuted with a witness."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement

import pytest

from audits.claims.klmns20.laws.paths import choosing_delta, stray
from audits.engines.accuracy import audit_accuracy
from audits.engines.comparisons import Comparison, audit_comparisons
from audits.engines.privacy import audit_privacy
from audits.table import tabulate
from audits.verdict import Holds, Refuted, Scope, Verdict, confirmed
from reference.data.adjacency import replace_one
from reference.data.bottom import Bottom
from reference.data.domain import Domain
from reference.mechanisms.interior_point.interior_points import is_interior_point
from reference.mechanisms.interior_point.level_up import LevelToPoint
from reference.mechanisms.interior_point.path_embedding import RandomPath
from reference.mechanisms.interior_point.tree_log import InteriorLevel, TreeLog
from reference.mechanisms.interior_point.weighted_tree import Node, trimmed
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import Coins, Mechanism
from reference.probability.law import law

EIGHT = Domain.of_size(8)
TRIM = 2
PATH_EPS = Epsilon(Fraction(16), parts=4)
"""eps = 4 ln 16, so that e^(eps/2) is exact too."""

Rows = tuple[int, ...]


def stray_audit(path: Mechanism[Rows, Node, Fraction], base: Fraction) -> Verdict:
    """Whether a path that extends no path of the smaller database has mass <= 1/(1 + a^t)."""

    def items() -> Iterator[Comparison]:
        for n in range(1, 4):
            for rows in combinations_with_replacement(range(8), n):
                old = law(path, rows).support
                for x in range(8):
                    larger = tuple(sorted((*rows, x)))
                    new = law(path, larger)
                    lost = [p for p in new if not any(extends(p, q) for q in old)]
                    mass = sum((new.probability(p) for p in lost), Fraction(0))
                    yield Comparison(f"{rows}, {larger}", mass, "<=", stray(TRIM, base))

    return audit_comparisons(items(), "stray paths", Scope("|X| = 8, n' <= 3, t = 2"))


def extends(path: Node, prefix: Node) -> bool:
    """Whether the path goes through the last node of the prefix."""
    return path.level >= prefix.level and path.ancestor(prefix.level) == prefix


def test_the_path_itself_is_accepted() -> None:
    """The audit that refutes the three mutants holds for the original."""
    path = RandomPath(EIGHT, TRIM, PATH_EPS)
    assert isinstance(confirmed(stray_audit(path, PATH_EPS.exp())), Holds)


@pytest.mark.parametrize(
    "mutant",
    [
        pytest.param(RandomPath(EIGHT, TRIM - 1, PATH_EPS), id="trim off by one"),
        pytest.param(RandomPath(EIGHT, TRIM, PATH_EPS / 2), id="path weight exp(eps w / 2)"),
        pytest.param(RandomPath(EIGHT, 0, PATH_EPS), id="missing stop test"),
    ],
)
def test_a_wrong_path_is_refuted(mutant: RandomPath[Fraction]) -> None:
    """A stray path is too likely; the witness is a pair that differs in one row."""
    verdict = confirmed(stray_audit(mutant, PATH_EPS.exp()))
    assert isinstance(verdict, Refuted)
    assert Fraction(str(verdict.witness["left"])) > stray(TRIM, PATH_EPS.exp())


def test_a_threshold_too_low_is_refuted() -> None:
    """Climbing back is (2 eps, delta_c(T))-private; with threshold 1 instead of 2 it is not."""
    eps = Epsilon(Fraction(2), parts=4)
    claimed = Guarantee(eps.exp(2), choosing_delta(eps.root, 2))
    right, wrong = (LevelToPoint(EIGHT, 1, threshold, 1, eps) for threshold in (2, 1))
    assert isinstance(audit_privacy(right, right.universe(5), claimed), Holds)
    verdict = confirmed(audit_privacy(wrong, wrong.universe(5), claimed))
    assert isinstance(verdict, Refuted)
    assert verdict.witness["databases"]


@dataclass(frozen=True, slots=True)
class WrongLevel:
    """TreeLog over 8 points that climbs back from the level before the one it found."""

    tree_log: TreeLog[Fraction]

    @property
    def eps(self) -> Epsilon[Fraction]:
        """Privacy loss of every choice."""
        return self.tree_log.eps

    def __call__(self, database: Rows, coins: Coins[Fraction], /) -> int | Bottom:
        """A point, or bottom."""
        m = self.tree_log
        level = coins.run(InteriorLevel(m), trimmed(database, m.trim))
        if isinstance(level, Bottom):
            return level
        below = LevelToPoint(m.domain, m.trim, m.threshold, max(0, level - 1), m.eps)
        return coins.run(below, database)


def test_a_wrong_level_is_refuted() -> None:
    """With next to no noise TreeLog succeeds on rows at three points; one level too high, not."""
    tree_log = TreeLog(EIGHT, 1, 1, Epsilon(Fraction(2**64), parts=4))
    universe = replace_one((1, 2, 5), 7)
    bound = Fraction(3, 64)

    def verdict(mechanism: Mechanism[Rows, int | Bottom, Fraction]) -> Verdict:
        table = tabulate(mechanism, universe)
        return confirmed(audit_accuracy(table, is_interior_point, bound, "TreeLog"))

    assert isinstance(verdict(tree_log), Holds)
    found = verdict(WrongLevel(tree_log))
    assert isinstance(found, Refuted)
    assert found.witness["database"]


def test_a_base_case_too_small_is_refused() -> None:
    """With C = 3 the recursion would go on from 4 points to 4 points for ever."""
    with pytest.raises(ValueError, match="at least 4"):
        TreeLog(EIGHT, 1, 1, PATH_EPS, base=3)
