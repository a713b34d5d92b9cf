// Links: what the address holds is what the page shows, and nothing in it can break the page.
import { address, link, open, paintedColours, paintedPixels, partsOf, picture, watchHistory, visit } from "./support/page.js";
import { expect, test } from "./support/test.js";

const HUGE = "9223372036854775807";
const ones = (count) => Array(count).fill("1").join(",");
const twos = Array(62).fill("2").join(",");

/** Query, verdict, and the library's message where it raises an exception. */
const SHOWN = [
    ["?a=5,3,4,1&b=3,1,1", "The shapes broadcast to (5, 3, 4, 1)"],
    [
        "?a=5,2,4,1&b=3,1,1",
        "The shapes do not broadcast",
        "RuntimeError: The size of tensor a (2) must match the size of tensor b (3) at non-singleton dimension 1",
    ],
    [
        "?a=5,2,4,1&b=3,1,1&library=numpy",
        "The shapes do not broadcast",
        "ValueError: operands could not be broadcast together with shapes (5,2,4,1) (3,1,1)",
    ],
    ["?a=4,32,14,14&b=32,1,1", "The shapes broadcast to (4, 32, 14, 14)"],
    ["?a=()&b=2,3", "The shapes broadcast to (2, 3)"],
    ["?a=()&b=()", "The shapes broadcast to ()"],
    ["?a=0&b=1", "The shapes broadcast to (0,)"],
    [
        "?a=0&b=2,2",
        "The shapes do not broadcast",
        "RuntimeError: The size of tensor a (0) must match the size of tensor b (2) at non-singleton dimension 1",
    ],
    ["?a=0,0,0&b=1", "The shapes broadcast to (0, 0, 0)"],
    [
        `?a=${HUGE},3&b=3`,
        `The shapes broadcast to (${HUGE}, 3), but PyTorch cannot make a tensor of this size:`,
        "RuntimeError: numel: integer multiplication overflow",
    ],
    [
        `?a=${HUGE},3&b=3&library=numpy`,
        `The shapes broadcast to (${HUGE}, 3), but NumPy cannot make a tensor of this size:`,
        "ValueError: iterator is too large",
    ],
    [`?a=${ones(62)},2,3&b=3`, `The shapes broadcast to (${ones(62).replaceAll(",", ", ")}, 2, 3)`],
    [`?a=3&b=${ones(62)},2,3`, `The shapes broadcast to (${ones(62).replaceAll(",", ", ")}, 2, 3)`],
    [`?a=${Array(64).fill("0").join(",")}&b=1`, `The shapes broadcast to (${Array(64).fill("0").join(", ")})`],
    [
        `?a=${twos}&b=2`,
        `The shapes broadcast to (${twos.replaceAll(",", ", ")}), but PyTorch cannot make a tensor of this size:`,
        `RuntimeError: Storage size calculation overflowed with sizes=[${twos.replaceAll(",", ", ")}]`,
    ],
];

for (const [query, said, quoted] of SHOWN) {
    const name = query.length > 60 ? `${query.slice(0, 57)}…` : query;
    test(`the link ${name} shows its verdict and its diagram`, async ({ page }) => {
        const parts = await open(page, query);
        await expect(parts.verdictText).toContainText(said);
        if (quoted) {
            await expect(parts.libraryMessage).toHaveText(quoted);
        } else {
            await expect(parts.libraryMessage).toHaveCount(0);
        }
        expect(await paintedPixels(parts.canvas), "not blank").toBeGreaterThan(300);
        expect(await paintedColours(parts.canvas), "not one block of one colour").toBeGreaterThan(2);
        await expect(parts.linkNotes).toHaveCount(0);
        await expect(parts.broken).toHaveCount(0);
    });
}

