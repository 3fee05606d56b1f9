"""Labels of distinct outcomes are distinct."""

from dataclasses import dataclass
from fractions import Fraction

import pytest

from audits.evidence.labels import label, labels
from reference.data.concept import PointFunction
from reference.mechanisms.release.mwem import Measured
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


def test_records_of_ours_are_written_by_their_fields() -> None:
    """Those that write themselves, and those of others, stay as they are written."""

    @dataclass(frozen=True)
    class Theirs:
        share: Fraction

    half = Fraction(1, 2)
    found = labels([(Measured(0, half),), PointFunction(3), Theirs(half)])
    assert found == ["(Measured(query=0,value=1/2))", str(PointFunction(3)), str(Theirs(half))]
