"""Wrong embeddings by heaviest paths: for trimmed rows, depth and trim, over all ties."""

from audits.claims.prelude import *
from audits.claims.klmns20.laws.paths import embedding, path_law
from reference.mechanisms.interior_point.construct_paths import heaviest_ends
from reference.mechanisms.interior_point.weighted_tree import WeightedTree

Embeddings = tuple[Rows, ...]


def by_any_path(rows: Rows, depth: int, trim: int) -> Embeddings:
    """By every path that a random one may be."""
    return tuple({embedding(rows, depth, end, trim) for end in path_law(rows, depth, trim, ONE)})


def nothing_left_out(rows: Rows, depth: int, trim: int) -> Embeddings:
    """All the rows are embedded, the t that fall off last included."""
    tree = WeightedTree.of(depth, rows)
    return tuple({embedding(rows, depth, end, 0) for end in heaviest_ends(tree, trim)})


def from_the_bottom(rows: Rows, depth: int, trim: int) -> Embeddings:
    """The t rows that fall off first are left out."""
    return tuple({levels[trim:] for levels in nothing_left_out(rows, depth, trim)})


VARIANTS = {
    "by any path": by_any_path,
    "leaves nothing out": nothing_left_out,
    "leaves out what falls off first": from_the_bottom,
}
