//! The signatures of functions: their parameters.

/// A parameter of a signature.
#[derive(Default)]
pub(crate) struct Parameter<'t> {
    /// The letter of its kind; a capital letter where it takes `None`. Functions of Python and NumPy have none.
    pub(crate) kind: u8,
    pub(crate) name: &'t str,
    pub(crate) is_optional: bool,
    /// Whether only a keyword gives it.
    pub(crate) is_named: bool,
    /// Whether no keyword gives it.
    pub(crate) is_unnamed: bool,
}

/// A signature.
#[derive(Default)]
pub(crate) struct Signature<'t> {
    pub(crate) parameters: Vec<Parameter<'t>>,
    /// Whether it takes any number of positional arguments.
    pub(crate) takes_rest: bool,
    /// Whether it takes any keyword.
    pub(crate) takes_keywords: bool,
}

impl<'t> Signature<'t> {
    /// The signature that a text of the table stands for.
    pub(crate) fn of(text: &'t str, has_kinds: bool) -> Self {
        let mut signature = Self::default();
        let mut is_named = false;
        let words = text.split(' ').filter(|word| !word.is_empty());
        let words = words.flat_map(|word| if word == "#" { FACTORY } else { "" }.split(' ').chain([word]));
        for word in words.filter(|word| !matches!(*word, "" | "#")) {
            if word == "/" {
                signature.parameters.iter_mut().for_each(|parameter| parameter.is_unnamed = true);
            } else if let Some(rest) = word.strip_prefix('*') {
                is_named = true;
                signature.takes_keywords |= rest.starts_with('*');
                signature.takes_rest |= !rest.is_empty() && !rest.starts_with('*');
            } else {
                let kind = if has_kinds { word.bytes().next().unwrap_or(0) } else { 0 };
                let name = word.get(usize::from(has_kinds)..).unwrap_or("");
                let is_optional = name.ends_with('=');
                let name = name.trim_end_matches('=');
                signature.parameters.push(Parameter { kind, name, is_optional, is_named, is_unnamed: false });
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
}

/// The last parameters of the functions of PyTorch that make tensors.
const FACTORY: &str = "Ddtype= Xlayout= Xdevice= Bpin_memory= Brequires_grad=";
