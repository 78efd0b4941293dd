"""Every format of records: text in, drafts judged, records out; and records as text."""
