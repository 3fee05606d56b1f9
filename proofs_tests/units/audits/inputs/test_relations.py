"""The relation that is listed for a mechanism is the one that it is audited on."""

from __future__ import annotations

from audits.claims.standard_mechanisms.declared.all_instances import WITH_A_UNIVERSE
from audits.inputs.registry import mechanisms
from audits.inputs.relations import RELATED, adjacency_of


def test_the_listed_relation_is_that_of_the_universe() -> None:
    """Of mechanisms with each of the declared universes, and with one of their own."""
    built = [each.mechanism for each in WITH_A_UNIVERSE.values()]
    assert {adjacency_of(type(each)) for each in built} == {"replace-one", *RELATED.values()}
    for each in WITH_A_UNIVERSE.values():
        assert each.mechanism.universe(each.rows).name == adjacency_of(type(each.mechanism))


def test_methods_of_their_own_replace_a_row() -> None:
    """A class with a universe that no other has is listed with the default, and says the same."""
    methods = (vars(kind).get("universe") for kind in mechanisms().values())
    own = [each for each in methods if getattr(each, "__name__", "") == "universe"]
    assert own
    assert all("replaced" in (each.__doc__ or "") for each in own)
