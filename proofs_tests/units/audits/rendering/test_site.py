"""The pages of a report: whole, at permanent addresses, readable without scripts."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from shutil import copytree

import pytest

from audits.commands.finished import other_subject
from audits.evidence.labels import in_words
from audits.kernel import check
from audits.kernel.manifest import check_manifest
from audits.rendering.mechanism_view import named_claims
from proofs_tests.command_line import exactdp, refusal
from reference.override import override

VOID = {"meta", "link", "br", "hr", "img"}


class Page(HTMLParser):
    """Ids, links and open elements of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.feed(text)

    @override
    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element."""
        found = dict(attrs)
        self.tags.add(tag)
        self.ids += [found["id"] or ""] if "id" in found else []
        self.links += [found[key] or "" for key in ("href", "src") if key in found]
        self.open += [] if tag in VOID else [tag]

    @override
    def handle_endtag(self, tag: str) -> None:
        """Elements end in the order in which they began, backwards."""
        assert self.open.pop() == tag


def pages(site: Path) -> Iterator[tuple[Path, Page]]:
    """Every page of a site."""
    for file in sorted(site.rglob("*.html")):
        yield file, Page(file.read_text("utf-8"))


def words(site: Path, href: str) -> str:
    """The text of a page, without markup."""
    text = re.sub("<[^>]*>", " ", (site / href).read_text("utf-8"))
    return " ".join(unescape(text).split())


def test_every_link_leads_somewhere(site: Path) -> None:
    """To a file of the site, and to an id on it; and no page needs anything from elsewhere."""
    known = dict(pages(site))
    assert known
    for file, page in known.items():
        assert page.open == []
        assert len(set(page.ids)) == len(page.ids)
        assert "script" not in page.tags
        for link in page.links:
            href, _, anchor = link.partition("#")
            target = (file.parent / href).resolve() if href else file
            assert target.is_file(), f"{file}: {link}"
            assert target.is_relative_to(site.resolve())
            assert not anchor or anchor in known[target].ids, f"{file}: {link}"


def test_every_page_is_reached_from_the_index(site: Path) -> None:
    """By links."""
    known = dict(pages(site))
    todo, seen = [site / "index.html"], {site / "index.html"}
    while todo:
        file = todo.pop()
        for link in known[file].links:
            target = (file.parent / link.partition("#")[0]).resolve()
            if target in known and target not in seen:
                seen.add(target)
                todo.append(target)
    assert seen == known.keys()


def test_a_claim_has_its_own_address_and_an_anchor_for_each_form(site: Path) -> None:
    """The name of the file is the id without the paper."""
    page = Page((site / "KLMNS20" / "TXT.THIRD.html").read_text("utf-8"))
    assert {"printed", "corrected"} <= {*page.ids}


@pytest.mark.parametrize(
    "line",
    [
        "A step of the printed proof is false; what it is to prove is not refuted.",
        "A corrected form is true where it was decided.",
        "True as corrected for gap = 1, ..., 7 and tenths = 1, ..., 50",
        "proof step: Section 3.1, proof of Claim 3.5, on balanced steps",
        "a third of the weight (= 7/3) <= what the step loses (= 2) is false.",
        "Wrong variants refuted by the same check from every weight",
        "The reference code computed the numbers exactly. The kernel compares them, and takes",
        "exactdp contributors (20",
        "KLMNS20, proof of Claim 3.5 (KLMNS20.TXT.THIRD), page KLMNS20/TXT.THIRD.html. Decided",
        "Haim Kaplan, Katrina Ligett, Yishay Mansour, Moni Naor and Uri Stemmer: Privately",
    ],
)
def test_what_the_page_of_a_claim_says(site: Path, line: str) -> None:
    """What was decided, the counterexample, the teeth, the evidence, how to cite it."""
    assert line in words(site, "KLMNS20/TXT.THIRD.html")


def test_a_stream_is_decided_for_every_number_of_answers(site: Path) -> None:
    """The line says so, and names what it rests on; that page is not part of this report."""
    text = words(site, "KLMNS20/T4.2-every-n.html")
    assert "for every eps, and the bound for every number of answers" in text
    assert "It rests on KLMNS20.T4.2 AboveThreshold: pure privacy" in text


def test_what_no_computation_decides_says_why(site: Path) -> None:
    """With the reason."""
    text = words(site, "KLMNS20/TXT.EFFICIENT.html")
    assert "Not decided: no finite computation decides it." in text
    assert "Reason" in text


def test_no_page_shows_what_python_prints_of_an_object(site: Path) -> None:
    """A witness is in words and numbers: no fraction, enumeration or dataclass by its repr."""
    for file in site.glob("*[0-9]/*.html"):
        text = unescape(re.sub("<[^<>]*>", " ", file.read_text("utf-8")))
        assert in_words(text) == text, file


def test_long_numbers_are_folded(site: Path) -> None:
    """No word of a page has more than forty digits in a row."""
    for file, _ in pages(site):
        assert not re.search("[0-9]{41}", file.read_text("utf-8")), file


def test_the_certificates_are_there_and_accepted(site: Path) -> None:
    """Each file that a page links, and the run as a whole."""
    page = Page((site / "KLMNS20" / "TXT.THIRD.html").read_text("utf-8"))
    linked = [link for link in page.links if link.startswith("../certificates/KLMNS20")]
    assert len(linked) == 2
    for link in linked:
        assert check((site / "KLMNS20" / link).resolve().read_text("utf-8"))
    _, findings = check_manifest(site / "certificates" / "manifest.json")
    assert all(accepted for _, accepted, _ in findings)


def test_the_index_lists_the_papers_in_order(site: Path) -> None:
    """Those of the inventory, then the rest; each paper lists its claims in its own order."""
    text = words(site, "index.html")
    assert text.index("BBKN13") < text.index("BNSV15") < text.index("KLMNS20") < text.index("CORE")
    paper = words(site, "KLMNS20/index.html")
    assert paper.index("TXT.THIRD") < paper.index("ALG.AT.D")


def test_the_errata_stand_by_grade_and_known_mistakes_last(site: Path) -> None:
    """With what the grade means, and a counterexample."""
    text = words(site, "errata.html")
    first, last = "Proof step, as printed A step of the printed", "Known broken False, as"
    assert text.index(first) < text.index(last)
    assert "KLMNS20.TXT.THIRD proof of Claim 3.5" in text
    assert "Counterexample. a third of the weight" in text


def test_a_mechanism_has_a_page(site: Path) -> None:
    """Pseudo-code, a law, claims, and wrong variants with the claim that refutes each."""
    text = words(site, "mechanisms/above-threshold.html")
    for line in (
        "AboveThreshold: the first query whose noisy answer reaches a noisy threshold.",
        "Pseudo-code 1 T' <- T + rho",
        "Law on a small database",
        "Privacy curve on small databases",
        "(r^3 + r^2 + 1) / (r^4 + r^3 + 2 r^2 + r + 1)",
        "KLMNS20.ALG.AT.D",
        "from the last answer: KLMNS20.ALG.AT.D",
    ):
        assert line in text


def test_what_stands_in_backticks_is_code(site: Path) -> None:
    """And no mark-up of its own."""
    text = (site / "mechanisms" / "above-threshold.html").read_text("utf-8")
    assert "runs <code>AboveThreshold</code> on the vector" in text
    assert "`" not in text


def test_the_claims_of_a_docstring() -> None:
    """Over several lines; what is no id is left out."""
    text = "A.\n\nGuarantees: KLMNS20.T4.2,\nCORE.x-1 (at one eps).\nDeviations: none.\n"
    assert named_claims(text) == ("KLMNS20.T4.2", "CORE.x-1")
    assert named_claims("No guarantees.") == ()


def test_a_report_is_replaced_by_the_next(tmp_path: Path) -> None:
    """In one step: nothing of the first is left, and nothing beside it."""
    place = tmp_path / "site"
    exactdp(f"report -o {place} BBKN13.CONV.T", status=0)
    answer = exactdp(f"report -o {place} KLMNS20.DER.J --json", status=0).json
    assert answer["file"] == str(place / "index.html")
    assert (place / "KLMNS20" / "DER.J.html").is_file()
    assert not (place / "BBKN13").exists()
    assert [each.name for each in tmp_path.iterdir()] == ["site"]
    assert answer["pages"] == len(list(place.rglob("*.html")))


def test_a_directory_with_other_files_is_left_alone(tmp_path: Path) -> None:
    """Whatever lies beside the pages of a report, too."""
    (tmp_path / "mine.txt").write_text("mine")
    said = refusal(f"report -o {tmp_path} BBKN13.CONV.T")
    assert "not empty; name a new directory" in said
    assert [each.name for each in tmp_path.iterdir()] == ["mine.txt"]


DAY = "2[0-9]{3}-[0-9]{2}-[0-9]{2}"
SMALL = ("KLMNS20.TXT.THIRD", "KLMNS20.ALG.AT.D", "KLMNS20.TXT.EFFICIENT")
"""Refuted and corrected, of a mechanism with a law, and not checkable."""


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """What a run printed, and its certificates."""
    place = tmp_path_factory.mktemp("finished")
    line = f"claims --json --certificates {place / 'run'} {' '.join(SMALL)}"
    (place / "run.json").write_text(exactdp(line).stdout, "utf-8")
    return place / "run.json", place / "run"


def from_run(site: Path, answers: Path, certificates: Path) -> str:
    """The line of a report on a finished run."""
    return f"report -o {site} --from {answers} --certificates {certificates}"


def test_a_finished_run_has_the_pages_that_deciding_again_has(
    finished: tuple[Path, Path], site: Path, tmp_path: Path
) -> None:
    """But for claims that it is not about, and for the days on which each was begun."""
    exactdp(from_run(tmp_path / "site", *finished), status=0)
    for claim in SMALL:
        href = f"{claim.replace('.', '/', 1)}.html"
        now, then = (re.sub(DAY, "", words(each, href)) for each in (tmp_path / "site", site))
        assert now == then
    _, findings = check_manifest(tmp_path / "site" / "certificates" / "manifest.json")
    assert all(accepted for _, accepted, _ in findings)


def test_a_verdict_that_no_certificate_proves_is_refused(
    finished: tuple[Path, Path], tmp_path: Path
) -> None:
    """A false one, one that is missing, a certificate that was changed; nothing is written."""
    answers, certificates = finished
    site, forged, other = (tmp_path / name for name in ("site", "forged.json", "run"))
    found = json.loads(answers.read_text("utf-8"))["claims"]
    (wrong,) = (each for each in found if each["verdict"] == "refuted")
    (holds,) = (each for each in found if (each["id"], each["verdict"]) == (wrong["id"], "holds"))
    for changed, why in (
        ([{**wrong, "verdict": "holds"}], "TXT.THIRD (printed) is holds, and the"),
        ([{**holds, "verdict": "refuted"}], "(corrected) is refuted, and the"),
        ([wrong], "is missing, which has certificates"),
        ([{"id": "no"}], "not what `exactdp claims --json` prints: 'form' is missing"),
    ):
        forged.write_text(json.dumps({"claims": changed}), "utf-8")
        assert why in refusal(from_run(site, forged, certificates))
    said = refusal(from_run(site, certificates / "manifest.json", certificates))
    assert "prints: it is the manifest of a run, whose directory" in said
    copytree(certificates, other)
    one = next(other.glob("*.corrected.1.json"))
    one.write_text(one.read_text("utf-8").replace("1", "2"), "utf-8")
    said = refusal(from_run(site, answers, other))
    assert "(corrected) 1 is refused: its certificate has been" in said
    refusal(f"report -o {site} --from {answers}")
    assert not site.exists()


def test_a_certificate_of_another_claim_is_refused(
    finished: tuple[Path, Path], tmp_path: Path
) -> None:
    """One that is valid, and put in the place of another by who could write the manifest."""
    answers, certificates = finished
    other = tmp_path / "run"
    copytree(certificates, other)
    manifest = json.loads((other / "manifest.json").read_text("utf-8"))
    one, two, *_ = (each for each in manifest["claims"] if each["verdict"] == "holds")
    assert (one["id"], one["form"]) != (two["id"], two["form"])
    for key in ("file", "sha256", "statement"):
        one[key], two[key] = two[key], one[key]
    (other / "manifest.json").write_text(json.dumps(manifest), "utf-8")
    said = refusal(from_run(tmp_path / "site", answers, other))
    assert f"is the certificate of {two['id']} ({two['form']}), and not of {one['id']}" in said


def test_a_certificate_of_another_form_is_refused(
    finished: tuple[Path, Path], tmp_path: Path
) -> None:
    """What holds as corrected would hold as printed, by two changed names in both files."""
    answers, certificates = finished
    other, forged = tmp_path / "run", tmp_path / "forged.json"
    copytree(certificates, other)
    turned = {"printed": "corrected", "corrected": "printed"}
    for file, place in ((answers, forged), (other / "manifest.json", other / "manifest.json")):
        found = json.loads(file.read_text("utf-8"))
        for each in found["claims"]:
            if each["id"] == SMALL[0]:
                each["form"] = turned[each["form"]]
        place.write_text(json.dumps(found), "utf-8")
    said = refusal(from_run(tmp_path / "site", forged, other))
    assert f"the certificate of {SMALL[0]} (corrected), and not of {SMALL[0]} (printed)" in said


@pytest.mark.parametrize(
    ("subject", "scope", "other"),
    [
        ("recover 4: the optimum is 1/2", "d = 2; recover 4, e^eps = 2, all mechanisms", ""),
        (
            "recover 8: the optimum is 1/2",
            "d = 2; recover 4, e^eps = 2, all mechanisms",
            "recover 8",
        ),
        ("BBKN13.T4.2 (printed): t = 1", "", "BBKN13.T4.2 (printed)"),
        ("BBKN13.TAB1 (concrete): t = 1", "", ""),
    ],
)
def test_a_certificate_of_another_problem_is_seen(subject: str, scope: str, other: str) -> None:
    """It names its problem, and not its claim; the scope of the claim names it, too."""
    said = f'1 comparison; 0 < 1, called "BBKN13.T1 (printed)": {json.dumps(subject)}'
    entry = {"id": "BBKN13.TAB1", "form": "concrete", "statement": said}
    assert other_subject(entry, scope) == other


def test_a_text_without_formulas_is_not_called_print(site: Path) -> None:
    """On the page of a claim and of its paper; what was read is said on the page."""
    page, paper = words(site, "BNSV15/O3.9.html"), words(site, "BNSV15/index.html")
    assert "The text in which BNSV15 was read has lost its formulas." in page
    assert "As restored" in page
    assert not re.search("(?i)as printed", page + paper)


def test_every_page_says_what_the_kernel_does_not_check(site: Path) -> None:
    """And that no author has confirmed an error; a claim has the hash of its certificates."""
    for file, _ in pages(site):
        text = words(site, file.relative_to(site).as_posix())
        assert "What it re-checks of each, and what it takes from the auditor" in text
        assert "no confirmation of an error by an author of a paper is recorded" in text


def test_the_hash_of_a_claim_is_what_its_command_computes(site: Path) -> None:
    """Of each page that has certificates."""
    found = 0
    for file in site.glob("*/*.html"):
        text = words(site, file.relative_to(site).as_posix())
        for told, command in re.findall(
            r"SHA-256 ([0-9a-f]{64}) : .*?(LC_ALL=C .*?sum) [.]", text
        ):
            folder = site / "certificates"
            ran = subprocess.run(
                ["/bin/sh", "-c", command], cwd=folder, capture_output=True, text=True, check=True
            )
            assert ran.stdout.split()[0] == told
            found += 1
    assert found >= 5