test("every chapter of the largest links is painted, none of them slowly", async ({ page }) => {
    for (const query of [`?a=${ones(62)},2,3&b=3`, `?a=${twos}&b=2`, `?a=${HUGE},1&b=1,${HUGE}`, "?a=4,32,14,14&b=32,1,1"]) {
        const parts = await open(page, query);
        const slowest = await parts.scrubber.evaluate((scrubber) => {
            let slowest = 0;
            for (let position = 0; position <= Number(scrubber.max); position += 50) {
                const before = performance.now();
                scrubber.value = String(position);
                scrubber.dispatchEvent(new InputEvent("input", { bubbles: true }));
                slowest = Math.max(slowest, performance.now() - before);
            }
            return slowest;
        });
        expect.soft(slowest, `milliseconds of the slowest still of ${query.slice(0, 40)}`).toBeLessThan(500);
        expect.soft(await paintedPixels(parts.canvas)).toBeGreaterThan(300);
    }
});

test("NumPy's words come when NumPy is chosen, and stay in the address", async ({ page }) => {
    const parts = await open(page, "?a=5,2,4,1&b=3,1,1");
    await parts.setLibrary("NumPy");
    await expect(parts.libraryMessage).toHaveText("ValueError: operands could not be broadcast together with shapes (5,2,4,1) (3,1,1)");
    await expect.poll(() => address(page).library).toBe("numpy");
    await page.reload();
    await expect(parts.library("NumPy")).toBeChecked();
    await expect(parts.libraryMessage).toContainText("ValueError: operands could not be broadcast");
    await parts.setLibrary("PyTorch");
    await expect(parts.libraryMessage).toContainText("RuntimeError: The size of tensor a (2)");
    await expect.poll(() => address(page).library).toBeUndefined();
});

test("a link without a query shows an example that broadcasts", async ({ page }) => {
    const parts = await visit(page, "");
    await expect(parts.verdictText).toContainText("The shapes broadcast to (4, 3)");
});

