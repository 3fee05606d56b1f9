"""Names that are near what somebody typed."""

from __future__ import annotations

from audits.near_names import near, same


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
