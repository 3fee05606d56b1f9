"""The problems of `exactdp complexity` by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from audits.engines.sample_complexity.contenders import (
    interior_point,
    interior_point_with_bounds,
    point_learning,
)
from audits.engines.sample_complexity.releases import thresholds
from audits.engines.sample_complexity.task import Task

TASKS: Mapping[str, Callable[[], Task]] = {
    "interior-point": interior_point,
    "point-learning": point_learning,
    "thresholds": thresholds,
}
"""Each with the parameters of its default."""

WITH_ACCURACY: Mapping[str, Callable[[Fraction], Task]] = {
    "point-learning": point_learning,
    "thresholds": thresholds,
}
"""Those that have an accuracy alpha."""

WITH_LOWER_BOUNDS: Mapping[str, Callable[[], Task]] = {
    "interior-point": interior_point_with_bounds,
}
"""Those for which lower bounds of the papers can be shown."""
