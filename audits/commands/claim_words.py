"""Claims by words of their statement, title or mechanism, where no id and no label is meant."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from audits.inputs.claim_names import ids
from audits.inputs.literals import InputError, shortened
from audits.ledger import Claim, inventory
from audits.near_names import did_you_mean, near
from audits.rendering.forms import run_words, titled

WORD = re.compile(r"\w+")


def with_words(typed: Sequence[str], known: Iterable[Claim]) -> list[Claim]:
    """The claims in which each word occurs, as a word or as the beginning of one, in any case.

    Args:
        typed: the words; a text of several is each of them.
        known: the claims among which to look.

    Raises:
        InputError: if a word is in none of them, or no claim has them all.
    """
    texts = {item.key: (item, _words(item)) for item in known}
    vocabulary = set[str]().union(*(words for _, words in texts.values()))
    found = list(texts.values())
    wanted = WORD.findall(" ".join(typed).casefold())
    for word in wanted:
        if not any(each.startswith(word) for each in vocabulary):
            others = did_you_mean(near(word, sorted(vocabulary))[:3])
            raise InputError(f"{shortened(word)!r}: no claim has this word{others}")
        found = [(item, words) for item, words in found if _has(words, word)]
    if not wanted or not found:
        text = shortened(" ".join(typed))
        raise InputError(f"{text!r}: no claim has all of these words: give fewer of them")
    return [item for item, _ in found]


def within_papers(typed: Sequence[str]) -> list[str]:
    """The words as they are; labels beside papers are those of these papers.

    >>> within_papers(["klmns20", "Theorem 4.2"]), within_papers(["KLMNS20", "interior point"])
    (['klmns20 Theorem 4.2'], ['KLMNS20', 'interior point'])
    """
    tags = {name.partition(".")[0].casefold() for name in inventory()}
    papers = [word for word in typed if word.casefold() in tags]
    joined = [f"{paper} {word}" for paper in papers for word in typed if word not in papers]
    return joined if joined and all(map(_is_label, joined)) else list(typed)


def _is_label(words: str) -> bool:
    try:
        return ids([words]) != [words]
    except InputError:
        return False


def _has(words: Iterable[str], beginning: str) -> bool:
    return any(each.startswith(beginning) for each in words)


def _words(item: Claim) -> set[str]:
    mechanism = "" if item.about is None else run_words(item.about)
    text = (
        f"{item.id} {titled(item)} {item.entry.kind} {item.statement} {item.read_in} {mechanism}"
    )
    apart = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text)  # SparseVector is sparse vector, too
    return set(WORD.findall(f"{text} {apart}".casefold()))
