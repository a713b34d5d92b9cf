//! What follows from the settings: operands, operation, story, verdict and diagnostics.
//!
//! | file | content |
//! |---|---|
//! | `verdict` | the library's answer |
//! | `types` | the element types of the operands and of the result |
//! | `values` | the values that are shown where only shapes are known |

mod types;
mod values;
mod verdict;

use std::rc::Rc;

pub use self::types::dtype_of;
use self::values::with_values;
pub use self::verdict::{Verdict, load_products};
use super::{Binary, Settings};
use crate::codegen::program;
use crate::diagnostics::{Diagnostics, Fix, Warning, no_room, warning_on};
use crate::program::{InputError, InputProblem, ListedOperation, PYTHON, Program, Reader, read_field, read_operand};
use broadcasting_diagram::{CellRef, Story, Writing};
use tensor_broadcasting::library::Check;
use tensor_broadcasting::lists::Listed;
use tensor_broadcasting::{Axis, Combination, OperandId, Operation, PerOperand};
use tensor_reader::{Operand, is_list_or_shape};

/// What combines the operands where there is no program.
fn combination_of(settings: &Settings) -> Combination {
    match settings.c.0 {
        Some(_) => Combination::Where { is_method: false },
        None => match settings.operator {
            Binary::Operator(operator) => Combination::Operator(operator),
            Binary::MatrixProduct => Combination::MatrixProduct,
        },
    }
}

/// Everything that follows from the settings.
#[derive(Debug, Clone, PartialEq)]
pub struct Analysis {
    /// Each operand, or what is wrong with its text.
    pub operands: Rc<PerOperand<Result<Operand, InputError>>>,
    /// The operation of the operands; `None` where one of them cannot be read.
    pub operation: Option<Rc<Operation>>,
    /// The chapters of the operation; `None` where there is no operation.
    pub story: Option<Rc<Story>>,
    /// The answer of the library that is set.
    pub verdict: Verdict,
    /// The warning about the result, if there is one.
    pub warning: Option<Warning>,
    /// The program that the operands come from, if there is one and it was read.
    pub program: Option<Rc<Program>>,
    /// Whether the texts of the operands have letters as sizes that say no number.
    pub has_letters: bool,
}

impl Analysis {
    /// Reads the operands of `settings` and derives everything that follows.
    #[must_use]
    pub fn new(settings: &Settings) -> Self {
        Self::read_by(PYTHON.get(), settings)
    }

    /// Sets in `settings` what a program says: operator, in-place switch and library; and that `where` does not write into `a`.
    /// Everything that takes an analysis and settings needs settings that agree with this.
    pub fn say(&self, settings: &mut Settings) {
        match &self.program {
            Some(program) => settings.follow(program),
            None => settings.rule_out_in_place(),
        }
    }

    /// Reads the program or the operands with this reader of Python, if it is loaded.
    fn read_by(reader: Option<&Reader>, settings: &Settings) -> Self {
        if !settings.has_code() {
            let operands = settings.operands().iter();
            let texts: Vec<&str> = operands.map(|&operand| settings.operand_text(operand)).listed();
            let read = texts.iter().map(|text| read_field(text, &texts, reader)).listed();
            let mut settings = settings.clone();
            settings.rule_out_in_place();
            let mut analysis = Self::of_operands(read.into(), None, &settings);
            analysis.has_letters = reader.is_some_and(|reader| !(reader.letters_of)(&texts).is_empty());
            analysis.let_depend(&settings);
            return analysis;
        }
        let all = |problem: fn() -> InputProblem| {
            PerOperand::from(Vec::from(OperandId::PAIR.map(|_| Err(InputError { span: 0..0, problem: problem() }))))
        };
        let Some(reader) = reader else { return Self::of_operands(all(|| InputProblem::NotLoaded), None, settings) };
        let program = (reader.run)(&settings.code, settings.library, settings.operation);
        let drawn = program.shown_operation().filter(|listed| listed.is_drawn());
        let operands = drawn.and_then(ListedOperation::operands);
        let operands = operands.map(|operands| operands.as_slice().iter().cloned().map(Ok).listed().into());
        let mut settings = settings.clone();
        settings.follow(&program);
        Self::of_operands(
            operands.unwrap_or_else(|| all(|| InputProblem::NoOperation)),
            Some(Rc::new(program)),
            &settings,
        )
    }

