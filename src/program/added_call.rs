//! A call of what nothing calls, written to the end of a program.
//!
//! Which values a call needs is tried: each one is a program that is read. The first of those stays with which most lines are known and
//! no exception is raised, so that none is told which only a size raises that was written here.

use std::ops::Range;

use super::{Needed, Uncalled};
use tensor_broadcasting::library::Library;
use tensor_broadcasting::lists::Listed;
use tensor_reader::{ProgramError, Reading, is_part_of_word};

/// Reads a program.
type Read = fn(&str, Library) -> Reading;

/// The largest number of programs that are read.
const MAX_READ: usize = 300;

/// So many characters are read at most, in all these programs together.
const MAX_CHARS: usize = 600_000;

/// The size that each parameter gets at first: with equal sizes most classes work.
const SIZE: u64 = 8;

/// How many numbers of a definition are tried as sizes.
const MAX_SIZES: usize = 6;

/// A value that a call is given, with the values that it may be, and which of them it is.
struct Given {
    /// What stands before it: its name, where it is given by name.
    before: String,
    may_be: Vec<String>,
    is: usize,
}

/// The program with a call of the first function or class that nothing calls at its end.
#[must_use]
pub fn with_call(program: &str, library: Library, uncalled: &Uncalled, read: Read) -> String {
    let unread = read(program, library).unread.len();
    let writer = Writer { program, library, uncalled, read, unread, module: module_of(program, library) };
    let mut needs = uncalled.needs.iter().map(|needed| writer.given(needed, uncalled.is_class)).listed();
    let count = needs.len();
    needs.extend(uncalled.inputs.iter().flatten().map(|needed| writer.given(needed, false)));
    let mut left = MAX_READ.min(MAX_CHARS / program.len().max(1));
    writer.choose(&mut needs, count, &mut left);
    writer.written(&needs, count)
}

/// What writes the call.
struct Writer<'a> {
    program: &'a str,
    library: Library,
    uncalled: &'a Uncalled,
    read: Read,
    /// How many lines are not read without the call.
    unread: usize,
    /// The name of the library in the program, and the import that it needs.
    module: (String, &'static str),
}

/// How well a call fits: whether it raises no exception that its values cause and each line of it is read, how many lines are known with it,
/// and whether it raises no such exception. The better one is greater.
type Fit = (bool, usize, bool);

