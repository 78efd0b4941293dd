"""All experiments together: their list, running them one by one, and the pages made from them."""
