"""Names that are near what somebody typed: in any case, with `_` for `-`, with a letter wrong.

>>> hint("Laplace_Noize", ["laplace-noise", "geometric-noise"])
'; did you mean laplace-noise?'
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

MOST = 6
"""Names that are suggested."""

SHORTEST = 3
"""Letters of a part of a name by which it is found."""


def same(typed: str, known: Iterable[str]) -> str | None:
    """The one known name that differs in case and in `_` for `-` only, if in anything."""
    names = list(known)
    if typed in names:
        return typed
    found = [name for name in names if _plain(name) == _plain(typed)]
    return found[0] if len(found) == 1 else None


def near(typed: str, known: Iterable[str]) -> list[str]:
    """The known names that may be meant, the likeliest first.

    These are those that differ in case only, or else those that begin with what was typed, have
    it as a part or begin it; or else those that are spelled nearly so.
    """
    names: dict[str, list[str]] = {}
    for name in known:
        names.setdefault(_plain(name), []).append(name)
    wanted = _plain(typed)
    plain = [wanted] if wanted in names else []
    if not plain and len(wanted.strip("-")) >= SHORTEST:
        plain += sorted((name for name in names if name.startswith(wanted)), key=len)
        plain += sorted((name for name in names if wanted in name), key=len)
        plain += [name for name in names if len(name) >= SHORTEST and wanted.startswith(name)]
    if not plain:
        plain += get_close_matches(wanted, names, 3)
    return [name for each in dict.fromkeys(plain) for name in names[each]][:MOST]


def hint(typed: str, known: Iterable[str]) -> str:
    """The names that may be meant, as the end of a sentence; empty if there are none.

    >>> hint("zzz", ["law"])
    ''
    """
    return did_you_mean(near(typed, known))


def did_you_mean(names: Iterable[str]) -> str:
    """The question whether one of these is meant; empty if there are none.

    >>> did_you_mean(["law", "list", "claims"])
    '; did you mean law, list or claims?'
    """
    *others, last = ["", *names]
    first = ", ".join(others[1:])
    return f"; did you mean {first}{' or ' * bool(first)}{last}?" if last else ""


def _plain(name: str) -> str:
    return name.casefold().replace("_", "-")
