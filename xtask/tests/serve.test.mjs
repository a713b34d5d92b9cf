// The static file server behind `cargo xtask serve` and the page tests.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { request } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { test } from "node:test";

import { ROOT } from "./support.mjs";

/** Starts a server of the folder `xtask` in the background. Gives the process and its address. */
async function start(...options) {
    const server = spawn(process.execPath, [join(ROOT, "xtask/serve.mjs"), join(ROOT, "xtask"), "--background", ...options]);
    const [line] = await Promise.race([once(server.stdout, "data"), once(server, "exit")]);
    return { server, address: String(line).trim() };
}

/** Sends a request as it is, which `fetch` does not with `..` in a path. */
async function ask(address, path, method = "GET") {
    const [response] = await once(request(address, { path, method }).end(), "response");
    return { status: response.statusCode, headers: response.headers, body: await text(response) };
}

test("files are served under the prefix only, with what browsers need", async () => {
    const { server, address } = await start("--port", "0", "--prefix", "any/folder", "--index", "Cargo.toml");
    try {
        assert.match(address, /^http:\/\/127\.0\.0\.1:\d+\/any\/folder\/$/);
        const { status, headers, body } = await ask(address, "/any/folder/serve.mjs?a=1");
        assert.deepEqual([status, headers["content-type"], headers["cache-control"], headers["access-control-allow-origin"]], [200, "text/javascript", "no-store", "*"]);
        assert.match(body, /parseArgs/);
        assert.deepEqual((({ status, body }) => [status, body])(await ask(address, "/any/folder/serve.mjs", "HEAD")), [200, ""]);
        for (const folder of ["/any/folder/", "/any/folder/?x=/"]) {
            assert.match((await ask(address, folder)).body, /name = "xtask"/, folder);
        }
        for (const path of ["/serve.mjs", "/not/folder/serve.mjs", "/any/folder", "/any/folder/missing", "/any/folder/../Cargo.toml", "/any/folder/%2e%2e/Cargo.toml", "/any/folder/..%2fCargo.toml"]) {
            assert.equal((await ask(address, path)).status, 404, path);
        }
    } finally {
        server.stdin.end();
    }
    await once(server, "exit");
});

test("where a port is in use, the server takes the next free one", async () => {
    const { server, address } = await start("--port", "0");
    const port = Number(new URL(address).port);
    const other = await start("--port", String(port));
    server.stdin.end();
    other.server.stdin.end();
    assert.match(other.address, /^http:/);
    assert.ok(Number(new URL(other.address).port) > port);
});
