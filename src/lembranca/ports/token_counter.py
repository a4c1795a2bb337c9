"""Text to number of tokens."""

from __future__ import annotations

from typing import Protocol


class ITokenCounter(Protocol):
    r"""
    Says how many tokens a model would see in a text, or a careful estimate of it.

    Counting is pure, synchronous and fast: it is called for every line of every context. For every counter and every
    `str`, lone surrogates and texts of a megabyte included:

    - `count("")` is 0, and `count` of anything else is at least 1;
    - the same text always gets the same count;
    - a text of n characters counts at least n / 128 (no known vocabulary has a token of more), so that a text much too
      long for a budget need not be counted;
    - nothing is raised, and nothing in the text is special: `<|endoftext|>` is counted as the characters it has;
    - *lines add up*: when every line after the first begins with a character that is not white space (by
      `str.isspace`), then `count("\n".join(lines)) <= sum(count(line + "\n") for line in lines)`. A line may itself
      contain line breaks. A context whose parts were counted with their line break is therefore never longer than the
      sum of its parts, and need not be counted again as a whole.

    What is *not* promised: that a prefix counts no more than the text it was cut from. Tokenisers merge, and one more
    character can save a token. Whoever cuts a text to a budget may bisect for a length whose own count fits, and must
    use that comparison as the proof: keep the longest prefix that was counted and found to fit, never one that is only
    known to be shorter than another that fits, and count again whatever is added to it (an ellipsis, a mark).
    """

    @property
    def identity(self) -> str:
        """What counts, such as `estimator:v1` or `tiktoken:o200k_base`; counts of two identities do not compare."""
        ...

    def count(self, text: str) -> int:
        """Give the number of tokens of *text*, 0 when it is empty."""
        ...
