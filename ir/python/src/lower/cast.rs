//! Conversions: `astype`, implicit casts, bitcasts (official `cast_ops.py`, `ops.py` bitcast/pack).
