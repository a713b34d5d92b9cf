//! Every question can be answered from what is seen: a solver reads the rendered prompt, the choices and the figures, in each
//! language, and answers by rules of its own, which are those of NumPy and PyTorch written again. It must get every point.

use broadcast_visualizer::i18n::{Locale, PracticeLabel, PracticeMessage};
use broadcast_visualizer::practice::{
    Asked, Block, Figure, Grade, Item, Level, Question, QuestionKind, SeededSet, Subject, Topic,
};
use broadcast_visualizer::state::{Analysis, Settings};
use broadcasting_diagram::Story;
use tensor_broadcasting::library::Library;
use tensor_broadcasting::{OperandId, Operator, Shape, format_value};

/// What a learner sees of a question.
#[derive(Debug)]
struct Screen {
    /// What is asked.
    prompt: String,
    /// The texts above the figures.
    captions: [String; 2],
    /// The cells of the figures: the index of the outer axes of each block, and its rows. `None` is a fold.
    figures: [Vec<Option<Cells>>; 2],
    /// The choices.
    choices: Vec<String>,
    /// The number of fields, one for each axis.
    fields: usize,
}

/// A block of cells.
type Cells = (Vec<u64>, Vec<Vec<Option<String>>>);

impl Screen {
    fn new(question: &Question, locale: Locale) -> Self {
        let subject = &question.subject;
        let label = |label| locale.practice_label(label).to_owned();
        let choices = match (&question.asked, question.kind) {
            (_, QuestionKind::Verdict) => vec![label(PracticeLabel::Works), label(PracticeLabel::Fails)],
            (Asked::Messages(messages), _) => {
                messages.iter().map(|text| text.clone().unwrap_or_else(|| label(PracticeLabel::NoMessage))).collect()
            }
            (_, QuestionKind::Fix) => {
                let code = |change: &broadcast_visualizer::practice::Change| {
                    change.code(subject.library, subject.shape(change.operand).ndim())
                };
                question.changes().iter().map(code).collect()
            }
            _ => Vec::new(),
        };
        let fields = if question.kind == QuestionKind::Axes { subject.operation.alignment().ndim() } else { 1 };
        Self {
            prompt: locale.practice_message(PracticeMessage::Prompt(question)),
            captions: OperandId::PAIR.map(|operand| {
                locale.practice_message(PracticeMessage::OperandFigure(operand.name(), subject.shape(operand)))
            }),
            figures: OperandId::PAIR.map(|operand| {
                let cell = |index: &Option<Vec<u64>>| {
                    let value = subject.operation.stored_value(operand, index.as_ref()?);
                    Some(value.map_or_else(|| "?".to_owned(), |value| format_value(value, 6)))
                };
                let rows = |block: &Block| -> Cells {
                    (block.outer.clone(), block.rows.iter().map(|row| row.iter().map(cell).collect()).collect())
                };
                Figure::of(subject.shape(operand)).blocks.iter().map(|block| block.as_ref().map(rows)).collect()
            }),
            choices,
            fields,
        }
    }

    /// The shape in the text above a figure.
    fn shape(&self, operand: usize) -> Vec<u64> {
        let caption = &self.captions[operand];
        shape_in(&caption[caption.find('(').expect("a shape")..])
    }

    /// The value in the cell of an element.
    fn value(&self, operand: usize, index: &[u64]) -> f64 {
        let (outer, inner) = index.split_at(index.len().saturating_sub(2));
        let sizes = self.shape(operand);
        let inner_sizes = &sizes[outer.len()..];
        let (_, rows) = self.figures[operand].iter().flatten().find(|(known, _)| known == outer).expect("a block");
        let place = |i: u64, size: u64, shown: usize| match usize::try_from(i).expect("small") {
            _ if i + 1 == size => shown - 1,
            i => i,
        };
        let (row, column) = match (inner, inner_sizes) {
            (&[row, column], &[rows_size, columns_size]) => {
                (place(row, rows_size, rows.len()), place(column, columns_size, rows[0].len()))
            }
            (&[column], &[size]) => (0, place(column, size, rows[0].len())),
            _ => (0, 0),
        };
        let text = rows[row][column].as_ref().expect("a cell that is shown");
        match text.as_str() {
            "True" => 1.0,
            "False" => 0.0,
            text => text.parse().expect("a number"),
        }
    }
}

/// The sizes in the brackets at the start of a text.
fn shape_in(text: &str) -> Vec<u64> {
    let inside = text[1..].split(')').next().expect("brackets");
    inside.split(',').map(str::trim).filter(|size| !size.is_empty()).map(|size| size.parse().expect("a size")).collect()
}

