"""Wrong variants of ConstructPaths."""

from audits.claims.prelude import *
from audits.claims.klmns20.laws.chain import Construction, Split, chain, lighter
from reference.mechanisms.interior_point.construct_paths import ConstructPaths, PathOutput


def along(right_of: Split) -> Construction:
    """The path goes where this says."""

    def construction(
        domain: Domain[int], trim: int, halt: int, base: int = 4, emit_last: bool = False
    ) -> Callable[[Rows], tuple[PathOutput, ...]]:
        depth = (domain.size - 1).bit_length()

        def outputs(rows: Rows) -> tuple[PathOutput, ...]:
            found = [
                PathOutput(Domain.of_size(2**m), database, None)
                for m, database in chain(rows, depth, trim, halt, base, right_of)
            ]
            return tuple(found if emit_last else found[:-1])

        return outputs

    return construction


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


VARIANTS: dict[str, Construction] = {
    "along lighter children": along(lighter),
    "trims a row less": trimming_less,
}
