"""Dimensions of classes, found by another route."""

from collections import Counter
from collections.abc import Callable, Sequence

import pytest

from proofs_tests.vectors.values import Case, cases, listed
from reference.data.class_masks import EveryClass
from reference.data.concept import Hypothesis, intervals, points
from reference.data.dimensions import dual_vc_dimension, littlestone_dimension, vc_dimension
from reference.data.named_classes import parities, stumps
from reference.data.public_cover import representative_domain

pytestmark = pytest.mark.paper("BCMNUW20")

NAMED: dict[str, Callable[[int], tuple[Sequence[Hypothesis], int]]] = {
    "stumps": lambda p: (stumps(p), 1 << p),
    "thresholds": lambda n: (intervals(n), n),
    "points": lambda n: (points(n), n),
    "parities": lambda p: (parities(p), 1 << p),
}


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_how_many_classes_have_which_dimensions(size: int) -> None:
    """All classes as integers, against set families and the value of the game."""
    classes = EveryClass(size)
    found = Counter(
        (classes.vc(m), classes.dual_vc(m), classes.littlestone(m)) for m in classes.classes
    )
    wanted = listed("bcmnuw20_dimensions", "histogram")[str(size)]
    assert [[*key, number] for key, number in sorted(found.items())] == wanted


@cases("bcmnuw20_dimensions", "named")
def test_named_classes(case: Case) -> None:
    """Dimensions and representatives by hand."""
    concepts, size = NAMED[str(case["class"])](int(case["parameter"]))
    assert vc_dimension(concepts, size) == case["vc"]
    if size <= 16:
        assert dual_vc_dimension(concepts, size) == case["dual"]
    assert littlestone_dimension(concepts, size) == case["littlestone"]
    assert len(representative_domain(concepts, size)) == case["representatives"]
