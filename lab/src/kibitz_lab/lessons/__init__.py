"""Lesson deals: a teacher's line on each, proved double dummy, and what Kibitz says of it."""
