"""Numbers in the words of the claims on dimensions, found by another route."""

import json
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from audits.claims.bcmnuw20.laws.dimensions import cells
from reference.data.class_masks import EveryClass
from reference.data.concept import Hypothesis, intervals, points
from reference.data.dimensions import dual_vc_dimension, littlestone_dimension, vc_dimension
from reference.data.named_classes import parities, stumps
from reference.data.public_cover import representative_domain

VECTORS = json.loads(
    (Path(__file__).parents[2] / "vectors" / "bcmnuw20_dimensions.json").read_text("utf-8")
)
NAMED: dict[str, Callable[[int], tuple[Sequence[Hypothesis], int]]] = {
    "stumps": lambda p: (stumps(p), 1 << p),
    "thresholds": lambda n: (intervals(n), n),
    "points": lambda n: (points(n), n),
    "parities": lambda p: (parities(p), 1 << p),
}


@pytest.mark.paper("BCMNUW20")
@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_how_many_classes_have_which_dimensions(size: int) -> None:
    """All classes as integers, against set families and the value of the game."""
    classes = EveryClass(size)
    found = Counter(
        (classes.vc(m), classes.dual_vc(m), classes.littlestone(m)) for m in classes.classes
    )
    assert [[*key, number] for key, number in sorted(found.items())] == VECTORS["histogram"][
        str(size)
    ]


@pytest.mark.paper("BCMNUW20")
@pytest.mark.parametrize("size", [1, 2, 3])
def test_so_they_have_by_tables_of_values(size: int) -> None:
    """The same by tables of values."""
    classes = EveryClass(size)
    found = Counter(
        (vc_dimension(h, size), dual_vc_dimension(h, size), littlestone_dimension(h, size))
        for h in map(classes.concepts, classes.classes)
    )
    assert [[*key, number] for key, number in sorted(found.items())] == VECTORS["histogram"][
        str(size)
    ]


@pytest.mark.paper("BCMNUW20")
@pytest.mark.parametrize("case", VECTORS["named"])
def test_named_classes(case: dict[str, int | str]) -> None:
    """Dimensions and representatives by hand."""
    concepts, size = NAMED[str(case["class"])](int(case["parameter"]))
    assert vc_dimension(concepts, size) == case["vc"]
    if size <= 16:
        assert dual_vc_dimension(concepts, size) == case["dual"]
    assert littlestone_dimension(concepts, size) == case["littlestone"]
    assert len(representative_domain(concepts, size)) == case["representatives"]


@pytest.mark.paper("BCMNUW20")
def test_cells_of_a_triangle_and_of_three_lines_through_a_point() -> None:
    """Drawn and counted."""
    assert cells((((1, 0), 0), ((0, 1), 0), ((1, 1), 3))) == 7
    assert cells((((1, 0), 0), ((-1, 1), 0), ((0, -1), 0))) == 6
    assert cells((((1, 0), 0), ((1, 0), 1))) == 3
