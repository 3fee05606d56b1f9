"""Text files that a person names."""

from __future__ import annotations

from errno import EINVAL
from pathlib import Path

from audits.asked.literals import InputError

LARGEST = 2**28
"""Bytes of a file that is read."""


def regular(path: Path) -> Path:
    """The path, if it does not lead to a pipe or a device, which may never end.

    Raises:
        OSError: if it does.
    """
    if path.exists() and not path.is_file():
        raise OSError(EINVAL, "no regular file")
    return path


def names_file(text: str) -> bool:
    """Whether a text that may be something else names a file: by a suffix or folder, or it is."""
    path = Path(text)
    if path.suffix[1:].isalpha() or len(path.parts) > 1:
        return True
    try:
        return path.is_file()
    except OSError:  # too long for a name
        return False


def is_directory(text: str) -> bool:
    """Whether a text that may be something else is a directory."""
    try:
        return Path(text).is_dir()
    except (OSError, ValueError):  # no name
        return False


def text_of(path: str) -> str:
    """What a file contains, in UTF-8, without a byte order mark.

    Raises:
        InputError: if it cannot be read, is no regular file, or has more than `LARGEST` bytes.
    """
    try:
        with regular(Path(path)).open("rb") as stream:
            content = stream.read(LARGEST + 1)
        text = content.decode("utf-8-sig")
    except OSError as failure:
        raise InputError(f"{path or repr(path)}: {failure.strerror}") from None
    except UnicodeDecodeError:
        raise InputError(f"{path}: not a text file in UTF-8") from None
    except ValueError as failure:
        raise InputError(f"{path!r}: {failure}") from None
    if len(content) > LARGEST:
        raise InputError(f"{path}: more than {LARGEST} bytes, the limit of what is read")
    return text
