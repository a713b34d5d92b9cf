// Accessibility: what axe-core finds wrong with a page as it stands.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** WCAG 2.0 to 2.2 at A and AA, and best practice; target-size is on only with the tag wcag22aa. */
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/**
 * Runs axe-core and gives a line for each fault: rule, place, reason. None found: an empty list.
 * Evaluated by the browser's debugger, not by a script tag, so that the page's own policy stays as strict as it is.
 */
export async function accessibilityFaults(page, { within = null, tags = TAGS } = {}) {
    await page.evaluate(source);
    return page.evaluate(
        async ([within, tags]) => {
            const { violations } = await globalThis.axe.run(within ?? document, {
                runOnly: { type: "tag", values: tags },
                resultTypes: ["violations"],
            });
            return violations.flatMap(({ id, help, nodes }) =>
                nodes.map(({ target, failureSummary }) => `${id} (${help}) at ${target.flat().join(" ")}: ${failureSummary}`),
            );
        },
        [within, tags],
    );
}
