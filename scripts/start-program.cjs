'use strict';
// Starts the bundled program beside it. V8's compiled code of an earlier process is kept in a file beside both, which
// saves a third of a start. bundle-program.mjs writes a copy of this file for each program.
const { accessSync, constants: modes, readFileSync, renameSync, rmSync, writeFileSync } = require('node:fs');
const { cachedDataVersionTag } = require('node:v8');
const { Script } = require('node:vm');
const { crc32 } = require('node:zlib');

const programFile = __filename.replace('.start.cjs', '.cjs');
const program = readFileSync(programFile);
// V8 compares only the length of the program. It can use the code only with the same version, flags and processor.
const codeFile = programFile.replace(
  /\.cjs$/,
  `-${crc32(program).toString(16)}-${cachedDataVersionTag().toString(16)}.code`,
);

const parameters = 'exports, require, module, __filename, __dirname, importModule, keepCompiledCode';
const script = new Script(`(function (${parameters}) {${program.latin1Slice()}\n})`, {
  filename: programFile,
  cachedData: readIfThere(codeFile),
});
script.runInThisContext()(
  exports,
  require,
  module,
  programFile,
  __dirname,
  // Compiled code of an earlier process cannot import modules by itself.
  (name) => import(name),
  keepCompiledCode,
);

function readIfThere(file) {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

/** Keeps the code that was compiled so far for later processes, unless this one was started with such code. */
function keepCompiledCode() {
  if (script.cachedDataRejected === false) return;
  const ownFile = `${codeFile}.${process.pid}`;
  try {
    accessSync(__dirname, modes.W_OK);
    try {
      writeFileSync(ownFile, script.createCachedData(), { flush: true });
      renameSync(ownFile, codeFile);
    } finally {
      rmSync(ownFile, { force: true });
    }
  } catch {
    // Often only an administrator may write there. Without the code, a start takes longer.
  }
}
