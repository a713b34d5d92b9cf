// How the tests of whole pages run. `cargo xtask test pages` sets BASE_URL and CHROMIUM; by hand (`npx playwright test`
// here) the site is served by `cargo xtask static`, so `cargo xtask build` has to have been run.
import { defineConfig } from "@playwright/test";

// Not a server's root: whatever address in the site is not relative shows itself.
const folder = "/any/folder/";
const port = 4173;
const given = process.env.BASE_URL;
const address = given ?? `http://127.0.0.1:${port}${folder}`;

export default defineConfig({
    testDir: ".",
    testMatch: "**/*.spec.js",
    outputDir: "test-results",
    fullyParallel: true,
    forbidOnly: Boolean(process.env.CI),
    retries: 0,
    workers: 2,
    timeout: 90_000,
    expect: { timeout: 20_000 },
    reporter: [["list"]],
    use: {
        baseURL: address,
        browserName: "chromium",
        headless: true,
        locale: "en-US",
        viewport: { width: 1280, height: 900 },
        screenshot: "only-on-failure",
        launchOptions: {
            executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
            args: [
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                // A page that a test makes has no address. Chromium then takes this server for one in a private network.
                "--disable-features=LocalNetworkAccessChecks",
            ],
        },
    },
    webServer: given
        ? undefined
        : {
              command: `cargo xtask static --port ${port} --prefix ${folder}`,
              url: address,
              reuseExistingServer: false,
              timeout: 120_000,
          },
});
