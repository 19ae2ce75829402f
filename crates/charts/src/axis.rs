// SPDX-License-Identifier: GPL-3.0-or-later
//! Axes: their label, range and ticks.

/// An axis of a chart. Every axis has a label.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// What is measured, with its unit: `mean loss`, `time (s)`.
    pub label: String,
    /// First and last value; taken from the data if not given.
    pub range: Option<(f64, f64)>,
    /// A value that the range must include when it is taken from the data.
    pub include: Option<f64>,
    /// Where values are written.
    pub ticks: Ticks,
    /// Written behind every value: ` %`.
    pub suffix: &'static str,
    /// Write values without their sign: for bars that go both ways.
    pub unsigned: bool,
    /// How values become distances.
    pub scale: Scale,
}

/// How the values of an axis become distances.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scale {
    /// Equal differences are equally far apart.
    #[default]
    Linear,
    /// Equal ratios are equally far apart. Values that are not positive are left out.
    Log,
}

impl Scale {
    /// A value in units of distance; not finite for what can't be shown.
    pub(crate) fn distance(self, value: f64) -> f64 {
        match self {
            Scale::Linear => value,
            Scale::Log if value > 0.0 => value.log10(),
            Scale::Log => f64::NAN,
        }
    }
}

/// The ticks of an axis.
#[derive(Clone, Debug, PartialEq)]
pub enum Ticks {
    /// Round values, about so many.
    Nice(usize),
    /// These.
    At(Vec<Tick>),
}

/// A labelled place on an axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Tick {
    /// Where.
    pub value: f64,
    /// What is written there.
    pub label: String,
}

impl Axis {
    /// An axis that takes its range from the data.
    pub fn new(label: impl Into<String>) -> Axis {
        let (label, ticks) = (label.into(), Ticks::Nice(6));
        let (suffix, scale) = ("", Scale::Linear);
        Axis { label, range: None, include: None, ticks, suffix, unsigned: false, scale }
    }

    /// Sets the first and last value.
    #[must_use]
    pub fn range(self, from: f64, to: f64) -> Axis {
        Axis { range: Some((from, to)), ..self }
    }

    /// Makes the range include a value.
    #[must_use]
    pub fn include(self, value: f64) -> Axis {
        Axis { include: Some(value), ..self }
    }

    /// Asks for about so many round values.
    #[must_use]
    pub fn about(self, count: usize) -> Axis {
        Axis { ticks: Ticks::Nice(count), ..self }
    }

    /// Sets the ticks.
    #[must_use]
    pub fn ticks(self, ticks: Vec<Tick>) -> Axis {
        Axis { ticks: Ticks::At(ticks), ..self }
    }

    /// Sets what stands behind every value.
    #[must_use]
    pub fn suffix(self, suffix: &'static str) -> Axis {
        Axis { suffix, ..self }
    }

    /// Writes values without their sign.
    #[must_use]
    pub fn unsigned(self) -> Axis {
        Axis { unsigned: true, ..self }
    }

    /// Makes the axis logarithmic.
    #[must_use]
    pub fn log(self) -> Axis {
        Axis { scale: Scale::Log, ..self }
    }

    /// The range to draw as distances, with a `margin` as a share of what the data needs.
    pub(crate) fn span(&self, values: impl Iterator<Item = f64>, margin: f64) -> (f64, f64) {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        let distances = values.chain(self.include).map(|value| self.scale.distance(value));
        for value in distances.filter(|value| value.is_finite()) {
            (low, high) = (low.min(value), high.max(value));
        }
        let range = self.range.map(|(a, b)| (self.scale.distance(a), self.scale.distance(b)));
        let (low, high) = match range.filter(|(a, b)| a.is_finite() && b.is_finite()) {
            Some((from, to)) => (from.min(to), from.max(to)),
            None if low > high => (0.0, 1.0),
            None => (low - margin * (high - low), high + margin * (high - low)),
        };
        if high - low > f64::EPSILON * high.abs().max(low.abs()) {
            return (low, high);
        }
        // A single value lies in the middle of a small range.
        let around = (low.abs() * 0.05).max(1e-6);
        (low - around, high + around)
    }

