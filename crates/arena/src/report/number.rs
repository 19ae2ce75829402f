// SPDX-License-Identifier: GPL-3.0-or-later
//! Numbers as the programs that read our lines expect them.

/// Fixed decimals; `inf`, `-inf` and `nan` as C prints them.
pub fn fixed(value: f64, decimals: usize) -> String {
    if value.is_nan() {
        return "nan".to_owned();
    }
    let text = format!("{value:.decimals$}");
    // No minus sign before a zero.
    let zero = text.trim_start_matches('-').chars().all(|c| matches!(c, '0' | '.'));
    if zero { text.trim_start_matches('-').to_owned() } else { text }
}

/// So many significant digits without trailing zeros, like `%.3g`.
pub fn significant(value: f64, digits: usize) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    if !value.is_finite() {
        return fixed(value, 0);
    }
    // The exponent after rounding, so that 9.999 becomes 10.0.
    let text = format!("{value:.*e}", digits - 1);
    let exponent: i32 = text.split_once('e').and_then(|(_, e)| e.parse().ok()).unwrap_or(0);
    if exponent < -4 || exponent >= digits as i32 {
        let (mantissa, _) = text.split_once('e').unwrap_or((&text, ""));
        let sign = if exponent < 0 { '-' } else { '+' };
        return format!("{}e{sign}{:02}", trim(mantissa), exponent.abs());
    }
    trim(&format!("{value:.*}", (digits as i32 - 1 - exponent) as usize)).to_owned()
}

fn trim(text: &str) -> &str {
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { text }
}

/// `1:02:03`, or `02:03` under an hour.
pub fn clock(seconds: f64) -> String {
    let seconds = seconds.clamp(0.0, 1e9).round() as u64;
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match hours {
        0 => format!("{minutes:02}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn like_c() {
        assert_eq!(fixed(1.005, 2), "1.00");
        assert_eq!(fixed(-0.001, 2), "0.00");
        assert_eq!(fixed(f64::NEG_INFINITY, 2), "-inf");
        assert_eq!(fixed(f64::NAN, 2), "nan");
        // The right-hand sides are what printf("%.3g") prints.
        for (value, text) in [
            (2.25, "2.25"),
            (-2.944_438, "-2.94"),
            (0.0, "0"),
            (0.1, "0.1"),
            (9.999, "10"),
            (123.4, "123"),
            (1234.0, "1.23e+03"),
            (0.000_012_3, "1.23e-05"),
            (0.001_5, "0.0015"),
        ] {
            assert_eq!(significant(value, 3), text);
        }
    }

    #[test]
    fn clocks() {
        assert_eq!(clock(59.6), "01:00");
        assert_eq!(clock(3661.0), "1:01:01");
        assert_eq!(clock(f64::INFINITY), "277777:46:40");
    }
}
