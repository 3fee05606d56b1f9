"""How a person names a claim: by its id, its paper, or its label in print, in any case.

>>> ids(["klmns20.t4.2", "KLMNS20 alg. 1", "bnsv15"])
['KLMNS20.T4.2', 'KLMNS20.A1', 'BNSV15']
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from audits.asked.literals import InputError, shortened
from audits.ledger import inventory
from audits.near_names import asked, near

SHORT = {
    "thm": "theorem",
    "lem": "lemma",
    "def": "definition",
    "prop": "proposition",
    "cor": "corollary",
    "alg": "algorithm",
    "ex": "example",
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
            raise InputError(f"{shortened(word)!r}: a label is one word of the line: {whole}")
        found += _named(word)
    return list(dict.fromkeys(found))


def _named(word: str) -> Sequence[str]:
    known = inventory()
    if word in known:
        return [word]
    wanted = word.casefold()
    same = [name for name in known if name.casefold() == wanted]
    papers = {_paper(name) for name in known}
    same += [paper for paper in papers if paper.casefold() == wanted]
    return same or _labelled(word) or [word]


def _labelled(word: str) -> list[str]:
    """The ids whose label, with or without the paper before it, is the word."""
    parts = re.sub("[,:]", " ", word).split()
    if len(parts) < 2:
        return []
    papers = {_paper(name).casefold(): _paper(name) for name in inventory()}
    paper = papers.get(parts[0].casefold(), "")
    label = _plain(parts[1:] if paper else parts)
    known = {
        name: _plain(entry.label.split())
        for name, entry in inventory().items()
        if paper in {"", _paper(name)}
    }
    found = [name for name, other in known.items() if other == label]
    if not found and (paper or label.split()[0] in SHORT.values()):
        others = [each.capitalize() for each in dict.fromkeys(near(label, known.values()))]
        raise InputError(f"{shortened(word)!r}: no claim has this label{asked(others)}")
    return found


def _plain(words: Iterable[str]) -> str:
    lower = (word.casefold() for word in words)
    return " ".join(SHORT.get(word.rstrip("."), word) for word in lower)


def _paper(name: str) -> str:
    return name.partition(".")[0]
