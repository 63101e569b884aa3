"""What the measures do when annotations are perturbed (Skjærholt 2014, section 3)."""
