"""The text that teaches a model the format, for a list of tools."""

from pi_native.prompt.text import ExampleCall, Prompt, example_call, prompt, prompt_data

__all__ = ["ExampleCall", "Prompt", "example_call", "prompt", "prompt_data"]
