//! print, printf, assert, f-strings.