test.describe("settings", () => {
    test("chapter shows that chapter and stays there", async ({ page }) => {
        const parts = await open(page, "?a=4,1&b=3&chapter=3");
        await expect(parts.live).toHaveText(/^Chapter 3 of 6: Insert axis 0 in b/);
        await expect(parts.scrubber).toHaveValue("200");
        await expect(parts.play).toHaveAccessibleName("Play");
        await expect.poll(() => address(page).chapter).toBe("3");
    });

    test("chapter 1 shows the operands as given, and last the end", async ({ page }) => {
        const parts = await open(page, "?a=4,1&b=3&chapter=1");
        await expect(parts.live).toHaveText(/^Chapter 1 of 6: The operands as given/);
        await page.goto("?a=4,1&b=3&chapter=last");
        await expect(parts.live).toHaveText(/^Chapter 6 of 6: Combine the elements/);
        await expect(parts.play).toHaveAccessibleName("Play from the start");
    });

    test("a chapter beyond the end shows the end", async ({ page }) => {
        const parts = await open(page, "?a=4,1&b=3&chapter=100");
        await expect(parts.live).toHaveText(/^Chapter 6 of 6: Combine the elements/);
        await parts.back.click();
        await expect(parts.live).toHaveText(/^Chapter 5 of 6: /);
    });

    test("without a theme the system's is followed, also when it changes", async ({ page }) => {
        await page.emulateMedia({ colorScheme: "dark" });
        const parts = await open(page, "?a=4,1&b=3");
        const colours = async () => [
            await page.evaluate(() => getComputedStyle(document.body).backgroundColor),
            await picture(parts.canvas),
        ];
        const [darkPaper, darkPicture] = await colours();
        await page.emulateMedia({ colorScheme: "light" });
        await expect.poll(async () => (await colours())[0]).not.toBe(darkPaper);
        await expect.poll(async () => (await colours())[1]).not.toBe(darkPicture);
    });

    test("locale sets the language, and is chosen in the page", async ({ page }) => {
        const parts = await open(page, "?a=4,1&b=3&locale=zh-CN");
        await expect(page.locator("html")).toHaveAttribute("lang", "zh-CN");
        await expect(parts.verdictText).toContainText("可以广播，结果形状为 (4, 3)");
        await expect(page).toHaveTitle("广播机制可视化");
        await parts.chooseLanguage({ label: "English" });
        await expect(page.locator("html")).toHaveAttribute("lang", "en");
        await expect(parts.verdictText).toContainText("The shapes broadcast to (4, 3)");
        await expect(page).toHaveTitle("Broadcasting visualizer");
        await expect.poll(() => address(page).locale).toBe("en");
    });

    test("inplace asks for the operation in place", async ({ page }) => {
        const parts = await open(page, "?a=1,3,1&b=3,1,7&inplace=1");
        await expect(parts.inPlace).toBeChecked();
        await expect(parts.verdictText).toContainText("The result would be (3, 3, 7), but an in-place operation cannot change the shape of a:");
        await expect(parts.libraryMessage).toHaveText(
            "RuntimeError: output with shape [1, 3, 1] doesn't match the broadcast shape [3, 3, 7]",
        );
        await parts.setInPlace(false);
        await expect(parts.verdictText).toContainText("The shapes broadcast to (3, 3, 7)");
        await expect.poll(() => address(page).inplace).toBeUndefined();
    });

    for (const [name, sign, equation] of [
        ["add", "+", "out[0,0] = a[0,0] + b[0] = 6 + 4 = 10"],
        ["sub", "−", "out[0,0] = a[0,0] − b[0] = 6 − 4 = 2"],
        ["mul", "×", "out[0,0] = a[0,0] × b[0] = 6 × 4 = 24"],
        ["div", "÷", "out[0,0] = a[0,0] ÷ b[0] = 6 ÷ 4 = 1.5000"],
        ["maximum", "max", "out[0,0] = max(a[0,0], b[0]) = max(6, 4) = 6"],
    ]) {
        test(`op=${name} combines the elements by ${sign}`, async ({ page }) => {
            const parts = await open(page, link("[[6],[8]]", "tensor([4,2])", { op: name }));
            await expect(parts.operator.locator("option:checked")).toHaveText(sign);
            await parts.viewport.focus();
            await page.keyboard.press("Enter");
            await expect(parts.equation).toHaveText(equation);
        });
    }

    test("unknown names are ignored without a note", async ({ page }) => {
        const parts = await open(page, "?a=4,1&b=3&utm_source=course&x=%3Cscript%3E#part");
        await expect(parts.verdictText).toContainText("The shapes broadcast to (4, 3)");
        await expect(parts.linkNotes).toHaveCount(0);
    });

    test("every bad value is noted, its default stands, and the notes can be dismissed", async ({ page }) => {
        const bad = { op: "dance", library: "julia", inplace: "maybe", chapter: "-1", theme: "neon", locale: "xx", embed: "perhaps" };
        const parts = await open(page, link("4,1", "3", bad));
        await expect(parts.linkNotes.getByRole("listitem")).toHaveText(
            Object.keys(bad).map((name) => `The value of “${name}” in the link cannot be used. The default is used instead.`),
        );
        await expect(parts.verdictText).toContainText("The shapes broadcast to (4, 3)");
        await expect(parts.library("PyTorch")).toBeChecked();
        await expect(parts.inPlace).not.toBeChecked();
        await expect(page.locator("html")).toHaveAttribute("lang", "en");
        await parts.linkNotes.getByRole("button", { name: "Dismiss" }).click();
        await expect(parts.linkNotes).toHaveCount(0);
        await expect(parts.verdictText).toContainText("The shapes broadcast to (4, 3)");
    });

    for (const chapter of ["0", "1.5", "18446744073709551616", "1e3", "NaN", "２", ""]) {
        test(`chapter=${chapter} is noted, never an exception`, async ({ page }) => {
            const parts = await open(page, link("4,1", "3", { chapter }));
            await expect(parts.linkNotes).toContainText("“chapter”");
            await expect(parts.play, "as without a chapter").toHaveAccessibleName("Pause");
        });
    }

    test("chapter=18446744073709551615 and percent signs that mean nothing are no exceptions", async ({ page }) => {
        for (const query of ["?a=4,1&b=3&chapter=18446744073709551615", "?a=%&b=%ff%fe&%=%", "?&&==&a", "?a=%00&b=%F0%9F%98%80"]) {
            await page.goto(query);
            const parts = partsOf(page);
            await expect(parts.verdictText).not.toBeEmpty();
            await expect(parts.a).toBeVisible();
            await expect(parts.broken).toHaveCount(0);
        }
    });

    test("a text from the link is only ever text", async ({ page }) => {
        const evil = '<img src=x onerror="globalThis.caught=1"><style>*{display:none}</style>';
        await page.goto(link(evil, "3"));
        const parts = partsOf(page);
        await expect(parts.a).toHaveValue(evil);
        await expect(parts.errorOf("a")).toBeVisible();
        expect(await page.evaluate(() => globalThis.caught)).toBeUndefined();
        await expect(page.locator("main img")).toHaveCount(0);
    });

    test("embed leaves the inputs, the diagram and the transport", async ({ page }) => {
        const parts = await open(page, "?a=5,3,4,1&b=3,1,1&embed=1");
        await expect(parts.a).toBeVisible();
        await expect(parts.b).toBeVisible();
        await expect(parts.viewport).toBeVisible();
        await expect(parts.play).toBeVisible();
        await expect(parts.examples).toHaveCount(0);
        await expect(page.getByRole("banner")).toHaveCount(0);
        await expect(parts.table).toHaveCount(0);
        await expect(parts.code).toHaveCount(0);
        await parts.a.fill("5,3,2,1");
        await expect(parts.verdictText).toContainText("The shapes broadcast to (5, 3, 2, 1)");
        await expect.poll(() => address(page)).toEqual({ a: "5,3,2,1", b: "3,1,1", chapter: "last", embed: "1" });
    });
});

