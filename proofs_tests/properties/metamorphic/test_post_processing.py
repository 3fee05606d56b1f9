"""What is made of an output tells no more than the output."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from proofs_tests.properties.measured import laws_of, slack
from proofs_tests.properties.metamorphic.cases import CASES
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.mechanisms import Listed
from proofs_tests.strategies.numbers import LOSSES
from reference.privacy.curve import envelope
from reference.privacy.post_processing import PostProcessing


@property_of(
    PostProcessing,
    {
        "with the database": (
            "return self.function(output) => return self.function(output), database"
        ),
        "with the number of rows": (
            "return self.function(output) => return self.function(output), len(database)"
        ),
    },
    examples=3,
    root=LOSSES,
    colours=st.lists(st.integers(0, 3), min_size=1, max_size=5),
)
def test_a_map_of_the_output_loses_no_more(
    made: Any,
    root: Fraction,
    colours: list[int],
) -> None:
    """Whatever map it is, and at every e^eps."""
    for name, case in CASES.items():
        laws = case.laws_at(root)
        outcomes = list(dict.fromkeys(y for law in laws for y in law))
        colour = {y: colours[i % len(colours)] for i, y in enumerate(outcomes)}
        base: Listed[Any, Any] = Listed(dict(zip(case.databases, laws, strict=True)))
        mapped = laws_of(made(base, colour.__getitem__), case.databases)
        both = [pair for i, j in case.pairs for pair in ((i, j), (j, i))]
        assert slack(envelope(mapped, both).curve, case.curve_at(root)) >= 0, name
