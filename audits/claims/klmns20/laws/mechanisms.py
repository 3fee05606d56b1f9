"""The mechanisms of the paper over small domains, by name."""

from audits.claims.prelude import *
from audits.claims.klmns20.laws.exactly import EIGHT
from reference.exact.field import R
from reference.mechanisms.interior_point.heavy_paths import HeavyPaths
from reference.mechanisms.interior_point.level_up import LevelUp
from reference.mechanisms.interior_point.one_random_path import OneRandomPath
from reference.mechanisms.interior_point.simplified_tree_log import SimplifiedTreeLog
from reference.mechanisms.interior_point.stopping_point import StoppingPoint
from reference.mechanisms.interior_point.tree_log import TreeLog
from reference.mechanisms.stability.choosing_mechanism import ChoosingFrequentValue

BUILDS: Mapping[str, Callable[[Epsilon[Any]], Mechanism[Rows, int | Bottom, Any]]] = {
    "exponential mechanism": lambda eps: ExponentialInteriorPoint(EIGHT, eps),
    "choosing mechanism": lambda eps: ChoosingFrequentValue(EIGHT, 2, eps),
    "simplified TreeLog": lambda eps: SimplifiedTreeLog(EIGHT, 1, eps),
    "TreeLog": lambda eps: TreeLog(EIGHT, 1, 2, eps),
    "StoppingPoint": lambda eps: StoppingPoint(EIGHT, 1, 1, 2, eps),
    "OneRandomPath": lambda eps: OneRandomPath(EIGHT, 1, 2, 1, 1, 2, eps),
    "LevelUp": lambda eps: LevelUp(EIGHT, 1, 2, 1, 2, 1, eps),
    "HeavyPaths": lambda eps: HeavyPaths(EIGHT, 1, 2, 2, 1, 2, eps),
}
"""Built from eps, the other parameters small."""


def mechanism(name: str, eps: Epsilon[R]) -> Mechanism[Rows, int | Bottom, R]:
    """The mechanism of this name over 8 points."""
    return BUILDS[name](eps)
