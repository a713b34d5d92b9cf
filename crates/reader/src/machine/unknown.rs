//! What is not known: what a call that is not read may have changed, and what two ways through a program leave of its variables.
//!
//! A call that is not read is taken to return, to leave the shapes of its arguments alone, and to make their values not known. Where a
//! condition is not known, a program is run both ways. What both leave alike is known afterwards.

use std::cell::RefCell;
use std::ops::Range;
use std::rc::Rc;
use tensor_broadcasting::lists::Listed;

use super::statements::Flow;
use super::{Machine, UnreadableReason, Variable};
use crate::machine::attributes::lists;
use crate::syntax::lexer::Token;
use crate::syntax::tree::{Expression, ExpressionKind, Statement, StatementKind, UnreadKind};
use crate::tensors::context::{Outcome, Raised, Stop, raised};
use crate::tensors::order::Numbers;
use crate::tensors::value::{Body, Iterator, Placed, Tensor, Value};

/// A loop whose turns are not known is read so many times at most, until what it changes stays as it is.
const MAX_PASSES: usize = 4;

/// So many functions that unread code has are kept in mind.
const MAX_EXPOSED: usize = 100;

/// Where the value of a variable comes from that perhaps has none.
pub(super) const ABSENT: &str = "";

/// What the variables of a program hold at one time.
pub(super) struct State {
    globals: Vec<Variable>,
    scopes: Vec<Vec<Variable>>,
    contents: Vec<Contents>,
    /// Each tensor, with the state of its elements, and whether these were known.
    tensors: Vec<(Tensor, u64, bool)>,
    iterators: Vec<(Rc<Iterator>, usize)>,
}

/// A value that can change, with what it holds.
enum Contents {
    Items(Rc<RefCell<Vec<Value>>>, Vec<Value>),
    Entries(Rc<RefCell<Vec<(Value, Value)>>>, Vec<(Value, Value)>),
    /// The variables of an instance or a class.
    Variables(Value, Vec<Variable>),
}

/// A way through a program that leaves a block, under a condition that is not known.
pub(super) struct Jump {
    pub(super) to: Target,
    pub(super) state: State,
}

/// A part of a program that perhaps runs.
type Way<'w, 'a> = &'w mut dyn FnMut(&mut Machine<'a>) -> Outcome<Flow>;

/// Where a jump leads: to the end of a loop, the next turn or the end of a function; an exception leads to its handlers.
pub(super) type Target = Result<Flow, Raised>;

/// The variables of an instance or a class.
fn variables(value: &Value) -> Option<&RefCell<Vec<Variable>>> {
    match value {
        Value::Instance(instance) => Some(&instance.fields),
        Value::Class(class) => Some(&class.attributes),
        _ => None,
    }
}

/// Where a value is, among those that can change.
fn address(value: &Value) -> Option<usize> {
    Some(match value {
        Value::List(items) | Value::Set(items) => Rc::as_ptr(items) as usize,
        Value::Dict(entries) => Rc::as_ptr(entries) as usize,
        Value::Instance(instance) => Rc::as_ptr(instance) as usize,
        Value::Class(class) => Rc::as_ptr(class) as usize,
        Value::Iterator(iterator) => Rc::as_ptr(iterator) as usize,
        Value::Object(object) => Rc::as_ptr(object) as usize,
        Value::Tensor(tensor) => tensor.address(),
        _ => return None,
    })
}

impl State {
    fn add(&mut self, value: &Value, seen: &mut Numbers) {
        if address(value).is_some_and(|address| !seen.insert(address)) {
            return;
        }
        if let Some(variables) = variables(value) {
            self.contents.push(Contents::Variables(value.clone(), variables.borrow().clone()));
        }
        match value {
            Value::Instance(instance) => self.add(&Value::Class(Rc::clone(&instance.class)), seen),
            Value::List(items) | Value::Set(items) => {
                self.contents.push(Contents::Items(Rc::clone(items), items.borrow().clone()));
            }
            Value::Dict(entries) => {
                self.contents.push(Contents::Entries(Rc::clone(entries), entries.borrow().clone()));
            }
            Value::Tensor(tensor) => self.tensors.push((tensor.clone(), tensor.stamp(), tensor.values().is_some())),
            Value::Iterator(iterator) => self.iterators.push((Rc::clone(iterator), iterator.given.get())),
            _ => {}
        }
        value.all(&mut |inner| {
            self.add(inner, seen);
            true
        });
    }
}

