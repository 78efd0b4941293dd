"""An auction judged: its calls beside the experts', its contract beside par and other tables."""
