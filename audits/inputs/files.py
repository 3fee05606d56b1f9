"""Text files that a person names."""

from __future__ import annotations

import sys
from errno import EBADF, EINVAL
from pathlib import Path

from audits.inputs.literals import InputError

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
    return is_file(text)


def is_file(text: str) -> bool:
    """Whether a text that may be something else is the name of a file that is there."""
    try:
        return Path(text).is_file()
    except (OSError, ValueError):  # no name, or too long for one
        return False


def is_directory(text: str) -> bool:
    """Whether a text that may be something else is a directory."""
    try:
        return Path(text).is_dir()
    except (OSError, ValueError):  # no name
        return False


STANDARD_INPUT = "-"
"""The name of what is not a file."""


def text_of(path: str, *, or_input: bool = False) -> str:
    """What a file contains, in UTF-8, without a byte order mark.

    Args:
        path: of the file.
        or_input: whether `-` is standard input.

    Raises:
        InputError: if it cannot be read, is no regular file, or has more than `LARGEST` bytes.
    """
    try:
        content = _content(path, or_input=or_input)
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


def _content(path: str, *, or_input: bool) -> bytes:
    if or_input and path == STANDARD_INPUT:
        if sys.stdin is None:
            raise OSError(EBADF, "standard input is closed")
        return sys.stdin.buffer.read(LARGEST + 1)
    with regular(Path(path)).open("rb") as stream:
        return stream.read(LARGEST + 1)
