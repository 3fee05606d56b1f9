"""Of `reference.reductions`, `reference.lower_bounds` and `reference.privacy.public_rows`."""

from audits.claims.prelude import *
from audits.claims.standard_mechanisms.declared.declared import *
from audits.claims.standard_mechanisms.declared.leaks import (
    Leaking,
    LeakingBeside,
    LeakingPairs,
    as_answer,
    as_masses,
    as_mean,
)
from audits.claims.standard_mechanisms.declared.learning import (
    BY_ITS_PARTS,
    CONSTANTS,
    SMALL,
    examples,
)
from audits.claims.standard_mechanisms.every_eps import R, bits, every
from reference.data.one_way_protocol import OneWayProtocol
from reference.lower_bounds.tracing_experiment import Distinguisher
from reference.lower_bounds.uninformative_answers import Garbage, ZeroAnswers
from reference.mechanisms.noise.noisy_counts import NoisyCounts
from reference.privacy.public_rows import Hardwired
from reference.reductions.few_switches import FewSwitchesLearner, FewSwitchesReduction
from reference.reductions.learner_from_assisted_release import (
    AssistedTranscript,
    LearnerFromAssistedRelease,
)
from reference.reductions.learner_from_protocol import LearnerFromProtocol
from reference.reductions.learner_without_public_rows import MixedInPlace, MixedWithBase
from reference.reductions.light_hypotheses import LightHypothesesReduction, LightPointLearner
from reference.reductions.release_and_distribution_learning import (
    AnswersFromLearner,
    CdfFromAnswers,
    DistributionFromAnswers,
)
from reference.reductions.synthetic_data import SyntheticData

LEAK = Guarantee(R, DELTA)
ONE_BIT = bits(1)


def zeros(database: Database[int]) -> int:
    """A counting query."""
    return database.count(0)


def accuses(answers: Sequence[Fraction], row: int, /) -> bool:
    """Whether the answers say that the bit is that of the row."""
    return tuple(answers) in (as_answer((told, row)) for told in (0, 1))


def counts(public: Rows) -> NoisyCounts[int, RationalFunction]:
    """A release on two points that uses no public rows."""
    del public
    return NoisyCounts(intervals(2), TWO_EPS, every(1))


def nothing_found(database: Rows, coins: Coins[RationalFunction]) -> Values:
    """A learner that always finds the function 0."""
    del database, coins
    return Values((0, 0))


SWITCHING = FewSwitchesLearner(TWO_EPS, Fraction(1), Fraction(1), Epsilon(Fraction(4), 2))
SURE = ((0, 1),) * SWITCHING.rows
"""As many examples as it takes."""

BOTH = OneWayProtocol((0, 1), CONSTANTS)

INSTANCES: dict[str, Declared] = {
    "public rows that are fixed": Declared(Hardwired(LeakingPairs(LEAK), (0,)), LEAK, few=ONE_BIT),
    "whether a row is accused": Declared(
        Distinguisher(Leaking(LEAK, as_answer), accuses, 1), LEAK, few=ONE_BIT
    ),
    "a constant now and then": Declared(
        Garbage(Leaking(LEAK, as_answer), (Fraction(5),), THIRD), at(R, DELTA * 2 / 3), few=ONE_BIT
    ),
    "zeros": Declared(ZeroAnswers(2), NOTHING_LOST, few=BITS),
    "answers of a learner": Declared(
        AnswersFromLearner(Leaking(LEAK, as_masses), (zeros,), (0, 1), 3, 1),
        at(ONCE, THIRD * DELTA),
        few=bits(3),
    ),
    "distribution function from answers": Declared(
        CdfFromAnswers(Leaking(LEAK, as_masses)), LEAK, few=ONE_BIT
    ),
    "distribution from answers": Declared(
        DistributionFromAnswers(Leaking(LEAK, as_answer), (zeros,), (0, 1)), LEAK, few=ONE_BIT
    ),
    "synthetic data": Declared(
        SyntheticData(Leaking(LEAK, as_mean), (PointFunction(1),), 2, 3, Fraction(0)),
        LEAK,
        few=ONE_BIT,
    ),
    "mixture in place": Declared(
        MixedInPlace(LeakingBeside(LEAK), 1, 1, THIRD, (0,)), at(ONCE, THIRD * DELTA), few=ONE_BIT
    ),
    "mixture with a base": Declared(
        MixedWithBase(LeakingBeside(LEAK), 1, 1, Fraction(99, 100), (0,), (0, 0)),
        LEAK,
        few=ONE_BIT,
    ),
    "transcript of a release with public rows": Declared(
        AssistedTranscript(counts, ((1, 0),), 0, every(1)), at(R**3), few=examples(2, 1)
    ),
    "learner from a release with public rows": Declared(
        LearnerFromAssistedRelease(counts, ((1, 0),), intervals(2), 0, every(1)),
        at(R**3),
        few=examples(2, 1),
    ),
    "learner from a protocol": Declared(
        LearnerFromProtocol(((BOTH, Fraction(1)),), 1, 1, every(2)), at(R**2), examples(1, 2)
    ),
    "few switches": Declared(
        FewSwitchesReduction(nothing_found, 1, 0, 2, 2, every(2)),
        at(R**2),
        examples(2, 2, ordered=True),
    ),
    "light hypotheses": Declared(
        LightHypothesesReduction(nothing_found, 1, 0, 2, 2, every(2), "pad", 2),
        at(R**2),
        examples(2, 2, ordered=True),
    ),
    "learner of few switches": Declared(
        SWITCHING,
        number(16),
        examples(2, 1, ordered=True),
        rows=1,
        few=pairs(SURE, (*SURE[1:], (0, 0))),
        listed=False,
    ),
    "light learner of points": Declared(
        LightPointLearner(TWO_EPS, 2, *SMALL),
        number(Fraction(9, 4)),
        examples(2, 1, ordered=True),
        rows=1,
        listed=False,
        keeps_half_of_eps=BY_ITS_PARTS,
    ),
}
