//! The names that a program uses without giving them a value: what a person can be asked for.
//!
//! Nothing is run: the syntax tree is walked once, and the bodies of functions after all other statements.

use crate::machine::attributes::{builtin, is_of_tensor};
use crate::machine::{is_exception, names_of};
use crate::syntax::tree::{Argument, Expression, ExpressionKind, Module, Parameter, Statement, StatementKind};

/// What the place of a name says of its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    /// A tensor may stand there.
    Tensor,
    /// A size stands there.
    Size,
    /// Neither: a function, a number of an axis, a module.
    Other,
}

/// Functions whose positional arguments are sizes.
const SIZES: [&str; 13] = [
    "zeros",
    "ones",
    "empty",
    "rand",
    "randn",
    "eye",
    "identity",
    "arange",
    "range",
    "randperm",
    "random",
    "new_zeros",
    "new_ones",
];

/// Functions that take sizes in brackets, beside other arguments.
const SIZES_IN_BRACKETS: [&str; 9] =
    ["full", "new_full", "randint", "integers", "normal", "uniform", "standard_normal", "choice", "Size"];

/// Methods whose arguments are sizes; a function of the same name has the tensor before them.
const RESHAPING: [&str; 8] = ["reshape", "view", "expand", "repeat", "tile", "unflatten", "broadcast_to", "resize"];

/// Keywords of arguments that are sizes.
const SIZE_KEYWORDS: [&str; 6] = ["size", "shape", "num", "steps", "repeats", "reps"];

/// Keywords of arguments that are tensors.
const TENSOR_KEYWORDS: [&str; 9] =
    ["input", "other", "out", "where", "mask", "weight", "target", "condition", "attn_mask"];

/// The names of a program, with the roles in which it uses them.
pub(crate) struct Names<'a> {
    /// Those without a value, in the order of their first use.
    unassigned: Vec<(&'a str, Vec<Role>)>,
    /// Those with a value.
    assigned: Vec<(&'a str, Vec<Role>)>,
    /// All names that the module gives a value somewhere.
    bound: Vec<String>,
}

impl<'a> Names<'a> {
    /// The names of a program.
    pub(crate) fn of(module: &'a Module) -> Self {
        let mut walk = Walk {
            scopes: vec![Vec::new()],
            modules: Vec::new(),
            names: Self { unassigned: Vec::new(), assigned: Vec::new(), bound: Vec::new() },
            later: Vec::new(),
        };
        walk.block(&module.body);
        while let Some((scope, body)) = walk.later.pop() {
            walk.scopes.truncate(1);
            walk.scopes.push(scope);
            walk.block(body);
        }
        Self { bound: walk.scopes.into_iter().next().unwrap_or_default(), ..walk.names }
    }

    /// The names without a value that stand for tensors. A name that must be something else, such as a function, is not among them.
    pub(crate) fn tensors(&self) -> impl Iterator<Item = &'a str> {
        self.unassigned.iter().filter(|(_, roles)| stands_for_tensor(roles)).map(|(name, _)| *name)
    }

    /// The names that never get a value and stand for sizes. One that gets a value too late is a mistake.
    pub(crate) fn sizes(&self) -> impl Iterator<Item = &'a str> {
        let sizes = self.unassigned.iter().filter(|(_, roles)| roles.contains(&Role::Size)).map(|(name, _)| *name);
        sizes.filter(|name| !self.bound.iter().any(|bound| bound == name))
    }

    /// Whether a name that has a value stands for a tensor wherever it is used.
    pub(crate) fn is_tensor(&self, name: &str) -> bool {
        self.assigned.iter().any(|(known, roles)| *known == name && stands_for_tensor(roles))
    }

    /// Whether the program gives a name a value and uses it.
    pub(crate) fn is_assigned(&self, name: &str) -> bool {
        self.assigned.iter().any(|(known, _)| *known == name)
    }
}

/// Whether Python has a name that stands in classes.
fn is_of_classes(name: &str) -> bool {
    matches!(name, "super" | "object" | "staticmethod" | "classmethod" | "property")
}

