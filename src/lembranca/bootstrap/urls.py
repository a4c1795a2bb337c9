"""Adapters are chosen by URL."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import unquote, urlsplit

from lembranca.domain.errors import ConfigurationError

_PASSWORD = re.compile(r"(?P<scheme>[a-z][a-z0-9+.-]*://)(?P<user>[^:/?#]*):(?P<password>.*)@", re.IGNORECASE)


def masked(text: str) -> str:
    """Give *text* with the password of a URL in it hidden."""
    return _PASSWORD.sub(r"\g<scheme>\g<user>:**********@", text)


def scheme_of(setting: str, url: str, allowed: dict[str, str]) -> str:
    """
    Give what *url* chooses: the value of its scheme in *allowed*.

    Raises:
        ConfigurationError: it has none of the allowed schemes.

    """
    scheme = url.partition("://")[0].lower()
    if "://" not in url or scheme not in allowed:
        choices = ", ".join(f"{name}://" for name in allowed)
        raise ConfigurationError(setting, masked(url), f"it must begin with one of {choices}")
    return allowed[scheme]


def path_of(setting: str, url: str, folder: Path) -> Path:
    """
    Give the file that `scheme:///relative` (in *folder*) or `scheme:////absolute` names.

    Raises:
        ConfigurationError: it names a host, or no file.

    """
    parts = urlsplit(url)
    relative = unquote(parts.path[1:])
    if parts.netloc or not relative:
        raise ConfigurationError(setting, url, f"it must be {parts.scheme}:///FILE, with three strokes")
    return folder / relative
