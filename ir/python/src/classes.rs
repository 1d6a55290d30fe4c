//! Classes of a package that kernels can use: frozen dataclasses and enumerations.

use crate::diagnostic::{Error, Kind, Result};
use crate::eval;
use crate::mid::constant::{Const, UserEnumValue};
use crate::modules::{ClassRef, FunctionRef, Package, TileClass};
use crate::tree::{ClassDef, Expr, ExprKind, StmtKind};
use std::sync::Arc;

/// Classes that a class may derive from, itself included.
const MAX_ANCESTORS: usize = 64;
/// Classes whose bases are looked at for that: one is looked at again where several share it.
const MAX_VISITS: usize = 256;

/// A frozen dataclass, or a named tuple.
#[derive(Debug, Clone)]
pub struct Dataclass {
    /// Its name.
    pub name: Arc<str>,
    /// Its fields in order.
    pub fields: Vec<Field>,
    /// Whether `==` is the generated one.
    pub eq: bool,
    /// Whether `<` and its kin are generated.
    pub order: bool,
    /// Whether its text is the generated one.
    pub repr: bool,
    /// Whether instances are made by the generated `__init__`.
    pub init: bool,
}

/// A field of a dataclass.
#[derive(Debug, Clone)]
pub struct Field {
    /// Its name.
    pub name: Arc<str>,
    /// Its default.
    pub default: Option<Const>,
    /// Whether it can only be given by name.
    pub keyword_only: bool,
    /// Whether it shows in the text of an instance.
    pub repr: bool,
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
    /// `@classmethod`.
    pub is_class: bool,
}

fn definition(package: &Package, class: ClassRef) -> Option<Arc<ClassDef>> {
    let module = package.module_by_id(class.module)?;
    module
        .classes
        .get(class.index as usize)
        .map(|c| c.def.clone())
}

fn base_value(package: &Package, class: ClassRef, base: &Expr) -> Option<Const> {
    eval::constant_in_class(package, class, base).ok()
}

fn names(package: &Package, class: ClassRef, expr: &Expr) -> Option<TileClass> {
    match base_value(package, class, expr) {
        Some(Const::TileClass(c)) => Some(c),
        _ => None,
    }
}

/// A class and the classes of the package that it derives from, nearest first. Where several
/// bases share one, the shared one comes after all of them, as in Python.
pub fn ancestors(package: &Package, class: ClassRef) -> Vec<ClassRef> {
    let mut out = vec![class];
    let mut at = 0;
    let mut visits = 0;
    while let Some(&next) = out.get(at)
        && visits < MAX_VISITS
    {
        at += 1;
        visits += 1;
        let def = definition(package, next);
        for base in def.iter().flat_map(|d| &d.bases) {
            let Some(Const::Class(base)) = base_value(package, next, base) else {
                continue;
            };
            if base != class {
                out.retain(|c| *c != base);
                at = at.min(out.len());
                out.push(base);
            }
            if out.len() > MAX_ANCESTORS {
                return out;
            }
        }
    }
    out
}

/// Options of `@dataclass`, where a class is decorated so.
#[derive(Clone, Copy)]
struct DataclassOptions {
    frozen: bool,
    eq: bool,
    order: bool,
    repr: bool,
    init: bool,
    keyword_only: bool,
}

fn dataclass_options(
    package: &Package,
    class: ClassRef,
    def: &ClassDef,
) -> Option<DataclassOptions> {
    let mut found = None;
    for decorator in &def.decorator_list {
        let (callee, keywords) = match &decorator.kind {
            ExprKind::Call { func, keywords, .. } => (&**func, keywords.as_slice()),
            _ => (decorator, &[][..]),
        };
        if names(package, class, callee) != Some(TileClass::Dataclass) {
            continue;
        }
        let mut options = DataclassOptions {
            frozen: false,
            eq: true,
            order: false,
            repr: true,
            init: true,
            keyword_only: false,
        };
        for keyword in keywords {
            let slot = match keyword.arg.as_ref().map(|a| a.as_str()) {
                Some("frozen") => &mut options.frozen,
                Some("eq") => &mut options.eq,
                Some("order") => &mut options.order,
                Some("repr") => &mut options.repr,
                Some("init") => &mut options.init,
                Some("kw_only") => &mut options.keyword_only,
                _ => continue,
            };
            let value = eval::constant(package, class.module, &keyword.value);
            *slot = matches!(value, Ok(Const::Bool(true)));
        }
        found = Some(options);
    }
    found
}

