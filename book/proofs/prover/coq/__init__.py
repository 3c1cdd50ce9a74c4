"""Coq's opinion of the kernel's theorems: what is written for it, read of it, and stored of it.

`export` writes a file for a theorem; the other modules but three serve it.  `library` puts all
files together, `text` reads them sentence by sentence, and `table` holds which of them Coq accepted.
"""
