"""Plausible mistakes in selection mechanisms, each refuted with a pair of neighbours."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic

from audits.engines.privacy import audit_privacy
from audits.verdict import Json, Refuted, confirmed
from reference.data.adjacency import RowAdjacency, all_answers, replace_one
from reference.data.database import Database
from reference.data.domain import Domain
from reference.exact.field import R
from reference.mechanisms.noise.geometric_mechanism import NoisyInteger
from reference.mechanisms.selection.exponential import ExponentialMechanism
from reference.mechanisms.selection.permute_and_flip import PermuteAndFlip
from reference.mechanisms.selection.quality import Frequency
from reference.mechanisms.selection.report_noisy_max import ReportNoisyMax
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import Coins, Mechanism
from reference.probability.dist import X
from reference.probability.families import bernoulli, exponential_weights


@dataclass(frozen=True)
class Answers:
    """The quality of a candidate is an answer; the database is the vector of answers."""

    def __call__(self, database: Database[int], /) -> Mapping[int, int]:
        return dict(enumerate(database))


def refutation(
    mechanism: Mechanism[Database[int], X, R], universe: RowAdjacency[int], eps: Epsilon[R]
) -> dict[str, Json]:
    """The witness against pure eps-privacy, once the kernel has accepted it."""
    verdict = confirmed(audit_privacy(mechanism, universe, Guarantee.pure(eps)))
    assert isinstance(verdict, Refuted), verdict
    return verdict.witness


@dataclass(frozen=True)
class WeightsNotHalved(Generic[R]):
    """The exponential mechanism with weights e^(eps q), not e^(eps q / 2)."""

    eps: Epsilon[R]

    def __call__(self, database: Database[int], coins: Coins[R], /) -> int:
        return coins.draw(exponential_weights(enumerate(database), self.eps.exp()))


@dataclass(frozen=True)
class OnlyOccurringCandidates(Generic[R]):
    """The exponential mechanism on the values that occur, without a test that one is frequent."""

    eps: Epsilon[R]

    def __call__(self, database: Database[int], coins: Coins[R], /) -> int:
        scores = ((x, database.count(x)) for x in sorted(set(database)))
        return coins.draw(exponential_weights(scores, self.eps.exp(Fraction(1, 2))))


@dataclass(frozen=True)
class ValueReleasedToo(Generic[R]):
    """Report-noisy-max that also releases the noisy quality of the winner (shown from 0 to 2)."""

    eps: Epsilon[R]

    def __call__(self, database: Database[int], coins: Coins[R], /) -> tuple[int, int]:
        ratio = self.eps.exp(Fraction(-1, 2))
        noisy = [coins.run(NoisyInteger(ratio, (0, 2)), answer) for answer in database]
        return noisy.index(max(noisy)), max(noisy)


@dataclass(frozen=True)
class NotPermuted(Generic[R]):
    """Permute-and-flip in the order of the candidates."""

    eps: Epsilon[R]

    def __call__(self, database: Database[int], coins: Coins[R], /) -> int:
        base, best = self.eps.exp(Fraction(1, 2)), max(database)
        for candidate, answer in enumerate(database):
            if coins.draw(bernoulli(base ** (answer - best))):
                return candidate
        raise AssertionError("the best candidate is accepted")


def test_weights_are_halved_for_the_normalisation() -> None:
    """With e^(eps q) one candidate up and the others down cost nearly 2 eps."""
    universe = all_answers((0, 1), 3)
    eps = Epsilon(Fraction(3))
    witness = refutation(WeightsNotHalved(eps), universe, eps)
    databases = witness["databases"]
    assert isinstance(databases, list)
    first, second = (re.findall("[01]", str(database)) for database in databases)
    assert {first.count("1"), second.count("1")} == {1, 2}
    assert all(a != b for a, b in zip(first, second, strict=True))
    every = Epsilon.indeterminate()
    assert refutation(WeightsNotHalved(every), universe, every)["root"]


def test_candidates_must_not_come_from_the_data() -> None:
    """A value that occurs once can be released; without its row it cannot, at any eps."""
    eps = Epsilon(Fraction(10**3), 2)
    witness = refutation(OnlyOccurringCandidates(eps), replace_one(range(3), 3), eps)
    probabilities = witness["probabilities"]
    assert isinstance(probabilities, list)
    assert "0" in probabilities
    every = Epsilon.indeterminate(2)
    assert refutation(OnlyOccurringCandidates(every), replace_one(range(2), 2), every)["root"]


def test_the_winning_value_is_not_for_release() -> None:
    """With the noisy value, three answers that all move cost 3/2 eps."""
    universe = all_answers((0, 1), 3)
    eps = Epsilon(Fraction(2), 2)
    assert refutation(ValueReleasedToo(eps), universe, eps)["databases"]
    every = Epsilon.indeterminate(2)
    assert refutation(ValueReleasedToo(every), universe, every)["root"]


def test_the_order_must_be_random() -> None:
    """A second candidate that is as good as the first is never reached; a better first is."""
    universe = all_answers((0, 1), 2)
    eps = Epsilon(Fraction(10**3), 2)
    witness = refutation(NotPermuted(eps), universe, eps)
    probabilities = witness["probabilities"]
    assert isinstance(probabilities, list)
    assert "0" in probabilities
    every = Epsilon.indeterminate(2)
    assert refutation(NotPermuted(every), universe, every)["root"]


def test_sensitivity_two_needs_twice_the_noise() -> None:
    """Qualities that move by 2, treated as if they moved by 1, exceed eps in every selection."""

    @dataclass(frozen=True)
    class Doubled:
        def __call__(self, database: Database[int], /) -> dict[int, int]:
            return {i: 2 * answer for i, answer in enumerate(database)}

    universe = all_answers((0, 1), 3)
    eps = Epsilon(Fraction(3), 2)
    assert refutation(ExponentialMechanism(Doubled(), eps), universe, eps)["databases"]
    assert refutation(ReportNoisyMax(Doubled(), eps), universe, eps)["databases"]
    assert refutation(PermuteAndFlip(Doubled(), eps), universe, eps)["databases"]


def test_a_quarter_of_the_noise_is_not_enough() -> None:
    """Report-noisy-max run with twice eps does not keep eps, for either noise."""
    eps, double = Epsilon(Fraction(3), 2), Epsilon(Fraction(9), 2)
    universe = all_answers((0, 1), 2)
    for one_sided in (False, True):
        mechanism = ReportNoisyMax(Answers(), double, 1, one_sided)
        assert refutation(mechanism, universe, eps)["databases"]


def test_frequencies_count_rows() -> None:
    """Frequencies move in two places under replacement: half of eps is not enough."""
    eps = Epsilon(Fraction(3), 2)
    mechanism = ExponentialMechanism(Frequency(Domain.of_size(2)), eps)
    witness = refutation(mechanism, replace_one(range(2), 2), eps / 2)
    assert witness["databases"]
