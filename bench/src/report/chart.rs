//! A chart: for each row of a table a group of columns, ours first, as high as each is fast beside
//! the fastest peer. So texts that differ tenfold in speed stand in one picture.
//!
//! The picture is complete in itself: no script, no font but the reader's, its own background, and
//! colours for a light and a dark page. What it shows it also says in its description.

use crate::machine;
use crate::table::{Row, Table};

const WIDTH: f64 = 900.0;
const LEFT: f64 = 44.0;
const RIGHT: f64 = 20.0;

/// How high the columns can be, where they end, and what comes below.
const COLUMNS: f64 = 240.0;
const BOTTOM: f64 = 88.0 + COLUMNS;
const HEIGHT: f64 = BOTTOM + 40.0;

/// The share of the width of a group that its columns take.
const DENSITY: f64 = 0.84;

/// The distance between lines of the grid, where the fastest peer's speed is 1.
const STEP: f64 = 0.5;

/// Ours, then peers: on a light page, and on a dark one.
const COLOURS: [(&str, &str); 5] = [
    ("#1d63d8", "#5b9dff"),
    ("#a3acb9", "#6b7684"),
    ("#e0a63a", "#d9a441"),
    ("#c96f4a", "#d07f5c"),
    ("#8f6fb8", "#a488cf"),
];

const STYLE: &str = "\
text{font:12px system-ui,-apple-system,'Segoe UI',Helvetica,Arial,sans-serif;fill:#4b5563}
.page{fill:#ffffff}
.title{font-size:16px;font-weight:600;fill:#111827}
.speed{font-size:11px;font-weight:600;fill:#111827}
.middle{text-anchor:middle}
.end{text-anchor:end}
.grid{stroke:#e5e7eb}
.axis{stroke:#9ca3af}
.one{stroke:#6b7280;stroke-dasharray:4 3}
";

const DARK_STYLE: &str = "\
text{fill:#a3adba}
.page{fill:#0d1117}
.title,.speed{fill:#f0f3f6}
.grid{stroke:#262d36}
.axis{stroke:#57606a}
.one{stroke:#8b949e}
";

pub(crate) fn chart(table: &Table) -> String {
    let heading = format!("{} at {}", table.name, table.level.name().to_uppercase());
    let unit = table.figure.unit();
    let fastest = table.rows.iter().flat_map(|row| table.speeds(row)).fold(1.0, f64::max);
    let highest = (fastest / STEP).ceil() * STEP;
    let width = (WIDTH - LEFT - RIGHT) / table.rows.len() as f64;
    let groups = table.rows.iter().enumerate().map(|(at, row)| {
        let left = LEFT + width * (at as f64 + (1.0 - DENSITY) / 2.0);
        group(table, row, left, width * DENSITY, highest)
    });
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         width=\"{WIDTH}\" height=\"{HEIGHT}\" role=\"img\" aria-labelledby=\"title desc\">\n\
         <title id=\"title\">utf8kit beside its peers: {heading}</title>\n\
         <desc id=\"desc\">{heading}, in {unit}. {described}</desc>\n\
         <style>\n{STYLE}{light}\n\
         @media (prefers-color-scheme:dark){{\n{DARK_STYLE}{dark}}}\n</style>\n\
         <rect class=\"page\" width=\"{WIDTH}\" height=\"{HEIGHT}\"/>\n\
         <text class=\"title\" x=\"{LEFT}\" y=\"28.0\">\
         {heading}: speed, where the fastest peer is 1</text>\n\
         <text x=\"{LEFT}\" y=\"47.0\">Over the columns of utf8kit: {unit}. {cpu}</text>\n\
         {legend}{grid}{groups}</svg>\n",
        described = table.rows.iter().map(|row| description(table, row)).collect::<String>(),
        light = colours(|(light, _)| light),
        dark = colours(|(_, dark)| dark),
        cpu = escaped(&machine::cpu()),
        legend = legend(table),
        grid = grid(highest),
        groups = groups.collect::<String>(),
    )
}

fn colours(of: impl Fn((&'static str, &'static str)) -> &'static str) -> String {
    let rule = |(at, pair): (usize, _)| format!(".c{at}{{fill:{}}}\n", of(pair));
    COLOURS.into_iter().enumerate().map(rule).collect()
}

/// What a group of columns says, in words.
fn description(table: &Table, row: &Row) -> String {
    let figures = table.columns.iter().zip(&row.figures);
    let figures = figures.map(|(name, figure)| format!("{name} {figure:.1}"));
    format!("{}: {}. ", escaped(&row.text), figures.collect::<Vec<_>>().join(", "))
}

fn legend(table: &Table) -> String {
    let mut x = LEFT;
    let entry = |(at, name): (usize, &&str)| {
        let entry = format!(
            "<rect class=\"c{at}\" x=\"{x:.1}\" y=\"60.0\" width=\"10\" height=\"10\" rx=\"2\"/>\
             <text x=\"{:.1}\" y=\"69.0\">{name}</text>\n",
            x + 15.0,
        );
        x += 36.0 + 7.0 * name.len() as f64;
        entry
    };
    table.columns.iter().enumerate().map(entry).collect()
}

/// Lines up to `highest`, with the speeds that they stand for.
fn grid(highest: f64) -> String {
    let line = |step: usize| {
        let speed = step as f64 * STEP;
        let y = BOTTOM - COLUMNS * speed / highest;
        let class = match speed {
            0.0 => "axis",
            1.0 => "one",
            _ => "grid",
        };
        format!(
            "<line class=\"{class}\" x1=\"{LEFT}\" x2=\"{}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>\
             <text class=\"end\" x=\"{:.1}\" y=\"{:.1}\">{speed}</text>\n",
            WIDTH - RIGHT,
            LEFT - 8.0,
            y + 4.0,
        )
    };
    (0..=(highest / STEP) as usize).map(line).collect()
}

/// The columns for a row, what stands over the first one, and the name of the text below.
fn group(table: &Table, row: &Row, left: f64, width: f64, highest: f64) -> String {
    let column = width / table.columns.len() as f64;
    let top = |speed: f64| BOTTOM - COLUMNS * speed / highest;
    let columns = table.speeds(row).into_iter().enumerate().map(|(at, speed)| {
        format!(
            "<rect class=\"c{at}\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" \
             rx=\"1.5\"/>\n",
            left + column * at as f64,
            top(speed),
            column - 1.0,
            BOTTOM - top(speed),
        )
    });
    columns.collect::<String>()
        + &format!(
            "<text class=\"speed middle\" x=\"{:.1}\" y=\"{:.1}\">{:.1}</text>\
             <text class=\"middle\" x=\"{:.1}\" y=\"{:.1}\">{}</text>\n",
            left + column / 2.0,
            top(table.ratio(row).unwrap_or(0.0)) - 5.0,
            row.figures[0],
            left + width / 2.0,
            BOTTOM + 20.0,
            escaped(&row.text),
        )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}
