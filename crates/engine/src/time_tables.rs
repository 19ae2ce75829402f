// SPDX-License-Identifier: GPL-3.0-or-later
//! The file of the option `TimeTables`.

use search::TimeTables;

use crate::setup::regular;

/// The longest file that is read: forty-six short lines and comments.
const LONGEST: u64 = 1 << 20;

/// The tables in a file; those that ship without a name.
pub(crate) fn load(path: &str) -> Result<TimeTables, String> {
    if path.is_empty() {
        return Ok(TimeTables::default());
    }
    let read = regular(path.as_ref()).and_then(|()| {
        if std::fs::metadata(path)?.len() > LONGEST {
            return Err(std::io::Error::other("this is too long for tables"));
        }
        std::fs::read_to_string(path)
    });
    read.map_err(|error| error.to_string())?.parse().map_err(|error| format!("{error}"))
}
