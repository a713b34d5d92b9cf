//! `bench`: measures the speed of the core and of the page, and the size of the site against its budget.

use crate::run::{Failure, Result, Task, root};
use crate::{dist, elements, frames, tools};

/// The site's budget in bytes: WebAssembly, JavaScript, CSS and HTML together.
const BUDGET: Sizes = Sizes { raw: None, gzip: Some(110_000), brotli: Some(95_000) };

/// Sizes in bytes: uncompressed, after `gzip -9`, after Brotli at level 11. `None`: no limit.
#[derive(Debug, Clone, Copy)]
struct Sizes {
    raw: Option<u64>,
    gzip: Option<u64>,
    brotli: Option<u64>,
}

/// Runs all measurements and prints the results.
pub(crate) fn bench() -> Result<()> {
    println!("── speed of the core");
    tools::ensure_packages(&root().join("benches").join("js"))?;
    Task::new(["cargo", "bench", "--bench", "core"]).run()?;
    println!("\n── size of the site");
    dist::build()?;
    bundle()?;
    println!("\n── speed of the page in headless Chromium");
    frames::bench()?;
    println!("\n── the custom element");
    elements::bench()
}

/// Prints the size of each file of the site, and compares the total with the budget.
fn bundle() -> Result<()> {
    tools::ensure_node()?;
    let script = root().join("xtask").join("sizes.mjs");
    let measured = Task::new(["node"]).args([script, dist::folder()]).output().ok_or_else(|| {
        Failure::new("xtask/sizes.mjs failed to measure dist/. Run `node xtask/sizes.mjs dist` to see its error.")
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

/// Reads a line of sizes.mjs: a name and three sizes, separated by tabs. `None` for any other line.
fn parse(line: &str) -> Option<(&str, [u64; 3])> {
    let mut fields = line.split('\t');
    let name = fields.next()?;
    let mut size = || fields.next()?.parse().ok();
    Some((name, [size()?, size()?, size()?]))
}

/// Prints one row of the table of sizes.
fn row(name: &str, columns: [String; 3]) {
    let [raw, gzip, brotli] = columns;
    println!("{name:<44} {raw:>10} {gzip:>10} {brotli:>10}");
}

/// Formats a number with a comma before every three digits: `1,234,567`.
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
    fn digits_are_grouped_by_three() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1_234_567), "1,234,567");
    }

    #[test]
    fn a_line_of_sizes_is_parsed() {
        assert_eq!(parse("a.js\t3\t2\t1"), Some(("a.js", [3, 2, 1])));
        assert_eq!(parse("a.js\t3\tx\t1"), None);
    }
}
