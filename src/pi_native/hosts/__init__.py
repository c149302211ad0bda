"""What agent hosts speak, made of a model's text: OpenAI's chat completions, Anthropic's messages (docs/hosts.md)."""

from __future__ import annotations

from pi_native.hosts.anthropic import MessageStream, anthropic_message
from pi_native.hosts.anthropic_history import read_anthropic, write_anthropic
from pi_native.hosts.conversation import Conversation, ConversationError, Message, ToolCall
from pi_native.hosts.openai import DONE, ChatCompletionStream, assistant_message, chat_completion
from pi_native.hosts.openai_history import read_openai, write_openai
from pi_native.hosts.text_history import read_text, write_text
from pi_native.hosts.wire import HostStream, server_sent

__all__ = [
    "DONE",
    "ChatCompletionStream",
    "Conversation",
    "ConversationError",
    "HostStream",
    "Message",
    "MessageStream",
    "ToolCall",
    "anthropic_message",
    "assistant_message",
    "chat_completion",
    "read_anthropic",
    "read_openai",
    "read_text",
    "server_sent",
    "write_anthropic",
    "write_openai",
    "write_text",
]
