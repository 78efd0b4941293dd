"""What is the plan? Lines for a whole deal, played out on the same layouts and put in words."""
