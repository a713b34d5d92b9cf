//! Calls: of the program's own functions, of Python's built-in functions, and of the libraries.

use std::ops::Range;
use std::rc::Rc;
use tensor_broadcasting::lists::Listed;

use super::data_classes::FIELD;
use super::operations::cannot;
use super::scopes::ScopeKind;
use super::statements::Flow;
use super::{CALL_DEPTH, MAX_DEPTH, Machine, UnreadableReason};
use crate::functions;
use crate::functions::batches;
use crate::functions::constructors::SCALAR;
use crate::functions::modules;
use crate::machine::attributes::{library_path, lists, place_of};
use crate::machine::builtins;
use crate::signatures::call::Arguments;
use crate::signatures::place::Place;
use crate::syntax::tree::{Argument, Expression, ExpressionKind};
use crate::tensors::context::{Context, Outcome, Stop, raised, unreadable};
use crate::tensors::value::{Body, Class, Decorator, Function, Placed, Tensor, Value};
use tensor_broadcasting::library::Library;

/// The names of NumPy that take an index in brackets, and no call.
const OF_BRACKETS: [&str; 4] = ["c_", "r_", "mgrid", "ogrid"];

impl Machine<'_> {
    /// `function(arguments)`.
    pub(super) fn call(&mut self, function: &Expression, arguments: &[Argument], span: &Range<usize>) -> Outcome {
        let written = self.context.source.typed(&function.span);
        match &*written {
            "exit" | "quit" | "sys.exit" | "os._exit" => return raised("", "", span),
            "exec" | "globals" => self.forget_names(None),
            "vars" | "locals" if arguments.is_empty() && self.scope.is_none() => self.forget_names(None),
            _ => {}
        }
        // What stands before the point of a method is an operand with a place of its own.
        let (callee, place) = match &function.kind {
            ExpressionKind::Attribute { value, name } => {
                if let ExpressionKind::Call { function, arguments: named, .. } = &value.kind
                    && function.name() == Some("super")
                    && self.variable("super").is_none()
                {
                    let given = self.arguments(arguments, span)?;
                    return self.call_super(named, &name.name, given);
                }
                let before = self.placed(value)?;
                let callee = match &before.value {
                    Value::Unknown(_) => {
                        if lists("unsqueeze_ squeeze_ t_ transpose_ swapaxes_ swapdims_ resize_ resize", &name.name) {
                            self.touch_shapes(span)?;
                        }
                        before.value.clone()
                    }
                    _ => match self.attribute(&before, &name.name, &function.span) {
                        Ok(callee) => callee,
                        Err(stop) => {
                            let unknown = self.or_unknown(*stop)?;
                            self.expose(&before.value);
                            unknown
                        }
                    },
                };
                let is_tensor = before.value.tensor().is_some();
                (callee, if is_tensor { before.span } else { function.span.clone() })
            }
            _ => (self.callee(function)?, function.span.clone()),
        };
        let mut given = self.arguments(arguments, span)?;
        // Where a tensor is, is not read. A function of the program may need it as an argument.
        let is_of_program = match &callee {
            Value::Function(_) | Value::Class(_) | Value::Instance(_) => true,
            Value::Method(receiver, name) => match &**receiver {
                Value::Instance(instance) => instance.class.find(name).is_some(),
                Value::Class(_) => true,
                _ => false,
            },
            _ => false,
        };
        if !is_of_program {
            given.keywords.retain(|(name, value)| name != "device" || value.value.unknown().is_none());
        }
        if let (Value::Method(moved, name), [place]) = (&callee, given.positional.as_slice())
            && **name == *"to"
            && matches!(place.value, Value::Unknown(_))
            && self.context.source.names_in(&place.span).iter().any(|name| name.contains("dev"))
        {
            return Ok((**moved).clone());
        }
        let values = given.values();
        let out = given.keyword("out").map(|out| out.value.clone());
        let result = self.call_value(&callee, given, &place);
        let is_foreign = match &callee {
            Value::Unknown(_) => true,
            Value::Path(path) if **path == *"builtins.setattr" => matches!(result, Ok(Value::Unknown(_))),
            Value::Path(_) => callee.unknown().is_some(),
            _ => false,
        };
        // It may be any of what the first argument or the receiver holds.
        if result.as_ref().ok().is_none_or(|result| result.unknown().is_some()) {
            match (&callee, values.first()) {
                (Value::Path(path), Some(first)) if **path == *"builtins.getattr" => self.lose_within(first),
                (Value::Method(receiver, _), _) => self.lose_within(receiver),
                _ => {}
            }
        }
        if is_foreign || result.as_ref().is_err_and(|stop| matches!(**stop, Stop::Unreadable(..))) {
            values.iter().chain([&callee]).for_each(|value| self.expose(value));
            self.call_exposed();
            // `monkeypatch.setattr(np, "dot", f)`.
            if let ([Value::Path(path), Value::Text(Some(name)), ..], true) =
                (values.as_slice(), written.ends_with(".setattr"))
            {
                self.patch(path, name);
            }
            // How many layers a container has then is not known.
            if let Value::Method(receiver, name) = &callee
                && lists("add_module append extend insert pop register_module", name)
            {
                self.touch_all(receiver);
            }
            // PyTorch gives it the shape of the result.
            if let Some(out) = out {
                self.touch_all(&out);
            }
        }
        result
    }

    /// A value that is called or that a class derives from. A name that stands for none is not that of a tensor.
    pub(super) fn callee(&mut self, function: &Expression) -> Outcome {
        match function.name() {
            Some(name) if !self.context.is_field => self.name(name, &function.span).or_else(|mut stop| {
                if let Stop::Unreadable(reason, _) = &mut *stop {
                    *reason = UnreadableReason::UnknownCall(name.to_owned());
                }
                self.or_unknown(*stop)
            }),
            _ => self.value(function),
        }
    }

    fn arguments(&mut self, arguments: &[Argument], span: &Range<usize>) -> Outcome<Arguments> {
        let mut given = Arguments::of(Vec::new(), span);
        for argument in arguments {
            let place = &argument.value().span;
            let declined = || unreadable(UnreadableReason::Expression, place);
            let named = match argument {
                Argument::Positional(Expression { kind: ExpressionKind::Starred(inner), .. }) => {
                    let value = self.placed(inner)?;
                    // The exception names the function and its module.
                    if value.value.number_kind().is_some() || matches!(value.value, Value::None) {
                        return unreadable(UnreadableReason::Expression, &inner.span);
                    }
                    let items = self.iterate(&value)?;
                    given.positional.extend(items.into_iter().map(|item| Placed::new(item, &inner.span)));
                    continue;
                }
                Argument::Positional(expression) => {
                    given.positional.push(self.placed(expression)?);
                    continue;
                }
                Argument::Keyword(name, expression) => vec![(name.name.clone(), self.value(expression)?)],
                Argument::Mapping(expression) => {
                    let Value::Dict(entries) = self.value(expression)? else { return declined() };
                    let named = |(key, value): &(Value, Value)| Some((key.as_text()?.to_owned(), value.clone()));
                    let named: Option<Vec<(String, Value)>> = entries.borrow().iter().map(named).all_listed();
                    let Some(named) = named else { return declined() };
                    named
                }
            };
            for (name, value) in named {
                if given.keyword(&name).is_some() {
                    return declined();
                }
                given.keywords.push((name, Placed::new(value, place)));
            }
        }
        Ok(given)
    }

    /// Calls any value. `place`: what stands before the point of a method, or the function.
    pub(super) fn call_value(&mut self, callee: &Value, mut given: Arguments, place: &Range<usize>) -> Outcome {
        let is_unread = |argument: &Placed| matches!(argument.value, Value::Unknown(_) | Value::Path(_));
        // Only the program's own functions, containers and a few functions of Python take what is not known.
        let unknown = match callee {
            Value::Unknown(_) => Some(callee.clone()),
            // What a class makes depends on what it derives from.
            Value::Class(class) if class.is_open() => Some(Value::Unknown(None)),
            Value::Object(object) if self.is_patched(object.class.trim_start_matches("nn.")) => {
                Some(Value::Unknown(None))
            }
            Value::Function(_) | Value::Class(_) | Value::Instance(_) => None,
            Value::Method(value, _)
                if matches!(**value, Value::Instance(_) | Value::Class(_) | Value::List(_) | Value::Dict(_)) =>
            {
                None
            }
            Value::Path(path) if path.starts_with("builtins.") && !given.all().any(is_unread) => None,
            _ => given.all().find_map(|argument| argument.value.unknown()),
        };
        if let Some(unknown) = unknown {
            // It may write into them; it is known that it does not change lists.
            given.values().iter().filter_map(Value::tensor).for_each(Tensor::forget);
            self.touch(callee);
            return Ok(match callee {
                Value::Path(path) if **path == *"builtins.print" => Value::None,
                _ => unknown,
            });
        }
        match callee {
            Value::Function(callee) => self.call_function(callee, given, None),
            Value::Path(path) => self.call_path(path, given),
            Value::Method(value, name) => match &**value {
                Value::Tensor(tensor) => {
                    if self.has_foreign(tensor.library, &given) {
                        return given.unread(name);
                    }
                    given.positional.insert(0, Placed::new((**value).clone(), place));
                    self.library_function(Place::of_method(tensor.library), name, &given)
                }
                Value::Object(object) => modules::method(&mut self.context, object, name, &given),
                Value::Instance(_) | Value::Class(_) => self.call_bound(value, name, given),
                value => self.method(value, name, &given),
            },
            Value::Object(object) if object.class == "nn.Sequential" => self.call_sequential(object, given, place),
            Value::Object(object) => modules::call(&mut self.context, object, &given),
            Value::Class(class) => self.instantiate(class, given),
            Value::Instance(instance) => self.call_instance(instance, given),
            Value::Dtype(_) if self.context.library == Library::NumPy => {
                given.keywords.push(("dtype".to_owned(), Placed::new(callee.clone(), &given.span)));
                self.library_function(Place::NumpyFunction, SCALAR, &given)
            }
            _ => cannot(callee, "is not callable", &given.span),
        }
    }

    /// Calls a function of a library.
    pub(super) fn library_function(&mut self, place: Place, name: &str, given: &Arguments) -> Outcome {
        let found = functions::find(place, name).filter(|(name, _)| !OF_BRACKETS.contains(name));
        // What a function that is not known does to its arguments is not known either.
        let Some(found) = found else { return given.unread(name) };
        let result = functions::run(&mut self.context, place, found, given)?;
        // What it gives is known all the same, but in `try` it is not known which way the program goes.
        if std::mem::take(&mut self.context.may_fail) {
            if self.tries > 0 {
                return unreadable(UnreadableReason::Values, &given.span);
            }
            self.unread(UnreadableReason::Values, given.span.clone());
        }
        Ok(result)
    }

    /// Whether an element type is written as one of NumPy, which is none for PyTorch.
    fn has_foreign(&self, library: Library, given: &Arguments) -> bool {
        let is_foreign = |argument: &Placed| {
            matches!(argument.value, Value::Dtype(_)) && self.context.source.typed(&argument.span).starts_with("np.")
        };
        library == Library::PyTorch && given.all().any(is_foreign)
    }

    fn call_path(&mut self, path: &str, mut given: Arguments) -> Outcome {
        if let Some(name) = path.strip_prefix("builtins.") {
            return self.builtin(name, &given);
        }
        if path == FIELD {
            return self.data_field(&given);
        }
        if let Some(name) = path.strip_prefix("math.") {
            return builtins::math(name, &given);
        }
        // The methods of a generator are called on a generator.
        let found = library_path(path).filter(|(_, name)| !name.starts_with("random.Generator."));
        let Some((library, name)) = found else { return given.unread(path) };
        // These take the items of an iterator, as they take those of a list.
        if ["nn.ModuleList", "optim.", "nn.utils.clip_grad"].iter().any(|start| name.starts_with(start)) {
            for argument in given.all_mut() {
                let is_view = matches!(&argument.value, Value::Object(object) if object.class == batches::VIEW);
                if is_view || matches!(argument.value, Value::Iterator(_)) {
                    argument.value = Value::list(self.iterate(argument)?);
                }
            }
        }
        if self.has_foreign(library, &given) {
            return given.unread(name);
        }
        if library == Library::PyTorch
            && let Some(object) = modules::construct(&mut self.context, name, &given)?
        {
            self.check_loader(&object, &given.span)?;
            return Ok(object);
        }
        let (place, name) = place_of(library, name);
        self.library_function(place, name, &given)
    }

    /// Calls a function of the program; `method` has the class in which it is written, and its first argument.
    pub(super) fn call_function(
        &mut self,
        function: &Rc<Function>,
        given: Arguments,
        method: Option<(Rc<Class>, Value)>,
    ) -> Outcome {
        let span = given.span.clone();
        let address = Rc::as_ptr(&function.parameters).cast::<u8>() as usize;
        if !self.called.contains(&address) {
            self.called.push(address);
        }
        if self.calls >= MAX_DEPTH {
            return unreadable(UnreadableReason::TooMuch, &span);
        }
        let variables = self.bound(function, &given)?;
        if function.names.has_yield {
            // It runs when its items are taken, which is not followed.
            variables.iter().for_each(|(_, value)| self.expose(value));
            self.expose(&Value::Function(Rc::clone(function)));
            return unreadable(UnreadableReason::Statement, &span);
        }
        if let Body::Fields(fields) = &function.body {
            return self.initialize_fields(fields, variables, &span);
        }
        let label = function.label.as_ref().map(|label| format!("{label}.<locals>."));
        let at = self.add_scope(ScopeKind::Function, function.scope, label);
        if let Some(scope) = self.scopes.get_mut(at) {
            (scope.variables, scope.names, scope.method) = (variables, Rc::clone(&function.names), method);
        }
        let (grad, jumps, conditions) = (self.context.grad, self.jumps.len(), self.context.conditions.len());
        self.context.grad &= function.decorator != Decorator::WithoutGrad;
        let result = self.within(at, &span, |machine| match &function.body {
            Body::Block(statements) => machine.block(statements),
            Body::Lambda(body) => machine.value(body).map(Flow::Return),
            Body::Fields(_) => Ok(Flow::Next),
        });
        let result = self.after_jumps(jumps, result, &span);
        self.context.grad = grad;
        self.context.conditions.truncate(conditions);
        let value = result.map(|flow| self.returned(jumps, flow));
        self.drop_scope(at);
        // No way through the function comes back.
        value?.map_or_else(|| raised("", "", &span), Ok)
    }

    /// Runs a part of a program in the scope of a function. `span` is the place of the call.
    pub(super) fn within<T>(
        &mut self,
        scope: usize,
        span: &Range<usize>,
        run: impl FnOnce(&mut Self) -> Outcome<T>,
    ) -> Outcome<T> {
        self.enter(CALL_DEPTH, span)?;
        if self.calls == self.uncalled {
            self.outer_call = span.clone();
        }
        let before = self.scope.replace(scope);
        self.calls += 1;
        let result = run(self);
        self.calls -= 1;
        self.scope = before;
        self.leave(CALL_DEPTH);
        result.map_err(|mut stop| {
            if let Stop::Raised(raised) = &mut *stop {
                raised.call = Some(span.clone());
            }
            stop
        })
    }
}

/// `np.mgrid[…]`, `np.ogrid[…]`, `np.r_[…]`, `np.c_[…]`, `np.s_[…]`.
pub(super) fn index_of_path(context: &mut Context<'_>, path: &str, index: &Placed, span: &Range<usize>) -> Outcome {
    let Some((Library::NumPy, name)) = library_path(path) else {
        return unreadable(UnreadableReason::Expression, span);
    };
    if matches!(name, "s_" | "index_exp") {
        return Ok(index.value.clone());
    }
    let given = Arguments::of(vec![index.clone()], span);
    match functions::find(Place::NumpyFunction, name) {
        Some((name, row)) => row.call(context, Place::NumpyFunction, name, &given),
        None => given.unread(name),
    }
}
