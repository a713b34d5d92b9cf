// Decides, before anything is painted, whether the page may begin with the frame that the build has put into index.html: the
// page as it is without settings, in English. Where the link or the language asks for something else, the frame stays hidden
// and src/boot.js removes it.

import { DEFAULTS } from "./embed/schema.js";

const { documentElement: root } = document;
const asked = new URLSearchParams(location.search);
if (["light", "dark"].includes(asked.get("theme"))) {
    root.dataset.theme = asked.get("theme");
    asked.delete("theme");
}
const isDefault = ([name, value]) => name in DEFAULTS && String(DEFAULTS[name]) === value;
if (location.hash || !/^en\b/i.test(navigator.language) || ![...asked].every(isDefault)) {
    root.dataset.frame = "hidden";
}
