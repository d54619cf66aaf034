//! A chart: for each text a group of columns, ours first, as high as each is fast beside the
//! fastest peer. So texts that differ tenfold in speed stand in one picture.
//!
//! The picture is complete in itself: no script, no font but the reader's, its own background, and
//! colours for a light and a dark page. What it shows it also says in its description.

use std::fmt::{self, Write};

use super::{Comparison, Report, Row};
use crate::families::Unit;
use crate::machine;

const WIDTH: f64 = 900.0;
const LEFT: f64 = 44.0;
const RIGHT: f64 = 20.0;

/// Of a comparison: its heading and legend, its columns, and the names of the texts.
const HEAD: f64 = 88.0;
const COLUMNS: f64 = 240.0;
const FOOT: f64 = 40.0;

/// Of the width of a group, what its columns take.
const DENSITY: f64 = 0.84;

/// Between lines of the grid, as a share of the fastest peer's speed.
const STEP: f64 = 0.5;

/// Ours, then peers: on a light page, on a dark one.
const COLOURS: [(&str, &str); 6] = [
    ("#1d63d8", "#5b9dff"),
    ("#a3acb9", "#6b7684"),
    ("#e0a63a", "#d9a441"),
    ("#c96f4a", "#d07f5c"),
    ("#8f6fb8", "#a488cf"),
    ("#3b9c8c", "#4db3a2"),
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

impl Report<'_> {
    /// One picture of all comparisons that tell speeds.
    pub(crate) fn chart(&self) -> String {
        let mut comparisons = self.comparisons();
        comparisons.retain(|comparison| {
            comparison.plan.family.unit() == Unit::GigabytesPerSecond && comparison.has_peers()
        });
        let mut out = String::new();
        // A `String` takes whatever it is given.
        let _ = write_picture(&mut out, &comparisons);
        out
    }
}

impl Comparison<'_> {
    /// Who is drawn: the first of ours and the peers, by their places among the names.
    fn series(&self) -> impl Iterator<Item = (usize, &'static str)> {
        let peers = (self.ours..self.names.len()).map(|at| (at, self.names[at]));
        [(0, "utf8kit")].into_iter().chain(peers)
    }

    /// The time of the fastest peer.
    fn best(&self, row: &Row<'_>) -> f64 {
        row.times[self.ours..].iter().copied().fold(f64::INFINITY, f64::min)
    }

    fn heading(&self) -> String {
        format!("{} at {}", self.plan.family.title(), self.level.name().to_uppercase())
    }
}

fn write_picture(out: &mut String, comparisons: &[Comparison<'_>]) -> fmt::Result {
    let panel = HEAD + COLUMNS + FOOT;
    let height = panel * comparisons.len() as f64;
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" \
         width=\"{WIDTH}\" height=\"{height}\" role=\"img\" aria-labelledby=\"title desc\">"
    )?;
    let headings: Vec<String> = comparisons.iter().map(Comparison::heading).collect();
    writeln!(out, "<title id=\"title\">utf8kit beside its peers: {}</title>", headings.join(", "))?;
    write!(out, "<desc id=\"desc\">")?;
    comparisons.iter().try_for_each(|comparison| write_description(out, comparison))?;
    writeln!(out, "</desc>")?;

    writeln!(out, "<style>\n{STYLE}{}", colours(|(light, _)| light))?;
    writeln!(out, "@media (prefers-color-scheme:dark){{")?;
    writeln!(out, "{DARK_STYLE}{}}}\n</style>", colours(|(_, dark)| dark))?;

    writeln!(out, "<rect class=\"page\" width=\"{WIDTH}\" height=\"{height}\"/>")?;
    for (at, comparison) in comparisons.iter().enumerate() {
        write_panel(out, comparison, panel * at as f64)?;
    }
    writeln!(out, "</svg>")
}

fn colours(of: impl Fn((&'static str, &'static str)) -> &'static str) -> String {
    let rule = |(at, pair): (usize, _)| format!(".c{at}{{fill:{}}}\n", of(pair));
    COLOURS.into_iter().enumerate().map(rule).collect()
}

