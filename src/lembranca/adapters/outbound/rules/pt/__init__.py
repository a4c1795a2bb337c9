"""Portuguese as people type it: its verbs, its words, and what tells a fact."""
