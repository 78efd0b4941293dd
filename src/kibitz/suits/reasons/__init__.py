"""The reasons for a plan: the layouts it wins, its rivals, and sentences about them."""
