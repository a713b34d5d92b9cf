// Recorded runs that come to the page: one that stands in it, and files that are dropped on it.

const TYPE = "application/json";

/** Shows the recorded run that is in the page, and one whose file is dropped on it. */
export function showRecords(page) {
    const recorded = document.querySelector("#broadcast-visualizer-record");
    recorded && page.record(recorded.textContent);
    for (const type of ["dragover", "drop"]) {
        // Before the editor, which would insert the file's text.
        addEventListener(
            type,
            (event) => {
                const dropped = [...event.dataTransfer.items].find(({ type }) => type === TYPE);
                if (dropped) {
                    event.preventDefault();
                    event.stopPropagation();
                    // While it is dragged, the file is not there yet.
                    dropped.getAsFile()?.text().then((text) => page.record(text));
                }
            },
            true,
        );
    }
}
