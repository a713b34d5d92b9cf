//! The Spanish texts of practice.

use crate::i18n::Locale;
use crate::i18n::format::{element_name, join};
use crate::i18n::practice::{PracticeLabel, PracticeMessage, PracticeTexts};
use crate::practice::limits::{MAX_FILE, MAX_LINK, MAX_STEPS};
use crate::practice::{
    Asked, AxisAnswer, FileError, FileProblem, Level, Misconception, Question, QuestionKind, ReplyProblem, SeededSet,
    SetError, Topic,
};

pub(super) const PRACTICE: PracticeTexts =
    PracticeTexts { comma: ", ", misconception, kind, topic, level, axis: super::axis_verdict, label, message };

fn misconception(rule: Misconception) -> (&'static str, &'static str) {
    match rule {
        Misconception::LinesUpLeft => (
            "Las formas se alinean por la izquierda.",
            "Las formas se alinean por la derecha: primero se comparan los últimos ejes.",
        ),
        Misconception::LargerSize => (
            "El resultado toma el tamaño mayor, también frente a 0.",
            "Un tamaño de 1 toma el otro tamaño, también si es 0. Un tamaño de 0 solo es compatible con 0 y con 1.",
        ),
        Misconception::VectorsMakeTable => (
            "Dos vectores dan una tabla.",
            "Los ejes de dos vectores se alinean, así que sus tamaños deben ser compatibles. Para una tabla, convierte uno de \
             ellos en columna: a[:, None].",
        ),
        Misconception::AnySizeStretches => (
            "Cualquier tamaño se estira hasta uno mayor.",
            "Solo se estira un tamaño de 1. Otros dos tamaños deben ser iguales.",
        ),
        Misconception::MultipleStretches => (
            "Un tamaño se estira hasta sus múltiplos, por ejemplo 2 hasta 4.",
            "Solo se estira un tamaño de 1. No importa que un tamaño sea múltiplo del otro.",
        ),
        Misconception::VectorIsColumn => (
            "Un vector es una columna.",
            "El único eje de un vector se alinea con el último eje, como los elementos de una fila. Una columna necesita un \
             segundo eje, de tamaño 1.",
        ),
        Misconception::TargetGrows => {
            ("In situ, a crece hasta la forma del resultado.", "In situ, a conserva su forma. Solo puede estirarse b.")
        }
        Misconception::StarIsMatmul => {
            ("* es el producto matricial.", "* multiplica elemento a elemento. El producto matricial es a @ b.")
        }
        Misconception::StretchingCopies => (
            "Al estirar se copian los elementos.",
            "Al estirar no se copia nada: el stride es 0. Solo el resultado necesita memoria nueva.",
        ),
        Misconception::NeedsAnAxis => (
            "Un tensor sin ejes no es compatible con nada.",
            "Un tensor de 0 dimensiones tiene un elemento. Es compatible con cualquier forma.",
        ),
        Misconception::AxisByFit => (
            "Un eje que falta se inserta donde encaja.",
            "Un eje que falta siempre se inserta delante, sean cuales sean los tamaños.",
        ),
        Misconception::ClashCountedInOperand => (
            "La dimensión del mensaje se cuenta en el operando.",
            "La dimensión del mensaje se cuenta en las formas alineadas, desde 0.",
        ),
        Misconception::FirstClash => (
            "El mensaje habla del primer conflicto desde la izquierda.",
            "Los ejes se comparan desde la derecha. PyTorch nombra el conflicto que está más a la derecha.",
        ),
        Misconception::TransposeTurnsVector => (
            ".T convierte un vector en columna.",
            "Un vector tiene un solo eje, así que .T no cambia nada. Para una columna, escribe [:, None].",
        ),
        Misconception::OneStretches => (
            "Solo puede estirarse uno de los operandos.",
            "Pueden estirarse los dos operandos, cada uno en sus ejes de tamaño 1.",
        ),
        Misconception::SizesMultiply => (
            "Los tamaños de un eje se multiplican.",
            "Los tamaños iguales se quedan como están, y un tamaño de 1 toma el otro. Los tamaños nunca se multiplican.",
        ),
        Misconception::SameNdim => (
            "Los dos operandos necesitan el mismo número de ejes.",
            "Los ejes que faltan se insertan delante, con tamaño 1.",
        ),
        Misconception::OnesIgnored => (
            "Los ejes de tamaño 1 no cuentan.",
            "Un eje de tamaño 1 conserva su lugar: se alinea con un eje del otro operando y se estira.",
        ),
        Misconception::EmptyFails => (
            "Un eje de tamaño 0 nunca es compatible.",
            "Un tamaño de 0 es compatible con 0 y con 1. El resultado no tiene entonces elementos.",
        ),
        Misconception::Recycled => (
            "Los elementos del operando menor se repiten uno tras otro.",
            "Los elementos solo se repiten en los ejes que faltan o que tienen tamaño 1.",
        ),
        Misconception::GradientNotSummed => (
            "El gradiente de un operando estirado tiene la forma del resultado.",
            "El gradiente tiene la forma del operando. Es la suma a lo largo de los ejes estirados.",
        ),
        Misconception::GradientAveraged => (
            "El gradiente es la media a lo largo de los ejes estirados.",
            "El gradiente es la suma a lo largo de los ejes estirados, no la media.",
        ),
        Misconception::GradientOnce => (
            "Cada elemento cuenta una vez en el gradiente, aunque se lea varias veces.",
            "Un elemento que se lee varias veces recibe una parte de cada elemento del resultado para el que se lee.",
        ),
        Misconception::OperandsCounted => (
            "Cuenta la memoria de los operandos.",
            "Los operandos ya están en la memoria. Solo el resultado necesita memoria nueva.",
        ),
    }
}