/// What the columns say, in words.
fn write_description(out: &mut String, comparison: &Comparison<'_>) -> fmt::Result {
    write!(out, "{}, in GB/s. ", comparison.heading())?;
    for row in &comparison.rows {
        let told = comparison.told(row);
        let speeds = comparison.series().map(|(at, name)| format!("{name} {:.1}", told[at]));
        let speeds: Vec<String> = speeds.collect();
        write!(out, "{}: {}. ", escaped(&row.figures.case), speeds.join(", "))?;
    }
    Ok(())
}

fn write_panel(out: &mut String, comparison: &Comparison<'_>, top: f64) -> fmt::Result {
    let highest = comparison.rows.iter().flat_map(|row| {
        let best = comparison.best(row);
        comparison.series().map(move |(at, _)| best / row.times[at])
    });
    let steps = (highest.fold(1.0, f64::max) / STEP).ceil();
    let bottom = top + HEAD + COLUMNS;
    let height = |ratio: f64| COLUMNS * ratio / (steps * STEP);

    write_head(out, comparison, top)?;
    for step in 0..=steps as usize {
        let ratio = step as f64 * STEP;
        let y = bottom - height(ratio);
        let class = match ratio {
            0.0 => "axis",
            1.0 => "one",
            _ => "grid",
        };
        let right = WIDTH - RIGHT;
        writeln!(
            out,
            "<line class=\"{class}\" x1=\"{LEFT}\" x2=\"{right}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>\
             <text class=\"end\" x=\"{:.1}\" y=\"{:.1}\">{ratio}</text>",
            LEFT - 8.0,
            y + 4.0
        )?;
    }

    let group = (WIDTH - LEFT - RIGHT) / comparison.rows.len() as f64;
    let column = group * DENSITY / comparison.series().count() as f64;
    for (number, row) in comparison.rows.iter().enumerate() {
        let best = comparison.best(row);
        let told = comparison.told(row);
        let left = LEFT + group * (number as f64 + (1.0 - DENSITY) / 2.0);
        for (colour, (at, _)) in comparison.series().enumerate() {
            let high = height(best / row.times[at]);
            writeln!(
                out,
                "<rect class=\"c{colour}\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" \
                 height=\"{high:.1}\" rx=\"1.5\"/>",
                left + column * colour as f64,
                bottom - high,
                column - 1.0,
            )?;
        }
        writeln!(
            out,
            "<text class=\"speed middle\" x=\"{:.1}\" y=\"{:.1}\">{:.1}</text>\
             <text class=\"middle\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            left + column / 2.0,
            bottom - height(best / row.times[0]) - 5.0,
            told[0],
            left + group * DENSITY / 2.0,
            bottom + 20.0,
            escaped(&row.figures.case),
        )?;
    }
    Ok(())
}

fn write_head(out: &mut String, comparison: &Comparison<'_>, top: f64) -> fmt::Result {
    writeln!(
        out,
        "<text class=\"title\" x=\"{LEFT}\" y=\"{:.1}\">{}: speed, where the fastest peer is 1</text>",
        top + 28.0,
        escaped(&comparison.heading()),
    )?;
    writeln!(
        out,
        "<text x=\"{LEFT}\" y=\"{:.1}\">Over the columns of utf8kit: GB/s. Texts: {}. {}</text>",
        top + 47.0,
        escaped(comparison.group),
        escaped(&machine::cpu_model()),
    )?;
    let mut x = LEFT;
    for (colour, (_, name)) in comparison.series().enumerate() {
        writeln!(
            out,
            "<rect class=\"c{colour}\" x=\"{x:.1}\" y=\"{:.1}\" width=\"10\" height=\"10\" rx=\"2\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\">{name}</text>",
            top + 60.0,
            x + 15.0,
            top + 69.0,
        )?;
        x += 36.0 + 7.0 * name.len() as f64;
    }
    Ok(())
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}
