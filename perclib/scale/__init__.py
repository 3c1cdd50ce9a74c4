"""Long streams and several machines: faster runs, and weights that are mixed."""

from perclib.scale import fast as fast
from perclib.scale.mixing import *
