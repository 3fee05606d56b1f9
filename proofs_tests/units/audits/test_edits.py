"""What a class would be with other source, and names that are near what somebody typed."""

import pytest

from audits.ledger.edits import remade
from audits.near_names import near, same
from reference.reductions.fixed_size import OnFixedSize


@pytest.mark.parametrize(
    ("edit", "reason"),
    [
        ("import Coins, => import Coins as", "changes no class, function or constant"),
        ("self.size] => self.size]", "changes no class, function or constant"),
        ("no such text => another", "stands there 0 times"),
        ("self.size", "an edit is `old => new`"),
    ],
)
def test_an_edit_that_makes_nothing_else_is_refused(edit: str, reason: str) -> None:
    """It would be a wrong variant that is right."""
    with pytest.raises(ValueError, match=reason):
        remade(OnFixedSize, edit)


def test_near_names() -> None:
    """By hand: case, underscores, a part, a letter wrong; two that are the same are none."""
    names = ["tree-log", "tree-counter", "Heavy", "heavy"]
    assert same("TREE_LOG", names) == "tree-log"
    assert same("heavy", names) == "heavy"
    assert same("HEAVY", names) is None
    assert near("HEAVY", names) == ["Heavy", "heavy"]
    assert near("tree", names) == ["tree-log", "tree-counter"]
    assert near("tree-counters", names)[0] == "tree-counter"
    assert near("tr", names) == []