/// The fields of a `typing.NamedTuple`, whose instances are tuples; `None` for other classes.
///
/// # Errors
/// Defaults that only running host code could tell.
pub fn named_tuple(package: &Package, class: ClassRef) -> Result<Option<Dataclass>> {
    let Some(def) = definition(package, class) else {
        return Ok(None);
    };
    let is_one = |b: &Expr| names(package, class, b) == Some(TileClass::NamedTuple);
    if !def.bases.iter().any(is_one) {
        return Ok(None);
    }
    Ok(Some(Dataclass {
        name: def.name.as_str().into(),
        fields: own_fields(package, class, &def, false)?,
        eq: true,
        order: true,
        repr: true,
        init: true,
    }))
}

/// The dataclass that a class is.
///
/// # Errors
/// Not a dataclass, not frozen, fields of kinds that kernels cannot use.
pub fn dataclass(package: &Package, class: ClassRef) -> Result<Dataclass> {
    let def = definition(package, class)
        .ok_or_else(|| Error::new(Kind::Missing, "there is no such class"))?;
    let own = dataclass_options(package, class, &def);
    let line = ancestors(package, class);
    let Some(options) = own else {
        let derives = line.iter().skip(1).any(|c| {
            definition(package, *c).is_some_and(|d| dataclass_options(package, *c, &d).is_some())
        });
        let message = if derives {
            "a class that derives from a dataclass has to be one itself"
        } else {
            "only dataclasses and enumerations can be used in kernels"
        };
        return Err(Error::ty(message)
            .found(&*def.name)
            .help("write @dataclass(frozen=True)"));
    };
    if !options.frozen {
        return Err(Error::ty("only frozen dataclasses can be used in kernels")
            .found(&*def.name)
            .help("write @dataclass(frozen=True)"));
    }
    if method(package, class, "__new__").is_some() {
        return Err(
            Error::ty("a dataclass with its own __new__ cannot be used in kernels")
                .found(&*def.name),
        );
    }
    let mut fields: Vec<Field> = Vec::new();
    for part in line.iter().rev() {
        let Some(def) = definition(package, *part) else {
            continue;
        };
        let Some(options) = dataclass_options(package, *part, &def) else {
            continue;
        };
        for field in own_fields(package, *part, &def, options.keyword_only)? {
            match fields.iter_mut().find(|f| f.name == field.name) {
                Some(slot) => *slot = field,
                None => fields.push(field),
            }
        }
    }
    Ok(Dataclass {
        name: def.name.as_str().into(),
        init: options.init && own_method(package, class, "__init__").is_none(),
        eq: options.eq && own_method(package, class, "__eq__").is_none(),
        repr: options.repr && own_method(package, class, "__repr__").is_none(),
        order: options.order,
        fields,
    })
}

/// The fields that a class body declares.
fn own_fields(
    package: &Package,
    class: ClassRef,
    def: &ClassDef,
    keyword_only: bool,
) -> Result<Vec<Field>> {
    let mut keyword_only = keyword_only;
    let mut fields = Vec::new();
    for stmt in &def.body {
        let StmtKind::AnnAssign {
            target,
            annotation,
            value,
            simple: true,
        } = &stmt.kind
        else {
            continue;
        };
        let ExprKind::Name { id, .. } = &target.kind else {
            continue;
        };
        match names(package, class, annotation_head(annotation)) {
            Some(TileClass::ClassVar) => continue,
            Some(TileClass::KeywordOnly) => {
                keyword_only = true;
                continue;
            }
            _ => {}
        }
        let mut field = Field {
            name: id.as_str().into(),
            default: None,
            keyword_only,
            repr: true,
        };
        if let Some(value) = value {
            read_default(package, class, value, &mut field)?;
        }
        fields.push(field);
    }
    Ok(fields)
}

/// `T` of an annotation `T[...]`.
fn annotation_head(annotation: &Expr) -> &Expr {
    match &annotation.kind {
        ExprKind::Subscript { value, .. } => value,
        _ => annotation,
    }
}

/// What stands behind the `=` of a field: a default, or a call of `field`.
fn read_default(package: &Package, class: ClassRef, value: &Expr, field: &mut Field) -> Result<()> {
    if let ExprKind::Call { func, keywords, .. } = &value.kind
        && names(package, class, func) == Some(TileClass::Field)
    {
        for keyword in keywords {
            let given = || eval::constant_in_class(package, class, &keyword.value);
            match keyword.arg.as_ref().map(|a| a.as_str()) {
                Some("default") => field.default = Some(given()?),
                Some("kw_only") => field.keyword_only = given()? == Const::Bool(true),
                Some("repr") => field.repr = given()? != Const::Bool(false),
                Some("default_factory") => {
                    return Err(Error::ty("fields with a default factory are not supported")
                        .found(&field.name)
                        .help("write a default, or none"));
                }
                Some("init") if given()? == Const::Bool(false) => {
                    return Err(Error::ty("fields that are no arguments are not supported")
                        .found(&field.name)
                        .help("leave out init=False"));
                }
                _ => {}
            }
        }
        return Ok(());
    }
    field.default = Some(eval::constant_in_class(package, class, value)?);
    Ok(())
}

