"""`python -m audits.rendering.ledger_tables CLAIMS [--check|--show]`: the ledger in the pages.

CLAIMS is what `exactdp claims --size tiny --json` printed.  The tables of `docs/theorem.md` and
`docs/errata.md` are written, or with `--check` compared: the status is 1 if a page says anything
else than the run found.  With `--show` the table of the ledger is only printed: that of a run of
some claims, too, or of another size.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from statistics import median
from typing import Any

from audits.entry import BAD_INPUT, ended
from audits.ledger import Grade, Size, Text, claims, inventory, works
from audits.ledger.deciding import WEAKER
from audits.rendering.decimals import about
from audits.rendering.errata import Listed, cited, errata, known_broken
from audits.rendering.meanings import text_note
from audits.rendering.witnesses import sentences
from audits.writing import write

DOCS = Path(__file__).parents[2] / "docs"
BEGIN, END = "<!-- table: begin -->", "<!-- table: end -->"

CITED = """## Works that the papers cite

Statements of a book that BCMNUW20 builds on, as they are restored here from the paper's use of
them, with what is assumed in the corrected form: they are no errors of the paper."""

KNOWN = """## Known broken

Mechanisms of the literature around the papers whose mistakes others have found, refuted on
purpose: they are no errors of the papers."""

Found = Mapping[str, Any]
"""A claim in the output of `exactdp claims --json`."""


def ledger(found: Sequence[Found]) -> str:
    """By paper: statements, claims, what was found by which grade of evidence, and teeth."""
    grades = [grade.value for grade in WEAKER if any(c["evidence"] == grade.value for c in found)]
    rows = [["paper", "statements", "claims", *grades, "not checkable", "refuted as printed"]]
    rows[0] += [
        "refuted as restored",
        "refuted of other works",
        "wrong variants refuted",
        "median slack",
    ]
    ids = Counter(map(_paper, inventory()))
    texts = {paper: work.text for paper, work in works().items()}
    for paper in sorted(ids):
        own = [claim for claim in found if _paper(claim["id"]) == paper]
        if not own:
            continue
        evidence = Counter(claim["evidence"] for claim in own)
        printed = [c for c in own if (c["form"], c["verdict"]) == ("printed", "refuted")]
        elsewhere = {Grade.CITED.value, Grade.KNOWN_BROKEN.value}
        broken = sum(c.get("grade") in elsewhere for c in printed)
        unknown = sum(claim["verdict"] == "not-checkable" for claim in own)
        impostors = [each["verdict"] for claim in own for each in claim["teeth"]["impostors"]]
        slacks = [Fraction(c["teeth"]["slack"]) for c in own if "slack" in c["teeth"]]
        counts = [ids[paper], len(own), *(evidence[grade] for grade in grades), unknown]
        wrong, restored = len(printed) - broken, texts.get(paper) is Text.RESTORED
        counts += [0 if restored else wrong, wrong if restored else 0, broken]
        teeth = [
            str(impostors.count("refuted")),
            about(round(median(slacks), 3)) if slacks else "-",
        ]
        rows.append([paper, *map(str, counts), *teeth])
    return _table(rows)


def wrong_in_print(found: Sequence[Found]) -> str:
    """What a run found wrong, by the text that was read, the worst first; then other works."""
    wrong = [c for c in found if (c["form"], c["verdict"]) == ("printed", "refuted")]
    shown = {c["id"]: " ".join(sentences(c.get("witness", {}))) for c in wrong}
    refuted = [item for item in claims() if item.id in shown]
    parts = []
    for text in Text:
        head = ["grade", "claim", "where", HEADS[text], "counterexample"]
        own = [each for each in errata(refuted) if each.claim.text is text]
        rows = [[each.erratum.grade.value, *_row(each, shown)] for each in own]
        papers = dict.fromkeys(_paper(each.claim.id) for each in own)
        notes = [text_note(paper, text) for paper in papers if text is not Text.FORMULAS]
        parts += [TITLES[text], *notes, _table([head, *rows])] if rows else []
    head = ["claim", "published, and its mistake", "what it claims", "counterexample"]
    for words, listed in ((CITED, cited), (KNOWN, known_broken)):
        parts += [words, _table([head, *(_row(each, shown) for each in listed(refuted))])]
    return "\n\n".join(parts)


TITLES = {
    Text.FORMULAS: "## As printed",
    Text.RECOGNISED: "## As printed, in a text that a machine has read",
    Text.RESTORED: "## As restored",
}
HEADS = dict.fromkeys(Text, "as printed") | {Text.RESTORED: "as restored"}
"""Headings and columns by the text in which a paper was read."""


def _row(each: Listed, shown: Mapping[str, str]) -> list[str]:
    """An error at several places, once."""
    others = ", ".join(f"`{name}`" for name in each.also)
    named = f"`{each.claim.id}`" + (f" (also {others})" if others else "")
    return [named, each.place, each.statement, shown[each.claim.id]]


TABLES: Mapping[str, Callable[[Sequence[Found]], str]] = {
    "theorem.md": ledger,
    "errata.md": wrong_in_print,
}
"""The tables by their pages."""


def with_table(text: str, content: str) -> str:
    """The text of a page with its table."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{content}\n{END}{after}"


def _table(rows: Sequence[Sequence[str]]) -> str:
    head, *body = ([cell.replace("|", "\\|") for cell in row] for row in rows)
    lines = [f"| {' | '.join(row)} |" for row in (head, ["---"] * len(head), *body)]
    return "\n".join(lines)


def _paper(name: str) -> str:
    return name.split(".", maxsplit=1)[0]


def main(words: Sequence[str]) -> int:
    """Write the tables, or compare them with what the pages say, or print that of the ledger."""
    file, option = [*words, "--write"][:2] if words else ("", "")
    if file[:2] in {"", "--"} or option not in {"--write", "--check", "--show"} or words[2:]:
        sys.stderr.write(
            "usage: python -m audits.rendering.ledger_tables CLAIMS [--check|--show]\n"
        )
        return BAD_INPUT
    old = {name: (DOCS / name).read_text("utf-8") for name in TABLES}
    try:
        found, lacking = _claims_of(file)
        table = ledger(found)
        new = {name: with_table(text, TABLES[name](found)) for name, text in old.items()}
    except (ValueError, LookupError, TypeError, AttributeError) as failure:
        why = " ".join(f"{type(failure).__name__}: {failure}".split())
        sys.stderr.write(f"{file}: not what `exactdp claims --json` prints: {why}\n")
        return BAD_INPUT
    if lacking and option != "--show":
        sys.stderr.write(
            f"{file}: {lacking}: the pages tell of all claims at size tiny: make audit\n"
        )
        return BAD_INPUT
    sys.stdout.write(f"{table}\n")
    for name in TABLES if option != "--show" else ():
        if option == "--write":
            write(DOCS / name, new[name])
        elif new[name] != old[name]:
            sys.stderr.write(f"docs/{name} says something else: make tables\n")
            return 1
    return 0


def _claims_of(file: str) -> tuple[Sequence[Found], str]:
    """What a run found, and why it is not for the pages; nothing if it is."""
    run = json.loads(Path(file).read_text("utf-8"))
    found: Sequence[Found] = run["claims"]
    if not found:
        raise ValueError("no claims")
    if run["size"] != Size.TINY.value:
        return found, f"size {run['size']}"
    known = {(item.id, item.form.value) for item in claims()}
    missing = len(known - {(each["id"], each["form"]) for each in found})
    return found, f"{missing} of {len(known)} claims are missing" if missing else ""


if __name__ == "__main__":
    ended(main)
