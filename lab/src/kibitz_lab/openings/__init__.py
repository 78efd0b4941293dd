"""Do precedents find the opening?"""
