"""What the productions of empty-null.lark mean."""

from pi_native import Extension


class Whole(Extension):
    """An element whose tag says the whole value: of an argument or of a field, but not of an item of a list."""

    is_preferred = True

    def value(self):
        raise NotImplementedError

    def read(self, children, typing):
        given = typing.bare_element(children)
        given.whole = self.value()
        return given

    def element(self, writer, name, value, is_item):
        if is_item or value != self.value():
            return None
        return writer.tag(self.production, writer.element_tag, name, "", {})


class EmptyList(Whole):
    production = "empty_list"

    def value(self):
        return []


class Null(Whole):
    production = "null_value"

    def value(self):
        return None
