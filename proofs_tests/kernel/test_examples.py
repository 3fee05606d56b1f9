"""What the kernel accepts."""

import ast
import json
import re
from fractions import Fraction
from pathlib import Path

import pytest

import audits.kernel
from audits.kernel import check
from proofs_tests.kernel.examples import (
    EXAMPLES,
    Certificate,
    between,
    compared,
    on_a_bit,
    ratio,
    reason,
)
from proofs_tests.kernel.second_checker import KEYS
from proofs_tests.kernel.second_opinion import facts, reasons

FORMAT = (Path(audits.kernel.__file__).parent / "FORMAT.md").read_text("utf-8")
WORKED = re.findall(r"```json\n(.*?)```", FORMAT, re.DOTALL)


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_is_accepted(name: str) -> None:
    """The kernel and the second checker accept each example, and say the same of it."""
    example = EXAMPLES[name]
    assert reasons(example) == set()
    statement = check(json.dumps(example))
    assert (statement.kind, statement.subject) == (example["kind"], "an example")
    assert statement.facts == facts(example)
    assert statement.endswith(': "an example"')


def test_every_kind_has_an_example() -> None:
    """No kind goes without."""
    assert {str(example["kind"]) for example in EXAMPLES.values()} == set(KEYS)


def test_the_worked_examples_are_accepted() -> None:
    """The examples of FORMAT.md are accepted as they stand there."""
    assert [check(text).kind for text in WORKED] == [
        "point",
        *["all-epsilon"] * 3,
        "densities",
        "optimum-bound",
    ]
    assert all(check(text).facts == facts(json.loads(text)) for text in WORKED)


def test_the_line_of_the_first_worked_example_is_the_one_in_the_document() -> None:
    """Section 6 of FORMAT.md prints it."""
    lines = " ".join(FORMAT.split())
    assert f"`{check(WORKED[0])}`" in lines


@pytest.mark.parametrize(
    ("exp_eps", "delta", "accepted"),
    [("2", "0", True), ("1", "0", False), ("1", "1/3", True), ("1", "33/100", False)],
)
def test_the_worked_example_is_tight(exp_eps: str, delta: str, accepted: bool) -> None:
    """Randomised response at e^eps = 2 has delta = 1/3 at x = 1, as FORMAT.md says."""
    changed = json.loads(WORKED[0]) | {"exp_eps": exp_eps, "delta": delta}
    assert reason(changed) == ("" if accepted else "PrivacyNotShown")


ADDED_ROW = """
private: P(E) <= (2 r) / (r + 1) P'(E) + 0 for all events, add-remove-one, 2 databases,
1 ordered pair, forward; for all r from 1 on
"""
NO_FINITE_X = """
not private: P(E) > inf P'(E) + 1/8 for an event with probabilities 1/7, 0, replace-all
by listed pairs of values, 2 of them, forward
"""
NEAR_E = """
failure probability >= 13/50 on 1 database;
for all r from 67957/25000 to 271829/100000, e^(1) among them
"""
OPTIMUM = """
private: P(E) <= r P'(E) + 0 for all events, replace-one, 2 databases, 2 ordered pairs, both;
a mechanism with all 2 scores >= r / (r + 1); no mechanism with P(E) <= r P'(E) + 0 for all events
has all 2 scores > r / (r + 1), replace-one, 2 databases;
for all r from 1 on
"""
NUMBERS = """
3 comparisons, 1 with the same on both sides; 1/3 < 2/5, called "less"; -2 <= -2, called "at most";
7/2 = 21 / 6, called "equal"
"""


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("all-epsilon: an added row", ADDED_ROW),
        ("refutation: no finite x", NO_FINITE_X),
        ("accuracy: at least", "failure probability >= 1/3 on 1 database"),
        ("comparisons: numbers", NUMBERS),
        ("accuracy: at least, near e", NEAR_E),
        ("optimum: a bit, for all r", OPTIMUM),
    ],
)
def test_the_line_says_what_is_proved(name: str, line: str) -> None:
    """Bounds, relation, databases, pairs, direction and range stand in it."""
    assert check(json.dumps(EXAMPLES[name])) == f'{" ".join(line.split())}: "an example"'


def test_the_line_has_the_first_comparisons() -> None:
    """Long functions and names are cut, and the rest is counted."""
    sum_ = ratio([1] * 60)
    entry = compared(sum_, "<=", sum_, "n" * 200)
    changed = EXAMPLES["comparisons: for all r"] | {"entries": [entry] * 5}
    first, *rest = check(json.dumps(changed)).split("; ")
    assert first == "5 comparisons, 5 with the same on both sides"
    assert (rest[0], rest[-1]) == ("for all r from 1 on", 'and 2 more: "an example"')
    assert len(rest) == 5
    assert all(len(each) < 330 and each.count("...") == 3 for each in rest[1:4])


