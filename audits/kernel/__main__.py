"""`python -E -s -S -m audits.kernel FILE...`: exit 0 all accepted, 1 one refused, 2 unreadable."""

import sys
from pathlib import Path
from audits.kernel import Refused, check

status = 0 if sys.argv[1:] else 2
for file in sys.argv[1:]:
    try: line = f"accepted {file}  {check(Path(file).read_text('utf-8'))}"
    except Refused as refusal:
        status, line = max(status, 1), f"refused {file}  {type(refusal).__name__}: {refusal}"
    except (OSError, UnicodeDecodeError) as error: status, line = 2, f"unreadable {file}  {error}"
    print(line.encode("ascii", "backslashreplace").decode())
sys.exit(status)
