//! What of the program, and of what is said about operands, is in the chunk `work`. Everything else reaches it through this table: a call
//! of a function here would bring it into the first load.

use std::rc::Rc;

use yew::prelude::*;

use super::asked::{assumed, depends, depends_on};
use super::fixes::known_fixes;
use super::{close_code, operation_steps, program_panel, step, undrawn};
use crate::diagnostics::{Diagnostics, Fix};
use crate::i18n::Locale;
use crate::program::{Code, Program, ProgramFix};
use crate::state::{Action, Analysis, Model, Settings};
use crate::ui::host::mount::Mount;
use tensor_broadcasting::Operation;
use tensor_broadcasting::library::Library;
use tensor_reader::Operand;

/// Finds the fixes of an operation of a program; see [`known_fixes`].
type KnownFixes = fn(&Program, &Code, Library, Option<usize>) -> Rc<[ProgramFix]>;

/// What the chunk has.
#[derive(Debug)]
pub(in crate::ui) struct Late {
    /// The editor of a program; see [`program_panel`].
    pub(in crate::ui) panel: fn(&Model, &Mount, &Callback<Action>) -> Html,
    /// Which operation of the program is shown; see [`operation_steps`].
    pub(in crate::ui) steps: fn(&Model, &Callback<Action>) -> Html,
    /// The action that shows the next operation of the program, or the one before.
    pub(in crate::ui) step: fn(&Model, isize) -> Option<Action>,
    /// The button that closes the editor.
    pub(in crate::ui) close_code: fn(Locale, &Callback<Action>) -> Html,
    /// The verdict that depends on letters; see [`depends`].
    pub(in crate::ui) depends: fn(&Model, &'static str, Locale) -> Html,
    /// The letters on which it depends whether the operands broadcast.
    pub(in crate::ui) depends_on: fn(&Settings, Locale) -> String,
    /// A sentence with the sizes of letters that it follows from: `With N = 3: …`.
    pub(in crate::ui) assumed: fn(&Settings, &str, Locale) -> String,
    /// What stands in place of the picture of a program that has none; see [`undrawn`].
    pub(in crate::ui) undrawn: fn(&Model) -> Html,
    /// The program in Python that does what is shown.
    pub(in crate::ui) written: fn(&Analysis, &Operation, &Settings) -> String,
    /// What the chunk `explain` needs of fixes.
    pub(in crate::ui) fixing: Fixing,
}

/// How fixes are found and applied.
#[derive(Debug)]
pub(in crate::ui) struct Fixing {
    /// The fixes of an operation of a program; see [`known_fixes`].
    pub(in crate::ui) known: KnownFixes,
    /// What is said of operands without a program; see [`Analysis::diagnostics`].
    pub(in crate::ui) diagnostics: fn(&Analysis, &Settings) -> Diagnostics,
    /// The text of an operand with a fix; see [`Fix::apply`].
    pub(in crate::ui) apply: fn(&Fix, &str, &Operand, Library) -> String,
    /// A fix in Python; see [`Fix::code`].
    pub(in crate::ui) code: fn(&Fix, Library, &str, usize) -> String,
}

/// The functions of the chunk.
pub(in crate::ui) const LATE: Late = Late {
    panel: program_panel,
    steps: operation_steps,
    step,
    close_code,
    depends,
    depends_on,
    assumed,
    undrawn,
    written: Analysis::program,
    fixing: Fixing { known: known_fixes, diagnostics: Analysis::diagnostics, apply: Fix::apply, code: Fix::code },
};
