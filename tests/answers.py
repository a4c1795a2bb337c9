"""What a language model answers in the tests of summaries, when it answers well."""

SUMMARY = "Ana quer trocar o plano e decidiu pelo Família a partir de abril."
EVENT = {
    "timestamp": "2026-03-02T19:09:05Z",
    "description": "Ana decidiu pelo plano Família.",
    "participants": ["Ana"],
    "importance": "high",
}


def event(**changes):
    """Make an event as it stands in an answer; *changes* are fields of it."""
    return EVENT | changes