    fn of_operands(
        operands: PerOperand<Result<Operand, InputError>>,
        program: Option<Rc<Program>>,
        settings: &Settings,
    ) -> Self {
        let listed = program.as_ref().and_then(|program| program.shown_operation());
        let combination = listed.and_then(ListedOperation::combination).unwrap_or_else(|| combination_of(settings));
        let names = program.as_ref().and_then(|program| program.names.clone());
        let operands = with_values(operands, &combination, names.as_ref(), settings.dtype);
        let read: Vec<&Operand> = operands.as_slice().iter().filter_map(|operand| operand.as_ref().ok()).listed();
        let operation = (read.len() == operands.ids().len()).then(|| {
            let tensors = read.iter().map(|operand| operand.tensor.clone()).listed();
            let operation = Operation::combined(tensors.into(), combination, settings.library.arithmetic());
            let axis_names = read.iter().map(|operand| operand.names.clone()).listed();
            let operation = operation.with_axis_names(axis_names.into());
            Rc::new(match names {
                Some(names) => operation.with_names(names),
                None => operation,
            })
        });
        let warning = match &program {
            Some(program) => program.shown_operation().and_then(|listed| listed.warning.clone()),
            None => operation.as_ref().and_then(|operation| warning_on(operation, settings.in_place)),
        };
        let operands = Rc::new(operands);
        let (story, verdict, has_letters) = (None, Verdict::Unreadable, false);
        let mut analysis = Self { operands, operation, story, verdict, warning, program, has_letters };
        analysis.give_types(settings);
        analysis.warning = analysis.warning.take().or_else(|| analysis.no_room(settings));
        analysis.verdict = analysis.verdict_under(settings);
        if let Some(verdict) = analysis.verdict_of_program() {
            analysis.verdict = verdict;
        }
        analysis.story = analysis.new_story(settings).map(Rc::new);
        analysis
    }

    /// The warning about a result whose element type has no room for an element. Values that are made up are no reason for one.
    fn no_room(&self, settings: &Settings) -> Option<Warning> {
        let operation = self.operation.as_ref()?;
        let is_known = self.operands.as_slice().iter().flatten().all(|operand| !operand.values_unknown);
        let texts = if settings.has_code() {
            operation.operands().iter().map(|&operand| operation.name(operand)).listed().join(" ")
        } else {
            [&*settings.a, &*settings.b].join(" ")
        };
        no_room(operation, &texts).filter(|_| is_known)
    }

    /// Derives the verdict and the story again, after another library was set. The operation stays the same one where both
    /// libraries make the same elements.
    pub fn set_library(&mut self, settings: &Settings) {
        let arithmetic = settings.library.arithmetic();
        if let Some(operation) = self.operation.as_ref().filter(|operation| operation.depends_on_arithmetic()) {
            self.operation = Some(Rc::new(operation.with_arithmetic(arithmetic)));
        }
        self.verdict = self.verdict_under(settings);
        self.let_depend(settings);
        let story = self.new_story(settings);
        if story.as_ref() != self.story.as_deref() {
            self.story = story.map(Rc::new);
        }
    }

    /// Takes the operation and the story that are shown where its own are equal, as after a comment was typed in a program: what compares
    /// them by their pointers then finds that nothing has changed. Before the reader of Python is loaded, nothing is taken.
    pub(super) fn keep(&mut self, operation: &Rc<Operation>, story: &Rc<Story>) {
        let (Some(reader), Some(own)) = (PYTHON.get(), &self.operation) else { return };
        if (reader.are_equal)(own, operation) {
            self.operation = Some(Rc::clone(operation));
            if self.story.as_ref() == Some(story) {
                self.story = Some(Rc::clone(story));
            }
        }
    }

    /// The fixes of the operands in the fields. (A program has fixes of its own: [`crate::program::program_fixes`].) A fix is left out where
    /// it gives an operand a text beyond the limits of the reader (of characters, depth and work). The reader alone knows its limits,
    /// so it is asked.
    #[must_use]
    pub fn diagnostics(&self, settings: &Settings) -> Diagnostics {
        let on = |operation: &Rc<Operation>| match operation.is_product() {
            true => Diagnostics::on_product(operation),
            false => Diagnostics::on(operation, settings.in_place),
        };
        let operation = self.operation.as_ref().filter(|_| self.program.is_none());
        let mut diagnostics = operation.map(on).unwrap_or_default();
        let is_readable = |fix: &Fix| {
            let text = settings.operand_text(fix.operand);
            self.read(fix.operand)
                .is_some_and(|operand| read_operand(&fix.apply(text, operand, settings.library), PYTHON.get()).is_ok())
        };
        diagnostics.fixes.retain(is_readable);
        diagnostics
    }

    /// The operand whose text is a list of numbers that was read as a shape, such as `[0, 1, 2]` where no other operand has values, and
    /// the text that gives its values; `None` where there is none. [`crate::i18n::WorkMessage::ListIsShape`] says so.
    #[must_use]
    pub fn list_read_as_shape(&self, settings: &Settings) -> Option<(OperandId, String)> {
        let ids = self.operands.ids().iter().filter(|_| self.program.is_none());
        let is_list = |operand: &&OperandId| {
            let text = settings.operand_text(**operand);
            is_list_or_shape(text) && self.read(**operand).is_some_and(|operand| operand.python.is_none())
        };
        let operand = *ids.into_iter().find(is_list)?;
        let (constructor, text) = (settings.library.constructor(), settings.operand_text(operand).trim());
        Some((operand, [constructor, "(", text, ")"].concat()))
    }

