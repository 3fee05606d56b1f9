"""`make teeth`: which claim refutes which wrong variant, written into the lock files.

Every variant in the table of what a claim is about is tried on that claim.  One that the check
neither refutes nor passes in time, or on which it fails, is not listed.  A claim that does not
hold itself refutes nothing, and its lines are left as they are.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from audits.entry import ended
from audits.evidence.workers import as_completed, workers
from audits.ledger.claiming import Claim, ClaimId
from audits.ledger.deciding import decide
from audits.ledger.forms import Form
from audits.ledger.impostors import WRONG, Subject
from audits.ledger.quantifiers import Size
from audits.ledger.running import claim_of, claims
from audits.ledger.teeth import Teeth, locked, write_lock
from reference.probability.replay import remembering

LIMIT = 60
"""Seconds of the processor for one variant and one claim."""


JOBS = "--jobs="

Key = tuple[ClaimId, Form, int]
"""A claim, and which of its checks."""


def main(words: Sequence[str]) -> int:
    """Write the lock files of the claims that are selected by ids or papers; none: of all.

    Args:
        words: ids and papers, and `--jobs=N`.

    Returns:
        1 if a claim does not hold, an edit of a table does not fit, or some wrong variant is
        refuted by no claim, else 0.
    """
    jobs = [word.removeprefix(JOBS) for word in words if word.startswith(JOBS)]
    selected = claims(word for word in words if not word.startswith(JOBS))
    teeth = {
        (*item.key, number): each.impostors
        for item in selected
        for number, each in enumerate(item.checks)
        if isinstance(each.impostors, Teeth)
    }
    found: dict[Path, dict[str, Mapping[str, int | None]]] = {}
    false, misfits = list[str](), set[str]()
    with workers(int(jobs[0]) if jobs else 1) as pool:
        futures = [pool.submit(bitten, *key) for key in teeth]
        for number, future in enumerate(as_completed(futures), start=1):
            try:
                key, names = future.result()
            except ValueError as misfit:  # an edit of a table, which it names
                misfits.add(f"{misfit}")
                continue
            if names is None:
                false.append(teeth[key].key)
                continue
            found.setdefault(teeth[key].file, {})[teeth[key].key] = names
            sys.stderr.write(f"{number} of {len(teeth)}: {teeth[key].key}\n")
    known = {
        each.impostors.key
        for item in claims()
        for each in item.checks
        if isinstance(each.impostors, Teeth)
    }
    for file, new in found.items():
        old = {key: names for key, names in locked(file).items() if key in known}
        write_lock(file, old | new)
    said = [f"{key}: does not hold, so nothing is locked: `exactdp claims`" for key in false]
    said += sorted(misfits)
    said += [f"refuted by no claim: {line}" for line in never_refuted()]
    sys.stdout.write("".join(f"{line}\n" for line in said))
    return int(bool(said))


def bitten(
    identifier: ClaimId, form: Form, number: int
) -> tuple[Key, dict[str, int | None] | None]:
    """The wrong variants that a check of a claim refutes, and at which case, at size tiny.

    None if it refutes what it is about, too.
    """
    item = claim_of(identifier, form).checks[number]
    assert item.about is not None
    with remembering():
        if refutes(item, item.about) is not None:
            return (identifier, form, number), None
        cases = {name: refutes(item, build) for name, build in WRONG[item.about].items()}
    return (identifier, form, number), {n: case for n, case in cases.items() if case is not None}


def refutes(item: Claim, build: Subject) -> int | None:
    """The case at which a claim refutes this instead of what it is about, in the time there is."""
    try:
        with _limited(LIMIT):
            return decide(item, Size.TINY, build).refuting
    except KeyboardInterrupt:
        raise
    except NameError:  # an edit that uses what its module does not have: a mistake in the table
        raise
    except BaseException:  # noqa: BLE001 - the check fails on the variant, which refutes nothing
        return None


def never_refuted() -> Iterator[str]:
    """The wrong variants that no lock file lists, and where their table stands."""
    about: dict[object, set[str]] = {}
    for check in (check for item in claims() for check in item.checks):
        if check.about is not None and isinstance(check.impostors, Teeth):
            owner = getattr(check.about, "__self__", None)
            for right in (check.about, owner) if isinstance(owner, type) else (check.about,):
                about.setdefault(right, set()).update(check.impostors)
    for right, table in WRONG.items():
        for name in table:
            if name not in about.get(right, set()):
                yield f"{getattr(right, '__qualname__', right)}: {name}"


@contextmanager
def _limited(seconds: int) -> Iterator[None]:
    """`TimeoutError` when so much time of the processor is used."""

    def stop(*_: object) -> None:
        raise TimeoutError

    signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


if __name__ == "__main__":
    ended(main)
