//! Medians, ratios and how sure they are.

use serde::{Deserialize, Serialize};

use crate::input::Generator;

/// Resamplings of an interval.
const RESAMPLINGS: u64 = 2000;
/// The part of resamplings below, and above, a 95 % interval.
const TAIL: f64 = 0.025;

/// Times of one side of a pair, in microseconds.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Times {
    pub median: f64,
    pub p10: f64,
    pub p90: f64,
    pub shortest: f64,
    pub samples: usize,
}

/// A ratio with its 95 % interval.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Ratio {
    pub value: f64,
    pub low: f64,
    pub high: f64,
}

/// Both sides' times from one block of launches in a row.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Block {
    pub first: [f64; 4],
    pub second: [f64; 4],
}

impl Times {
    /// Sums up times; all zero for none.
    pub fn of(times: impl IntoIterator<Item = f64>) -> Self {
        let mut sorted: Vec<f64> = times.into_iter().collect();
        sorted.sort_by(f64::total_cmp);
        Self {
            median: quantile(&sorted, 0.5),
            p10: quantile(&sorted, 0.1),
            p90: quantile(&sorted, 0.9),
            shortest: sorted.first().copied().unwrap_or(0.0),
            samples: sorted.len(),
        }
    }
}

/// The value below which a part of sorted values lies, between neighbours in proportion.
pub fn quantile(sorted: &[f64], part: f64) -> f64 {
    let Some(last) = sorted.len().checked_sub(1) else {
        return 0.0;
    };
    let place = part.clamp(0.0, 1.0) * last as f64;
    let below = place.floor() as usize;
    let value = |index: usize| sorted.get(index.min(last)).copied().unwrap_or(0.0);
    value(below) + (value(below + 1) - value(below)) * (place - below as f64)
}

/// The first side's median over the second's, with an interval from drawing whole blocks again and again.
///
/// A block's launches share the state of the clock and the memory; drawn together they keep it out of the ratio.
pub fn ratio_of_medians(blocks: &[Block]) -> Ratio {
    let ratio = |chosen: &mut dyn Iterator<Item = &Block>| {
        let (mut first, mut second) = (Vec::new(), Vec::new());
        for block in chosen {
            first.extend(block.first);
            second.extend(block.second);
        }
        first.sort_by(f64::total_cmp);
        second.sort_by(f64::total_cmp);
        quantile(&first, 0.5) / quantile(&second, 0.5)
    };
    interval(blocks, ratio)
}

/// The geometric mean of ratios, with an interval from drawing ratios again and again.
pub fn geometric_mean(ratios: &[f64]) -> Ratio {
    interval(ratios, |chosen| {
        let (mut sum, mut count) = (0.0, 0.0);
        for ratio in chosen {
            sum += ratio.ln();
            count += 1.0;
        }
        (sum / count).exp()
    })
}

/// A figure of all items, and the 95 % interval of the figure over resamplings with replacement.
fn interval<T>(items: &[T], figure: impl Fn(&mut dyn Iterator<Item = &T>) -> f64) -> Ratio {
    if items.is_empty() {
        return Ratio::default();
    }
    // The same draw every time: a report made twice says the same.
    let generator = Generator::new(0, items.len() as u64);
    let count = items.len() as u64;
    let mut figures: Vec<f64> = (0..RESAMPLINGS)
        .map(|round| {
            let mut chosen = (0..count).filter_map(|draw| {
                let word = generator.word(round * count + draw);
                items.get((word % count) as usize)
            });
            figure(&mut chosen)
        })
        .collect();
    figures.sort_by(f64::total_cmp);
    Ratio {
        value: figure(&mut items.iter()),
        low: quantile(&figures, TAIL),
        high: quantile(&figures, 1.0 - TAIL),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_lie_between_neighbours() {
        assert_eq!(quantile(&[1.0, 2.0, 3.0, 4.0], 0.5), 2.5);
        assert_eq!(quantile(&[1.0, 2.0, 3.0], 0.5), 2.0);
        assert_eq!(quantile(&[5.0], 0.9), 5.0);
        assert_eq!(quantile(&[], 0.5), 0.0);
        assert_eq!(Times::of([3.0, 1.0, 2.0]).shortest, 1.0);
    }

    fn noisy(first: f64, second: f64, noise: f64) -> Vec<Block> {
        let generator = Generator::new(1, 2);
        let draw = |n| noise * generator.normal(n);
        (0..30)
            .map(|n| Block {
                first: [0, 1, 2, 3].map(|launch| first + draw(8 * n + launch)),
                second: [4, 5, 6, 7].map(|launch| second + draw(8 * n + launch)),
            })
            .collect()
    }

    #[test]
    fn an_interval_holds_the_true_ratio_and_narrows_with_the_noise() {
        let loose = ratio_of_medians(&noisy(12.0, 10.0, 0.5));
        assert!(loose.low < 1.2 && 1.2 < loose.high, "{loose:?}");
        let tight = ratio_of_medians(&noisy(12.0, 10.0, 0.05));
        assert!(tight.high - tight.low < (loose.high - loose.low) / 4.0);
        assert!((tight.value - 1.2).abs() < 0.01);
    }

    #[test]
    fn equal_sides_give_an_interval_around_one() {
        let ratio = ratio_of_medians(&noisy(10.0, 10.0, 0.2));
        assert!(ratio.low < 1.0 && 1.0 < ratio.high, "{ratio:?}");
    }

    #[test]
    fn a_geometric_mean_treats_both_directions_alike() {
        let mean = geometric_mean(&[2.0, 0.5]);
        assert!((mean.value - 1.0).abs() < 1e-12);
        assert_eq!((mean.low, mean.high), (0.5, 2.0));
        assert_eq!(geometric_mean(&[]), Ratio::default());
    }

    #[test]
    fn the_same_samples_give_the_same_interval() {
        let blocks = noisy(11.0, 10.0, 0.3);
        assert_eq!(ratio_of_medians(&blocks), ratio_of_medians(&blocks));
    }
}