    fn new_story(&self, settings: &Settings) -> Option<Story> {
        let operation = self.operation.as_ref()?;
        let writing = match self.verdict {
            _ if !settings.in_place => None,
            _ if !operation.fits_in_place() => Some(Writing::DoesNotFit),
            Verdict::Fails { check: Some(Check::Writable | Check::OutputType), .. } => Some(Writing::NotWritable),
            _ => Some(Writing::Fits),
        };
        Some(Story::new(operation, writing))
    }

    /// The first operand that cannot be read.
    #[must_use]
    pub fn unread(&self) -> Option<&InputError> {
        self.operands.as_slice().iter().find_map(|operand| operand.as_ref().err())
    }

    /// Whether an operand is Python and the reader of Python is not loaded. The analysis is then to be made again when it is.
    #[must_use]
    pub fn awaits_python(&self) -> bool {
        let mut errors = self.operands.as_slice().iter().filter_map(|operand| operand.as_ref().err());
        errors.any(|error| error.problem == InputProblem::NotLoaded)
    }

    /// Whether the diagram has such a cell.
    #[must_use]
    pub fn has(&self, cell: &CellRef) -> bool {
        let Some(operation) = &self.operation else { return false };
        if cell.panel.operand().is_some_and(|operand| !operation.operands().contains(&operand)) {
            return false;
        }
        let size = |axis: &Axis| {
            // Where there is no result, nothing is stretched.
            let shown = if operation.shape().is_some() { axis.result() } else { None }.unwrap_or(0);
            cell.panel.operand().map_or(shown, |operand| axis.size(operand).max(shown))
        };
        let axes = operation.alignment().axes();
        axes.len() == cell.index.len() && axes.iter().zip(&cell.index).all(|(axis, &i)| i < size(axis))
    }

    /// The operands that can be read.
    fn read(&self, operand: OperandId) -> Option<&Operand> {
        self.operands[operand].as_ref().ok()
    }

    /// All operands, as far as they can be read.
    pub(super) fn read_operands(&self) -> PerOperand<Option<&Operand>> {
        self.operands.ids().iter().map(|&operand| self.read(operand)).listed().into()
    }

    /// Whether the analysis is to be made again when another chunk is loaded: an operand is Python, or the library's answer to a matrix
    /// product is not known.
    #[must_use]
    pub fn awaits_chunk(&self) -> bool {
        self.awaits_python() || self.is_undecided_product()
    }

    /// The program in the library's Python that does what is shown of `operation`, with the library's answer. `operation` is
    /// this analysis's own: the operands of another one would not belong to it.
    #[must_use]
    pub fn program(&self, operation: &Operation, settings: &Settings) -> String {
        let library = settings.library;
        let is_own = self.program.as_ref().is_some_and(|program| program.reading.library == library);
        let is_function = self.program.is_some() && !operation.has_values();
        if is_function || (is_own && matches!(self.verdict, Verdict::Fails { check: None, shape: Some(_), .. })) {
            // What a function does beside broadcasting, and why else it fails, only the program says that calls it.
            return settings.code.text.clone();
        }
        let verdict = self.verdict_under(settings);
        let operation = operation.with_arithmetic(library.arithmetic());
        let types = self.types(&operation, settings);
        let call = self.call(&operation, &types, settings);
        // Where a product has no verdict, it is not known whether there is a result.
        let result = operation.whole_result().filter(|_| !matches!(verdict, Verdict::Unreadable));
        let answer = verdict.error().map_or_else(|| Ok(result.as_ref()), Err);
        program(library, &call, &self.read_operands(), answer)
    }
}

#[cfg(test)]
mod tests {
    use super::{Analysis, Verdict};
    use crate::state::Settings;
    use tensor_broadcasting::OperandId;

    use crate::program::InputProblem;

    fn settings(a: &str, b: &str) -> Settings {
        Settings { a: a.to_owned(), b: b.to_owned(), ..Settings::default() }
    }

    #[test]
    fn without_a_reader_of_python_shapes_are_analysed_as_with_one() {
        for (a, b) in [("4,1", "3"), ("2,3", "4"), ("(5, 1)", "5 × 3"), ("5,3,", ""), ("5,,", "")] {
            let settings = settings(a, b);
            let analysis = Analysis::read_by(None, &settings);
            assert_eq!(analysis, Analysis::new(&settings), "{a} and {b}");
            assert!(!analysis.awaits_python(), "{a} and {b}");
        }
    }

    #[test]
    fn without_a_reader_of_python_an_operand_in_python_awaits_it() {
        let analysis = Analysis::read_by(None, &settings("4,1", "torch.ones(3)"));
        assert!(analysis.awaits_python());
        assert_eq!(analysis.verdict, Verdict::Unreadable);
        let error = analysis.operands[OperandId::B].as_ref().err();
        assert!(
            error.is_some_and(|error| error.problem == InputProblem::NotLoaded && error.span == (0..13)),
            "{error:?}"
        );
    }
}
