//! What follows from the settings: operands, operation, story, verdict and diagnostics.

use std::cell::Cell;
use std::rc::Rc;
use tensor_broadcasting::lists::Listed;

use super::{Binary, Settings};
use crate::codegen::{MAX_STORED, program};
use crate::diagnostics::{Diagnostics, Fix, Warning, no_room, warning_on};
use crate::reader::{InputError, InputProblem, PYTHON, Reader, read_field, read_operand};
use crate::reader::{ListedOperation, Program};
use broadcasting_diagram::{CellRef, Story, Writing};
use tensor_broadcasting::library::{Call, Check, CheckError, Factor, Library, LibraryError, OperandType};
use tensor_broadcasting::{
    Axis, Combination, Dtype, ElementTypes, OperandId, Operation, OperationTypes, PerOperand, Shape,
};
use tensor_reader::{Operand, is_list_or_shape, is_part_of_word};

/// The library's answer to an operation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// At least one operand cannot be read.
    Unreadable,
    /// The operands broadcast to this shape.
    Broadcasts(Shape),
    /// The operands broadcast to this shape, which is beyond the library's limits.
    BeyondLimits(Shape, LibraryError),
    /// The operands do not broadcast.
    Clash(LibraryError),
    /// The operands broadcast to this shape, which is not the shape of `a`, so the result cannot be written into `a`.
    DoesNotFitInPlace(Shape, LibraryError),
    /// The operands broadcast to this shape, but `a` cannot be written to: some of its elements share memory, or it is
    /// read-only.
    NotWritable(Shape, LibraryError),
    /// The operands broadcast to this shape, but `a` cannot hold elements of the type of the result.
    NotCastable(Shape, LibraryError),
    /// The operands broadcast to this shape, but the operator is not defined for their types or for some of their elements.
    Undefined(Shape, LibraryError),
    /// The operands broadcast to this shape, but the call of the program raises an exception for another reason.
    Raises(Shape, LibraryError),
    /// The operation of the program raises an exception, and is none that the diagram draws.
    Undrawn(LibraryError),
    /// What the library answers depends on the sizes of letters. With the sizes that they are read as, the operands broadcast to this
    /// shape; `None` where they do not.
    Depends(Option<Shape>),
}

/// Gives the verdict on a matrix product of the fields; [`Verdict::Unreadable`] where it is not known which of several exceptions is raised.
type VerdictOnProduct = fn(&Analysis, &Operation, &Settings) -> Verdict;

/// The function, where there are no chunks.
const AT_ONCE: Option<VerdictOnProduct> =
    if cfg!(all(feature = "split", target_arch = "wasm32")) { None } else { Some(verdict_on_product) };

thread_local! {
    static VERDICT_ON_PRODUCT: Cell<Option<VerdictOnProduct>> = const { Cell::new(AT_ONCE) };
}

/// Lets analyses have verdicts on matrix products. Only the chunk calls it.
pub fn load_products() {
    VERDICT_ON_PRODUCT.set(Some(verdict_on_product));
}

fn verdict_on_product(analysis: &Analysis, operation: &Operation, settings: &Settings) -> Verdict {
    let types = analysis.types(operation, settings);
    let factor = |id: OperandId| {
        let operand = analysis.operands[id].as_ref().ok()?;
        let python = operand.python.as_ref().map_or("", |python| &python.text);
        let mut words = python.split(|c| !is_part_of_word(c));
        let has_gradient = words.any(|word| matches!(word, "requires_grad" | "Parameter"));
        // What follows may end it.
        let is_certain = !has_gradient || python.ends_with("requires_grad=True)");
        Some(Factor {
            shape: operand.shape(),
            dtype: types[id].dtype,
            layout: Some(&operand.tensor.layout).filter(|_| !operand.strides_unknown),
            requires_grad: is_certain.then_some(has_gradient),
        })
    };
    let (Some(a), Some(b)) = (factor(OperandId::A), factor(OperandId::B)) else { return Verdict::Unreadable };
    match (settings.library.check_product(&a, &b), operation.whole_result()) {
        (Ok(Some(shape)), _) => Verdict::Broadcasts(shape),
        (Err(error), None) => Verdict::Clash(error),
        (Err(error), Some(shape)) => Verdict::Raises(shape, error),
        (Ok(None), _) => Verdict::Unreadable,
    }
}

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

