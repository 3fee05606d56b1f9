"""Certificates about AboveThreshold, by hand: its loss is at most eps, and no less."""

from __future__ import annotations

from proofs_tests.kernel.examples import Certificate, certificate


def branch(symbol: str, to: int, guard: object, updates: list[object]) -> Certificate:
    """One answer with noise of scale 4 / eps is compared with the threshold."""
    return {
        "draws": [["laplace", "1/4"]],
        "guards": [guard],
        "equations": [],
        "released": [],
        "updates": updates,
        "symbol": symbol,
        "to": to,
    }


START: Certificate = {
    "draws": [["laplace", "1/2"]],
    "guards": [],
    "equations": [],
    "released": [],
    "updates": [{"n0": "1"}],
    "symbol": "",
    "to": 1,
}
BELOW = branch("0", 1, {"0": "1", "n0": "-1", "q": "-1"}, [{"0": "1"}])
ABOVE = branch("1", 2, {"0": "-1", "n0": "1", "q": "1"}, [])
ABOVE_THRESHOLD: Certificate = {
    "states": [
        {"registers": 0, "steps": [{"reads": 0, "branches": [START]}]},
        {"registers": 1, "steps": [{"reads": 1, "branches": [BELOW, ABOVE]}]},
        {"registers": 0, "steps": []},
    ]
}
STREAM: Certificate = {
    "automaton": ABOVE_THRESHOLD,
    "adjacency": "all",
    "sensitivity": "1",
    "loss": "1",
}


def case(to: int, shift: str) -> Certificate:
    """The one row of the next node comes from the one row here."""
    return {"to": to, "rows": [[0, [shift]]], "facts": []}


def node(state: int, rows: list[object], following: list[object]) -> Certificate:
    """A node without facts."""
    return {"state": state, "mode": "all", "rows": rows, "facts": [], "next": following}


BOUND = certificate(
    "stream-bound",
    **STREAM,
    start=[0],
    nodes=[
        node(0, [[[], "0"]], [[[case(1, "1")]]]),
        node(1, [[["1"], "1/2"]], [[[case(1, "0"), case(1, "0")], [case(2, "2"), case(2, "0")]]]),
        node(2, [[[], "1"]], []),
    ],
)


def position(
    chosen: list[object], draw: list[object], weights: list[object], y: list[object]
) -> Certificate:
    """Branch and difference by their places; the answer is 0 for t = 0."""
    return {
        "step": 0,
        "branch": chosen[0],
        "difference": chosen[1],
        "answer": "0",
        "draws": [draw],
        "multipliers": weights,
        "registers": y,
    }


ATTAINED = certificate(
    "stream-attained",
    **STREAM,
    mode="all",
    prophecies=[],
    run=[
        position([0, 0], ["0", "0"], [], ["1/2"]),
        *(position([0, 1], ["-1", "-1"], ["1/4"], [y]) for y in ("1/4", "0", "-1/4")),
        position([1, 0], ["1", "1"], ["1/4"], []),
    ],
    loop=None,
)
