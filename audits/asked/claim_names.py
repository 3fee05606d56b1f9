"""How a person names a claim: by its id, its paper, or its label in print, in any case.

>>> ids(["klmns20.t4.2", "KLMNS20 theorem 4.2", "bnsv15"])
['KLMNS20.T4.2', 'KLMNS20.T4.2-every-n', 'BNSV15']
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from audits.asked.literals import InputError, shortened
from audits.ledger import inventory

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
        InputError: for a label whose words are apart.
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
    known = inventory()
    papers = {_paper(name).casefold(): _paper(name) for name in known}
    paper = papers.get(parts[0].casefold(), "")
    label = _plain(parts[1:] if paper else parts)
    return [
        name
        for name, entry in known.items()
        if _plain(entry.label.split()) == label and paper in {"", _paper(name)}
    ]


def _plain(words: Iterable[str]) -> str:
    lower = (word.casefold() for word in words)
    return " ".join(SHORT.get(word.rstrip("."), word) for word in lower)


def _paper(name: str) -> str:
    return name.partition(".")[0]
