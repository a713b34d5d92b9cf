//! Scopes: where the variables of functions, classes and comprehensions are, and which of them a name means.
//!
//! A function keeps the scope in which it was made, not a copy of its variables: it sees what they are when it is called.

use std::ops::Range;
use std::rc::Rc;

use super::{MAX_NAMES, Machine, Variable};
use crate::reading::UnreadableReason;
use crate::syntax::tree::{Expression, ExpressionKind, Parameter, Statement, StatementKind, StatementPart};
use crate::tensors::context::{Outcome, lost, raised, unreadable};
use crate::tensors::value::{Class, Names, Value};

/// What a scope belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ScopeKind {
    /// A function: the names that it assigns are its variables.
    Function,
    /// A class, whose variables its functions do not see.
    Class,
    /// A comprehension, which has the variables of its loops.
    Comprehension,
}

/// The variables of a function, a class or a comprehension.
#[derive(Debug)]
pub(super) struct Scope {
    pub(super) kind: ScopeKind,
    pub(super) variables: Vec<Variable>,
    /// The scope around it; `None` is the module.
    pub(super) parent: Option<usize>,
    pub(super) names: Rc<Names>,
    /// What stands before the names of functions that are made here, in messages; `None` where that depends on the version of Python.
    pub(super) label: Option<String>,
    /// Of a method: the class in which it is written, and its first argument.
    pub(super) method: Option<(Rc<Class>, Value)>,
    /// Whether a function that was made here may be called later.
    pub(super) is_kept: bool,
}

impl Machine<'_> {
    /// Adds a scope; [`Machine::drop_scope`] ends it.
    pub(super) fn add_scope(&mut self, kind: ScopeKind, parent: Option<usize>, label: Option<String>) -> usize {
        let names = Rc::default();
        self.scopes.push(Scope { kind, variables: Vec::new(), parent, names, label, method: None, is_kept: false });
        self.scopes.len() - 1
    }

    /// Ends a scope that no function keeps. Gives its variables.
    pub(super) fn drop_scope(&mut self, at: usize) -> Vec<Variable> {
        let Some(scope) = self.scopes.get_mut(at).filter(|scope| !scope.is_kept) else { return Vec::new() };
        let variables = std::mem::take(&mut scope.variables);
        scope.method = None;
        if at + 1 == self.scopes.len() {
            self.scopes.pop();
        }
        variables
    }

    /// Keeps the scope that is being run and those around it: a function that sees them is made.
    pub(super) fn keep_scopes(&mut self) -> Option<usize> {
        // The functions of a class do not see its variables.
        let around = self.around_class(self.scope);
        let mut at = around;
        while let Some(scope) = at.and_then(|at| self.scopes.get_mut(at)) {
            if scope.is_kept {
                break;
            }
            scope.is_kept = true;
            at = scope.parent;
        }
        around
    }

    /// Keeps a scope.
    pub(super) fn keep_scope(&mut self, at: usize) {
        if let Some(scope) = self.scopes.get_mut(at) {
            scope.is_kept = true;
        }
        self.keep_scopes();
    }

    /// The scope that is being run, or that around it where it is one of a comprehension.
    pub(super) fn around_comprehensions(&self) -> Option<usize> {
        let mut at = self.scope;
        while let Some(scope) = at.and_then(|at| self.scopes.get(at))
            && scope.kind == ScopeKind::Comprehension
        {
            at = scope.parent;
        }
        at
    }

    /// A scope, or that around it where it is one of a class.
    fn around_class(&self, at: Option<usize>) -> Option<usize> {
        match at.and_then(|at| self.scopes.get(at)) {
            // A class can be in another one.
            Some(scope) if scope.kind == ScopeKind::Class => self.around_class(scope.parent),
            _ => at,
        }
    }

    /// What stands before the name of a function in messages; `None` where that is not known.
    pub(super) fn label(&self) -> Option<String> {
        match self.scope.and_then(|at| self.scopes.get(at)) {
            Some(scope) => scope.label.clone(),
            None => Some(String::new()),
        }
    }

    /// The scope that has the variable of a name which is assigned in the scope that is being run.
    fn assigned_scope(&self, name: &str) -> Option<usize> {
        let mut at = self.scope;
        let is_one_of = |names: &[String]| names.iter().any(|known| known == name);
        let mut scope = self.scopes.get(at?)?;
        if scope.kind != ScopeKind::Function {
            return if is_one_of(&scope.names.globals) { None } else { at };
        }
        loop {
            if is_one_of(&scope.names.globals) {
                return None;
            }
            if scope.kind == ScopeKind::Function && is_one_of(&scope.names.locals) {
                return at;
            }
            at = scope.parent;
            scope = self.scopes.get(at?)?;
        }
    }

    /// The variables among which a name is assigned.
    pub(super) fn variables_of(&mut self, name: &str) -> &mut Vec<Variable> {
        match self.assigned_scope(name).and_then(|at| self.scopes.get_mut(at)) {
            Some(scope) => &mut scope.variables,
            None => &mut self.globals,
        }
    }

    /// Gives a variable a value.
    pub(super) fn assign(&mut self, name: &str, value: Value, span: &Range<usize>) -> Outcome<()> {
        self.context.keep(&value, span)?;
        let value = match value {
            Value::Unknown(None) => Value::Unknown(Some(name.into())),
            value => value,
        };
        let variables = self.variables_of(name);
        if let Some((_, slot)) = variables.iter_mut().find(|(known, _)| known == name) {
            *slot = value;
        } else if variables.len() < MAX_NAMES {
            variables.push((name.to_owned(), value));
        } else {
            return lost(UnreadableReason::TooMuch, span);
        }
        Ok(())
    }

    /// Takes a variable away.
    ///
    /// # Errors
    ///
    /// There is no such variable.
    pub(super) fn delete(&mut self, name: &str, span: &Range<usize>) -> Outcome<()> {
        let variables = self.variables_of(name);
        let before = variables.len();
        variables.retain(|(known, _)| known != name);
        if variables.len() == before { unreadable(UnreadableReason::Statement, span) } else { Ok(()) }
    }

    /// The variable of a name.
    pub(super) fn variable(&self, name: &str) -> Option<&Value> {
        self.resolved(name).ok().flatten()
    }

    /// The variable of a name. The error is that it is a variable of a function without a value, and whether that function is another
    /// one than that which is being run.
    fn resolved(&self, name: &str) -> Result<Option<&Value>, bool> {
        let find = |variables: &'_ [Variable]| variables.iter().position(|(known, _)| known == name);
        let mut at = self.scope;
        let mut is_free = false;
        while let Some(scope) = at.and_then(|at| self.scopes.get(at)) {
            if let Some(at) = find(&scope.variables) {
                return Ok(scope.variables.get(at).map(|(_, value)| value));
            }
            if scope.names.globals.iter().any(|known| known == name) {
                break;
            }
            if scope.names.locals.iter().any(|known| known == name) {
                return Err(is_free);
            }
            is_free |= scope.kind == ScopeKind::Function;
            at = self.around_class(scope.parent);
        }
        Ok(find(&self.globals).and_then(|at| self.globals.get(at)).map(|(_, value)| value))
    }

    /// The value of a variable; `None` where no variable has the name.
    ///
    /// # Errors
    ///
    /// Python's exception for a variable without a value.
    pub(super) fn value_of(&self, name: &str, span: &Range<usize>) -> Outcome<Option<Value>> {
        match self.resolved(name) {
            Ok(value) => Ok(value.cloned()),
            Err(is_free) => {
                let (kind, which, scope) = match is_free {
                    true => ("NameError", "free", " in enclosing scope"),
                    false => ("UnboundLocalError", "local", ""),
                };
                let message =
                    format!("cannot access {which} variable '{name}' where it is not associated with a value");
                raised(kind, message + scope, span)
            }
        }
    }
}