/// The operands with the values that are shown where only shapes are known. `names`: those in a program. A name that stands twice is one
/// tensor, and bools do not count. `dtype`: the type of bare shapes, where one is set.
fn with_values(
    operands: PerOperand<Result<Operand, InputError>>,
    combination: &Combination,
    names: Option<&PerOperand<String>>,
    dtype: Option<Dtype>,
) -> PerOperand<Result<Operand, InputError>> {
    let is_twice = names.is_some_and(|names| names[OperandId::A] == names[OperandId::B]);
    let is_made_up = |operand: &Operand| operand.values_unknown && operand.dtype != Some(Dtype::Bool) && !is_twice;
    let shape = |operand: &Result<Operand, InputError>| {
        operand.as_ref().ok().filter(|operand| is_made_up(operand)).map(|operand| operand.shape().clone())
    };
    let shapes: Vec<Option<Shape>> = operands.as_slice().iter().map(shape).listed();
    let types = operands.as_slice().iter().flatten().filter_map(|operand| operand.dtype.or(dtype));
    let largest = types.map(Dtype::largest_integer).fold(i64::MAX, i64::min);
    let values = combination.made_up_values(&shapes.iter().map(Option::as_ref).listed(), largest);
    let mut operands = operands.as_slice().to_vec();
    for ((operand, values), shape) in operands.iter_mut().zip(values).zip(shapes) {
        if let (Ok(operand), Some(_)) = (operand, shape) {
            operand.tensor.values = values;
        }
    }
    operands.into()
}

/// The type of an operand where it is known: its elements have the type that was named, or the library's default for the values that
/// were written. An operand of which only the shape was written has no known type.
fn known_type(operand: &Operand, library: Library) -> Option<OperandType> {
    let of_values = || match operand.tensor.values.at(0) {
        _ if operand.values_unknown => None,
        Some(value) => Some(library.default_dtype(value)),
        None => Some(library.default_float()),
    };
    let dtype = operand.dtype.or_else(of_values)?;
    Some(OperandType { dtype, is_scalar: operand.shape().ndim() == 0 })
}

