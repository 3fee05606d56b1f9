"""A run of the ledger, bound together: its manifest names the claims and their certificates."""

import json
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from stat import S_ISREG

from audits.kernel import Refused, check

RUN = "format run exactdp commit tree size selection started finished count digest claims"
CLAIM = "id form part verdict expected reason file sha256 statement"
PROVED, UNPROVED = ("holds", "refuted"), ("undecided", "not-checkable", "error")
BAD = "unexpected", "refused"
MOST_BYTES, MOST_BYTES_OF_A_CERTIFICATE = 2**24, 2**28

Claim = dict[str, str | None]
Finding = tuple[str, str, str]
"""A part or a file; `accepted`, `uncertified`, `unexpected`, `refused`; what is proved, or why."""


class BadManifest(Exception):
    """The manifest cannot be read, contradicts itself, or names a file in another directory."""


def check_manifest(path: Path) -> tuple[str, Iterator[Finding]]:
    """Which run it is, in one line; and a finding on each part of a claim and each other file.

    A certificate is accepted if it is byte for byte what the run wrote, if the kernel accepts it,
    and if it proves the statement in the manifest.  Missing and additional ones are refused.  A
    verdict that was not expected is a finding more: it may have a certificate that is accepted.
    Raises `BadManifest` before any certificate is checked.
    """
    try:
        text = _bytes(path.resolve(), MOST_BYTES)
        run = json.loads(text, parse_int=str, object_pairs_hook=_object)
        claims = [{key: claim[key] for key in CLAIM.split()} for claim in run["claims"]]
        names = ["{id} {form} {part}".format(**claim) for claim in claims]
        files = [claim["file"] for claim in claims if claim["file"] is not None]
        strays = sorted({p.name for p in path.parent.iterdir()} - {path.name, *files})
        digest = sha256("\n".join(sorted(names)).encode()).hexdigest()
        source = "as installed" if run["commit"] is None else "commit {commit}, tree {tree}"
        line = (
            f"run {{run}}: exactdp {{exactdp}}, {source}, size {{size}}, selection "
            "{selection}, {started} to {finished}, ".format(**run)
            + f"{len({(c['id'], c['form']) for c in claims})} claims in {run['count']} parts, "
            f"{sum(c['verdict'] != c['expected'] for c in claims)} not as expected"
        )
        _demand(run["format"] == "exactdp-manifest 1", "it is no exactdp-manifest 1")
        _demand(claims != [], "it has no claims")
        _demand((run["count"], run["digest"]) == (str(len(names)), digest), "claims are missing")
        _demand(all(len({*x}) == len(x) for x in (names, files)), "a claim or file stands twice")
        _demand(all(Path(file).name == file for file in files), "a file is elsewhere")
        _demand(not {"", ".."}.intersection(files), "a file is elsewhere")
        _demand({c["verdict"] for c in claims} <= {*PROVED, *UNPROVED}, "an unknown verdict")
        _demand("".join([line, *names]).isprintable(), "a name has control characters")
    except (OSError, ValueError, LookupError, TypeError, RuntimeError, MemoryError) as error:
        raise BadManifest(f"{type(error).__name__}: {error}") from None
    return line, _findings(path.parent, claims, strays)


def outcome(found: Iterable[str]) -> str:
    """What is found of a run, of what is found in it: the worst."""
    words = {*found}
    return next((word for word in reversed(BAD) if word in words), "accepted")


def of_run(manifest: str) -> Iterator[tuple[int, str]]:
    """The lines of the command, each with its exit status."""
    try:
        run, findings = check_manifest(Path(manifest))
        bad = [each for each in findings if each[1] in BAD]
        yield from ((1, f"{found} {name}  {why}") for name, found, why in bad)
        yield bool(bad), f"{outcome(found for _, found, _ in bad)} {run}"
    except BadManifest as error:
        yield 2, f"unreadable {manifest!a}  {error}"


def _findings(directory: Path, claims: list[Claim], strays: list[str]) -> Iterator[Finding]:
    for claim in claims:
        name = "{id} ({form}) {part}".format(**claim)
        surprise = claim["verdict"] != claim["expected"]
        open_one = claim["verdict"] in UNPROVED or (surprise and claim["reason"])
        if claim["file"] is None and open_one:
            yield name, "uncertified", "{verdict}: {reason}".format(**claim)
        else:
            try:
                yield name, "accepted", _proved(directory, claim)
            except OSError as error:
                yield name, "refused", f"{error.strerror}"
            except (Refused, ValueError, RecursionError, MemoryError) as error:
                yield name, "refused", f"{error}" or type(error).__name__
        if surprise:
            yield name, "unexpected", "{verdict}, where {expected} is expected".format(**claim)
    yield from ((ascii(name), "refused", "a file of no claim") for name in strays)


def _proved(directory: Path, claim: Claim) -> str:
    _demand(claim["file"] is not None, "it has no certificate")
    _demand(claim["verdict"] in PROVED, "it has a certificate")
    data = _bytes(directory / f"{claim['file']}", MOST_BYTES_OF_A_CERTIFICATE)
    _demand(sha256(data).hexdigest() == claim["sha256"], "its certificate has been changed")
    statement = str(check(data.decode()))
    _demand(statement == claim["statement"], f"its certificate proves another: {statement}")
    return statement


def _bytes(path: Path, most: int) -> bytes:
    found = path.lstat()
    _demand(S_ISREG(found.st_mode) and found.st_size <= most, f"no file of at most {most} bytes")
    return path.read_bytes()


def _object(members: list[tuple[str, object]]) -> dict[str, object]:
    _demand(
        " ".join(key for key, _ in members) in {RUN, CLAIM},
        "it has other keys than a manifest has",
    )
    return dict(members)


def _demand(condition: bool, otherwise: str) -> None:
    if not condition:
        raise ValueError(otherwise)
