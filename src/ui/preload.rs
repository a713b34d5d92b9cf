//! Which modules are loaded when.

use wasm_bindgen::JsValue;

use super::diagnostics::{FIXES, has_fixes};
use super::export::EXPORT;
use super::panels::PANELS;
use super::practice::PRACTICE;
use super::product::PRODUCT;
use super::program::PROGRAM_PANEL;
use super::text::browser_locale;
use crate::i18n::{GRADIENT, Locale};
use crate::reader::PYTHON;
use crate::state::{Analysis, Settings};

/// Loads the modules that the first picture of a query needs.
pub async fn prepare(query: &str) {
    let (mut settings, _) = Settings::from_query(query);
    let language = settings.locale.unwrap_or_else(browser_locale).module();
    // All are asked for before any is waited for.
    if let Some(language) = language {
        language.request();
    }
    if settings.has_code() {
        PANELS.request();
        PROGRAM_PANEL.request();
    }
    if settings.asks() {
        PRACTICE.request();
    }
    let mut analysis = Analysis::new(&settings);
    if analysis.awaits_python() {
        PYTHON.load().await;
        analysis = Analysis::new(&settings);
    }
    if settings.has_code() {
        if analysis.operation.as_ref().is_some_and(|operation| operation.matrices().is_some()) {
            PRODUCT.load().await;
        }
        // Its styles are those of the panels.
        PANELS.load().await;
        PROGRAM_PANEL.load().await;
    }
    if settings.gradient && !settings.asks() && analysis.offers_gradient(&settings) {
        GRADIENT.load().await;
    }
    analysis.say(&mut settings);
    if settings.asks() {
        // A file that is loaded for a mistake would tell that there is one.
        PRACTICE.load().await;
    } else if has_fixes(&analysis, &settings) {
        FIXES.load().await;
    }
    if let Some(language) = language {
        language.load().await;
    }
}

/// Loads all modules but the languages, for later.
pub fn prefetch() {
    // The page shows the examples where there is room, so a failure is to be seen.
    PANELS.request();
    FIXES.prefetch();
    PYTHON.prefetch();
    PROGRAM_PANEL.prefetch();
}

/// Loads the module that makes pictures for export.
pub async fn prepare_export() {
    EXPORT.load().await;
}

/// The analysis of settings as a JavaScript object; `None` where a module could not be loaded.
pub async fn explained(settings: Settings) -> Option<JsValue> {
    PANELS.request();
    FIXES.request();
    if Analysis::new(&settings).awaits_python() {
        PYTHON.load().await?;
    }
    if let Some(language) = settings.locale.and_then(Locale::module) {
        language.load().await?;
    }
    let program = if settings.has_code() { Some(PROGRAM_PANEL.load().await?.explained) } else { None };
    let fixes = FIXES.load().await?.explained;
    Some((PANELS.load().await?.explained)(&settings, fixes, program))
}