/// What the line of Python in the prompt says.
#[derive(Debug)]
struct Line {
    numpy: bool,
    in_place: bool,
    /// The sign, or the name of the function.
    operator: String,
}

impl Line {
    /// Reads `PyTorch: out = a * b`, `NumPy: a *= b`, `NumPy: out = np.maximum(a, b)`, `PyTorch: a.eq_(b)`.
    fn new(text: &str) -> Self {
        let (library, code) = text.split_once(": ").expect("a library");
        assert!(matches!(library, "NumPy" | "PyTorch"), "{text}");
        let (in_place, code) = match code.strip_prefix("out = ") {
            Some(code) => (false, code),
            None => (true, code),
        };
        let operator = match code.split('(').next().and_then(|call| call.rsplit_once('.')) {
            Some((_, function)) => function.trim_end_matches('_').to_owned(),
            None => {
                let sign = code.strip_prefix("a ").and_then(|code| code.strip_suffix(" b")).expect("a sign");
                if in_place { sign.strip_suffix('=').expect("in place").to_owned() } else { sign.to_owned() }
            }
        };
        Self { numpy: library == "NumPy", in_place, operator }
    }

    /// The value of an element of the result.
    fn apply(&self, a: f64, b: f64) -> f64 {
        let truth = |holds: bool| f64::from(u8::from(holds));
        match self.operator.as_str() {
            "+" => a + b,
            "-" => a - b,
            "*" => a * b,
            "/" => a / b,
            // NumPy gives 0 for integers, with a warning.
            "//" | "%" if b == 0.0 => 0.0,
            "//" => (a / b).floor(),
            "%" => a - b * (a / b).floor(),
            "**" => a.powf(b),
            "maximum" => a.max(b),
            "minimum" => a.min(b),
            "==" | "eq" | "equal" => truth(a == b),
            "!=" | "ne" | "not_equal" => truth(a != b),
            "<" | "lt" | "less" => truth(a < b),
            "<=" | "le" | "less_equal" => truth(a <= b),
            ">" | "gt" | "greater" => truth(a > b),
            ">=" | "ge" | "greater_equal" => truth(a >= b),
            other => panic!("unknown operator {other}"),
        }
    }
}

/// The rules of NumPy: the shape that some shapes broadcast to.
fn numpy_shape(shapes: &[&[u64]]) -> Option<Vec<u64>> {
    let ndim = shapes.iter().map(|shape| shape.len()).max().unwrap_or(0);
    let mut out = vec![1; ndim];
    for shape in shapes {
        for (i, &size) in shape.iter().enumerate() {
            let known = &mut out[i + ndim - shape.len()];
            if *known == 1 {
                *known = size;
            } else if size != 1 && size != *known {
                return None;
            }
        }
    }
    Some(out)
}

/// The rules of PyTorch: from the last axis on.
fn torch_shape(a: &[u64], b: &[u64]) -> Result<Vec<u64>, String> {
    let ndim = a.len().max(b.len());
    let mut out = vec![0; ndim];
    for i in (0..ndim).rev() {
        let size = |shape: &[u64]| if i + shape.len() >= ndim { shape[i + shape.len() - ndim] } else { 1 };
        let (x, y) = (size(a), size(b));
        if x != y && x != 1 && y != 1 {
            return Err(format!(
                "The size of tensor a ({x}) must match the size of tensor b ({y}) at non-singleton dimension {i}"
            ));
        }
        out[i] = if x == 1 { y } else { x };
    }
    Ok(out)
}

fn joined(sizes: &[u64], separator: &str) -> String {
    sizes.iter().map(ToString::to_string).collect::<Vec<_>>().join(separator)
}

/// A shape as NumPy's messages have it: `(5,2)`, `(3,)`.
fn numpy_text(shape: &[u64]) -> String {
    format!("({}{})", joined(shape, ","), if shape.len() == 1 { "," } else { "" })
}

/// The result, or the message of the exception.
fn run(line: &Line, a: &[u64], b: &[u64]) -> Result<Vec<u64>, String> {
    if line.numpy {
        let texts = [numpy_text(a), numpy_text(b)].join(" ");
        if !line.in_place {
            let shape = numpy_shape(&[a, b]);
            return shape.ok_or_else(|| format!("operands could not be broadcast together with shapes {texts} "));
        }
        let target = numpy_text(a);
        let shape = numpy_shape(&[a, b, a])
            .ok_or_else(|| format!("operands could not be broadcast together with shapes {texts} {target} "))?;
        let broadcast = numpy_text(&shape);
        let text = "non-broadcastable output operand with shape";
        let grown = || format!("{text} {target} doesn't match the broadcast shape {broadcast}");
        return if shape == a { Ok(shape) } else { Err(grown()) };
    }
    let shape = torch_shape(a, b)?;
    let text = |shape: &[u64]| format!("[{}]", joined(shape, ", "));
    let grown = || format!("output with shape {} doesn't match the broadcast shape {}", text(a), text(&shape));
    if line.in_place && shape != a { Err(grown()) } else { Ok(shape) }
}

