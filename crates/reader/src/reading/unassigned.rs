//! The names that a program uses without giving them a value: what a person can be asked for.
//!
//! Nothing is run: the syntax tree is walked once, and the bodies of functions after all other statements.

use crate::machine::attributes::{builtin, is_of_tensor, lists};
use crate::machine::{is_exception, names_of};
use crate::syntax::tree::{Argument, Expression, ExpressionKind, Module, Statement, StatementKind, StatementPart};
use tensor_broadcasting::lists::Listed;

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
const SIZES: &str = "zeros ones empty rand randn eye identity arange range randperm random new_zeros new_ones";

/// Functions that take sizes in brackets, beside other arguments.
const SIZES_IN_BRACKETS: &str = "full new_full randint integers normal uniform standard_normal choice Size";

/// Methods whose arguments are sizes; a function of the same name has the tensor before them.
const RESHAPING: &str = "reshape view expand repeat tile unflatten broadcast_to resize";

/// Keywords of arguments that are sizes.
const SIZE_KEYWORDS: &str = "size shape num steps repeats reps";

/// Keywords of arguments that are tensors.
const TENSOR_KEYWORDS: &str = "input other out where mask weight target condition attn_mask";

/// How a program uses a name where it has a value, or where it has none.
struct Use<'a> {
    name: &'a str,
    is_assigned: bool,
    /// Whether it stands for a size somewhere.
    is_size: bool,
    /// Whether it stands for something else than a tensor or a size somewhere.
    is_other: bool,
}

impl Use<'_> {
    const fn is_tensor(&self) -> bool {
        !self.is_size && !self.is_other
    }
}

/// The names of a program.
pub(crate) struct Names<'a> {
    /// How they are used, in the order of their first use.
    uses: Vec<Use<'a>>,
    /// All names that the module gives a value somewhere.
    bound: Vec<String>,
}

impl<'a> Names<'a> {
    /// The names of a program.
    pub(crate) fn of(module: &'a Module) -> Self {
        let mut walk = Walk { scopes: vec![Vec::new()], modules: Vec::new(), uses: Vec::new(), later: Vec::new() };
        walk.block(&module.body);
        while let Some((scope, body)) = walk.later.pop() {
            walk.scopes.truncate(1);
            walk.scopes.push(scope);
            walk.block(body);
        }
        Self { bound: walk.scopes.into_iter().next().unwrap_or_default(), uses: walk.uses }
    }

    /// The names without a value that stand for tensors. A name that must be something else, such as a function, is not among them.
    pub(crate) fn tensors(&self) -> impl Iterator<Item = &'a str> {
        self.uses.iter().filter(|used| !used.is_assigned && used.is_tensor()).map(|used| used.name)
    }

    /// The names that never get a value and stand for sizes. One that gets a value too late is a mistake.
    pub(crate) fn sizes(&self) -> impl Iterator<Item = &'a str> {
        let is_bound = |name: &str| self.bound.iter().any(|bound| bound == name);
        self.uses
            .iter()
            .filter(move |used| !used.is_assigned && used.is_size && !is_bound(used.name))
            .map(|used| used.name)
    }

    /// Whether a name that has a value stands for a tensor wherever it is used.
    pub(crate) fn is_tensor(&self, name: &str) -> bool {
        self.uses.iter().any(|used| used.is_assigned && used.name == name && used.is_tensor())
    }

    /// Whether the program gives a name a value and uses it.
    pub(crate) fn is_assigned(&self, name: &str) -> bool {
        self.uses.iter().any(|used| used.is_assigned && used.name == name)
    }
}

/// Whether Python has a name that stands in classes.
fn is_of_classes(name: &str) -> bool {
    matches!(name, "super" | "object" | "staticmethod" | "classmethod" | "property")
}

/// A walk over a program.
struct Walk<'a> {
    /// The names that have a value: those of the module, then those of each function and comprehension around.
    scopes: Vec<Vec<String>>,
    /// The names of imported modules.
    modules: Vec<&'a str>,
    /// How names are used.
    uses: Vec<Use<'a>>,
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
        let known = self.uses.iter().position(|used| used.name == name && used.is_assigned == is_assigned);
        let at = known.unwrap_or(self.uses.len());
        if known.is_none() {
            self.uses.push(Use { name, is_assigned, is_size: false, is_other: false });
        }
        if let Some(used) = self.uses.get_mut(at) {
            used.is_size |= role == Role::Size;
            used.is_other |= role == Role::Other;
        }
    }

    fn block(&mut self, statements: &'a [Statement]) {
        for statement in statements {
            self.statement(statement);
        }
    }

    fn statement(&mut self, statement: &'a Statement) {
        let kind = &statement.kind;
        let role = match kind {
            StatementKind::Delete(_) => return,
            StatementKind::Expression(_)
            | StatementKind::Return(_)
            | StatementKind::Yield { .. }
            | StatementKind::Assign { .. }
            | StatementKind::AnnotatedAssign { .. }
            | StatementKind::AugmentedAssign { .. }
            | StatementKind::For { .. } => Role::Tensor,
            _ => Role::Other,
        };
        let is_import = matches!(kind, StatementKind::Import(_) | StatementKind::ImportFrom { .. });
        kind.each_part(&mut |part| match part {
            StatementPart::Value(value) => self.expression(value, role),
            StatementPart::Target(target) => self.target(target),
            StatementPart::Name(name) => {
                self.bind(name);
                self.modules.extend(is_import.then_some(name));
            }
        });
        if let StatementKind::Def { parameters, body, .. } = kind {
            // Within a function, a name that it gives a value anywhere is its own.
            let mut scope: Vec<String> = self.scopes.iter().skip(1).flatten().cloned().listed();
            scope.extend(names_of(parameters, body).locals);
            self.later.push((scope, body));
            return;
        }
        // What a class gives a value is seen in its own statements, but not in its functions.
        let is_class = matches!(kind, StatementKind::Class { .. });
        if is_class {
            self.scopes.push(Vec::new());
        }
        kind.blocks().into_iter().for_each(|block| self.block(block));
        if is_class {
            self.scopes.pop();
        }
    }

    /// What is assigned to: names get a value, anything else is used.
    fn target(&mut self, target: &'a Expression) {
        match &target.kind {
            ExpressionKind::Name(name) => self.bind(name),
            ExpressionKind::Sequence { items, .. } => items.iter().for_each(|item| self.target(item)),
            ExpressionKind::Starred(inner) => self.target(inner),
            _ => self.expression(target, Role::Tensor),
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
                let defaults = parameters.iter().filter_map(|parameter| parameter.default.as_ref());
                defaults.for_each(|default| self.expression(default, Role::Other));
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
                Argument::Keyword(keyword, _) if lists(SIZE_KEYWORDS, &keyword.name) => Role::Size,
                Argument::Keyword(keyword, _) if lists(TENSOR_KEYWORDS, &keyword.name) => Role::Tensor,
                Argument::Keyword(..) | Argument::Mapping(_) => Role::Other,
                Argument::Positional(value) => {
                    let in_brackets = matches!(value.kind, ExpressionKind::Sequence { .. });
                    let is_size = lists(SIZES, name)
                        || (lists(RESHAPING, name) && (is_method || at > 0))
                        || (lists(SIZES_IN_BRACKETS, name) && in_brackets);
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
