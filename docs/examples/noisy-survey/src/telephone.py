"""The survey as it runs in production: with floating point, and a generator of random bits."""

from __future__ import annotations

import math
import random

EPS = 1.0
FLIP = 1 / (math.exp(EPS) + 1)


def ask(database: tuple[int, ...], count: int) -> list[int]:
    """`count` independent noisy counts of the answers that are yes."""
    return [sum(row ^ (random.random() < FLIP) for row in database) for _ in range(count)]
