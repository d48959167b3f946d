// wasi.cjs PROGRAM FOLDER [WORD...]: runs a WebAssembly program with node's WASI; it sees FOLDER as /, and nothing else.
const { readFileSync } = require("node:fs");
const { WASI } = require("node:wasi");
const [program, folder, ...words] = process.argv.slice(2);
const wasi = new WASI({ version: "preview1", args: [program, ...words], preopens: { "/": folder }, returnOnExit: true });
WebAssembly.instantiate(readFileSync(program), { wasi_snapshot_preview1: wasi.wasiImport })
  .then(({ instance }) => { process.exitCode = wasi.start(instance); });
