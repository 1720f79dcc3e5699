import { type Area, statements } from './requirement.ts';

export const library: Area = {
  title: 'Node library',
  requirements: [
    ...statements(
      'interfaces',
      'Node',
      `
library.exports: The package exports render, inspect, capabilities and projectSchema.
library.options: render takes format, width, height, fps, timeMs, signal, timeoutMs and onProgress.
library.result: render resolves to the tool's result plus data, a Uint8Array.
library.input: A project is JSON text, bytes or an object.
library.error: Failures reject with a RenderError with a code and problems.
library.error.invalid-project: An invalid project has the code invalid-project.
library.error.invalid-option: An invalid option has the code invalid-option.
library.error.unsupported: Unsupported content has the code unsupported.
library.error.too-large: An input that is too large has the code too-large.
library.error.timeout: A render that takes too long has the code timeout.
library.error.aborted: An aborted render has the code aborted.
library.error.failed: A render that failed has the code failed.
library.progress: An onProgress that throws or rejects fails its call, but never ends the caller's process.
library.signal: Any number of calls may share one signal without a warning.
library.types: Types are exported, including Project.
`,
    ),
  ],
};
