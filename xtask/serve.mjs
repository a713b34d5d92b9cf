// Serves a folder on 127.0.0.1 for `cargo xtask serve` and the page tests: `node xtask/serve.mjs FOLDER`. Prints its address.
//
// Options: --port N (8080, or the next free one; 0 is any free one), --prefix PATH (the path under which the folder is served),
// --index NAME (what answers for a folder), --background (ends when its input ends, and so with the process that has started it).
import { parseArgs } from "node:util";

import { createSite, listen } from "./server.mjs";

const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
        port: { type: "string", default: "8080" },
        prefix: { type: "string", default: "/" },
        index: { type: "string", default: "index.html" },
        background: { type: "boolean", default: false },
    },
});
const prefix = `/${values.prefix}/`.replace(/\/+/g, "/");
const files = createSite(positionals[0], values.index);
listen(values.port, prefix, (request, response) => {
    if (request.url.startsWith(prefix)) {
        request.url = request.url.slice(prefix.length - 1);
        files(request, response);
    } else {
        response.writeHead(404).end();
    }
});
if (values.background) {
    process.stdin.resume().on("end", () => process.exit());
}
