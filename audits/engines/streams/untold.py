"""Why outputs do not tell the run of a stream, and what its author may write instead."""

from __future__ import annotations

from reference.probability.automaton import Automaton, Branch


def untold(automaton: Automaton) -> str:
    """What is compared where two branches of a step put out the same, and what to write.

    Args:
        automaton: whose outputs do not tell its run.
    """
    steps = [step.branches for state in automaton.states for step in state.steps]
    alike = next(found for found in map(_alike, steps) if found)
    return f"{alike[0].symbol} is put out in {len(alike)} ways{_why(alike)}"


def _alike(branches: tuple[Branch, ...]) -> list[Branch]:
    """The branches with the first symbol that several have; none if all differ."""
    symbols = [branch.symbol for branch in branches]
    shared = next((symbol for symbol in symbols if symbols.count(symbol) > 1), None)
    return [branch for branch in branches if branch.symbol == shared]


def _why(alike: list[Branch]) -> str:
    """What tells the branches apart."""
    names = [{*form} - {""} for branch in alike for form in branch.guards]
    if any(each == {"q"} for each in names):
        return (
            ", by a comparison of the answer without noise: add the noise first, and compare or "
            "clip the sum"
        )
    if any(each and all(name[:1] == "n" for name in each) for each in names):
        return (
            ", by a comparison of draws without the answer: draw what is meant at once, as "
            "Exponential for the size of Laplace, or put out also what was compared"
        )
    if any(names):
        return (
            ", on both sides of a comparison: put out also which side it is, or the number: what "
            "a reader makes of it loses nothing"
        )
    return ", told apart by a coin only: put out also what it shows"
