// Recorded runs that come to the page as a file.

/** Shows a recorded run whose file is dropped on the page. */
export function takeDropped(page) {
    // While the file is dragged, it is not there yet.
    const take = (event) => {
        const [item] = event.dataTransfer.items;
        if (item?.type === "application/json") {
            event.preventDefault();
            item.getAsFile()?.text().then((text) => page.record(text));
        }
    };
    // Before the editor, which would insert the file's text, and leaves what another has taken.
    for (const type of ["dragover", "drop"]) {
        addEventListener(type, take, true);
    }
}
