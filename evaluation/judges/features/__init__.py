"""Numbers that the sentences of an exchange are judged by, one idea a file; exchange.py puts them together."""
