//! Spanish, for Spain and Latin America alike. The reader is addressed as "tú".
//!
//! | English | Spanish |
//! |---|---|
//! | broadcast, agree (of shapes, of sizes) | ser compatibles; the word "broadcasting" stays |
//! | chapter | paso |
//! | clash | conflicto |
//! | element type | tipo de dato |
//! | fix | corrección |
//! | fold, unfold | plegar, desplegar |
//! | in place | in situ |
//! | leading axis | eje inicial |
//! | line up at the right | alinear por la derecha |
//! | set of questions | serie de preguntas |
//! | shape, size, axis | forma, tamaño, eje |
//! | stored, repeated element | elemento almacenado, repetido |
//! | stretch | estirar; "expandir" only for `expand` |
//! | stride, strides | stride, strides (masculine) |
//! | 0-dim | de 0 dimensiones |
//!
//! Texts in quotes stand between « and ». From 10 000 on, numbers have a space that does not break before each three digits.
//! Code, and so a decimal number, is the same as in English. Operands are often called `a`, which is also a Spanish word, so no
//! sentence has that word before an operand's name.

mod export;
mod gradient;
mod practice;
mod product;
mod teach;

use super::chapter::ChapterText;
use super::format::{in_groups, join, listed};
use super::message::{AxisChange, WarningText, axis_text, clash_sizes};
use super::{
    ExampleTexts, Key, Label, Language, Locale, Message, ProgramText, Sentences, WorkLabel, WorkMessage, WorkTexts,
};
use crate::diagnostics::{AxisEdit, Cause, Fix, NoRoom};
use crate::examples::{ExampleId, Group};
use crate::program::record::RecordProblem;
use crate::program::{InputProblem, ProgramFixKind};
use broadcasting_diagram::{Chapter, ChapterKind, Labels, Step, Writing};
use tensor_broadcasting::lists::Listed;
use tensor_broadcasting::{Axis, OperandId, Operation, Shape};
use tensor_reader::{ComparedRule, Note, NoteKind, UnreadableReason};
use tensor_reader::{MAX_AXES, MAX_CHARS, Problem};

use crate::i18n::es::export::export_label;
use crate::i18n::es::gradient::GRADIENT;
use crate::i18n::es::practice::PRACTICE;
use crate::i18n::es::product::product_text;
use crate::i18n::es::teach::TEACH;

pub(super) const LANGUAGE: Language = Language {
    sentences: Sentences {
        full_stop: ". ",
        drawing: Labels {
            axis: "eje",
            empty: "sin elementos",
            stretches: "solo el tamaño 1 se estira",
            verdicts: ["igual", "conflicto"],
        },
        grouped,
        label,
        message,
    },
    work: WorkTexts { key_action, label: work_label, message: work_message },
    examples: ExampleTexts { group: example_group, example },
    program_text,
    editor_phrases: &EDITOR_PHRASES,
    product_text,
    practice: PRACTICE,
    export: export_label,
    gradient: GRADIENT,
    teach: TEACH,
};

/// A number with a space between groups of three digits; one of four digits has none.
fn grouped(number: u64) -> String {
    if number < 10_000 { number.to_string() } else { in_groups(number, "\u{a0}") }
}

fn label(label: Label) -> &'static str {
    match label {
        Label::PageTitle => "Visualizador de broadcasting",
        Label::Purpose => {
            "Escribe dos formas y mira si son compatibles y por qué, exactamente como en PyTorch y NumPy."
        }
        Label::SkipToInputs => "Saltar a los campos",
        Label::ShortHint => "una forma, números o Python",
        Label::EditInputs => "Editar las formas",
        Label::ProbableMistake => "Probablemente no es lo que querías.",
        Label::ShareButton => "Compartir",
        Label::PasteCode => "Python",
        Label::MakeSet => "Crear una serie de pasos",
        Label::Practice => "Practicar",
        Label::More => "Más",
        Label::Options => "Opciones",
        Label::Details => "Detalles",
        Label::OperandHint => "Una forma como 5,3,4,1, (3,) o (), o valores como [[0],[10],[20]]",
        Label::PasteHint => {
            "También puedes pegar Python: torch.ones(3, 1), np.arange(3)[:, None] o las dos líneas a la vez"
        }
        Label::Operator => "Operador",
        Label::Library => "Biblioteca",
        Label::InPlace => "In situ",
        Label::DoesNotBroadcast => "Las formas no son compatibles",
        Label::Unreadable => "Esperando las formas",
        Label::OldPicture => "La imagen es la de las formas anteriores.",
        Label::NothingToShow => "El diagrama aparece cuando se pueden leer todas las formas.",
        Label::Examples => "Ejemplos",
        Label::Axis => "eje",
        Label::Result => "resultado",
        Label::Diagram => "Diagrama",
        Label::DiagramHint => {
            "Señala una celda o tócala para ver de dónde viene su valor. O pulsa Enter, pasa de una celda a otra con las \
             flechas y pulsa Esc al final. Haz clic en ⋯ o pulsa + para desplegar un eje. Pulsa − para plegarlo."
        }
        Label::LegendStored => "elemento almacenado",
        Label::LegendRepeated => "elemento repetido, no se almacena otra vez",
        Label::Broadcasting => "El broadcasting repite elementos e iguala formas",
        Label::PointAtCell => "Señala una celda o tócala para ver de dónde viene su valor.",
        Label::EnterPlays => "Enter reproduce la explicación",
        Label::UnfoldAxis => "Mostrar más de un eje plegado",
        Label::FoldAxis => "Volver a plegar el eje",
        Label::Unfold => "Haz clic en ⋯, o pulsa + en el diagrama, para mostrar más de un eje plegado.",
        Label::Transport => "Reproducción",
        Label::PreviousChapter => "Paso anterior",
        Label::Play => "Reproducir",
        Label::Pause => "Pausar",
        Label::Replay => "Reproducir desde el principio",
        Label::NextChapter => "Paso siguiente",
        Label::PlaybackPosition => "Posición de la reproducción",
        Label::Chapters => "Pasos",
        Label::Export => "Exportar",
        Label::NoResult => "No hay resultado.",
        Label::Code => "Código",
        Label::Present => "Pantalla completa",
        Label::EndPresenting => "Salir de la pantalla completa",
        Label::Close => "Cerrar",
        Label::Dismiss => "Descartar",
        Label::Stopped => "El visualizador se detuvo por un error de su programa. No has hecho nada mal.",
        Label::Loading => "Cargando…",
        Label::LoadingFailed => "No se pudo cargar esta parte de la página.",
        Label::TryAgain => "Reintentar",
        Label::ReloadPage => "Recargar la página",
        Label::StartAgain => "Empezar de nuevo",
        Label::StoppedLink => "El enlace que causó el error:",
    }
}

