// Decides, before anything is painted, what of the frame that the build has put into index.html the page begins with. Without settings, in
// English, that is the whole frame: the page as it is then. Where a link says something else of two fields, it is the fields with what the link
// says, and nothing that could be another picture; for other links it is the header. In another language its words are left out. A widget
// has neither: its frame stays hidden, and src/boot.js removes it.

import { DEFAULTS } from "./embed/schema.js";

/** What has other parts than two fields: a third operand, a program, questions. */
const OTHER_PARTS = ["c", "code", "operation", "predict", "practice", "steps", "steps-src"];

const { documentElement: root } = document;
const asked = new URLSearchParams(location.search);
if (["light", "dark"].includes(asked.get("theme"))) {
    root.dataset.theme = asked.get("theme");
    asked.delete("theme");
}
const isDefault = ([name, value]) => name in DEFAULTS && String(DEFAULTS[name]) === value;
const language = /^en\b/i.test(asked.get("locale") ?? navigator.language) ? "" : " other";
if (location.hash || language || ![...asked].every(isDefault)) {
    root.dataset.frame = "hidden";
    if (!asked.has("embed")) {
        const hasOthers = location.hash || asked.get("op") === "where" || OTHER_PARTS.some((name) => asked.has(name));
        // When the frame is there, and before the program is.
        document.addEventListener("readystatechange", () => {
            for (const name of ["a", "b"]) {
                document.querySelector(`#frame .${name} input`).value = asked.get(name) ?? DEFAULTS[name];
            }
            root.dataset.frame = (hasOthers ? "header" : "fields") + language;
        }, { once: true });
    }
}
