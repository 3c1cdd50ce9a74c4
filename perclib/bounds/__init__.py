"""Bounds on the mistakes of a run, the comparators at which they are least, and the audit."""

from perclib.bounds.auditing import *
from perclib.bounds.competitors import *
from perclib.bounds.mistakes import *
from perclib.bounds.report import *