/// The index of the element of an operand that an element of the result reads.
fn source(index: &[u64], shape: &[u64]) -> Vec<u64> {
    let own = &index[index.len() - shape.len()..];
    own.iter().zip(shape).map(|(&i, &size)| if size == 1 { 0 } else { i }).collect()
}

fn indices(shape: &[u64]) -> Vec<Vec<u64>> {
    shape.iter().fold(vec![vec![]], |all, &size| {
        all.iter().flat_map(|index| (0..size).map(|i| [index.as_slice(), &[i]].concat())).collect()
    })
}

/// What happens at each axis.
fn axes(a: &[u64], b: &[u64], fields: usize) -> String {
    let size = |shape: &[u64], axis: usize| (axis + shape.len()).checked_sub(fields).map(|axis| shape[axis]);
    let answer = |axis| match (size(a, axis), size(b, axis)) {
        (None, _) => "a missing",
        (_, None) => "b missing",
        (a, b) if a == b => "equal",
        (Some(1), _) => "a stretches",
        (_, Some(1)) => "b stretches",
        _ => "clash",
    };
    (0..fields).map(answer).collect::<Vec<_>>().join(", ")
}

/// The shape after the edits of a text such as `b.unsqueeze(-1)`, `a[:, None].T`; the operand is its first letter.
fn edited(code: &str, shape: &[u64]) -> Vec<u64> {
    let mut shape = shape.to_vec();
    let mut rest = &code[1..];
    while !rest.is_empty() {
        let end = if rest.starts_with('[') { rest.find(']').expect("a bracket") + 1 } else { part_end(rest) };
        let (part, after) = rest.split_at(end);
        rest = after;
        let arguments = |name: &str| -> Option<Vec<i64>> {
            let inside = part.strip_prefix(name)?.strip_suffix(')')?;
            Some(inside.split(',').map(|number| number.trim().parse().expect("a number")).collect())
        };
        let axis = |number: i64| usize::try_from(number).expect("an axis");
        if let Some(inside) = part.strip_prefix('[').and_then(|part| part.strip_suffix(']')) {
            let mut at = 0;
            for entry in inside.split(',').map(str::trim) {
                match entry {
                    "None" => shape.insert(at, 1),
                    "..." => at = shape.len() - 1,
                    _ => {}
                }
                at += 1;
            }
        } else if part == ".T" {
            shape.reverse();
        } else if let Some(numbers) = arguments(".unsqueeze(") {
            let at = if numbers[0] < 0 { shape.len() } else { axis(numbers[0]) };
            shape.insert(at, 1);
        } else if let Some(numbers) = arguments(".squeeze(") {
            assert_eq!(shape.remove(axis(numbers[0])), 1);
        } else if let Some(numbers) = arguments(".transpose(").or_else(|| arguments(".swapaxes(")) {
            shape.swap(axis(numbers[0]), axis(numbers[1]));
        } else {
            panic!("unknown change {part} of {code}");
        }
    }
    shape
}

/// The end of the first attribute or call of a text.
fn part_end(text: &str) -> usize {
    let next = text[1..].find(['.', '[']).map_or(text.len(), |at| at + 1);
    text.find(')').map_or(next, |close| if text[..next].contains('(') { close + 1 } else { next })
}

/// What each kind of question says in each language: where `{}` is, there is something to read.
const PHRASES: [(QuestionKind, [&str; 3]); 9] = [
    (
        QuestionKind::Shape,
        ["Which shape does {} have then?", "运算之后 {} 是什么形状？", "¿Qué forma tiene después {}?"],
    ),
    (QuestionKind::Verdict, ["Does this work?", "能运算吗？", "¿Funciona?"]),
    (QuestionKind::Axes, ["What happens at each axis,", "每个轴上发生什么？", "¿Qué ocurre en cada eje,"]),
    (
        QuestionKind::Value,
        ["Which value does {} have then?", "运算之后 {} 的值是多少？", "¿Qué valor tiene después {}?"],
    ),
    (
        QuestionKind::Source,
        [
            "Which elements of a and b is {} made of?",
            "。{} 由 a 和 b 的哪些元素得到？",
            "¿De qué elementos de a y de b sale {}?",
        ],
    ),
    (QuestionKind::Memory, ["Bytes of one element: {} (", "每个元素占 {} 字节", "Bytes de un elemento: {} ("]),
    (QuestionKind::Error, ["Which message does this give?", "给出哪条报错信息？", "¿Qué mensaje da?"]),
    (QuestionKind::Fix, ["has the shape {}. Write", "的形状为 {}。", "tenga la forma {}. Escribe"]),
    (QuestionKind::Gradient, ["Write the gradient of {}, with", "请写出 {} 的梯度", "Escribe el gradiente de {}, con"]),
];