    /// The ticks of a range of distances, with their distances as values.
    pub(crate) fn marks(&self, low: f64, high: f64) -> Vec<Tick> {
        match &self.ticks {
            Ticks::At(ticks) => {
                let slack = 1e-9 * (high - low);
                let tick =
                    |tick: &Tick| Tick { value: self.scale.distance(tick.value), ..tick.clone() };
                let inside = |tick: &Tick| (low - slack..=high + slack).contains(&tick.value);
                ticks.iter().map(tick).filter(inside).collect()
            }
            Ticks::Nice(count) if self.scale == Scale::Log => {
                let values = log_ticks(low, high, *count).into_iter();
                // Powers of ten are shortened from ten thousand on.
                let label = |value: f64| number(value, value, 2.0 * value) + self.suffix;
                values.map(|v| Tick { value: v.log10(), label: label(v) }).collect()
            }
            Ticks::Nice(count) => {
                let values = nice_ticks(low, high, *count);
                let step = match values[..] {
                    [first, second, ..] => second - first,
                    _ => values.first().map_or(1.0, |value| value.abs().max(1e-9)),
                };
                let largest = values.iter().fold(0.0, |most: f64, value| most.max(value.abs()));
                let label = |value: f64| {
                    let value = if self.unsigned { value.abs() } else { value };
                    number(value, step, largest) + self.suffix
                };
                values.iter().map(|&value| Tick { value, label: label(value) }).collect()
            }
        }
    }
}

/// A value with as many decimals as the step between ticks needs; thousands and millions are
/// shortened when the largest value is long.
fn number(value: f64, step: f64, largest: f64) -> String {
    let (unit, letter) = match largest {
        l if l >= 2e9 => (1e9, "G"),
        l if l >= 2e6 => (1e6, "M"),
        l if l >= 2e4 => (1e3, "k"),
        _ => (1.0, ""),
    };
    if value == 0.0 {
        return "0".to_owned();
    }
    if step < 1e-6 || largest >= 1e13 {
        return format!("{value:.2e}");
    }
    let decimals = (-(step / unit).log10() - 1e-9).ceil().clamp(0.0, 9.0) as usize;
    // A proper minus sign is as wide as a plus.
    format!("{:.decimals$}{letter}", value / unit).replace('-', "−")
}

/// Round numbers between two values, in rising order: about `count` of them, a step of 1, 2
/// or 5 times a power of ten apart.
///
/// ```
/// use xanthos_charts::nice_ticks;
/// assert_eq!(nice_ticks(-12.0, 31.0, 5), [-10.0, 0.0, 10.0, 20.0, 30.0]);
/// ```
pub fn nice_ticks(low: f64, high: f64, count: usize) -> Vec<f64> {
    let rough = (high - low) / count.max(1) as f64;
    if !rough.is_finite() || rough < f64::MIN_POSITIVE * 1e10 {
        return Vec::new();
    }
    let power = rough.log10().floor() as i32;
    // Dividing by a power of ten rounds once and gives 0.3 for 3/10, which 3·0.1 does not.
    let scaled = |n: f64, power: i32| match power {
        0.. => n * 10f64.powi(power),
        _ => n / 10f64.powi(-power),
    };
    let slack = 1e-9;
    // The factor whose step is nearest to the one asked for; the bounds are geometric means.
    let factor = match scaled(rough, -power) {
        share if share < 2f64.sqrt() => 1.0,
        share if share < 10f64.sqrt() => 2.0,
        share if share < 50f64.sqrt() => 5.0,
        _ => 10.0,
    };
    let step = scaled(factor, power);
    let first = (low / step - slack).ceil();
    let last = (high / step + slack).floor();
    // Beyond this, neighbours are no longer different numbers.
    if first.abs().max(last.abs()) > 1e12 {
        return Vec::new();
    }
    (first as i64..=last as i64).map(|n| scaled(n as f64 * factor, power)).collect()
}