@pytest.mark.parametrize(
    ("num", "den", "text"),
    [
        (0, 1, "0"),
        (1, 2, "1 / 2"),
        ([[0, 0, 1]], [[0, 1, 1]], "1 / r"),
        ([[1, 0, 1]], [[0, 1, 2]], "u / (2 r)"),
        ([[0, 0, 3], [1, 2, 2]], [[0, 4, 9]], "(2 u r^2 + 3) / (9 r^4)"),
        ([[0, 0, -1], [0, 1, 1]], [[0, 2, 1], [2, 1, 1]], "(r - 1) / (r^2 + u^2 r)"),
    ],
)
def test_functions_are_written_as_polynomials(num: object, den: object, text: str) -> None:
    """In u and r, the greatest powers of r first."""
    changed = {"failure": ratio(num, den), "good": [[0, 1], [0, 1]]}
    line = check(json.dumps(EXAMPLES["every eps: accuracy"] | changed))
    assert line.startswith(f"failure probability <= {text} on 2 databases; for all u > 0: ")


LONG = f"1{'0' * 19}...{'0' * 20}"


@pytest.mark.parametrize(
    ("num", "den", "text"),
    [
        ([1], [1, 1], "1 / (r + 1)"),
        ([3, 0, 2], [4, 0, 3], "(2 r^2 + 3) / (3 r^2 + 4)"),
        ([10**70], [10**70, 10**70], f"{LONG} / ({LONG} r + {LONG})"),
    ],
)
def test_functions_of_r_are_written_as_polynomials(num: object, den: object, text: str) -> None:
    """Where no u occurs they are lists of coefficients; long numbers are shortened."""
    changed = {"failure": ratio(num, den)}
    line = check(json.dumps(EXAMPLES["accuracy: for all r"] | changed))
    assert line.startswith(f"failure probability <= {text} on 2 databases; for all r from ")


@pytest.mark.parametrize("x", ["2", "2000001/1000000"])
@pytest.mark.parametrize("signs", [1, 6, 7, 40])
def test_signs_that_change_inside_the_range_are_no_obstacle(signs: int, x: str) -> None:
    """At r = x all outcomes but one become favourable, whether halves meet there or not."""
    assert reason(changing_signs(signs, x)) == ""


@pytest.mark.parametrize("signs", [1, 6, 7, 40])
def test_what_is_exceeded_beyond_a_change_of_signs_is_refused(signs: int) -> None:
    """At r = 5 the excess is (5 - 2)/6 = 1/2; a hair less is false there and nowhere before."""
    for less, why in ((Fraction(0), ""), (Fraction(1, 10**9), "PrivacyNotShown")):
        assert reason(changing_signs(signs, "2") | {"delta": str(Fraction(1, 2) - less)}) == why


@pytest.mark.parametrize(
    ("name", "delta"), [("refutation: numbers", "1/12"), ("refutation: no finite x", "1/7")]
)
def test_a_tie_is_no_violation(name: str, delta: str) -> None:
    """P(E) = x Q(E) + delta refutes nothing."""
    assert reason(EXAMPLES[name] | {"delta": delta}) == "ViolationNotShown"


def test_a_tie_at_an_end_of_the_range_is_no_violation() -> None:
    """With r = 7/5, where the range begins, r / (r + 1) - 1 / (r + 1) is 1/6."""
    example = EXAMPLES["refutation: polynomials"]
    assert reason(example | {"range": between("71/50")}) == ""
    assert reason(example | {"range": between("7/5")}) == "ViolationNotShown"


def changing_signs(signs: int, x: str) -> Certificate:
    """Outcomes with P(y) - x Q(y) = (r - x) / (signs (r + 1)), and another one; P(E) <= 1."""
    laws = on_a_bit(
        [[signs] * 2, *[[0, 1]] * signs, signs], [[signs] * 2, *[1] * signs, [0, signs]]
    )
    return EXAMPLES["all-epsilon: a sign that changes at r = 2"] | laws | {"exp_eps": x}


def test_every_refusal_is_documented() -> None:
    """FORMAT.md lists each reason that the kernel names, and no other."""
    table = FORMAT.partition("## 8. Refusals")[2].partition("The command")[0]
    first_column = " ".join(row.split("|")[1] for row in table.splitlines() if "|" in row)
    listed = set(re.findall(r"`([A-Z][A-Za-z]+)`", first_column))
    modules = (Path(audits.kernel.__file__).parent).glob("*.py")
    source = "".join(module.read_text("utf-8") for module in modules)
    strings = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Constant))
    named = {str(node.value) for node in strings}
    assert listed <= named
    assert {name for name in named if re.fullmatch("([A-Z][a-z]+){2,}", name)} <= listed
