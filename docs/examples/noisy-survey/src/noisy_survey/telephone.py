"""The survey as it runs in production: with floating point, and a generator of random bits."""

from __future__ import annotations

import math
import random

EPS = 1.0
FLIP = 1 / (math.exp(EPS) + 1)


class Telephone:
    """Asks everybody, and counts the answers that are yes; each may be turned round."""

    def release(self, answers: tuple[int, ...]) -> int:
        """One noisy count."""
        return sum(answer ^ (random.random() < FLIP) for answer in answers)
