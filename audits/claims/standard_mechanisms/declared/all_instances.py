"""The instances of all packages in one table."""

from audits.claims.standard_mechanisms.declared import (
    interior_point,
    learning,
    noise,
    reductions,
    release,
    selection,
    sensitivity,
    stream,
    universes,
)
from audits.claims.standard_mechanisms.declared.declared import Declared

TABLES = (noise, selection, stream, interior_point, sensitivity, learning, release, reductions)

INSTANCES: dict[str, Declared] = {
    name: each for table in TABLES for name, each in table.INSTANCES.items()
}
"""What promises privacy."""

WITH_A_UNIVERSE: dict[str, Declared] = {
    **{name: each for name, each in INSTANCES.items() if each.universe is not None},
    **universes.INSTANCES,
}
"""What says on which databases it is to be audited."""