impl<'a> Machine<'a> {
    /// What the variables hold now.
    pub(super) fn state(&mut self, span: &Range<usize>) -> Outcome<State> {
        let mut state = State {
            globals: self.globals.clone(),
            scopes: self.scopes.iter().map(|scope| scope.variables.clone()).listed(),
            contents: Vec::new(),
            tensors: Vec::new(),
            iterators: Vec::new(),
        };
        let mut seen = Numbers::default();
        let receivers = self.scopes.iter().filter_map(|scope| scope.method.as_ref().map(|(_, receiver)| receiver));
        let variables = self.scopes.iter().flat_map(|scope| &scope.variables).chain(&self.globals);
        for value in variables.map(|(_, value)| value).chain(receivers) {
            state.add(value, &mut seen);
        }
        self.context.step(seen.as_slice().len() / 16, span)?;
        Ok(state)
    }

    /// Goes back to a state.
    pub(super) fn restore(&mut self, state: &State) {
        self.globals.clone_from(&state.globals);
        for (scope, variables) in self.scopes.iter_mut().zip(&state.scopes) {
            scope.variables.clone_from(variables);
        }
        for contents in &state.contents {
            match contents {
                Contents::Items(items, before) => items.borrow_mut().clone_from(before),
                Contents::Entries(entries, before) => entries.borrow_mut().clone_from(before),
                Contents::Variables(holder, before) => {
                    variables(holder).into_iter().for_each(|now| now.borrow_mut().clone_from(before));
                }
            }
        }
        self.settle(state);
    }

    /// What was written or asked for its items since a state is not known.
    fn settle(&mut self, state: &State) -> bool {
        let mut changed = false;
        for (tensor, stamp, was_known) in &state.tensors {
            if tensor.stamp() != *stamp {
                tensor.forget();
                changed |= was_known;
            }
        }
        let used = |(iterator, given): &&(Rc<Iterator>, usize)| iterator.given.get() != *given;
        let used: Numbers =
            state.iterators.iter().filter(used).map(|(iterator, _)| Rc::as_ptr(iterator) as usize).collect();
        changed |= !used.as_slice().is_empty();
        self.lose(&used);
        changed
    }

    /// Keeps only what a state and the present one have in common. Gives whether less is known now than in that state.
    pub(super) fn merge(&mut self, other: &State) -> bool {
        let mut lost = Numbers::default();
        let mut changed = join_variables(&other.globals, &mut self.globals, &mut lost);
        for (scope, variables) in self.scopes.iter_mut().zip(&other.scopes) {
            changed |= join_variables(variables, &mut scope.variables, &mut lost);
        }
        for contents in &other.contents {
            match contents {
                Contents::Items(items, before) => {
                    let mut now = items.borrow_mut();
                    if now.len() == before.len() {
                        now.iter_mut()
                            .zip(before)
                            .for_each(|(now, before)| changed |= join_into(before, now, &mut lost));
                    } else {
                        lost.insert(Rc::as_ptr(items) as usize);
                    }
                }
                Contents::Entries(entries, before) => {
                    let mut now = entries.borrow_mut();
                    let is_alike = now.len() == before.len()
                        && now.iter().zip(before).all(|((now, _), (before, _))| is_same(now, before));
                    if is_alike {
                        now.iter_mut()
                            .zip(before)
                            .for_each(|((_, now), (_, before))| changed |= join_into(before, now, &mut lost));
                    } else {
                        lost.insert(Rc::as_ptr(entries) as usize);
                    }
                }
                Contents::Variables(holder, before) => {
                    if let Some(now) = variables(holder) {
                        changed |= join_variables(before, &mut now.borrow_mut(), &mut lost);
                    }
                }
            }
        }
        changed |= !lost.as_slice().is_empty();
        self.lose(&lost);
        self.settle(other) | changed
    }

