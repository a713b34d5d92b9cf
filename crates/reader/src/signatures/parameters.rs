//! Signatures as text, and as parameters.

/// What kind of value a parameter takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Kind {
    /// What is not stated.
    #[default]
    Any,
    Tensor,
    /// A tuple of tensors.
    Tensors,
    Int,
    /// A number that need not be a float: PyTorch calls it `Number`.
    Number,
    Float,
    Bool,
    Str,
    Dtype,
    /// A tuple of integers.
    Ints,
    /// A tuple of integers, or one integer.
    Sizes,
    /// Anything at all.
    Object,
    /// What the reader has no values of: a device, a generator.
    Other,
    /// A tensor that has axes.
    WithAxes,
    /// An integer above 0.
    Count,
    /// Numbers with bounds.
    Positive,
    NotNegative,
    Unit,
    /// A size of parts, or a list of sizes.
    Parts,
    /// An array of NumPy.
    Array,
    /// An array with axes, or a list.
    Nested,
    /// A tuple or a list.
    Tuple,
    NotNone,
    /// What NumPy takes for an element type, an order of elements, an axis, a way to sort.
    Type,
    Order,
    Axis,
    /// An axis, or several, of which is known what NumPy says where it is none.
    Axes,
    Index,
    Sort,
    /// What PyTorch does with the losses of the elements.
    Reduction,
}

impl Kind {
    /// The kind of a word of a signature.
    fn of(word: &str) -> Self {
        match word {
            "Tensor" => Self::Tensor,
            "Tensors" => Self::Tensors,
            "int" => Self::Int,
            "Number" => Self::Number,
            "float" => Self::Float,
            "bool" => Self::Bool,
            "str" => Self::Str,
            "dtype" => Self::Dtype,
            "ints" => Self::Ints,
            "sizes" => Self::Sizes,
            "object" => Self::Object,
            "other" => Self::Other,
            "Tensor+" => Self::WithAxes,
            "count" => Self::Count,
            "positive" => Self::Positive,
            "notneg" => Self::NotNegative,
            "unit" => Self::Unit,
            "parts" => Self::Parts,
            "array" => Self::Array,
            "nested" => Self::Nested,
            "tuple" => Self::Tuple,
            "notnone" => Self::NotNone,
            "type" => Self::Type,
            "order" => Self::Order,
            "axis" => Self::Axis,
            "axes" => Self::Axes,
            "index" => Self::Index,
            "sort" => Self::Sort,
            "reduction" => Self::Reduction,
            _ => Self::Any,
        }
    }
}

/// A parameter of a signature.
#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct Parameter<'t> {
    pub(crate) kind: Kind,
    /// Whether it takes `None` too.
    pub(crate) takes_none: bool,
    pub(crate) name: &'t str,
    /// The name that the functions of the reader have for it.
    pub(crate) own: &'t str,
    /// Whether the reader reads a call that has an argument for it.
    pub(crate) is_read: bool,
    pub(crate) is_optional: bool,
    /// Whether only a keyword gives it.
    pub(crate) is_named: bool,
    /// Whether no keyword gives it.
    pub(crate) is_unnamed: bool,
}

/// A signature.
#[derive(Debug, Default)]
pub(crate) struct Signature<'t> {
    pub(crate) parameters: Vec<Parameter<'t>>,
    /// Whether it takes any number of positional arguments.
    pub(crate) takes_rest: bool,
    /// Whether it takes any keyword.
    pub(crate) takes_keywords: bool,
}

impl<'t> Signature<'t> {
    /// The signature that a text of the table stands for.
    pub(crate) fn of(text: &'t str) -> Self {
        let mut signature = Self::default();
        let mut is_named = false;
        let words = text.split(',').map(str::trim).filter(|word| !word.is_empty());
        let factory = |word: &'t str| if word == "..." { FACTORY } else { "" }.split(", ").chain([word]);
        for word in words.flat_map(factory).filter(|word| !matches!(*word, "" | "...")) {
            let is_read = !word.starts_with('-');
            let word = word.trim_start_matches('-');
            if word == "/" {
                signature.parameters.iter_mut().for_each(|parameter| parameter.is_unnamed = true);
            } else if let Some(rest) = word.strip_prefix('*') {
                is_named = true;
                signature.takes_keywords |= rest.starts_with('*');
                signature.takes_rest |= !rest.is_empty() && !rest.starts_with('*');
            } else {
                let is_optional = word.ends_with('=');
                let word = word.trim_end_matches('=');
                let (word, kind) = word.split_once(": ").unwrap_or((word, ""));
                let (name, own) = word.split_once(" as ").unwrap_or((word, ""));
                let own = if own.is_empty() { name } else { own };
                if signature.parameters.iter().any(|known| known.name == name) {
                    continue;
                }
                let takes_none = kind.ends_with('?');
                let kind = Kind::of(kind.trim_end_matches('?'));
                let parameter =
                    Parameter { kind, takes_none, name, own, is_read, is_optional, is_named, is_unnamed: false };
                signature.parameters.push(parameter);
            }
        }
        signature
    }

    /// The number of parameters that positional arguments give.
    pub(crate) fn positional(&self) -> usize {
        self.parameters.iter().filter(|parameter| !parameter.is_named).count()
    }

    /// The number of parameters without a default.
    pub(crate) fn required(&self) -> usize {
        self.parameters.iter().filter(|parameter| !parameter.is_optional).count()
    }

    /// The place of the parameter of sizes or axes that also takes them as separate arguments: the only positional one after the tensor
    /// of a method.
    pub(crate) fn spread(&self, is_method: bool) -> Option<usize> {
        let at = usize::from(is_method);
        let is_spread = |parameter: &&Parameter<'_>| matches!(parameter.kind, Kind::Ints | Kind::Sizes);
        (self.positional() == at + 1).then(|| self.parameters.get(at).filter(is_spread).map(|_| at)).flatten()
    }
}

/// The last parameters of the functions of PyTorch that make tensors.
const FACTORY: &str = "dtype: dtype?=, layout: other?=, device: other?=, pin_memory: bool?=, requires_grad: bool?=";
