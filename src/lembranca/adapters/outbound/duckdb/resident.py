"""The scopes whose vectors are kept in memory beside the file."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock

from lembranca.adapters.outbound.inprocess.scope_matrix import ScopeMatrix
from lembranca.adapters.outbound.inprocess.vector_batch import VectorBatch
from lembranca.domain.scope import Scope


class ResidentScopes:
    """
    Matrices by scope, the longest unused given up first when they pass *limit_bytes*.

    Any thread may `get`; only the one that writes to the file may change what is kept, so that a scope is never loaded
    while it is written to.
    """

    def __init__(self, limit_bytes: int) -> None:
        self.total_bytes = limit_bytes
        self.limit_bytes = limit_bytes
        self._lock = Lock()
        self._matrices: OrderedDict[Scope, ScopeMatrix] = OrderedDict()
        self._sizes: dict[Scope, int] = {}
        self._held = 0

    @property
    def nbytes(self) -> int:
        """What is held."""
        return self._held

    def get(self, scope: Scope) -> ScopeMatrix | None:
        """Give the matrix of *scope* when it is kept, and note that it was used."""
        with self._lock:
            matrix = self._matrices.get(scope)
            if matrix is not None:
                self._matrices.move_to_end(scope)
            return matrix

    def keep(self, scope: Scope, matrix: ScopeMatrix) -> None:
        """Keep *matrix*, giving up others for it, unless it alone is too large."""
        with self._lock:
            self._give_up(scope)
            size = matrix.nbytes
            if size > self.limit_bytes:
                return
            while self._held + size > self.limit_bytes:
                self._give_up(next(iter(self._matrices)))
            self._matrices[scope] = matrix
            self._sizes[scope] = size
            self._held += size

    def put(self, scope: Scope, batch: VectorBatch) -> None:
        """Bring what was written to the file into memory when the scope is kept there."""
        matrix = self.get(scope)
        if matrix is None:
            return
        if matrix.bytes_with(batch) > self.limit_bytes:
            self.drop(scope)
            return
        matrix.put(batch, room=self.limit_bytes)
        self.keep(scope, matrix)

    def remove(self, scope: Scope, choose: Callable[[ScopeMatrix], list[str]]) -> None:
        """Take the ids that *choose* names out of the scope when it is kept."""
        matrix = self.get(scope)
        if matrix is not None:
            matrix.remove(choose(matrix))
            self.keep(scope, matrix)

    def scrub(self) -> None:
        """Give up scopes without rows, and the room in which rows stood that are gone."""
        for scope in self.scopes():
            matrix = self.get(scope)
            if matrix is None or not len(matrix):
                self.drop(scope)
                continue
            matrix.shrink()
            self.keep(scope, matrix)

    def set_apart(self, nbytes: int) -> None:
        """Leave *nbytes* of the limit to something else, giving up scopes for it."""
        with self._lock:
            self.limit_bytes = max(0, self.total_bytes - nbytes)
            while self._held > self.limit_bytes:
                self._give_up(next(iter(self._matrices)))

    def scopes(self) -> list[Scope]:
        """The scopes kept, the longest unused first."""
        with self._lock:
            return list(self._matrices)

    def drop(self, scope: Scope) -> None:
        """Keep *scope* no longer."""
        with self._lock:
            self._give_up(scope)

    def clear(self) -> None:
        """Keep nothing."""
        with self._lock:
            self._matrices.clear()
            self._sizes.clear()
            self._held = 0

    def _give_up(self, scope: Scope) -> None:
        self._matrices.pop(scope, None)
        self._held -= self._sizes.pop(scope, 0)
