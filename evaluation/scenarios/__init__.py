"""What a model does when retrieval fails: nothing answers, evidence is missing, passages contradict or distract.

Unlike a run, which measures what was retrieved, these change it on purpose. After "Benchmarking Large Language Models
in Retrieval-Augmented Generation" (Chen et al., AAAI 2024): negative rejection, counterfactual and noise robustness.
"""
