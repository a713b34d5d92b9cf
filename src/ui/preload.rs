//! Which chunks are loaded when.

use wasm_bindgen::JsValue;

use super::diagnostics::has_fixes;
use super::highlighting::HIGHLIGHTING;
use super::practice::PRACTICE;
use super::text::browser_locale;
use super::work::WORK;
use crate::i18n::{GRADIENT, Locale};
use crate::reader::PYTHON;
use crate::state::{Analysis, Settings};

/// Loads the chunks that the first picture of a query needs.
pub async fn prepare(query: &str) {
    let (mut settings, _) = Settings::from_query(query);
    let language = settings.locale.unwrap_or_else(browser_locale).chunk();
    // All are asked for before any is waited for.
    if let Some(language) = language {
        language.request();
    }
    if settings.has_code() {
        WORK.request();
    }
    if settings.asks() {
        PRACTICE.request();
    }
    let mut analysis = Analysis::new(&settings);
    if analysis.awaits_python() {
        PYTHON.load().await;
        analysis = Analysis::new(&settings);
    }
    if settings.gradient && !settings.asks() && analysis.offers_gradient(&settings) {
        GRADIENT.load().await;
    }
    analysis.say(&mut settings);
    // A file that is loaded for a mistake would tell that there is one.
    if settings.has_code() || !settings.asks() && has_fixes(&analysis, &settings) {
        WORK.load().await;
    }
    if settings.cell.is_some() {
        HIGHLIGHTING.load().await;
    }
    if settings.asks() {
        PRACTICE.load().await;
    }
    if let Some(language) = language {
        language.load().await;
    }
}

/// Loads what a visit is likely to need, for later.
pub fn prefetch() {
    // The page shows the examples where there is room, so a failure is to be seen.
    WORK.request();
    HIGHLIGHTING.prefetch();
    PYTHON.prefetch();
}

/// Loads the chunk that makes pictures for export.
pub async fn prepare_export() {
    WORK.load().await;
}

/// The analysis of settings as a JavaScript object; `None` where a chunk could not be loaded.
pub async fn explained(settings: Settings) -> Option<JsValue> {
    WORK.request();
    if Analysis::new(&settings).awaits_python() {
        PYTHON.load().await?;
    }
    if let Some(language) = settings.locale.and_then(Locale::chunk) {
        language.load().await?;
    }
    Some((WORK.load().await?.explained)(&settings))
}
