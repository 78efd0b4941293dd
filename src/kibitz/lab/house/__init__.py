"""The house: it deals, bids and plays whole deals by what was learned, and nobody sees a hidden card."""