/// Members of an enumeration by name; a name for a value that has one already is the same member.
pub type Members = Vec<(Arc<str>, Arc<UserEnumValue>)>;

/// The members of an enumeration; `None` when the class is none.
///
/// # Errors
/// Members whose values only running host code could tell.
pub fn enum_members(package: &Package, class: ClassRef) -> Result<Option<Members>> {
    let Some(def) = definition(package, class) else {
        return Ok(None);
    };
    let base = def.bases.iter().find_map(|b| names(package, class, b));
    let is_int = match base {
        Some(TileClass::Enum) => false,
        Some(TileClass::IntEnum) => true,
        _ => return Ok(None),
    };
    let mut members: Members = Vec::new();
    for stmt in &def.body {
        if let StmtKind::Assign { targets, value } = &stmt.kind
            && let [
                Expr {
                    kind: ExprKind::Name { id, .. },
                    ..
                },
            ] = &targets[..]
        {
            let value = match eval::constant_in_class(package, class, value)? {
                Const::Opaque(what) if &*what == "result of enum.auto" => {
                    let values = members.iter().filter_map(|(_, m)| m.value.as_int());
                    Const::Int(values.max().unwrap_or(0).saturating_add(1))
                }
                value => value,
            };
            let name: Arc<str> = id.as_str().into();
            let same = members.iter().find(|(_, m)| m.value.py_eq(&value));
            let member = match same {
                Some((_, member)) => member.clone(),
                None => Arc::new(UserEnumValue {
                    class,
                    class_name: def.name.as_str().into(),
                    name: name.clone(),
                    value,
                    is_int,
                }),
            };
            members.push((name, member));
        }
    }
    Ok(Some(members))
}

/// A method of a class or of one that it derives from.
pub fn method(package: &Package, class: ClassRef, name: &str) -> Option<Method> {
    ancestors(package, class)
        .into_iter()
        .find_map(|c| own_method(package, c, name))
}

/// A method that a class defines itself.
fn own_method(package: &Package, class: ClassRef, name: &str) -> Option<Method> {
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
        is_class: decorated("classmethod"),
    })
}

/// `Class.name`: a member of an enumeration, a method, or a class variable.
///
/// # Errors
/// No such attribute.
pub fn attribute(package: &Package, class: ClassRef, name: &str) -> Result<Const> {
    if let Some(members) = enum_members(package, class)?
        && let Some((_, member)) = members.iter().find(|(n, _)| &**n == name)
    {
        return Ok(Const::UserEnum(member.clone()));
    }
    for part in ancestors(package, class) {
        if let Some(method) = own_method(package, part, name) {
            return Ok(Const::Function(method.function));
        }
        if let Some(value) = variable(package, part, name) {
            return value;
        }
    }
    let class_name = definition(package, class).map(|d| d.name.to_string());
    let error = Error::ty(format!(
        "`{}` has no attribute `{name}`",
        class_name.as_deref().unwrap_or("class")
    ));
    Err(match enum_members(package, class)? {
        Some(members) => {
            let names: Vec<&str> = members.iter().map(|(n, _)| &**n).collect();
            error.help(format!("its members are {}", names.join(", ")))
        }
        None => match dataclass(package, class) {
            Ok(info) => {
                let names: Vec<&str> = info.fields.iter().map(|f| &*f.name).collect();
                error.help(format!("its fields are {}", names.join(", ")))
            }
            Err(_) => error,
        },
    })
}

/// A variable that a class body assigns.
pub fn variable(package: &Package, class: ClassRef, name: &str) -> Option<Result<Const>> {
    let def = definition(package, class)?;
    for stmt in def.body.iter().rev() {
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
            let mut field = Field {
                name: name.into(),
                default: None,
                keyword_only: false,
                repr: true,
            };
            let read = read_default(package, class, value, &mut field);
            return match (read, field.default) {
                (Err(e), _) => Some(Err(e)),
                (Ok(()), default) => default.map(Ok),
            };
        }
    }
    None
}
