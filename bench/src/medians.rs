//! Several reports as one: of each figure and of each ratio the median.
//!
//! Where the linker puts a function moves what takes two nanoseconds by a quarter of one, ours and
//! the peers' alike, and no number of rounds tells that from the code. Reports of builds that differ
//! in nothing else (`bench/orders` makes them) do, taken together. So do processes of one build, of which each run has its own.

use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

use serde_json::{Map, Value};

use crate::Result;
use crate::report::Grid;

pub(crate) struct Medians {
    pub(crate) files: Vec<PathBuf>,
    /// Only rows with a lower ratio than that, and how many these are.
    pub(crate) below: Option<f64>,
}

/// A row of a comparison, in each of the reports.
struct Row<'a> {
    case: &'a str,
    in_each: Vec<&'a Map<String, Value>>,
}

impl Medians {
    pub(crate) fn table(&self) -> Result<String> {
        let reports = self.files.iter().map(read).collect::<Result<Vec<_>>>()?;
        let (first, others) = reports.split_first().ok_or("which reports? see --help")?;
        let mut out = String::new();
        let mut tallies: Vec<Tally> = Vec::new();
        for other in others {
            let titles = |report: &[Value]| report.iter().map(title).collect();
            all_in_both(titles(first), titles(other))?;
        }
        for at in 0..first.len() {
            let in_each: Vec<&Value> = reports.iter().map(|report| &report[at]).collect();
            self.write_comparison(&mut out, &mut tallies, &in_each)?;
        }
        writeln!(out, "\n{} reports", reports.len())?;
        if let Some(below) = self.below {
            for Tally { rival, rows, in_median, in_all, in_each } in tallies {
                let each: Vec<String> = in_each.iter().map(usize::to_string).collect();
                writeln!(
                    out,
                    "/{rival}: {in_median} of {rows} rows below {below}, {in_all} in every report; in each {}",
                    each.join(", ")
                )?;
            }
        }
        Ok(out)
    }

    fn write_comparison(
        &self,
        out: &mut String,
        tallies: &mut Vec<Tally>,
        in_each: &[&Value],
    ) -> Result<()> {
        let comparison = in_each[0];
        let digits = if comparison["unit"] == "ns" { 2 } else { 3 };
        let mut grid = Grid::default();
        for row in rows(in_each)? {
            let (figures, ratios) = (row.medians("figures")?, row.medians("ratios")?);
            if grid.rows() == 0 {
                let rivals = ratios.iter().map(|(rival, _)| format!("/{rival}"));
                grid.row("", figures.iter().map(|(name, _)| (*name).to_owned()).chain(rivals));
            }
            let mut is_wanted = self.below.is_none();
            for (rival, ratio) in &ratios {
                let Some(below) = self.below else { break };
                is_wanted |= *ratio < below;
                let tally = Tally::of(tallies, rival, in_each.len());
                tally.rows += 1;
                tally.in_median += usize::from(*ratio < below);
                let in_each = row.each("ratios", rival)?;
                tally.in_all += usize::from(in_each.iter().all(|ratio| *ratio < below));
                for (count, ratio) in tally.in_each.iter_mut().zip(in_each) {
                    *count += usize::from(ratio < below);
                }
            }
            if is_wanted {
                let figures = figures.iter().map(|(_, figure)| format!("{figure:.digits$}"));
                let ratios = ratios.iter().map(|(_, ratio)| format!("{ratio:.2}"));
                grid.row(row.case, figures.chain(ratios));
            }
        }
        if grid.rows() > 1 {
            let ours = comparison["ours"].as_str().unwrap_or_default();
            let (title, unit) = (title(comparison), &comparison["unit"]);
            let unit = unit.as_str().unwrap_or_default();
            writeln!(out, "\n{title}: {unit}, and how many times as fast {ours} is")?;
            write!(out, "{grid}")?;
        }
        Ok(())
    }
}

impl Row<'_> {
    /// The figure or ratio of `name` in each of the reports.
    fn each(&self, part: &str, name: &str) -> Result<Vec<f64>> {
        let value = |row: &&Map<String, Value>| {
            let value = row.get(part).and_then(|part| part.get(name)).and_then(Value::as_f64);
            value.ok_or_else(|| format!("{}: {name} is not in all reports", self.case).into())
        };
        self.in_each.iter().map(value).collect()
    }

    /// The same for all names, of each the median.
    fn medians(&self, part: &str) -> Result<Vec<(&str, f64)>> {
        let names = self.in_each[0].get(part).and_then(Value::as_object).ok_or(NO_REPORT)?.keys();
        names.map(|name| Ok((name.as_str(), median(self.each(part, name)?)))).collect()
    }
}

/// How many rows are below, against one rival.
struct Tally {
    rival: String,
    rows: usize,
    in_median: usize,
    /// What the order of functions does not decide.
    in_all: usize,
    in_each: Vec<usize>,
}

impl Tally {
    fn of<'t>(tallies: &'t mut Vec<Tally>, rival: &str, reports: usize) -> &'t mut Tally {
        let at = tallies.iter().position(|tally| tally.rival == rival).unwrap_or_else(|| {
            let in_each = vec![0; reports];
            tallies.push(Tally {
                rival: rival.to_owned(),
                rows: 0,
                in_median: 0,
                in_all: 0,
                in_each,
            });
            tallies.len() - 1
        });
        &mut tallies[at]
    }
}

const NO_REPORT: &str = "not a report of this program, as --json prints it";