    /// The value that is one of two.
    pub(super) fn one_value(&mut self, mut one: Value, other: &Value) -> Value {
        let mut lost = Numbers::default();
        join_into(other, &mut one, &mut lost);
        self.lose(&lost);
        one
    }

    /// Puts "not known" in the place of values.
    pub(super) fn lose(&mut self, lost: &Numbers) {
        if lost.as_slice().is_empty() {
            return;
        }
        let mut seen = Numbers::default();
        let variables = self.scopes.iter_mut().flat_map(|scope| &mut scope.variables).chain(&mut self.globals);
        variables.for_each(|(_, value)| replace(value, lost, &mut seen));
    }

    /// Notes that an unread call had a value: what it may have changed of it is not known.
    pub(super) fn touch(&mut self, value: &Value) {
        let mut lost = Numbers::default();
        touch(value, &mut lost, 0);
        self.lose(&lost);
    }

    /// Notes that code which is not read has a value from now on: it may add attributes, and call functions.
    pub(super) fn expose(&mut self, value: &Value) {
        self.touch(value);
        match value {
            Value::Method(receiver, _) => {
                // It may change what the instance holds.
                self.lose_within(receiver);
                self.expose(receiver);
            }
            Value::Instance(_) | Value::Class(_) => expose_instances(value, 0),
            Value::Function(function) if self.exposed.len() < MAX_EXPOSED => self.exposed.push(Rc::clone(function)),
            Value::List(_) | Value::Tuple(..) | Value::Dict(_) => {
                let mut held = Vec::new();
                value.all(&mut |inner| {
                    held.extend(
                        Some(inner.clone()).filter(|inner| matches!(inner, Value::Function(_) | Value::Method(..))),
                    );
                    true
                });
                held.iter().for_each(|inner| self.expose(inner));
            }
            _ => {}
        }
    }

    /// Notes that one of the lists, sets and dictionaries that a value holds may change from now on: it has a name that is not followed.
    pub(super) fn lose_within(&mut self, value: &Value) {
        let mut lost = Numbers::default();
        value.all(&mut |inner| {
            containers_in(inner, &mut lost, 0);
            true
        });
        self.lose(&lost);
    }

    /// Notes that code which is not read may have called the functions that it has, and they others: what they name may have changed.
    pub(super) fn call_exposed(&mut self) {
        let mut functions = self.exposed.clone();
        let mut next = 0;
        while let Some(function) = functions.get(next).cloned() {
            next += 1;
            // Its names are those of where it was made.
            let scope = std::mem::replace(&mut self.scope, function.scope);
            let source = self.context.source;
            let names = match &function.body {
                Body::Block(body) => body.iter().flat_map(|statement| source.names_in(&statement.span)).listed(),
                Body::Lambda(expression) => source.names_in(&expression.span),
                Body::Fields(_) => Vec::new(),
            };
            for name in names {
                match self.variable(&name).cloned() {
                    Some(Value::Function(inner)) => {
                        if functions.len() < MAX_EXPOSED && !functions.iter().any(|known| Rc::ptr_eq(known, &inner)) {
                            functions.push(inner);
                        }
                    }
                    // A tensor is taken to keep its shape.
                    Some(value @ (Value::Tensor(_) | Value::Instance(_))) => self.touch(&value),
                    Some(_) if function.names.globals.contains(&name) => self.forget_names(Some(&name)),
                    Some(_) if function.names.nonlocals.contains(&name) => self.forget_variable(&name),
                    value => value.iter().for_each(|value| self.touch(value)),
                }
            }
            self.scope = scope;
        }
    }

    /// How a statement that is not read goes on: it may leave the function or the loop around it.
    pub(super) fn leave_unread(&mut self, statement: &Statement) -> Outcome<Flow> {
        let span = &statement.span;
        match statement.kind {
            StatementKind::Return(_) => return Ok(Flow::Return(Value::Unknown(None))),
            StatementKind::Raise { .. } => return raised("", "", span),
            StatementKind::Def { .. } | StatementKind::Class { .. } => return Ok(Flow::Next),
            _ => {}
        }
        if self.context.source.tokens_in(span).iter().any(Token::is_exit) {
            self.leave_perhaps(span)?;
        }
        Ok(Flow::Next)
    }

