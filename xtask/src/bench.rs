//! `bench`: how fast the core is beside the fastest JavaScript, and how many bytes the site takes over the wire, against its budget.

use crate::run::{Failure, Result, Task, root};
use crate::{dist, elements, frames, tools};

/// DESIGN's budget in bytes, WebAssembly, JavaScript, CSS and HTML together.
const BUDGET: Sizes = Sizes { raw: None, gzip: Some(110_000), brotli: Some(95_000) };

/// Bytes as they are, after `gzip -9`, after brotli at 11.
#[derive(Debug, Clone, Copy)]
struct Sizes {
    raw: Option<u64>,
    gzip: Option<u64>,
    brotli: Option<u64>,
}

/// Runs all measurements.
pub(crate) fn bench() -> Result<()> {
    println!("── the core's speed");
    tools::ensure_packages(&root().join("benches").join("js"))?;
    Task::new(["cargo", "bench", "--bench", "core"]).run()?;
    println!("\n── the bundle's bytes");
    dist::build()?;
    bundle()?;
    println!("\n── the page's speed in headless Chromium");
    frames::bench()?;
    println!("\n── the custom element");
    elements::bench()
}

fn bundle() -> Result<()> {
    tools::ensure_node()?;
    let script = root().join("xtask").join("sizes.mjs");
    let measured = Task::new(["node"]).args([script, dist::folder()]).output().ok_or_else(|| {
        Failure::new("xtask/sizes.mjs could not measure dist/; run `node xtask/sizes.mjs dist` to see why")
    })?;
    let files: Vec<(&str, [u64; 3])> = measured.lines().filter_map(parse).collect();
    let mut total = [0; 3];
    row("file", ["raw", "gzip -9", "brotli 11"].map(String::from));
    for (name, sizes) in &files {
        for (sum, size) in total.iter_mut().zip(sizes) {
            *sum += size;
        }
        row(name, sizes.map(grouped));
    }
    row("total", total.map(grouped));
    let limits = [BUDGET.raw, BUDGET.gzip, BUDGET.brotli];
    row("budget", limits.map(|limit| limit.map_or_else(String::new, grouped)));
    let verdicts = limits.into_iter().zip(total).map(|(limit, total)| match limit {
        None => String::new(),
        Some(limit) if total <= limit => "within".to_owned(),
        Some(_) => "OVER".to_owned(),
    });
    let verdicts: Vec<String> = verdicts.collect();
    row("", [0, 1, 2].map(|column| verdicts.get(column).cloned().unwrap_or_default()));
    Ok(())
}

/// A line of sizes.mjs: name, raw, gzip, brotli, with tabs between.
fn parse(line: &str) -> Option<(&str, [u64; 3])> {
    let mut fields = line.split('\t');
    let name = fields.next()?;
    let mut size = || fields.next()?.parse().ok();
    Some((name, [size()?, size()?, size()?]))
}

fn row(name: &str, columns: [String; 3]) {
    let [raw, gzip, brotli] = columns;
    println!("{name:<44} {raw:>10} {gzip:>10} {brotli:>10}");
}

/// 1234567 as `1,234,567`.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{grouped, parse};

    #[test]
    fn thousands_are_set_apart() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1_234_567), "1,234,567");
    }

    #[test]
    fn a_line_of_sizes_is_read() {
        assert_eq!(parse("a.js\t3\t2\t1"), Some(("a.js", [3, 2, 1])));
        assert_eq!(parse("a.js\t3\tx\t1"), None);
    }
}
