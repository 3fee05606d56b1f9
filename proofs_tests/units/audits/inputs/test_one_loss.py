"""A mechanism that tells r from a number is refused, where r stands for every number."""

from __future__ import annotations

import pytest

from proofs_tests.command_line import Answer, exactdp, refusal

pytestmark = pytest.mark.usefixtures("laws_computed_twice", "at_home")

EVERY, ONE = "--all-eps", "--eps 1"


def claimed(name: str, words: str, status: int) -> Answer:
    """Whether the loss eps is kept on one row."""
    line = f"privacy bits.py:{name} --rows 1 --claim-eps 1 --json {words}"
    return exactdp(line, status=status)


@pytest.mark.parametrize("loss", [EVERY, ONE])
@pytest.mark.parametrize(
    ("name", "more", "told"),
    [
        ("ByItsRoot", "", "it does something else for e^(eps/1) = "),
        ("ByItsField", "--deterministic", "it does something else for e^(eps/1) = "),
        ("ByAnother", "", "use eps in scales k / eps only: no code may ask for e^eps"),
        ("Caught", "", "use eps in scales k / eps only: no code may ask for e^eps"),
    ],
)
def test_a_branch_on_what_eps_is(loss: str, name: str, more: str, told: str) -> None:
    """Each puts its row out where eps is a number, and held for every eps."""
    assert told in claimed(name, f"{loss} {more}", 2).stderr


@pytest.mark.parametrize(
    ("name", "loss", "expected"),
    [
        *(("BySize", loss, 1) for loss in ("--eps 2", "--eps 1.01")),
        ("NoisyBySize", "--eps 2", 1),
        *((name, ONE, 0) for name in ("BySize", "ByPower", "NoisyBySize")),
        *((name, EVERY, 2) for name in ("BySize", "ByPower", "NoisyBySize")),
        ("ByPower", "--root 6", 1),
        ("ByPower", "--eps 2", 2),
    ],
)
def test_a_branch_on_how_large_eps_is(name: str, loss: str, expected: int) -> None:
    """Each puts its row out where eps is large; it is private at a small eps, and not at every."""
    claimed(name, loss, expected)


@pytest.mark.parametrize("loss", [EVERY, ONE, "--eps 1/100000"])
@pytest.mark.parametrize("name", ["Survey", "Noisy"])
def test_who_does_the_same_holds(loss: str, name: str) -> None:
    """With chances that e^eps tells, and with noise; at a small eps a number above 1 is tried."""
    assert claimed(name, loss, 0).json["verdict"] == "holds"


@pytest.mark.parametrize(
    ("name", "loss"),
    [
        *((name, loss) for name in ("OtherNoise", "SameParts", "Both") for loss in (EVERY, ONE)),
        *(("Response", loss) for loss in (EVERY, ONE, "--root 2")),
        ("AndAResponse", ONE),
        ("Deviation", ONE),
    ],
)
def test_another_loss(name: str, loss: str) -> None:
    """Each has the loss 3, and was thought to have eps: the same r stood for both."""
    assert "a loss that is not the eps of the mechanism" in claimed(name, loss, 2).stderr


@pytest.mark.parametrize("loss", ["--eps 4", "--root 50"])
@pytest.mark.parametrize("name", ["Promises", "PromisesDelta", "PromisesHalf"])
def test_a_promise_about_another_loss(name: str, loss: str) -> None:
    """It promises 1, and loses eps."""
    said = refusal(f"privacy bits.py:{name} --rows 1 {loss}")
    assert "guarantee: it depends on a loss that is not" in said


@pytest.mark.parametrize("loss", [EVERY, ONE, "--root 2"])
def test_a_promise_that_is_none(loss: str) -> None:
    """With delta 1 all is private; it was undecided, which `audit` passes."""
    said = refusal(f"privacy bits.py:PromisesNothing --rows 1 {loss}")
    assert "PromisesNothing.guarantee: everything is private with" in said
