"""Mechanisms that promise nothing, and say on which databases they are to be audited."""

from audits.claims.prelude import *
from audits.claims.standard_mechanisms.declared.declared import *
from audits.claims.standard_mechanisms.declared.learning import CONSTANTS, examples
from reference.data.adjacency import Adjacency
from reference.lower_bounds.one_row_fewer import OneRowFewer
from reference.mechanisms.interior_point.heavy_paths import HeavyPaths, StoppedHeavyPaths
from reference.mechanisms.interior_point.level_up import LevelToPoint, LevelUp
from reference.mechanisms.interior_point.one_random_path import OneRandomPath
from reference.mechanisms.interior_point.path_embedding import PathEmbedding, RandomPath
from reference.mechanisms.interior_point.simplified_tree_log import SimplifiedTreeLog
from reference.mechanisms.interior_point.stopping_point import StoppingPoint
from reference.mechanisms.interior_point.tree_log import TreeLog
from reference.mechanisms.learning.independent_noise_learner import IndependentNoiseLearner
from reference.mechanisms.learning.noisy_point_learner import NoisyPointLearner, rows_with_stars
from reference.mechanisms.learning.parity_learner import ParityLearner
from reference.mechanisms.learning.subsampled_learner import SubsampledLearner
from reference.mechanisms.noise.discrete_gaussian import TruncatedGaussian
from reference.mechanisms.release.gaussian_projection import GaussianProjection
from reference.reductions.interior_point_from_release import InteriorPointFromRelease
from reference.reductions.noise_reconstruction import NoiseReconstruction


def never_run(database: object, coins: object) -> Any:
    """What a reduction is made of here, where only its universe counts."""
    raise AssertionError(database, coins)


def silent(mechanism: object, universe: Adjacency[Any], rows: int = 2) -> Declared:
    """A mechanism without a promise."""
    return Declared(mechanism, NOTHING_LOST, universe, rows, listed=False)


EIGHT = Domain.of_size(8)
POINTS = replace_one(range(8), 2)
EPS = Epsilon(Fraction(2), 4)
STARRED = replace_one(rows_with_stars(1), 2)

INSTANCES: dict[str, Declared] = {
    "one row fewer": silent(OneRowFewer(never_run, 2, 3), replace_one(range(3), 2)),
    "heavy paths": silent(HeavyPaths(EIGHT, 1, 1, 1, 1, 1, EPS), POINTS),
    "stopped heavy paths": silent(StoppedHeavyPaths(EIGHT, 1, 1, 1, 1, 1, EPS), POINTS),
    "level to point": silent(LevelToPoint(EIGHT, 1, 1, 1, EPS), POINTS),
    "level up": silent(LevelUp(EIGHT, 1, 1, 1, 1, 1, EPS), POINTS),
    "one random path": silent(OneRandomPath(EIGHT, 1, 1, 1, 1, 1, EPS), POINTS),
    "random path": silent(RandomPath(EIGHT, 1, EPS), POINTS),
    "path embedding": silent(PathEmbedding(EIGHT, 1, EPS), POINTS),
    "simplified tree log": silent(SimplifiedTreeLog(EIGHT, 1, EPS), POINTS),
    "stopping point": silent(StoppingPoint(EIGHT, 1, 1, 1, EPS), POINTS),
    "tree log": silent(TreeLog(EIGHT, 1, 1, EPS), POINTS),
    "independent noise": silent(
        IndependentNoiseLearner(never_run, frozenset(CONSTANTS), 1, HALF), STARRED
    ),
    "noisy learner of points": silent(NoisyPointLearner(1, Fraction(1, 4)), STARRED),
    "subsampled learner": silent(SubsampledLearner(never_run, 1, HALF, HALF), STARRED),
    "learner of parities": silent(ParityLearner(1), examples(2, 2)),
    "Gaussian projection": silent(
        GaussianProjection(1, 2, TruncatedGaussian(Fraction(2), 1)), add_remove_one(range(2), 2)
    ),
    "interior point from a release": silent(
        InteriorPointFromRelease(never_run, THREE, 2), REPLACED
    ),
    "reconstruction from noise": silent(NoiseReconstruction(never_run, 2), examples(2, 2)),
}