fn work_label(label: WorkLabel) -> &'static str {
    match label {
        WorkLabel::Swap => "Intercambiar a y b",
        WorkLabel::MakesNew => "Aquí, where y @ siempre crean un tensor nuevo.",
        WorkLabel::Speed => "Velocidad",
        WorkLabel::Loop => "Repetir",
        WorkLabel::StackBlocks => "Apilar los bloques",
        WorkLabel::Gradient => "Gradiente",
        WorkLabel::OpenFullPage => "Abrir la página completa",
        WorkLabel::MemoryTab => "Memoria",
        WorkLabel::TableTab => "Tabla",
        WorkLabel::Chapter => "Paso",
        WorkLabel::Theme => "Tema",
        WorkLabel::ThemeAuto => "Del sistema",
        WorkLabel::ThemeLight => "Claro",
        WorkLabel::ThemeDark => "Oscuro",
        WorkLabel::Language => "Idioma",
        WorkLabel::Print => "Imprimir",
        WorkLabel::Keys => "Atajos de teclado",
        WorkLabel::AxisTable => "Las formas, alineadas por la derecha",
        WorkLabel::AxisVerdicts => "qué ocurre",
        WorkLabel::MissingAxis => "falta",
        WorkLabel::NoResultSize => "ninguno",
        WorkLabel::NoAxes => "Los dos operandos son de 0 dimensiones. No hay ejes que alinear.",
        WorkLabel::HoldHint => "Arrastra hacia arriba o abajo, o pulsa una flecha o una cifra.",
        WorkLabel::Memory => "Strides y memoria",
        WorkLabel::InNumbers => "En números",
        WorkLabel::MemoryHint => "Señala una celda o un elemento almacenado, o usa las flechas del teclado.",
        WorkLabel::MemoryShape => "forma",
        WorkLabel::StridesGiven => "strides de partida",
        WorkLabel::StridesStretched => "strides tras el broadcasting",
        WorkLabel::MemoryStored => "almacenado",
        WorkLabel::MemoryIfCopied => "si se copiara",
        WorkLabel::Dtype => "Tipo de dato",
        WorkLabel::StrideZero => {
            "Los strides cuentan elementos. Un stride de 0 significa que avanzar en este eje no cambia la posición en la \
             memoria: se vuelve a leer el mismo elemento. Estirar es solo eso. No se copia nada."
        }
        WorkLabel::StridesInBytes => {
            "NumPy cuenta los strides en bytes: estos números por el tamaño de un elemento en bytes."
        }
        WorkLabel::Fixes => "Correcciones posibles",
        WorkLabel::OnlyRunFixes => "Con esto funciona, pero probablemente no es lo que querías",
        WorkLabel::MoreFixes => "Más correcciones",
        WorkLabel::NoFix => {
            "Insertar, quitar o intercambiar ejes no hace compatibles estas formas. Tiene que cambiar un tamaño."
        }
        WorkLabel::Apply => "Aplicar",
        WorkLabel::OutOfPlace => "Crear un tensor nuevo y no cambiar a",
        WorkLabel::OnlyRuns => "Probablemente no es lo que querías",
        WorkLabel::ElementwiseFixes => "¿Querías operar elemento a elemento?",
        WorkLabel::Copy => "Copiar",
        WorkLabel::Copied => "Copiado",
        WorkLabel::Table => "Los elementos en una tabla",
        WorkLabel::TableIndex => "índice",
        WorkLabel::TableEmpty => "El resultado no tiene elementos.",
        WorkLabel::SingleKeys => "Usar teclas sueltas como atajos",
        WorkLabel::Share => "Compartir e insertar",
        WorkLabel::ShareLocaleAuto => "el de quien lee",
        WorkLabel::ShareStart => "Empezar en",
        WorkLabel::ShareStartLast => "el resultado",
        WorkLabel::ShareStartPlaying => "el primer paso, y reproducir",
        WorkLabel::ShareControls => "Mostrar",
        WorkLabel::ShareControlsAll => "todo",
        WorkLabel::ShareControlsPlay => "el diagrama y la reproducción",
        WorkLabel::ShareControlsNone => "solo el diagrama",
        WorkLabel::ShareLink => "Enlace",
        WorkLabel::ShareFrame => "Iframe, para la página de un curso",
        WorkLabel::ShareElement => "Elemento personalizado, para tu propia página",
        WorkLabel::ShareStrictElement => "Lo mismo, si la política de la página prohíbe <style>",
        WorkLabel::ShareMarkdown => "Imagen en Markdown",
        WorkLabel::SavePicture => "Guardar la imagen (SVG)",
        WorkLabel::SharePreview => "Vista previa",
    }
}

fn key_action(key: Key) -> &'static str {
    match key {
        Key::Space => "reproducir o pausar, o activar el control que tiene el foco",
        Key::K => "reproducir o pausar",
        Key::EnterPlays => "reproducir desde el principio, también desde un campo",
        Key::Arrows => "paso anterior o siguiente",
        Key::Pages => "lo mismo, salvo que las teclas desplacen la página",
        Key::Digits => "el paso con este número",
        Key::HomeEnd => "primer o último paso; con una celda fijada, primera o última celda",
        Key::Enter => "fijar una celda cuando el diagrama tiene el foco",
        Key::DiagramArrows => "pasar de una celda a otra cuando hay una celda fijada",
        Key::PlusMinus => "desplegar o plegar un eje cuando el diagrama tiene el foco",
        Key::ShiftArrows => "mover la vista de un diagrama más grande que su recuadro",
        Key::SizeArrows => "cambiar el tamaño que tiene el foco; las cifras lo fijan, Inicio lo pone a 1",
        Key::SizeDelete => "quitar un eje de tamaño 1 mientras su tamaño tiene el foco",
        Key::SizeComma => "insertar un eje de tamaño 1 después del tamaño que tiene el foco",
        Key::Undo => "deshacer el último cambio de los campos (⌘ en un Mac)",
        Key::Redo => "rehacer el cambio",
        Key::P => "abrir el editor de programas",
        Key::F8 => "mostrar la operación siguiente del programa; con Mayús, la anterior",
        Key::F => "ocupar toda la pantalla, o dejar de hacerlo",
        Key::B => "en pantalla completa: dejarla en negro, o mostrarla de nuevo",
        Key::Escape => "soltar la celda, salir de la pantalla completa o cerrar esta lista",
        Key::Question => "mostrar esta lista",
    }
}

fn message(message: Message<'_>) -> String {
    match message {
        Message::OperandLabel(operand) => format!("Operando {}", operand.name()),
        Message::Broadcasts(shape) => format!("Son compatibles y dan {shape}"),
        Message::LibraryReports(library) => format!("Mensaje de {}", library.name()),
        Message::AxisNumber(front, end) => format!("eje {front}, o -{end} desde el final"),
        Message::ClashAt(number, axis) => format!("eje {number}: {}", clash_sizes(axis)),
        Message::AxesNotDrawn(1) => "1 eje inicial no se dibuja. Su índice es 0.".to_owned(),
        Message::AxesNotDrawn(count) => format!("{count} ejes iniciales no se dibujan. Su índice es 0."),
        Message::ChapterPosition(number, count, chapter, operation) => {
            format!("Paso {number} de {count}: {}", chapter_title(chapter, operation))
        }
        Message::ChapterTitle(chapter, operation) => chapter_title(chapter, operation),
        Message::ChapterName(chapter, operation) => chapter_name(chapter, operation),
        Message::ChapterText(chapter, operation) => chapter_text(ChapterText::new(chapter, operation), operation),
    }
}

