"""The ledger as a site of static pages: an index, the errata, a page for each claim.

Addresses are permanent: `KLMNS20/T4.2.html` is the page of the claim KLMNS20.T4.2, and its forms
stand at the anchors `#printed`, `#corrected` and `#concrete`.  The pages need no scripts, and
nothing from elsewhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined

from audits.ledger import ClaimId, Entry, Found, Work, inventory, works
from audits.rendering.citation import cited_as, digest
from audits.rendering.digits import folded
from audits.rendering.errata import ELSEWHERE, Listed, cited, errata, known_broken, wrong_in_print
from audits.rendering.forms import VARIANTS, FormView, forms, related, titled
from audits.rendering.meanings import AS_READ_HERE, FOUND, GRADES, said_of
from audits.rendering.mechanism_view import MechanismView
from audits.rendering.records import Record
from audits.rendering.witnesses import sentences
from audits.runs import Run
from audits.writing import write

CERTIFICATES = "certificates"
"""The folder with the certificates and the manifest of the run."""

OTHER = "Standard mechanisms, their known mistakes, and what this project adds"
"""The title of what is in no paper."""

MOST_FILES = 12
"""Certificates of a form that are linked one by one; the folder has all of them."""


@dataclass(frozen=True, slots=True)
class File:
    """A certificate to download."""

    name: str
    size: str
    statement: str
    sha256: str


@dataclass(frozen=True, slots=True)
class ClaimView:
    """All that the page of a claim shows."""

    id: ClaimId
    entry: Entry
    forms: list[FormView]
    files: Mapping[str, list[File]]
    """By form."""

    rests_on: list[str]
    used_by: list[str]
    mechanisms: list[str]

    @property
    def paper(self) -> str:
        """The tag of the paper, which is the folder of the page."""
        return self.id.partition(".")[0]

    @property
    def title(self) -> str:
        """The label and what it says."""
        return titled(self.forms[0].record.claim)

    @property
    def globs(self) -> str:
        """Names of all its certificates, and of no others: other ids may begin like its own."""
        return " ".join(
            f"{self.id}.{form}.*.json" for form in sorted(self.files) if self.files[form]
        )

    @property
    def digest(self) -> str:
        """Of all certificates."""
        return digest((each.name, each.sha256) for own in self.files.values() for each in own)

    @property
    def name(self) -> str:
        """The id without the paper."""
        return self.id.partition(".")[2]

    @property
    def href(self) -> str:
        """The address, from the root of the site."""
        return f"{self.paper}/{self.name}.html"


def write_site(
    directory: Path, records: Sequence[Record], run: Run, mechanisms: Sequence[MechanismView]
) -> int:
    """Write all pages into a directory in which the run has its certificates; count them.

    Raises:
        OSError: if a page cannot be written.
    """
    views = _views(records, run, mechanisms)
    papers: dict[str, list[ClaimView]] = {}
    for view in views.values():
        papers.setdefault(view.paper, []).append(view)
    titles = works()
    shared: dict[str, object] = {
        "run": run.head,
        "views": views,
        "papers": papers,
        "works": titles,
        "title_of": lambda tag: titles[tag].title if tag in titles else OTHER,
        "mechanisms": {each.name: each for each in mechanisms},
        "inventory": inventory(),
        "VARIANTS": VARIANTS,
        "cited_as": cited_as,
        "related": related,
        "wrong": wrong_in_print(),
        "MOST_FILES": MOST_FILES,
    }
    notes = {name: view.forms[0].note for name, view in views.items()}
    counts = _counts(papers)
    columns = [words for words in FOUND.values() if any(each[words] for each in counts.values())]
    pages: dict[str, tuple[str, dict[str, object]]] = {
        "index.html": (
            "index.html",
            {"counts": counts, "columns": columns, "count": len(records)},
        ),
        "errata.html": ("errata.html", {"tables": _errata(records), "notes": notes}),
        "mechanisms/index.html": ("mechanisms.html", {}),
    }
    for tag, claims in papers.items():
        pages[f"{tag}/index.html"] = ("paper.html", {"tag": tag, "claims": claims})
    for view in views.values():
        pages[view.href] = ("claim.html", {"view": view, "work": titles.get(view.paper)})
    for each in mechanisms:
        pages[f"mechanisms/{each.name}.html"] = ("mechanism.html", {"mechanism": each})
    for each in mechanisms:
        if each.curve:
            (directory / "mechanisms").mkdir(exist_ok=True)
            write(directory / "mechanisms" / f"{each.name}.svg", each.curve)
    environment = _environment()
    for href, (template, own) in pages.items():
        up = "../" * href.count("/")
        text = environment.get_template(template).render(**shared, **own, up=up, here=href)
        place = directory / href
        place.parent.mkdir(exist_ok=True)
        write(place, text)
    write(directory / "style.css", environment.get_template("style.css").render())
    return len(pages)


def _environment() -> Environment:
    found = Environment(
        loader=PackageLoader("audits.rendering"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    found.filters |= {"authors": _authors, "by_section": _by_section}
    return found


def _by_section(views: Iterable[ClaimView]) -> list[tuple[str, list[ClaimView]]]:
    """Claims that follow each other in one section, together."""
    groups = groupby(views, key=lambda view: view.entry.section)
    return [(section, list(members)) for section, members in groups]


def _authors(work: Work) -> str:
    *first, last = work.authors
    return f"{', '.join(first)} and {last}" if first else last


def _views(
    records: Sequence[Record], run: Run, mechanisms: Sequence[MechanismView]
) -> dict[ClaimId, ClaimView]:
    """The claims by id: paper by paper, each in the order of its sections."""
    found: dict[ClaimId, list[Record]] = {}
    for each in records:
        found.setdefault(each.claim.id, []).append(each)
    order = {name: place for place, name in enumerate(inventory())}
    tags = list(works())
    entries = {name: forms[0].claim.entry for name, forms in found.items()}
    ids = sorted(
        found, key=lambda name: (*_place(name, entries[name], tags), order.get(name, 0), name)
    )
    below = {name: _rests_on(found[name]) for name in ids}
    return {
        name: ClaimView(
            name,
            entries[name],
            forms(found[name]),
            _files(found[name], run),
            below[name],
            [other for other in ids if name in below[other]],
            [each.name for each in mechanisms if name in each.claims],
        )
        for name in ids
    }


def _place(name: ClaimId, entry: Entry, tags: Sequence[str]) -> tuple[int, bool, list[int], str]:
    """Where a claim stands: the paper, then the section; appendices last."""
    paper, section = name.partition(".")[0], entry.section
    numbers = [int(part) for part in section.split(".") if part.isdigit()]
    place = tags.index(paper) if paper in tags else len(tags)
    return place, bool(section) and not numbers, numbers, section


def _rests_on(records: Sequence[Record]) -> list[str]:
    """The ids that a claim uses, as far as the catalogue or its chain tells."""
    own = records[0].claim
    names = [*own.entry.builds_on]
    for each in records:
        names += each.claim.uses
        names += [name.partition(" ")[0] for name in each.rests_on]
    return [name for name in dict.fromkeys(names) if name != own.id]


def _files(records: Sequence[Record], run: Run) -> dict[str, list[File]]:
    kept: dict[str, list[File]] = {each.claim.form.value: [] for each in records}
    own = records[0].claim.id
    for entry in run.claims_of(own):
        name = f"{entry['file']}"
        if entry["file"] is not None:
            size = (run.directory / name).stat().st_size
            words, digest_ = folded(str(entry["statement"])), str(entry["sha256"])
            kept[str(entry["form"])].append(File(name, _bytes(size), words, digest_))
    return kept


def _bytes(count: int) -> str:
    """A size in words.

    >>> _bytes(999), _bytes(1000), _bytes(2_500_000)
    ('999 bytes', '1.0 kB', '2.5 MB')
    """
    if count < 1000:
        return f"{count} bytes"
    return f"{count / 1000:.1f} kB" if count < 10**6 else f"{count / 10**6:.1f} MB"


def _counts(papers: Mapping[str, Sequence[ClaimView]]) -> dict[str, Counter[str]]:
    """By paper, how often each verdict stands, over all forms."""
    return {
        tag: Counter(
            form.found.removesuffix(AS_READ_HERE) for view in views for form in view.forms
        )
        for tag, views in papers.items()
    }


def _errata(records: Sequence[Record]) -> list[tuple[str, str, list[tuple[Listed, list[str]]]]]:
    """Headings with what they mean, and the rows: errors by grade, then what is no error."""
    refuted = {each.claim.key: each for each in records if each.found is Found.REFUTED}
    claims = [each.claim for each in refuted.values()]
    found: dict[str, tuple[str, list[tuple[Listed, list[str]]]]] = {}
    for each in [*errata(claims), *cited(claims), *known_broken(claims)]:
        grade = each.erratum.grade
        read = "" if grade in ELSEWHERE else said_of(each.claim, ", as printed")
        name = f"{grade.value}{read}"
        rows = found.setdefault(name, (said_of(each.claim, GRADES[grade]), []))[1]
        rows.append((each, sentences(refuted[each.claim.key].witness)))
    return [(grade, means, rows) for grade, (means, rows) in found.items()]
