"""What the production of call-ids.lark means."""

from pi_native import Extension
from pi_native.transformer import Note


class CallId(Extension):
    production = "call_id"

    def read(self, children, typing):
        return Note("id", children[0].removeprefix("#"))

    def note(self, notes):
        return f"#{notes['id']}" if "id" in notes else None