fn work_message(message: WorkMessage<'_>) -> String {
    match message {
        WorkMessage::BeyondLimits(shape, library) => {
            format!(
                "Las formas son compatibles y dan {shape}, pero {} no puede crear un tensor de ese tamaño:",
                library.name()
            )
        }
        WorkMessage::DoesNotFitInPlace(shape, name) => {
            format!("El resultado sería {shape}, pero una operación in situ no puede cambiar la forma de {name}:")
        }
        WorkMessage::NotWritable(shape, name) => {
            format!("El resultado sería {shape}, pero no se puede escribir en {name}:")
        }
        WorkMessage::NotCastable(shape, name) => {
            format!("El resultado sería {shape}, pero su tipo de dato no se puede escribir en {name}:")
        }
        WorkMessage::Undefined(shape) => {
            format!(
                "Las formas son compatibles y dan {shape}, pero el operador no está definido para algunos elementos:"
            )
        }
        WorkMessage::Raises(shape) => {
            format!("Las formas son compatibles y dan {shape}, pero la llamada lanza una excepción:")
        }
        WorkMessage::WarningText(warning, operation, dtype) => {
            warning_text(&WarningText::new(warning, dtype), operation, dtype.name())
        }
        WorkMessage::LinkValueIgnored(name) => {
            format!("El valor de «{name}» en el enlace no se puede usar. En su lugar se usa el valor predeterminado.")
        }
        WorkMessage::CannotRead(problem) => cannot_read(problem),
        WorkMessage::KeptAs(dtype, kept) => format!(", que {} guarda como {kept}", dtype.name()),
        WorkMessage::InsertAxis(name, code) => format!("insertar un eje de tamaño 1 en {name}: {code}"),
        WorkMessage::SizeOfAxis(name, axis) => format!("tamaño del eje {axis} de {name}"),
        WorkMessage::Loads(0, near) => format!("Carga {near} KB cerca de la pantalla."),
        WorkMessage::Loads(at_once, near) => {
            format!(
                "Carga {at_once} KB con la página y {near} KB cerca de la pantalla, una vez para todos los elementos."
            )
        }
        WorkMessage::AxisVerdict(axis, operation) => axis_verdict(axis, operation),
        WorkMessage::FixText(fix, operation) => fix_text(fix, operation),
        WorkMessage::ProgramFix(fix) => program_fix(fix.kind),
        WorkMessage::DragNext(name, [now, then]) => format!("Prueba: arrastra el {now} de {name} a {then}"),
        WorkMessage::TryNext(name, shape) => format!("Prueba: cambia {name} a {shape}"),
        WorkMessage::ListIsShape(list, shape, values) => {
            format!("{list} se lee como la forma {shape}. Para sus valores, escribe {values}.")
        }
        WorkMessage::MatrixProduct(shape, operation) => {
            let [a, b] = OperandId::PAIR.map(|operand| operation.name(operand));
            format!(
                "* multiplica elemento a elemento. Para el producto matricial, de forma {shape}, escribe {a} @ {b}."
            )
        }
        WorkMessage::StepAlong(step, stride) => {
            let step = match step {
                Step::Right => "un paso a la derecha",
                Step::Down => "un paso hacia abajo",
                Step::BlockRight => "un bloque a la derecha",
                Step::BlockDown => "un bloque hacia abajo",
                Step::Hidden => "un paso (no se dibuja)",
            };
            match stride {
                0 => format!("{step}: no se mueve (stride 0)"),
                stride => format!("{step}: +{stride} en el búfer"),
            }
        }
        WorkMessage::ReadsAt(out, name, sum) => format!("{out} lee la posición {sum} de {name}"),
        WorkMessage::ReadFor(name, position, "") => format!("La posición {position} de {name} no se lee."),
        WorkMessage::ReadFor(name, position, cells) => format!("La posición {position} de {name} se lee para {cells}."),
        WorkMessage::MoreElements(Some(1)) => "Hay 1 elemento más, que no aparece en la lista.".to_owned(),
        WorkMessage::MoreElements(Some(count)) => {
            format!("Hay {} elementos más, que no aparecen en la lista.", grouped(count))
        }
        WorkMessage::MoreElements(None) => "Hay muchísimos elementos más, que no aparecen en la lista.".to_owned(),
    }
}

/// What is said of a program.
/// The texts of CodeMirror behind their English ones: of its search, and what it says to screen readers.
const EDITOR_PHRASES: [(&str, &str); 19] = [
    ("Find", "Buscar"),
    ("Replace", "Reemplazar"),
    ("next", "siguiente"),
    ("previous", "anterior"),
    ("all", "todas"),
    ("match case", "mayúsculas y minúsculas"),
    ("regexp", "expresión regular"),
    ("by word", "palabra entera"),
    ("replace", "reemplazar"),
    ("replace all", "reemplazar todo"),
    ("close", "cerrar"),
    ("current match", "coincidencia actual"),
    ("replaced $ matches", "$ coincidencias reemplazadas"),
    ("replaced match on line $", "coincidencia reemplazada en la línea $"),
    ("on line", "en la línea"),
    ("Go to line", "Ir a la línea"),
    ("go", "ir"),
    ("Selection deleted", "Selección eliminada"),
    ("Control character", "Carácter de control"),
];

fn program_text(said: ProgramText<'_>) -> String {
    match said {
        ProgramText::Input => "Programa en Python".to_owned(),
        ProgramText::Hint => "Pega un programa de NumPy o PyTorch".to_owned(),
        ProgramText::TabLeaves => "Tab sale del editor.".to_owned(),
        ProgramText::Close => "Cerrar".to_owned(),
        ProgramText::Picture => "Imagen".to_owned(),
        ProgramText::Program => "Código".to_owned(),
        ProgramText::Border => "Ancho del editor".to_owned(),
        ProgramText::Operations => "Operaciones".to_owned(),
        ProgramText::PreviousOperation => "Operación anterior (Mayús F8)".to_owned(),
        ProgramText::NextOperation => "Operación siguiente (F8)".to_owned(),
        ProgramText::OperationOf(number, count) => format!("{number} de {count}"),
        ProgramText::Compared(None) => {
            "Esta operación no tiene diagrama. Estas son las formas de sus operandos.".to_owned()
        }
        ProgramText::Compared(Some(rule)) => match rule {
            ComparedRule::Equal => "Los tamaños marcados deben ser iguales.".to_owned(),
            ComparedRule::EqualBut(axis) => format!("Todos los tamaños deben ser iguales, salvo los del eje {axis}."),
            ComparedRule::Elements => "Ambas formas deben tener el mismo número de elementos.".to_owned(),
            ComparedRule::Index => "Los índices de un eje de tamaño n van de -n a n - 1.".to_owned(),
            ComparedRule::NotLarger => "Los tamaños marcados del índice no deben superar los de debajo.".to_owned(),
            ComparedRule::Place => "La forma de lo que se escribe debe ser compatible con la de su lugar.".to_owned(),
        },
        ProgramText::PasteTheLine => "Esto es lo que dice el mensaje. Pega delante la línea que falló: entonces se piden las formas de sus nombres.".to_owned(),
        ProgramText::Elements(count) => format!("{count} elementos"),
        ProgramText::MoreShapes(count) => format!("… y {count} más"),
        ProgramText::CalledFrom(line) => format!("llamado desde la línea {line}"),
        ProgramText::TryOne => "O prueba uno de estos:".to_owned(),
        ProgramText::TryProgram(0) => "Una pérdida demasiado grande".to_owned(),
        ProgramText::TryProgram(1) => "Una media para cada fila".to_owned(),
        ProgramText::TryProgram(_) => "Atención con una máscara".to_owned(),
        ProgramText::Line(line) => format!("línea {line}"),
        ProgramText::LinesRead(1, library) => format!("1 línea leída, con las reglas de {}", library.name()),
        ProgramText::LinesRead(lines, library) => {
            format!("{lines} líneas leídas, con las reglas de {}", library.name())
        }
        ProgramText::Then => "después".to_owned(),
        ProgramText::NotRead(line, reason) => format!("No se lee la línea {line}: {}", unreadable(reason)),
        ProgramText::LinesNotRead(1) => "1 línea sin leer".to_owned(),
        ProgramText::LinesNotRead(lines) => format!("{lines} líneas sin leer"),
        ProgramText::OnlyIf(lines) => format!("depende de la línea {lines}"),
        ProgramText::DependsOn(names) => format!("depende de {names}"),
        ProgramText::With(sizes, text) => format!("Con {sizes}: {text}"),
        ProgramText::Reason(reason) => unreadable(reason),
        ProgramText::Note(Note { line, kind: NoteKind::Stated { stated, made: None } }) => {
            format!("Línea {line}: no se conoce el valor, así que se usa la forma {stated} del comentario o del tipo.")
        }
        ProgramText::Note(Note { line, kind: NoteKind::Stated { stated, made: Some(made) } }) => {
            format!("Línea {line}: el comentario o el tipo indica {stated}, pero la forma es {made}.")
        }
        ProgramText::Note(Note { kind: NoteKind::KeepsOrder { call, instead }, .. }) => {
            format!("{call} conserva el orden de los elementos: no intercambia ejes. Para intercambiarlos: {instead}")
        }
        ProgramText::Note(Note { kind: NoteKind::Misplaced { axis, along, instead }, .. }) => {
            format!(
                "El eje {axis} queda sobre el eje {along}. No hay excepción porque aquí los tamaños son iguales. Para que quede sobre \
                 {axis}: {instead}"
            )
        }
        ProgramText::Note(Note { kind: NoteKind::SplitOrder { product, instead }, .. }) => {
            format!("El eje se formó como {product} y sus elementos conservan ese orden. Para dividirlo en ese orden: {instead}")
        }
        ProgramText::Note(Note { kind: NoteKind::OverSamples, .. }) => {
            "La pérdida toma las clases a lo largo del eje 1, pero softmax se aplicó en el eje 0, el del lote: dim=1."
                .to_owned()
        }
        ProgramText::Asked => "Nombres sin valor conocido".to_owned(),
        ProgramText::ShapeOf(name) => format!("forma de {name}"),
        ProgramText::SizeOf(name) => format!("tamaño {name}"),
        ProgramText::ReadAs(name, size) => format!("{name} no tiene valor y se lee como {size}."),
        ProgramText::WriteSizes => "Asignar".to_owned(),
        ProgramText::WriteAnswers => "Escribir en el programa".to_owned(),
        ProgramText::Uncalled(name) => format!("Nada llama a {name}."),
        ProgramText::AddCall => "Añadir una llamada".to_owned(),
        ProgramText::BadAnswer(name, error) => format!("{name}: {}", parse_error(&error.problem)),
        ProgramText::Warning(warning) => format!("{}: {}", warning.category, warning.message),
        ProgramText::Fails => "da error".to_owned(),
        ProgramText::OpenRecord => "O abre una ejecución registrada:".to_owned(),
        ProgramText::Recorded(versions) => format!("Registrado con {versions}"),
        ProgramText::NotTheRun => {
            "Este texto no es el de la ejecución registrada. Lo que aparece aquí se lee del texto.".to_owned()
        }
        ProgramText::Files => "Archivos".to_owned(),
        ProgramText::LibraryNotRecorded(libraries) => format!("Sin registrar, porque la versión es desconocida: {libraries}"),
        ProgramText::LeftAlone(lines) => {
            format!(
                "Sin registrar, porque una biblioteca lee el código fuente de la función o porque allí no se pudo leer un valor: línea {lines}"
            )
        }
        ProgramText::Cut => "La ejecución hizo más de lo que cabe en un registro. Aquí solo está una parte.".to_owned(),
        ProgramText::Times(count) => format!("× {}", grouped(count)),
        ProgramText::NotRunAgain => "Comprobado con las formas. El programa no se ha vuelto a ejecutar.".to_owned(),
        ProgramText::NoRecord(RecordProblem::TooLong) => {
            "Este archivo es demasiado largo para una ejecución registrada.".to_owned()
        }
        ProgramText::NoRecord(RecordProblem::NotARecord) => {
            "Esto no es una ejecución registrada. python -m broadcast_visualizer program.py -o run.json crea una."
                .to_owned()
        }
        ProgramText::NoRecord(RecordProblem::Version(version)) => {
            format!("Esta ejecución registrada tiene la versión {version}. Aquí solo se conoce la versión 1.")
        }
        ProgramText::NoRecord(RecordProblem::At(place)) => {
            format!("No se puede mostrar esta ejecución registrada. En {place} falta algo, o es de otro tipo.")
        }
        ProgramText::Doubtful => "funciona, pero probablemente no es lo que querías".to_owned(),
    }
}

