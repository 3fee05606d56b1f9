"""What the kernel accepts."""

import json
import re
from pathlib import Path

import pytest

import audits.kernel
from audits.kernel import Refused, check, refusals
from proofs_tests.kernel.examples import EXAMPLES
from proofs_tests.kernel.second_checker import KEYS, reasons

FORMAT = (Path(audits.kernel.__file__).parent / "FORMAT.md").read_text("utf-8")
WORKED = re.findall(r"```json\n(.*?)```", FORMAT, re.DOTALL)


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_is_accepted(name: str) -> None:
    """The kernel and the second checker accept each example."""
    example = EXAMPLES[name]
    assert reasons(example) == set()
    assert check(json.dumps(example)).startswith(f"{example['kind']}: 'an example': ")


def test_every_kind_has_an_example() -> None:
    """No kind goes without."""
    assert {str(example["kind"]) for example in EXAMPLES.values()} == set(KEYS)


def test_the_worked_examples_are_accepted() -> None:
    """Both examples of FORMAT.md are accepted as they stand there."""
    assert [check(text).partition(":")[0] for text in WORKED] == ["point", "all-epsilon"]


@pytest.mark.parametrize(
    ("exp_eps", "delta", "accepted"),
    [("2", "0", True), ("1", "0", False), ("1", "1/3", True), ("1", "33/100", False)],
)
def test_the_worked_example_is_tight(exp_eps: str, delta: str, accepted: bool) -> None:
    """Randomised response at e^eps = 2 has delta = 1/3 at x = 1, as FORMAT.md says."""
    changed = json.loads(WORKED[0]) | {"exp_eps": exp_eps, "delta": delta}
    if accepted:
        check(json.dumps(changed))
    else:
        with pytest.raises(refusals.PrivacyNotShown):
            check(json.dumps(changed))


def test_what_is_said_counts_databases_and_ordered_pairs() -> None:
    """The answer tells the scope."""
    said = check(json.dumps(EXAMPLES["all-epsilon: pure"]))
    assert "2 databases, 2 ordered pairs, 2 outcomes" in said
    assert '{"from": "1", "to": null, "exp": null}' in said


def test_every_refusal_is_documented() -> None:
    """FORMAT.md lists each class, and no other."""
    table = FORMAT.partition("## 7. Refusals")[2]
    listed = set(re.findall(r"`([A-Z][A-Za-z]+)`", table))
    assert listed == {c.__name__ for c in Refused.__subclasses__()}