impl Writer<'_> {
    /// What a parameter may be given. `is_size`: a number stands for it first.
    fn given(&self, needed: &Needed, is_class: bool) -> Given {
        let is_any = |words: &str| words.split(' ').any(|word| word == needed.name);
        let type_of = |name: &str| needed.annotation.contains(name);
        let sizes = self.sizes();
        let first = match () {
            () if ["head", "layer", "depth"].iter().any(|word| needed.name.contains(word)) => Some(2),
            () if is_any("kernel_size patch_size") => Some(4),
            () => None,
        };
        let numbers = || first.iter().chain(&sizes).chain(&[2, 4, 1, 16, 64]).map(u64::to_string);
        let mut may_be: Vec<String> = Vec::new();
        if type_of("bool") {
            may_be.extend(["True", "False"].map(str::to_owned));
        }
        if type_of("str") || is_any("name path mode device activation") {
            may_be.push(if is_any("device") { "'cpu'" } else { "''" }.to_owned());
        }
        if type_of("float") || is_any("p dropout dropout_p drop_rate rate lr eps alpha beta gamma temperature momentum")
        {
            may_be.push("0.1".to_owned());
        }
        if needed.name.contains("mask") {
            may_be.push("None".to_owned());
        }
        let is_number = is_class || type_of("int");
        // What has attributes is asked for.
        let is_asked = is_any("config cfg conf args opt opts hparams");
        may_be.extend(numbers().filter(|_| is_number && !is_asked));
        let is_count = is_class && ["num", "size", "dim", "len"].iter().any(|word| needed.name.contains(word));
        may_be.extend(self.tensors(&sizes).into_iter().filter(|_| !is_count && !is_asked));
        if !is_asked {
            may_be.extend(numbers().filter(|_| !is_number));
            may_be.extend(["0.1", "[8, 8]"].iter().filter(|_| !is_count).map(|value| (*value).to_owned()));
        }
        // As a name without a value it is asked for.
        may_be.push(needed.name.clone());
        let before = if is_class || needed.is_named { [&needed.name, "="].concat() } else { String::new() };
        Given { before, may_be, is: 0 }
    }

    /// The sizes that are tried, first those of names and then those that the definition states.
    fn sizes(&self) -> Vec<u64> {
        let mut sizes = vec![SIZE];
        let text: String = self.program.chars().skip(self.uncalled.span.start).take(self.uncalled.span.len()).collect();
        for word in text.split(|c| !is_part_of_word(c) && c != '.') {
            if let Ok(size @ 3..=10_000) = word.parse()
                && !sizes.contains(&size)
                && sizes.len() <= MAX_SIZES
            {
                sizes.push(size);
            }
        }
        sizes
    }

    /// The tensors that are tried: rows, sequences, images, and numbers of words.
    fn tensors(&self, sizes: &[u64]) -> Vec<String> {
        let module = &self.module.0;
        let made = |shape: String| match self.library {
            Library::PyTorch => format!("{module}.randn({shape})"),
            Library::NumPy => format!("{module}.ones(({shape}))"),
        };
        let words = |shape: &str| match self.library {
            Library::PyTorch => format!("{module}.randint(2, ({shape}))"),
            Library::NumPy => format!("{module}.zeros(({shape}), int)"),
        };
        let of_size = |size: &u64| {
            ["2, _", "2, 5, _", "2, _, 5", "2, _, 8"].map(|shape| made(shape.replace('_', &size.to_string())))
        };
        let mut tensors: Vec<String> = sizes.iter().flat_map(of_size).listed();
        for side in [32, 28, SIZE, 64] {
            tensors.extend(sizes.iter().chain(&[1]).map(|size| made(format!("2, {size}, {side}, {side}"))));
        }
        tensors.extend(["2, 5, 5", "8", "5, 5", "2, 8, 8"].map(|shape| made(shape.to_owned())));
        tensors.extend([words("2, 5"), words("2,")]);
        tensors
    }

    /// Chooses the values: those of the same kind together first, then one after the other.
    fn choose(&self, needs: &mut [Given], count: usize, left: &mut usize) {
        let mut best = self.fit(needs, count, left);
        let inputs = if self.uncalled.is_class { count..needs.len() } else { 0..needs.len() };
        self.improve(needs, count, inputs, &mut best, left);
        // A size may have to be the same in two places.
        let choices = needs.get(count).map_or(0, |given| given.may_be.len());
        for (at, choice) in (0..count).flat_map(|at| (0..choices).map(move |choice| (at, choice))) {
            let before = [needs[at].is, needs[count].is];
            let words = needs[count].may_be[choice].split([' ', '(', ')', ',']).map(str::to_owned).listed();
            let same = needs[at].may_be.iter().position(|value| value.len() > 1 && words.contains(value));
            let Some(same) = same.filter(|_| !best.0) else { continue };
            (needs[at].is, needs[count].is) = (same, choice);
            let fit = self.fit(needs, count, left);
            if fit.0 {
                best = fit;
            } else {
                [needs[at].is, needs[count].is] = before;
            }
        }
        for at in (0..needs.len()).chain(0..needs.len()) {
            self.improve(needs, count, at..at + 1, &mut best, left);
        }
        // A name without a value is asked for, and raises nothing.
        for from in [count, 0] {
            if !best.2 {
                needs.iter_mut().skip(from).for_each(|given| given.is = given.may_be.len() - 1);
                *left = 1;
                best = self.fit(needs, count, left);
            }
        }
    }

    /// Gives all of a range the same choice, the best one.
    fn improve(&self, needs: &mut [Given], count: usize, range: Range<usize>, best: &mut Fit, left: &mut usize) {
        let Some(choices) =
            needs.get(range.clone()).and_then(|given| given.iter().map(|given| given.may_be.len()).min())
        else {
            return;
        };
        let mut chosen = None;
        let before: Vec<usize> = needs.iter().map(|given| given.is).listed();
        for choice in 0..choices {
            if best.0 || range.clone().all(|at| before.get(at) == Some(&choice)) {
                continue;
            }
            needs.iter_mut().take(range.end).skip(range.start).for_each(|given| given.is = choice);
            let fit = self.fit(needs, count, left);
            if fit > *best {
                (*best, chosen) = (fit, Some(choice));
            }
        }
        for (at, given) in needs.iter_mut().enumerate() {
            given.is = chosen.filter(|_| range.contains(&at)).or(before.get(at).copied()).unwrap_or_default();
        }
    }

    /// How well a call fits.
    fn fit(&self, needs: &[Given], count: usize, left: &mut usize) -> Fit {
        if *left == 0 {
            return (false, 0, false);
        }
        *left -= 1;
        let reading = (self.read)(&self.written(needs, count), self.library);
        let mut lines: Vec<usize> = Vec::new();
        let told = reading.inlays.iter().map(|inlay| inlay.line);
        for line in told.chain(reading.operations.iter().map(|operation| operation.line)) {
            if !lines.contains(&line) {
                lines.push(line);
            }
        }
        let is_free = reading.error.iter().chain(&reading.next_error).all(is_own);
        (is_free && reading.unread.len() <= self.unread, lines.len(), is_free)
    }

    /// The program with the call.
    fn written(&self, needs: &[Given], count: usize) -> String {
        let list = |given: &[Given]| {
            let written = |given: &Given| [given.before.as_str(), &given.may_be[given.is]].concat();
            given.iter().map(written).listed().join(", ")
        };
        let (needs, inputs) = needs.split_at(count);
        let name = &self.uncalled.name;
        let mut lines = vec![self.program.trim_end().to_owned(), String::new()];
        if !self.module.1.is_empty() {
            lines.push(self.module.1.to_owned());
        }
        if self.uncalled.is_class {
            let instance = free_name(self.program);
            lines.push(format!("{instance} = {name}({})", list(needs)));
            if self.uncalled.inputs.is_some() {
                lines.push(format!("{instance}{}({})", self.uncalled.method, list(inputs)));
            }
        } else {
            lines.push(format!("{name}({})", list(needs)));
        }
        lines.join("\n") + "\n"
    }
}

