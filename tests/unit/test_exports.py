"""What the package gives out."""

from __future__ import annotations

import subprocess
import sys

import lembranca


def test_the_public_names_are_sorted_and_there():
    assert lembranca.__all__ == sorted(lembranca.__all__)
    assert all(hasattr(lembranca, name) for name in lembranca.__all__)


def test_every_public_class_of_the_package_is_listed():
    classes = {name for name, value in vars(lembranca).items() if isinstance(value, type) and name[0].isupper()}

    assert classes == set(lembranca.__all__)


def test_importing_it_loads_no_driver_and_no_model():
    drivers = ["aiosqlite", "duckdb", "redis", "torch", "sentence_transformers", "openai", "tiktoken", "typer"]
    program = f"import sys, lembranca; print([name for name in {drivers} if name in sys.modules])"

    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "[]"
