"""What is known of a person as a terminal shows it: entries, changes and the profile."""

from __future__ import annotations

from collections.abc import Sequence

from rich.padding import Padding
from rich.text import Text

from lembranca.adapters.inbound.cli.screen import Screen, local, one_line, shown
from lembranca.domain.change import Change, Revision
from lembranca.domain.entry import MemoryEntry
from lembranca.domain.profile import Preference, Profile

_SHOWN = 400
_SOURCES = 3
_INDENTED = (0, 0, 0, 4)


def show_found(screen: Screen, rank: int, entry: MemoryEntry) -> None:
    """Show something that a search found: where it comes from, and why it is here where that was asked."""
    about = f"{entry.kind}, {entry.layer}" if entry.is_fact else shown(entry.author or entry.role)
    place = f"{shown(entry.conversation_id)} #{entry.position}  " if not entry.is_fact else ""
    standing = f"  {entry.status}" if entry.status != "active" else ""
    head = Text.assemble(
        f"{rank:>2}  ",
        (f"{entry.score:.3f}  ", "green"),
        (f"{entry.relevance:.0%}  ", "cyan"),
        (about, "bold"),
        (f"  {local(entry.timestamp)}  {place}", "dim"),
        (shown(entry.id), "yellow"),
        (standing, "magenta"),
    )
    screen.show(head, Padding(Text(_cut(shown(entry.content))), _INDENTED))
    if entry.is_fact:
        _show_dim(screen, _origin(entry.sources))
    if entry.explanation is not None:
        _show_dim(screen, _why(entry))
    screen.show("")


def show_fact(screen: Screen, entry: MemoryEntry) -> None:
    """Show one thing known, with where it stands."""
    head = Text.assemble(
        (f"{entry.kind}  ", "bold cyan"),
        (one_line(entry.content), "bold"),
        (f"  {shown(entry.id)}", "yellow"),
        ("" if entry.status == "active" else f"  {entry.status}", "magenta"),
    )
    parts = [f"{entry.layer}, weight {entry.weight:.2f}", f"last said {local(entry.timestamp)}"]
    parts += [f"about {shown(entry.topic)}"] if entry.topic else []
    parts += [f"tags {', '.join(map(shown, entry.tags))}"] if entry.tags else []
    recalled = "once" if entry.access_count == 1 else f"{entry.access_count:,} times"
    parts += [f"recalled {recalled}"] if entry.access_count else []
    screen.show(head)
    _show_dim(screen, "; ".join([*parts, _origin(entry.sources)]))


def show_change(screen: Screen, change: Change, owner: str = "") -> None:
    """Show what was done to what is known, fact by fact, and why."""
    undone = f"  taken back by {shown(change.undone_by)}" if change.undone_by else ""
    head = Text.assemble(
        (f"{local(change.at)}  ", "dim"),
        (f"{change.action}  ", "bold cyan"),
        shown(change.reason),
        (f"  {shown(change.id)}", "yellow"),
        (f"  {shown(owner)}" if owner else "", "dim"),
        (undone, "magenta"),
    )
    screen.show(head)
    for revision in change.revisions:
        screen.show(Padding(Text(_revised(revision)), _INDENTED))
    if change.sources:
        _show_dim(screen, _origin([(source.conversation_id, source.message_id) for source in change.sources]))


def show_profile(screen: Screen, profile: Profile) -> None:
    """Show what is believed of a person: each value with how firmly, and what was believed before."""
    key = None
    for preference in profile.preferences:
        if preference.key != key:
            key = preference.key
            screen.show(Text(shown(key), style="bold cyan"))
        _show_belief(screen, preference)


def _show_belief(screen: Screen, preference: Preference) -> None:
    times = "once" if preference.observations == 1 else f"{preference.observations:,} times"
    line = Text.assemble(
        (f"{preference.confidence:.2f}  ", "green"),
        one_line(preference.value),
        (f"  said {times}, since {local(preference.since)}  ", "dim"),
        (shown(preference.entry_id), "yellow"),
    )
    screen.show(Padding(line, _INDENTED))
    for former in preference.history:
        said = f"before: {one_line(former.value)} ({former.confidence:.2f}), until {local(former.until)}"
        screen.show(Padding(Text(said, style="dim"), (0, 0, 0, 10)))


def _revised(revision: Revision) -> str:
    """Tell what became of a fact: its content, and the parts of its state that differ."""
    after = revision.after
    content = one_line(after.content)
    if revision.before is None:
        return f"+ {content} ({after.kind}, {after.state.layer}, weight {after.state.weight:.2f}) {shown(after.id)}"
    before = revision.before.state
    names = ("status", "layer", "weight", "observations")
    changed = [
        f"{name} {_plain(getattr(before, name))} → {_plain(getattr(after.state, name))}"
        for name in names
        if getattr(before, name) != getattr(after.state, name)
    ]
    return f"~ {content}: {', '.join(changed) or 'its times'} {shown(after.id)}"


def _plain(value: object) -> str:
    return f"{value:.2f}" if isinstance(value, float) else str(value)


def _origin(sources: Sequence[tuple[str, str]]) -> str:
    """Say which messages are behind something."""
    if not sources:
        return "given by hand"
    named = ", ".join(f"{shown(conversation)} {shown(message)}" for conversation, message in sources[:_SOURCES])
    more = f" and {len(sources) - _SOURCES:,} more" if len(sources) > _SOURCES else ""
    return f"from {named}{more}"


def _why(entry: MemoryEntry) -> str:
    why = entry.explanation
    if why is None:
        return ""
    parts = [("keyword", why.keyword), ("vector", why.vector), ("lent", why.lent), ("author", why.author)]
    signs = why.signs
    parts += [("covered", signs.words), ("near", signs.near), ("lead", signs.lead)]
    if why.time:
        parts += [("time", why.time)]
    if why.reranked is not None:
        parts += [("reranked", why.reranked)]
    terms = f"; words: {', '.join(map(shown, why.terms))}" if why.terms else ""
    other = "; said by another than asked about" if signs.other else ""
    return ", ".join(f"{name} {score:.2f}" for name, score in parts) + other + terms


def _show_dim(screen: Screen, text: str) -> None:
    screen.show(Padding(Text(text, style="dim"), _INDENTED))


def _cut(text: str) -> str:
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"
