//! The chapter of the gradient, which is shown on demand.

use std::rc::Rc;

use super::{Analysis, Model, Settings, Shown, Verdict};
use crate::codegen::gradient_program;
use crate::i18n::GRADIENT;
use broadcasting_diagram::Story;
use tensor_broadcasting::Operation;
use tensor_broadcasting::library::Library;

impl Analysis {
    /// Whether the gradient can be shown: PyTorch makes the result, as a new tensor, and the operator has a derivative.
    #[must_use]
    pub fn offers_gradient(&self, settings: &Settings) -> bool {
        let Self { verdict: Verdict::Broadcasts(_) | Verdict::Depends(Some(_)), operation: Some(operation), .. } = self
        else {
            return false;
        };
        settings.library == Library::PyTorch && !settings.in_place && operation.has_gradient()
    }

    /// The story with the chapter of the gradient; `None` where that is not wanted, cannot be shown, or is not loaded.
    #[must_use]
    pub fn story_with_gradient(&self, settings: &Settings) -> Option<Story> {
        let (operation, story) = (self.operation.as_ref()?, self.story.as_ref()?);
        let wanted = settings.gradient && self.offers_gradient(settings);
        let gradient = GRADIENT.get().filter(|_| wanted)?;
        Some((**story).clone().with_gradient(operation, gradient.drawing))
    }
}

impl Analysis {
    /// The program in a library's Python that computes the gradients of `operation`, which is this analysis's own.
    #[must_use]
    pub fn gradient_program(&self, operation: &Operation, library: Library) -> String {
        gradient_program(library, operation, &self.read_operands())
    }
}

impl Model {
    /// Whether the gradient can be shown. It cannot while a question hides it.
    #[must_use]
    pub fn offers_gradient(&self) -> bool {
        self.analysis().offers_gradient(&self.settings)
    }

    /// Adds the chapter of the gradient to what is shown, where it is wanted. It stays the same story while the story without it does.
    pub(super) fn update_gradient(&mut self) {
        let before = self.with_gradient.take();
        let (Some(operation), Some(story)) = (&self.analysis().operation, &self.analysis().story) else { return };
        if !self.settings.gradient || !self.offers_gradient() || self.is_stale() {
            return;
        }
        let is_same =
            |(of, shown): &(Rc<Story>, Shown)| Rc::ptr_eq(of, story) && Rc::ptr_eq(&shown.operation, operation);
        self.with_gradient = before.filter(is_same).or_else(|| {
            let with_gradient = self.analysis().story_with_gradient(&self.settings)?;
            let (operation, new) = (Rc::clone(operation), Rc::new(with_gradient));
            Some((Rc::clone(story), Shown { operation, story: new }))
        });
    }
}
