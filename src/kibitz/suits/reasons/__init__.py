"""Why a plan is what it is: its layouts in groups, its rivals, its statements."""
