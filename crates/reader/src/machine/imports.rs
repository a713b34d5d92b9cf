//! Imports.

use super::{Machine, Variable};
use crate::machine::attributes::{is_known_path, of_path};
use crate::reading::UnreadableReason;
use crate::syntax::tree::{Alias, Statement};
use crate::tensors::context::{Outcome, unreadable};
use crate::tensors::value::Value;
use tensor_broadcasting::library::Library;

impl Machine<'_> {
    /// `import name as alias`.
    pub(super) fn import(&mut self, alias: &Alias, statement: &Statement) -> Outcome<()> {
        let first = alias.name.split('.').next().unwrap_or_default();
        let (name, path) = match &alias.alias {
            Some(name) => (name.as_str(), alias.name.as_str()),
            None => (first, first),
        };
        self.uses(&alias.name);
        self.assign(name, Value::path(path), &statement.span)
    }

    /// `from module import names`.
    pub(super) fn import_from(&mut self, module: &str, names: &[Alias], statement: &Statement) -> Outcome<()> {
        self.uses(module);
        for alias in names {
            if alias.name == "*" {
                self.star = match module {
                    "torch" => Some(Library::PyTorch),
                    "numpy" => Some(Library::NumPy),
                    _ => {
                        self.hide_names();
                        return unreadable(UnreadableReason::Statement, &statement.span);
                    }
                };
                continue;
            }
            let path = format!("{module}.{}", alias.name);
            // A name that a module does not have is an exception, which names the file of the module.
            let value = match is_known_path(&path) && !self.is_patched(&alias.name) {
                true => of_path(&path).unwrap_or_else(|| Value::path(&path)),
                false => {
                    self.unread(UnreadableReason::UnknownCall(alias.name.clone()), statement.span.clone());
                    Value::Unknown(None)
                }
            };
            self.assign(alias.alias.as_ref().unwrap_or(&alias.name), value, &statement.span)?;
        }
        Ok(())
    }

    /// Notes the library that a program imports, and that a module which is not there raises an exception.
    fn uses(&mut self, module: &str) {
        self.unknowns += usize::from(Value::path(module).unknown().is_some());
        let is_torch = |(_, value): &Variable| matches!(value, Value::Path(path) if path.starts_with("torch"));
        match module.split('.').next() {
            Some("torch") => self.context.library = Library::PyTorch,
            Some("numpy") if !self.globals.iter().any(is_torch) => self.context.library = Library::NumPy,
            _ => {}
        }
    }
}
