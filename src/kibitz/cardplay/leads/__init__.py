"""The opening lead as players discuss it: what the auction says, which suit, which card, and why.

Lead(hand, auction, contract, card)   a possible lead, valid by construction
SuitReason.all_of(lead)               what the suit is to the leader: partner's, long, unbid ...
CardReason.of(lead)                   which card of it: fourth best, top of a sequence ...
shown(auction)                        what the calls say about the hidden hands, as claims
explain.auction_text, lead_text, comparison_text     the same in words
textbook_lead(hand, auction, contract)               a textbook's lead, without precedents
Carding.of(records, pair)             a pair's leads and signals, learned from their own tables
LeadResults.of(led)                   the results of the experts' leads
"""
