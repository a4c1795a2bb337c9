"""
The blocking twin of the memory, for scripts and notebooks.

    with Memory.open() as memory:
        chat = memory.for_user("ana").conversation("conv-1")
        chat.save(user="Sou vegetariana.", assistant="Anotado!")
        context = chat.load("O que você sugere pro jantar?", max_tokens=2000)

The methods, their arguments and results are those of `lembranca.Memory`, and do what is said there. Everything runs on
an event loop in a thread of its own, so any number of threads share one memory, and it works where a loop runs already.
Every method that waits raises `Closed` before the memory is opened and after it is closed. Ctrl-C ends the call at hand
and leaves the memory as it is.
"""

from lembranca.sync.conversation_memory import ConversationMemory
from lembranca.sync.language_model import LanguageModel
from lembranca.sync.memory import Memory
from lembranca.sync.user_memory import UserMemory

__all__ = ["ConversationMemory", "LanguageModel", "Memory", "UserMemory"]