    /// Notes that a statement may leave the function or the loop around it.
    fn leave_perhaps(&mut self, span: &Range<usize>) -> Outcome<()> {
        let flow = if self.calls > 0 { Flow::Return(Value::Unknown(None)) } else { Flow::Break };
        let state = self.state(span)?;
        self.jumps.push(Jump { to: Ok(flow), state });
        Ok(())
    }

    /// Whether a name in a library or in Python may have another value.
    pub(super) fn is_patched(&self, name: &str) -> bool {
        lists(&self.patched, name)
    }

    /// Notes that something in a library or in Python gets another value. What a class does is not known then, either.
    pub(super) fn patch(&mut self, path: &str, name: &str) {
        for part in [path.rsplit('.').next().unwrap_or_default(), name] {
            if part == name || part.starts_with(|first: char| first.is_ascii_uppercase()) {
                self.patched.push(' ');
                self.patched.push_str(part);
            }
        }
    }

    /// Notes that names come from a module that is not read: they may hide variables and functions of Python.
    pub(super) fn hide_names(&mut self) {
        self.forget_names(None);
        self.patched.push_str(" abs all any divmod max min pow round sum");
    }

    /// Notes that a variable of the module may have another value, or any. A module keeps its name.
    pub(super) fn forget_names(&mut self, only: Option<&str>) {
        for (name, value) in &mut self.globals {
            if !matches!(value, Value::Path(_)) && only.is_none_or(|only| only == name) {
                *value = Value::Unknown(Some(name.as_str().into()));
            }
        }
    }

    /// Notes that the nearest variable of this name in the functions around may have another value.
    fn forget_variable(&mut self, name: &str) {
        let mut at = self.scope;
        while let Some(scope) = at.and_then(|at| self.scopes.get_mut(at)) {
            at = scope.parent;
            if let Some((_, value)) = scope.variables.iter_mut().find(|(known, _)| known == name) {
                *value = Value::Unknown(Some(name.into()));
                return;
            }
        }
    }

    /// Notes that any of what a value holds may have changed.
    pub(super) fn touch_all(&mut self, value: &Value) {
        self.touch(value);
        self.lose(&address(value).into_iter().collect());
    }

    /// Notes that any tensor may have another shape: what is not known may be one of them.
    pub(super) fn touch_shapes(&mut self, span: &Range<usize>) -> Outcome<()> {
        let state = self.state(span)?;
        self.lose(&state.tensors.iter().map(|(tensor, ..)| tensor.address()).collect());
        Ok(())
    }

    /// Takes the values away of all variables that a statement may have changed. `all`: also of what it only names.
    pub(super) fn forget(&mut self, statement: &Statement, all: bool) {
        let mut names = super::scopes::names_of(&[], std::slice::from_ref(statement)).locals;
        let source = self.context.source;
        let mentioned: Vec<Value> =
            source.names_in(&statement.span).into_iter().filter_map(|name| self.variable(&name).cloned()).listed();
        for value in &mentioned {
            self.expose(value);
        }
        if all && let Ok(state) = self.state(&statement.span) {
            let shares = |tensor: &Tensor| {
                mentioned.iter().filter_map(Value::tensor).any(|mentioned| mentioned.shares_storage(tensor))
            };
            let views = state.tensors.iter().filter(|(tensor, ..)| shares(tensor)).map(|(tensor, ..)| tensor.address());
            let lost = mentioned.iter().filter_map(address).chain(views).collect();
            self.lose(&lost);
        }
        names.dedup();
        for name in names {
            // A program that has too many names ends elsewhere.
            _ = self.assign(&name, Value::Unknown(None), &statement.span);
        }
    }

