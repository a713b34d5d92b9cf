//! The words that an answer may have, in every language. A learner may answer in any of them.
//!
//! The words of a meaning are one text with `|` between them. A text that is equal to one of another chunk would be
//! a file of its own, which both chunks contain.

/// Words with a meaning, in lower case.
pub(super) struct Words {
    /// The operation works.
    pub(super) works: &'static str,
    /// It does not.
    pub(super) fails: &'static str,
    /// The sizes of an axis are equal.
    pub(super) equal: &'static str,
    /// They clash.
    pub(super) clashes: &'static str,
    /// After the name of an operand: it stretches.
    pub(super) stretches: &'static str,
    /// After the name of an operand: it lacks the axis.
    pub(super) missing: &'static str,
    /// What may stand between two elements.
    pub(super) between: &'static str,
    /// The unit of memory.
    pub(super) bytes: &'static str,
}

/// Signs, and the words of each language.
const LANGUAGES: [Words; 4] = [
    Words {
        works: "✓|✔",
        fails: "✗|✘",
        equal: "=|==",
        clashes: "≠|!=",
        stretches: "*",
        missing: "+",
        between: "out|x",
        bytes: "|b",
    },
    Words {
        works: "yes|y|true|ok|works|it works|broadcasts|no error|no message",
        fails: "no|n|false|none|error|an error|fails|fail|it fails|impossible|exception|raises|clash",
        equal: "equal|equal sizes|same|match|matches",
        clashes: "clash|clashes|error",
        stretches: "stretches|stretch|stretched|expands|expand",
        missing: "missing|lacks|lacks it|inserted|insert|is inserted|is missing",
        between: "and|with",
        bytes: "byte|bytes",
    },
    Words {
        works: "是|能|可以|对|没有错误|不报错",
        fails: "否|不|不能|不可以|不行|错误|报错|出错|无",
        equal: "相等|相同|大小相等",
        clashes: "冲突|错误",
        stretches: "拉伸|被拉伸",
        missing: "缺少|插入",
        between: "和|与",
        bytes: "字节|个字节",
    },
    Words {
        works: "sí|si|s|verdadero|funciona|compatible|compatibles|son compatibles|ningún error|ningun error|sin error|no hay error|no da error",
        fails: "falso|ninguno|ninguna|un error|da error|hay error|falla|no funciona|imposible|incompatible|incompatibles|no son compatibles|excepción|excepcion|conflicto",
        equal: "igual|iguales|tamaños iguales",
        clashes: "conflicto|en conflicto|incompatibles",
        stretches: "se estira|estira|estirado|se expande",
        missing: "no lo tiene|falta|no tiene|se inserta|insertado",
        between: "y|con",
        bytes: "",
    },
];

/// Whether a text is one of the words of a meaning, in any language.
pub(super) fn means(text: &str, meaning: fn(&Words) -> &'static str) -> bool {
    LANGUAGES.iter().any(|words| meaning(words).split('|').any(|word| word == text))
}
