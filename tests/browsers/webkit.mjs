// WebKit over plain WebDriver requests: WebKitWebDriver controls the small browser that Debian ships for tests. It draws into
// a screen that only exists in memory (Xvfb).
import { spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:net";

/** The codes that WebDriver has for keys that are no characters. */
const KEYS = {
    Tab: "\uE004", Enter: "\uE007", Shift: "\uE008", Control: "\uE009", Alt: "\uE00A", Escape: "\uE00C",
    PageUp: "\uE00E", PageDown: "\uE00F", End: "\uE010", Home: "\uE011",
    ArrowLeft: "\uE012", ArrowUp: "\uE013", ArrowRight: "\uE014", ArrowDown: "\uE015",
    Backspace: "\uE003", Delete: "\uE017", Space: " ", F8: "\uE038",
};

/** A port that is free now. */
function freePort() {
    return new Promise((found, failed) => {
        const server = createServer();
        server.on("error", failed);
        server.listen(0, "127.0.0.1", () => {
            const { port } = server.address();
            server.close(() => found(port));
        });
    });
}

/** Starts an X server without a screen, and gives its number and the process. Xvfb writes the number when it is ready. */
function startScreen() {
    const screen = spawn("Xvfb", ["-displayfd", "1", "-screen", "0", "2000x1300x24", "-nolisten", "tcp"], {
        stdio: ["ignore", "pipe", "ignore"],
    });
    return new Promise((ready, failed) => {
        screen.on("error", failed);
        screen.stdout.once("data", (number) => ready({ screen, display: `:${String(number).trim()}` }));
    });
}

/** Starts WebKit and gives its one page; see run.mjs for what a page can do. */
export async function openWebKit(driverProgram, program) {
    const { screen, display } = await startScreen();
    const port = await freePort();
    const driver = spawn(driverProgram, [`--port=${port}`], {
        env: { ...process.env, DISPLAY: display, GDK_BACKEND: "x11", LIBGL_ALWAYS_SOFTWARE: "1" },
        stdio: "ignore",
    });

    const request = async (method, path, body) => {
        const response = await fetch(`http://127.0.0.1:${port}${path}`, {
            method,
            body: body === undefined ? undefined : JSON.stringify(body),
            headers: { "content-type": "application/json" },
            signal: AbortSignal.timeout(120_000),
        });
        const { value } = await response.json();
        if (!response.ok) {
            throw new Error(`${method} ${path}: ${value.error}: ${value.message}`);
        }
        return value;
    };
    // The driver listens a moment after it was started.
    for (let tries = 200; ; tries -= 1) {
        try {
            await request("GET", "/status");
            break;
        } catch (error) {
            if (tries === 0) {
                throw error;
            }
            await new Promise((later) => setTimeout(later, 50));
        }
    }
    const { sessionId } = await request("POST", "/session", {
        capabilities: {
            alwaysMatch: { "webkitgtk:browserOptions": { binary: program, args: ["--automation"] }, acceptInsecureCerts: false },
        },
    });
    const command = (method, path, body) => request(method, `/session/${sessionId}${path}`, body);
    await command("POST", "/timeouts", { script: 60_000, pageLoad: 60_000 });

    const act = (actions) => command("POST", "/actions", { actions });
    const pointer = (...actions) => act([{ type: "pointer", id: "mouse", parameters: { pointerType: "mouse" }, actions }]);
    const evaluate = async (source, values) => {
        const script = `const done = arguments[arguments.length - 1];
            Promise.resolve((${source})(...${JSON.stringify(values)})).then((value) => done({ value }), (error) => done({ error: String(error) }));`;
        const { value, error } = await command("POST", "/execute/async", { script, args: [] });
        if (error) {
            throw new Error(error);
        }
        return value;
    };
    return {
        goto: (url) => command("POST", "/url", { url }),
        resize: async (width, height) => {
            // The window has a frame of its own, so the difference is measured; it gets its size a moment after it was set.
            let [outerWidth, outerHeight] = [width, height];
            for (let tries = 100; tries > 0; tries -= 1) {
                await command("POST", "/window/rect", { width: outerWidth, height: outerHeight });
                await evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null))))", []);
                const [innerWidth, innerHeight, ...outer] = await evaluate("() => [innerWidth, innerHeight, outerWidth, outerHeight]", []);
                if (innerWidth === width && innerHeight === height) {
                    return;
                }
                [outerWidth, outerHeight] = [width + outer[0] - innerWidth, height + outer[1] - innerHeight];
            }
            throw new Error(`the viewport did not become ${width}×${height}`);
        },
        evaluate,
        moveTo: (x, y) => pointer({ type: "pointerMove", x: Math.round(x), y: Math.round(y) }),
        clickAt: (x, y) =>
            pointer(
                { type: "pointerMove", x: Math.round(x), y: Math.round(y) },
                { type: "pointerDown", button: 0 },
                { type: "pointerUp", button: 0 },
            ),
        press: (keys) => {
            const codes = keys.map((key) => KEYS[key] ?? key);
            const actions = codes.map((value) => ({ type: "keyDown", value }));
            actions.push(...codes.reverse().map((value) => ({ type: "keyUp", value })));
            return act([{ type: "key", id: "keyboard", actions }]);
        },
        picture: async (path) => writeFile(path, Buffer.from(await command("GET", "/screenshot"), "base64")),
        close: async () => {
            await command("DELETE", "").catch(() => {});
            driver.kill();
            screen.kill();
        },
    };
}
