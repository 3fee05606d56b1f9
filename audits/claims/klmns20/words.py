"""The words in which the claims of this paper are written, beside those of the prelude."""

from audits.claims.klmns20.laws.chain import chain, most_frequent, multiplicities
from audits.claims.klmns20.laws.exactly import (
    EIGHT,
    EVERY,
    R,
    databases,
    eps_at,
    finer,
    minus,
    plus,
    replaced,
    same,
    same_law,
    squares,
)
from audits.claims.klmns20.laws.parting import lifted
from audits.claims.klmns20.laws.paths import (
    HEAVIER,
    balanced_steps,
    branchings,
    choosing_delta,
    embedding,
    extends,
    path_law,
    remove_factor,
    stray,
)
from audits.claims.klmns20.laws.stopping import neighbours
from audits.claims.klmns20.laws.tree_log import calls, instances, telling
from audits.engines.privacy.pairs import Direction
from audits.ledger import Quantifier
from reference.exact.integers import log_star_of_power
from reference.exact.interval import log2
from reference.mechanisms.interior_point.calibration import rows_for, sizes
from reference.mechanisms.interior_point.interior_points import score
from reference.mechanisms.interior_point.level_up import LevelToPoint
from reference.mechanisms.interior_point.one_random_path import OneRandomPath
from reference.mechanisms.interior_point.path_embedding import PathEmbedding
from reference.mechanisms.interior_point.stopping_point import StoppingPoint
from reference.mechanisms.interior_point.tree_log import TreeLog
from reference.mechanisms.interior_point.weighted_tree import Node, WeightedTree, trimmed
from reference.mechanisms.stream.above_threshold import AboveThreshold

__all__ = [
    "EIGHT",
    "EVERY",
    "HEAVIER",
    "AboveThreshold",
    "Direction",
    "LevelToPoint",
    "Node",
    "OneRandomPath",
    "PathEmbedding",
    "Quantifier",
    "R",
    "StoppingPoint",
    "TreeLog",
    "WeightedTree",
    "balanced_steps",
    "branchings",
    "calls",
    "chain",
    "choosing_delta",
    "databases",
    "embedding",
    "eps_at",
    "extends",
    "finer",
    "instances",
    "lifted",
    "log2",
    "log_star_of_power",
    "minus",
    "most_frequent",
    "multiplicities",
    "neighbours",
    "path_law",
    "plus",
    "remove_factor",
    "replaced",
    "rows_for",
    "same",
    "same_law",
    "score",
    "sizes",
    "squares",
    "stray",
    "telling",
    "trimmed",
]
