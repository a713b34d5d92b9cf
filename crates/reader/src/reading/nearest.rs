//! The known name that is most like one that is not known.

use crate::functions;
use crate::machine::attributes::ARRAY;
use crate::machine::field::{bare_functions, module_library};
use crate::signatures::place::Place;
use tensor_broadcasting::library::Library;
use tensor_broadcasting::lists::Listed;

/// The function that is most like the function of this name, with its module.
pub(crate) fn function(path: &str) -> Option<String> {
    let Some((module, name)) = path.split_once('.') else {
        return nearest(path, &bare_functions().collect::<Vec<_>>()).map(str::to_owned);
    };
    let place = match module_library(module)? {
        Library::PyTorch => Place::TorchFunction,
        Library::NumPy => Place::NumpyFunction,
    };
    nearest(name, &functions::names(place).listed()).map(|name| [module, ".", name].concat())
}

/// The method or property of tensors that is most like one of this name; `None` where either library has it.
pub(crate) fn method(name: &str) -> Option<&'static str> {
    let mut known: Vec<&str> = Vec::new();
    for place in [Place::TorchMethod, Place::NumpyMethod] {
        known.extend(functions::names(place));
    }
    known.extend(ARRAY.split_whitespace());
    nearest(name, &known).filter(|nearest| *nearest != name)
}

fn nearest(name: &str, known: &[&'static str]) -> Option<&'static str> {
    let mut found: Option<(usize, &str)> = None;
    for &known in known {
        let distance = distance(name, known);
        if found.is_none_or(|(least, _)| distance < least) {
            found = Some((distance, known));
        }
    }
    found.filter(|(distance, known)| *distance <= 1 + known.len() / 4).map(|(_, known)| known)
}

/// How many letters must be put in, left out or changed to make one word of the other.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().take(24).listed(), b.chars().listed());
    let mut row: Vec<usize> = (0..=b.len()).listed();
    for (i, &x) in a.iter().enumerate() {
        let mut next = vec![i + 1];
        for (j, &y) in b.iter().enumerate() {
            let changed = row[j] + usize::from(x != y);
            next.push(changed.min(row[j + 1] + 1).min(next[j] + 1));
        }
        row = next;
    }
    row.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_one_that_stands_there() {
        assert_eq!(function("torch.onse").as_deref(), Some("torch.ones"));
        assert_eq!(function("np.expand_dim").as_deref(), Some("np.expand_dims"));
        assert_ne!(function("torch.expand_dim").as_deref(), Some("torch.expand_dims"));
        assert_eq!(function("onse").as_deref(), Some("ones"));
        assert_eq!((method("unsqeeze"), method("frobnicate"), method("unsqueeze")), (Some("unsqueeze"), None, None));
        assert_eq!((distance("ones", "onse"), distance("ones", "one"), distance("", "abc")), (2, 1, 3));
    }
}
