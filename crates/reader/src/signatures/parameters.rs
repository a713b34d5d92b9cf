//! Signatures as text, and as parameters.

/// The kinds, each with its word in signatures.
macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident = $word:literal,)*) => {
        /// What kind of value a parameter takes.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
        pub(crate) enum Kind {
            /// What is not stated.
            #[default]
            Any,
            $($(#[$doc])* $kind,)*
        }

        impl Kind {
            /// The kind of a word of a signature.
            fn of(word: &str) -> Self {
                match word {
                    $($word => Self::$kind,)*
                    _ => Self::Any,
                }
            }
        }
    };
}

kinds! {
    Tensor = "Tensor",
    /// A tuple of tensors.
    Tensors = "Tensors",
    Int = "int",
    /// A number that need not be a float: PyTorch calls it `Number`.
    Number = "Number",
    Float = "float",
    Bool = "bool",
    Str = "str",
    Dtype = "dtype",
    /// A tuple of integers.
    Ints = "ints",
    /// A tuple of integers, or one integer.
    Sizes = "sizes",
    /// Anything at all.
    Object = "object",
    /// What the reader has no values of: a device, a generator.
    Other = "other",
    /// A tensor that has axes.
    WithAxes = "Tensor+",
    /// An integer above 0.
    Count = "count",
    /// Numbers with bounds.
    Positive = "positive",
    NotNegative = "notneg",
    Unit = "unit",
    /// A size of parts, or a list of sizes.
    Parts = "parts",
    /// An array of NumPy.
    Array = "array",
    /// An array with axes, or a list.
    Nested = "nested",
    /// A tuple or a list.
    Tuple = "tuple",
    NotNone = "notnone",
    /// What NumPy takes for an element type, an order of elements, an axis, a way to sort.
    Type = "type",
    Order = "order",
    Axis = "axis",
    /// An axis, or several, of which is known what NumPy says where it is none.
    Axes = "axes",
    Index = "index",
    Sort = "sort",
    /// What PyTorch does with the losses of the elements.
    Reduction = "reduction",
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
