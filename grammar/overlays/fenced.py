"""What the productions of fenced.lark mean, and when the renderer chooses them."""

from itertools import count

from pi_native import Extension
from pi_native.verbatim import delimited


def fence_for(closer, text):
    """A fence that does not stand before the closing tag anywhere in the text."""
    fences = ("~" if number == 0 else f"~{number}" for number in count())
    return next(fence for fence in fences if fence + closer not in text)


class FencedCall(Extension):
    production = "fenced_call"

    def read(self, children, typing):
        return typing.block_call(children)

    def call(self, writer, name, attributes, text):
        return write(self.production, writer, writer.call_tag, name, attributes, text)


class FencedElement(Extension):
    production = "fenced_element"

    def read(self, children, typing):
        return typing.string_element(children)

    def element(self, writer, name, value, is_item):
        if not isinstance(value, str):
            return None
        return write(self.production, writer, writer.element_tag, name, "", value)


def write(production, writer, tag, name, attributes, text):
    closer = tag.close(name)
    slots = {"WS": " ", "FENCE": fence_for(closer, text), tag.verbatim: delimited(text)}
    return writer.tag(production, tag, name, attributes, slots)
