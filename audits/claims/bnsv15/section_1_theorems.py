"""Section 1: the theorems of the introduction, which are orders of growth or impossibilities."""

from audits.claims.prelude import *

GROWTH = (
    "an order of growth in |X| for the fixed eps and delta of the introduction, with no constant; "
)
INFINITE = "a statement about every mechanism on an infinite domain; "

not_finitely_checkable(
    "BNSV15.T1.2",
    statement="Releasing threshold functions over X with (eps, delta)-privacy needs Omega(log* "
    "|X|) rows; over an infinite X it is impossible.",
    reason=GROWTH + "it follows from Theorem 3.2 by the reduction of Theorem 4.6, item 1",
)

not_finitely_checkable(
    "BNSV15.T1.3",
    statement="Learning arbitrary distributions over X in Kolmogorov distance with (eps, "
    "delta)-privacy needs Omega(log* |X|) samples.",
    reason=GROWTH + "it follows from Theorem 1.2 by the reduction of Theorem 4.8",
)

not_finitely_checkable(
    "BNSV15.T1.4",
    statement="Learning threshold functions over X properly with (eps, delta)-privacy needs "
    "Omega(log* |X|) samples.",
    reason=GROWTH + "it follows from Theorem 3.2 by the reduction of Theorem 5.6, item 2",
)

not_finitely_checkable(
    "BNSV15.T1.5",
    statement="Learning l-dimensional threshold functions over X^l properly with (eps, "
    "delta)-privacy needs Omega(l log* |X|) samples, for every finite X and every l.",
    reason=GROWTH + "it is Theorem 6.2 in short",
)

not_finitely_checkable(
    "BNSV15.T1.6",
    statement="For every infinite X, every countable hypothesis class and all n and eps, no "
    "learner of the point functions over X, proper or not, is eps-private.",
    reason=INFINITE + "it is Theorem 7.2 in short, whose finite core is checked there",
)

not_finitely_checkable(
    "BNSV15.T1.7",
    statement="Over every totally ordered X, finding interior points, releasing thresholds, "
    "learning distributions in Kolmogorov distance and learning thresholds properly have the same "
    "sample complexity, up to constant factors.",
    reason="the factors are not said, and depend on accuracy and failure probability; what can be "
    "checked are the reductions of Theorems 4.6, 4.8, 4.10 and 5.6",
)

not_finitely_checkable(
    "BNSV15.T1.8",
    statement="Finding interior points over X with (eps, delta)-privacy needs Omega(log* |X|) "
    "rows and is possible with 2^((1 + o(1)) log* |X|).",
    reason=GROWTH + "it is Theorems 3.2 and 3.4 in short",
)

not_finitely_checkable(
    "BNSV15.T1.9",
    statement="For every n no (eps, delta)-private mechanism outputs on every D in N^n, with high "
    "probability, a number that is at least min D.",
    reason=INFINITE + "it is Theorem 7.1 in short; on a finite domain the greatest point would do",
)
