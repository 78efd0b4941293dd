"""What calls and cards tell of hidden hands: how often each rule is right at experts' tables."""
