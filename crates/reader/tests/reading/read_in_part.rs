//! The recorded programs that are read in part only, by name: a program that is read whole stays read whole.
//!
//! `tests/vectors/read_in_part` has a file for each record, with one id a line. `let_go.txt` has those that were read whole once, with the
//! reason. `UPDATE_READ_IN_PART=1 cargo test -p tensor-reader program_answers` takes out of the files what is read whole now, and writes a
//! file that is not there. A loss is never written: it is fixed, or it is let go with a reason.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Programs that were read once, and may be read in part only since a rarely used function was taken out of the reader: the file, the id
/// and the reason in each line.
const LET_GO: &str = include_str!("../vectors/let_go.txt");

/// How the programs of `file` that are read in part differ from the lists.
pub(crate) fn differences(file: &str, in_part: &BTreeSet<&str>) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/vectors/read_in_part/{file}.txt"));
    let is_updated = std::env::var_os("UPDATE_READ_IN_PART").is_some();
    let list = fs::read_to_string(&path);
    let let_go = LET_GO.lines().filter_map(|line| line.split_once(' ')).filter(|(of, _)| *of == file);
    let let_go: BTreeSet<&str> = let_go.filter_map(|(_, rest)| rest.split(' ').next()).collect();
    let mut listed: BTreeSet<&str> = match &list {
        Ok(list) => list.lines().collect(),
        Err(_) if is_updated => in_part.difference(&let_go).copied().collect(),
        Err(error) => panic!("{}: {error}", path.display()),
    };
    if is_updated {
        listed.retain(|id| in_part.contains(id));
        let lines: String = listed.iter().flat_map(|id| [id, "\n"]).collect();
        fs::write(&path, lines).expect("the list is written");
    }
    println!("{} of {file} are read in part, {} were let go", in_part.len(), let_go.len());
    let known: BTreeSet<&str> = listed.union(&let_go).copied().collect();
    let lost = in_part.difference(&known).map(|id| format!("{file} {id} was read whole, and is read in part now"));
    let gained = listed.difference(in_part).map(|id| {
        format!("{file} {id} is read whole now, or is not there: UPDATE_READ_IN_PART=1 takes it out of the list")
    });
    let back = let_go
        .difference(in_part)
        .map(|id| format!("{file} {id} is read whole now, or is not there: take it out of let_go.txt"));
    lost.chain(gained).chain(back).collect()
}
