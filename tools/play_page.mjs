// Runs Python in the interpreter that pages play with, and packs files for hosts that send packed ones.
//   node tools/play_page.mjs run LIBRARY ARCHIVES SCRIPT [ARG...]   `-`: the whole library; archives with commas between
//   node tools/play_page.mjs pack FOLDER
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const RUNTIME = resolve(import.meta.dirname, "../client/node_modules/pyodide");
const { BROTLI_PARAM_LGWIN, BROTLI_PARAM_SIZE_HINT } = constants;

async function run(library, archives, script, ...given) {
  const { loadPyodide } = await import(`${RUNTIME}/pyodide.mjs`);
  const stdLibURL = library === "-" ? undefined : resolve(library);
  // Always the same seed, so that what is compiled has the same bytes.
  const python = await loadPyodide({ indexURL: `${RUNTIME}/`, stdLibURL, env: { PYTHONHASHSEED: "0" } });
  const extractDir = python.runPython("import site; site.getsitepackages()[0]");
  for (const each of archives.split(",")) python.unpackArchive(new Uint8Array(readFileSync(each)), "zip", { extractDir });
  python.FS.mkdirTree("/host");
  python.mountNodeFS("/host", "/");
  python.globals.set("given", python.toPy(given.map((each) => (each.startsWith("/") ? `/host${each}` : each))));
  python.runPython(readFileSync(script, "utf8"), { filename: script });
}

function pack(folder) {
  for (const name of readdirSync(folder, { recursive: true })) {
    if (!/\.(mjs|js|css|wasm|zip|html|json|svg|ftl|txt)$/.test(name)) continue;
    if (name === "sw.js" || existsSync(resolve(folder, `${name}.br`))) continue;
    const data = readFileSync(resolve(folder, name));
    const params = { [BROTLI_PARAM_LGWIN]: 24, [BROTLI_PARAM_SIZE_HINT]: data.length };
    writeFileSync(resolve(folder, `${name}.br`), brotliCompressSync(data, { params }));
    writeFileSync(resolve(folder, `${name}.gz`), gzipSync(data, { level: 9 }));
  }
}

const [what, ...rest] = process.argv.slice(2);
try {
  await { run, pack }[what](...rest);
} catch (error) {
  process.exitCode = 1;
  console.error(String(error)); // without the source of the interpreter, which is one long line
}
