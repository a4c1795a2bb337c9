"""Text to vector."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias

if TYPE_CHECKING:  # numpy takes a third of the time that `import lembranca` may take
    import numpy as np
    from numpy.typing import NDArray

FloatVector: TypeAlias = "NDArray[np.float32]"
FloatMatrix: TypeAlias = "NDArray[np.float32]"


class IEmbedder(Protocol):
    """
    Turns texts into vectors whose dot product is their similarity.

    Vectors of two identities are never compared: *identity* names model, dimension and normalisation, and changes when
    any of them does.
    """

    @property
    def identity(self) -> str:
        """What made the vectors, such as `hashing:v1:768`; known without loading a model or after `open`."""
        ...

    @property
    def dimensions(self) -> int:
        """Length of each vector; known after `open`."""
        ...

    async def open(self) -> None:
        """
        Make ready; opening twice is harmless.

        Raises:
            ConfigurationError: the model or its library cannot be found.

        """
        ...

    async def close(self) -> None:
        """Let go of everything; closing twice is harmless."""
        ...

    async def embed(self, texts: Sequence[str], *, kind: Literal["query", "document"] = "document") -> FloatMatrix:
        """
        Embed *texts*, off the event loop.

        Returns:
            A C-contiguous float32 matrix of shape (len(texts), dimensions) in the order given, each row of length 1,
            never NaN; no texts give shape (0, dimensions). The same text gives the same row in any batch, up to the
            arithmetic's rounding.

        Raises:
            ModelError: the model failed.

        """
        ...
