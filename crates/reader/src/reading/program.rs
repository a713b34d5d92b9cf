//! Reads whole programs as NumPy and PyTorch run them: the shape of every tensor, every operation in which tensors meet, the first
//! exception, and what cannot be read.

use crate::machine::annotations;
use crate::machine::{Machine, Unknown};
use crate::reading::error_message::Said;
use crate::reading::letters::{Second, sizes_for};
use crate::reading::notations;
use crate::reading::statements::library_in_use;
use crate::reading::unassigned::Names;
use crate::reading::{Asked, MAX_PROGRAM_CHARS, ProgramError, Reading, Unread, UnreadableReason};
use crate::shapes::{ParseError, Problem};
use crate::syntax::lexer::{Keyword, Source, TokenKind};
use crate::syntax::tree::Module;
use crate::syntax::{syntax_tree, tree, tree_of};
use tensor_broadcasting::library::Library;
use tensor_broadcasting::lists::Listed;

/// Reads a program. `default` is the library where the program neither imports one nor uses one without its import.
///
/// ```
/// use tensor_broadcasting::Shape;
/// use tensor_broadcasting::library::Library;
/// use tensor_reader::read_program;
/// let reading = read_program("import torch\nx = torch.randn(32, 784)\ny = x @ torch.randn(784, 10)", Library::NumPy);
/// assert_eq!(reading.library, Library::PyTorch);
/// assert_eq!((reading.names[1].name.as_str(), &reading.names[1].shape), ("y", &Shape::from([32, 10])));
/// assert_eq!((reading.operations[0].name.as_str(), reading.operations[0].line), ("matmul", 3));
/// ```
#[must_use]
pub fn read_program(text: &str, default: Library) -> Reading {
    let (source, module, unread) = parsed(text);
    let default = library_in_use(&source).unwrap_or(default);
    let (mut reading, _) = Machine::new(&source, default).run(&module);
    end_with(&mut reading, unread, text);
    reading
}

/// Adds what is not read: of a message that is no Python, what it says.
fn end_with(reading: &mut Reading, unread: Option<Unread>, text: &str) {
    match unread.as_ref().and_then(|_| told(text)) {
        Some(error) => reading.error = Some(error),
        None => reading.unread.extend(unread),
    }
}

/// The exception of a message that says what was compared, at its line. Its type is a part of the message.
fn told(text: &str) -> Option<ProgramError> {
    let mut start = 0;
    let mut found = None;
    for (line, said) in (1..).zip(text.split('\n')) {
        let length = said.chars().count();
        if notations::message_of(said) == Some(Said::Compared) {
            found = Some(ProgramError {
                line,
                call_line: None,
                span: start..start + length,
                kind: String::new(),
                message: said.trim().to_owned(),
                operation: None,
                only_if: Vec::new(),
            });
        }
        start += length + 1;
    }
    found
}

/// Reads a program as it is shown. In addition to what [`read_program`] does, a size without a value gets one, functions that nothing
/// calls are run with what their types state, the axes of operands are named by letters, and the reading says which names can be asked
/// for. A size without a value stops [`read_program`], as it stops Python.
///
/// ```
/// use tensor_broadcasting::library::Library;
/// use tensor_reader::{read_open_program, read_program};
/// let text = "x = np.zeros((N, 1))\ny = x + np.zeros(N)";
/// assert!(read_program(text, Library::NumPy).unread.len() == 1);
/// let reading = read_open_program(text, Library::NumPy);
/// assert_eq!((reading.asked[0].name.as_str(), reading.asked[0].size), ("N", Some(5)));
/// assert_eq!(reading.operations[0].operands[0].operand.names, ["N", ""]);
/// ```
#[must_use]
pub fn read_open_program(text: &str, default: Library) -> Reading {
    let (source, module, unread) = parsed(text);
    let default = library_in_use(&source).unwrap_or(default);
    let names = Names::of(&module);
    let mut letters: Vec<String> = names.sizes().map(str::to_owned).listed();
    let variables = letters.len();
    for name in annotations::stated_names(&source, &module) {
        if !letters.contains(&name) && !names.is_assigned(&name) {
            letters.push(name);
        }
    }
    let sizes = sizes_for(letters, text);
    let run = |module: &Module, sizes: &[(String, u64)]| {
        let variables = sizes.get(..variables).unwrap_or(sizes);
        Machine::new(&source, default).with_sizes(variables, sizes).run(module)
    };
    let (mut reading, unknown) = run(&module, &sizes);
    end_with(&mut reading, unread, text);
    // Parsed again: the code that copies a syntax tree has 4 KB.
    if let Some(second) = Second::of(parsed(text).1, &sizes, text) {
        second.name_axes(&mut reading, &run(&second.module, &second.sizes).0);
    }
    // What follows from a tensor that is asked for is not asked for itself.
    let is_asked = |name: &str| names.is_tensor(name) || names.tensors().any(|known| known == name);
    let is_new = |name: &str| names.is_tensor(name) && names.tensors().all(|known| known != name);
    let follows = |unknown: &&Unknown| is_new(&unknown.name) && !unknown.from.as_deref().is_some_and(is_asked);
    let assigned = unknown.iter().filter(follows).map(|unknown| unknown.name.as_str());
    // First the name that keeps most from being read.
    let frees = |name: &str| unknown.iter().find(|unknown| unknown.name == name).map_or(0, |unknown| unknown.frees);
    let mut tensors: Vec<&str> = Vec::new();
    for name in names.tensors().chain(assigned) {
        tensors.insert(tensors.partition_point(|known| frees(known) >= frees(name)), name);
    }
    let tensors = tensors.into_iter().map(|name| Asked { name: name.to_owned(), size: None });
    reading.asked = tensors.chain(sizes.into_iter().map(|(name, size)| Asked { name, size: Some(size) })).listed();
    reading
}