fn stands_for_tensor(roles: &[Role]) -> bool {
    !roles.iter().any(|role| matches!(role, Role::Other | Role::Size))
}

/// A walk over a program.
struct Walk<'a> {
    /// The names that have a value: those of the module, then those of each function and comprehension around.
    scopes: Vec<Vec<String>>,
    /// The names of imported modules.
    modules: Vec<&'a str>,
    /// The names that are used.
    names: Names<'a>,
    /// Functions that are walked when all names of the module are known: their own names and their statements.
    later: Vec<(Vec<String>, &'a [Statement])>,
}

impl<'a> Walk<'a> {
    fn bind(&mut self, name: &str) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.push(name.to_owned());
        }
    }

    /// Notes that a name stands where it has a role.
    fn used(&mut self, name: &'a str, role: Role) {
        let is_assigned = self.scopes.iter().flatten().any(|known| known == name);
        if !is_assigned
            && (builtin(name).is_some() || is_exception(name) || is_of_classes(name) || name.starts_with("__"))
        {
            return;
        }
        let names = if is_assigned { &mut self.names.assigned } else { &mut self.names.unassigned };
        match names.iter_mut().find(|(known, _)| *known == name) {
            Some((_, roles)) if roles.contains(&role) => {}
            Some((_, roles)) => roles.push(role),
            None => names.push((name, vec![role])),
        }
    }

    fn block(&mut self, statements: &'a [Statement]) {
        for statement in statements {
            self.statement(statement);
        }
    }

    fn statement(&mut self, statement: &'a Statement) {
        match &statement.kind {
            StatementKind::Expression(value)
            | StatementKind::Return(Some(value))
            | StatementKind::Yield { value: Some(value), .. } => self.expression(value, Role::Tensor),
            StatementKind::Assign { targets, value } => {
                self.expression(value, Role::Tensor);
                targets.iter().for_each(|target| self.target(target));
            }
            StatementKind::AnnotatedAssign { target, value, .. } => {
                if let Some(value) = value {
                    self.expression(value, Role::Tensor);
                }
                self.target(target);
            }
            StatementKind::AugmentedAssign { target, value, .. } => {
                self.expression(target, Role::Tensor);
                self.expression(value, Role::Tensor);
                self.target(target);
            }
            StatementKind::Import(aliases) | StatementKind::ImportFrom { names: aliases, .. } => {
                for alias in aliases {
                    let name = alias.alias.as_deref().or_else(|| alias.name.split('.').next()).unwrap_or_default();
                    self.modules.push(name);
                    self.bind(name);
                }
            }
            StatementKind::For { target, iterable, .. } => {
                self.expression(iterable, Role::Tensor);
                self.target(target);
            }
            StatementKind::If { condition, .. }
            | StatementKind::While { condition, .. }
            | StatementKind::Assert { condition, .. } => self.expression(condition, Role::Other),
            StatementKind::With { items, .. } => {
                for (value, target) in items {
                    self.expression(value, Role::Other);
                    target.iter().for_each(|target| self.target(target));
                }
            }
            StatementKind::Try { handlers, .. } => {
                for handler in handlers {
                    handler.kind.iter().for_each(|kind| self.expression(kind, Role::Other));
                    handler.name.iter().for_each(|name| self.bind(&name.name));
                }
            }
            StatementKind::Raise { exception, cause } => {
                exception.iter().chain(cause).for_each(|value| self.expression(value, Role::Other));
            }
            StatementKind::Class { name, arguments, body, decorators } => {
                arguments.iter().for_each(|argument| self.expression(argument.value(), Role::Other));
                decorators.iter().for_each(|decorator| self.expression(decorator, Role::Other));
                self.bind(&name.name);
                // What a class gives a value is seen in its own statements, but not in its functions.
                self.scopes.push(Vec::new());
                self.block(body);
                self.scopes.pop();
                return;
            }
            StatementKind::Def { name, parameters, body, decorators, .. } => {
                decorators.iter().for_each(|decorator| self.expression(decorator, Role::Other));
                self.defaults(parameters);
                self.bind(&name.name);
                // Within a function, a name that it gives a value anywhere is its own.
                let mut scope: Vec<String> = self.scopes.iter().skip(1).flatten().cloned().collect();
                scope.extend(names_of(parameters, body).locals);
                self.later.push((scope, body));
                return;
            }
            StatementKind::Return(None)
            | StatementKind::Delete(_)
            | StatementKind::Global { .. }
            | StatementKind::Yield { value: None, .. }
            | StatementKind::Pass
            | StatementKind::Break
            | StatementKind::Continue
            | StatementKind::Unread { .. } => {}
        }
        statement.kind.blocks().into_iter().for_each(|block| self.block(block));
    }

    fn defaults(&mut self, parameters: &'a [Parameter]) {
        for default in parameters.iter().filter_map(|parameter| parameter.default.as_ref()) {
            self.expression(default, Role::Other);
        }
    }

    fn bind_names(&mut self, target: &'a Expression) {
        match &target.kind {
            ExpressionKind::Name(name) => self.bind(name),
            ExpressionKind::Sequence { items, .. } => items.iter().for_each(|item| self.bind_names(item)),
            ExpressionKind::Starred(inner) => self.bind_names(inner),
            _ => {}
        }
    }

    /// What is assigned to: names get a value, anything else is used.
    fn target(&mut self, target: &'a Expression) {
        match &target.kind {
            ExpressionKind::Subscript { .. } | ExpressionKind::Attribute { .. } => {
                self.expression(target, Role::Tensor)
            }
            ExpressionKind::Sequence { items, .. } => items.iter().for_each(|item| self.target(item)),
            _ => self.bind_names(target),
        }
    }

    fn expression(&mut self, expression: &'a Expression, role: Role) {
        match &expression.kind {
            ExpressionKind::Name(name) => self.used(name, role),
            ExpressionKind::Attribute { value, name } => {
                let role = if is_of_tensor(&name.name) { Role::Tensor } else { Role::Other };
                self.expression(value, role);
            }
            ExpressionKind::Call { function, arguments, .. } => self.call(function, arguments),
            ExpressionKind::Subscript { value, index } => {
                self.expression(value, Role::Tensor);
                self.expression(index, Role::Other);
            }
            ExpressionKind::Slice { parts } => {
                parts.iter().flatten().for_each(|part| self.expression(part, Role::Size));
            }
            ExpressionKind::Compare { .. } => expression.each_child(&mut |child| self.expression(child, Role::Tensor)),
            ExpressionKind::Starred(inner) => self.expression(inner, Role::Other),
            ExpressionKind::Conditional { condition, then, otherwise } => {
                self.expression(condition, Role::Other);
                self.expression(then, role);
                self.expression(otherwise, role);
            }
            ExpressionKind::Named { target, value } => {
                self.expression(value, role);
                self.target(target);
            }
            ExpressionKind::Lambda { parameters, body } => {
                self.defaults(parameters);
                self.scopes.push(Vec::new());
                parameters.iter().for_each(|parameter| self.bind(&parameter.name.name));
                self.expression(body, Role::Tensor);
                self.scopes.pop();
            }
            ExpressionKind::Comprehension { elements, clauses } => {
                self.scopes.push(Vec::new());
                for clause in clauses.iter() {
                    self.expression(&clause.iterable, Role::Tensor);
                    self.target(&clause.target);
                    clause.conditions.iter().for_each(|condition| self.expression(condition, Role::Other));
                }
                elements.iter().for_each(|element| self.expression(element, Role::Tensor));
                self.scopes.pop();
            }
            _ => expression.each_child(&mut |child| self.expression(child, role)),
        }
    }

    fn call(&mut self, function: &'a Expression, arguments: &'a [Argument]) {
        let (name, is_method) = match &function.kind {
            ExpressionKind::Name(name) => (name.as_str(), false),
            ExpressionKind::Attribute { value, name } => (name.name.as_str(), !self.is_module(value)),
            _ => ("", false),
        };
        // What is called is no tensor.
        self.expression(function, Role::Other);
        for (at, argument) in arguments.iter().enumerate() {
            let role = match argument {
                Argument::Keyword(keyword, _) if SIZE_KEYWORDS.contains(&keyword.name.as_str()) => Role::Size,
                Argument::Keyword(keyword, _) if TENSOR_KEYWORDS.contains(&keyword.name.as_str()) => Role::Tensor,
                Argument::Keyword(..) | Argument::Mapping(_) => Role::Other,
                Argument::Positional(value) => {
                    let in_brackets = matches!(value.kind, ExpressionKind::Sequence { .. });
                    let is_size = SIZES.contains(&name)
                        || (RESHAPING.contains(&name) && (is_method || at > 0))
                        || (SIZES_IN_BRACKETS.contains(&name) && in_brackets);
                    if is_size { Role::Size } else { Role::Tensor }
                }
            };
            self.expression(argument.value(), role);
        }
    }

    /// Whether an expression is a module, or one in a module: `np.random`.
    fn is_module(&self, expression: &Expression) -> bool {
        match &expression.kind {
            ExpressionKind::Name(name) => self.modules.contains(&name.as_str()) || builtin(name).is_some(),
            ExpressionKind::Attribute { value, .. } => self.is_module(value),
            _ => false,
        }
    }
}

