//! Numbers to the bytes of an element and back, for every data type. Little-endian, as GPUs are.

use half::{bf16, f16};
use tileport_python::dtype::Dtype;

/// A small float format: sign, exponent and fraction bits; what the top exponent means.
#[derive(Clone, Copy)]
struct Small {
    exponent: u32,
    fraction: u32,
    top: Top,
}

/// The meaning of the largest exponent.
#[derive(Clone, Copy, PartialEq)]
enum Top {
    /// Infinity, and NaN for other fractions.
    Infinity,
    /// Ordinary numbers, except that all ones is NaN.
    OneNan,
    /// Ordinary numbers: neither infinity nor NaN exist.
    Finite,
}

const E4M3FN: Small = Small {
    exponent: 4,
    fraction: 3,
    top: Top::OneNan,
};
const E5M2: Small = Small {
    exponent: 5,
    fraction: 2,
    top: Top::Infinity,
};
/// Unsigned: the sign would be a ninth bit, which a byte does not keep.
const E5M3: Small = Small {
    exponent: 5,
    fraction: 3,
    top: Top::OneNan,
};
const E2M1: Small = Small {
    exponent: 2,
    fraction: 1,
    top: Top::Finite,
};

impl Small {
    fn bias(self) -> i32 {
        (1 << (self.exponent - 1)) - 1
    }

    /// The value of bits without sign.
    fn magnitude(self, bits: u32) -> f64 {
        let fraction = bits & ((1 << self.fraction) - 1);
        let exponent = bits >> self.fraction;
        let all_ones = exponent == (1 << self.exponent) - 1;
        let full = fraction == (1 << self.fraction) - 1;
        match self.top {
            Top::Infinity if all_ones && fraction == 0 => return f64::INFINITY,
            Top::Infinity if all_ones => return f64::NAN,
            Top::OneNan if all_ones && full => return f64::NAN,
            Top::Infinity | Top::OneNan | Top::Finite => {}
        }
        let scale = |power: i32| 2f64.powi(power - self.fraction as i32);
        if exponent == 0 {
            f64::from(fraction) * scale(1 - self.bias())
        } else {
            f64::from(fraction + (1 << self.fraction)) * scale(exponent as i32 - self.bias())
        }
    }

    /// The largest finite magnitude's bits.
    fn largest(self) -> u32 {
        let all = (1 << (self.exponent + self.fraction)) - 1;
        match self.top {
            Top::Infinity => all - (1 << self.fraction),
            Top::OneNan => all - 1,
            Top::Finite => all,
        }
    }