    /// Goes past a statement that is no part of the tree. `leaves`: whether it may leave the function or the loop around it.
    pub(super) fn unread_statement(
        &mut self,
        kind: UnreadKind,
        names: &[String],
        leaves: bool,
        span: &Range<usize>,
    ) -> Outcome<()> {
        let reason = match kind {
            UnreadKind::Unsupported => UnreadableReason::Statement,
            UnreadKind::NotPython => UnreadableReason::NotPython,
            UnreadKind::Command => UnreadableReason::Command,
            UnreadKind::Cut => UnreadableReason::Cut,
        };
        self.unread(reason, span.clone());
        self.unknowns += 1;
        // They run a program, or bring names.
        let written = self.context.source.typed(span);
        if kind == UnreadKind::Command
            && ["%run", "%pylab", "%load "].iter().any(|command| written.starts_with(command))
        {
            self.hide_names();
        }
        // Only what stands before `=` gets a value, where that much can be seen.
        let source = self.context.source;
        let sign = source.tokens_in(span).iter().find(|token| source.is(&token.span, "="));
        let bound = match (kind, sign) {
            (UnreadKind::Unsupported, _) => names.to_vec(),
            (_, Some(sign)) => source.names_in(&(span.start..sign.span.start)),
            (_, None) => Vec::new(),
        };
        for name in names.iter().filter(|_| kind != UnreadKind::Command) {
            if let Some(value) = self.variable(name).cloned() {
                self.expose(&value);
            }
        }
        for name in bound {
            // A module or a function keeps its name.
            if matches!(self.variable(&name), Some(Value::Path(_) | Value::Function(_) | Value::Class(_))) {
                continue;
            }
            let variables = match self.scope.and_then(|at| self.scopes.get_mut(at)) {
                Some(scope) => &mut scope.variables,
                None => &mut self.globals,
            };
            variables.retain(|(known, _)| *known != name);
            variables.push((name.clone(), Value::Unknown(Some(name.into()))));
        }
        if leaves {
            self.leave_perhaps(span)?;
        }
        Ok(())
    }

    /// Runs a part of a program that runs only under the condition of a place. Gives whether what stands after it follows.
    pub(super) fn perhaps(&mut self, condition: &Range<usize>, run: Way<'_, 'a>) -> Outcome<bool> {
        let before = self.context.conditions.len();
        self.context.conditions.push(self.context.line(condition.start));
        let flow = run(self);
        let goes_on = self.goes_on(flow, condition);
        self.context.conditions.truncate(before);
        goes_on
    }

    /// Whether what follows a part of a program follows that ended under the condition of a place.
    pub(super) fn goes_on_perhaps(&mut self, condition: &Range<usize>, ended: Outcome<Flow>) -> Outcome<bool> {
        let mut ended = Some(ended);
        self.perhaps(condition, &mut |_| ended.take().unwrap_or(Ok(Flow::Next)))
    }

    /// Where a way through a program ends that runs under a condition. Gives whether the next statement follows.
    pub(super) fn goes_on(&mut self, flow: Outcome<Flow>, span: &Range<usize>) -> Outcome<bool> {
        let to = match flow {
            Ok(Flow::Next) => return Ok(true),
            Ok(Flow::Ended) => return Ok(false),
            Ok(flow) => Ok(flow),
            Err(stop) => match *stop {
                Stop::Raised(raised) if self.tries > 0 => Err(raised),
                Stop::Raised(raised) => {
                    self.tell(raised);
                    return Ok(false);
                }
                other => return Err(Box::new(other)),
            },
        };
        let state = self.state(span)?;
        self.jumps.push(Jump { to, state });
        Ok(false)
    }

    /// An exception where some ways through a block left it before, under conditions that are not known: it ends this way only.
    pub(super) fn after_jumps(&mut self, jumps: usize, flow: Outcome<Flow>, span: &Range<usize>) -> Outcome<Flow> {
        match flow {
            Err(stop) if self.jumps.len() > jumps && matches!(*stop, Stop::Raised(_)) => {
                self.goes_on(Err(stop), span)?;
                Ok(Flow::Ended)
            }
            flow => flow,
        }
    }

