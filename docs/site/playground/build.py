def build(target):
    pass