#[cfg(test)]
#[allow(clippy::panic, reason = "a test fails by panicking")]
mod tests {
    use super::*;
    use crate::syntax::syntax_tree;

    #[test]
    fn names_without_a_value_are_tensors_or_sizes() {
        let cases: [(&str, &[&str], &[&str]); 23] = [
            ("y = x @ W + b", &["x", "W", "b"], &[]),
            ("x = x + 1", &["x"], &[]),
            ("x = torch.ones(3)\ny = x + z.mean(0)", &["z"], &[]),
            ("np.zeros((N, 1)) + np.zeros(N)", &[], &["N"]),
            ("torch.randn(B, T, C) + x.view(B, 2 * T, -1)", &["x"], &["B", "T", "C"]),
            ("np.reshape(x, (N, D))", &["x"], &["N", "D"]),
            ("torch.full((N,), v)", &["v"], &["N"]),
            // Functions, modules and numbers of axes are not asked for.
            ("x = load()\ny = model(x) + np.sum(x, axis=k)", &[], &[]),
            ("x = pd.read_csv('a')\ny = x + config.lr", &[], &[]),
            ("y = x[i] + x[:n] + x[mask > 0]", &["x", "mask"], &["n"]),
            ("for i in range(n):\n    s = x + i", &["x"], &["n"]),
            // What a function gives a value is not a name of the program.
            ("def f(x):\n    h = x @ W\n    return h + later\nlater = 1\ny = f(x)", &["x", "W"], &[]),
            ("def f(x):\n    return h + x\nfor h in xs:\n    k = h", &["xs"], &[]),
            ("def f(x):\n    return h + k + g\nwith torch.no_grad():\n    h, *k = 1, 2\n    g = 3", &[], &[]),
            ("def f(x):\n    return h\nif x > 0:\n    h = 1\nelse:\n    k = x", &["x"], &[]),
            ("(n := torch.ones(3)) + n + (m := x)", &["x"], &[]),
            ("f = lambda q: q + k", &["k"], &[]),
            ("[a + t for a in xs]", &["xs", "t"], &[]),
            ("import jax.numpy as jnp\njnp.ones(3) + x", &["x"], &[]),
            ("from q import w\nw + 1", &[], &[]),
            ("x: int\nx + 1", &[], &[]),
            ("x = torch.ones(n)\nn = 3", &[], &[]),
            ("with torch.no_grad():\n    w -= 0.1 * g", &["w", "g"], &[]),
        ];
        for (text, tensors, sizes) in cases {
            let module = syntax_tree(text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
            let found = Names::of(&module);
            assert_eq!(found.tensors().collect::<Vec<_>>(), tensors, "{text}");
            assert_eq!(found.sizes().collect::<Vec<_>>(), sizes, "{text}");
        }
    }
}
