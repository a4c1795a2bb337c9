"""Adapters are chosen by URL."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import unquote

from lembranca.domain.errors import ConfigurationError

_HIDDEN = "**********"
_USER = re.compile(r"(?P<scheme>[a-z][a-z0-9+.-]*://)(?:(?P<user>[^:/?#@]*):)?[^/?#]*@|(?<=://).*@", re.IGNORECASE)
_QUERY = re.compile(r"(?P<name>[?&;](?:password|passwd|pwd|secret|token|key|api_key|username)=)[^&;#]*", re.IGNORECASE)


def masked(text: str) -> str:
    """Give *text* with what may be secret in a URL hidden: password, a user without one, and keys in its query."""
    return _QUERY.sub(rf"\g<name>{_HIDDEN}", _USER.sub(_without_secret, text))


def _without_secret(found: re.Match[str]) -> str:
    user = found["user"]
    return f"{found['scheme'] or ''}{user + ':' if user else ''}{_HIDDEN}@"


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
    scheme, _, rest = url.partition("://")
    relative = unquote(rest[1:])
    if not rest.startswith("/") or not relative:
        raise ConfigurationError(setting, masked(url), f"it must be {scheme}:///FILE, with three strokes")
    if "?" in relative or "\0" in relative:
        raise ConfigurationError(setting, masked(url), "a file's name must have no question mark and no NUL in it")
    return folder.expanduser().absolute() / relative
