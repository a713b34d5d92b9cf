//! Which chunks are loaded when.

use wasm_bindgen::JsValue;

use super::late::EXPLAIN;
use crate::chunks::{Chunk, LoadState, Loader};
use crate::i18n::{GRADIENT, Locale};
use crate::program::{CHANGES, PYTHON};
use crate::state::{Analysis, Settings};
use crate::ui::inputs::diagnostics::needs_words;
use crate::ui::late::PANELS;
use crate::ui::late::WORK;
use crate::ui::parts::text::browser_locale;
use crate::ui::practice::late::PRACTICE;

/// Loads chunks: all are asked for before any is waited for. `false` where one cannot be loaded.
async fn load(chunks: &[&'static Loader]) -> bool {
    chunks.iter().for_each(|chunk| chunk.request());
    for chunk in chunks {
        chunk.load().await;
    }
    chunks.iter().all(|chunk| chunk.state() == LoadState::Ready)
}

/// Loads the chunks that the first picture of a query needs.
pub async fn prepare(query: &str) {
    let (mut settings, ignored) = Settings::from_query(query);
    let mut chunks: Vec<&'static Loader> = Vec::new();
    chunks.extend(settings.locale.unwrap_or_else(browser_locale).chunk().map(Chunk::loader));
    if settings.has_code() {
        chunks.extend([WORK.loader(), CHANGES.loader()]);
    }
    if settings.asks() {
        chunks.push(PRACTICE.loader());
    }
    let mut analysis = Analysis::new(&settings);
    if analysis.awaits_python() {
        chunks.push(PYTHON.loader());
        load(&chunks).await;
        analysis = Analysis::new(&settings);
    }
    if settings.gradient && !settings.asks() && analysis.offers_gradient(&settings) {
        chunks.extend([GRADIENT.loader(), WORK.loader()]);
    }
    analysis.say(&mut settings);
    // A file that is loaded for a mistake would tell that there is one.
    let is_wrong = || !ignored.is_empty() || needs_words(&analysis, &settings);
    if settings.cell.is_some() || settings.in_place || !settings.asks() && is_wrong() {
        chunks.push(WORK.loader());
    }
    load(&chunks).await;
}

/// Loads what a visit is likely to need, for later.
pub fn prefetch() {
    // The page shows the examples where there is room, so a failure is to be seen.
    WORK.request();
    PYTHON.prefetch();
}

/// Loads the chunk that makes pictures for export.
pub async fn prepare_export() {
    PANELS.load().await;
}

/// The analysis of settings as a JavaScript object; `None` where a chunk could not be loaded.
pub async fn explained(settings: Settings) -> Option<JsValue> {
    let mut chunks = vec![WORK.loader(), EXPLAIN.loader()];
    if Analysis::new(&settings).awaits_python() {
        chunks.push(PYTHON.loader());
    }
    if settings.has_code() {
        chunks.push(CHANGES.loader());
    }
    chunks.extend(settings.locale.and_then(Locale::chunk).map(Chunk::loader));
    let is_loaded = load(&chunks).await;
    let (work, explain) = (WORK.get()?, EXPLAIN.get()?);
    is_loaded.then(|| (explain.explained)(&settings, &work.program))
}
