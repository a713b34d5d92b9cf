//! The words that an answer may have, in every language. A learner may answer in any of them.

/// Words with a meaning, in lower case.
pub(super) struct Words {
    /// The operation works.
    pub(super) works: &'static [&'static str],
    /// It does not.
    pub(super) fails: &'static [&'static str],
    /// The sizes of an axis are equal.
    pub(super) equal: &'static [&'static str],
    /// They clash.
    pub(super) clashes: &'static [&'static str],
    /// After the name of an operand: it stretches.
    pub(super) stretches: &'static [&'static str],
    /// After the name of an operand: it lacks the axis.
    pub(super) missing: &'static [&'static str],
    /// What may stand between two elements.
    pub(super) between: &'static [&'static str],
    /// The unit of memory.
    pub(super) bytes: &'static [&'static str],
}

/// Signs, and the words of each language.
const LANGUAGES: [Words; 4] = [
    Words {
        works: &["✓", "✔"],
        fails: &["✗", "✘"],
        equal: &["=", "=="],
        clashes: &["≠", "!="],
        stretches: &["*"],
        missing: &["+"],
        between: &["out", "x"],
        bytes: &["", "b"],
    },
    Words {
        works: &["yes", "y", "true", "ok", "works", "it works", "broadcasts", "no error", "no message"],
        fails: &[
            "no",
            "n",
            "false",
            "none",
            "error",
            "an error",
            "fails",
            "fail",
            "it fails",
            "impossible",
            "exception",
            "raises",
            "clash",
        ],
        equal: &["equal", "equal sizes", "same", "match", "matches"],
        clashes: &["clash", "clashes", "error"],
        stretches: &["stretches", "stretch", "stretched", "expands", "expand"],
        missing: &["missing", "lacks", "lacks it", "inserted", "insert", "is inserted", "is missing"],
        between: &["and"],
        bytes: &["byte", "bytes"],
    },
    Words {
        works: &["是", "能", "可以", "对", "没有错误", "不报错"],
        fails: &["否", "不", "不能", "不可以", "不行", "错误", "报错", "出错", "无"],
        equal: &["相等", "相同", "大小相等"],
        clashes: &["冲突", "错误"],
        stretches: &["拉伸"],
        missing: &["缺少", "插入"],
        between: &["和", "与"],
        bytes: &["字节"],
    },
    Words {
        works: &[
            "sí",
            "si",
            "s",
            "verdadero",
            "funciona",
            "compatible",
            "compatibles",
            "son compatibles",
            "ningún error",
            "ningun error",
            "sin error",
            "no hay error",
            "no da error",
        ],
        fails: &[
            "falso",
            "ninguno",
            "ninguna",
            "un error",
            "da error",
            "hay error",
            "falla",
            "no funciona",
            "imposible",
            "incompatible",
            "incompatibles",
            "no son compatibles",
            "excepción",
            "excepcion",
            "conflicto",
        ],
        equal: &["igual", "iguales", "tamaños iguales"],
        clashes: &["conflicto"],
        stretches: &["se estira", "estira", "estirado", "se expande"],
        missing: &["no lo tiene", "falta", "no tiene", "se inserta", "insertado"],
        between: &["y"],
        bytes: &[],
    },
];

/// Whether a text is one of the words of a meaning, in any language.
pub(super) fn means(text: &str, meaning: fn(&Words) -> &'static [&'static str]) -> bool {
    LANGUAGES.iter().any(|words| meaning(words).contains(&text))
}
