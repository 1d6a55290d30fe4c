//! Reshape, broadcast, permute, transpose, expand_dims, cat, extract, insert, item.
