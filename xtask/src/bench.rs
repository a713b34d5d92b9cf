//! `bench`: measures the speed of the core and of the page, and the sizes of the site's files against their limits.

use crate::run::{Failure, Result, Task, root};
use crate::{dist, elements, frames, tools};

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

/// Prints the size of each file of the site and of the first load, with their limits after Brotli.
fn bundle() -> Result<()> {
    tools::ensure_node()?;
    let script = root().join("xtask").join("sizes.mjs");
    let measured = Task::new(["node"]).args([script, dist::folder()]).output().ok_or_else(|| {
        Failure::new("xtask/sizes.mjs failed to measure dist/. Run `node xtask/sizes.mjs dist` to see its error.")
    })?;
    let mut first = [0; 3];
    row("file", ["raw", "gzip -9", "brotli 11", "limit"].map(String::from));
    for file in measured.lines().filter_map(parse) {
        if file.is_first {
            for (sum, size) in first.iter_mut().zip(file.sizes) {
                *sum += size;
            }
        }
        let [raw, gzip, brotli] = file.sizes;
        row(file.name, [raw, gzip, brotli, file.limit].map(grouped));
    }
    let limit = measured.lines().last().and_then(|line| line.split('\t').nth(1)?.parse().ok()).unwrap_or(0);
    let [raw, gzip, brotli] = first;
    row("first load of two shapes", [raw, gzip, brotli, limit].map(grouped));
    println!("{}", if brotli < limit { "within the limit" } else { "OVER the limit" });
    Ok(())
}

/// A file of the site, with its sizes in bytes: uncompressed, after `gzip -9`, after Brotli at level 11.
#[derive(Debug, PartialEq)]
struct Measured<'a> {
    name: &'a str,
    sizes: [u64; 3],
    /// The limit of the last size.
    limit: u64,
    /// Whether a page with two shapes loads it.
    is_first: bool,
}

/// Reads a line of sizes.mjs. `None` for any other line.
fn parse(line: &str) -> Option<Measured<'_>> {
    let mut fields = line.split('\t');
    let name = fields.next()?;
    let mut size = || fields.next()?.parse().ok();
    let (sizes, limit) = ([size()?, size()?, size()?], size()?);
    Some(Measured { name, sizes, limit, is_first: fields.next()? == "first" })
}

/// Prints one row of the table of sizes.
fn row(name: &str, columns: [String; 4]) {
    let [raw, gzip, brotli, limit] = columns;
    println!("{name:<44} {raw:>10} {gzip:>10} {brotli:>10} {limit:>10}");
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
    use super::{Measured, grouped, parse};

    #[test]
    fn digits_are_grouped_by_three() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1_234_567), "1,234,567");
    }

    #[test]
    fn a_line_of_sizes_is_parsed() {
        let file = Measured { name: "a.js", sizes: [3, 2, 1], limit: 9, is_first: true };
        assert_eq!(parse("a.js\t3\t2\t1\t9\tfirst"), Some(file));
        assert!(parse("a.js\t3\t2\t1\t9\tlater").is_some_and(|file| !file.is_first));
        assert_eq!(parse("a.js\t3\tx\t1\t9\tfirst"), None);
        assert_eq!(parse("limit of the first load\t9"), None);
    }
}
