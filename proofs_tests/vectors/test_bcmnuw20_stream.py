"""The privacy curve of noisy counts."""

from fractions import Fraction

import pytest

from audits.claims.bcmnuw20.section_4_noisy_stumps import profile
from proofs_tests.vectors.values import Case, cases
from reference.data.adjacency import replace_one
from reference.mechanisms.release.noisy_stumps import NoisyStumps
from reference.privacy.divergence import hockey_stick
from reference.privacy.epsilon import Epsilon
from reference.probability.law import law

pytestmark = pytest.mark.paper("BCMNUW20")


@cases("bcmnuw20_stream", "stumps")
def test_profile_of_noisy_counts(case: Case) -> None:
    """The closed form is the sum over all outcomes, and so is the mechanism."""
    root, p, j = Fraction(case["root"]), case["attributes"], case["multiple"]
    assert profile(p, j).at(root) == Fraction(case["delta"])
    mechanism = NoisyStumps(p, Epsilon(root))
    databases = list(replace_one(range(1 << p), 1).databases())
    laws = [law(mechanism, d) for d in databases]
    worst = max(hockey_stick(a, b, root**j) for a in laws for b in laws)
    assert worst == Fraction(case["delta"])