test.describe("history", () => {
    test("editing replaces the entry, and the operands stay as they are typed", async ({ page }) => {
        const calls = await watchHistory(page);
        const parts = await open(page, "?a=4,1&b=3");
        const before = await page.evaluate(() => history.length);
        for (const text of ["（4， 1）", "torch.Size([4, 1])", " 4  1 ", "4×1", "[[0],[10], [20]]", "50% + #&=?", "é漢字😀"]) {
            await parts.a.fill(text);
            await expect.poll(() => address(page).a).toBe(text);
            await expect(parts.a).toHaveValue(text);
        }
        await parts.swapOperands();
        await expect.poll(() => address(page).b).toBe("é漢字😀");
        expect(await page.evaluate(() => history.length)).toBe(before);
        expect((await calls()).pushState).toBe(0);
        await page.reload();
        await expect(parts.b).toHaveValue("é漢字😀");
    });

    test("the address of a visit stays as it was typed until something is changed", async ({ page }) => {
        const parts = await visit(page, "?b=3&a=(4,%201)&locale=zh");
        expect(new URL(page.url()).search).toBe("?b=3&a=(4,%201)&locale=zh");
        await parts.b.fill("5");
        await expect.poll(() => address(page)).toEqual({ a: "(4, 1)", b: "5", chapter: "last", locale: "zh-CN" });
    });

    test("back and forward lead through the examples and what was typed before them", async ({ page }) => {
        const parts = await open(page, "?a=7,1&b=2");
        await parts.a.fill("6,1");
        await parts.openExample("A clash in the middle");
        await expect(parts.verdictText).toContainText("The shapes do not broadcast");
        await parts.openExample("In place, a cannot grow");
        await expect(parts.inPlace).toBeChecked();

        await page.goBack();
        await expect(parts.a).toHaveValue("5,2,4,1");
        await expect(parts.inPlace).not.toBeChecked();
        await expect(parts.verdictText).toContainText("The shapes do not broadcast");
        await page.goBack();
        await expect(parts.a).toHaveValue("6,1");
        await expect(parts.verdictText).toContainText("The shapes broadcast to (6, 2)");
        await page.goForward();
        await expect(parts.a).toHaveValue("5,2,4,1");
        await page.goForward();
        await expect(parts.a).toHaveValue("1,3,1");
        await expect(parts.inPlace).toBeChecked();
        await expect(parts.verdictText).toContainText("The result would be (3, 3, 7)");
    });

    test("going back neither writes nor plays", async ({ page }) => {
        const calls = await watchHistory(page);
        const parts = await open(page, "?a=7,1&b=2&chapter=2");
        await parts.openExample("One row shared by all rows");
        await expect(parts.a).toHaveValue("2,4,3");
        await page.goBack();
        await expect(parts.a).toHaveValue("7,1");
        await expect(parts.play).toHaveAccessibleName("Play");
        await expect(parts.live).toHaveText(/^Chapter 2 of 6: /);
        await expect.poll(() => new URL(page.url()).search).toBe("?a=7,1&b=2&chapter=2");
        expect((await calls()).pushState).toBe(1);
    });

    test("the shown chapter is in the address, and a reload shows it again", async ({ page }) => {
        const parts = await open(page, "?a=4,1&b=3");
        await parts.back.click();
        await parts.back.click();
        await expect.poll(() => address(page).chapter).toBe("4");
        await page.reload();
        await expect(parts.live).toHaveText(/^Chapter 4 of 6: /);
    });
});

