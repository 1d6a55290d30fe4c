//! Timing two kernels against each other.
//!
//! Launches alternate in blocks of eight: first side, second, second, first, and then the other way round. A drift of
//! clocks or memory so weighs on both. A launch that is not timed goes before, since the first one after a pause is
//! faster than the rest, and from block to block the sides exchange their parts. Before each launch what it reads and
//! writes is restored and the L2 cache is replaced; inputs take turns, so that no launch sees what the one before saw.
//! Kernels too short for two events are replayed as a graph.

use std::time::{Duration, Instant};

use super::device::{Device, DeviceError};
use super::outcome::Mode;
use super::statistics::{Block, Times};

/// How much is measured.
#[derive(Debug, Clone, Copy)]
pub struct Effort {
    /// How long kernels run before anything counts.
    pub warm_up: Duration,
    /// Time for the blocks of one comparison; between the two numbers below are measured.
    pub time: Duration,
    pub least_blocks: usize,
    pub most_blocks: usize,
}

impl Default for Effort {
    fn default() -> Self {
        Self {
            warm_up: Duration::from_millis(300),
            time: Duration::from_secs(2),
            least_blocks: 8,
            most_blocks: 30,
        }
    }
}

/// Launches shorter than this, in microseconds, are replayed as a graph: events count in steps of about half of one.
const SHORT: f64 = 5.0;
/// What a graph of launches should last, in microseconds.
const GRAPH: f64 = 200.0;
/// A graph shorter than this, in microseconds, is too short to be timed.
const SHORTEST_GRAPH: f64 = 20.0;
/// The most launches of a graph.
const MOST_LAUNCHES: usize = 512;
/// Blocks that decide how to time.
const TRIAL_BLOCKS: usize = 5;

/// One input set on the device: parameters that point to it, and how it is restored.
pub struct InputSet<'a, D: Device> {
    pub words: Vec<u64>,
    /// `(from, to)`: copied before each launch that is not the first.
    pub restore: Vec<(&'a D::Buffer, &'a D::Buffer)>,
}

/// Two kernels and the inputs they take turns on.
pub struct Contest<'a, D: Device> {
    pub device: &'a mut D,
    pub grid: [u32; 3],
    pub sets: &'a [InputSet<'a, D>],
    pub effort: Effort,
}

/// What a contest came to.
pub struct Timed {
    pub mode: Mode,
    pub blocks: Vec<Block>,
}

impl Timed {
    /// The first side's times.
    pub fn first(&self) -> Times {
        Times::of(self.blocks.iter().flat_map(|block| block.first))
    }

    /// The second side's times.
    pub fn second(&self) -> Times {
        Times::of(self.blocks.iter().flat_map(|block| block.second))
    }
}

