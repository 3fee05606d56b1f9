"""The relation that is listed for a mechanism is the one that it is audited on."""

from __future__ import annotations

from audits.asked.registry import mechanisms
from audits.asked.relations import RELATED, adjacency_of
from audits.claims.standard_mechanisms import continuous_promises
from audits.claims.standard_mechanisms.promises import BROKEN, MECHANISMS
from reference.mechanisms.noise.biased_response import BiasedResponse, WarnerResponse
from reference.mechanisms.release.gaussian_projection import GaussianProjection
from reference.mechanisms.release.many_counts import LaplaceCounts
from reference.mechanisms.release.public_means import PublicMeans
from reference.mechanisms.release.random_row import RandomRow
from reference.mechanisms.release.random_subset import RandomSubset
from reference.mechanisms.sensitivity.noisy_bound import TriangleCount
from reference.privacy.epsilon import Epsilon

PARTS = ("noise", "selection", "stability", "stream", "release")
STANDARD = tuple(f"reference.mechanisms.{part}." for part in PARTS)
WITHOUT_EPS = {
    *(GaussianProjection, PublicMeans, RandomSubset, RandomRow),
    *(BiasedResponse, WarnerResponse, LaplaceCounts),
}
"""Not for every eps: claims of their own audit what they promise."""

INTERIOR_POINT = "reference.mechanisms.interior_point."


def test_the_listed_relation_is_that_of_the_universe() -> None:
    """Of mechanisms with each of the declared universes, and with one of their own."""
    built = [mechanism for mechanism, _, _ in MECHANISMS.values()]
    built.append(TriangleCount(1, 1, 1, Epsilon.indeterminate()))
    assert {adjacency_of(type(each)) for each in built} == {"replace-one", *RELATED.values()}
    for each in built:
        assert each.universe(1).name == adjacency_of(type(each))


def test_the_claim_about_declarations_names_every_standard_mechanism() -> None:
    """Every one with an eps and databases, broken ones too; of interior points, what promises."""
    built = [kind for kind in {*mechanisms().values()} - WITHOUT_EPS if hasattr(kind, "universe")]
    standard = {kind for kind in built if kind.__module__.startswith(STANDARD)}
    solvers = [kind for kind in built if kind.__module__.startswith(INTERIOR_POINT)]
    promising = {kind for kind in solvers if hasattr(kind, "guarantee")}
    named = {type(mechanism) for mechanism, _, _ in (MECHANISMS | BROKEN).values()}
    continuous = (continuous_promises.SOUND | continuous_promises.BROKEN).values()
    named |= {type(mechanism) for mechanism in continuous}
    assert standard | promising == named


def test_methods_of_their_own_replace_a_row() -> None:
    """A class with a universe that no other has is listed with the default, and says the same."""
    methods = (vars(kind).get("universe") for kind in mechanisms().values())
    own = [each for each in methods if getattr(each, "__name__", "") == "universe"]
    assert own
    assert all("replaced" in (each.__doc__ or "") for each in own)