/// Why a program is not read further.
fn unreadable(reason: &UnreadableReason) -> String {
    match reason {
        UnreadableReason::Syntax(error) => parse_error(&error.problem),
        UnreadableReason::NotPython => "esto no es Python.".to_owned(),
        UnreadableReason::Command => "esto es una orden del cuaderno o de la consola.".to_owned(),
        UnreadableReason::Cut => "el texto es más largo de lo que se lee aquí, y se corta en este punto.".to_owned(),
        UnreadableReason::Statement => "aquí no se leen instrucciones de este tipo.".to_owned(),
        UnreadableReason::Expression => "aquí no se leen expresiones de este tipo.".to_owned(),
        UnreadableReason::UnknownCall(name) => format!("aquí no se conoce {name}."),
        UnreadableReason::UnknownName(name) => {
            format!(
                "{name} no tiene valor. Indica su forma o añade una línea que lo defina, por ejemplo {name} = torch.zeros(3, 4)."
            )
        }
        UnreadableReason::Arguments(name) => format!("aquí no se conoce {name} con estos argumentos."),
        UnreadableReason::Values => "depende de valores que no se conocen.".to_owned(),
        UnreadableReason::Kinds => "aquí no se sabe qué ocurre con valores de estos tipos.".to_owned(),
        UnreadableReason::TooMuch => "el programa hace demasiado para leerlo aquí.".to_owned(),
    }
}

/// What happens to one axis.
fn axis_verdict(axis: &Axis, operation: &Operation) -> String {
    axis_text(axis, operation, "iguales", "; ", &|name, change| match change {
        AxisChange::Stretched(size) => format!("{name} se estira 1→{size}"),
        AxisChange::Inserted => format!("insertado en\u{a0}{name}"),
        AxisChange::InsertedAndStretched(size) => format!("insertado en\u{a0}{name}, 1→{size}"),
    })
}

/// What is wrong with a text. Practice says it too.
fn cannot_read(problem: &InputProblem) -> String {
    match problem {
        InputProblem::Text(problem) => parse_error(problem),
        InputProblem::NoOperation => {
            "En el programa no se ha encontrado ninguna operación que el diagrama dibuje.".to_owned()
        }
        InputProblem::NotLoaded => {
            "Esto es Python. La parte de la página que lee Python todavía no se ha cargado.".to_owned()
        }
    }
}

fn parse_error(problem: &Problem) -> String {
    match problem {
        Problem::Empty => "Escribe una forma como 5,3,4,1. Para un solo número sin ejes, escribe ().".to_owned(),
        Problem::TooLong => {
            format!("Este texto tiene más de {} caracteres. Acórtalo desde aquí.", grouped(MAX_CHARS as u64))
        }
        Problem::TooManyAxes => {
            format!("Este es el eje número {}. Puede haber {MAX_AXES} ejes como máximo.", MAX_AXES + 1)
        }
        Problem::SizeMissing => "Aquí falta un tamaño. Escribe un número entero como 3.".to_owned(),
        Problem::NotASize(found) => format!("«{found}» no es un tamaño. Escribe un número entero como 3."),
        Problem::NotASeparator(found) => format!("Aquí no puede ir «{found}». Escribe una coma entre los tamaños."),
        Problem::NegativeSize => "Un tamaño no puede ser negativo. El menor tamaño es 0.".to_owned(),
        Problem::FractionalSize => "Un tamaño es un número entero. Quita la parte decimal.".to_owned(),
        Problem::SizeTooLarge => {
            "Este tamaño es demasiado grande. El máximo es 9223372036854775807 (2^63-1).".to_owned()
        }
        Problem::Unclosed(quote @ ('"' | '\'')) => format!("Falta cerrar una cadena de texto. Escribe «{quote}»."),
        Problem::Unclosed(bracket) => format!("Falta cerrar un paréntesis o un corchete. Escribe «{bracket}»."),
        Problem::WrongBracket(Some(bracket)) => format!("Este paréntesis o corchete no corresponde. Escribe «{bracket}»."),
        Problem::WrongBracket(None) => "Este paréntesis o corchete no se abrió antes. Quítalo.".to_owned(),
        Problem::UnknownWord(word) => {
            format!("«{word}» no es una forma. Escribe tamaños como 5,3,4,1, o un nombre con su tamaño: {word}=3.")
        }
Problem::TwoReadings(one, other) => format!("Esto se puede leer de dos maneras. Escribe {one} o {other}."),
                Problem::Ragged { expected, found } => {
            let entries =
                |count: usize| if count == 1 { "1 elemento".to_owned() } else { format!("{count} elementos") };
            format!(
                "Esta lista tiene {}, pero la primera lista de este nivel tiene {}. Escribe {}.",
                entries(*found),
                entries(*expected),
                entries(*expected)
            )
        }
        Problem::MixedDepth => {
            "En un mismo nivel hay números y listas. Anida todo a la misma profundidad.".to_owned()
        }
        Problem::NotAValue(Some(found)) => format!("«{found}» no es un valor. Escribe un número como 2 o 0.5."),
        Problem::NotAValue(None) => "Aquí falta un valor. Escribe un número como 2 o 0.5.".to_owned(),
        Problem::ValueTooLarge => "Este valor no cabe en 64 bits.".to_owned(),
        Problem::LibraryRejected(library, error) => format!("Mensaje de {}: {error}", library.name()),
        Problem::PythonRejected(error) => format!("Mensaje de Python: {error}"),
        Problem::Unread(reason) => format!("No se puede leer: {} Escribe en su lugar la forma, por ejemplo 5,3,4,1.", unreadable(reason)),
        Problem::UnknownFunction { name, nearest: Some(nearest) } => {
            format!("«{name}» no está disponible aquí. ¿Querías escribir {nearest}?")
        }
        Problem::UnknownFunction { name, nearest: None } => {
            format!("«{name}» no está disponible aquí. Escribe en su lugar la forma, por ejemplo 5,3,4,1.")
        }
        Problem::Undefined(name) => format!("«{name}» no está definido. Escribe en su lugar su forma o sus valores."),
        Problem::NotCalled(name) => format!("«{name}» es una función y falta llamarla. Escribe {name}(…)."),
        Problem::TwoOperands => {
            "Aquí se combinan dos tensores. Solo se puede leer un programa con exactamente una operación de dos operandos. \
             Si no, escribe un operando en cada campo."
                .to_owned()
        }
        Problem::NotAnOperand => "Esto no es una forma ni son valores.".to_owned(),
        Problem::NotAnInteger => "Escribe aquí un número entero como 3.".to_owned(),
        Problem::Unexpected(found) => format!("Aquí no puede ir «{found}»."),
        Problem::TooDeep => "Aquí hay demasiados paréntesis o corchetes anidados.".to_owned(),
        Problem::Message => {
            "Este mensaje no dice las dos formas. Escribe la forma de cada tensor o pega el programa.".to_owned()
        }
    }
}

