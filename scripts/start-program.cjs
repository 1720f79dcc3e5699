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
const kept = readCode();

const parameters =
  'exports, require, module, __filename, __dirname, importModule, keepCompiledCode, startedAhead';
const script = new Script(`(function (${parameters}) {${program.latin1Slice()}\n})`, {
  filename: programFile,
  cachedData: kept?.code,
});
/** Tasks of processes that have added to the code. */
const keptTasks = new Set(script.cachedDataRejected === false ? kept?.tasks : []);
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
    if (crc32(file.subarray(8)) !== file.readUInt32LE(0)) return undefined;
    const start = 8 + file.readUInt32LE(4);
    return { tasks: file.latin1Slice(8, start).trim().split(' '), code: file.subarray(start) };
  } catch {
    return undefined;
  }
}

/**
 * Keeps the code that was compiled so far for later processes, unless the kept code has that of this task: a film uses
 * other functions than a still.
 */
function keepCompiledCode(task) {
  if (keptTasks.has(task)) return;
  keptTasks.add(task);
  const ownFile = `${codeFile}.${process.pid}-${Date.now()}`;
  try {
    accessSync(__dirname, modes.W_OK);
    try {
      const names = [...keptTasks].join(' ');
      // V8 copies code that is not aligned to eight bytes.
      const tasks = Buffer.from(names.padEnd(8 * Math.ceil(names.length / 8)));
      const content = Buffer.concat([tasks, script.createCachedData()]);
      const header = Buffer.alloc(8);
      header.writeUInt32LE(crc32(content));
      header.writeUInt32LE(tasks.length, 4);
      writeFileSync(ownFile, Buffer.concat([header, content]), { flush: true });
      renameSync(ownFile, codeFile);
    } finally {
      rmSync(ownFile, { force: true });
    }
  } catch {
    // Often only an administrator may write there. Without the code, a start takes longer.
  }
}
