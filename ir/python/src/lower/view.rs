//! num_tiles, tiled views, array slices, advanced indexing, lists of arrays.
