"""What ships is made here: the starter library, the similarity, plans and strategies."""
