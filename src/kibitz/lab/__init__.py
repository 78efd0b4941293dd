"""Measures Kibitz: the tables of the papers, and more, each from one module."""