    /// Runs a program both ways, where a condition is not known.
    pub(super) fn either_way(&mut self, condition: &Range<usize>, ways: [Way<'_, 'a>; 2]) -> Outcome<Flow> {
        let before = self.state(condition)?;
        let jumps = self.jumps.len();
        let [first, second] = ways;
        let is_first = self.perhaps(condition, first)?;
        if !self.or_else(is_first, &before, condition, second)? {
            return Ok(Flow::Ended);
        }
        self.context.is_uncertain = true;
        // What follows runs only where nothing left the block.
        if self.jumps.len() > jumps {
            self.context.conditions.push(self.context.line(condition.start));
        }
        Ok(Flow::Next)
    }

    /// Runs another way through a program from a state. `is_open`: whether the program also goes on as it is now. Gives whether
    /// anything goes on.
    pub(super) fn or_else(
        &mut self,
        is_open: bool,
        from: &State,
        condition: &Range<usize>,
        way: Way<'_, 'a>,
    ) -> Outcome<bool> {
        let now = self.state(condition)?;
        self.restore(from);
        let goes_on = self.perhaps(condition, way)?;
        match (is_open, goes_on) {
            (true, true) => _ = self.merge(&now),
            (true, false) => self.restore(&now),
            _ => {}
        }
        Ok(is_open || goes_on)
    }

    /// The ways that lead where a block ends join it. `is_open`: whether the block itself leads there. Gives whether anything does.
    pub(super) fn land(&mut self, from: usize, mut is_open: bool, takes: &dyn Fn(&Target) -> bool) -> bool {
        while let Some(jump) = self.take_jump(from, takes) {
            if is_open {
                self.merge(&jump.state);
            } else {
                self.restore(&jump.state);
            }
            is_open = true;
        }
        is_open
    }

    /// Takes the first of the ways from one on that lead somewhere.
    pub(super) fn take_jump(&mut self, from: usize, takes: &dyn Fn(&Target) -> bool) -> Option<Jump> {
        let at = self.jumps.iter().skip(from).position(|jump| takes(&jump.to))?;
        Some(self.jumps.remove(from + at))
    }

    /// The value of a function where some of its ways end under a condition.
    pub(super) fn returned(&mut self, from: usize, flow: Flow) -> Option<Value> {
        let value = |flow: Flow| match flow {
            Flow::Return(value) => Some(value),
            Flow::Ended => None,
            _ => Some(Value::None),
        };
        let mut result = value(flow);
        while let Some(jump) = self.take_jump(from, &Target::is_ok) {
            let Ok(flow) = jump.to else { continue };
            let next = value(flow).unwrap_or(Value::None);
            result = Some(match result {
                Some(before) => {
                    self.merge(&jump.state);
                    self.one_value(before, &next)
                }
                None => {
                    self.restore(&jump.state);
                    next
                }
            });
        }
        result
    }

    /// Reads turns of a loop of which it is not known how many there are. `is_new`: whether what they do is told.
    pub(super) fn turns(&mut self, span: &Range<usize>, is_new: bool, turn: Way<'_, 'a>) -> Outcome<()> {
        let (jumps, is_quiet) = (self.jumps.len(), self.context.is_quiet);
        for pass in 0..MAX_PASSES {
            let before = self.state(span)?;
            self.context.is_quiet = is_quiet || pass > 0 || !is_new;
            let first_turn = std::mem::replace(&mut self.first_turn, self.context.conditions.len() + 1);
            let goes_on = self.perhaps(span, turn);
            self.first_turn = first_turn;
            self.context.is_quiet = is_quiet;
            let goes_on = self.land(jumps, goes_on?, &|to| matches!(to, Ok(Flow::Continue)));
            let changed = if goes_on {
                self.merge(&before)
            } else {
                self.restore(&before);
                false
            };
            if !changed {
                break;
            }
        }
        self.context.is_uncertain = true;
        Ok(())
    }

    /// Notes why a line is not read.
    pub(super) fn or_unknown(&mut self, stop: Stop) -> Outcome {
        match stop {
            // A field has nothing to go on with.
            Stop::Unreadable(reason, span) if !self.context.is_field => {
                let origin = match &reason {
                    UnreadableReason::UnknownName(name) => Some(name.as_str().into()),
                    _ => None,
                };
                self.unread(reason, span);
                Ok(Value::Unknown(origin))
            }
            other => Err(Box::new(other)),
        }
    }