impl<D: Device> Contest<'_, D> {
    /// Times `first` against `second`. `mode` is decided here where it is [`Mode::None`], and stays that when the
    /// kernels are too short.
    ///
    /// # Errors
    /// Those of the device.
    pub fn run(
        &mut self,
        first: &D::Kernel,
        second: &D::Kernel,
        mode: Mode,
    ) -> Result<Timed, DeviceError> {
        self.warm_up(first, second)?;
        let mut trial = Vec::new();
        for _ in 0..TRIAL_BLOCKS {
            trial.push(self.event_block([first, second])?);
        }
        let trial = Timed {
            mode: Mode::Event,
            blocks: trial,
        };
        let shorter = trial.first().median.min(trial.second().median);
        let wanted = match mode {
            Mode::None if shorter >= SHORT => Mode::Event,
            Mode::None => Mode::Graph,
            decided => decided,
        };
        match wanted {
            Mode::Event | Mode::None => {
                let blocks = self.blocks([first, second], Self::event_block)?;
                Ok(Timed {
                    mode: Mode::Event,
                    blocks,
                })
            }
            Mode::Graph => self
                .graph_blocks(first, second, shorter)
                .map(|blocks| match blocks {
                    Some(blocks) => Timed {
                        mode: Mode::Graph,
                        blocks,
                    },
                    None => Timed {
                        mode: Mode::None,
                        ..trial
                    },
                }),
        }
    }

    /// Runs both kernels as they will be timed until clocks and caches have settled.
    fn warm_up(&mut self, first: &D::Kernel, second: &D::Kernel) -> Result<(), DeviceError> {
        let start = Instant::now();
        loop {
            self.event_block([first, second])?;
            if start.elapsed() >= self.effort.warm_up {
                return Ok(());
            }
        }
    }

    /// As many blocks as the effort allows, every other one with the sides' parts exchanged: what is special about a
    /// place in a block then weighs on both.
    fn blocks<T: Copy>(
        &mut self,
        [first, second]: [T; 2],
        block: impl Fn(&mut Self, [T; 2]) -> Result<Block, DeviceError>,
    ) -> Result<Vec<Block>, DeviceError> {
        let start = Instant::now();
        let mut blocks = Vec::new();
        let Effort {
            time,
            least_blocks,
            most_blocks,
            ..
        } = self.effort;
        while blocks.len() < most_blocks && (blocks.len() < least_blocks || start.elapsed() < time)
        {
            blocks.push(block(self, [first, second])?);
            let exchanged = block(self, [second, first])?;
            blocks.push(Block {
                first: exchanged.second,
                second: exchanged.first,
            });
        }
        Ok(blocks)
    }

    /// Eight launches, each between two events.
    fn event_block(&mut self, [first, second]: [&D::Kernel; 2]) -> Result<Block, DeviceError> {
        let mut marks = Vec::with_capacity(ORDER.len());
        self.event_launch(second, ORDER.len() - 1)?;
        for (turn, side) in ORDER.into_iter().enumerate() {
            marks.push(self.event_launch(side.of(first, second), turn)?);
        }
        let mut times = [0.0; ORDER.len()];
        for (time, (before, after)) in times.iter_mut().zip(&marks) {
            *time = self.device.elapsed(before, after)?;
        }
        Ok(block(times))
    }

    /// A launch on the input set whose turn it is, and the marks around it.
    fn event_launch(
        &mut self,
        kernel: &D::Kernel,
        turn: usize,
    ) -> Result<(D::Mark, D::Mark), DeviceError> {
        let set = self.sets.get(turn % self.sets.len().max(1));
        for (from, to) in set.iter().flat_map(|set| &set.restore) {
            self.device.copy(from, to)?;
        }
        self.device.flush_cache()?;
        let before = self.device.mark()?;
        if let Some(set) = set {
            self.device.launch(kernel, self.grid, &set.words)?;
        }
        Ok((before, self.device.mark()?))
    }

    /// Blocks of graphs; nothing where launches depend on restored memory or stay too short.
    fn graph_blocks(
        &mut self,
        first: &D::Kernel,
        second: &D::Kernel,
        shorter: f64,
    ) -> Result<Option<Vec<Block>>, DeviceError> {
        if self.sets.iter().any(|set| !set.restore.is_empty()) {
            return Ok(None);
        }
        let wanted = (GRAPH / shorter.max(0.1)).ceil() as usize;
        let launches = wanted.clamp(8, MOST_LAUNCHES);
        let turns: Vec<&[u64]> = self
            .sets
            .iter()
            .map(|set| set.words.as_slice())
            .cycle()
            .take(launches)
            .collect();
        let first = self.device.record(first, self.grid, &turns)?;
        let second = self.device.record(second, self.grid, &turns)?;
        let replays = |contest: &mut Self, [first, second]: [&D::Graph; 2]| {
            contest.device.replay(second)?;
            let mut marks = vec![contest.device.mark()?];
            for side in ORDER {
                contest.device.replay(side.of(first, second))?;
                marks.push(contest.device.mark()?);
            }
            let mut times = [0.0; ORDER.len()];
            for (time, around) in times.iter_mut().zip(marks.windows(2)) {
                if let [before, after] = around {
                    *time = contest.device.elapsed(before, after)?;
                }
            }
            Ok(block(times))
        };
        for _ in 0..TRIAL_BLOCKS {
            replays(self, [&first, &second])?;
        }
        let blocks = self.blocks([&first, &second], replays)?;
        let whole = Times::of(
            blocks
                .iter()
                .flat_map(|block| [block.first, block.second].concat()),
        );
        if whole.shortest < SHORTEST_GRAPH {
            return Ok(None);
        }
        let each = |times: [f64; 4]| times.map(|time| time / launches as f64);
        let blocks = blocks.into_iter().map(|block| Block {
            first: each(block.first),
            second: each(block.second),
        });
        Ok(Some(blocks.collect()))
    }
}

/// A side of a contest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    First,
    Second,
}

impl Side {
    fn of<T>(self, first: T, second: T) -> T {
        match self {
            Self::First => first,
            Self::Second => second,
        }
    }
}

/// Whose turn it is. Launches of a side are balanced over early and late, and over input sets, which alternate.
const ORDER: [Side; 8] = {
    use Side::{First as A, Second as B};
    [A, B, B, A, B, A, A, B]
};

/// A block from times in the order they were taken.
fn block(times: [f64; ORDER.len()]) -> Block {
    let [a, b, c, d, e, f, g, h] = times;
    Block {
        first: [a, d, f, g],
        second: [b, c, e, h],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_are_balanced_in_place_and_input_set() {
        let places = |side| {
            let places = ORDER
                .iter()
                .enumerate()
                .filter(move |(_, one)| **one == side);
            places.map(|(place, _)| place).collect::<Vec<_>>()
        };
        for side in [Side::First, Side::Second] {
            // Sums of places and of their squares: drifts of both kinds cancel.
            assert_eq!(places(side).iter().sum::<usize>(), 14);
            assert_eq!(
                places(side)
                    .iter()
                    .map(|place| place * place)
                    .sum::<usize>(),
                70
            );
            assert_eq!(
                places(side).iter().filter(|place| **place % 2 == 0).count(),
                2
            );
        }
        // The times of a block are sorted out by the same order.
        let sorted = block([0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]);
        let all = |side| {
            places(side)
                .into_iter()
                .map(|place| place as f64)
                .collect::<Vec<_>>()
        };
        assert_eq!(sorted.first.to_vec(), all(Side::First));
        assert_eq!(sorted.second.to_vec(), all(Side::Second));
    }
}
