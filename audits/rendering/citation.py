"""How a list of references names what was decided of a claim, and the files that show it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256

from audits.rendering.forms import FormView


def cited_as(views: Sequence[FormView], origin: Mapping[str, object], place: str = "") -> str:
    """The program and its commit, the claim, and what was decided of each form.

    Args:
        views: the forms of one claim.
        origin: the program, its commit, the day and the size of the scopes, as in a manifest.
        place: where it stands, after the claim.
    """
    item = views[0].record.claim
    paper = item.id.partition(".")[0]
    commit = f", commit {str(origin['commit'])[:12]}" if origin["commit"] else ""
    changed = " (changed)" if origin["tree"] == "changed" else ""
    verdicts = "; ".join(
        f"{view.heading[0].lower()}{view.heading[1:]}: {view.found}" for view in views
    )
    claim = f"{paper}, {item.entry.label} ({item.id}){place}"
    day = str(origin["started"])[:10]
    program = f"exactdp contributors ({day[:4]}), exactdp {origin['exactdp']}{commit}{changed}"
    return f"{program}: {claim}. Decided on {day}, on scopes of size {origin['size']}: {verdicts}."


def digest(files: Iterable[tuple[str, str]]) -> str:
    """The SHA-256 of files, by their names and hashes: `LC_ALL=C sha256sum FILE... | sha256sum`.

    >>> digest([("a", "0" * 64)])[:8]
    '53d743f3'
    """
    lines = (f"{each}  {name}\n" for name, each in sorted(files))
    return sha256("".join(lines).encode()).hexdigest()
