//! Integers of every width, through 64-bit ones.

use super::Element;

/// Integers: a bit pattern read as signed (two's complement; an `i1` is 0 or -1) or unsigned.
pub trait Integer: Element {
    const BITS: u32;

    /// The number, read as signed.
    fn signed(self) -> i64;

    /// The number, read as unsigned.
    fn unsigned(self) -> u64;

    /// The lowest bits.
    fn wrap(value: i64) -> Self;

    /// The smallest number, read as signed.
    fn smallest() -> i64 {
        -1 << (Self::BITS - 1)
    }

    /// The largest number, read as signed.
    fn largest() -> i64 {
        !Self::smallest()
    }

    /// The largest number, read as unsigned.
    fn largest_unsigned() -> u64 {
        u64::MAX >> (64 - Self::BITS)
    }
}

macro_rules! integer {
    ($($type:ident: $unsigned:ident),*) => {
        $(impl Integer for $type {
            const BITS: u32 = $type::BITS;

            #[inline]
            fn signed(self) -> i64 {
                self as i64
            }

            #[inline]
            fn unsigned(self) -> u64 {
                self as $unsigned as u64
            }

            #[inline]
            fn wrap(value: i64) -> Self {
                value as $type
            }
        })*
    };
}

integer!(i8: u8, i16: u16, i32: u32, i64: u64);

impl Integer for bool {
    const BITS: u32 = 1;

    #[inline]
    fn signed(self) -> i64 {
        -i64::from(self)
    }

    #[inline]
    fn unsigned(self) -> u64 {
        u64::from(self)
    }

    #[inline]
    fn wrap(value: i64) -> Self {
        value & 1 == 1
    }
}
