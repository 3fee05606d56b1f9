"""`python -m audits` is the command `exactdp`."""

import sys

from audits.cli import main

if __name__ == "__main__":
    sys.exit(main())
