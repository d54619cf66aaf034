//! A table of figures: inputs are its rows, and libraries its columns.

use crate::ours::Level;

/// What a figure says.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Figure {
    GigabytesPerSecond,
    NanosecondsPerCall,
}

pub(crate) struct Table {
    pub(crate) name: String,
    pub(crate) level: Level,
    pub(crate) figure: Figure,
    /// utf8kit, and then its peers.
    pub(crate) columns: Vec<&'static str>,
    pub(crate) rows: Vec<Row>,
}

/// The figures for one input, in the order of the columns.
pub(crate) struct Row {
    pub(crate) text: String,
    pub(crate) size: String,
    pub(crate) figures: Vec<f64>,
}

impl Figure {
    pub(crate) fn unit(self) -> &'static str {
        match self {
            Figure::GigabytesPerSecond => "GB/s",
            Figure::NanosecondsPerCall => "ns a call",
        }
    }

    /// What a pass that took so many nanoseconds for all calls is told as.
    pub(crate) fn of(self, nanoseconds: f64, bytes: usize, calls: usize) -> f64 {
        match self {
            Figure::GigabytesPerSecond => bytes as f64 / nanoseconds,
            Figure::NanosecondsPerCall => nanoseconds / calls as f64,
        }
    }

    /// How fast that is: a higher figure is a better one or a worse one.
    fn speed(self, figure: f64) -> f64 {
        match self {
            Figure::GigabytesPerSecond => figure,
            Figure::NanosecondsPerCall => 1.0 / figure,
        }
    }
}

impl Table {
    /// How fast each library is, where the fastest peer is 1. Without a peer there is nothing.
    pub(crate) fn speeds(&self, row: &Row) -> Vec<f64> {
        let speeds: Vec<f64> = row.figures.iter().map(|&it| self.figure.speed(it)).collect();
        let Some(best) = speeds[1..].iter().copied().reduce(f64::max) else { return Vec::new() };
        speeds.into_iter().map(|speed| speed / best).collect()
    }

    /// How many times as fast as the fastest peer utf8kit is.
    pub(crate) fn ratio(&self, row: &Row) -> Option<f64> {
        self.speeds(row).first().copied()
    }

    /// The geometric mean of each column.
    pub(crate) fn means(&self) -> Vec<f64> {
        let column = |at: usize| self.rows.iter().map(move |row| row.figures[at]);
        (0..self.columns.len()).map(|at| geometric_mean(column(at))).collect()
    }

    /// The geometric mean of the ratios.
    pub(crate) fn mean_ratio(&self) -> Option<f64> {
        let ratios: Option<Vec<f64>> = self.rows.iter().map(|row| self.ratio(row)).collect();
        ratios.map(geometric_mean)
    }
}

fn geometric_mean(values: impl IntoIterator<Item = f64>) -> f64 {
    let (sum, count) =
        values.into_iter().fold((0.0, 0.0), |(sum, count), value| (sum + value.ln(), count + 1.0));
    f64::exp(sum / count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mean_is_geometric_and_each_row_has_its_own_best_peer() {
        let mean = |figure, rows: [[f64; 3]; 2]| {
            let row = |it: [f64; 3]| Row { text: "".into(), size: "".into(), figures: it.into() };
            let (columns, rows) = (vec!["utf8kit", "one", "other"], rows.map(row).into());
            let table = Table { name: "".into(), level: Level::Scalar, figure, columns, rows };
            table.mean_ratio().map(|ratio| (ratio * 1e6).round() / 1e6)
        };
        let faster = [[8.0, 4.0, 2.0], [2.0, 1.0, 16.0]];
        assert_eq!(mean(Figure::GigabytesPerSecond, faster), Some(0.5));
        let longer = [[2.0, 4.0, 8.0], [8.0, 4.0, 1.0]];
        assert_eq!(mean(Figure::NanosecondsPerCall, longer), Some(0.5));
    }
}
