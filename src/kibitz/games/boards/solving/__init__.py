"""Line games solved exactly: ranked, compiled, and kept."""