fn chapter_title(chapter: &Chapter, operation: &Operation) -> String {
    let (axes, written) = (axes(&chapter.axes), operation.name(OperandId::A));
    match chapter.kind {
        ChapterKind::Operands => "Los operandos".to_owned(),
        ChapterKind::Align => "Alinear por la derecha".to_owned(),
        ChapterKind::Insert(operand) => format!("Insertar {axes} en {}", operation.name(operand)),
        ChapterKind::Stretch(operand) => format!("Estirar {} en {axes}", operation.name(operand)),
        ChapterKind::Combine if operation.matrices().is_some() => "Multiplicar las matrices".to_owned(),
        ChapterKind::Combine => "Combinar los elementos".to_owned(),
        ChapterKind::InnerClash => "Los tamaños interiores son distintos".to_owned(),
        ChapterKind::Agree => format!("Comparar {axes}"),
        ChapterKind::Clash => format!("Conflicto en {axes}"),
        ChapterKind::OtherClashes => format!("Conflicto también en {axes}"),
        ChapterKind::WriteBack(Writing::Fits) => format!("Escribir el resultado en {written}"),
        ChapterKind::WriteBack(Writing::DoesNotFit) => format!("El resultado no cabe en {written}"),
        ChapterKind::WriteBack(Writing::NotWritable) => format!("El resultado no se escribe en {written}"),
        ChapterKind::Gradient => "El gradiente de cada operando".to_owned(),
    }
}

/// A name of two or three words. Where a chapter is about several axes, its title lists them.
fn chapter_name(chapter: &Chapter, operation: &Operation) -> String {
    let at = |name: &str| match chapter.axes[..] {
        [axis] => format!("{name} · eje {axis}"),
        _ => name.to_owned(),
    };
    match chapter.kind {
        ChapterKind::Operands => "operandos".to_owned(),
        ChapterKind::Align => "alinear".to_owned(),
        ChapterKind::Insert(operand) => format!("insertar en {}", operation.name(operand)),
        ChapterKind::Stretch(operand) => at(&format!("estirar {}", operation.name(operand))),
        ChapterKind::Combine if operation.matrices().is_some() => "multiplicar".to_owned(),
        ChapterKind::Combine => "combinar".to_owned(),
        ChapterKind::InnerClash => "tamaños interiores".to_owned(),
        ChapterKind::Agree => at("comparar"),
        ChapterKind::Clash => at("conflicto"),
        ChapterKind::OtherClashes => at("otros conflictos"),
        ChapterKind::WriteBack(Writing::Fits) => format!("escribir en {}", operation.name(OperandId::A)),
        ChapterKind::WriteBack(Writing::DoesNotFit) => "no cabe".to_owned(),
        ChapterKind::WriteBack(Writing::NotWritable) => "no se escribe".to_owned(),
        ChapterKind::Gradient => "gradiente".to_owned(),
    }
}

fn chapter_text(text: ChapterText<'_>, operation: &Operation) -> String {
    let written = operation.name(OperandId::A);
    match text {
        ChapterText::Operands => {
            let operands = operation.operands();
            let operands = join(operands.len(), "; ", &|number| {
                let (name, ndim) = (operation.name(operands[number]), operation.whole_shape(operands[number]).ndim());
                let axes = if ndim == 1 { "eje" } else { "ejes" };
                format!("{name} tiene {ndim} {axes}")
            });
            operands + "."
        }
        ChapterText::Align(missing) => {
            let missing = join(missing.len(), "", &|number| {
                let (operand, count) = missing[number];
                let missing: Vec<usize> = (0..count).listed();
                format!(" {} no tiene {}.", operation.name(operand), axes(&missing))
            });
            let compared = if operation.is_product() {
                "Solo se comparan los ejes anteriores a los de las matrices."
            } else {
                "Los tamaños se comparan desde el último eje."
            };
            compared.to_owned() + &missing
        }
        ChapterText::Insert(operand, count, change) => {
            let axes = if count == 1 { "un eje".to_owned() } else { format!("{count} ejes") };
            format!("{} recibe delante {axes} de tamaño 1: {change}.", operation.name(operand))
        }
        ChapterText::Stretch(operand, other, size, change) => {
            let (operand, other) = (operation.name(operand), operation.name(other));
            let end = match size {
                0 => format!("el 1 pasa a 0 y no queda ningún elemento: {change}."),
                _ => format!("{operand} repite sus elementos, {change}."),
            };
            format!("{operand} tiene tamaño 1; {other}, {size}: {end}")
        }
        ChapterText::StretchAll(operand, change) => {
            format!("{} tiene tamaño 1 en estos ejes y repite sus elementos: {change}.", operation.name(operand))
        }
        ChapterText::Combine(shape) => {
            format!("Los elementos de igual índice se combinan: {}.", elements(shape))
        }
        ChapterText::Multiply(inner, shape) => format!(
            "Las matrices con el mismo índice se multiplican, filas por columnas. Los dos tamaños interiores son {inner}. El resultado tiene la forma {shape}."
        ),
        ChapterText::InnerClash([columns, rows]) => format!(
            "Las matrices de {} tienen {columns} columnas y las de {} {rows} filas. Estos tamaños interiores deben ser iguales: un 1 no se estira.",
            operation.name(OperandId::A),
            operation.name(OperandId::B)
        ),
        ChapterText::SizesEqual(size) => format!("Todos los tamaños son {size}: son compatibles."),
        ChapterText::OneStretches(operand, other, size) => format!(
            "{} tiene tamaño 1; {}, {size}: el 1 se puede estirar.",
            operation.name(operand),
            operation.name(other)
        ),
        ChapterText::AxisMissing(operand) => {
            format!("{} no tiene este eje: se puede insertar.", operation.name(operand))
        }
        ChapterText::SizesAgree => "Los tamaños son compatibles: son iguales, o son 1, o falta el eje.".to_owned(),
        ChapterText::Clash(sizes) => {
            join(sizes.len(), ", ", &|number| {
                let (operand, size) = sizes[number];
                format!("{} tiene tamaño {size}", operation.name(operand))
            }) + ". Son distintos y ninguno es 1: las formas no son compatibles."
        }
        ChapterText::OtherClashes(1) => {
            "Los tamaños de este eje también están en conflicto. También tienen que cambiar.".to_owned()
        }
        ChapterText::OtherClashes(_) => {
            "Los tamaños de estos ejes también están en conflicto. También tienen que cambiar.".to_owned()
        }
        ChapterText::WriteBack(Writing::Fits) => {
            format!("El resultado tiene la forma de {written}, así que se puede escribir en {written}.")
        }
        ChapterText::WriteBack(Writing::DoesNotFit) => {
            format!("In situ, {written} conserva su forma. No hay sitio para los elementos tachados.")
        }
        ChapterText::WriteBack(Writing::NotWritable) => {
            format!(
                "El resultado tiene la forma de {written}, pero no se puede escribir en {written}. El mensaje de la biblioteca \
                 dice por qué."
            )
        }
        ChapterText::Gradient => Locale::Es.gradient_text(operation),
    }
}

