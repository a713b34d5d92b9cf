// Recorded runs: dropped on the page, chosen as a file, given to the element, sent to an iframe, and in the page that is one file.
import { readFileSync } from "node:fs";
import { accessibilityFaults } from "./support/axe.js";
import { LOADER, foreign, openCourse, ready } from "./support/course.js";
import { open, partsOf, programOf } from "./support/page.js";
import { expect, test } from "./support/test.js";

const TRAINING = readFileSync(new URL("../vectors/records/training.json", import.meta.url), "utf8");
const CLASH = "The size of tensor a (3) must match the size of tensor b (5) at non-singleton dimension 1";

/** Drops a file on the page. */
const drop = (page, text, type = "application/json") =>
    page.evaluate(
        ([text, type]) => {
            const dataTransfer = new DataTransfer();
            dataTransfer.items.add(new File([text], "run.json", { type }));
            document.querySelector("#app").dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
        },
        [text, type],
    );

const foot = (page) => page.locator(".program-foot").first();

test("a dropped record shows what the program did, its counts and its exception", { tag: "@each-form" }, async ({ page }) => {
    const parts = await open(page, "?a=4,1&b=3");
    await drop(page, TRAINING);
    await expect(foot(page)).toContainText("Recorded with PyTorch 2.15.0, NumPy 2.4.6, Python 3.11.7");
    await expect(programOf(page).message).toContainText(CLASH);
    await expect(parts.verdictText).toContainText("3 ≠ 5");
    await page.keyboard.press("F8");
    await expect(page.locator(".steps .line")).toHaveText("line 10");
    await expect(page.locator(".steps .count")).toHaveText("× 3");
    expect(await accessibilityFaults(page)).toEqual([]);
});

test("an edited text is read, which is said, and undo brings the record back", async ({ page }) => {
    await open(page, "?a=4,1&b=3");
    await drop(page, TRAINING);
    await expect(foot(page)).toContainText("Recorded with");
    await programOf(page).content.focus();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("# more");
    await expect(foot(page)).toContainText("This text is not that of the recorded run.");
    await page.keyboard.press("Control+z");
    await expect(foot(page)).toContainText("Recorded with");
});

test("a file can be chosen in the empty editor, and what is no record is said with its place", async ({ page }) => {
    await open(page, "?a=4,1&b=3");
    await programOf(page).openCode.click();
    await programOf(page).content.focus();
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Delete");
    const input = page.locator(".open-record input");
    const choose = (text) => input.setInputFiles({ name: "run.json", mimeType: "application/json", buffer: Buffer.from(text) });
    await choose(TRAINING.replace('"line":10,', '"line":1000,'));
    await expect(page.getByRole("alert")).toContainText("names[3].line");
    await choose("<b>no</b>");
    await expect(page.getByRole("alert")).toContainText("This is no recorded run.");
    await choose(TRAINING);
    await expect(foot(page)).toContainText("Recorded with");
    await expect(page.getByRole("alert")).toHaveCount(0);
});

test("texts of a record are only ever text", async ({ page }) => {
    await open(page, "?a=4,1&b=3");
    const hostile = "<img src=x onerror=alert(1)>";
    await drop(page, TRAINING.replaceAll('"text":"pred"', `"text":${JSON.stringify(hostile)}`).replace(CLASH, hostile));
    await expect(foot(page)).toContainText("Recorded with");
    await expect(programOf(page).message).toContainText(hostile);
    // The editor has images without a source of its own.
    await expect(page.locator("img[src]")).toHaveCount(0);
});

test("an element takes a record as a property, and an iframe as a message", async ({ page, baseURL, allowedErrors }) => {
    await openCourse(page, `${LOADER}<broadcast-visualizer></broadcast-visualizer>`);
    await page.locator("broadcast-visualizer").evaluate((element, record) => (element.record = JSON.parse(record)), TRAINING);
    await ready(page);
    const parts = partsOf(page.locator("broadcast-visualizer"));
    await expect(parts.libraryMessage).toContainText(CLASH);
    allowedErrors.push(/request to another origin: http:\/\/localhost:/);
    await openCourse(page, `<iframe title="Broadcasting" width="700" height="500" src="${foreign(baseURL)}?embed=1"></iframe>`);
    const frame = partsOf(page.frameLocator("iframe"));
    await expect(frame.verdictText).toContainText("broadcast");
    const message = { type: "broadcast-visualizer", version: 1, action: "record", record: TRAINING };
    await page.evaluate((message) => document.querySelector("iframe").contentWindow.postMessage(message, "*"), message);
    await expect(frame.libraryMessage).toContainText(CLASH);
});