/// Whether a definition raises an exception by itself, whatever it is given.
fn is_own(error: &ProgramError) -> bool {
    let is_of_value = ["'int'", "'float'", "'bool'", "'str'", "'list'", "'Tensor'", "ndarray"];
    matches!(error.kind.as_str(), "AttributeError" | "NameError" | "UnboundLocalError" | "TypeError")
        && !is_of_value.iter().any(|kind| error.message.contains(kind))
}

/// A name that a program does not have.
fn free_name(program: &str) -> String {
    let is_free = |name: &String| program.split(|c| !is_part_of_word(c)).all(|word| word != name);
    ["m", "model", "instance"].into_iter().map(str::to_owned).find(is_free).unwrap_or_else(|| "m_".to_owned())
}

/// The name of the library in a program, and the import without which it has none.
fn module_of(program: &str, library: Library) -> (String, &'static str) {
    let (full, usual, import) = match library {
        Library::PyTorch => ("torch", "torch", "import torch"),
        Library::NumPy => ("numpy", "np", "import numpy as np"),
    };
    for line in program.lines() {
        let Some(imported) = line.trim().strip_prefix("import ") else { continue };
        for alias in imported.split(',') {
            match alias.trim().split_once(" as ") {
                Some((name, alias)) if name.trim() == full => return (alias.trim().to_owned(), ""),
                None if alias.trim().split('.').next() == Some(full) => return (full.to_owned(), ""),
                _ => {}
            }
        }
    }
    (usual.to_owned(), import)
}
