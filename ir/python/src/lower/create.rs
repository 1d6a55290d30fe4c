//! full, zeros, ones, arange, astile.
