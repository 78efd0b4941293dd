"""The house: it bids and plays whole deals by what was learned, and sees no hidden card."""