fn kind(kind: QuestionKind) -> &'static str {
    match kind {
        QuestionKind::Shape => "forma del resultado",
        QuestionKind::Verdict => "funciona o da error",
        QuestionKind::Axes => "cada eje",
        QuestionKind::Value => "valor de un elemento",
        QuestionKind::Source => "elementos de origen",
        QuestionKind::Memory => "memoria",
        QuestionKind::Error => "mensaje",
        QuestionKind::Fix => "corrección",
        QuestionKind::Gradient => "gradiente",
    }
}

fn topic(topic: Topic) -> &'static str {
    match topic {
        Topic::Mixed => "Todos los temas",
        Topic::Shapes => "Formas",
        Topic::Errors => "Errores y correcciones",
        Topic::Values => "Elementos",
        Topic::Memory => "Memoria",
        Topic::InPlace => "In situ",
        Topic::Gradients => "Gradientes",
    }
}

fn level(level: Level) -> &'static str {
    match level {
        Level::First => "Hasta 2 ejes",
        Level::Second => "Hasta 3 ejes",
        Level::Third => "Hasta 4 ejes, y tensores vacíos o de 0 dimensiones",
    }
}

fn label(label: PracticeLabel) -> &'static str {
    match label {
        PracticeLabel::AskAbout => "Una pregunta sobre esta operación",
        PracticeLabel::AskNothing => "Ninguna pregunta",
        PracticeLabel::Sets => "Una serie de cinco preguntas",
        PracticeLabel::OwnSet => "Tu propia serie",
        PracticeLabel::Topic => "Tema",
        PracticeLabel::Start => "Empezar",
        PracticeLabel::Level => "Nivel",
        PracticeLabel::Adaptive => "Serie adaptativa",
        PracticeLabel::AdaptiveHow => {
            "Lo que se respondió mal se pregunta otra vez, así que las preguntas no son las mismas para todos."
        }
        PracticeLabel::Check => "Comprobar",
        PracticeLabel::Hint => "Pista",
        PracticeLabel::ShowAnswer => "Ver la respuesta",
        PracticeLabel::NextQuestion => "Pregunta siguiente",
        PracticeLabel::ToSummary => "Resumen",
        PracticeLabel::EndSet => "Terminar la práctica",
        PracticeLabel::NextStep => "Siguiente",
        PracticeLabel::PreviousStep => "Anterior",
        PracticeLabel::RestoreStep => "Mostrar otra vez este paso",
        PracticeLabel::EndSteps => "Salir de los pasos",
        PracticeLabel::SameSet => "Las mismas preguntas otra vez",
        PracticeLabel::NewSet => "Otras preguntas",
        PracticeLabel::Right => "Correcto.",
        PracticeLabel::Wrong => "No es correcto.",
        PracticeLabel::Works => "Funciona",
        PracticeLabel::Fails => "Da error",
        PracticeLabel::NoMessage => "Ningún error",
        PracticeLabel::ChooseAxis => "elegir",
        PracticeLabel::Operands => "Operandos",
        PracticeLabel::NoElements => "sin elementos",
        PracticeLabel::ChooseElements => "Elige un elemento de a y uno de b, o escríbelos.",
        PracticeLabel::Changes => "O elige un cambio:",
        PracticeLabel::CannotBeAsked => {
            "Esto no se puede preguntar sobre esta operación. Elige otra pregunta u otros operandos."
        }
        PracticeLabel::NothingToAsk => "Escribe operandos que se puedan leer. Después aparece la pregunta.",
        PracticeLabel::Loading => "Cargando el lector de Python…",
        PracticeLabel::Summary => "Resumen",
        PracticeLabel::Understood => "Lo que entiendes",
        PracticeLabel::NotUnderstood => "Lo que aún no entiendes",
    }
}

