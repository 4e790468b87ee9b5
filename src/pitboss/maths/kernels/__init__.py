"""What the solvers and simulators count with: evaluators, kernels and tables of each game."""
