"""Several wrong variants of one class or function."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from audits.ledger.edits import wrong

T = TypeVar("T")


def edited(right: T, edits: Mapping[str, str]) -> dict[str, T]:
    """By the mistake, what the edit `old => new` makes (`audits.ledger.edits.wrong`)."""
    return {mistake: wrong(right, edit) for mistake, edit in edits.items()}
