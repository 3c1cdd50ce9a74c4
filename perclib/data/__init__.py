"""Streams of examples, and where they come from."""

from perclib.data.chunks import *
from perclib.data.datasets import *
from perclib.data.streams import *
