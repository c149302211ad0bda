"""What agent hosts speak, made of a model's text: OpenAI's chat completions, Anthropic's messages (docs/hosts.md)."""

from __future__ import annotations

from pi_native.hosts.anthropic import MessageStream, anthropic_message
from pi_native.hosts.openai import DONE, ChatCompletionStream, assistant_message, chat_completion
from pi_native.hosts.wire import HostStream, server_sent

__all__ = [
    "DONE",
    "ChatCompletionStream",
    "HostStream",
    "MessageStream",
    "anthropic_message",
    "assistant_message",
    "chat_completion",
    "server_sent",
]
