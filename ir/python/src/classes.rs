//! Classes of a package that kernels can use: frozen dataclasses and enumerations.

use crate::diagnostic::{Error, Kind, Result};
use crate::eval;
use crate::mid::constant::{Const, UserEnumValue};
use crate::modules::{ClassRef, FunctionRef, Package, TileClass};
use crate::tree::{ClassDef, Expr, ExprKind, StmtKind};
use std::sync::Arc;

/// A frozen dataclass.
#[derive(Debug, Clone)]
pub struct Dataclass {
    /// Its name.
    pub name: Arc<str>,
    /// Its fields in order.
    pub fields: Vec<Field>,
    /// Whether comparison, order and text are the generated ones.
    pub eq: bool,
    /// Whether `<` and its kin are generated.
    pub order: bool,
}

/// A field of a dataclass.
#[derive(Debug, Clone)]
pub struct Field {
    /// Its name.
    pub name: Arc<str>,
    /// Its default.
    pub default: Option<Const>,
}

impl Dataclass {
    /// Position of a field.
    pub fn field_index(&self, name: &str) -> Option<usize> {
        self.fields.iter().position(|f| &*f.name == name)
    }
}

/// A method of a class.
#[derive(Debug, Clone, Copy)]
pub struct Method {
    /// Its function.
    pub function: FunctionRef,
    /// `@property`.
    pub is_property: bool,
    /// `@staticmethod`.
    pub is_static: bool,
}

fn definition(package: &Package, class: ClassRef) -> Option<Arc<ClassDef>> {
    let module = package.module_by_id(class.module)?;
    module
        .classes
        .get(class.index as usize)
        .map(|c| c.def.clone())
}

fn names(package: &Package, module: u32, expr: &Expr) -> Option<TileClass> {
    match eval::constant(package, module, expr) {
        Ok(Const::TileClass(c)) => Some(c),
        _ => None,
    }
}

/// The dataclass that a class is.
///
/// # Errors
/// Not a dataclass, not frozen, fields of kinds that kernels cannot use.
pub fn dataclass(package: &Package, class: ClassRef) -> Result<Dataclass> {
    let def = definition(package, class)
        .ok_or_else(|| Error::new(Kind::Missing, "there is no such class"))?;
    let mut frozen = false;
    let (mut is_dataclass, mut eq, mut order) = (false, true, false);
    for decorator in &def.decorator_list {
        let (callee, keywords) = match &decorator.kind {
            ExprKind::Call { func, keywords, .. } => (&**func, keywords.as_slice()),
            _ => (decorator, &[][..]),
        };
        if names(package, class.module, callee) == Some(TileClass::Dataclass) {
            is_dataclass = true;
            for keyword in keywords {
                let value = eval::constant(package, class.module, &keyword.value);
                let yes = matches!(value, Ok(Const::Bool(true)));
                match keyword.arg.as_ref().map(|a| a.as_str()) {
                    Some("frozen") => frozen = yes,
                    Some("eq") => eq = yes,
                    Some("order") => order = yes,
                    _ => {}
                }
            }
        }
    }
    if !is_dataclass {
        return Err(
            Error::ty("only dataclasses and enumerations can be used in kernels").found(&*def.name),
        );
    }
    if !frozen {
        return Err(Error::ty("only frozen dataclasses can be used in kernels")
            .found(&*def.name)
            .help("write @dataclass(frozen=True)"));
    }
    let mut fields = Vec::new();
    for stmt in &def.body {
        if let StmtKind::AnnAssign {
            target,
            value,
            simple: true,
            ..
        } = &stmt.kind
            && let ExprKind::Name { id, .. } = &target.kind
        {
            let default = match value {
                Some(value) => Some(eval::constant(package, class.module, value)?),
                None => None,
            };
            fields.push(Field {
                name: id.as_str().into(),
                default,
            });
        }
    }
    Ok(Dataclass {
        name: def.name.as_str().into(),
        fields,
        eq,
        order,
    })
}

/// The members of an enumeration; `None` when the class is none.
///
/// # Errors
/// Members whose values only running host code could tell.
pub fn enum_members(package: &Package, class: ClassRef) -> Result<Option<Vec<Arc<UserEnumValue>>>> {
    let Some(def) = definition(package, class) else {
        return Ok(None);
    };
    let base = def
        .bases
        .iter()
        .find_map(|b| names(package, class.module, b));
    let is_int = match base {
        Some(TileClass::Enum) => false,
        Some(TileClass::IntEnum) => true,
        _ => return Ok(None),
    };
    let mut members = Vec::new();
    for stmt in &def.body {
        if let StmtKind::Assign { targets, value } = &stmt.kind
            && let [
                Expr {
                    kind: ExprKind::Name { id, .. },
                    ..
                },
            ] = &targets[..]
        {
            let value = match eval::constant(package, class.module, value)? {
                Const::Opaque(what) if &*what == "result of enum.auto" => {
                    Const::Int(members.len() as i128 + 1)
                }
                value => value,
            };
            members.push(Arc::new(UserEnumValue {
                class,
                name: id.as_str().into(),
                value,
                is_int,
            }));
        }
    }
    Ok(Some(members))
}

/// A method of a class.
pub fn method(package: &Package, class: ClassRef, name: &str) -> Option<Method> {
    let module = package.module_by_id(class.module)?;
    let def = module.classes.get(class.index as usize)?;
    let (_, index) = def.methods.iter().rev().find(|(n, _)| &**n == name)?;
    let function = module.functions.get(*index as usize)?;
    let decorated = |what: &str| {
        function
            .def
            .decorator_list
            .iter()
            .any(|d| matches!(&d.kind, ExprKind::Name { id, .. } if id == what))
    };
    Some(Method {
        function: FunctionRef {
            module: class.module,
            index: *index,
        },
        is_property: decorated("property"),
        is_static: decorated("staticmethod"),
    })
}

/// `Class.name`: a member of an enumeration, a method, or a class variable.
///
/// # Errors
/// No such attribute.
pub fn attribute(package: &Package, class: ClassRef, name: &str) -> Result<Const> {
    if let Some(members) = enum_members(package, class)?
        && let Some(member) = members.iter().find(|m| &*m.name == name)
    {
        return Ok(Const::UserEnum(member.clone()));
    }
    if let Some(method) = method(package, class, name) {
        return Ok(Const::Function(method.function));
    }
    let def = definition(package, class);
    for stmt in def.iter().flat_map(|d| &d.body) {
        let (target, value) = match &stmt.kind {
            StmtKind::Assign { targets, value } => (targets.first(), value),
            StmtKind::AnnAssign {
                target,
                value: Some(value),
                ..
            } => (Some(&**target), value),
            _ => continue,
        };
        if let Some(Expr {
            kind: ExprKind::Name { id, .. },
            ..
        }) = target
            && id == name
        {
            return eval::constant(package, class.module, value);
        }
    }
    Err(Error::new(Kind::Missing, "class has no such attribute").found(name))
}
