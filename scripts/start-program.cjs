'use strict';
// Starts the bundled program beside it, and what bundle-program.mjs may write before this. V8's compiled code of an earlier process is kept in a file beside both, which
// saves a third of a start. bundle-program.mjs writes a copy of this file for each program.
const { accessSync, constants: modes, readFileSync, renameSync, rmSync, writeFileSync } = require('node:fs');
const { cachedDataVersionTag } = require('node:v8');
const { Script } = require('node:vm');
const { crc32 } = require('node:zlib');

const programFile = __filename.replace('.start.cjs', '.cjs');
const program = readFileSync(programFile);
// V8 compares only the length of the program, its own version and its flags. Another release of Node may have the same
// V8, and ends with a segmentation fault if it runs the code. Stack traces name the file for which code was compiled.
const codeFile = programFile.replace(
  /\.cjs$/,
  `-${crc32(programFile, crc32(program)).toString(16)}-${process.version}-${cachedDataVersionTag().toString(16)}.code`,
);
const keptCode = readCode();

const parameters =
  'exports, require, module, __filename, __dirname, importModule, keepCompiledCode, startedAhead';
const script = new Script(`(function (${parameters}) {${program.latin1Slice()}\n})`, {
  filename: programFile,
  cachedData: keptCode,
});
let hasCode = keptCode !== undefined && script.cachedDataRejected === false;
script.runInThisContext()(
  exports,
  require,
  module,
  programFile,
  __dirname,
  // Compiled code of an earlier process cannot import modules by itself.
  (name) => import(name),
  keepCompiledCode,
  typeof startedAhead === 'undefined' ? undefined : startedAhead,
);

/** Reads the kept code; undefined if there is none, or if it is damaged, which V8 would not notice. */
function readCode() {
  try {
    const file = readFileSync(codeFile);
    // V8 copies what is not aligned to eight bytes.
    const code = file.subarray(8);
    return crc32(code) === file.readUInt32LE(0) ? code : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps the code that was compiled so far for later processes, once, unless this one was started with such code. */
function keepCompiledCode() {
  if (hasCode) return;
  hasCode = true;
  const ownFile = `${codeFile}.${process.pid}-${Date.now()}`;
  try {
    accessSync(__dirname, modes.W_OK);
    try {
      const code = script.createCachedData();
      const checksum = Buffer.alloc(8);
      checksum.writeUInt32LE(crc32(code));
      writeFileSync(ownFile, Buffer.concat([checksum, code]), { flush: true });
      renameSync(ownFile, codeFile);
    } finally {
      rmSync(ownFile, { force: true });
    }
  } catch {
    // Often only an administrator may write there. Without the code, a start takes longer.
  }
}
