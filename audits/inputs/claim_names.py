"""How a person names a claim: by its id, its paper, or its label in print, in any case.

>>> ids(["klmns20.t4.2", "KLMNS20 alg. 1", "bnsv15"])
['KLMNS20.T4.2', 'KLMNS20.A1', 'BNSV15']
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from audits.inputs.literals import InputError, shortened
from audits.ledger import Entry, Form, inventory, is_its_own
from audits.near_names import did_you_mean, near

SHORT = {
    "thm": "theorem",
    "th": "theorem",
    "lem": "lemma",
    "def": "definition",
    "prop": "proposition",
    "cor": "corollary",
    "alg": "algorithm",
    "ex": "example",
    "obs": "observation",
    "rem": "remark",
    "sec": "section",
}
"""Short words of labels."""


def ids(words: Iterable[str]) -> list[str]:
    """The ids and the tags of papers that words name, in their order; each once.

    A word that names nothing is left as it is: the ledger says which ids are near.

    Raises:
        InputError: for a label whose words are apart, or that no claim has.
    """
    typed = list(words)
    found: list[str] = []
    for word in typed:
        if word.lower().rstrip(".") in {*SHORT, *SHORT.values()}:
            whole = f"'{' '.join(typed)}'"
            raise InputError(
                f"{shortened(word)!r}: put a label in quotes, with its paper: {whole}"
            )
        found += _named(word)
    return list(dict.fromkeys(found))


def are_names(words: Iterable[str]) -> bool:
    """Whether each word names claims, or looks like an id; others are words of statements."""
    known = {*inventory(), *map(_paper, inventory())}
    return all(name in known or ID.fullmatch(name) for name in ids(words))


def of_several_papers(words: Iterable[str]) -> dict[str, list[str]]:
    """The labels that stand in more than one paper, each with the tags of these."""
    known = {word: list(dict.fromkeys(map(_paper, ids([word])))) for word in words}
    return {word: papers for word, papers in known.items() if len(papers) > 1}


def _named(word: str) -> Sequence[str]:
    known = inventory()
    if word in known:
        return [word]
    bare = FORM.sub("", PAGE.sub(r"\1.\2", word).strip("[]. "))
    return _found(bare) or [word]


def _found(word: str) -> Sequence[str]:
    known = inventory()
    wanted = word.casefold()
    same = [name for name in known if name.casefold() == wanted]
    papers = {_paper(name) for name in known}
    same += [paper for paper in papers if paper.casefold() == wanted]
    return same or _labelled(word)


def _labelled(word: str) -> list[str]:
    """The ids of a label, a section or the rest of an id, with or without the paper beside it."""
    papers = {_paper(name).casefold(): _paper(name) for name in inventory()}
    first, _, rest = word.partition(".")
    spaced = f"{first} {rest}" if first.casefold() in papers else word
    apart = JOINED.sub(r"\1 \2", APART.sub(" ", spaced)).split()
    parts = [part for part in apart if part.casefold() not in papers]
    if parts[-1:] and parts[-1].casefold() == "of":
        parts.pop()
    paper = next((papers[part.casefold()] for part in apart if part.casefold() in papers), "")
    if not parts or (not paper and len(parts) < 2):
        return []
    label = _plain(parts)
    own = {name: entry for name, entry in inventory().items() if paper in {"", _paper(name)}}
    if label.startswith("section "):
        return _in_section(word, label, own)
    if len(parts) == 1:
        found = [name for name in own if _plain([name.partition(".")[2]]) == label]
        found = found or [name for name in own if _is_number(label, own[name].label)]
    else:
        known = {name: _plain(APART.sub(" ", own[name].label).split()) for name in own}
        found = [name for name, other in known.items() if other == label]
        if not found and (paper or label.split()[0] in SHORT.values()):
            raise _unknown(word, label, {known[name]: own[name].label for name in own})
    return sorted(found, key=lambda name: not is_its_own(name))


def _in_section(word: str, label: str, own: Mapping[str, Entry]) -> list[str]:
    """The ids of a section and of what is below it."""
    labels = {name: f"Section {entry.section}" for name, entry in own.items()}
    plain = {name: _plain(labels[name].split()) for name in own}
    found = [name for name in own if f"{plain[name]}.".startswith(f"{label}.")]
    if not found:
        raise _unknown(word, label, {plain[name]: labels[name] for name in own})
    return found


def _is_number(number: str, label: str) -> bool:
    """Whether a label is a word and that number."""
    return number[-1].isdigit() and _plain(label.split()).split()[1:] == [number]


ID = re.compile(r"[^\s.]+[.]\S+|[A-Z]+[0-9]{2,}", re.IGNORECASE)
"""What may be meant as the id of a claim, or as the tag of a paper."""

APART = re.compile("[,:]")

FORM = re.compile(rf"(?:[.]| *[(])(?:{'|'.join(form.value for form in Form)})[)]?$", re.IGNORECASE)
"""The form of a claim, behind its id: all forms of it are decided."""

PAGE = re.compile(r"^(\w+)/(.+)[.]html$")
"""The page of a claim in a report."""

JOINED = re.compile(
    rf"\b({'|'.join([*SHORT, *SHORT.values()])})[.]?((?-i:[A-Z])?[0-9][.0-9]*)\b", re.IGNORECASE
)
"""A label without a space in it."""


def _unknown(word: str, label: str, known: Mapping[str, str]) -> InputError:
    """No label is that: those of the same number, and those that are spelled nearly so.

    Args:
        word: what was typed.
        label: that, as labels are compared.
        known: the labels that there are, by what is compared.
    """
    labels = [*known]
    number = re.escape(label.rsplit(maxsplit=1)[-1])
    likely = [each for each in labels if re.fullmatch(f"[a-z]+ {number}", each)]
    shown = [known[each] for each in dict.fromkeys([*likely, *near(label, labels)])]
    others = [f"{each[0].upper()}{each[1:]}" for each in shown]
    return InputError(f"{shortened(word)!r}: no claim has this label{did_you_mean(others[:4])}")


def _plain(words: Iterable[str]) -> str:
    """As labels are compared: in small letters, in full, without the dot of "B.1"."""
    lower = (word.casefold() for word in words)
    return APPENDIX.sub(r"\1", " ".join(SHORT.get(word.rstrip("."), word) for word in lower))


APPENDIX = re.compile(r"\b([a-z])[.](?=[0-9])")
"""The letter of an appendix, before the number."""


def _paper(name: str) -> str:
    return name.partition(".")[0]
