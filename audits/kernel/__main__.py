"""`python -I -S audits/kernel/__main__.py FILE... | --manifest FILE`, in a bare interpreter.

Exit status: 0 all accepted, 1 one refused, 2 one (or the manifest) unreadable.
"""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[2]))
from audits.kernel import Refused, check
from audits.kernel.manifest import BadManifest, check_manifest

files, manifest = sys.argv[1:], sys.argv[1:2] == ["--manifest"]
status = 2 * (not files or (manifest and len(files) != 2))
if manifest and not status:
    try:
        run, findings = check_manifest(Path(files[1]))
        refused = [f"refused {name}  {why}" for name, accepted, why in findings if not accepted]
        lines, status = [*refused, f"{'refused' if refused else 'accepted'} {run}"], bool(refused)
    except BadManifest as error: lines, status = [f"unreadable {files[1]!a}  {error}"], 2
    print(*(line.encode("ascii", "backslashreplace").decode() for line in lines), sep="\n")
    sys.exit(status)
for file in files:
    try: line = f"accepted {file}  {check(Path(file).read_text('utf-8'))}"
    except Refused as refusal:
        status, line = max(status, 1), f"refused {file}  {type(refusal).__name__}: {refusal}"
    except (OSError, UnicodeDecodeError) as error: status, line = 2, f"unreadable {file}  {error}"
    print(line.encode("ascii", "backslashreplace").decode())
sys.exit(status)
