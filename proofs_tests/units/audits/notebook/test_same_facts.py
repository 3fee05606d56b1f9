"""Python says of a mechanism what the command says, or why it has no answer."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import exactdp
from audits.inputs.loading import user_module
from proofs_tests.command_line import exactdp as command

LOSSES: dict[str, exactdp.Epsilon[Any]] = {
    "--eps 1": exactdp.Epsilon.of(1),
    "--root 3": exactdp.Epsilon(Fraction(3)),
    "--all-eps": exactdp.Epsilon.indeterminate(),
}
CLAIMS: dict[str, dict[str, Any]] = {
    "": {},
    "--claim-eps 3 --delta 1/5": {"claim_eps": 3, "delta": "1/5"},
    "--exp-eps 3/2": {"exp_eps": "3/2"},
    "--delta 1/5": {"delta": "1/5"},
}
BESIDE = "--claim-eps 1.42"
"""The exponential is no power of r: what decides it is beside it, at one eps a decimal."""

MORE = {BESIDE: {"claim_eps": "1.42"}}


def same(users: Path, name: str, loss: str, claim: str) -> None:
    """What the command prints is what Python prints, up to the curve."""
    path = users / "bits.py"
    kind = getattr(user_module(str(path)), name)
    eps = LOSSES[loss] if name != "Noisy" else _continuous(loss)
    mechanism = kind(eps)
    told = command(f"privacy {path}:{name} --rows 1 {loss} {claim}")
    if told.returncode == 2:
        with pytest.raises(ValueError, match="say of which loss"):
            exactdp.privacy(mechanism, mechanism.universe(1), **CLAIMS[claim])
        assert "say of which loss" in told.stderr
        return
    answer = exactdp.privacy(mechanism, mechanism.universe(1), **(CLAIMS | MORE)[claim])
    ours, theirs = (
        text.partition("privacy curve")[0].splitlines()[1:] for text in (str(answer), told.stdout)
    )
    said = {line for line in theirs if line.strip()} - {*ours}
    assert not said, "the command says more"


def _continuous(loss: str) -> exactdp.Epsilon[Any]:
    every = exactdp.Epsilon.continuous()
    return every if loss == "--all-eps" else every.at(1)


@pytest.mark.parametrize("claim", CLAIMS)
@pytest.mark.parametrize("loss", LOSSES)
def test_a_response(users: Path, loss: str, claim: str) -> None:
    """At a real eps, at a rational root and for every eps, whatever is claimed."""
    same(users, "Survey", loss, claim)


@pytest.mark.parametrize(
    ("name", "loss", "claim"),
    [
        ("PromisesTwice", "--all-eps", ""),
        ("PromisesTwice", "--eps 1", "--delta 1/5"),
        ("Fixed", "--all-eps", ""),
        ("Fixed", "--eps 1", "--exp-eps 3/2"),
        ("Noisy", "--all-eps", "--exp-eps 3/2"),
        ("Noisy", "--eps 1", ""),
        ("PromisesTwice", "--eps 1", BESIDE),
        ("Survey", "--eps 1", BESIDE),
        ("Noisy", "--eps 1", BESIDE),
        ("PromisesTwice", "--all-eps", BESIDE),
        ("Survey", "--all-eps", BESIDE),
        ("Noisy", "--all-eps", BESIDE),
        ("Noisy", "--all-eps", ""),
    ],
)
def test_other_mechanisms(users: Path, name: str, loss: str, claim: str) -> None:
    """With a guarantee, a loss that is no power of r, laws without eps, continuous noise."""
    same(users, name, loss, claim)
