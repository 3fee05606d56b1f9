"""What a person types, made exact: numbers, relations, mechanisms, tables, problems."""
