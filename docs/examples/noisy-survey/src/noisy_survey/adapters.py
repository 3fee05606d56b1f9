"""What exactdp calls: code of production as functions of a database and a number of samples."""

from __future__ import annotations

from noisy_survey.telephone import Telephone


def telephone(database: tuple[int, ...], count: int) -> list[int]:
    """`count` independent releases."""
    return [Telephone().release(database) for _ in range(count)]
