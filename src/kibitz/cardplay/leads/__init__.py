"""The opening lead as players speak of it: what the auction says, which suit, which card, and why.

Lead(hand, auction, contract, card)   a card that the leader may choose, valid by construction
SuitReason.all_of(lead)               what the suit is to the leader: partner's, long, unbid ...
CardReason.of(lead)                   which card of it: fourth best, top of a sequence ...
shown(auction)                        what the calls say of the hidden hands, as claims
explain.auction_text, lead_text, comparison_text     the same in words
textbook_lead(hand, auction, contract)               what a book would lead, without precedents
Carding.of(records, pair)             what a pair leads from what, from their own tables
LeadResults.of(led)                   how the experts' leads did against the contract
"""