test("theme sets the colours of page and canvas, and is chosen in the page", async ({ page }) => {
    const look = async () => [
        await page.evaluate(() => getComputedStyle(document.body).backgroundColor),
        await picture(page.locator(".viewport canvas")),
    ];
    // What the themes look like is known from the system's own, which need no attribute.
    await page.emulateMedia({ colorScheme: "dark" });
    await open(page, "?a=4,1&b=3");
    const dark = await look();
    await page.emulateMedia({ colorScheme: "light" });
    const parts = await open(page, "?a=4,1&b=3");
    const light = await look();
    expect(dark[0]).not.toBe(light[0]);
    expect(dark[1]).not.toBe(light[1]);

    await open(page, "?a=4,1&b=3&theme=dark");
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    await expect.poll(look, "opened dark").toEqual(dark);
    await parts.chooseTheme({ label: "Light" });
    await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
    await expect.poll(() => address(page).theme).toBe("light");
    await expect.poll(look, "chosen light").toEqual(light);
    await parts.chooseTheme({ label: "Dark" });
    await expect.poll(look, "chosen dark").toEqual(dark);
});

test.describe("a link without a chapter", () => {
    test("plays the story once, and leaves the address as it is until the reader does something", async ({ page }) => {
        await page.clock.install();
        const parts = await visit(page, "?a=4,1&b=3");
        await page.clock.pauseAt(Date.now() + 60_000);
        await expect(parts.play).toHaveAccessibleName("Pause");
        await expect(parts.live).toHaveText(/^Chapter \d of 6: .+\. .+/);
        await page.clock.runFor(60_000);
        await expect(parts.play).toHaveAccessibleName("Play from the start");
        await expect(parts.live).toHaveText(/^Chapter 6 of 6: /);
        await expect.poll(() => new URL(page.url()).search).toBe("?a=4,1&b=3");
        await page.keyboard.press("ArrowLeft");
        await expect.poll(() => address(page)).toEqual({ a: "4,1", b: "3", chapter: "5" });
    });

    test("stops where the reader pauses, and the address then names the chapter", async ({ page }) => {
        const parts = await visit(page, "?a=4,1&b=3");
        await parts.play.click();
        await expect(parts.play).toHaveAccessibleName("Play");
        await expect.poll(() => address(page).chapter).toMatch(/^[1-6]$/);
    });

    test("does not play where motion is not wanted", async ({ page }) => {
        await page.emulateMedia({ reducedMotion: "reduce" });
        const parts = await visit(page, "?a=4,1&b=3");
        await expect(parts.play).toHaveAccessibleName("Play");
        await expect(parts.live).toHaveText(/^Chapter 1 of 6: /);
    });

    test("embedded, it waits in the first chapter with a large play button", async ({ page }) => {
        const parts = await visit(page, "?a=4,1&b=3&embed=1");
        await expect(parts.scrubber).toHaveAttribute("aria-valuetext", /^Chapter 1 of 6: /);
        await expect(parts.play).toHaveAccessibleName("Play");
        await expect(parts.playOver).toBeInViewport({ ratio: 1 });
        await parts.playOver.click();
        await expect(parts.play).toHaveAccessibleName("Pause");
        await expect(parts.playOver).toHaveCount(0);
        await expect(parts.viewport).toBeFocused();
        await expect(parts.scrubber).toHaveAttribute("aria-valuetext", /^Chapter 2 of 6: /);
        await visit(page, "?a=4,1&b=3&embed=1&chapter=last");
        await expect(parts.playOver).toHaveCount(0);
        await visit(page, "?a=4,1&b=3&embed=1&autoplay=1");
        await expect(parts.play).toHaveAccessibleName("Pause");
    });
});
