"""Run every benchmark and write `results.json`, `results.png` and `reading.png` beside it."""

import asyncio
import json
import platform
import sqlite3
import tempfile
from pathlib import Path

from benchmarks import compressing, loading, remembering, saving, vectors
from benchmarks.plot import draw, draw_reading

_HERE = Path(__file__).parent


def main() -> None:
    """Measure, print and write."""
    results: dict[str, object] = {
        "machine": {
            "python": platform.python_version(),
            "sqlite": sqlite3.sqlite_version,
            "system": platform.system(),
            "processor": platform.machine(),
        }
    }
    measures = (
        ("saving", saving.measure),
        ("loading", loading.measure),
        ("compressing", compressing.measure),
        ("remembering", remembering.measure),
    )
    for name, measure in measures:
        with tempfile.TemporaryDirectory() as folder:
            results[name] = asyncio.run(measure(Path(folder)))
        print(name, json.dumps(results[name], indent=2))
    results["vectors"] = vectors.run()
    print("vectors", json.dumps(results["vectors"], indent=2))
    (_HERE / "results.json").write_text(json.dumps(results, indent=2) + "\n", encoding="utf-8")
    draw(results, _HERE / "results.png")
    draw_reading(results, _HERE / "reading.png")


main()
