//! One object with everything that the tables say.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use crate::machine;
use crate::ours::Level;
use crate::table::Table;

pub(crate) fn json(level: Level, tables: &[Table]) -> String {
    let object = json!({
        "cpu": machine::cpu(),
        "levels": machine::levels(),
        "level": level.name(),
        "rustc": machine::RUSTC,
        "cxx": machine::CXX,
        "peers": machine::peers().collect::<BTreeMap<_, _>>(),
        "tables": tables.iter().map(table).collect::<Vec<_>>(),
    });
    format!("{object:#}")
}

fn table(table: &Table) -> Value {
    let named = |figures: &[f64]| -> Map<String, Value> {
        let named = table.columns.iter().zip(figures);
        named.map(|(&name, &figure)| (name.to_owned(), figure.into())).collect()
    };
    let rows = table.rows.iter().map(|row| {
        let (text, size, figures) = (&row.text, &row.size, named(&row.figures));
        json!({ "text": text, "size": size, "figures": figures, "ratio": table.ratio(row) })
    });
    json!({
        "name": table.name,
        "unit": table.figure.unit(),
        "rows": rows.collect::<Vec<_>>(),
        "mean": { "figures": named(&table.means()), "ratio": table.mean_ratio() },
    })
}
