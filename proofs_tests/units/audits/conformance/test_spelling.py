"""Which outcome a sample stands for, by type and value, or by its spelling in text."""

from collections.abc import Hashable
from fractions import Fraction

import pytest

from audits.conformance.json_lines import read, written
from audits.conformance.samplers import SamplerError
from audits.conformance.spelling import Spelling
from reference.data.bottom import Bottom

NAN = float("nan")


@pytest.mark.parametrize("outcomes", [[(0,), (1,)], [0, 1], [False, True], [(False,), (True,)]])
@pytest.mark.parametrize("line", ["1", "(1,)", "(1)", "[1]", "[[1]]", "1.0", "true", "True"])
def test_one_is_one_however_it_is_printed(outcomes: list[Hashable], line: str) -> None:
    """In text, a number, a truth value and the list of it alone are one outcome of the law."""
    assert Spelling(outcomes, text=True).position(read(line)) == 1


@pytest.mark.parametrize(
    ("outcome", "line"),
    [
        (Fraction(1, 3), "1/3"),
        (Fraction(1, 3), "0.3333333333333333"),
        (0.1, "0.1"),
        (10**20, "1e20"),
        (10**400, "1" + "0" * 400),
        (None, "null"),
        (None, "None"),
        ("two words", "two words"),
        ("two words", '"two words"'),
        ((0, 1), "(0, 1)"),
        ((0, 1), "[0, 1]"),
        ((0, 1), "[false, 1.0]"),
        (NAN, "nan"),
        (float("-inf"), "-Infinity"),
        (Bottom.BOTTOM, Bottom.BOTTOM.name),
        (-0.0, "0"),
    ],
)
def test_an_outcome_is_found_by_its_spelling(outcome: Hashable, line: str) -> None:
    """Where text cannot say the type, the value decides."""
    assert Spelling(["other", outcome], text=True).position(read(line)) == 1


@pytest.mark.parametrize(
    ("outcomes", "line"),
    [
        (["yes", "no"], "YES"),
        (["yes", "no"], "yes "),
        ([0, 1], "0 1"),
        ([0, 1], "LEAK"),
        ([0, 1], "2"),
        ([0, 1], "nan"),
        ([0, 1], "[0, 0]"),
        ([0, 1], ""),
        ([(0, 1)], "[1, 0]"),
        ([10**20], "100000000000000000001"),
    ],
)
def test_what_a_reader_can_tell_apart_is_no_spelling(outcomes: list[Hashable], line: str) -> None:
    """Another word, another number, another order: none of the outcomes."""
    assert Spelling(outcomes, text=True).position(read(line)) is None


@pytest.mark.parametrize("sample", [True, 1.0, Fraction(1), "1"])
def test_values_are_told_apart_by_type(sample: Hashable) -> None:
    """In Python, only a value and the tuple of it alone are one outcome."""
    assert Spelling([0, 1], text=False).position(sample) is None
    assert Spelling([(0,), (1,)], text=False).position(1) == 1
    assert Spelling([0, 1], text=False).position((1,)) == 1


def test_of_two_outcomes_that_could_be_meant_it_is_neither() -> None:
    """Only the exact value decides between outcomes of one spelling."""
    law = Spelling([1, (1,), True], text=True)
    assert [law.position(x) for x in (1, (1,), True)] == [0, 1, 2]
    assert law.position("(1)") is None


@pytest.mark.parametrize("lines", [("1", "1.0"), ("(1,)", "1"), ("0.0", "-0.0"), ("1", "true")])
def test_an_outcome_has_one_spelling(lines: tuple[str, str]) -> None:
    """Two spellings of one outcome tell the reader more than the law: an error, no agreement."""
    law = Spelling([0, 1], text=True)
    assert law.position(read(lines[0])) is not None
    with pytest.raises(SamplerError, match="a reader can tell them apart"):
        law.position(read(lines[1]))


@pytest.mark.parametrize(
    ("row", "line"),
    [
        (Fraction(3, 4), "0.75"),
        (Fraction(-1, 80), "-0.0125"),
        (Fraction(7), "7.0"),
        (Fraction(1, 3), '"1/3"'),
        ((1, ("a b", None)), '[1, ["a b", null]]'),
        (True, "true"),
        (-5, "-5"),
    ],
)
def test_rows_are_written_exactly(row: object, line: str) -> None:
    """One JSON value; decimals have all their digits."""
    assert written(row) == line
    with pytest.raises(TypeError):
        written(object())