test("the page in one file shows the record that stands in it", async ({ page }) => {
    const html = readFileSync(new URL("../../dist/broadcast-visualizer.html", import.meta.url), "utf8");
    // As python/src/broadcast_visualizer/page.py writes it.
    const data = `<script type="application/json" id="broadcast-visualizer-record">${TRAINING.replaceAll("<", "\\u003c")}</script>\n`;
    const [before, after] = html.split('<script type="module">');
    await page.route("**/recorded.html", (route) => route.fulfill({ contentType: "text/html", body: `${before}${data}<script type="module">${after}` }));
    await page.goto("recorded.html");
    await expect(foot(page)).toContainText("Recorded with PyTorch 2.15.0");
    await expect(programOf(page).message).toContainText(CLASH);
});

const FAILING = JSON.parse(readFileSync(new URL("../vectors/records/failing.json", import.meta.url), "utf8"));

test("a failing operation that has no picture shows the shapes that met, and which sizes do not fit", { tag: "@each-form" }, async ({ page }) => {
    await open(page, "?a=4,1&b=3");
    for (const [file, summary, rows, words] of [
        ["linear.py", "model(x (32, 1, 32, 32))", ["x 32 1 32 32", "mat1 32 [1024]", "mat2 [784] 128"], "The marked sizes must be equal."],
        ["cat.py", "cat(left (3, 4), right (3, 5))", ["left 3 [4]", "right 3 [5]"], "All sizes must be equal. Only those of axis 0 may differ."],
        ["reshape.py", "reshape(a (4, 6))", ["a 4 6 24 elements", "→ 5 5 25 elements"], "Both shapes must have the same number of elements."],
        ["assign.py", "grid[1] (6,) = row (5,)", ["grid[1] 6", "row [5]"], "What is written must broadcast to the shape of its place."],
    ]) {
        const record = FAILING.find((record) => record.file === file);
        await drop(page, JSON.stringify(record));
        await expect(page.locator(".summary")).toHaveText(summary);
        const shown = page.locator(".compared tr").evaluateAll((rows) =>
            rows.map((row) =>
                [...row.children]
                    .map((cell) => (cell.className === "clash" ? `[${cell.textContent}]` : cell.textContent))
                    .filter((text) => text)
                    .join(" "),
            ),
        );
        expect(await shown, file).toEqual(rows);
        await expect(page.locator(".caption"), file).toContainText(words);
        await expect(page.locator("canvas"), "nothing that the program has not done is drawn").toHaveCount(0);
        await expect(partsOf(page).verdictText).toContainText(record.error.message);
    }
    expect(await accessibilityFaults(page)).toEqual([]);
});

const FILES = readFileSync(new URL("../vectors/records/files.json", import.meta.url), "utf8");

test("the files of a program are there to choose, first the one that failed", { tag: "@each-form" }, async ({ page }) => {
    await open(page, "?a=4,1&b=3");
    await drop(page, FILES);
    const { content, message } = programOf(page);
    const files = page.getByRole("group", { name: "Files" });
    await expect(files.getByRole("button")).toHaveText(["model.py", "train.py", "pkg/extra.py"]);
    await expect(files.getByRole("button", { pressed: true })).toHaveText("model.py");
    await expect(message).toContainText("shapes (8,3) (4,)");
    await files.getByRole("button", { name: "train.py" }).click();
    await expect(files.getByRole("button", { pressed: true })).toHaveText("train.py");
    await expect(content).toContainText("net = Net(5)");
    await expect(foot(page)).toContainText("Recorded with NumPy");
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.goBack();
    await expect(files.getByRole("button", { pressed: true })).toHaveText("model.py");
});
