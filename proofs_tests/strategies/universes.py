"""Databases and which of them are neighbours."""

from __future__ import annotations

from hypothesis import strategies as st

from reference.data.adjacency import (
    RowAdjacency,
    add_remove_one,
    all_answers,
    edge,
    label_only,
    one_answer,
    private_rows_only,
    replace_one,
)

UNIVERSES: st.SearchStrategy[RowAdjacency[int]] = st.one_of(
    st.builds(
        lambda d, n, o: replace_one(range(d), n, ordered=o),
        st.integers(1, 3),
        st.integers(0, 3),
        st.booleans(),
    ),
    st.builds(
        lambda d, n, least, o: add_remove_one(
            range(d), max(n, least), at_least=min(n, least), ordered=o
        ),
        st.integers(1, 3),
        st.integers(0, 3),
        st.integers(0, 3),
        st.booleans(),
    ),
    st.builds(
        lambda d, k, n, o: private_rows_only(range(d), range(min(k, d)), n, ordered=o),
        st.integers(1, 3),
        st.integers(0, 3),
        st.integers(0, 3),
        st.booleans(),
    ),
    st.builds(lambda k, n: one_answer(range(k), n), st.integers(1, 3), st.integers(0, 3)),
    st.builds(lambda k, n: all_answers(range(k), n), st.integers(1, 3), st.integers(0, 3)),
    st.builds(edge, st.integers(1, 4)),
)
"""Every kind of universe with integer rows, of at most 64 databases."""

LABELLED = st.builds(
    lambda points, n, o: label_only([(x, y) for x in range(points) for y in (0, 1)], n, ordered=o),
    st.integers(1, 2),
    st.integers(0, 3),
    st.booleans(),
)