/// The comparisons of a report.
fn read(path: &PathBuf) -> Result<Vec<Value>> {
    let told = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let bytes = fs::read(path).map_err(|error| told(&error))?;
    let mut report: Value = serde_json::from_slice(&bytes).map_err(|error| told(&error))?;
    match report.get_mut("comparisons").map(Value::take) {
        Some(Value::Array(comparisons)) => Ok(comparisons),
        _ => Err(told(&NO_REPORT).into()),
    }
}

fn title(comparison: &Value) -> String {
    let part = |name: &str| comparison[name].as_str().unwrap_or_default();
    format!("{} at {}, {}", part("family"), part("level"), part("group"))
}

/// The same names, in the same order: reports of the same runs.
fn all_in_both(first: Vec<String>, other: Vec<String>) -> Result<()> {
    let is_same = |(first, other): &(&String, &String)| first == other;
    let same = first.iter().zip(&other).take_while(is_same).count();
    match first.get(same).or(other.get(same)) {
        Some(name) => Err(format!("{name}: not in all reports, or not at the same place").into()),
        None => Ok(()),
    }
}

fn rows<'a>(in_each: &[&'a Value]) -> Result<Vec<Row<'a>>> {
    let cases = |comparison: &'a Value| comparison["cases"].as_object().ok_or(NO_REPORT);
    let names = |comparison: &'a Value| -> Result<Vec<String>> {
        let name = |case| format!("{}: {case}", title(comparison));
        Ok(cases(comparison)?.keys().map(name).collect())
    };
    for other in &in_each[1..] {
        all_in_both(names(in_each[0])?, names(other)?)?;
    }
    let row = |case: &'a String| {
        let of_case = |&comparison: &&'a Value| comparison["cases"][case].as_object();
        let in_each = in_each.iter().map(of_case).collect::<Option<Vec<_>>>().ok_or(NO_REPORT)?;
        Ok(Row { case, in_each })
    };
    cases(in_each[0])?.keys().map(row).collect()
}

/// Of an even number the mean of the two in the middle.
fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    if values.len().is_multiple_of(2) {
        f64::midpoint(values[middle - 1], values[middle])
    } else {
        values[middle]
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use serde_json::json;

    use super::*;

    fn report(figures: &[(&str, f64, f64)]) -> tempfile::NamedTempFile {
        let case = |&(case, ours, std): &(&str, f64, f64)| {
            let row = json!({ "figures": { "strict": ours, "std": std }, "ratios": { "std": std / ours } });
            (case.to_owned(), row)
        };
        let cases: Map<String, Value> = figures.iter().map(case).collect();
        let comparison = json!({
            "family": "convert-short/a-b", "level": "avx2", "group": "latin",
            "ours": "strict", "unit": "ns", "cases": cases,
        });
        let mut file = tempfile::NamedTempFile::new().unwrap();
        write!(file, "{}", json!({ "comparisons": [comparison] })).unwrap();
        file
    }

    fn medians(files: &[tempfile::NamedTempFile], below: Option<f64>) -> Result<String> {
        let files = files.iter().map(|file| file.path().to_owned()).collect();
        Medians { files, below }.table()
    }

    #[test]
    fn ratios_are_medians_of_ratios() {
        let files = [
            report(&[("1", 2.0, 1.0), ("2", 2.0, 4.0)]),
            report(&[("1", 4.0, 4.0), ("2", 2.0, 4.0)]),
            report(&[("1", 1.0, 3.0), ("2", 4.0, 2.0)]),
        ];
        let all = medians(&files, None).unwrap();
        assert!(all.contains("\n1    2.00  3.00  1.00\n2    2.00  4.00  2.00\n"), "{all}");

        let below = medians(&files, Some(1.01)).unwrap();
        assert!(below.contains("\n1    2.00  3.00  1.00\n\n3 reports\n"), "{below}");
        assert!(
            below.ends_with("/std: 1 of 2 rows below 1.01, 0 in every report; in each 1, 1, 1\n"),
            "{below}"
        );
        assert!(!medians(&files, Some(0.9)).unwrap().contains("convert-short"));
    }

    #[test]
    fn of_two_the_mean() {
        let files = [report(&[("1", 2.0, 1.0)]), report(&[("1", 2.0, 2.0)])];
        assert!(medians(&files, None).unwrap().contains("\n1    2.00  1.50  0.75\n"));
        let below = medians(&files, Some(1.01)).unwrap();
        assert!(
            below.contains("1 of 1 rows below 1.01, 1 in every report; in each 1, 1"),
            "{below}"
        );
    }

    #[test]
    fn reports_of_something_else_are_refused() {
        let files = [report(&[("1", 2.0, 1.0)]), report(&[("2", 2.0, 2.0)])];
        let error = medians(&files, None).unwrap_err().to_string();
        let latin = "convert-short/a-b at avx2, latin";
        assert_eq!(error, format!("{latin}: 1: not in all reports, or not at the same place"));

        // What only the first one has, and what only a later one has.
        let files = [report(&[("1", 2.0, 1.0)]), report(&[("1", 2.0, 1.0), ("2", 2.0, 2.0)])];
        let error = medians(&files, None).unwrap_err().to_string();
        assert_eq!(error, format!("{latin}: 2: not in all reports, or not at the same place"));
        let [one, two] = files;
        let error = medians(&[two, one], None).unwrap_err().to_string();
        assert_eq!(error, format!("{latin}: 2: not in all reports, or not at the same place"));

        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(file.path(), "{}").unwrap();
        let error = medians(&[file], None).unwrap_err().to_string();
        assert!(error.ends_with("not a report of this program, as --json prints it"), "{error}");
    }
}
