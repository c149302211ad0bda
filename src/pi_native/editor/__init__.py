"""What editors need to colour texts of the format: a Pygments lexer and a TextMate grammar, made of the terminals."""