/// Powers of ten between two logarithms, with 2 and 5 times those where there is room.
fn log_ticks(low: f64, high: f64, count: usize) -> Vec<f64> {
    let slack = 1e-9;
    let decades = (high - low).ceil().max(1.0) as usize;
    let factors: &[f64] = if decades * 3 <= count.max(3) { &[1.0, 2.0, 5.0] } else { &[1.0] };
    let every = decades.div_ceil(count.max(1)).max(1);
    ((low - slack).floor() as i32..=(high + slack).floor() as i32)
        .step_by(every)
        .flat_map(|power| factors.iter().map(move |factor| factor * 10f64.powi(power)))
        .filter(|value| (low - slack..=high + slack).contains(&value.log10()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn ticks_are_round() {
        assert_eq!(nice_ticks(0.0, 1000.0, 5), [0.0, 200.0, 400.0, 600.0, 800.0, 1000.0]);
        assert_eq!(nice_ticks(0.0, 0.6, 6), [0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6]);
        assert_eq!(nice_ticks(3.0, 3.0, 5), []);
        assert_eq!(nice_ticks(f64::NAN, 1.0, 5), []);
    }

    proptest! {
        #[test]
        fn ticks_lie_in_the_range_evenly_and_are_neither_few_nor_many(
            offset in -1e6..1e6f64, exponent in -9..9i32, share in 0.1..1.0f64, count in 1..20usize,
        ) {
            let width = share * 10f64.powi(exponent);
            let (low, high) = (offset * width, (offset + 1.0) * width);
            let ticks = nice_ticks(low, high, count);
            prop_assert!(ticks.len() * 5 <= count * 8 + 8, "{} ticks", ticks.len());
            prop_assert!((ticks.len() + 1) * 8 >= count * 5, "{} ticks", ticks.len());
            let slack = 1e-6 * (high - low);
            prop_assert!(ticks.iter().all(|t| (low - slack..=high + slack).contains(t)));
            for pair in ticks.windows(3) {
                let (a, b) = (pair[1] - pair[0], pair[2] - pair[1]);
                prop_assert!(a > 0.0 && (a - b).abs() < 1e-5 * a, "{pair:?}");
            }
        }

        #[test]
        fn labels_of_neighbours_differ(low in -1e7..1e7f64, width in 1e-3..1e7f64) {
            let axis = Axis::new("x");
            let ticks = axis.marks(low, low + width);
            for pair in ticks.windows(2) {
                prop_assert_ne!(&pair[0].label, &pair[1].label);
            }
        }
    }

    #[test]
    fn a_logarithmic_axis_has_powers_of_ten() {
        let labels = |low, high| -> Vec<String> {
            let axis = Axis::new("nodes").log().range(low, high);
            let (low, high) = axis.span([].into_iter(), 0.0);
            axis.marks(low, high).into_iter().map(|tick| tick.label).collect()
        };
        assert_eq!(labels(1.0, 1e4), ["1", "10", "100", "1000", "10k"]);
        assert_eq!(labels(10.0, 200.0), ["10", "20", "50", "100", "200"]);
        assert_eq!(labels(0.001, 1.0), ["0.001", "0.01", "0.1", "1"]);
        let (low, high) = Axis::new("nodes").log().span([0.0, -5.0, 10.0, 1000.0].into_iter(), 0.0);
        assert_eq!((low, high), (1.0, 3.0));
    }

    #[test]
    fn numbers_are_short() {
        let labels = |low, high| -> Vec<String> {
            Axis::new("x").about(3).marks(low, high).into_iter().map(|t| t.label).collect()
        };
        assert_eq!(labels(0.0, 60_000.0), ["0", "20k", "40k", "60k"]);
        assert_eq!(labels(0.0, 3_000_000.0), ["0", "1M", "2M", "3M"]);
        assert_eq!(labels(-0.5, 0.5), ["−0.5", "0", "0.5"]);
        assert_eq!(labels(0.071, 0.072), ["0.0710", "0.0715", "0.0720"]);
    }

    #[test]
    fn ranges_survive_strange_data() {
        let axis = Axis::new("x");
        let (low, high) = axis.span([].into_iter(), 0.1);
        assert!(low < high);
        let (low, high) = axis.span([5.0].into_iter(), 0.1);
        assert!(low < 5.0 && 5.0 < high);
        let (low, high) = axis.span([f64::NAN, 1.0, f64::INFINITY, 2.0].into_iter(), 0.0);
        assert_eq!((low, high), (1.0, 2.0));
        assert_eq!(axis.include(0.0).span([1.0].into_iter(), 0.0), (0.0, 1.0));
    }
}