fn fix_text(fix: &Fix, operation: &Operation) -> String {
    let edit = |edit: &AxisEdit| match *edit {
        AxisEdit::Insert { axis, count } => {
            let axes = if count == 1 { "un eje".to_owned() } else { format!("{count} ejes") };
            match axis.checked_sub(1) {
                None => format!("inserta {axes} de tamaño 1 delante"),
                Some(before) => format!("inserta {axes} de tamaño 1 después del eje {before}"),
            }
        }
        AxisEdit::Drop(axis) => format!("quita el eje {axis}, que tiene tamaño 1"),
        AxisEdit::Swap(first, second) => format!("intercambia los ejes {first} y {second}"),
    };
    let (name, edits) =
        (operation.name(fix.operand), join(fix.edits.len(), ", luego ", &|number| edit(&fix.edits[number])));
    format!("En {name}, {edits}: la forma de {name} pasa a ser {}.", fix.shape)
}

/// What a fix of a program does.
fn program_fix(kind: ProgramFixKind) -> String {
    match kind {
        ProgramFixKind::KeepAxis => "Conserva el eje, con tamaño 1.".to_owned(),
        ProgramFixKind::OtherAxis => "Recorre otro eje.".to_owned(),
        ProgramFixKind::Transpose => "Intercambia los dos últimos ejes.".to_owned(),
        ProgramFixKind::ReorderAxes => "Pon los ejes en otro orden.".to_owned(),
        ProgramFixKind::MatrixProduct => "Multiplica matrices: @ en lugar de *.".to_owned(),
        ProgramFixKind::BatchProduct => "Usa matmul, que admite vectores, matrices y lotes de matrices.".to_owned(),
        ProgramFixKind::SwapOperands => "Intercambia los dos operandos.".to_owned(),
        ProgramFixKind::InsertAxis { axis, count } => {
            let axes = if count == 1 {
                "Inserta un eje de tamaño 1".to_owned()
            } else {
                format!("Inserta {count} ejes de tamaño 1")
            };
            match axis.checked_sub(1) {
                None => axes + " delante.",
                Some(before) => axes + &format!(" después del eje {before}."),
            }
        }
        ProgramFixKind::DropAxis { axis } => format!("Quita el eje {axis}, que tiene tamaño 1."),
        ProgramFixKind::SumAxis => "Suma a lo largo de los primeros ejes.".to_owned(),
        ProgramFixKind::Cut => "Toma tantos como tiene el otro operando.".to_owned(),
        ProgramFixKind::Flatten => "Une varios ejes en uno.".to_owned(),
        ProgramFixKind::Reshape => "Usa reshape, que hace una copia donde una vista no es posible.".to_owned(),
        ProgramFixKind::NarrowMask => "Toma la única columna de la máscara.".to_owned(),
        ProgramFixKind::SameMask => "Toma solo los elementos de la máscara.".to_owned(),
        ProgramFixKind::OtherSize => "Usa el tamaño que encaja.".to_owned(),
        ProgramFixKind::OtherLoss => "Usa una pérdida que compara puntuaciones con números de clase.".to_owned(),
        ProgramFixKind::OutOfPlace => "Crea un tensor nuevo en lugar de escribir en este.".to_owned(),
    }
}

fn warning_text(warning: &WarningText<'_>, operation: &Operation, dtype: &str) -> String {
    if let Some(NoRoom { dtype, exact, kept }) = warning.no_room {
        let name = dtype.name();
        return format!("{name} no tiene sitio para {exact}: guarda {kept}.");
    }
    if warning.cause == Cause::OtherAxis {
        return "Un operando es una reducción del otro. Sus valores no están en el eje al que pertenecen, sino en otro del mismo tamaño."
            .to_owned();
    }
    let number = warning.elements.map_or_else(|| "más de 2^63-1".to_owned(), grouped);
    let mut size = format!("{number} elementos");
    if let Some(times) = warning.times {
        size += &format!(", {} veces los de un operando", grouped(times));
    }
    if let Some(memory) = &warning.memory {
        size += &format!(": {memory} en {dtype}");
    }
    if warning.cause == Cause::Elementwise {
        let [a, b] = OperandId::PAIR.map(|operand| operation.name(operand));
        let stretch = if operation.operands().len() == 2 {
            format!("Los dos se estiran: cada elemento de {a} se combina con cada elemento de {b}.")
        } else {
            "Se estiran, así que se combinan elementos de lugares distintos.".to_owned()
        };
        format!(
            "Los tamaños distintos de 1 son los mismos en los operandos, pero están en ejes distintos. {stretch} El resultado {} \
             tiene {size}.",
            warning.shape
        )
    } else {
        format!("El resultado es mucho mayor que todos los operandos. Tiene {size}.")
    }
}

/// Axes with their article.
fn axes(axes: &[usize]) -> String {
    let noun = if axes.len() == 1 { "el eje" } else { "los ejes" };
    format!("{noun} {}", listed(axes, ", ", " y "))
}

fn elements(shape: &Shape) -> String {
    match shape.numel() {
        Some(1) => "1 elemento".to_owned(),
        Some(count) => format!("{} elementos", grouped(count)),
        None => "más de 2^63-1 elementos".to_owned(),
    }
}

fn example_group(group: Group) -> &'static str {
    match group {
        Group::FirstSteps => "Primeros pasos",
        Group::ThreeRows => "Tres caminos, un resultado",
        Group::Values => "Sigue cada valor",
        Group::Images => "Imágenes y mapas de características",
        Group::Scores => "Clase, estudiante, nota",
        Group::Clashes => "Formas incompatibles",
        Group::Empty => "Tensores vacíos",
        Group::InPlace => "In situ",
        Group::Pitfalls => "Errores frecuentes",
    }
}

