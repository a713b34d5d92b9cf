//! A static file server on `127.0.0.1`: GET and HEAD, one thread per connection, no caching.
//!
//! With it, `serve` and the page tests need no other program. It can serve the site from a sub-folder, because users may
//! put the site into one.

use crate::run::{Failure, Result};
use std::fs;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

/// A sub-folder of the server. When the site is served from it, an address in the site that is not relative fails.
pub(crate) const SUBFOLDER: &str = "/any/folder/";
/// The port when none is given.
const DEFAULT_PORT: u16 = 8080;
/// How many ports are tried after one that is in use.
const TRIES: u16 = 100;
/// The bytes read of a request's line and header fields. Browsers send fewer.
const MAX_HEAD: u64 = 64 * 1024;
/// How long a connection may send nothing. Browsers open connections that they do not use.
const READ_TIMEOUT: Duration = Duration::from_secs(30);

/// The options of `serve` and `static`.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Options {
    pub(crate) port: u16,
    pub(crate) prefix: String,
}

impl Options {
    /// Reads options from the command line: `--port N`, `--prefix PATH`.
    pub(crate) fn parse(words: &[&str]) -> Result<Self> {
        let mut options = Self { port: DEFAULT_PORT, prefix: "/".to_owned() };
        let mut words = words.iter();
        while let Some(&name) = words.next() {
            let value = words.next().ok_or_else(|| Failure::new(format!("the option `{name}` needs a value")))?;
            match name {
                "--port" => {
                    options.port = value
                        .parse()
                        .map_err(|_| Failure::new(format!("`{value}` is not a port number (0 to 65535)")))?;
                }
                "--prefix" => (*value).clone_into(&mut options.prefix),
                _ => {
                    return Err(Failure::new(format!(
                        "`{name}` is not an option of this command; the options are --port and --prefix"
                    )));
                }
            }
        }
        Ok(options)
    }
}

/// Listens on the port or, if it is in use, on the next free one. Port 0: any free port.
pub(crate) fn listen(port: u16) -> Result<TcpListener> {
    let mut outcome = TcpListener::bind((Ipv4Addr::LOCALHOST, port));
    let mut next = port;
    while next - port < TRIES && matches!(&outcome, Err(error) if error.kind() == io::ErrorKind::AddrInUse) {
        let Some(following) = next.checked_add(1) else {
            break;
        };
        next = following;
        outcome = TcpListener::bind((Ipv4Addr::LOCALHOST, next));
    }
    outcome.map_err(Failure::while_doing(format!(
        "listen on port {port} of 127.0.0.1 (choose another port with --port N)"
    )))
}

/// A folder and the path under which its files are served.
#[derive(Debug, Clone)]
pub(crate) struct Site {
    folder: Arc<Path>,
    /// Starts and ends with a slash.
    prefix: Arc<str>,
    /// The file that answers for a folder.
    index: &'static str,
}

impl Site {
    /// The site of a folder. Fails when the folder does not exist.
    pub(crate) fn new(folder: &Path, prefix: &str) -> Result<Self> {
        let folder = folder
            .canonicalize()
            .map_err(Failure::while_doing(format!("serve {} (run `cargo xtask build` first)", folder.display())))?;
        let middle = prefix.trim_matches('/');
        let prefix = if middle.is_empty() { "/".to_owned() } else { format!("/{middle}/") };
        Ok(Self { folder: folder.into(), prefix: prefix.into(), index: "index.html" })
    }

    /// The same site with another file in place of each `index.html`.
    pub(crate) fn with_index(self, index: &'static str) -> Self {
        Self { index, ..self }
    }

    /// The address of the site on this listener.
    pub(crate) fn address(&self, listener: &TcpListener) -> Result<String> {
        let address = listener.local_addr().map_err(Failure::while_doing("read the server's address"))?;
        Ok(format!("http://{address}{}", self.prefix))
    }

    /// Serves on any free port in a thread, until the process ends, and returns the site's address.
    pub(crate) fn serve_in_background(self) -> Result<String> {
        let listener = listen(0)?;
        let address = self.address(&listener)?;
        thread::spawn(move || self.serve(&listener));
        Ok(address)
    }

    /// Answers requests until the process ends.
    pub(crate) fn serve(&self, listener: &TcpListener) -> Result<()> {
        for connection in listener.incoming() {
            // A connection that failed before it was accepted does not affect others.
            let Ok(connection) = connection else { continue };
            let site = self.clone();
            thread::spawn(move || {
                // Neither does one that fails later.
                let _ = site.handle(&connection);
            });
        }
        Ok(())
    }

    /// Reads one request from a connection and sends its response.
    fn handle(&self, connection: &TcpStream) -> io::Result<()> {
        connection.set_read_timeout(Some(READ_TIMEOUT))?;
        connection.set_nodelay(true)?;
        let mut reader = BufReader::new(connection).take(MAX_HEAD);
        let mut request = String::new();
        reader.read_line(&mut request)?;
        // The header fields have no effect. They end with an empty line.
        let mut field = String::new();
        while reader.read_line(&mut field)? > 2 {
            field.clear();
        }
        self.respond(&request).send(connection, request.starts_with("HEAD "))
    }

