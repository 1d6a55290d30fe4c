//! Attributes with a fixed set of values, as the marker types of cuTile Rust.

use cutile_ir::ir::{
    AtomicRMWMode, ComparisonOrdering, ComparisonPredicate, IntegerOverflow, MemoryOrdering,
    MemoryScope, RoundingMode, Signedness,
};
use proc_macro2::TokenStream;
use quote::quote;

pub(super) fn rounding(mode: RoundingMode) -> TokenStream {
    match mode {
        RoundingMode::NearestEven => quote!(rounding::NearestEven),
        RoundingMode::Zero => quote!(rounding::Zero),
        RoundingMode::NegativeInf => quote!(rounding::NegativeInf),
        RoundingMode::PositiveInf => quote!(rounding::PositiveInf),
        RoundingMode::Approx => quote!(rounding::Approx),
        RoundingMode::Full => quote!(rounding::Full),
        RoundingMode::NearestIntToZero => quote!(rounding::NearestIntToZero),
        RoundingMode::NearestAway => quote!(rounding::NearestAway),
    }
}

pub(super) fn ftz(flush: bool) -> TokenStream {
    if flush {
        quote!(ftz::Enabled)
    } else {
        quote!(ftz::Disabled)
    }
}

pub(super) fn nan(propagate: bool) -> TokenStream {
    if propagate {
        quote!(nan::Enabled)
    } else {
        quote!(nan::Disabled)
    }
}

pub(super) fn signedness(signedness: Signedness) -> TokenStream {
    match signedness {
        Signedness::Signed => quote!(signedness::Signed),
        Signedness::Unsigned => quote!(signedness::Unsigned),
    }
}

pub(super) fn overflow(overflow: IntegerOverflow) -> TokenStream {
    match overflow {
        IntegerOverflow::None => quote!(overflow::None),
        IntegerOverflow::NoSignedWrap => quote!(overflow::NoSignedWrap),
        IntegerOverflow::NoUnsignedWrap => quote!(overflow::NoUnsignedWrap),
        IntegerOverflow::NoWrap => quote!(overflow::NoWrap),
    }
}

pub(super) fn predicate(predicate: ComparisonPredicate) -> TokenStream {
    match predicate {
        ComparisonPredicate::Equal => quote!(predicate::Equal),
        ComparisonPredicate::NotEqual => quote!(predicate::NotEqual),
        ComparisonPredicate::LessThan => quote!(predicate::LessThan),
        ComparisonPredicate::LessThanOrEqual => quote!(predicate::LessThanOrEqual),
        ComparisonPredicate::GreaterThan => quote!(predicate::GreaterThan),
        ComparisonPredicate::GreaterThanOrEqual => quote!(predicate::GreaterThanOrEqual),
    }
}

/// The operator that compares scalars.
pub(super) fn comparison(predicate: ComparisonPredicate) -> TokenStream {
    match predicate {
        ComparisonPredicate::Equal => quote!(==),
        ComparisonPredicate::NotEqual => quote!(!=),
        ComparisonPredicate::LessThan => quote!(<),
        ComparisonPredicate::LessThanOrEqual => quote!(<=),
        ComparisonPredicate::GreaterThan => quote!(>),
        ComparisonPredicate::GreaterThanOrEqual => quote!(>=),
    }
}

pub(super) fn float_ordering(ordering: ComparisonOrdering) -> TokenStream {
    match ordering {
        ComparisonOrdering::Ordered => quote!(cmp_ordering::Ordered),
        ComparisonOrdering::Unordered => quote!(cmp_ordering::Unordered),
    }
}

pub(super) fn memory_ordering(ordering: MemoryOrdering) -> TokenStream {
    match ordering {
        MemoryOrdering::Weak => quote!(ordering::Weak),
        MemoryOrdering::Relaxed => quote!(ordering::Relaxed),
        MemoryOrdering::Acquire => quote!(ordering::Acquire),
        MemoryOrdering::Release => quote!(ordering::Release),
        MemoryOrdering::AcqRel => quote!(ordering::AcqRel),
    }
}

pub(super) fn memory_scope(scope: MemoryScope) -> TokenStream {
    match scope {
        MemoryScope::TileBlock => quote!(scope::TileBlock),
        MemoryScope::Device => quote!(scope::Device),
        MemoryScope::System => quote!(scope::System),
    }
}

pub(super) fn atomic(mode: AtomicRMWMode) -> TokenStream {
    match mode {
        AtomicRMWMode::And => quote!(atomic::And),
        AtomicRMWMode::Or => quote!(atomic::Or),
        AtomicRMWMode::Xor => quote!(atomic::Xor),
        AtomicRMWMode::Add => quote!(atomic::Add),
        AtomicRMWMode::AddF => quote!(atomic::AddF),
        AtomicRMWMode::Max => quote!(atomic::Max),
        AtomicRMWMode::Min => quote!(atomic::Min),
        AtomicRMWMode::UMax => quote!(atomic::Umax),
        AtomicRMWMode::UMin => quote!(atomic::Umin),
        AtomicRMWMode::Xchg => quote!(atomic::Xchg),
    }
}
