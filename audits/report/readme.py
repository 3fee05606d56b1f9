"""`python -m audits.report.readme`: the tables of the ledger in README.md, made anew."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path

from audits.ledger import Form, Found, claims

LEDGER = ("<!-- ledger: begin -->", "<!-- ledger: end -->")
ERRATA = ("<!-- errata: begin -->", "<!-- errata: end -->")


def table() -> str:
    """Ids and claims by paper, and the verdicts that the ledger expects of them."""
    catalogue = Path(__file__).parents[1] / "claims" / "catalogue.toml"
    inventory = [entry["id"] for entry in tomllib.loads(catalogue.read_text("utf-8"))["claim"]]
    known = set(inventory)
    papers = Counter(_paper(name) for name in inventory)
    columns = ["paper", "ids", "with a claim", "hold", "refuted as printed", "refuted otherwise"]
    columns += ["undecided", "not finitely checkable"]
    lines = [f"| {' | '.join(columns)} |", "|---" * len(columns) + "|"]
    for paper, ids in sorted(papers.items()):
        own = [item for item in claims() if _paper(item.id) == paper]
        found = Counter(item.expected for item in own)
        printed = sum(item.form is Form.PRINTED and item.expected is Found.REFUTED for item in own)
        cells = [
            paper,
            str(ids),
            str(len({item.id for item in own} & known)),
            str(found[Found.HOLDS]),
            str(printed),
            str(found[Found.REFUTED] - printed),
            str(found[Found.UNDECIDED]),
            str(found[Found.NOT_CHECKABLE]),
        ]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def errata() -> str:
    """The printed statements of the papers that the ledger expects to be refuted."""
    lines = ["| claim | as printed |", "|---|---|"]
    for item in claims():
        wrong = item.form is Form.PRINTED and item.expected is Found.REFUTED
        if wrong and _paper(item.id) != "CORE":
            lines.append(f"| `{item.id}` | {item.statement.replace('|', chr(92) + '|')} |")
    return "\n".join(lines)


def with_tables(text: str) -> str:
    """The text of the README with each table between its two marks."""
    for (begin, end), content in ((LEDGER, table()), (ERRATA, errata())):
        before, _, rest = text.partition(begin)
        _, _, after = rest.partition(end)
        text = f"{before}{begin}\n{content}\n{end}{after}"
    return text


def _paper(name: str) -> str:
    return name.split(".", maxsplit=1)[0]


if __name__ == "__main__":
    readme = Path(__file__).parents[2] / "README.md"
    readme.write_text(with_tables(readme.read_text("utf-8")), "utf-8")