/// The element type in which the memory of an operation of these operands is counted: the one that is set, else the smallest that holds the
/// elements of all of them, else the library's default floating-point type.
#[must_use]
pub fn dtype_of(operands: &[&Operand], settings: &Settings) -> Dtype {
    let library = settings.library;
    let known = operands.iter().filter_map(|operand| known_type(operand, library));
    let promoted = |a: OperandType, b: OperandType| OperandType {
        dtype: library.promoted(a, b),
        is_scalar: a.is_scalar && b.is_scalar,
    };
    settings.dtype.or(known.reduce(promoted).map(|known| known.dtype)).unwrap_or(library.default_float())
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

    /// Gives the operation its element types, so that its elements are what the library's types make of them.
    fn give_types(&mut self, settings: &Settings) {
        let Some(operation) = &self.operation else { return };
        let (library, types) = (settings.library, self.types(operation, settings));
        // Floats that are made up are whole numbers, which are read more easily as such.
        let are_made_up = self.operands.as_slice().iter().flatten().all(|operand| operand.values_unknown);
        if are_made_up && types.as_slice().iter().all(|operand| !operand.dtype.is_integer()) {
            return;
        }
        let promoted = |a: OperandId, b: OperandId| {
            let promoted = library.promoted(types[a], types[b]);
            ElementTypes::new(promoted, promoted)
        };
        let combined = match operation.combination() {
            Combination::Operator(operator) => {
                library.element_types(*operator, types[OperandId::A], types[OperandId::B])
            }
            Combination::Where { is_method: true } => promoted(OperandId::A, OperandId::C),
            Combination::Where { is_method: false } => promoted(OperandId::B, OperandId::C),
            Combination::MatrixProduct | Combination::Function(_) => promoted(OperandId::A, OperandId::B),
        };
        let output = if settings.in_place { types[OperandId::A].dtype } else { combined.made };
        let operands = types.as_slice().iter().map(|operand| operand.dtype).listed().into();
        let types = OperationTypes { operands, combined: ElementTypes { output, ..combined } };
        self.operation = Some(Rc::new(Operation::clone(operation).with_types(types)));
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

    /// Makes the verdict one that depends on the letters, where it does.
    fn let_depend(&mut self, settings: &Settings) {
        let Some(reader) = PYTHON.get().filter(|_| self.has_letters) else { return };
        let texts: Vec<&str> = self.operands.ids().iter().map(|&operand| settings.operand_text(operand)).listed();
        // What a letter of a matrix product must be, another operand says.
        let is_product = self.operation.as_ref().is_some_and(|operation| operation.matrices().is_some());
        let is_certain = || !is_product && (reader.clash_in_any_case)(&texts);
        self.verdict = match &self.verdict {
            Verdict::Broadcasts(shape) => Verdict::Depends(Some(shape.clone())),
            Verdict::Clash(_) | Verdict::DoesNotFitInPlace(..) | Verdict::BeyondLimits(..) if !is_certain() => {
                Verdict::Depends(None)
            }
            verdict => verdict.clone(),
        };
    }

    /// The verdict where the program knows more than its operands say: a leaf that requires a gradient cannot be written, for example.
    /// `None` where both agree on whether the operation fails.
    fn verdict_of_program(&self) -> Option<Verdict> {
        let program = self.program.as_ref()?;
        let listed = program.shown_operation()?;
        let error = listed.error.clone();
        if !listed.is_drawn() {
            return error.map(Verdict::Undrawn);
        }
        let operation = self.operation.as_ref()?;
        let shape = operation.whole_result();
        if operation.matrices().is_some() {
            return match (error, shape) {
                (Some(error), None) => Some(Verdict::Clash(error)),
                (Some(error), Some(shape)) => Some(Verdict::Raises(shape, error)),
                (None, shape) => shape.map(Verdict::Broadcasts),
            };
        }
        match (error, self.verdict.error(), shape) {
            // The reader of programs knows how the function names its operands.
            (Some(error), Some(_), _) => Some(self.verdict.clone().with_error(error)),
            (Some(error), None, Some(shape)) if listed.operation.in_place => Some(Verdict::NotWritable(shape, error)),
            (Some(error), None, Some(shape)) => Some(Verdict::Raises(shape, error)),
            (None, Some(_), Some(shape)) => Some(Verdict::Broadcasts(shape)),
            _ => None,
        }
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

    /// The fixes of the operands in the fields. (A program has fixes of its own: [`crate::reader::program_fixes`].) A fix is left out where
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
            Verdict::NotWritable(..) | Verdict::NotCastable(..) => Some(Writing::NotWritable),
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

    /// The type of an operand where it is known.
    fn known_type(&self, operand: OperandId, library: Library) -> Option<OperandType> {
        known_type(self.read(operand)?, library)
    }

    /// The types of all operands as the program in the library's Python makes them.
    fn operand_types(&self, settings: &Settings) -> PerOperand<OperandType> {
        let library = settings.library;
        let of = |&operand: &OperandId| {
            let (own, is_scalar) =
                self.read(operand).map_or((None, true), |read| (read.library, read.shape().ndim() == 0));
            match (self.known_type(operand, library), own) {
                // A bare shape is filled with the type that is set, else with int64.
                (None, _) => OperandType { dtype: settings.dtype.unwrap_or(Dtype::Int64), is_scalar },
                // A tensor of another library is made again, with a default type of this library.
                (Some(known), Some(own)) if own != library => {
                    OperandType { dtype: library.default_dtype_like(known.dtype), is_scalar }
                }
                (Some(known), _) => known,
            }
        };
        let types: Vec<OperandType> = self.operands.ids().iter().map(of).listed();
        let &[a, b] = types.as_slice() else { return types.into() };
        let Binary::Operator(operator) = settings.operator else { return types.into() };
        let result = library.result_type(operator, a, b);
        // A bare shape into which floats are written is filled with floats.
        let holds_floats = settings.in_place
            && self.known_type(OperandId::A, library).is_none()
            && !operator.compares()
            && !result.is_integer();
        let a = if holds_floats { OperandType { dtype: result, ..a } } else { a };
        vec![a, b].into()
    }

    /// The types of all operands of `operation` as the program in the library's Python makes them. PyTorch multiplies only factors of one
    /// type, so a bare shape has that of the other factor.
    fn types(&self, operation: &Operation, settings: &Settings) -> PerOperand<OperandType> {
        let types = self.operand_types(settings);
        let library = settings.library;
        let &[a, b] = types.as_slice() else { return types };
        if !operation.is_product() || library == Library::NumPy {
            return types;
        }
        let is_known = OperandId::PAIR.map(|operand| self.known_type(operand, library).is_some());
        // A view of one float stands for what is too large to be made.
        let is_view =
            |&operand: &OperandId| operation.whole_shape(operand).numel().is_none_or(|elements| elements > MAX_STORED);
        let dtypes = match is_known {
            [true, false] => [a.dtype; 2],
            [false, true] => [b.dtype; 2],
            [false, false] if OperandId::PAIR.iter().any(is_view) => [library.default_float(); 2],
            _ => return types,
        };
        vec![OperandType { dtype: dtypes[0], ..a }, OperandType { dtype: dtypes[1], ..b }].into()
    }

    /// Whether the analysis is to be made again when another chunk is loaded: an operand is Python, or the library's answer to a matrix
    /// product is not known.
    #[must_use]
    pub fn awaits_chunk(&self) -> bool {
        self.awaits_python() || self.is_undecided_product()
    }

    /// Whether it is a matrix product of the fields and its verdict is not loaded.
    #[must_use]
    pub fn awaits_product(&self) -> bool {
        self.is_undecided_product() && VERDICT_ON_PRODUCT.get().is_none()
    }

    /// Whether it is a matrix product without a verdict.
    fn is_undecided_product(&self) -> bool {
        matches!(self.verdict, Verdict::Unreadable)
            && self.operation.as_ref().is_some_and(|operation| operation.is_product())
    }

    /// The element type in which memory is counted; see [`dtype_of`].
    #[must_use]
    pub fn dtype(&self, settings: &Settings) -> Dtype {
        let read = self.operands.as_slice().iter().filter_map(|operand| operand.as_ref().ok());
        dtype_of(&read.listed(), settings)
    }

    /// The element types in which the memory of each operand and of the result is counted: the one that is set, else their own, where
    /// they are known, else that of [`Analysis::dtype`].
    #[must_use]
    pub fn memory_types(&self, settings: &Settings) -> (PerOperand<Dtype>, Dtype) {
        let (library, dtype) = (settings.library, self.dtype(settings));
        let is_own = settings.dtype.is_none();
        let known = |operand| self.known_type(operand, library).filter(|_| is_own);
        let ids = self.operands.ids().iter();
        let operands: Vec<Dtype> = ids.map(|&operand| known(operand).map_or(dtype, |known| known.dtype)).listed();
        let both = |[a, b]: [OperandId; 2]| known(a).zip(known(b));
        let result = self.operation.as_ref().and_then(|operation| match operation.combination() {
            _ if settings.in_place => known(OperandId::A).map(|a| a.dtype),
            Combination::Operator(operator) => both(OperandId::PAIR).map(|(a, b)| library.result_type(*operator, a, b)),
            Combination::Where { is_method } => {
                let first = if *is_method { OperandId::A } else { OperandId::B };
                both([first, OperandId::C]).map(|(a, b)| library.promoted(a, b))
            }
            Combination::MatrixProduct => both(OperandId::PAIR).map(|(a, b)| library.promoted(a, b)),
            // What a function gives, only the reader knows.
            Combination::Function(_) => None,
        });
        (operands.into(), result.unwrap_or(dtype))
    }

    /// The verdict on the same operands under other settings: another library, in place or not.
    #[must_use]
    pub fn verdict_under(&self, settings: &Settings) -> Verdict {
        let Some(operation) = &self.operation else { return Verdict::Unreadable };
        if operation.is_product() {
            return VERDICT_ON_PRODUCT.get().map_or(Verdict::Unreadable, |verdict| verdict(self, operation, settings));
        }
        let types = self.operand_types(settings);
        let CheckError { check, error } = match settings.library.check(&self.call(operation, &types, settings)) {
            Ok(shape) => return Verdict::Broadcasts(shape),
            Err(failed) => failed,
        };
        let Some(shape) = operation.shape().cloned() else { return Verdict::Clash(error) };
        match check {
            Check::Shapes | Check::OperandLimits => Verdict::BeyondLimits(shape, error),
            Check::OutputShape => Verdict::DoesNotFitInPlace(shape, error),
            Check::Writable => Verdict::NotWritable(shape, error),
            Check::OutputType => Verdict::NotCastable(shape, error),
            Check::OperandTypes | Check::Kernel | Check::Elements => Verdict::Undefined(shape, error),
        }
    }

    /// The operation as the library is asked to run it.
    fn call<'a>(&self, operation: &'a Operation, types: &'a PerOperand<OperandType>, settings: &Settings) -> Call<'a> {
        let read_only = self.read(OperandId::A).is_some_and(|a| a.read_only);
        Call { operation, types, in_place: settings.in_place, read_only }
    }

    /// The program in the library's Python that does what is shown of `operation`, with the library's answer. `operation` is
    /// this analysis's own: the operands of another one would not belong to it.
    #[must_use]
    pub fn program(&self, operation: &Operation, settings: &Settings) -> String {
        let library = settings.library;
        let is_own = self.program.as_ref().is_some_and(|program| program.reading.library == library);
        let is_function = self.program.is_some() && !operation.has_values();
        if is_function || (is_own && matches!(self.verdict, Verdict::Raises(..))) {
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

/// The exception of a verdict, borrowed as the verdict is.
macro_rules! error_of {
    ($verdict:expr) => {
        match $verdict {
            Verdict::Unreadable | Verdict::Broadcasts(_) | Verdict::Depends(_) => None,
            Verdict::Clash(error)
            | Verdict::BeyondLimits(_, error)
            | Verdict::DoesNotFitInPlace(_, error)
            | Verdict::NotWritable(_, error)
            | Verdict::NotCastable(_, error)
            | Verdict::Undefined(_, error)
            | Verdict::Undrawn(error)
            | Verdict::Raises(_, error) => Some(error),
        }
    };
}

impl Verdict {
    /// The same verdict with another exception.
    fn with_error(mut self, other: LibraryError) -> Self {
        if let Some(error) = error_of!(&mut self) {
            *error = other;
        }
        self
    }

    /// The exception that the library raises; `None` where it gives a result, or where an operand cannot be read.
    #[must_use]
    pub const fn error(&self) -> Option<&LibraryError> {
        error_of!(self)
    }

    /// The shape that the operands broadcast to; `None` where they do not, or where an operand cannot be read.
    #[must_use]
    pub const fn shape(&self) -> Option<&Shape> {
        match self {
            Self::Unreadable | Self::Clash(_) | Self::Undrawn(_) => None,
            Self::Depends(shape) => shape.as_ref(),
            Self::Broadcasts(shape)
            | Self::BeyondLimits(shape, _)
            | Self::DoesNotFitInPlace(shape, _)
            | Self::NotWritable(shape, _)
            | Self::NotCastable(shape, _)
            | Self::Undefined(shape, _)
            | Self::Raises(shape, _) => Some(shape),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Analysis, Verdict};
    use crate::state::Settings;
    use tensor_broadcasting::OperandId;

    use crate::reader::InputProblem;

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
