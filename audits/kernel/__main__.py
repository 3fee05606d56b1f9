"""`python -I -S audits/kernel/__main__.py FILE...`, which nothing in the current directory alters.

One line for each file; exit status 0 if all are accepted, 1 if one is refused, 2 if one cannot
be read or none is named.
"""

import os
import sys
from pathlib import Path

if not sys.flags.isolated:
    os.execv(sys.executable, [sys.executable, "-I", "-S", __file__, *sys.argv[1:]])  # noqa: S606
sys.path.append(str(Path(__file__).resolve().parents[2]))

from audits.kernel.kinds import check
from audits.kernel.reading import MOST_CHARACTERS, Refused, within

status = 0 if sys.argv[1:] else 2
for file in sys.argv[1:]:
    name = file if file.isprintable() else ascii(file)
    try:
        within(MOST_CHARACTERS, Path(file).stat().st_size, "bytes")
        found, line = 0, f"accepted {name}  {check(Path(file).read_text('utf-8'))}"
    except Refused as refusal:
        found, line = 1, f"refused {name}  {refusal}"
    except (OSError, ValueError) as error:
        found, line = 2, f"unreadable {name}  {type(error).__name__}"
    status = max(status, found)
    print(line.encode("ascii", "backslashreplace").decode())
sys.exit(status)