fn message(message: PracticeMessage<'_>) -> String {
    match message {
        PracticeMessage::Prompt(question) => prompt(question),
        PracticeMessage::WrongRules(&[rule]) => {
            let (wrong, right) = misconception(rule);
            format!("Esta respuesta sigue una regla errónea: «{wrong}» {right}")
        }
        PracticeMessage::WrongRules(rules) => {
            let rules = join(rules.len(), " o ", &|number| format!("«{}»", misconception(rules[number]).0));
            format!("Esto puede venir de una regla errónea: {rules}")
        }
        PracticeMessage::Decides(axis) => format!("Decide el eje {axis}:"),
        PracticeMessage::CannotRead(problem) => reply_problem(problem),
        PracticeMessage::SetError(error) => set_error(error),
        PracticeMessage::QuestionNumber(number, all) => format!("Pregunta {number} de {all}"),
        PracticeMessage::StepNumber(number, all) => format!("Paso {number} de {all}"),
        PracticeMessage::RightAnswer(answer) => format!("La respuesta es: {answer}"),
        PracticeMessage::AddToDraft(count) => format!("Añadir lo que hay en pantalla (hasta ahora: {count})"),
        PracticeMessage::Choice(answer) => axis_answer(answer),
        PracticeMessage::OperandFigure(name, shape) => format!("{name}, forma {shape}"),
        PracticeMessage::Score(right, all) => format!("Aciertos al primer intento: {right} de {all}"),
    }
}

fn axis_answer(answer: AxisAnswer) -> String {
    match answer {
        AxisAnswer::Equal => "tamaños iguales".to_owned(),
        AxisAnswer::Stretches(operand) => format!("{} se estira", operand.name()),
        AxisAnswer::Missing(operand) => format!("{} no lo tiene", operand.name()),
        AxisAnswer::Clashes => "conflicto".to_owned(),
    }
}

fn prompt(question: &Question) -> String {
    let Question { subject, asked, .. } = question;
    let result = subject.result_name();
    match (question.kind, asked) {
        (QuestionKind::Verdict, _) => "¿Funciona?".to_owned(),
        (QuestionKind::Axes, _) => "¿Qué ocurre en cada eje, desde el primero hasta el último?".to_owned(),
        (QuestionKind::Source, Asked::Element(index)) => {
            let element = element_name(result, index);
            format!("¿De qué elementos de a y de b sale {element}? Escribe, por ejemplo, a[0] b[0].")
        }
        (_, Asked::Element(index)) => format!("¿Qué valor tiene después {}?", element_name(result, index)),
        (QuestionKind::Memory, _) => {
            let (bytes, name) = (subject.dtype.bytes(), subject.dtype.name());
            format!("¿Cuánta memoria nueva se necesita? Bytes de un elemento: {bytes} ({name}).")
        }
        (_, Asked::Messages(_)) => "¿Qué mensaje da?".to_owned(),
        (_, Asked::Change { result: shape, .. }) => {
            format!("Da error. Cambia un operando para que {result} tenga la forma {shape}. Escribe el operando nuevo.")
        }
        (_, Asked::Gradient(operand)) => {
            format!("Se suman los elementos de out. Escribe el gradiente de {}, con todos sus valores.", operand.name())
        }
        (_, Asked::Nothing) => format!("¿Qué forma tiene después {result}? Escribe «error» si no se puede."),
    }
}

