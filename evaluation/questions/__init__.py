"""Question sets as material: checked, followed through changed documents, and made from documents.

Unlike corpus/questions.py, which reads them, this judges them.
"""
