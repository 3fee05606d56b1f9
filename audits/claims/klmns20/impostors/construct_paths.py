"""Wrong variants of ConstructPaths."""

from __future__ import annotations

from collections.abc import Callable

from audits.claims.klmns20.laws.chain import Construction, chain, lighter
from audits.claims.klmns20.laws.exactly import Rows
from reference.data.domain import Domain
from reference.mechanisms.interior_point.construct_paths import ConstructPaths, PathOutput


def along_lighter_children(
    domain: Domain[int], trim: int, halt: int, base: int = 4, emit_last: bool = False
) -> Callable[[Rows], tuple[PathOutput, ...]]:
    """The path goes to the lighter child."""
    depth = (domain.size - 1).bit_length()

    def outputs(rows: Rows) -> tuple[PathOutput, ...]:
        found = [
            PathOutput(Domain.of_size(2**m), database, None)
            for m, database in chain(rows, depth, trim, halt, base, lighter)
        ]
        return tuple(found if emit_last else found[:-1])

    return outputs


def halting_late(
    domain: Domain[int], trim: int, halt: int, base: int = 4, emit_last: bool = False
) -> Callable[[Rows], tuple[PathOutput, ...]]:
    """A path is constructed for h rows, too."""
    return ConstructPaths(domain, trim, halt - 1, base, emit_last)


def trimming_less(
    domain: Domain[int], trim: int, halt: int, base: int = 4, emit_last: bool = False
) -> Callable[[Rows], tuple[PathOutput, ...]]:
    """One row fewer is left out, at either end and of the embedding."""
    return ConstructPaths(domain, trim - 1, halt, base, emit_last)


def to_the_right(
    domain: Domain[int], trim: int, halt: int, base: int = 4, emit_last: bool = False
) -> Callable[[Rows], tuple[PathOutput, ...]]:
    """The path goes to the right child if that has a row."""
    depth = (domain.size - 1).bit_length()

    def outputs(rows: Rows) -> tuple[PathOutput, ...]:
        found = [
            PathOutput(Domain.of_size(2**m), database, None)
            for m, database in chain(rows, depth, trim, halt, base, lambda _, right: bool(right))
        ]
        return tuple(found if emit_last else found[:-1])

    return outputs


WRONG: dict[str, Construction] = {
    "along lighter children": along_lighter_children,
    "trims a row less": trimming_less,
}
