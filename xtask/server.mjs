// The static file server behind `cargo xtask serve`, `cargo xtask dev` and the page tests.
import { createServer } from "node:http";
import sirv from "sirv";

/** How many ports are tried after one that is in use. */
const TRIES = 100;

/** Serves the files of a folder: a function of a request, whose address is relative to the folder, and its response. `index` answers for a folder. */
export function createSite(folder, index = "index.html") {
    const files = sirv(folder, {
        dev: true,
        extensions: [],
        setHeaders(response) {
            response.setHeader("Access-Control-Allow-Origin", "*");
            response.setHeader("X-Content-Type-Options", "nosniff");
        },
    });
    return (request, response) => {
        request.url = request.url.replace(/^[^?]*\/(?=\?|$)/, (path) => path + index);
        files(request, response);
    };
}

/** Listens on 127.0.0.1 at the port, or at the next free one, and prints the address with `prefix`. `answer` takes a request and its response. */
export function listen(port, prefix, answer) {
    const first = Number(port);
    let tried = first;
    const server = createServer(answer);
    const start = () => server.listen(tried, "127.0.0.1");
    server.on("error", (error) => {
        if (error.code !== "EADDRINUSE" || tried === first + TRIES) {
            throw error;
        }
        tried += 1;
        start();
    });
    server.on("listening", () => console.log(`http://127.0.0.1:${server.address().port}${prefix}`));
    start();
}
