//! The enumerations of the dialect, and how their values are spelt.

use cutile_ir::ir::{
    AtomicRMWMode, ComparisonOrdering, ComparisonPredicate, IntegerOverflow, MemoryOrdering,
    MemoryScope, RoundingMode, Signedness, SymbolVisibility,
};

/// What a multicast access combines values with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum MultimemReduction {
    /// Sum.
    Add = 0,
    /// Signed minimum.
    Min = 1,
    /// Signed maximum.
    Max = 2,
    /// Bitwise and.
    And = 3,
    /// Bitwise or.
    Or = 4,
    /// Bitwise exclusive or.
    Xor = 5,
    /// Unsigned minimum.
    UMin = 6,
    /// Unsigned maximum.
    UMax = 7,
}

/// An attribute with a fixed set of values, which a module holds as numbers.
pub trait Enumeration: Copy + 'static {
    /// Every value with its spelling, in the order of their numbers.
    const VALUES: &'static [(Self, &'static str)];

    /// The value of a number.
    fn from_number(number: i64) -> Option<Self> {
        let index = usize::try_from(number).ok()?;
        Self::VALUES.get(index).map(|(value, _)| *value)
    }

    /// The number that a module holds.
    fn number(self) -> i64;

    /// How the textual form spells the value.
    fn name(self) -> &'static str {
        usize::try_from(self.number())
            .ok()
            .and_then(|index| Self::VALUES.get(index))
            .map_or("", |(_, name)| name)
    }
}

macro_rules! enumeration {
    ($type:ident { $($value:ident = $name:literal),* $(,)? }) => {
        impl Enumeration for $type {
            const VALUES: &'static [(Self, &'static str)] = &[$(($type::$value, $name)),*];

            fn number(self) -> i64 {
                self as i64
            }
        }
    };
}

enumeration!(Signedness { Unsigned = "unsigned", Signed = "signed" });
enumeration!(IntegerOverflow {
    None = "none",
    NoSignedWrap = "no_signed_wrap",
    NoUnsignedWrap = "no_unsigned_wrap",
    NoWrap = "no_wrap",
});
enumeration!(RoundingMode {
    NearestEven = "nearest_even",
    Zero = "zero",
    NegativeInf = "negative_inf",
    PositiveInf = "positive_inf",
    Approx = "approx",
    Full = "full",
    NearestIntToZero = "nearest_int_to_zero",
    NearestAway = "nearest_away",
});
enumeration!(ComparisonOrdering { Unordered = "unordered", Ordered = "ordered" });
enumeration!(ComparisonPredicate {
    Equal = "equal",
    NotEqual = "not_equal",
    LessThan = "less_than",
    LessThanOrEqual = "less_than_or_equal",
    GreaterThan = "greater_than",
    GreaterThanOrEqual = "greater_than_or_equal",
});
enumeration!(AtomicRMWMode {
    And = "and",
    Or = "or",
    Xor = "xor",
    Add = "add",
    AddF = "addf",
    Max = "max",
    Min = "min",
    UMax = "umax",
    UMin = "umin",
    Xchg = "xchg",
});
enumeration!(MemoryScope { TileBlock = "tl_blk", Device = "device", System = "sys" });
enumeration!(MemoryOrdering {
    Weak = "weak",
    Relaxed = "relaxed",
    Acquire = "acquire",
    Release = "release",
    AcqRel = "acq_rel",
});
enumeration!(MultimemReduction {
    Add = "add",
    Min = "min",
    Max = "max",
    And = "and",
    Or = "or",
    Xor = "xor",
    UMin = "umin",
    UMax = "umax",
});
enumeration!(SymbolVisibility { Public = "public", Private = "private" });

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers_are_positions<E: Enumeration>() {
        for (index, (value, name)) in E::VALUES.iter().enumerate() {
            assert_eq!(value.number(), index as i64);
            assert_eq!(
                E::from_number(index as i64).map(Enumeration::name),
                Some(*name)
            );
        }
        assert!(E::from_number(E::VALUES.len() as i64).is_none());
        assert!(E::from_number(-1).is_none());
    }

    #[test]
    fn values_are_listed_in_the_order_of_their_numbers() {
        numbers_are_positions::<Signedness>();
        numbers_are_positions::<IntegerOverflow>();
        numbers_are_positions::<RoundingMode>();
        numbers_are_positions::<ComparisonOrdering>();
        numbers_are_positions::<ComparisonPredicate>();
        numbers_are_positions::<AtomicRMWMode>();
        numbers_are_positions::<MemoryScope>();
        numbers_are_positions::<MemoryOrdering>();
        numbers_are_positions::<MultimemReduction>();
        numbers_are_positions::<SymbolVisibility>();
    }
}
