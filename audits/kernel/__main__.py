"""`python -E -s -S -m audits.kernel FILE...`: exit 0 all accepted, 1 one refused, 2 unreadable."""

import sys
from pathlib import Path

from audits.kernel import Refused, check


def main(files: list[str]) -> int:
    """Print one line for each file; return the exit status."""
    status = 0 if files else 2
    for file in files:
        try:
            line = f"accepted {file}  {check(Path(file).read_text('utf-8'))}"
        except Refused as refusal:
            status, line = max(status, 1), f"refused {file}  {type(refusal).__name__}: {refusal}"
        except (OSError, UnicodeDecodeError) as error:
            status, line = 2, f"unreadable {file}  {error}"
        print(line.encode("ascii", "backslashreplace").decode())
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
