//! How memory is accessed: padding, hints, order.

/// What a view load gives outside of the array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Pad {
    /// Anything.
    None,
    /// Zero.
    Zero,
    /// Minus zero.
    NegZero,
    /// Not a number.
    Nan,
    /// Infinity.
    PosInf,
    /// Minus infinity.
    NegInf,
}

impl Pad {
    pub(super) fn suffix(self) -> &'static str {
        match self {
            Pad::None => "",
            Pad::Zero => "_or_zero",
            Pad::NegZero => "_or_neg_zero",
            Pad::Nan => "_or_nan",
            Pad::PosInf => "_or_inf",
            Pad::NegInf => "_or_neg_inf",
        }
    }

    pub(super) fn variant(self) -> &'static str {
        match self {
            Pad::None => "None",
            Pad::Zero => "Zero",
            Pad::NegZero => "NegZero",
            Pad::Nan => "Nan",
            Pad::PosInf => "PosInf",
            Pad::NegInf => "NegInf",
        }
    }

    pub(super) fn words(self) -> &'static str {
        match self {
            Pad::None => "are undetermined",
            Pad::Zero => "are zero",
            Pad::NegZero => "are minus zero",
            Pad::Nan => "are not a number",
            Pad::PosInf => "are infinity",
            Pad::NegInf => "are minus infinity",
        }
    }
}

/// How a memory operation is to be carried out.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Access {
    /// Expected latency, from 1 to 10.
    pub latency: Option<i64>,
    /// Whether the tensor memory accelerator may be used.
    pub no_tma: bool,
    /// Array dimension of each tile dimension, if not in order.
    pub order: Option<Vec<u32>>,
    /// Whether it waits for a token and gives one.
    pub after: bool,
}

impl Access {
    pub(super) fn suffix(&self) -> String {
        let mut out = String::new();
        if let Some(order) = &self.order {
            out.push_str("_order");
            order.iter().for_each(|d| out.push_str(&format!("_{d}")));
        }
        if let Some(latency) = self.latency {
            out.push_str(&format!("_latency_{latency}"));
        }
        if self.no_tma {
            out.push_str("_without_tma");
        }
        if self.after {
            out.push_str("_after");
        }
        out
    }

    pub(super) fn fill(&self, text: &str) -> String {
        let latency = match self.latency {
            Some(n) => format!("Some({n})"),
            None => "None".to_owned(),
        };
        let dim_map = match &self.order {
            Some(order) => {
                let list: Vec<_> = order.iter().map(ToString::to_string).collect();
                format!("const_array![{}]", list.join(", "))
            }
            None => "dim_map::Identity".to_owned(),
        };
        text.replace("LATENCY", &latency)
            .replace("CYCLES", &self.latency.unwrap_or(0).to_string())
            .replace(
                "TMA",
                if self.no_tma {
                    "tma::Disabled"
                } else {
                    "tma::Enabled"
                },
            )
            .replace("DIM_MAP", &dim_map)
    }
}
