"""How calls are written: templates from the grammar's rules, and what each kind of place can hold."""
