"""Where output goes: answers to standard output, everything said about them to standard error."""

from __future__ import annotations

import json
import os
import sys
from datetime import datetime
from typing import Any, NoReturn

from rich.console import Console, RenderableType
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.text import Text

# Control characters would let a stored message steer the terminal, direction marks would let it disguise itself.
_PICTURES = {code: 0x2400 + code for code in range(32) if chr(code) not in "\n\t"}
_PICTURES |= {0x7F: 0x2421} | dict.fromkeys(
    [*range(0x80, 0xA0), *range(0x202A, 0x202F), *range(0x2066, 0x206A)], 0xFFFD
)


def shown(text: str) -> str:
    """Give *text* as a terminal may safely show it: control characters as pictures."""
    return text.replace("\r\n", "\n").translate(_PICTURES)


def one_line(text: str, limit: int = 200) -> str:
    """Give *text* on one line of at most *limit* characters."""
    flat = " ".join(shown(text[: 4 * limit]).split())
    return flat if len(flat) <= limit else f"{flat[: limit - 1]}…"


def local(moment: datetime) -> str:
    """Give a moment to the minute, in the time zone of this computer."""
    try:
        return f"{moment.astimezone():%Y-%m-%d %H:%M}"
    except (OverflowError, OSError, ValueError):
        return f"{moment:%Y-%m-%d %H:%M}Z"


class _Output(Console):
    def on_broken_pipe(self) -> NoReturn:
        raise  # noqa: PLE0704 - rich calls this while the BrokenPipeError is being handled


class Screen:
    """Standard output and standard error of one command."""

    def __init__(self, *, as_json: bool = False) -> None:
        # NO_COLOR takes the colours from rich, but leaves bold: here it means plain text.
        plain: dict[str, Any] = {"color_system": None} if os.environ.get("NO_COLOR") else {}
        self.as_json = as_json
        self.out = _Output(highlight=False, markup=False, emoji=False, **plain)
        self.err = _Output(highlight=False, markup=False, emoji=False, stderr=True, **plain)

    def json(self, value: Any) -> None:
        """Write one JSON document on a line of its own."""
        sys.stdout.write(json.dumps(value, ensure_ascii=False, allow_nan=False) + "\n")

    def show(self, *parts: RenderableType) -> None:
        """Write for people to standard output; silent when a machine listens."""
        if not self.as_json:
            for part in parts:
                self.out.print(part)

    def note(self, text: str) -> None:
        """Say something about the work, on standard error; only a terminal breaks the line."""
        self.err.print(Text(shown(text)), soft_wrap=not self.err.is_terminal)

    def aside(self, text: str) -> None:
        """Say on standard error what need not be read."""
        self.err.print(Text(shown(text), style="dim"), soft_wrap=not self.err.is_terminal)

    def warn(self, text: str) -> None:
        """Say what could not be done as asked."""
        self._labelled("warning", "yellow", text)

    def fail(self, text: str) -> None:
        """Say why nothing more is done."""
        self._labelled("error", "red", text)

    def progress(self) -> Progress:
        """Give progress bars, which show only where a person looks on."""
        return Progress(
            SpinnerColumn(),
            TextColumn("{task.description}", markup=False),
            BarColumn(bar_width=None),
            TextColumn("{task.percentage:>3.0f} %"),
            TextColumn("{task.fields[said]}", markup=False),
            TimeElapsedColumn(),
            console=self.err,
            transient=True,
            disable=not self.err.is_terminal,
        )

    def _labelled(self, label: str, style: str, text: str) -> None:
        line = Text.assemble("lembranca: ", (f"{label}: ", f"bold {style}"), " ".join(shown(text).split()))
        self.err.print(line, soft_wrap=not self.err.is_terminal)
