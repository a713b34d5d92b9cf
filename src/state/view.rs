//! What of the page is open. Links do not contain it, and it changes nothing that is shown of an operation but whether that tells its result.

/// A panel of the drawer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Tab {
    /// Strides and memory.
    #[default]
    Memory,
    /// The Python programs.
    Code,
    /// The elements as a table.
    Table,
    /// What can be saved and copied.
    Export,
}

impl Tab {
    /// All panels, in their order.
    pub const ALL: [Self; 4] = [Self::Memory, Self::Code, Self::Table, Self::Export];
}

/// A dialog.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialog {
    /// The list of keys.
    Help,
    /// The texts and links to share.
    Share,
}

/// What of the page is open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct View {
    /// Whether the drawer is open.
    pub drawer: bool,
    /// The panel that the drawer has, or had last.
    pub tab: Tab,
    /// Whether the inputs of a widget are open.
    pub inputs: bool,
    /// Whether a phone shows the picture of a program, and not the editor.
    pub picture: bool,
    /// Whether the full screen is blank, as a presenter asks for.
    pub blank: bool,
    /// The dialog that is open.
    pub dialog: Option<Dialog>,
    /// Whether the menu of practice was opened.
    pub practice: bool,
    /// How often the editor of programs was asked for: each time it gets the focus.
    pub editor_asked: u32,
    /// Whether the editor is to be opened as soon as its chunk is loaded.
    pub editor_awaited: bool,
}

/// A change of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ViewAction {
    /// Open the drawer, or close it.
    ToggleDrawer,
    /// Show a panel in the drawer.
    ShowTab(Tab),
    /// Open the inputs of a widget, or close them.
    ToggleInputs,
    /// On a phone, show the picture of a program in place of the editor (`true`), or the editor.
    ShowPicture(bool),
    /// Make the full screen blank, or show it again. Elsewhere nothing is blank.
    ToggleBlank,
    /// Open a dialog.
    OpenDialog(Dialog),
    /// Close the dialog.
    CloseDialog,
    /// The menu of practice was opened.
    OpenPractice,
    /// Open the editor as soon as its chunk is loaded.
    AwaitEditor,
    /// Give the focus to the editor, which is loaded: on a phone in place of the picture.
    AskEditor,
}

impl View {
    /// The view after an action. `presenting`: the visualizer fills the screen.
    #[must_use]
    pub const fn after(self, action: ViewAction, presenting: bool) -> Self {
        match action {
            ViewAction::ToggleDrawer => Self { drawer: !self.drawer, ..self },
            ViewAction::ShowTab(tab) => Self { tab, ..self },
            ViewAction::ToggleInputs => Self { inputs: !self.inputs, ..self },
            ViewAction::ShowPicture(picture) => Self { picture, ..self },
            ViewAction::ToggleBlank => Self { blank: !self.blank && presenting, ..self },
            ViewAction::OpenDialog(dialog) => Self { dialog: Some(dialog), ..self },
            ViewAction::CloseDialog => Self { dialog: None, ..self },
            ViewAction::OpenPractice => Self { practice: true, ..self },
            ViewAction::AwaitEditor => Self { editor_awaited: true, ..self },
            ViewAction::AskEditor => {
                Self { editor_asked: self.editor_asked + 1, editor_awaited: false, picture: false, ..self }
            }
        }
    }
}
