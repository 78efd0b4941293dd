"""The line that asks anything: the place that answers, or two or three offers."""
