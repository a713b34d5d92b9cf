//! The QR code of a link, for a worksheet. It is called through the chunk `panels`, which makes the link.

use qrcodegen::{Mask, QrCode, QrCodeEcc, QrSegment, Version};

/// The largest version: its 97 modules are still read from paper by a phone.
const LARGEST: u8 = 20;

/// The empty modules around a code, which readers need.
const QUIET: i32 = 4;

/// A QR code as the path of an SVG.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QrPath {
    /// The number of modules on each side, with the quiet zone.
    pub size: i32,
    /// The dark modules, in a view box of this size.
    pub path: String,
}

impl QrPath {
    /// The code of a text; `None` where the text is too long for a code that a phone reads from paper.
    ///
    /// ```
    /// use broadcast_visualizer::practice::QrPath;
    /// let code = QrPath::of("https://example.org/?practice=3.5f3.shapes.2.5").expect("a short link");
    /// assert_eq!(code.size, 29 + 2 * 4);
    /// assert_eq!(QrPath::of(&"a".repeat(900)), None);
    /// ```
    #[must_use]
    pub fn of(text: &str) -> Option<Self> {
        // Readers take any mask. To look for the best one is a large part of the library.
        let segments = [QrSegment::make_bytes(text.as_bytes())];
        let (most, mask) = (Version::new(LARGEST), Some(Mask::new(0)));
        let code = QrCode::encode_segments_advanced(&segments, QrCodeEcc::Low, Version::MIN, most, mask, false).ok()?;
        let mut path = String::new();
        for y in 0..code.size() {
            for x in (0..code.size()).filter(|&x| code.get_module(x, y)) {
                path.push_str(&format!("M{} {}h1v1h-1z", x + QUIET, y + QUIET));
            }
        }
        Some(Self { size: code.size() + 2 * QUIET, path })
    }
}
