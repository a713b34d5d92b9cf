// Recorded runs that come to the page as a file.

/** Shows a recorded run whose file is dropped on the page. */
export function takeDropped(page) {
    for (const type of ["dragover", "drop"]) {
        // Before the editor, which would insert the file's text.
        addEventListener(
            type,
            (event) => {
                const [item] = event.dataTransfer.items;
                if (item?.type === "application/json") {
                    event.preventDefault();
                    event.stopPropagation();
                    // While it is dragged, the file is not there yet.
                    item.getAsFile()?.text().then((text) => page.record(text));
                }
            },
            true,
        );
    }
}
