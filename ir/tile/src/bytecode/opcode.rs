//! Opcodes by number.

use cutile_ir::bytecode::Opcode;
use cutile_ir::requirements::OPCODES;

/// The opcode of a number found in a file.
pub(super) fn opcode(number: u64) -> Option<Opcode> {
    if number == u64::from(Opcode::PreviewCall.as_u16()) {
        return Some(Opcode::PreviewCall);
    }
    let index = usize::try_from(number).ok()?;
    PUBLIC_OPCODES.get(index).copied().flatten()
}

const PUBLIC_OPCODES: [Option<Opcode>; 0x80] = {
    let mut table = [None; 0x80];
    let mut next = 0;
    while next < OPCODES.len() {
        let number = OPCODES[next] as usize;
        if number < table.len() {
            table[number] = Some(OPCODES[next]);
        }
        next += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_opcode_is_found_by_its_number() {
        for &op in OPCODES {
            assert_eq!(opcode(u64::from(op.as_u16())), Some(op));
        }
        assert_eq!(opcode(0x19), None);
        assert_eq!(opcode(0x4003), None);
    }
}
