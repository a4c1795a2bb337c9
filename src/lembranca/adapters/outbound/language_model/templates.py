"""The prompts: text files that come with the package, each of which can be replaced."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from string import Template
from types import MappingProxyType

from lembranca.domain.errors import ConfigurationError

_SETTING = "prompts_dir"
_LANGUAGES = ("pt", "en")
_LARGEST = 100_000  # characters of a template; more is some other file

# What each template must hold, and what it may hold besides.
_PLACEHOLDERS: Mapping[str, tuple[frozenset[str], frozenset[str]]] = MappingProxyType(
    {
        "narrative": (frozenset({"events"}), frozenset()),
        "paragraph": (frozenset(), frozenset()),
        "turns": (frozenset({"words", "participants", "fence", "former", "turns"}), frozenset({"tokens"})),
        "again": (frozenset({"reason"}), frozenset()),
        "shorten": (frozenset({"words", "fence", "summary"}), frozenset({"tokens", "size"})),
        "facts": (frozenset({"topics"}), frozenset({"most"})),
        "messages": (frozenset({"fence", "messages"}), frozenset()),
        "relist": (frozenset({"reason"}), frozenset()),
    }
)


@dataclass(frozen=True, slots=True)
class Prompts:
    """
    The texts that a language model is given, by file name: `narrative.pt.txt`, `turns.en.txt` and so on.

    There is a file for each of these in each language (`pt`, `en`); what begins with `$` is filled in, and `$$` is
    a dollar sign:

    - `narrative`: the rules for a summary with key events; needs `$events`, the most that there may be;
    - `paragraph`: the rules for one paragraph; has nothing filled in;
    - `turns`: what is to be condensed; needs `$words` (the most words), `$participants` (a JSON list), `$fence` (a mark
      that no message holds), `$former` and `$turns`, and may have `$tokens`;
    - `again`: why an answer was refused; needs `$reason`;
    - `shorten`: a summary over its target; needs `$words`, `$fence` and `$summary`, may have `$tokens` and `$size`;
    - `facts`: the rules for facts about the user; needs `$topics`, may have `$most`, the most for a message;
    - `messages`: what is to be read for facts; needs `$fence` and `$messages`;
    - `relist`: why a list of facts was refused; needs `$reason`.
    """

    texts: Mapping[str, str]

    @classmethod
    def read(cls, folder: str | Path | None = None) -> Prompts:
        """
        Read the prompts: those in *folder*, and for files that it does not have those of the package.

        Raises:
            ConfigurationError: *folder* or a file in it cannot be read, a `.txt` file is named like no template, or a
                template lacks a placeholder or has an unknown one.

        """
        own = {} if folder is None else dict(_own(Path(folder)))
        return cls(MappingProxyType({**_builtin(), **own}))

    def fill(self, name: str, language: str, **values: object) -> str:
        """Give the template *name* in *language* with its placeholders filled in."""
        return Template(self.texts[f"{name}.{language}.txt"]).substitute(values).strip()


def file_names() -> list[str]:
    """Name every file that a folder of prompts may have."""
    return [f"{name}.{language}.txt" for name in _PLACEHOLDERS for language in _LANGUAGES]


@lru_cache(maxsize=1)
def _builtin() -> Mapping[str, str]:
    folder = files("lembranca.adapters.outbound.language_model").joinpath("prompts")
    return {name: folder.joinpath(name).read_text(encoding="utf-8") for name in file_names()}


def _own(folder: Path) -> Iterator[tuple[str, str]]:
    try:
        found = sorted(path for path in folder.iterdir() if path.suffix == ".txt")
    except OSError as exc:
        rule = f"it must be a folder that can be read ({exc.strerror})"
        raise ConfigurationError(_SETTING, str(folder), rule) from exc
    for path in found:
        if path.name not in file_names():
            rule = f"{path.name} is no template; known are {', '.join(file_names())}"
            raise ConfigurationError(_SETTING, str(folder), rule)
        yield path.name, _checked(path, _text(path))


def _text(path: Path) -> str:
    try:
        with path.open(encoding="utf-8-sig") as file:
            text = file.read(_LARGEST + 1)
    except (OSError, UnicodeDecodeError) as exc:
        rule = f"it must be a file of UTF-8 text that can be read ({exc})"
        raise ConfigurationError(_SETTING, str(path), rule) from exc
    if not text.strip() or len(text) > _LARGEST:
        raise ConfigurationError(_SETTING, str(path), f"a template has 1 to {_LARGEST} characters that show")
    return text


def _checked(path: Path, text: str) -> str:
    needed, optional = _PLACEHOLDERS[path.name.split(".")[0]]
    template = Template(text)
    if not template.is_valid():
        raise ConfigurationError(_SETTING, str(path), "each $ must begin a placeholder such as $words, or be $$")
    held = set(template.get_identifiers())
    for names, what in ((needed - held, "lacks"), (held - needed - optional, "has the unknown")):
        if names:
            raise ConfigurationError(_SETTING, str(path), f"it {what} ${', $'.join(sorted(names))}")
    return text
