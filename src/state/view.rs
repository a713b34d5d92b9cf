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
        }
    }
}