    /// The response to a request, given by its first line.
    fn respond(&self, request: &str) -> Response {
        let mut words = request.split_whitespace();
        let (Some(method), Some(target)) = (words.next(), words.next()) else {
            return Response::plain("400 Bad Request");
        };
        if method != "GET" && method != "HEAD" {
            return Response::plain("405 Method Not Allowed");
        }
        let path = target.split(['?', '#']).next().unwrap_or_default();
        if path.len() + 1 == self.prefix.len() && self.prefix.starts_with(path) {
            return Response { location: Some(self.prefix.to_string()), ..Response::plain("308 Permanent Redirect") };
        }
        let found = path.strip_prefix(&*self.prefix).and_then(|path| self.find(path));
        match found.and_then(|file| fs::read(&file).ok().map(|body| (file, body))) {
            Some((file, body)) => Response { status: "200 OK", kind: mime_type(&file), location: None, body },
            None => Response::plain("404 Not Found"),
        }
    }

    /// The file at a path after the prefix. `None` when there is none or it is outside the folder.
    fn find(&self, path: &str) -> Option<PathBuf> {
        let path = PathBuf::from(decoded(path)?);
        if !path.components().all(|part| matches!(part, Component::Normal(_))) {
            return None;
        }
        let mut file = self.folder.join(path);
        if file.is_dir() {
            file.push(self.index);
        }
        // Resolves symbolic links: none may lead out of the folder.
        let file = file.canonicalize().ok()?;
        (file.starts_with(&self.folder) && file.is_file()).then_some(file)
    }
}

/// A response.
#[derive(Debug)]
struct Response {
    status: &'static str,
    kind: &'static str,
    location: Option<String>,
    body: Vec<u8>,
}

impl Response {
    /// A response with its status as the text.
    fn plain(status: &'static str) -> Self {
        Self { status, kind: "text/plain; charset=utf-8", location: None, body: format!("{status}\n").into_bytes() }
    }

    /// Writes the response, or only its head.
    fn send(&self, mut to: impl Write, head_only: bool) -> io::Result<()> {
        let Self { status, kind, location, body } = self;
        let location = location.as_ref().map(|location| format!("Location: {location}\r\n")).unwrap_or_default();
        let length = body.len();
        let head = format!(
            "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\n{location}Cache-Control: no-store\r\n\
             Access-Control-Allow-Origin: *\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n"
        );
        to.write_all(head.as_bytes())?;
        if !head_only {
            to.write_all(body)?;
        }
        to.flush()
    }
}

/// The MIME type of a file, by its extension.
fn mime_type(file: &Path) -> &'static str {
    match file.extension().and_then(|ending| ending.to_str()).unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "wasm" => "application/wasm",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "webp" => "image/webp",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" | "md" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

/// Decodes percent-encoding. `None` when the result is not UTF-8 or contains NUL.
fn decoded(path: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let [first, after @ ..] = rest {
        if *first == b'%' {
            let [high, low, after @ ..] = after else { return None };
            let digit = |byte: u8| char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
            bytes.push(digit(*high)? * 16 + digit(*low)?);
            rest = after;
        } else {
            bytes.push(*first);
            rest = after;
        }
    }
    String::from_utf8(bytes).ok().filter(|path| !path.contains('\0'))
}

#[cfg(test)]
mod tests {
    use super::{Options, Response, Site, decoded};
    use crate::run::root;

    /// The response of a site whose folder is this crate's.
    fn respond(prefix: &str, request: &str) -> Option<Response> {
        let site = Site::new(&root().join("xtask"), prefix).ok()?;
        Some(site.respond(&format!("{request} HTTP/1.1\r\n")))
    }

    fn status(prefix: &str, request: &str) -> &'static str {
        respond(prefix, request).map_or("no response", |response| response.status)
    }

    #[test]
    fn files_are_served_under_the_prefix_only() {
        assert_eq!(status("/", "GET /Cargo.toml?a=1"), "200 OK");
        assert_eq!(status("/any/folder/", "GET /any/folder/src/main.rs"), "200 OK");
        assert_eq!(status("/any/folder/", "GET /Cargo.toml"), "404 Not Found");
        assert_eq!(status("/any/folder/", "GET /any/folder"), "308 Permanent Redirect");
        assert_eq!(status("/", "GET /missing"), "404 Not Found");
        assert_eq!(status("/", "POST /Cargo.toml"), "405 Method Not Allowed");
        assert_eq!(status("/", ""), "400 Bad Request");
    }

    #[test]
    fn nothing_outside_the_folder_is_served() {
        for path in [
            "/../Cargo.toml",
            "/src/../../Cargo.toml",
            "/%2e%2e/Cargo.toml",
            "/..%2fCargo.toml",
            "//etc/passwd",
            "/%00",
        ] {
            assert_eq!(status("/", &format!("GET {path}")), "404 Not Found", "{path}");
        }
    }

    #[test]
    fn mime_types_are_those_that_browsers_require() {
        let kind = |path: &str| super::mime_type(std::path::Path::new(path));
        assert_eq!(kind("a_bg.wasm"), "application/wasm");
        assert_eq!(kind("a.js"), "text/javascript; charset=utf-8");
        assert_eq!(kind("noending"), "application/octet-stream");
    }

    #[test]
    fn percent_encoding_is_decoded_once() {
        assert_eq!(decoded("a%20b").as_deref(), Some("a b"));
        assert_eq!(decoded("%2541").as_deref(), Some("%41"));
        assert_eq!(decoded("%4"), None);
        assert_eq!(decoded("%ff"), None);
    }

    #[test]
    fn options_are_parsed() {
        let options = Options::parse(&["--port", "0", "--prefix", "/x/"]).ok();
        assert_eq!(options, Some(Options { port: 0, prefix: "/x/".to_owned() }));
        assert!(Options::parse(&["--port"]).is_err());
        assert!(Options::parse(&["--port", "70000"]).is_err());
        assert!(Options::parse(&["--host", "::"]).is_err());
    }
}
