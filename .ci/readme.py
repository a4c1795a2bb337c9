"""Print the Python examples of Markdown files, one after the other, as a program."""

import re
import sys
from pathlib import Path

for name in sys.argv[1:]:
    for block in re.findall(r"```python\n(.*?)```", Path(name).read_text(encoding="utf-8"), re.DOTALL):
        print(block)
