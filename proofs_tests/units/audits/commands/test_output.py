"""A table for a person has all that was put in."""

from contextlib import redirect_stdout
from io import StringIO

from hypothesis import example, given
from hypothesis import strategies as st

from audits.commands.output import WIDTH, print_table

WORDS = st.lists(st.text("abc-=", min_size=1, max_size=30), min_size=1, max_size=20)
CELLS = WORDS.map(" ".join)

TABLES = st.integers(1, 5).flatmap(
    lambda n: st.lists(st.lists(CELLS, min_size=n, max_size=n), min_size=2, max_size=4)
)


@given(TABLES)
@example([["mechanism", "source"], ["a" * 38, "b " * 60]])
@example(
    [
        ["mechanism", "parameters", "parts", "adjacency", "source"],
        ["a" * 38, "threshold, answers=-1,0,1", "4", "all-answers", "T. 4.2, section 4, page 17"],
    ]
)
def test_nothing_is_cut_off(table: list[list[str]]) -> None:
    """Columns that are folded, put together again, are the cells; lines end with the border."""
    with redirect_stdout(StringIO()) as printed:
        print_table(table[0], table[1:])
    head, *rows = printed.getvalue().splitlines()
    if not head.startswith("┏"):
        return  # a line for each cell, which is not folded
    assert {len(line) for line in [head, *rows]} == {len(head)}
    assert len(head) <= WIDTH
    lines = [line.replace("┃", "│").split("│")[1:-1] for line in rows if line[0] in "┃│"]
    found = ["".join("".join(column).split()) for column in zip(*lines, strict=True)]
    columns = zip(*table, strict=True)
    assert found == ["".join("".join(column).split()) for column in columns]
