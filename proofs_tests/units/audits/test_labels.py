"""Labels of distinct outcomes are distinct."""

from fractions import Fraction

import pytest

from audits.labels import label, labels
from reference.override import override
from reference.probability.outcome import key

NUMPY = pytest.importorskip("numpy")


def test_distinct_values_have_distinct_labels() -> None:
    """Whatever they look like: Booleans, numbers of four types, zeros, NaN, and their names."""
    values = [
        *(True, 1, 1.0, Fraction(1), "1", "true", "True", "Fraction(1, 1)", NUMPY.int64(1)),
        *(NUMPY.float64(1), 0, 0.0, -0.0, False, float("nan"), "nan", (1,), (True,), ("1",)),
    ]
    found = labels(values)
    assert len(set(found)) == len(set(map(key, values))) == len(values)


def test_plain_labels_stay_plain() -> None:
    """Nothing is written longer than it must be."""
    assert labels([0, True, "stop", (0, Fraction(1, 2)), float("nan")]) == [
        *("0", "true", "stop", "(0,1/2)", "nan")
    ]


def test_what_writes_itself_alike_is_told_apart_by_type_and_number() -> None:
    """Even where `repr` does not help."""

    class Mute(str):
        __slots__ = ()

        @override
        def __str__(self) -> str:
            return "x"

        @override
        def __repr__(self) -> str:
            return "x"

    found = labels([Mute("a"), Mute("b"), "x"])
    assert len(set(found)) == 3
    assert label(Mute("a")) == "x"