    /// The bits nearest to a magnitude, ties to even; what is too large becomes the largest finite number.
    fn nearest(self, magnitude: f64) -> u32 {
        // Magnitudes grow with their bits, so a search among them finds the neighbours.
        let (mut low, mut high) = (0, self.largest());
        while low < high {
            let middle = (low + high).div_ceil(2);
            if self.magnitude(middle) <= magnitude {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        if low == self.largest() {
            return low;
        }
        let below = magnitude - self.magnitude(low);
        let above = self.magnitude(low + 1) - magnitude;
        if above < below || (above == below && low % 2 == 1) {
            low + 1
        } else {
            low
        }
    }

    fn encode(self, value: f64) -> u8 {
        let sign = u32::from(value.is_sign_negative()) << (self.exponent + self.fraction);
        let all = (1u32 << (self.exponent + self.fraction)) - 1;
        let bits = match self.top {
            Top::Infinity if value.is_infinite() => all - ((1 << self.fraction) - 1),
            Top::Infinity | Top::OneNan if value.is_nan() => all,
            _ if value.is_nan() => 0,
            _ => self.nearest(value.abs()),
        };
        (sign | bits) as u8
    }

    fn decode(self, bits: u8) -> f64 {
        let bits = u32::from(bits);
        let magnitude = self.magnitude(bits & ((1 << (self.exponent + self.fraction)) - 1));
        if bits >> (self.exponent + self.fraction) & 1 == 1 {
            -magnitude
        } else {
            magnitude
        }
    }
}

/// Puts `value`, rounded to the data type, at element `index` of `memory`. An index outside is ignored.
///
/// Integers wrap; floats that are too large for an 8-bit or smaller type become its largest number.
pub fn put(memory: &mut [u8], dtype: Dtype, index: usize, value: f64) {
    let integer = value as i128;
    let mut bytes = |bytes: &[u8]| {
        let start = index.saturating_mul(bytes.len());
        if let Some(place) = memory.get_mut(start..start.saturating_add(bytes.len())) {
            place.copy_from_slice(bytes);
        }
    };
    match dtype {
        Dtype::Bool => bytes(&[u8::from(value != 0.0)]),
        Dtype::UInt8 | Dtype::Int8 => bytes(&(integer as u8).to_le_bytes()),
        Dtype::UInt16 | Dtype::Int16 => bytes(&(integer as u16).to_le_bytes()),
        Dtype::UInt32 | Dtype::Int32 => bytes(&(integer as u32).to_le_bytes()),
        Dtype::UInt64 | Dtype::Int64 => bytes(&(integer as u64).to_le_bytes()),
        Dtype::Float16 => bytes(&f16::from_f64(value).to_le_bytes()),
        Dtype::BFloat16 => bytes(&bf16::from_f64(value).to_le_bytes()),
        Dtype::Float32 | Dtype::TFloat32 => bytes(&(value as f32).to_le_bytes()),
        Dtype::Float64 => bytes(&value.to_le_bytes()),
        Dtype::Float8E4M3FN => bytes(&[E4M3FN.encode(value)]),
        Dtype::Float8E5M2 => bytes(&[E5M2.encode(value)]),
        Dtype::Float8E5M3FNU => bytes(&[E5M3.encode(value.abs())]),
        Dtype::Float8E8M0FNU => bytes(&[encode_power_of_two(value)]),
        Dtype::Float4E2M1FN => {
            if let Some(byte) = memory.get_mut(index / 2) {
                let shift = 4 * (index % 2);
                *byte = *byte & !(0xF << shift) | E2M1.encode(value) << shift;
            }
        }
    }
}

/// The value of element `index`; NaN outside of `memory`. 64-bit integers lose what a float cannot hold.
pub fn get(memory: &[u8], dtype: Dtype, index: usize) -> f64 {
    fn bytes<const N: usize>(memory: &[u8], index: usize) -> Option<[u8; N]> {
        let start = index.checked_mul(N)?;
        memory.get(start..start.checked_add(N)?)?.try_into().ok()
    }
    let value = match dtype {
        Dtype::Bool | Dtype::UInt8 => bytes(memory, index).map(|b| f64::from(u8::from_le_bytes(b))),
        Dtype::Int8 => bytes(memory, index).map(|b| f64::from(i8::from_le_bytes(b))),
        Dtype::UInt16 => bytes(memory, index).map(|b| f64::from(u16::from_le_bytes(b))),
        Dtype::Int16 => bytes(memory, index).map(|b| f64::from(i16::from_le_bytes(b))),
        Dtype::UInt32 => bytes(memory, index).map(|b| f64::from(u32::from_le_bytes(b))),
        Dtype::Int32 => bytes(memory, index).map(|b| f64::from(i32::from_le_bytes(b))),
        Dtype::UInt64 => bytes(memory, index).map(|b| u64::from_le_bytes(b) as f64),
        Dtype::Int64 => bytes(memory, index).map(|b| i64::from_le_bytes(b) as f64),
        Dtype::Float16 => bytes(memory, index).map(|b| f16::from_le_bytes(b).to_f64()),
        Dtype::BFloat16 => bytes(memory, index).map(|b| bf16::from_le_bytes(b).to_f64()),
        Dtype::Float32 | Dtype::TFloat32 => {
            bytes(memory, index).map(|b| f64::from(f32::from_le_bytes(b)))
        }
        Dtype::Float64 => bytes(memory, index).map(f64::from_le_bytes),
        Dtype::Float8E4M3FN => memory.get(index).map(|&b| E4M3FN.decode(b)),
        Dtype::Float8E5M2 => memory.get(index).map(|&b| E5M2.decode(b)),
        Dtype::Float8E5M3FNU => memory.get(index).map(|&b| E5M3.decode(b)),
        Dtype::Float8E8M0FNU => memory.get(index).map(|&b| decode_power_of_two(b)),
        Dtype::Float4E2M1FN => memory
            .get(index / 2)
            .map(|&b| E2M1.decode(b >> (4 * (index % 2)) & 0xF)),
    };
    value.unwrap_or(f64::NAN)
}

/// e8m0fnu: 2^(bits - 127), 255 is NaN. Rounded to the nearest power, by exponent.
fn encode_power_of_two(value: f64) -> u8 {
    if value.is_nan() || value < 0.0 {
        return 255;
    }
    let mut best = 0;
    for bits in 0..=254 {
        if decode_power_of_two(bits) <= value * std::f64::consts::SQRT_2 {
            best = bits;
        }
    }
    best
}

fn decode_power_of_two(bits: u8) -> f64 {
    if bits == 255 {
        f64::NAN
    } else {
        2f64.powi(i32::from(bits) - 127)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn through(dtype: Dtype, value: f64) -> f64 {
        let mut memory = [0xFFu8; 16];
        put(&mut memory, dtype, 1, value);
        get(&memory, dtype, 1)
    }

    #[test]
    fn exact_values_survive_in_every_float() {
        for dtype in [
            Dtype::Float16,
            Dtype::BFloat16,
            Dtype::Float32,
            Dtype::Float64,
            Dtype::Float8E4M3FN,
            Dtype::Float8E5M2,
            Dtype::Float4E2M1FN,
        ] {
            for value in [0.0, 1.0, -1.0, 1.5, -3.0, 0.5] {
                assert_eq!(through(dtype, value), value, "{dtype:?}");
            }
        }
        assert_eq!(through(Dtype::Float8E8M0FNU, 8.0), 8.0);
        assert_eq!(through(Dtype::Float8E5M3FNU, 1.125), 1.125);
    }

    #[test]
    fn eight_bit_floats_have_the_values_of_their_definition() {
        // From the OCP 8-bit floating point specification, table 1.
        assert_eq!(E4M3FN.decode(0x7E), 448.0);
        assert!(E4M3FN.decode(0x7F).is_nan());
        assert_eq!(E4M3FN.decode(0x01), 2f64.powi(-9));
        assert_eq!(E4M3FN.decode(0x08), 2f64.powi(-6));
        assert_eq!(E5M2.decode(0x7B), 57_344.0);
        assert_eq!(E5M2.decode(0x7C), f64::INFINITY);
        assert!(E5M2.decode(0x7D).is_nan());
        assert_eq!(E5M2.decode(0x01), 2f64.powi(-16));
        assert_eq!(E5M2.decode(0xFB), -57_344.0);
        assert_eq!(E2M1.decode(0x7), 6.0);
        assert_eq!(E2M1.decode(0x9), -0.5);
    }

    #[test]
    fn rounding_is_to_nearest_even_and_saturates() {
        assert_eq!(through(Dtype::Float8E4M3FN, 17.0), 16.0);
        assert_eq!(through(Dtype::Float8E4M3FN, 19.0), 20.0);
        assert_eq!(through(Dtype::Float8E4M3FN, 1e9), 448.0);
        assert_eq!(
            through(Dtype::Float8E5M2, f64::NEG_INFINITY),
            f64::NEG_INFINITY
        );
        assert!(through(Dtype::Float8E4M3FN, f64::NAN).is_nan());
        assert_eq!(through(Dtype::Float16, 2049.0), 2048.0);
    }

    #[test]
    fn every_bit_pattern_of_a_small_float_encodes_back() {
        for bits in 0..=255u8 {
            for format in [E4M3FN, E5M2] {
                let value = format.decode(bits);
                if !value.is_nan() {
                    assert_eq!(format.encode(value), bits);
                }
            }
        }
    }

    #[test]
    fn integers_wrap_and_keep_their_sign() {
        assert_eq!(through(Dtype::Int8, 200.0), -56.0);
        assert_eq!(through(Dtype::UInt32, -1.0), 4_294_967_295.0);
        assert_eq!(through(Dtype::Int64, -5.0), -5.0);
        assert_eq!(through(Dtype::Bool, 3.0), 1.0);
    }

    #[test]
    fn packed_elements_do_not_touch_their_neighbour() {
        let mut memory = [0u8; 1];
        put(&mut memory, Dtype::Float4E2M1FN, 0, 6.0);
        put(&mut memory, Dtype::Float4E2M1FN, 1, -0.5);
        assert_eq!(memory, [0x97]);
        put(&mut memory, Dtype::Float4E2M1FN, 0, 1.0);
        assert_eq!(get(&memory, Dtype::Float4E2M1FN, 1), -0.5);
    }

    #[test]
    fn outside_of_memory_nothing_happens() {
        let mut memory = [1u8; 3];
        put(&mut memory, Dtype::Float32, 0, 1.0);
        put(&mut memory, Dtype::Float32, usize::MAX, 1.0);
        assert_eq!(memory, [1; 3]);
        assert!(get(&memory, Dtype::Float32, usize::MAX).is_nan());
    }
}
