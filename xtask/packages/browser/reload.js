// In each page of `cargo xtask dev`: loads the page again when there is a new build, and shows why there is none. Not a part of the site.

const STYLES = `
    pre { position: fixed; inset: 0; z-index: 2147483647; box-sizing: border-box; margin: 0; padding: 1.5rem; overflow: auto;
        background: Canvas; color: CanvasText; font: 0.875rem/1.5 ui-monospace, monospace; white-space: pre-wrap; }
`;

/** Shows a text over the page. Its shadow root keeps the styles of both apart. */
function show(text) {
    const host = document.createElement("div");
    host.id = "dev-errors";
    const shadow = host.attachShadow({ mode: "open" });
    const styles = new CSSStyleSheet();
    styles.replaceSync(STYLES);
    shadow.adoptedStyleSheets = [styles];
    shadow.append(Object.assign(document.createElement("pre"), { textContent: text, tabIndex: 0 }));
    hide();
    document.body.append(host);
}

const hide = () => document.querySelector("#dev-errors")?.remove();

/** The build that this page is of, as soon as it is known. */
let shown;

new EventSource("./dev-events").onmessage = ({ data }) => {
    const { name, text, builds } = JSON.parse(data);
    const isEmpty = document.title === "Building";
    if (name === "failed") {
        show(text);
    } else if (name === "built" && (isEmpty || (shown !== undefined && shown !== builds) || document.querySelector("#dev-errors"))) {
        location.reload();
    } else if (name === "building" && isEmpty) {
        show("Building…");
    }
    shown ??= name === "built" ? builds : undefined;
};
