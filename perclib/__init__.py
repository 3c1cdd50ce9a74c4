"""The helper library of the book: streams, losses, learners, bounds, proofs and figures.

Everything flows one way: a stream of examples, a learner, a run of the learner over the stream,
the bound that a theorem promises, and a table or figure that shows both side by side.
"""
