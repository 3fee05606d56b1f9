"""`python -I -S audits/kernel/__main__.py FILE... | --manifest FILE`, by its path and isolated.

So nothing in the current directory takes the place of a module.  Exit status: 0 all accepted, 1
one refused, 2 one (or the manifest) unreadable, or none named.
"""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

if not sys.flags.isolated:
    os.execv(sys.executable, [sys.executable, "-I", "-S", __file__, *sys.argv[1:]])  # noqa: S606
sys.path.append(str(Path(__file__).resolve().parents[2]))

from audits.kernel.kinds import check
from audits.kernel.manifest import BadManifest, check_manifest
from audits.kernel.reading import MOST_CHARACTERS, Refused, within


def _of_file(path: Path, name: str) -> tuple[int, str]:
    try:
        if path.exists() and not path.is_file():
            raise IsADirectoryError
        within(MOST_CHARACTERS, path.stat().st_size, "bytes")
        return 0, f"accepted {name}  {check(path.read_text('utf-8'))}"
    except Refused as refusal:
        return 1, f"refused {name}  {refusal}"
    except MemoryError:
        return 1, f"refused {name}  TooLarge: MemoryError on this machine"
    except (OSError, ValueError) as error:
        return 2, f"unreadable {name}  {type(error).__name__}"


def _of_run(manifest: str) -> Iterator[tuple[int, str]]:
    try:
        run, findings = check_manifest(Path(manifest))
        refused = [f"refused {name}  {why}" for name, accepted, why in findings if not accepted]
        yield from ((1, line) for line in refused)
        yield bool(refused), f"{'refused' if refused else 'accepted'} {run}"
    except BadManifest as error:
        yield 2, f"unreadable {manifest!a}  {error}"


words, status = sys.argv[1:] or ["(no file is named)"], 0
files = ((w, w if all("!" <= c <= "~" for c in w) else ascii(w)) for w in words)
is_run = len(words) == 2 and words[0] == "--manifest"
for found, line in _of_run(words[1]) if is_run else (_of_file(Path(f), n) for f, n in files):
    print(line.encode("ascii", "backslashreplace").decode(), flush=True)
    status = max(status, found)
sys.exit(status)
