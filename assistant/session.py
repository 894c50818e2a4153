"""One evening: the table, its eyes, its buttons and its voice, driven from one place.

Everything outside only enqueues; `tick` drains the queue on the caller's thread, which is
the one that posts.
"""
