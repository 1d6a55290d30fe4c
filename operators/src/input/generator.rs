//! Pseudo-random numbers that are the same on every machine and in any order.
//!
//! Word `n` of a stream is SplitMix64's finaliser of `key + n * G`, where `G` is the golden ratio in 64 bits
//! (0x9E3779B97F4A7C15) and `key` is the finaliser of `seed ^ finaliser(stream)`. So every element has a word of its
//! own, and no number depends on how many were drawn before it.
//! Only additions, multiplications and shifts are used, no library functions whose last bit differs by platform.

const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// A stream of numbers: a seed, and which of the seed's streams.
#[derive(Debug, Clone, Copy)]
pub struct Generator {
    key: u64,
}

impl Generator {
    /// Stream `stream` of `seed`; tensors of a launch use their position.
    pub fn new(seed: u64, stream: u64) -> Self {
        let other = finalise(stream.wrapping_add(GOLDEN));
        Self {
            key: finalise(seed ^ other),
        }
    }

    /// Word `n`: 64 even bits.
    pub fn word(&self, n: u64) -> u64 {
        finalise(self.key.wrapping_add(n.wrapping_mul(GOLDEN)))
    }

    /// Number `n` of [0, 1): the upper 53 bits of word `n`.
    pub fn unit(&self, n: u64) -> f64 {
        const SCALE: f64 = 1.0 / (1u64 << 53) as f64;
        (self.word(n) >> 11) as f64 * SCALE
    }

    /// Number `n` of a distribution with mean 0 and standard deviation 1, nearly normal, within -6 and 6: twelve
    /// 16-bit numbers of [0, 1) out of words `3n`, `3n + 1`, `3n + 2`, added up, less 6.
    pub fn normal(&self, n: u64) -> f64 {
        let first = n.wrapping_mul(3);
        let sum: u64 = (0..3)
            .map(|i| {
                let word = self.word(first.wrapping_add(i));
                (word & 0xFFFF) + (word >> 16 & 0xFFFF) + (word >> 32 & 0xFFFF) + (word >> 48)
            })
            .sum();
        // Each of the twelve stands for the middle of its 1/65536.
        (sum as f64 + 6.0) / 65536.0 - 6.0
    }
}

/// SplitMix64's output function.
fn finalise(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_finaliser_is_splitmix64() {
        // The first outputs of SplitMix64 for seed 1234567, as its publications list them.
        let mut state = 1_234_567u64;
        let mut next = || {
            state = state.wrapping_add(GOLDEN);
            finalise(state)
        };
        assert_eq!(next(), 6_457_827_717_110_365_317);
        assert_eq!(next(), 3_203_168_211_198_807_973);
        assert_eq!(next(), 9_817_491_932_198_370_423);
    }

    #[test]
    fn numbers_have_the_moments_they_claim() {
        let generator = Generator::new(7, 1);
        let count = 100_000u64;
        let moments = |draw: &dyn Fn(u64) -> f64| {
            let mean = (0..count).map(draw).sum::<f64>() / count as f64;
            let spread = (0..count).map(|n| (draw(n) - mean).powi(2)).sum::<f64>() / count as f64;
            (mean, spread)
        };
        let (mean, variance) = moments(&|n| generator.normal(n));
        assert!(
            mean.abs() < 0.01 && (variance - 1.0).abs() < 0.02,
            "{mean} {variance}"
        );
        let (mean, variance) = moments(&|n| generator.unit(n));
        assert!((mean - 0.5).abs() < 0.01 && (variance - 1.0 / 12.0).abs() < 0.002);
    }

    #[test]
    fn streams_and_seeds_differ() {
        let word = |seed, stream| Generator::new(seed, stream).word(0);
        let words = [word(0, 0), word(0, 1), word(1, 0), word(1, 1)];
        for (i, a) in words.iter().enumerate() {
            assert!(words.iter().skip(i + 1).all(|b| a != b));
        }
        assert_eq!(word(3, 4), word(3, 4));
    }
}
