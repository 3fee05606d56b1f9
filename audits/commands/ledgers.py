"""The ledger of one output, in lines: what each correction spends, and which there were."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from fractions import Fraction

from audits.asked.release_plans import Ledger
from audits.shown.decimals import about
from reference.exact.interval import Interval, ln
from reference.mechanisms.release.private_multiplicative_weights import (
    PrivateMultiplicativeWeights,
)

MOST_WRITTEN = 50
"""Updates that are told one by one."""


def words(ledger: Ledger) -> list[str]:
    """Line by line; none for a mechanism that keeps no ledger."""
    if ledger.count is None:
        return []
    if not ledger.count:
        return ["ledger: no correction, the private rows are not looked at"]
    each, optimal = ln(ledger.each), ledger.optimal
    shares = ", ".join(f"{name} {_decimal(each * share)}" for name, share in ledger.shares)
    found = [
        f"ledger: at most {ledger.count} {ledger.name}",
        f"ledger: each, eps = {_decimal(each)} ({shares}), delta = 0",
        f"ledger: basic composition, eps = {_decimal(each * ledger.count)}, delta = 0",
    ]
    if optimal is not None:
        total = "0" if optimal == 1 else _decimal(ln(optimal))
        found.append(f"ledger: optimal composition, eps = {total}, delta = {about(ledger.delta)}")
    return found


def _decimal(value: Interval) -> str:
    low, high = value.enclosure()
    return about((low + high) / 2)


def updates_told(mechanism: object, outputs: Sequence[Hashable], rows: int) -> list[str]:
    """What the answers are, and the ledger of the updates of each output, in lines."""
    if not isinstance(mechanism, PrivateMultiplicativeWeights):
        return []
    weights: PrivateMultiplicativeWeights[Fraction] = mechanism
    listed, share = weights.listed, about(weights.threshold / max(1, rows))
    found = [
        (
            f"answers: for each of {len(listed)} queries, from {listed[0]} to {listed[-1]}, the "
            "fraction of the rows, as estimated, and whether the rows were asked"
        ),
        (
            f"threshold: an answer that seems to be off by {weights.threshold} rows ({share} of "
            f"them) is corrected; rate: a correction multiplies weights by {weights.rate}"
        ),
    ]
    for number, output in enumerate(outputs, start=1):
        assert isinstance(output, tuple)  # a transcript
        asked = [i for i, answer in enumerate(output) if answer.asked]
        of = f" of output {number}" if len(outputs) > 1 else ""
        found.append(
            f"ledger: {len(asked)} updates{of}, at most {weights.online.most_epochs} paid for"
        )
        found += [
            f"ledger: update {place} at query {i}, {listed[i]}: answer {about(output[i].value)}"
            for place, i in enumerate(asked[:MOST_WRITTEN], start=1)
        ]
        if len(output) < len(listed):
            found.append(f"answers{of}: {len(output)} of {len(listed)}, as all epochs were used")
    return found
