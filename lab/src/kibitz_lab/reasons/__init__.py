"""The reasons that plans and cards give: said, true on fresh layouts, and never by chance."""
