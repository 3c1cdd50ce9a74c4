"""Learners with the interface of scikit-learn, for pipelines and model selection.

`OnlineClassifier` takes any learner; the others are it with a learner chosen.  This room needs
scikit-learn, so ``import perclib`` does not import it.
"""

from perclib.estimator.chosen import *
from perclib.estimator.online import *
