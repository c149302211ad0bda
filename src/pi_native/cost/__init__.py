"""What calls cost, in characters and tokens: in each style of the format, and in other formats (docs/cost.md)."""

from pi_native.cost.measure import Costs, measure
from pi_native.cost.spellings import SPELLINGS
from pi_native.cost.tokenizers import Tokenizer, load_tokenizer

__all__ = ["SPELLINGS", "Costs", "Tokenizer", "load_tokenizer", "measure"]
