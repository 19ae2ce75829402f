// SPDX-License-Identifier: GPL-3.0-or-later
//! Parts of HTML pages: escaping, the frame of a page, tables.
//!
//! Pages are single files that fetch nothing; a policy in their head forbids every request.
//! They are well-formed XML too, so any XML parser can check them.

use std::fmt::{self, Write};

use crate::board;
use crate::paint::chart_style;

/// Colours, text and tables of every page.
pub const STYLE: &str = include_str!("page.css");

/// No request leaves a page.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";

/// Text that can stand in markup and in quoted attributes.
///
/// ```
/// assert_eq!(xanthos_charts::html::escape("<a & 'b'>"), "&lt;a &amp; &#39;b&#39;&gt;");
/// ```
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            '\'' => out += "&#39;",
            // XML has no way to write other control characters.
            c if c.is_control() && !matches!(c, '\n' | '\r' | '\t') => out.push(' '),
            _ => out.push(c),
        }
    }
    out
}

/// The frame of a page.
#[derive(Clone, Copy, Debug)]
pub struct Page<'a> {
    /// The title, in plain text.
    pub title: &'a str,
    /// A sentence below it, in plain text.
    pub subtitle: &'a str,
    /// Style sheets beyond [`STYLE`] and that of charts.
    pub style: &'a str,
    /// Whether boards are shown.
    pub boards: bool,
    /// A script for the end of the page.
    pub script: Option<&'a str>,
}

impl Page<'_> {
    /// What stands before the content.
    pub fn head(&self) -> String {
        let (title, subtitle) = (escape(self.title), escape(self.subtitle));
        let script_policy = if self.script.is_some() { "; script-src 'unsafe-inline'" } else { "" };
        let (board_style, symbols) = match self.boards {
            true => (board::STYLE, board::symbols()),
            false => ("", String::new()),
        };
        format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}{script_policy}\"/>\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
             <title>{title}</title>\n<style>{STYLE}{}{board_style}{}</style>\n</head>\n<body>\n\
             {symbols}<header><h1>{title}</h1>\n<p class=\"sub\">{subtitle}</p></header>\n<main>\n",
            chart_style(),
            self.style
        )
    }

    /// What stands behind it.
    pub fn foot(&self) -> String {
        let script = match self.script {
            // Marked so that XML parsers do not read the script as markup.
            Some(script) => format!("<script>//<![CDATA[\n{script}//]]></script>\n"),
            None => String::new(),
        };
        format!("</main>\n{script}</body>\n</html>\n")
    }
}

/// A table; its text is [displayed](fmt::Display) as HTML.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    columns: Vec<Column>,
    rows: Vec<Vec<Cell>>,
}

/// A column and its heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    heading: String,
    is_text: bool,
}

impl Column {
    /// A column of numbers, set flush right.
    pub fn number(heading: impl Into<String>) -> Column {
        Column { heading: heading.into(), is_text: false }
    }

    /// A column of words, set flush left.
    pub fn text(heading: impl Into<String>) -> Column {
        Column { heading: heading.into(), is_text: true }
    }
}

/// A cell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    text: String,
    class: &'static str,
    title: String,
}

impl Cell {
    /// A cell with plain text.
    pub fn new(text: impl Into<String>) -> Cell {
        Cell { text: text.into(), ..Cell::default() }
    }

    /// Sets the class: `good`, `bad`, `self`.
    #[must_use]
    pub fn class(self, class: &'static str) -> Cell {
        Cell { class, ..self }
    }

    /// Sets what is shown while the pointer rests on the cell.
    #[must_use]
    pub fn title(self, title: impl Into<String>) -> Cell {
        Cell { title: title.into(), ..self }
    }
}

impl<T: Into<String>> From<T> for Cell {
    fn from(text: T) -> Cell {
        Cell::new(text)
    }
}

impl Table {
    /// A table without rows.
    pub fn new(columns: impl IntoIterator<Item = Column>) -> Table {
        Table { columns: columns.into_iter().collect(), rows: Vec::new() }
    }

    /// Adds a row. The first cell of words is its heading.
    pub fn row(&mut self, cells: impl IntoIterator<Item = Cell>) {
        self.rows.push(cells.into_iter().collect());
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("<table><thead><tr>")?;
        for column in &self.columns {
            let class = if column.is_text { " class=\"text\"" } else { "" };
            write!(f, "<th scope=\"col\"{class}>{}</th>", escape(&column.heading))?;
        }
        f.write_str("</tr></thead><tbody>\n")?;
        let heading = self.columns.iter().position(|column| column.is_text);
        for row in &self.rows {
            f.write_str("<tr>")?;
            for (index, cell) in row.iter().enumerate() {
                let is_text = self.columns.get(index).is_some_and(|column| column.is_text);
                let (name, scope) = match heading == Some(index) {
                    true => ("th", " scope=\"row\""),
                    false => ("td", ""),
                };
                write!(f, "<{name}{scope}")?;
                let classes = [if is_text { "text" } else { "" }, cell.class];
                let classes = classes.into_iter().filter(|class| !class.is_empty());
                let classes = classes.collect::<Vec<_>>().join(" ");
                if !classes.is_empty() {
                    write!(f, " class=\"{classes}\"")?;
                }
                if !cell.title.is_empty() {
                    write!(f, " title=\"{}\"", escape(&cell.title))?;
                }
                write!(f, ">{}</{name}>", escape(&cell.text))?;
            }
            f.write_str("</tr>\n")?;
        }
        f.write_str("</tbody></table>\n")
    }
}

/// A list of terms and values, both in plain text.
pub fn definitions<'a>(pairs: impl IntoIterator<Item = (&'a str, String)>) -> String {
    let mut out = String::from("<dl>");
    for (term, value) in pairs {
        let _ = write!(out, "<dt>{}</dt><dd>{}</dd>", escape(term), escape(&value));
    }
    out + "</dl>\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_escape_and_align() {
        let mut table = Table::new([Column::number("#"), Column::text("Engine")]);
        table.row([Cell::from("1"), Cell::new("<b>").class("good").title("+1 \"=\"")]);
        let html = table.to_string();
        assert!(html.contains("<th scope=\"col\" class=\"text\">Engine</th>"), "{html}");
        assert!(html.contains("<td>1</td>"), "{html}");
        assert!(
            html.contains(
                "<th scope=\"row\" class=\"text good\" title=\"+1 &quot;=&quot;\">&lt;b&gt;</th>"
            ),
            "{html}"
        );
    }
}
