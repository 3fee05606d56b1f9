"""`make teeth`: which claim refutes which wrong variant, written into the lock files.

Every variant in the table of what a claim is about is tried on that claim.  One that the check
neither refutes nor passes in time, or on which it fails, is not listed.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from inspect import getfile
from pathlib import Path

from audits.ledger.claiming import Claim, ClaimId, Found, NotFinitelyCheckable
from audits.ledger.deciding import decide
from audits.ledger.forms import Form
from audits.ledger.impostors import WRONG
from audits.ledger.quantifiers import Size
from audits.ledger.running import claim_of, claims
from audits.ledger.teeth import Teeth, lock_beside, locked, write_lock
from audits.workers import as_completed, workers
from reference.probability.replay import remembering

LIMIT = 60
"""Seconds for one variant and one claim."""


def main(words: Sequence[str]) -> int:
    """Write the lock files of the claims that are selected by ids or papers; none: of all.

    Returns:
        1 if some wrong variant is refuted by no claim, else 0.
    """
    chosen = [item for item in claims(words) if isinstance(item.impostors, Teeth)]
    found: dict[tuple[Path, str], tuple[str, ...]] = {}
    with workers(2) as pool:
        futures = [pool.submit(bitten, item.id, item.form) for item in chosen]
        for number, future in enumerate(as_completed(futures), start=1):
            identifier, form, names = future.result()
            found[file_of(claim_of(identifier, form)), f"{identifier} {form.value}"] = names
            sys.stderr.write(f"{number} of {len(chosen)}: {identifier} {form.value}\n")
    known = {(file_of(item), f"{item.id} {item.form.value}") for item in claims()}
    for file in sorted({file for file, _ in found}):
        old = {key: names for key, names in locked(file).items() if (file, key) in known}
        new = {key: names for (other, key), names in found.items() if other == file}
        write_lock(file, old | new)
    unrefuted = [*never_refuted()]
    sys.stdout.write("".join(f"refuted by no claim: {line}\n" for line in unrefuted))
    return int(bool(unrefuted))


def bitten(identifier: ClaimId, form: Form) -> tuple[ClaimId, Form, tuple[str, ...]]:
    """The names of the wrong variants that a claim refutes, at size tiny."""
    item = claim_of(identifier, form)
    assert item.about is not None
    with remembering():
        names = (name for name, build in WRONG[item.about].items() if refutes(item, build))
        return identifier, form, tuple(names)


def refutes(item: Claim, build: Callable[..., object]) -> bool:
    """Whether a claim refutes this instead of what it is about, in the time that there is."""
    try:
        with _limited(LIMIT):
            return decide(item, Size.TINY, build).found is Found.REFUTED
    except KeyboardInterrupt:
        raise
    except BaseException:  # noqa: BLE001 - the check fails on the variant, which refutes nothing
        return False


def never_refuted() -> Iterator[str]:
    """The wrong variants that no lock file lists, and where their table stands."""
    about: dict[object, set[str]] = {}
    for item in claims():
        if item.about is not None and isinstance(item.impostors, Teeth):
            owner = getattr(item.about, "__self__", None)
            for right in (item.about, owner) if isinstance(owner, type) else (item.about,):
                about.setdefault(right, set()).update(item.impostors)
    for right, table in WRONG.items():
        for name in table:
            if name not in about.get(right, set()):
                yield f"{getattr(right, '__qualname__', right)}: {name}"


def file_of(item: Claim) -> Path:
    """The lock file that a claim is listed in."""
    check = item.check
    assert not isinstance(check, NotFinitelyCheckable)
    return lock_beside(getfile(check))


@contextmanager
def _limited(seconds: int) -> Iterator[None]:
    """`TimeoutError` when the time is over."""

    def stop(*_: object) -> None:
        raise TimeoutError

    signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
