"""Who can have taken part in what was condensed."""

from __future__ import annotations

import re

from lembranca.domain.summary import SummaryRequest

_LONGEST = 200  # characters of a name, as of an author's

# What models call the roles, whatever language they were asked in.
_ROLES = {
    "user": ("user", "the user", "usuário", "usuario", "usuária", "o usuário", "a usuária"),
    "assistant": ("assistant", "the assistant", "assistente", "o assistente", "a assistente"),
    "system": ("system", "sistema"),
    "tool": ("tool", "ferramenta"),
}
_ROLE_OF = {word: role for role, words in _ROLES.items() for word in words}


class Names:
    """
    The names that may stand in an event: of who takes part, and of who is mentioned in the *text* that was sent.

    A role stands for the only one who speaks in it; where several do it is nobody in particular.
    """

    def __init__(self, request: SummaryRequest, text: str) -> None:
        self._text = text
        self._known = {name.casefold(): name for name in reversed(request.participants)}
        speakers: dict[str, set[str]] = {}
        for message in request.messages:
            speakers.setdefault(message.role, set()).add(message.speaker)
        self._only = {role: min(names) for role, names in speakers.items() if len(names) == 1}
        self._found: dict[str, str | None] = {}

    def canonical(self, name: str) -> str | None:
        """
        Give *name* as the conversation gives it; None when it is a role and nobody in particular.

        Raises:
            LookupError: nobody is called so.

        """
        word = name.casefold()
        if word in self._known:
            return self._known[word]
        role = _ROLE_OF.get(word)
        if role is not None:
            return self._known.get(role) or self._only.get(role)
        if word not in self._found:
            self._found[word] = self._mentioned(name)
        if self._found[word] is None:
            raise LookupError(name)
        return self._found[word]

    def _mentioned(self, name: str) -> str | None:
        if len(name) > _LONGEST or not any(character.isalpha() for character in name):
            return None
        match = re.search(rf"(?<!\w){re.escape(name)}(?!\w)", self._text, re.IGNORECASE)
        return match.group() if match else None
