"""A table for a person has all that was put in; in a pipe each row is one line."""

import re
from contextlib import redirect_stdout
from io import StringIO
from unittest.mock import patch

from hypothesis import example, given
from hypothesis import strategies as st

from audits.commands.output import print_table
from reference.override import override

WORDS = st.lists(st.text("abc-=", min_size=1, max_size=30), min_size=1, max_size=20)
CELLS = WORDS.map(" ".join)

NAMES = st.text("abc", min_size=1, max_size=12)

TABLES = st.integers(1, 5).flatmap(
    lambda n: st.builds(
        lambda names, rows: [names, *rows],
        st.lists(NAMES, min_size=n, max_size=n),
        st.lists(st.lists(CELLS, min_size=n, max_size=n), min_size=1, max_size=3),
    )
)


class Terminal(StringIO):
    """What somebody reads."""

    @override
    def isatty(self) -> bool:
        """It is a terminal."""
        return True


@given(TABLES, st.sampled_from(["60", "80", "120"]))
@example([["mechanism", "source"], ["a" * 38, "b " * 60]], "120")
@example(
    [
        ["mechanism", "parameters", "parts", "adjacency", "source"],
        ["a" * 38, "threshold, answers=-1,0,1", "4", "all-answers", "T. 4.2, section 4, page 17"],
    ],
    "120",
)
def test_nothing_is_cut_off(table: list[list[str]], columns: str) -> None:
    """No line is wider than the terminal; columns put together again are the cells."""
    with patch.dict("os.environ", COLUMNS=columns), redirect_stdout(Terminal()) as printed:
        print_table(table[0], table[1:])
    head, *rows = re.sub(r"\x1b\[[0-9;]*m", "", printed.getvalue()).splitlines()
    assert max(map(len, [head, *rows])) <= int(columns)
    every = list(zip(*table, strict=True))
    if not head.startswith("┏"):  # lines for each cell
        found = "".join("".join([head, *rows]).split())
        assert all("".join(cell.split()) in found for row in table[1:] for cell in row)
        return
    assert {len(line) for line in [head, *rows]} == {len(head)}
    lines = [line.replace("┃", "│").split("│")[1:-1] for line in rows if line[0] in "┃│"]
    cells = ["".join("".join(column).split()) for column in zip(*lines, strict=True)]
    assert cells == ["".join("".join(column).split()) for column in every]


@given(TABLES)
def test_in_a_pipe_a_row_is_a_line(table: list[list[str]]) -> None:
    """Its cells in their order, and nothing else: no frame, and nothing is folded."""
    with redirect_stdout(StringIO()) as printed:
        print_table(table[0], table[1:])
    lines = printed.getvalue().splitlines()
    assert [line.split() for line in lines] == [" ".join(row).split() for row in table]