/// The names of a function.
pub(crate) fn names_of(parameters: &[Parameter], body: &[Statement]) -> Names {
    let mut names = Names::default();
    let mut outer = Vec::new();
    names.locals.extend(parameters.iter().map(|parameter| parameter.name.name.clone()));
    of_block(body, &mut names, &mut outer);
    names.locals.retain(|name| !name.is_empty() && !outer.contains(name));
    names
}

/// The names of a `lambda`.
pub(super) fn names_of_lambda(parameters: &[Parameter], body: &Expression) -> Names {
    let mut names = names_of(parameters, &[]);
    of_expression(body, &mut names.locals);
    names
}

fn of_block(body: &[Statement], names: &mut Names, outer: &mut Vec<String>) {
    for statement in body {
        statement.kind.each_part(&mut |part| match part {
            StatementPart::Value(value) => of_expression(value, &mut names.locals),
            StatementPart::Target(target) => of_target(target, &mut names.locals),
            StatementPart::Name(name) => names.locals.push(name.to_owned()),
        });
        match &statement.kind {
            StatementKind::Global { names: given, is_nonlocal } => {
                outer.extend(given.iter().cloned());
                let given = given.iter().cloned();
                if *is_nonlocal { names.nonlocals.extend(given) } else { names.globals.extend(given) }
            }
            StatementKind::Yield { .. } => names.has_yield = true,
            StatementKind::Class { .. } | StatementKind::Def { .. } => continue,
            _ => {}
        }
        statement.kind.blocks().into_iter().for_each(|block| of_block(block, names, outer));
    }
}

/// The variables that an assignment to a target changes.
pub(super) fn of_target(target: &Expression, names: &mut Vec<String>) {
    match &target.kind {
        ExpressionKind::Name(name) => names.push(name.clone()),
        ExpressionKind::Sequence { items, .. } => items.iter().for_each(|item| of_target(item, names)),
        ExpressionKind::Starred(inner) => of_target(inner, names),
        _ => {}
    }
}

/// The names that `:=` assigns in an expression.
fn of_expression(expression: &Expression, names: &mut Vec<String>) {
    match &expression.kind {
        ExpressionKind::Named { target, .. } => of_target(target, names),
        ExpressionKind::Lambda { .. } => return,
        _ => {}
    }
    expression.each_child(&mut |child| of_expression(child, names));
}