/// What stands in place of `{}` where a text contains a phrase.
fn read<'a>(text: &'a str, phrase: &str) -> Option<&'a str> {
    let (before, after) = phrase.split_once("{}").unwrap_or((phrase, ""));
    let rest = &text[text.find(before)? + before.len()..];
    Some(&rest[..rest.find(after)?])
}

/// The answer to a question, from what is seen of it.
fn solve(screen: &Screen, locale: Locale) -> String {
    let language = Locale::ALL.iter().position(|&known| known == locale).expect("a language");
    let [a, b] = [0, 1].map(|operand| screen.shape(operand));
    let end = screen.prompt.find(if locale == Locale::ZhCn { "。" } else { ". " }).expect("the first sentence");
    let line = Line::new(&screen.prompt[..end]);
    let (kind, said) = PHRASES
        .iter()
        .find_map(|(kind, phrases)| Some((*kind, read(&screen.prompt, phrases[language])?)))
        .unwrap_or_else(|| panic!("what is asked: {}", screen.prompt));
    let result = run(&line, &a, &b);
    let element = || -> Vec<u64> {
        let name = if line.in_place { "a" } else { "out" };
        let index = said.strip_prefix(name).expect("an element of the result").trim_matches(['[', ']']);
        index.split(',').filter(|i| !i.is_empty()).map(|i| i.parse().expect("an index")).collect()
    };
    match kind {
        QuestionKind::Shape => result.map_or("error".to_owned(), |shape| format!("({})", joined(&shape, ", "))),
        QuestionKind::Verdict => if result.is_ok() { "yes" } else { "no" }.to_owned(),
        QuestionKind::Axes => axes(&a, &b, screen.fields),
        QuestionKind::Value => {
            let index = element();
            line.apply(screen.value(0, &source(&index, &a)), screen.value(1, &source(&index, &b))).to_string()
        }
        QuestionKind::Source => {
            let index = element();
            format!("({}) ({})", joined(&source(&index, &a), ","), joined(&source(&index, &b), ","))
        }
        QuestionKind::Memory => {
            let bytes: u64 = said.parse().expect("bytes");
            let elements = result.expect("a result").iter().product::<u64>();
            (if line.in_place { 0 } else { elements * bytes }).to_string()
        }
        QuestionKind::Error => {
            let choice = match result {
                Ok(_) => screen.choices.iter().position(|choice| !choice.contains("Error: ")),
                Err(message) => screen.choices.iter().position(|choice| {
                    let exception = if line.numpy { "ValueError: " } else { "RuntimeError: " };
                    choice.strip_prefix(exception).map(str::trim_end) == Some(message.trim_end())
                }),
            };
            (choice.unwrap_or_else(|| panic!("one of the messages is right: {screen:#?}")) + 1).to_string()
        }
        QuestionKind::Fix => {
            let wanted = shape_in(said);
            let is_right = |code: &&String| {
                let [a, b] =
                    if code.starts_with('a') { [edited(code, &a), b.clone()] } else { [a.clone(), edited(code, &b)] };
                run(&line, &a, &b).is_ok_and(|shape| shape == wanted)
            };
            screen.choices.iter().find(is_right).unwrap_or_else(|| panic!("one of the changes: {screen:#?}")).clone()
        }
        QuestionKind::Gradient => {
            let operand = usize::from(said == "b");
            let own = [&a, &b][operand];
            let mut sums = vec![0.0; own.iter().product::<u64>().try_into().expect("few")];
            for index in indices(&result.expect("a result")) {
                let part = match (line.operator.as_str(), operand) {
                    ("+", _) | ("-", 0) => 1.0,
                    ("-", _) => -1.0,
                    ("*", 0) => screen.value(1, &source(&index, &b)),
                    ("*", _) => screen.value(0, &source(&index, &a)),
                    other => panic!("no gradient of {other:?}"),
                };
                let position = source(&index, own).iter().zip(own).fold(0, |position, (&i, &size)| position * size + i);
                sums[usize::try_from(position).expect("few")] += part;
            }
            nested(own, &sums)
        }
    }
}

