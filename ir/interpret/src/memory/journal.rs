//! What one block did to memory.

/// How memory is accessed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Access {
    Read,
    Write,
    /// An atomic, or an access that is ordered with those: never a race with another such one.
    Strong,
}

/// Bytes `start` to `end` of a buffer.
pub type Span = (u64, u64);

/// Accesses of one kind.
#[derive(Debug, Clone, Default)]
struct Spans {
    spans: Vec<Span>,
    /// So many spans are kept before equal and adjacent ones are merged.
    limit: usize,
}

impl Spans {
    #[inline]
    fn push(&mut self, start: u64, end: u64) {
        if let Some(last) = self.spans.last_mut()
            && last.1 == start
        {
            last.1 = end;
            return;
        }
        if self.spans.len() >= self.limit.max(4096) {
            self.merge();
            self.limit = 2 * self.spans.len();
        }
        self.spans.push((start, end));
    }

    fn merge(&mut self) {
        self.spans.sort_unstable();
        self.spans.dedup_by(|next, kept| {
            let joins = next.0 <= kept.1;
            if joins {
                kept.1 = kept.1.max(next.1);
            }
            joins
        });
    }

    /// The bytes, sorted, none twice.
    fn merged(mut self) -> Vec<Span> {
        self.merge();
        self.spans
    }
}

/// The accesses of one block to the buffers of a launch.
///
/// Accesses are kept apart by kind, by whether the block had acquired anything before (it knows what others released),
/// and by whether it released something after (others may know).
#[derive(Debug, Default)]
pub struct Journal {
    /// By buffer, kind, and knowledge.
    spans: Vec<Spans>,
    /// Accesses so far that a release made known.
    published: Vec<Spans>,
    acquired: bool,
}

/// Lists of a buffer: a kind has one before and one after the first acquire.
const LISTS: usize = 6;

/// Accesses of one kind to one buffer.
#[derive(Debug)]
pub struct Record {
    pub buffer: usize,
    pub access: Access,
    /// The block acquired something before.
    pub informed: bool,
    /// The block released something after.
    pub published: bool,
    pub spans: Vec<Span>,
}

impl Journal {
    /// Notes an access to bytes `start` to `end` of a buffer.
    #[inline]
    pub fn note(&mut self, buffer: usize, access: Access, start: u64, end: u64) {
        let list = buffer * LISTS + access as usize * 2 + usize::from(self.acquired);
        if list >= self.spans.len() {
            self.spans.resize((buffer + 1) * LISTS, Spans::default());
        }
        if let Some(spans) = self.spans.get_mut(list) {
            spans.push(start, end);
        }
    }

    /// The block from now on knows what others released.
    pub fn acquire(&mut self) {
        self.acquired = true;
    }

    /// Others may from now on know what the block did.
    pub fn release(&mut self) {
        if self.published.len() < self.spans.len() {
            self.published.resize(self.spans.len(), Spans::default());
        }
        for (from, to) in self.spans.iter_mut().zip(&mut self.published) {
            for (start, end) in std::mem::take(&mut from.spans) {
                to.push(start, end);
            }
        }
    }

    /// All that was noted.
    pub fn records(self) -> impl Iterator<Item = Record> {
        let lists = |lists: Vec<Spans>, published: bool| {
            let filled = lists.into_iter().enumerate();
            filled
                .filter(|(_, spans)| !spans.spans.is_empty())
                .map(move |(list, spans)| Record {
                    buffer: list / LISTS,
                    access: match list % LISTS / 2 {
                        0 => Access::Read,
                        1 => Access::Write,
                        _ => Access::Strong,
                    },
                    informed: list % 2 == 1,
                    published,
                    spans: spans.merged(),
                })
        };
        lists(self.spans, false).chain(lists(self.published, true))
    }
}