/// Whether a text is Python that does more than make tensors: it has an operation, or fails, or has statements that are not read.
///
/// ```
/// use tensor_reader::is_program;
/// assert!(is_program("x = torch.ones(3)\ny = x + torch.ones(3, 1)\ny.mean()"));
/// assert!(!is_program("x = torch.ones(3)\ny = torch.ones(3, 1)"));
/// assert!(!is_program("32,1\n32"));
/// ```
#[must_use]
pub fn is_program(text: &str) -> bool {
    let Ok(module) = syntax_tree(text) else { return false };
    let is_shape = |statement: &tree::Statement| match &statement.kind {
        tree::StatementKind::Expression(expression) => !matches!(
            expression.kind,
            tree::ExpressionKind::Call { .. }
                | tree::ExpressionKind::Binary { .. }
                | tree::ExpressionKind::Compare { .. }
        ),
        _ => false,
    };
    if module.body.is_empty() || module.body.iter().all(is_shape) {
        return false;
    }
    let reading = read_program(text, Library::default());
    !reading.operations.is_empty() || reading.error.is_some() || !reading.unread.is_empty()
}

/// The tokens and the tree of a program. Of a text that is none, such as a message that was pasted, what is wrong with it, and no
/// statements.
fn parsed(text: &str) -> (Source, Module, Option<Unread>) {
    let source = Source::program(text, MAX_PROGRAM_CHARS);
    let (module, failure) = tree_of(&source);
    let Some(error) = failure.filter(|_| !source.is_cut) else { return (source, module, None) };
    let is_message = matches!(notations::message(text), Some(Said::Sizes | Said::Compared));
    let is_read = |statement: &tree::Statement| !matches!(statement.kind, tree::StatementKind::Unread { .. });
    // Words of another language begin in another way.
    let begins =
        |at: usize, kinds: &[TokenKind]| source.tokens.get(at).is_some_and(|token| kinds.contains(&token.kind));
    let is_code = begins(0, &[TokenKind::Word(Keyword::Def), TokenKind::Word(Keyword::Class)])
        || begins(1, &[TokenKind::Mark(b'('), TokenKind::Mark(b'='), TokenKind::Mark(b'.')]);
    let is_known = is_code && module.error.as_ref().is_some_and(|error| !error.message.is_empty());
    if !is_message && (is_known || module.body.iter().any(is_read)) {
        return (source, module, None);
    }
    let (line, span) = (source.line(error.span.start), error.span.clone());
    let problem = if is_message { Problem::Message } else { error.problem };
    let reason = UnreadableReason::Syntax(ParseError { span: span.clone(), problem });
    (source, Module::default(), Some(Unread { line, span, reason }))
}

#[cfg(test)]
#[allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]
mod tests {
    use super::*;
    use crate::syntax::parser;

