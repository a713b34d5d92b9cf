// Writes the SHA-256 of each file of a folder into its SHA256SUMS: `sha256sum --check SHA256SUMS` compares them.
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const [, , folder] = process.argv;
const sum = (name) => createHash("sha256").update(readFileSync(join(folder, name))).digest("hex");
const names = readdirSync(folder).filter((name) => name !== "SHA256SUMS").sort();
const lines = names.map((name) => `${sum(name)}  ${name}\n`).join("");
writeFileSync(join(folder, "SHA256SUMS"), lines);
process.stdout.write(lines);