fn example(id: ExampleId) -> (&'static str, &'static str) {
    match id {
        ExampleId::Simplest => (
            "Empieza aquí: una columna y una fila",
            "a tiene una columna de 4 y b una fila de 3. La columna se repite 3 veces y la fila 4 veces. Entonces los dos tienen la forma (4, 3) y se suman sus elementos.",
        ),
        ExampleId::TrailingAxes => (
            "Se alinean los últimos ejes",
            "Los tamaños se comparan desde el último eje hasta el primero. 1 y 1 son iguales. 4 y 1: b se estira. 3 y 3 son \
             iguales. b no tiene un cuarto eje desde el final, así que delante se inserta un eje de tamaño 1, que se \
             estira de 1 a 5.",
        ),
        ExampleId::SameShape => (
            "La misma forma en los dos operandos",
            "Cada eje tiene el mismo tamaño en los dos operandos. No se inserta ni se estira ningún eje. Se combinan los \
             elementos que tienen el mismo índice.",
        ),
        ExampleId::BothStretch => (
            "Se estiran los dos operandos",
            "Cada operando puede estirarse en sus ejes de tamaño 1. Aquí a se estira de 1 a 3; b, de 1 a 4, y su eje \
             insertado, de 1 a 5. El resultado tiene más elementos que cualquiera de los operandos.",
        ),
        ExampleId::VectorOfOne => (
            "Un vector con un solo elemento",
            "En a se insertan dos ejes iniciales de tamaño 1. Después a toma los tamaños de b, 3 y 7. En el eje del medio \
             los dos tamaños son 1, así que el resultado también tiene tamaño 1 en ese eje.",
        ),
        ExampleId::StretchTheShortOne => (
            "Con solo unos nunca hay conflicto",
            "Cada eje de b tiene tamaño 1 o se inserta, así que b se estira hasta cualquier tamaño. Los 40 elementos del \
             resultado usan el único elemento de b.",
        ),
        ExampleId::ZeroDim => (
            "Un número sin ejes",
            "Un tensor de 0 dimensiones tiene un elemento y ningún eje. Todos los ejes se insertan con tamaño 1 y luego se \
             estiran. Por eso es compatible con cualquier forma.",
        ),
        ExampleId::ThreeRowsSame => (
            "Las dos tablas completas",
            "Los dos operandos ya tienen la forma del resultado, así que nada se estira. La mayoría de los 24 números \
             almacenados se repiten: cada fila de a tiene un solo valor, y todas las filas de b son iguales.",
        ),
        ExampleId::ThreeRowsVector => (
            "Una fila para las cuatro filas",
            "Aquí b almacena su fila una sola vez. Delante se inserta un eje, que se estira de 1 a 4, de modo que 0, 1, 2 \
             se suma en cada fila de a. El resultado es el mismo que con las dos tablas completas.",
        ),
        ExampleId::ThreeRowsBoth => (
            "Una columna y una fila",
            "La columna se estira hasta tener 3 columnas, y la fila, hasta tener 4 filas. El resultado vuelve a ser la \
             misma tabla. Solo se almacenan 7 números en lugar de 24.",
        ),
        ExampleId::ValuesRow => (
            "Una fila común a todas las filas",
            "b no tiene el eje 0, y su eje de tamaño 1 está en el eje 1 del resultado. Se estira en los dos. Así, 0, 1, 2 \
             se suma en cada una de las ocho filas.",
        ),
        ExampleId::ValuesColumn => (
            "Una columna para los dos bloques",
            "b es una columna de cuatro números. Su eje de tamaño 1 se estira a lo largo de las filas, y su eje insertado, \
             sobre los dos bloques. En los dos bloques se suma 0 en la fila 0, 1 en la fila 1, etc.",
        ),
        ExampleId::ValuesFourAxes => (
            "Ocho matrices, una misma columna",
            "Los dos últimos ejes de a forman ocho matrices de tres filas y dos columnas. En cada una se suma la misma \
             columna 0, 1, 2, que antes se estira hasta tener dos columnas.",
        ),
        ExampleId::ValuesMiddleAxis => (
            "Estirar un eje del medio",
            "Un eje de tamaño 1 puede estar en cualquier lugar de una forma, no solo en los extremos. b se estira en el \
             tercer eje y en el eje insertado delante. En los otros dos ejes los tamaños son iguales.",
        ),
        ExampleId::ValuesFromTwo => (
            "Dos números, 24 veces",
            "b solo tiene dos elementos, 2 y 3, en el último eje. Se estira en los otros tres ejes. A lo largo del último \
             eje de a, se suma 2 en el primer elemento y 3 en el segundo.",
        ),
        ExampleId::ValuesEveryOther => (
            "Un eje sí y otro no",
            "En el primer eje y en el tercero los tamaños son iguales. En el segundo y en el cuarto, b tiene tamaño 1 y se \
             estira. Cada uno de sus seis números, del 2 al 7, se usa para ocho elementos.",
        ),
        ExampleId::ValuesBothStretch => (
            "Cada uno estira su eje de tamaño 1",
            "Cada operando tiene un eje de tamaño 1 donde el otro tiene un tamaño mayor. a se estira en su último eje, y b, \
             en su segundo eje. Con 24 y 12 números almacenados, el resultado tiene 48 elementos.",
        ),
        ExampleId::FeatureMapsBias => (
            "Un sesgo por canal",
            "Los dos ejes de tamaño 1 ponen el 32 de b en el eje de los canales. Sin ellos, 32 estaría en el mismo eje que el ancho, \
             14, y habría un conflicto. Se almacenan 32 números y se muestran 25\u{a0}088.",
        ),
        ExampleId::FeatureMapsBiasWritten => (
            "El eje del lote, escrito",
            "Aquí el eje inicial de tamaño 1 está escrito en la forma de b. El broadcasting insertaría el mismo eje, así \
             que el resultado no cambia.",
        ),
        ExampleId::ImageToAll => (
            "Una imagen para todos los mapas",
            "b no tiene eje de lote ni eje de canales. Que falte un eje significa: lo mismo para todos. Por eso sus 196 \
             números se suman en cada uno de los 128 mapas de características.",
        ),
        ExampleId::ImagePlane => (
            "Un plano para todos los canales",
            "Delante se insertan dos ejes, que se estiran hasta 4 y 3. Los mismos 1024 valores se usan para los 12 planos: \
             tres canales en cada una de las cuatro imágenes.",
        ),
        ExampleId::ImageChannels => (
            "Un valor por canal",
            "Los dos ejes de tamaño 1 del final ponen el 3 en el eje de los canales. Sin ellos, 3 estaría en el mismo eje que el ancho, \
             32. Cada valor se usa para los 1024 píxeles de su canal en las cuatro imágenes.",
        ),
        ExampleId::ImageOneValue => (
            "Un valor para todo",
            "Los cuatro ejes de b tienen tamaño 1 y se estiran. Un número almacenado se usa para 12\u{a0}288 elementos. Un \
             tensor de 0 dimensiones hace lo mismo: los ejes que le faltan se insertan con tamaño 1.",
        ),
        ExampleId::ScoresEveryone => (
            "Cinco puntos para cada estudiante",
            "5.0 no tiene ejes. Es igual para cada clase, cada estudiante y cada nota. Se almacena un número en lugar de \
             1024.",
        ),
        ExampleId::ScoresEveryoneVector => (
            "Una bonificación como vector",
            "El único eje de b está en el eje score y se estira de 1 a 8. Los ejes student y class se insertan. Como con un \
             simple número, un solo elemento se usa para los 1024.",
        ),
        ExampleId::ScoresPerSubject => (
            "Una bonificación por materia",
            "b solo tiene el eje score. No tiene los ejes class y student, lo que significa: lo mismo para todos. Cada \
             estudiante de cada clase recibe las mismas ocho bonificaciones.",
        ),
        ExampleId::ScoresPerStudent => (
            "Una bonificación por estudiante",
            "El eje de tamaño 1 está en el eje score: cada bonificación se usa para las ocho notas. Sin él, 32 estaría en \
             el eje score y en conflicto con 8. Los ejes se emparejan por su posición. Los nombres solo son para quien \
             lee.",
        ),
        ExampleId::ClashInTheMiddle => (
            "Un conflicto en el medio",
            "En el eje 1 los tamaños son 2 y 3. No son iguales y ninguno es 1. Un eje así basta: las formas no son \
             compatibles, aunque todos los demás ejes lo son.",
        ),
        ExampleId::ClashLikewise => (
            "El mismo 3 en otro eje",
            "Las dos formas contienen un 3, pero en ejes distintos. Las formas se alinean por el último eje, así que el 3 \
             de b está en el mismo eje que un 2. El broadcasting nunca mueve un eje para encontrar un tamaño igual.",
        ),
        ExampleId::AnotherBatchSize => (
            "Otro tamaño de lote",
            "El eje del lote existe en los dos operandos, con tamaños 4 y 2. No son iguales y ninguno es 1. No importa que \
             4 sea múltiplo de 2.",
        ),
        ExampleId::EmptyAgainstThree => (
            "Tamaño 0 frente al tamaño 3",
            "Un eje de tamaño 0 sigue la misma regla que cualquier otro: solo es compatible con el tamaño 0 o el tamaño 1. \
             Aquí el otro tamaño es 3, así que hay un conflicto.",
        ),
        ExampleId::EmptyAgainstTwo => (
            "Tamaño 0 frente al tamaño 2",
            "a está vacío, pero tiene un eje, de tamaño 0. 0 y 2 no son iguales y ninguno es 1. Por eso no hay resultado, \
             ni siquiera uno vacío.",
        ),
        ExampleId::EmptyWithOne => (
            "Un tamaño de 1 pasa a ser 0",
            "Un eje de tamaño 1 toma el otro tamaño, aunque sea 0. El resultado tiene un eje y ningún elemento. Esto no es \
             un error.",
        ),
        ExampleId::EmptyWithMatrix => (
            "Tres ejes y ningún elemento",
            "El último eje de b pasa de 1 a 0, y en a se insertan dos ejes iniciales. b almacena 35 elementos. El resultado \
             no tiene elementos, pero tiene los tres ejes.",
        ),
        ExampleId::NotInPlaceGrows => (
            "Un resultado nuevo puede ser mayor",
            "a + b crea un tensor nuevo, así que los dos operandos pueden estirarse. El resultado tiene 63 elementos, y a \
             sigue teniendo 3. El ejemplo siguiente hace la misma suma in situ.",
        ),
        ExampleId::InPlaceCannotGrow => (
            "In situ, a no puede crecer",
            "La suma tiene 63 elementos, pero a tiene memoria para 3. In situ solo puede estirarse b: a ya debe tener la \
             forma del resultado. Para crear un tensor nuevo, escribe a = a + b.",
        ),
        ExampleId::InPlaceChannel => (
            "Tres valores, un solo canal",
            "In situ, a conserva su único canal, pero el resultado de una imagen de 1 canal y tres valores tiene tres. Usa \
             un solo valor. O crea antes tres canales: a = a.repeat(3, 1, 1) en PyTorch.",
        ),
        ExampleId::PitfallWrongLoss => (
            "¿Por qué es errónea la pérdida?",
            "Una columna de predicciones menos un vector de objetivos resta cada objetivo de cada predicción. Aquí los dos \
             contienen del 0 al 3, pero solo la diagonal es 0. Escribe a - b[:, None], o bien a.squeeze(-1) - b.",
        ),
        ExampleId::PitfallWrongLossHuge => (
            "¿Por qué se agota la memoria?",
            "La pérdida necesita 50\u{a0}000 diferencias, pero se calculan 2500 millones: 10 GB en float32 y 20 GB en \
             float64. La solución no es más memoria. Tiene que cambiar la forma: a - b[:, None].",
        ),
        ExampleId::PitfallZeroDim => (
            "¿Un tensor debe tener algún eje?",
            "No. Un tensor de 0 dimensiones tiene la forma (): ningún eje y un elemento. Es compatible con cualquier forma. \
             Dos tensores de 0 dimensiones dan un resultado de 0 dimensiones.",
        ),
        ExampleId::PitfallLargerSize => (
            "¿El resultado es el tamaño mayor?",
            "No siempre: 1 y 0 dan 0. Un eje de tamaño 1 toma el otro tamaño, sea cual sea. Por eso este resultado tiene \
             tres filas sin elementos.",
        ),
        ExampleId::PitfallPerRow => (
            "¿Un vector es un valor por fila?",
            "No. Las formas se alinean por el último eje, así que el 3 de b está en el mismo eje que las 4 columnas. Para \
             un valor por fila, añade un eje de tamaño 1 al final: b[:, None] o b.unsqueeze(-1).",
        ),
        ExampleId::PitfallPerRowFixed => (
            "Un valor por fila, bien escrito",
            "Como columna, b tiene su 3 en el eje de las filas y se estira a lo largo de cada fila. Una media sobre el \
             último eje conserva esta forma con keepdims=True (en PyTorch, keepdim=True).",
        ),
        ExampleId::PitfallNewAxisInFront => (
            "¿Cuál es el eje nuevo?",
            "Siempre el inicial, sean cuales sean los tamaños. b se convierte en una fila y se suma en cada una de las \
             cuatro filas. Si a tuviera la forma (3, 4), habría un conflicto. b solo se convierte en una columna si \
             escribes b[:, None].",
        ),
        ExampleId::PitfallNoOuterProduct => (
            "¿Dos vectores dan producto externo?",
            "No. 3 y 4 están en el mismo eje y ninguno es 1, así que nada puede estirarse. Para combinar todos los pares de \
             elementos, convierte un vector en columna: a[:, None] * b o a.unsqueeze(-1) * b.",
        ),
        ExampleId::PitfallOuterProduct => (
            "El producto externo, bien escrito",
            "La columna se estira hasta tener cuatro columnas, y la fila, hasta tener tres filas. Cada elemento de a se \
             multiplica por cada elemento de b. Aquí el elemento de la fila i y la columna j es i por j.",
        ),
        ExampleId::PitfallInPlace => (
            "¿Puede crecer a con a += b?",
            "No. El resultado tiene dos filas, pero en la memoria de a solo cabe una. In situ solo puede estirarse b. \
             Escribe a = a + b, o bien b += a si b se puede modificar.",
        ),
        ExampleId::PitfallSharedMemory => (
            "¿Escribir en una vista expandida?",
            "No se puede. Si a se expande hasta cuatro columnas, los cuatro elementos de una fila comparten una posición de \
             memoria. a.expand(3, 4).add_(1) da error en PyTorch, y broadcast_to de NumPy da una vista de solo lectura. \
             Copia antes: clone() o copy().",
        ),
        ExampleId::PitfallNeitherRowNorColumn => (
            "¿Un vector es fila o columna?",
            "Ninguna de las dos: tiene un solo eje. Transponerlo no cambia nada, así que a + a.T tiene tres elementos, no \
             nueve. Escribe a[None, :] para una fila y a[:, None] para una columna.",
        ),
        ExampleId::PitfallNonSingleton => (
            "Dimensión 2, ¿de qué tensor?",
            "De ninguno de los operandos. En el mensaje de PyTorch, «at non-singleton dimension 2» cuenta desde 0 los ejes \
             de las formas alineadas. Ahí los tamaños son 3 y 2. El operando a no tiene un eje 2.",
        ),
        ExampleId::PitfallNotMatmul => (
            "¿Es * el producto matricial?",
            "No. * multiplica elemento a elemento, así que las formas deben ser compatibles, y 3 y 2 están en conflicto. El \
             producto matricial es a @ b. Aquí tiene dos filas y dos columnas.",
        ),
        ExampleId::PitfallNoCopy => (
            "¿Estirar copia la memoria?",
            "No. Un eje estirado tiene stride 0, así que a lo largo de él se lee siempre la misma posición de memoria. 3 \
             números almacenados se leen como 3 millones de elementos. Solo el resultado necesita memoria nueva.",
        ),
        ExampleId::PitfallFirstAxes => (
            "¿Se alinean los primeros ejes?",
            "En Julia y MATLAB, sí, y allí estas formas son compatibles. En NumPy y PyTorch se alinean los últimos ejes, y 4 \
             y 2 están en conflicto. Añade tú el eje: a[:, :, None] o a.unsqueeze(-1).",
        ),
        ExampleId::PitfallExistingAxis => (
            "¿Puede estirarse un 2 hasta 4?",
            "No. Solo se estira un eje de tamaño 1. Los demás tamaños nunca se repiten, aunque uno sea múltiplo del otro. \
             Para repetir los elementos, escribe np.tile(a, (1, 2)) o, en PyTorch, a.repeat(1, 2).",
        ),
        ExampleId::PitfallRankPromotion => (
            "Si no hay error, ¿está bien?",
            "No siempre. a se convierte en una fila sin ningún mensaje. Si querías un valor por fila, la forma cuadrada \
             oculta el fallo: escribe a[:, None]. JAX puede avisar de estos casos: jax_numpy_rank_promotion = \"raise\".",
        ),
    }
}
