//! Global variables.

use cutile_ir::ir::{Global, SymbolVisibility, Type};

use super::Tables;
use super::attributes::dense_elements;
use super::budget::{Budget, type_size};
use super::cursor::Cursor;
use super::error::{ReadError, ReadErrorKind};
use crate::Version;

type Result<T> = std::result::Result<T, ReadError>;

pub(super) fn globals(
    mut cursor: Cursor<'_>,
    tables: &Tables<'_>,
    budget: &mut Budget,
) -> Result<Vec<Global>> {
    let count = cursor.count("globals", 4)?;
    let globals = (0..count)
        .map(|_| global(&mut cursor, tables, budget))
        .collect::<Result<_>>()?;
    cursor.finish("the globals")?;
    Ok(globals)
}

fn global(cursor: &mut Cursor<'_>, tables: &Tables<'_>, budget: &mut Budget) -> Result<Global> {
    let sym_name = tables.string(cursor, "name of a global")?;
    let at = cursor.offset();
    let ty = tables.ty(cursor)?;
    if !matches!(ty, Type::Tile(_)) {
        return Err(cursor.error_at(
            at,
            ReadErrorKind::Unexpected {
                expected: "a tile type".to_owned(),
                found: cutile_ir::ir::format_type(ty),
            },
        ));
    }
    let data = tables.constant(cursor)?;
    budget.charge(data.len() + sym_name.len() + 2 * type_size(ty), cursor)?;
    let alignment = cursor.varint("an alignment")?;
    let mut symbol_visibility = SymbolVisibility::Public;
    let mut constant = false;
    if tables.version >= Version::V13_3 {
        if cursor.varint_max("a visibility", 1)? == 1 {
            symbol_visibility = SymbolVisibility::Private;
        }
        constant = cursor.varint_max("a constant flag", 1)? == 1;
    }
    Ok(Global {
        sym_name: sym_name.to_owned(),
        value: dense_elements(ty, data),
        alignment,
        constant,
        symbol_visibility,
    })
}
