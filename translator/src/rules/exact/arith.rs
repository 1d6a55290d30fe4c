//! Element-wise operations: operators where they mean exactly the operation, official functions
//! on tiles, own declarations for scalars and for attributes that the official ones get wrong.

use cutile_ir::ir::{
    ComparisonPredicate, IntegerOverflow, OpId, RoundingMode, ScalarType, Signedness, Value,
};
use proc_macro2::TokenStream;
use quote::quote;

use super::declare::{
    Class, FLOAT_ORDERING, FTZ, INTEGER_ROUNDING, NAN, OVERFLOW, PREDICATE, ROUNDING, SIGNEDNESS,
    Spec,
};
use super::emit::{Emitter, Written};
use super::types::{Element, ident};

const TWO: &[(&str, Class)] = &[("lhs", Class::Same), ("rhs", Class::Same)];
const ONE: &[(&str, Class)] = &[("x", Class::Same)];
const FROM: &[(&str, Class)] = &[("from", Class::From)];

macro_rules! specs {
    ($($name:ident: $function:literal = $op:literal $params:expr => $result:ident [$($mode:expr),*];)*) => {
        $(pub(super) const $name: Spec = Spec {
            name: $function,
            op: $op,
            params: $params,
            result: Class::$result,
            modes: &[$($mode),*],
        };)*
    };
}

specs! {
    ADDI: "addi" = "addi" TWO => Same [OVERFLOW];
    SUBI: "subi" = "subi" TWO => Same [OVERFLOW];
    MULI: "muli" = "muli" TWO => Same [OVERFLOW];
    SHLI: "shli" = "shli" TWO => Same [OVERFLOW];
    NEGI: "negi" = "negi" ONE => Same [OVERFLOW];
    DIVI: "divi" = "divi" TWO => Same [INTEGER_ROUNDING, SIGNEDNESS];
    REMI: "remi" = "remi" TWO => Same [SIGNEDNESS];
    MAXI: "maxi" = "maxi" TWO => Same [SIGNEDNESS];
    MINI: "mini" = "mini" TWO => Same [SIGNEDNESS];
    SHRI: "shri" = "shri" TWO => Same [SIGNEDNESS];
    MULHII: "mulhii" = "mulhii" &[("x", Class::Same), ("y", Class::Same)] => Same [];
    ABSI: "absi" = "absi" ONE => Same [];
    CMPI: "cmpi" = "cmpi" TWO => Bool [PREDICATE, SIGNEDNESS];
    ADDF: "addf" = "addf" TWO => Same [ROUNDING, FTZ];
    SUBF: "subf" = "subf" TWO => Same [ROUNDING, FTZ];
    MULF: "mulf" = "mulf" TWO => Same [ROUNDING, FTZ];
    DIVF: "divf" = "divf" TWO => Same [ROUNDING, FTZ];
    FMA: "fma" = "fma"
        &[("lhs", Class::Same), ("rhs", Class::Same), ("acc", Class::Same)] => Same [ROUNDING, FTZ];
    SQRT: "sqrt" = "sqrt" ONE => Same [ROUNDING, FTZ];
    MAXF: "maxf" = "maxf" TWO => Same [NAN, FTZ];
    MINF: "minf" = "minf" TWO => Same [NAN, FTZ];
    EXP2: "exp2" = "exp2" ONE => Same [FTZ];
    RSQRT: "rsqrt" = "rsqrt" ONE => Same [FTZ];
    EXP: "exp_with_rounding" = "exp" ONE => Same [ROUNDING];
    TANH: "tanh_with_rounding" = "tanh" ONE => Same [ROUNDING];
    CMPF: "cmpf" = "cmpf" TWO => Bool [PREDICATE, FLOAT_ORDERING];
    REMF: "remf" = "remf" TWO => Same [];
    POW: "pow" = "pow" &[("source", Class::Same), ("exponent", Class::Same)] => Same [];
    FPOWI: "fpowi" = "fpowi" &[("source", Class::Same), ("exponent", Class::From)] => Same [];
    ATAN2: "atan2" = "atan2" &[("x", Class::Same), ("y", Class::Same)] => Same [];
    NEGF: "negf" = "negf" ONE => Same [];
    ABSF: "absf" = "absf" ONE => Same [];
    CEIL: "ceil" = "ceil" ONE => Same [];
    FLOOR: "floor" = "floor" ONE => Same [];
    SIN: "sin" = "sin" ONE => Same [];
    COS: "cos" = "cos" ONE => Same [];
    TAN: "tan" = "tan" ONE => Same [];
    SINH: "sinh" = "sinh" ONE => Same [];
    COSH: "cosh" = "cosh" ONE => Same [];
    LOG: "log" = "log" ONE => Same [];
    LOG2: "log2" = "log2" ONE => Same [];
    SELECT: "select" = "select" &[
        ("cond", Class::Bool), ("val_if_true", Class::Same), ("val_if_false", Class::Same)
    ] => Same [];
    EXTI: "exti" = "exti" FROM => To [SIGNEDNESS];
    TRUNCI: "trunci" = "trunci" FROM => To [OVERFLOW];
    FTOF: "ftof" = "ftof" &[("x", Class::From)] => To [ROUNDING];
    FTOI: "ftoi" = "ftoi" &[("x", Class::From)] => To [ROUNDING];
    ITOF: "itof" = "itof" &[("x", Class::From)] => To [ROUNDING];
    BITCAST: "bitcast" = "bitcast" &[("source", Class::From)] => To [];
}

