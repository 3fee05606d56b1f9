"""The ledger as one static HTML page: what holds, what is wrong in print, and by which evidence.

The page has no scripts and needs nothing but itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape

from audits.ledger import Claim, Decided, Found, Result
from audits.shown.errata import Listed, cited, errata, known_broken
from audits.verdict import Json

STYLE = """
body { font: 16px/1.5 Georgia, serif; margin: 2rem auto; max-width: 72rem; padding: 0 1rem;
       color: #1c1c1c; background: #fdfdfb; }
h1, h2 { font-weight: normal; }
table { border-collapse: collapse; width: 100%; font-size: 14px; margin: 1rem 0 2rem; }
td p { margin: 0 0 .5rem; }
th, td { text-align: left; vertical-align: top; padding: .35rem .6rem;
         border-bottom: 1px solid #ddd; }
th { border-bottom: 2px solid #888; }
code { font: 13px/1.4 ui-monospace, monospace; overflow-wrap: anywhere; }
.holds { color: #17632c; } .refuted { color: #a11d1d; } .undecided, .error { color: #8a5a00; }
.not-checkable { color: #666; } .surprise { background: #fff0c2; }
"""


def page(results: Sequence[Result]) -> str:
    """The HTML text of the report on some results, in their order."""
    papers = list(dict.fromkeys(_paper(result) for result in results))
    size = results[0].size.value if results else "no"
    introduction = (
        f"<p>{len(results)} claims at size <code>{escape(size)}</code>. Every verdict was found "
        "by an engine and its certificate accepted by the kernel; what was not is undecided.</p>"
    )
    parts = [
        "<!doctype html>",
        '<html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width">',
        f"<title>exactdp: the ledger</title><style>{STYLE}</style></head><body>",
        "<h1>exactdp: the ledger</h1>",
        introduction,
        _summary(results, papers),
        "<h2>Wrong or loose in print</h2>",
        _refuted(results, errata),
        "<h2>Works that the papers cite</h2>",
        "<p>Statements of cited works, as they are restored here; no errors of the papers.</p>",
        _refuted(results, cited),
        "<h2>Known broken</h2>",
        "<p>Published mistakes that others have found, refuted on purpose.</p>",
        _refuted(results, known_broken),
    ]
    for paper in papers:
        parts += [f"<h2 id='{escape(paper)}'>{escape(paper)}</h2>"]
        parts += [_claims([result for result in results if _paper(result) == paper])]
    return "\n".join([*parts, "</body></html>"]) + "\n"


def witness_words(witness: Mapping[str, Json]) -> str:
    """The witness of a refutation as one line."""
    if "relation" in witness:
        said = witness.get("words", "{left} {relation} {right} is false".format(**witness))
        root = f", r = {witness['root']}" if "root" in witness else ""
        return f"{said}; {witness['instance']}{root}"
    words = []
    for key, value in witness.items():
        shown = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
        words.append(f"{key}: {shown}")
    return "; ".join(words)


def _summary(results: Sequence[Result], papers: Sequence[str]) -> str:
    columns = [found.value for found in Found]
    rows = []
    for paper in papers:
        counts = Counter(r.found.value for r in results if _paper(r) == paper)
        ids = len({r.claim.id for r in results if _paper(r) == paper})
        link = f"<a href='#{escape(paper)}'>{escape(paper)}</a>"
        rows.append([link, str(ids), *(str(counts[name]) for name in columns)])
    return _table(["paper", "ids", *columns], rows)


def _refuted(results: Sequence[Result], listed: Callable[[Iterable[Claim]], list[Listed]]) -> str:
    refuted = {r.claim.key: r for r in results if r.found is Found.REFUTED}
    rows = []
    for each in listed(result.claim for result in refuted.values()):
        claim = each.claim
        true = [
            f"<i>{other.claim.form.value}:</i> {escape(other.claim.statement)}"
            for other in results
            if other.claim.id == claim.id and other.found is Found.HOLDS
        ]
        rows.append(
            [
                escape(each.erratum.grade.value),
                "<br>".join(f"<code>{escape(name)}</code>" for name in (claim.id, *each.also)),
                f"{escape(claim.statement)}<br><i>{escape(each.erratum.place)}</i>",
                escape(witness_words(refuted[claim.key].witness)),
                "".join(f"<p>{each}</p>" for each in true),
            ]
        )
    if not rows:
        return "<p>Nothing among these claims.</p>"
    return _table(["grade", "claim", "as printed", "what fails", "what is true"], rows)


def _claims(results: Sequence[Result]) -> str:
    rows = []
    for result in results:
        verdict = f"<span class='{result.found.value}'>{result.found.value}</span>"
        if not result.as_expected:
            verdict = f"<span class='surprise'>{verdict}, not as expected</span>"
        rows.append(
            [
                f"<code>{escape(result.claim.id)}</code><br>{result.claim.form.value}",
                escape(result.claim.statement),
                verdict,
                escape(_ground(result)),
                escape("; ".join(each.name for each in result.impostors)),
            ]
        )
    columns = ["claim", "statement", "verdict", "scope and evidence", "impostors refuted"]
    return _table(columns, rows)


def _ground(result: Result) -> str:
    if not isinstance(result.decided, Decided):
        return result.decided.reason
    evidence = f" ({result.evidence})" if result.evidence else ""
    return f"{result.scope}{evidence}. {result.decided.reason}{witness_words(result.witness)}"


def _table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table; the cells are HTML."""
    head = "".join(f"<th>{escape(column)}</th>" for column in columns)
    body = "\n".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><tr>{head}</tr>\n{body}</table>"


def _paper(result: Result) -> str:
    return result.claim.id.split(".", maxsplit=1)[0]
