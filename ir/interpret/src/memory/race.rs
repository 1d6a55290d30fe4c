//! Data races between blocks, from what each of them did to memory.
//!
//! Two accesses to a byte by different blocks race if one of them writes, not both are atomics, and nothing orders
//! them. What orders them is taken leniently: the one block released something after its access and the other acquired
//! something before its own. That never calls a lock a race; it may miss one next to a lock.

#[cfg(test)]
use super::journal::Access;
use super::journal::Record;

/// A race.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Conflict {
    pub buffer: usize,
    /// Bytes from the buffer's start: the first byte of those two accesses that both have.
    pub offset: u64,
    /// The numbers of the blocks in the grid.
    pub blocks: [u32; 2],
}

/// An access of a block.
#[derive(Debug, Clone, Copy)]
struct Use {
    start: u64,
    end: u64,
    block: u32,
    informed: bool,
    published: bool,
}

/// A race of each buffer that has any; `records` are those of all blocks, with the blocks' numbers.
pub fn conflicts(records: Vec<(u32, Record)>) -> Vec<Conflict> {
    let buffers = records.iter().map(|(_, r)| r.buffer + 1).max().unwrap_or(0);
    let mut by_buffer: Vec<[Vec<Use>; 3]> = Vec::new();
    by_buffer.resize_with(buffers, Default::default);
    for (block, record) in records {
        let Some(lists) = by_buffer.get_mut(record.buffer) else {
            continue;
        };
        let uses = record.spans.iter().map(|&(start, end)| Use {
            start,
            end,
            block,
            informed: record.informed,
            published: record.published,
        });
        if let Some(list) = lists.get_mut(record.access as usize) {
            list.extend(uses);
        }
    }
    let of_buffer = by_buffer.into_iter().enumerate();
    of_buffer
        .filter_map(|(buffer, lists)| first(buffer, lists))
        .collect()
}

fn first(buffer: usize, [reads, mut writes, mut strong]: [Vec<Use>; 3]) -> Option<Conflict> {
    writes.sort_unstable_by_key(|u| (u.start, u.block));
    strong.sort_unstable_by_key(|u| (u.start, u.block));
    let (writes, strong) = (Sorted::new(writes), Sorted::new(strong));
    let look = |uses: &[Use], against: &Sorted| {
        let mut found = uses.iter();
        found.find_map(|one| against.first_conflict(one, buffer))
    };
    look(&writes.uses, &writes)
        .or_else(|| look(&reads, &writes))
        .or_else(|| look(&strong.uses, &writes))
        // Weak reads beside atomics: those may write.
        .or_else(|| look(&reads, &strong))
}

/// Accesses in the order of their first bytes.
struct Sorted {
    uses: Vec<Use>,
    /// The largest end of the accesses up to each.
    ends: Vec<u64>,
}

impl Sorted {
    fn new(uses: Vec<Use>) -> Self {
        let ends = uses.iter().scan(0u64, |end, u| {
            *end = (*end).max(u.end);
            Some(*end)
        });
        let ends = ends.collect();
        Self { uses, ends }
    }

    fn first_conflict(&self, one: &Use, buffer: usize) -> Option<Conflict> {
        let from = self.ends.partition_point(|&end| end <= one.start);
        let later = self.uses.get(from..).unwrap_or_default();
        let overlapping = later.iter().take_while(|u| u.start < one.end);
        let other = overlapping
            .filter(|u| u.end > one.start && u.block != one.block && !ordered(one, u))
            .min_by_key(|u| (u.start.max(one.start), u.block))?;
        let mut blocks = [one.block, other.block];
        blocks.sort_unstable();
        Some(Conflict {
            buffer,
            offset: one.start.max(other.start),
            blocks,
        })
    }
}

fn ordered(a: &Use, b: &Use) -> bool {
    (a.published && b.informed) || (b.published && a.informed)
}

#[cfg(test)]
mod tests {
    use super::super::Journal;
    use super::*;

    fn run(blocks: &[&dyn Fn(&mut Journal)]) -> Vec<Conflict> {
        let mut records = Vec::new();
        for (number, act) in blocks.iter().enumerate() {
            let mut journal = Journal::default();
            act(&mut journal);
            records.extend(journal.records().map(|r| (number as u32, r)));
        }
        conflicts(records)
    }

    #[test]
    fn a_byte_that_one_writes_and_another_touches_is_a_race() {
        use Access::{Read, Strong, Write};
        for (a, b, races) in [
            (Write, Write, true),
            (Write, Read, true),
            (Read, Write, true),
            (Write, Strong, true),
            (Strong, Write, true),
            (Strong, Read, true),
            (Read, Read, false),
            (Strong, Strong, false),
        ] {
            let found = run(&[&|j| j.note(1, a, 0, 16), &|j| j.note(1, b, 15, 20)]);
            assert_eq!(found.len(), usize::from(races), "{a:?} {b:?}");
            if races {
                assert_eq!((found[0].buffer, found[0].offset), (1, 15));
                assert_eq!(found[0].blocks, [0, 1]);
            }
            assert!(run(&[&|j| j.note(1, a, 0, 16), &|j| j.note(1, b, 16, 20)]).is_empty());
            assert!(run(&[&|j| j.note(1, a, 0, 16), &|j| j.note(0, b, 0, 16)]).is_empty());
        }
        let alone: &dyn Fn(&mut Journal) = &|j| {
            j.note(0, Write, 0, 4);
            j.note(0, Read, 0, 4);
        };
        assert!(run(&[alone]).is_empty());
    }

    #[test]
    fn long_and_short_spans_are_all_compared() {
        let long: &dyn Fn(&mut Journal) = &|j| j.note(0, Access::Write, 0, 1000);
        let short: &dyn Fn(&mut Journal) = &|j| {
            for n in 0..10 {
                j.note(0, Access::Write, 2000 + 8 * n, 2004 + 8 * n);
            }
            j.note(0, Access::Read, 999, 1000);
        };
        assert_eq!(run(&[long, short])[0].offset, 999);
    }

    #[test]
    fn locks_order_what_they_protect() {
        let locked: &dyn Fn(&mut Journal) = &|j| {
            j.note(0, Access::Strong, 0, 4);
            j.acquire();
            j.note(1, Access::Read, 0, 4);
            j.note(1, Access::Write, 0, 4);
            j.note(0, Access::Strong, 0, 4);
            j.release();
        };
        assert!(run(&[locked, locked]).is_empty());
        let careless: &dyn Fn(&mut Journal) = &|j| j.note(1, Access::Write, 0, 4);
        assert_eq!(run(&[locked, careless]).len(), 1);
    }

    #[test]
    fn merging_keeps_the_bytes() {
        let mut journal = Journal::default();
        for n in (0..20_000u64).rev() {
            journal.note(0, Access::Read, 4 * n, 4 * n + 4);
        }
        let records: Vec<_> = journal.records().collect();
        assert_eq!(records.len(), 1);
        assert_eq!(records[0].spans, [(0, 80_000)]);
    }
}
