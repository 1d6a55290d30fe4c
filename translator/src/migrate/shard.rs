//! A part of a library's kernels, so that several machines share a migration.

use std::cmp::Reverse;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::library::KernelCase;

/// The most parts a migration is cut into.
const MAX_SHARDS: usize = 4096;

/// One of several parts, counted from 1; written `1/3`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Shard {
    pub index: usize,
    pub count: usize,
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text
            .split_once('/')
            .and_then(|(index, count)| Some((index.parse().ok()?, count.parse().ok()?)));
        match parts {
            Some((index, count)) if (1..=count).contains(&index) && count <= MAX_SHARDS => {
                Ok(Self { index, count })
            }
            _ => Err(format!(
                "'{text}' is no shard; write the first of three as 1/3 (at most {MAX_SHARDS})"
            )),
        }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

impl Shard {
    /// The kernels of this part, in their order. Every kernel is in exactly one part; kernels with
    /// many specialisations are spread first, so that the parts take about the same time.
    pub fn of<'a>(&self, kernels: &'a [KernelCase]) -> Vec<&'a KernelCase> {
        let mut order: Vec<usize> = (0..kernels.len()).collect();
        let weight = |at: &usize| kernels.get(*at).map_or(0, |k| k.specialisations.len()) + 1;
        order.sort_by_key(|at| Reverse(weight(at)));
        let mut loads = vec![0; self.count];
        let mut mine: Vec<usize> = Vec::new();
        for at in order {
            let lightest = (0..self.count).min_by_key(|&i| loads.get(i).copied());
            let Some(lightest) = lightest else { break };
            if let Some(load) = loads.get_mut(lightest) {
                *load += weight(&at);
            }
            if lightest + 1 == self.index {
                mine.push(at);
            }
        }
        mine.sort_unstable();
        mine.into_iter().filter_map(|at| kernels.get(at)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::Shard;
    use crate::library::KernelCase;

    #[test]
    fn shards_are_counted_from_one() {
        assert_eq!("2/3".parse(), Ok(Shard { index: 2, count: 3 }));
        for wrong in ["0/3", "4/3", "1/0", "1", "a/b", "1/5000", "-1/2"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn every_kernel_is_in_exactly_one_part() {
        let kernels: Vec<KernelCase> = (0..11)
            .map(|i| KernelCase {
                file: "k.py".into(),
                kernel: format!("k{i}"),
                line: 1,
                parameters: Vec::new(),
                specialisations: Vec::new(),
                faults: Vec::new(),
            })
            .collect();
        let mut seen: Vec<String> = Vec::new();
        for index in 1..=4 {
            let part = Shard { index, count: 4 }.of(&kernels);
            assert!((2..=3).contains(&part.len()), "{}", part.len());
            seen.extend(part.iter().map(|k| k.kernel.clone()));
        }
        seen.sort();
        let mut all: Vec<String> = kernels.iter().map(|k| k.kernel.clone()).collect();
        all.sort();
        assert_eq!(seen, all);
    }
}
