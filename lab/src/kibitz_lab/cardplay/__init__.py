"""Do precedents find the expert's card?"""