fn nested(shape: &[u64], values: &[f64]) -> String {
    let Some((&size, inner)) = shape.split_first() else { return values[0].to_string() };
    let block = usize::try_from(inner.iter().product::<u64>()).expect("few");
    let lists = (0..usize::try_from(size).expect("few")).map(|i| nested(inner, &values[i * block..]));
    format!("[{}]", lists.collect::<Vec<_>>().join(", "))
}

/// Solves a question in each language; the right answer has to be accepted. `false` where it cannot be asked.
pub(super) fn is_solved(item: &Item) -> bool {
    let settings = Settings::default().asking(item);
    let analysis = Analysis::new(&settings);
    let subject = analysis.subject(&settings).expect("an operation");
    let Some(question) = item.question(subject) else { return false };
    let story: &Story = analysis.story.as_ref().expect("a story");
    for locale in Locale::ALL {
        let screen = Screen::new(&question, locale);
        let answer = solve(&screen, locale);
        assert_eq!(question.grade(&answer, story), Grade::Right, "{answer} to {screen:#?}");
    }
    true
}

#[test]
fn the_solver_gets_every_point_of_a_thousand_seeds() {
    let mut kinds = std::collections::BTreeMap::<&str, usize>::new();
    for seed in 0..1_000_u64 {
        let (topic, rest) = (Topic::ALL[usize::try_from(seed % 7).expect("few")], seed / 7);
        let (level, library) =
            (Level::ALL[usize::try_from(rest % 3).expect("few")], Library::ALL[usize::from(rest % 2 == 1)]);
        let set = SeededSet { seed, topic, level, count: 3, is_adaptive: false };
        for item in set.all(library) {
            assert!(is_solved(&item), "it can be asked: {item:?}");
            *kinds.entry(item.kind.name()).or_default() += 1;
        }
    }
    assert_eq!(kinds.len(), QuestionKind::ALL.len(), "{kinds:?}");
    assert!(kinds.values().all(|&count| count >= 50), "{kinds:?}");
}

/// Sets hold three operators; a teacher can ask about each.
#[test]
fn the_solver_answers_with_every_operator_in_place_or_not() {
    let mut asked = 0;
    for (a, b) in [("4,1", "(3,)"), ("4,3", "(3,)"), ("4,3", "(4,)"), ("(3,)", "2,3"), ("2,7,2", "1,2"), ("()", "2,1")]
    {
        for (operator, library, in_place) in Operator::ALL.iter().flat_map(|&operator| {
            Library::ALL.into_iter().flat_map(move |library| [false, true].map(|place| (operator, library, place)))
        }) {
            for kind in QuestionKind::ALL {
                let has_gradient = [Operator::Add, Operator::Subtract, Operator::Multiply].contains(&operator);
                let operands = [a, b].map(str::to_owned);
                let item = Item { kind, operands, operator, library, in_place, element: None, pick: 5 };
                if kind != QuestionKind::Gradient || has_gradient {
                    asked += usize::from(is_solved(&item));
                }
            }
        }
    }
    assert!(asked > 1_500, "only {asked} questions could be asked");
}

/// The questions that were marked wrong although the answer was right.
#[test]
fn the_questions_that_hid_what_they_ask_about_say_it() {
    for (query, said) in [
        ("?a=3,1&b=(3,)&op=mul&inplace=1&predict=error", "PyTorch: a *= b."),
        ("?a=3,1&b=(3,)&op=mul&library=numpy&predict=value", "NumPy: out = a * b."),
        ("?a=3,2&b=(2,)&op=mul&inplace=1&predict=value&cell=1,1", "a[1,1]"),
    ] {
        let settings = Settings::from_query(query).0;
        let item = settings.item(settings.predict.expect("a question"));
        let shapes = OperandId::PAIR
            .map(|operand| tensor_reader::parse_operand(item.text(operand)).expect("a shape").shape().clone());
        let [a, b]: [&Shape; 2] = [&shapes[0], &shapes[1]];
        let subject = Subject::of_shapes([a, b], item.operator, item.library, item.in_place);
        let question = item.question(subject).expect("a question");
        for locale in Locale::ALL {
            let prompt = locale.practice_message(PracticeMessage::Prompt(&question));
            assert!(prompt.contains(said.trim_end_matches('.')), "{prompt}");
        }
        assert!(is_solved(&item));
    }
}
