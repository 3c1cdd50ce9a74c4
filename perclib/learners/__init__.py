"""Learners, losses, and the run of a learner over a stream."""

from perclib.learners import losses as losses
from perclib.learners.descent import *
from perclib.learners.geometry import *
from perclib.learners.kernels import *
from perclib.learners.margins import *
from perclib.learners.perceptron import *
from perclib.learners.protocol import *
from perclib.learners.randomized import *
from perclib.learners.running import *
