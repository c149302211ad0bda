"""How a body of line-form.lark ends: at a guillemet that is not doubled."""

import re

from pi_native import Extension

GUILLEMETS = re.compile("[«»]")


class Body(Extension):
    production = "INLINE_TEXT"

    def find_end(self, text, start, is_last):
        place = text.find("»", start)
        while place >= 0:
            if place + 1 == len(text) and not is_last:
                return -1, place  # the next character may double it
            if not text.startswith("»", place + 1):
                return place, place
            place = text.find("»", place + 2)
        return -1, len(text)

    def decode(self, text):
        return text.replace("««", "«").replace("»»", "»")

    def encode(self, text):
        return GUILLEMETS.sub(lambda match: match[0] * 2, text)