/// Whether an official function on tiles means the same.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Official {
    Yes,
    No,
}

impl Emitter<'_> {
    /// Calls an element-wise operation.
    pub fn elementwise(
        &mut self,
        op: OpId,
        spec: &Spec,
        operands: &[Value],
        modes: &[TokenStream],
        official: Official,
    ) -> Written {
        let result = self.result(op)?;
        let scalars = operands.iter().filter(|v| self.is_scalar(**v)).count();
        if scalars != 0 && scalars != operands.len() {
            return Err("operands of different ranks".into());
        }
        let on_scalars = scalars == operands.len();
        let function = if !on_scalars && official == Official::Yes {
            ident(spec.name)
        } else {
            self.declarations.elementwise(spec, on_scalars)
        };
        let operands: Vec<_> = operands.iter().map(|v| self.value(*v)).collect();
        self.bind(
            result,
            noun(spec.op),
            quote!(#function(#(#operands,)* #(#modes),*)),
        )
    }

    /// `lhs operator rhs`, which tiles and scalars share.
    pub fn operator(&mut self, op: OpId, operator: &TokenStream, operands: [Value; 2]) -> Written {
        let result = self.result(op)?;
        let name = noun(self.module.op(op).opcode.name());
        let [lhs, rhs] = operands.map(|v| self.value(v));
        self.bind(result, name, quote!(#lhs #operator #rhs))
    }

    /// Addition, subtraction, multiplication and left shift of integers.
    pub fn wrapping(
        &mut self,
        op: OpId,
        spec: &Spec,
        operator: &TokenStream,
        operands: [Value; 2],
        overflow: IntegerOverflow,
    ) -> Written {
        if overflow == IntegerOverflow::None && self.element(operands[0]) != Some(ScalarType::I1) {
            return self.operator(op, operator, operands);
        }
        let mode = super::modes::overflow(overflow);
        self.elementwise(op, spec, &operands, &[mode], Official::No)
    }

    /// Addition, subtraction and multiplication of floats.
    pub fn rounded(
        &mut self,
        op: OpId,
        spec: &Spec,
        operator: &TokenStream,
        operands: [Value; 2],
        rounding: RoundingMode,
        flush: bool,
    ) -> Written {
        if rounding == RoundingMode::NearestEven && !flush {
            return self.operator(op, operator, operands);
        }
        let modes = [super::modes::rounding(rounding), super::modes::ftz(flush)];
        self.elementwise(op, spec, &operands, &modes, official_rounding(rounding))
    }

    /// Comparison of integers.
    pub fn compare_integers(
        &mut self,
        op: OpId,
        operands: [Value; 2],
        predicate: ComparisonPredicate,
        signedness: Signedness,
    ) -> Written {
        // The official forms take the sign from the Rust type; truth values have none.
        let plain =
            signedness == Signedness::Signed && self.element(operands[0]) != Some(ScalarType::I1);
        if plain && self.is_scalar(operands[0]) {
            return self.operator(op, &super::modes::comparison(predicate), operands);
        }
        let predicate = super::modes::predicate(predicate);
        if plain {
            return self.elementwise(op, &CMPI, &operands, &[predicate], Official::Yes);
        }
        let modes = [predicate, super::modes::signedness(signedness)];
        self.elementwise(op, &CMPI, &operands, &modes, Official::No)
    }

    /// Operations whose official form takes the sign from the Rust type.
    pub fn signed(
        &mut self,
        op: OpId,
        spec: &Spec,
        operands: &[Value],
        modes: &[TokenStream],
        signedness: Signedness,
    ) -> Written {
        let first = operands.first().and_then(|v| self.element(*v));
        let plain = signedness == Signedness::Signed && first != Some(ScalarType::I1);
        if plain && operands.first().is_some_and(|v| !self.is_scalar(*v)) {
            return self.elementwise(op, spec, operands, modes, Official::Yes);
        }
        let signedness = [super::modes::signedness(signedness)];
        let modes: Vec<_> = modes.iter().chain(&signedness).cloned().collect();
        self.elementwise(op, spec, operands, &modes, Official::No)
    }

    /// Integer to float, or back: the sign goes with the Rust type of the integer.
    pub fn convert_with_sign(
        &mut self,
        op: OpId,
        spec: &Spec,
        from: Value,
        rounding: RoundingMode,
        signedness: Signedness,
    ) -> Written {
        let integer = if spec.name == "itof" {
            from
        } else {
            self.result(op)?
        };
        let implied = match self.element(integer) {
            Some(ScalarType::I1) => Signedness::Unsigned,
            _ => Signedness::Signed,
        };
        if signedness != implied {
            return Err(format!("{signedness:?} conversion of {implied:?} integers"));
        }
        let rounding = super::modes::rounding(rounding);
        self.elementwise(op, spec, &[from], &[rounding], Official::Yes)
    }

    /// The element type of a tile of numbers.
    pub fn element(&self, value: Value) -> Option<ScalarType> {
        match self.shape(value)?.element {
            Element::Number(scalar) => Some(scalar),
            Element::Pointer(_) => None,
        }
    }
}

/// The official float operations know every rounding but one.
pub(super) fn official_rounding(rounding: RoundingMode) -> Official {
    match rounding {
        RoundingMode::Full | RoundingMode::NearestIntToZero | RoundingMode::NearestAway => {
            Official::No
        }
        RoundingMode::NearestEven
        | RoundingMode::Zero
        | RoundingMode::NegativeInf
        | RoundingMode::PositiveInf
        | RoundingMode::Approx => Official::Yes,
    }
}

/// What the result of an operation is called where nothing better is known.
pub(super) fn noun(op: &str) -> &str {
    match op {
        "addf" | "addi" => "sum",
        "subf" | "subi" => "difference",
        "mulf" | "muli" | "mulhii" | "mmaf" | "mmai" | "mmaf_scaled" => "product",
        "divf" | "divi" => "quotient",
        "remf" | "remi" => "remainder",
        "maxf" | "maxi" => "larger",
        "minf" | "mini" => "smaller",
        "negf" | "negi" => "negated",
        "absf" | "absi" => "magnitude",
        "fma" => "fused",
        "cmpf" | "cmpi" => "condition",
        "andi" => "both",
        "ori" => "either",
        "xori" => "differs",
        "shli" | "shri" => "shifted",
        "exp" | "exp2" => "power",
        "log" | "log2" => "logarithm",
        "sqrt" | "rsqrt" => "root",
        "select" => "chosen",
        "exti" | "trunci" | "ftof" | "ftoi" | "itof" | "bitcast" => "converted",
        "reshape" => "reshaped",
        "broadcast" => "spread",
        "permute" => "permuted",
        "iota" => "lanes",
        "offset" => "pointers",
        other => other,
    }
}