    /// Binds the names of a target to what is not known.
    pub(super) fn bind_unknown(&mut self, target: &Expression, origin: &Value) -> Outcome<()> {
        match &target.kind {
            ExpressionKind::Sequence { items, .. } => items.iter().try_for_each(|item| self.bind_unknown(item, origin)),
            ExpressionKind::Starred(inner) => self.bind_unknown(inner, origin),
            _ => {
                let value = origin.unknown().unwrap_or(Value::Unknown(None));
                self.bind(target, Placed::new(value, &target.span))
            }
        }
    }
}

/// Notes that an instance and those that it holds may get attributes, or what is a class its instances.
pub(super) fn expose_instances(value: &Value, depth: usize) {
    let is_followed = match value {
        Value::Instance(instance) => !instance.class.is_exposed.replace(true),
        Value::Class(class) => !class.is_exposed.replace(true),
        _ => matches!(value, Value::List(_) | Value::Tuple(..) | Value::Dict(_)),
    };
    // Values that are kept are not nested deeper.
    if is_followed && depth < 16 {
        value.all(&mut |inner| {
            expose_instances(inner, depth + 1);
            true
        });
    }
}

/// What an unread call may have changed of a value. `lost`: what is not known at all afterwards.
fn touch(value: &Value, lost: &mut Numbers, depth: usize) {
    // Values that are kept are not nested deeper.
    if depth > 16 {
        return;
    }
    match value {
        Value::Tensor(tensor) => return tensor.forget(),
        Value::List(_) | Value::Dict(_) | Value::Set(_) | Value::Iterator(_) => lost.extend(address(value)),
        Value::Function(_) | Value::Class(_) => return,
        _ => {}
    }
    let is_instance = matches!(value, Value::Instance(_));
    value.all(&mut |inner| {
        if !is_instance || matches!(inner, Value::Tensor(_) | Value::Object(_)) {
            touch(inner, lost, depth + 1);
        }
        true
    });
}

/// The addresses of the lists, sets and dictionaries that a value is or holds.
fn containers_in(value: &Value, found: &mut Numbers, depth: usize) {
    if depth > 16 {
        return;
    }
    if let Value::List(_) | Value::Dict(_) | Value::Set(_) = value {
        found.extend(address(value));
    }
    if let Value::List(_) | Value::Dict(_) | Value::Set(_) | Value::Tuple(..) = value {
        value.all(&mut |inner| {
            containers_in(inner, found, depth + 1);
            true
        });
    }
}

/// A number or a text of the same kind; other values stay.
pub(super) fn without_value(value: &Value) -> Value {
    match value {
        Value::Bool(_) => Value::Bool(None),
        Value::Int(_) => Value::Int(None),
        Value::Float(_) => Value::Float(None),
        Value::Text(_) => Value::Text(None),
        Value::Tuple(items, kind) => Value::Tuple(items.iter().map(without_value).collect(), *kind),
        other => other.clone(),
    }
}

/// Whether two tensors have the same shape, element type and library.
fn is_alike(a: &Tensor, b: &Tensor) -> bool {
    a.library == b.library
        && a.shape == b.shape
        && a.dtype == b.dtype
        && a.is_scalar == b.is_scalar
        && a.read_only == b.read_only
        && a.requires_grad == b.requires_grad
        && a.is_parameter == b.is_parameter
}

/// Whether two values are the same for certain.
pub(super) fn is_same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::None, Value::None) | (Value::Ellipsis, Value::Ellipsis) | (Value::Unknown(_), Value::Unknown(_)) => {
            true
        }
        (Value::Bool(a), Value::Bool(b)) => a == b,
        (Value::Int(a), Value::Int(b)) => a == b,
        (Value::Float(a), Value::Float(b)) => a.map(f64::to_bits) == b.map(f64::to_bits),
        (Value::Text(a), Value::Text(b)) => a == b,
        (Value::Path(a), Value::Path(b)) => a == b,
        (Value::Dtype(a), Value::Dtype(b)) => a == b,
        (Value::Range(a, b, c), Value::Range(x, y, z)) => (a, b, c) == (x, y, z),
        (Value::Tuple(a, x), Value::Tuple(b, y)) => {
            x == y && a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| is_same(a, b))
        }
        (Value::Slice(a), Value::Slice(b)) => a.iter().zip(b.iter()).all(|(a, b)| is_same(a, b)),
        (Value::Function(a), Value::Function(b)) => Rc::ptr_eq(a, b),
        (Value::Object(a), Value::Object(b)) => Rc::ptr_eq(a, b),
        (Value::Method(a, x), Value::Method(b, y)) => x == y && is_same(a, b),
        _ => matches!((address(a), address(b)), (Some(a), Some(b)) if a == b),
    }
}

