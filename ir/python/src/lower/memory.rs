//! Loads and stores of tiles through views: `ct.load`, `ct.store`.