fn reply_problem(problem: &ReplyProblem) -> String {
    match problem {
        ReplyProblem::Text(problem) => super::cannot_read(problem),
        ReplyProblem::NotYesOrNo => "Responde sí o no.".to_owned(),
        ReplyProblem::NotAnAxis => {
            "Escribe «iguales», «a se estira», «b se estira», «a no lo tiene», «b no lo tiene» o «conflicto»."
                .to_owned()
        }
        ReplyProblem::WrongCount { expected, found } => {
            format!(
                "Número de ejes alineados: {expected}. Número de respuestas: {found}. Escribe una respuesta por eje, separadas \
                 por comas."
            )
        }
        ReplyProblem::NotANumber => "Escribe un número como 21 o 0.5.".to_owned(),
        ReplyProblem::NotAnElement => "Esto no es un elemento de un operando. Escribe, por ejemplo, a[2,0].".to_owned(),
        ReplyProblem::ElementMissing(operand) => format!("Falta el elemento de {}.", operand.name()),
        ReplyProblem::NotAUnit => "Esto no es una unidad. Escribe B, kB, MB, GB, KiB, MiB o GiB.".to_owned(),
        ReplyProblem::NoSuchMessage => "No hay ningún mensaje con este número.".to_owned(),
        ReplyProblem::Ragged => {
            "Las listas no forman un tensor. Las listas de un mismo nivel tienen la misma longitud, y cada corchete se \
             cierra."
                .to_owned()
        }
    }
}

fn set_error(error: SetError) -> String {
    match error {
        SetError::TooLong => {
            format!("La serie de este enlace tiene más de {} caracteres.", Locale::Es.grouped(MAX_LINK as u64))
        }
        SetError::UnknownVersion => {
            "La serie de este enlace no se puede leer: es de otra versión de la página, o no es una serie.".to_owned()
        }
        SetError::WrongFields => "La serie de este enlace no se puede leer: falta una parte o sobra una.".to_owned(),
        SetError::Seed => {
            "La serie de este enlace no se puede leer: su semilla no es un número hexadecimal.".to_owned()
        }
        SetError::Topic => "La serie de este enlace tiene un tema desconocido.".to_owned(),
        SetError::Level => "La serie de este enlace tiene un nivel desconocido.".to_owned(),
        SetError::Count => {
            format!("Una serie tiene de 1 a {} preguntas o pasos.", SeededSet::MAX_COUNT.min(MAX_STEPS))
        }
        SetError::TextTooLong => "Un texto de esta serie es demasiado largo.".to_owned(),
        SetError::Step(number) => format!("El paso {number} de esta serie no se puede leer."),
        SetError::Awaited => "Se están cargando los pasos.".to_owned(),
        SetError::NotLoaded => "No se puede cargar el archivo de los pasos.".to_owned(),
        SetError::File(FileError { line, column, problem }) => {
            let problem = file_problem(problem);
            format!("No se puede leer el archivo de los pasos. Línea {line}, carácter {column}: {problem}")
        }
    }
}

fn file_problem(problem: FileProblem) -> String {
    match problem {
        FileProblem::TooLarge => {
            format!("tiene más de {} caracteres.", Locale::Es.grouped(MAX_FILE as u64))
        }
        FileProblem::Expected(signs) => format!("aquí debe estar {signs}"),
        FileProblem::Version => "esta versión es desconocida; esta página lee la versión 1.".to_owned(),
        FileProblem::Missing(name) => format!("aquí falta \"{name}\"."),
        FileProblem::UnknownField => "no hay ningún campo con este nombre.".to_owned(),
        FileProblem::Value(name) => format!("\"{name}\" no tiene este valor."),
        FileProblem::TooLong(most) => {
            format!("este texto tiene más de {} caracteres.", Locale::Es.grouped(most as u64))
        }
        FileProblem::Count => format!("una serie tiene de 1 a {} pasos.", MAX_STEPS),
    }
}
