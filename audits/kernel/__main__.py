"""`python -I -S audits/kernel/__main__.py FILE... | --manifest FILE`, by its path and isolated.

Exit status: 0 all accepted; 1 one refused; 2 one unreadable, none named, or no answer written.
"""

import os
import sys
from contextlib import suppress
from pathlib import Path

if not sys.flags.isolated:
    os.execv(sys.executable, [sys.executable, "-I", "-S", __file__, *sys.argv[1:]])  # noqa: S606
sys.path.append(str(Path(__file__).resolve().parents[2]))

from audits.kernel.kinds import check
from audits.kernel.manifest import of_run
from audits.kernel.reading import MOST_CHARACTERS, NO_CERTIFICATE, Refused, within


def _of_file(path: Path, name: str) -> tuple[int, str]:
    try:
        if path.exists() and not path.is_file():
            raise IsADirectoryError
        within(MOST_CHARACTERS, path.stat().st_size, "bytes")
        return 0, f"accepted {name}  {check(path.read_text('utf-8'))}"
    except Refused as refusal:
        none = refusal.reason in NO_CERTIFICATE
        return 1 + none, f"{'unreadable' if none else 'refused'} {name}  {refusal}"
    except (OSError, ValueError, MemoryError) as error:
        return 2, f"unreadable {name}  {type(error).__name__}"


words, status = sys.argv[1:] or ["(no file is named)"], 0
files = ((w, w if all("!" <= c <= "~" for c in w) else ascii(w)) for w in words)
is_run = len(words) == 2 and words[0] == "--manifest"
try:
    said = of_run(words[1]) if is_run else (_of_file(Path(f), n) for f, n in files)
    for found, line in [(0, f"{__doc__}")] if words == ["--help"] else said:
        status, text = max(status, found), f"{line}\n".encode("ascii", "backslashreplace")
        while text:
            text = text[os.write(1, text) :]
except OSError as error:  # no room, nobody who reads, or standard output is closed
    status, text = 2, f"exactdp: standard output: {error.strerror}\n".encode()
    with suppress(OSError):
        os.write(2, text)
sys.exit(status)
