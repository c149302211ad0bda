"""Transcripts on disk, read lazily into turns: one module a format."""

from pi_native.transcripts.files import Found, find
from pi_native.transcripts.formats import FORMATS, Format
from pi_native.transcripts.options import ReadOptions
from pi_native.transcripts.pieces import Piece, Transcript, pieces, read, read_records
from pi_native.transcripts.records import Record
from pi_native.transcripts.source import UnreadableError
from pi_native.transcripts.turn import BadRecord, DeclaredCall, Location, Result, Turn

__all__ = [
    "FORMATS",
    "BadRecord",
    "DeclaredCall",
    "Format",
    "Found",
    "Location",
    "Piece",
    "ReadOptions",
    "Record",
    "Result",
    "Transcript",
    "Turn",
    "UnreadableError",
    "find",
    "pieces",
    "read",
    "read_records",
]
