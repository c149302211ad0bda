"""Data of other formats turned into conversations with calls in the text, and back."""

from pi_native.convert.formats import READERS, WRITERS, Reader, recognise
from pi_native.convert.run import Batch, Conversion

__all__ = ["READERS", "WRITERS", "Batch", "Conversion", "Reader", "recognise"]
