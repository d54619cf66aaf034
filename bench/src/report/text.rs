//! Tables for a terminal.

use crate::machine;
use crate::ours::Level;
use crate::simdutf;
use crate::table::{Figure, Row, Table};

/// Where it ran and what was compared.
pub(crate) fn circumstances(level: Level) -> String {
    let peers = machine::peers().map(|(name, version)| format!("{name} {version}"));
    let simdutf = simdutf::implementation(level).unwrap_or("its own choice");
    let lines = [
        ("cpu", machine::cpu()),
        ("levels", machine::levels().join(" ")),
        ("level", format!("{level}; simdutf: {simdutf}")),
        ("rustc", machine::RUSTC.to_owned()),
        ("cxx", machine::CXX.to_owned()),
        ("peers", peers.collect::<Vec<_>>().join(", ")),
    ];
    lines.into_iter().map(|(name, value)| format!("{name:<7} {value}\n")).collect()
}

/// A heading, a row for each input, and the geometric means. `ratio` is how many times as fast as
/// the best peer utf8kit is.
pub(crate) fn text(table: &Table) -> String {
    let digits = match table.figure {
        Figure::GigabytesPerSecond => 2,
        Figure::NanosecondsPerCall => 1,
    };
    let cells = |row: &Row, ratio: Option<f64>| {
        let figures = row.figures.iter().map(|figure| format!("{figure:.digits$}"));
        let ratio = ratio.map(|ratio| format!("{ratio:.2}"));
        [row.text.clone(), row.size.clone()].into_iter().chain(figures).chain(ratio).collect()
    };
    let head = ["text", "size"].into_iter().chain(table.columns.iter().copied()).chain(["ratio"]);
    let mut rows = vec![head.map(str::to_owned).collect()];
    rows.extend(table.rows.iter().map(|row| cells(row, table.ratio(row))));
    if table.rows.len() > 1 {
        let mean = Row { text: "geometric mean".into(), size: "".into(), figures: table.means() };
        rows.push(cells(&mean, table.mean_ratio()));
    }
    format!("{} at {}, {}\n{}", table.name, table.level, table.figure.unit(), aligned(&rows))
}

/// The first cell of each row to the left, the others to the right.
fn aligned(rows: &[Vec<String>]) -> String {
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let line = |row: &Vec<String>| {
        let cells = row.iter().enumerate().map(|(column, cell)| match column {
            0 => format!("{cell:<0$}", width(0)),
            _ => format!("  {cell:>0$}", width(column)),
        });
        cells.collect::<String>() + "\n"
    };
    rows.iter().map(line).collect()
}