/// What two values have in common.
pub(super) fn joined(a: &Value, b: &Value) -> Value {
    match (a, b) {
        _ if is_same(a, b) => a.clone(),
        (unknown @ Value::Unknown(_), _) | (_, unknown @ Value::Unknown(_)) => unknown.clone(),
        (Value::Tensor(x), Value::Tensor(y)) if is_alike(x, y) => {
            x.forget();
            y.forget();
            if x.layout == y.layout { a.clone() } else { Value::Tensor(x.without_layout()) }
        }
        (Value::Bool(_), Value::Bool(_))
        | (Value::Int(_), Value::Int(_))
        | (Value::Float(_), Value::Float(_))
        | (Value::Text(_), Value::Text(_)) => without_value(a),
        (Value::Tuple(items, kind), Value::Tuple(others, other)) if kind == other && items.len() == others.len() => {
            Value::Tuple(items.iter().zip(others.iter()).map(|(a, b)| joined(a, b)).collect(), *kind)
        }
        _ => Value::Unknown(None),
    }
}

/// Joins what a place held into what it holds. `lost`: the containers of which it may be any. Gives whether less is known than before.
fn join_into(before: &Value, now: &mut Value, lost: &mut Numbers) -> bool {
    let value = joined(before, now);
    if let Value::Unknown(_) = value {
        let is_container = |value: &&Value| matches!(value, Value::List(_) | Value::Set(_) | Value::Dict(_));
        lost.extend([before, now].into_iter().filter(is_container).filter_map(address));
    }
    *now = value;
    !is_same(before, now)
}

fn join_variables(before: &[Variable], now: &mut Vec<Variable>, lost: &mut Numbers) -> bool {
    let mut changed = false;
    for (name, value) in before {
        match now.iter_mut().find(|(known, _)| known == name) {
            Some((_, now)) => changed |= join_into(value, now, lost),
            None => {
                changed |= !matches!(value, Value::Unknown(_));
                now.push((name.clone(), Value::Unknown(Some(ABSENT.into()))));
            }
        }
    }
    for (_, value) in now.iter_mut().filter(|(name, _)| !before.iter().any(|(known, _)| known == name)) {
        *value = Value::Unknown(Some(ABSENT.into()));
        changed = true;
    }
    changed
}

/// Puts "not known" in the place of values within a value.
fn replace(value: &mut Value, lost: &Numbers, seen: &mut Numbers) {
    if let Some(address) = address(value) {
        if lost.contains(&address) {
            *value = Value::Unknown(None);
            return;
        }
        if !seen.insert(address) {
            return;
        }
    }
    let mut holds = false;
    match value {
        Value::List(items) | Value::Set(items) => {
            items.borrow_mut().iter_mut().for_each(|item| replace(item, lost, seen));
        }
        Value::Dict(entries) => entries.borrow_mut().iter_mut().for_each(|(_, value)| replace(value, lost, seen)),
        Value::Instance(_) | Value::Class(_) => {
            if let Some(variables) = variables(value) {
                variables.borrow_mut().iter_mut().for_each(|(_, value)| replace(value, lost, seen));
            }
        }
        Value::Tuple(items, _) => {
            let mut all = items.to_vec();
            all.iter_mut().for_each(|item| replace(item, lost, seen));
            *items = all.into();
        }
        // What holds it and cannot be changed is not known as a whole.
        _ => holds = !value.all(&mut |inner| address(inner).is_none_or(|address| !lost.contains(&address))),
    }
    if holds {
        *value = Value::Unknown(None);
    }
}
