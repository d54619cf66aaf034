//! Cells in columns.

use std::fmt;

/// Rows of cells: the first of each to the left, the others to the right.
#[derive(Default)]
pub(crate) struct Grid(Vec<Vec<String>>);

impl Grid {
    pub(crate) fn row(&mut self, name: impl Into<String>, cells: impl IntoIterator<Item = String>) {
        self.0.push(std::iter::once(name.into()).chain(cells).collect());
    }

    pub(crate) fn rows(&self) -> usize {
        self.0.len()
    }

    fn width(&self, column: usize) -> usize {
        let cells = self.0.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    }
}

impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns = self.0.iter().map(Vec::len).max().unwrap_or(0);
        let widths: Vec<usize> = (0..columns).map(|column| self.width(column)).collect();
        for row in &self.0 {
            let mut line = String::new();
            for (column, (cell, &width)) in row.iter().zip(&widths).enumerate() {
                line += &match column {
                    0 => format!("{cell:<width$}"),
                    _ => format!("  {cell:>width$}"),
                };
            }
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}