    /// The steps that a program takes.
    fn steps(text: &str) -> usize {
        let source = Source::with_limit(text, MAX_PROGRAM_CHARS).unwrap_or_else(|error| panic!("{text}: {error:?}"));
        let module = parser::module(&source).unwrap_or_else(|error| panic!("{text}: {error:?}"));
        Machine::new(&source, Library::NumPy).steps(&module)
    }

    #[test]
    fn a_module_that_is_not_imported_decides_the_library() {
        for read in [read_program, read_open_program] {
            let library = |text| read(text, Library::PyTorch).library;
            assert_eq!(library("a = np.ones((32, 3))\nc = a - np.ones(32)"), Library::NumPy);
            assert_eq!(library("a = np.ones((32, 3))\nc = torch.tensor(a)"), Library::PyTorch);
            assert_eq!(library("import torch\na = np.ones((32, 3))"), Library::PyTorch);
            assert_eq!(library("a = ones(3)\nb = a.numpy().sum()\nnp = 3"), Library::PyTorch);
            assert_eq!(read("a = array([1])\nth = 0.5", Library::NumPy).library, Library::NumPy);
        }
    }

    #[test]
    fn the_steps_of_any_program_are_bounded() {
        let doubled: String = (0..60).map(|_| "a = (a, a)\n").collect();
        let wide = format!("x = np.ones((30, 30))\n{}", "y = x @ x + x\n".repeat(280));
        let programs = [
            "for i in range(10 ** 9):\n    x = i".to_owned(),
            "for i in range(900):\n    for j in range(900):\n        for k in range(900):\n            x = i + j"
                .to_owned(),
            "def f(x):\n    return f(x) + f(x)\nf(1)".to_owned(),
            "a = [0] * 10 ** 12".to_owned(),
            "a = [1]\nfor i in range(1000):\n    a = a + a".to_owned(),
            "a = [1]\nfor i in range(1000):\n    a = [a]".to_owned(),
            "a = []\na.append(a)\nb = a == a".to_owned(),
            "f = 1\ndef g(f):\n    return lambda: f\nfor i in range(1000):\n    f = g(f)".to_owned(),
            "import torch.nn as nn\nm = nn.ReLU()\nfor i in range(1000):\n    m = nn.Sequential(m, m)".to_owned(),
            format!("a = (1, 2)\n{doubled}b = a == a\nc = np.array(a)"),
            "x = [[i * j for i in range(1000)] for j in range(1000)]".to_owned(),
            "x = np.zeros((10 ** 6, 10 ** 6))\ny = x[:, None] + x".to_owned(),
            "x = np.arange(1000)\nfor i in range(1000):\n    x = x + x[::-1] * i".to_owned(),
            "x = list(zip(*[range(1000)] * 300))".to_owned(),
            "def g():\n    while True:\n        yield 1\nx = list(g())".to_owned(),
            "def g(n):\n    yield n\n    yield from g(n)\nx = list(g(1))".to_owned(),
            "def g():\n    for i in range(10 ** 9):\n        pass\n    yield 1\nx = sum(g())".to_owned(),
            "x = iter([1])\nfor i in range(1000):\n    x = map(lambda v: v, x)\ny = list(x)".to_owned(),
            "x = [1]\nfor v in x:\n    x.append(v)".to_owned(),
            "class V:\n    def __add__(self, o):\n        return self + o\nx = V() + 1".to_owned(),
            "class V:\n    def __getitem__(self, i):\n        return i\nx = list(V())".to_owned(),
            "class V:\n    def __iter__(self):\n        return self\n    def __next__(self):\n        return 1\nx = max(V())".to_owned(),
            "s = 'ab'\nfor i in range(1000):\n    s = f'{s}{s}'\n    s = s.replace('a', s)\n    s = s.join([s, s])".to_owned(),
            "d = {}\nfor i in range(10000):\n    d[i] = i\n    x = 10 ** 6 in d".to_owned(),
            "def f():\n    def g():\n        return f()\n    return g()\nx = f()".to_owned(),
            "x = sorted(range(900), key=lambda v: -v)\ny = {v for v in x}\nz = set()\nfor v in x:\n    z.add(v)".to_owned(),
            wide,
        ];
        for program in programs {
            let taken = steps(&program);
            assert!(taken <= crate::tensors::context::MAX_STEPS + 10_000, "{taken} steps: {program}");
            // What cannot be finished is not answered.
            let reading = read_program(&program, Library::NumPy);
            assert!(reading.operations.len() <= crate::tensors::context::MAX_OPERATIONS, "{program}");
        }
    }
}
