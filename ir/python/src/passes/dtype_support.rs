//! Refuses data types and constants that the target lacks.
//!
//! Official `_passes/check_dtype_support.py`.

use crate::diagnostic::{Error, Kind, Result};
use crate::dtype::{Dtype, Element};
use crate::lower::{BytecodeVersion, Options};
use crate::mid::op::AtomicMode;
use crate::mid::{Body, Const, Op, Operation, Type, Var};

/// See the module.
///
/// # Errors
/// A data type that the architecture or the bytecode version lacks, with the operation's place.
pub fn run(body: &Body, options: &Options) -> Result<()> {
    let target = Target {
        version: options.version,
        arch: options.arch.as_deref(),
    };
    let mut result = Ok(());
    body.traverse(body.root, &mut |_, operation| {
        if result.is_ok() {
            result = target
                .check(body, operation)
                .map_err(|e| e.at(operation.loc));
        }
    });
    result
}

struct Target<'a> {
    version: BytecodeVersion,
    arch: Option<&'a str>,
}

impl Target<'_> {
    fn check(&self, body: &Body, operation: &Operation) -> Result<()> {
        if let Op::TypedConst { value } = &operation.op
            && let Some(&result) = operation.results.first()
        {
            check_value(body, result, value)?;
        }
        if let Op::AtomicRmw { mode, pointer, .. } = operation.op {
            self.check_atomic(body, mode, pointer)?;
        }
        if let Op::AtomicRedView { mode, view, .. } = operation.op {
            self.check_atomic(body, mode, view)?;
        }
        let mut result = Ok(());
        operation.op.for_each_operand(|v| {
            for dtype in dtypes(body, v) {
                if result.is_ok() {
                    result = self.check_dtype(dtype);
                }
            }
        });
        result
    }

    fn check_dtype(&self, dtype: Dtype) -> Result<()> {
        let (sm, version) = match dtype {
            Dtype::Float8E4M3FN | Dtype::Float8E5M2 => (90, None),
            Dtype::Float8E8M0FNU => (100, Some(BytecodeVersion::V13_2)),
            Dtype::Float4E2M1FN => (100, Some(BytecodeVersion::V13_3)),
            Dtype::Float8E5M3FNU => (107, Some(BytecodeVersion::V13_4)),
            _ => return Ok(()),
        };
        self.need_sm(sm, &format!("{dtype}"))?;
        match version {
            Some(version) => self.need_version(version, &format!("{dtype}")),
            None => Ok(()),
        }
    }

    fn check_atomic(&self, body: &Body, mode: AtomicMode, target: Var) -> Result<()> {
        if mode != AtomicMode::AddFloat || !dtypes(body, target).contains(&Dtype::BFloat16) {
            return Ok(());
        }
        let what = "atomic addition of bfloat16";
        self.need_sm(90, what)?;
        self.need_version(BytecodeVersion::V13_3, what)
    }

    /// Not checked when the architecture is open.
    fn need_sm(&self, least: u32, what: &str) -> Result<()> {
        let Some(arch) = self.arch else {
            return Ok(());
        };
        let digits = arch.trim_start_matches("sm_").trim_end_matches(['a', 'f']);
        match digits.parse::<u32>() {
            Ok(sm) if sm >= least => Ok(()),
            Ok(_) => Err(
                Error::new(Kind::Version, format!("{what} is not supported on {arch}"))
                    .help(format!("compile for sm_{least} or newer")),
            ),
            Err(_) => Err(Error::new(Kind::Version, "unknown architecture")
                .found(arch)
                .help("name it like sm_90")),
        }
    }

    fn need_version(&self, least: BytecodeVersion, what: &str) -> Result<()> {
        if self.version >= least {
            return Ok(());
        }
        let message = format!("{what} needs bytecode version {least} or newer");
        Err(Error::new(Kind::Version, message)
            .found(format!("version {}", self.version))
            .help(format!("lower for version {least}")))
    }
}

/// Data types in the type of a variable; what pointers point to for pointers.
fn dtypes(body: &Body, var: Var) -> Vec<Dtype> {
    let Some(ty) = &body.var(var).ty else {
        return Vec::new();
    };
    let of_leaf = |ty: &Type| match ty {
        Type::Tile(t) => match t.element {
            Element::Scalar(d) | Element::Pointer(d) | Element::ForeignPointer(d) => Some(d),
        },
        _ => None,
    };
    if ty.is_aggregate() {
        ty.flatten().iter().filter_map(of_leaf).collect()
    } else {
        of_leaf(ty).into_iter().collect()
    }
}

fn check_value(body: &Body, result: Var, value: &Const) -> Result<()> {
    let (refused, what): (fn(f64) -> bool, _) = match dtypes(body, result).first() {
        Some(Dtype::Float8E8M0FNU | Dtype::Float8E5M3FNU) => {
            (f64::is_sign_negative, "negative values")
        }
        Some(Dtype::Float4E2M1FN) => (f64::is_nan, "NaN"),
        _ => return Ok(()),
    };
    let mut pending = vec![value];
    while let Some(value) = pending.pop() {
        match value {
            Const::Tuple(items) | Const::List(items) => pending.extend(items.iter()),
            other if other.as_float().is_some_and(refused) => {
                let dtype = dtypes(body, result).first().copied().unwrap_or(Dtype::Bool);
                return Err(
                    Error::value(format!("{what} cannot be represented in {dtype}")).found(other),
                );
            }
            _ => {}
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mid::build::Sketch;

    fn target(version: BytecodeVersion, arch: Option<&str>) -> Options {
        Options {
            version,
            arch: arch.map(str::to_owned),
            ..Options::default()
        }
    }

    fn body_with(dtype: Dtype, value: f64) -> Body {
        let mut s = Sketch::new();
        let value = Const::Float(value);
        let x = s.op(Op::TypedConst { value }, Type::scalar(dtype));
        s.print_f32(x);
        s.finish()
    }

    #[test]
    fn each_type_has_its_first_architecture_and_version() {
        let body = body_with(Dtype::Float8E8M0FNU, 1.0);
        let ok = |v, a| run(&body, &target(v, a)).is_ok();
        assert!(ok(BytecodeVersion::V13_3, None));
        assert!(ok(BytecodeVersion::V13_2, Some("sm_100")));
        assert!(!ok(BytecodeVersion::V13_3, Some("sm_90")));
        let v13_1 = BytecodeVersion {
            minor: 1,
            ..BytecodeVersion::V13_2
        };
        assert!(!ok(v13_1, Some("sm_100")));
    }

    #[test]
    fn values_a_format_cannot_hold_are_refused() {
        let options = target(BytecodeVersion::V13_4, None);
        assert!(run(&body_with(Dtype::Float8E8M0FNU, -1.0), &options).is_err());
        assert!(run(&body_with(Dtype::Float4E2M1FN, f64::NAN), &options).is_err());
        assert!(run(&body_with(Dtype::Float4E2M1FN, -1.0), &options).is_ok());
    }
}
