"""An answer beside the reference answer of its question. Unlike judges, which read an answer beside its context."""
