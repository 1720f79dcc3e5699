import { Buffer } from 'node:buffer';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { RenderError } from '../render/render-error.ts';

/** What a tool answers: an object, and the same as JSON text for clients that know no structured content. */
export function structuredResult(value: object): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(value) }], structuredContent: { ...value } };
}

const whereToRead = {
  full: 'All fields are described in the resource service://docs/project-schema, and service://examples/hello is a valid project.',
  shorthand:
    'The short form is described in the resource service://docs/shorthand, and all its fields in service://docs/shorthand-schema.',
};

/** What marks a document as shorthand, also in one that is not valid JSON. */
const shorthandMark = /"shorthand"\s*:\s*true/;

/**
 * The result of a tool call that failed: one problem per line, and for an invalid project where its form is described.
 * `project` is the document as it was read, if it was. Rethrows anything but a RenderError.
 */
export function failedResult(error: unknown, project?: Uint8Array): CallToolResult {
  if (!(error instanceof RenderError)) throw error;
  const lines = [...error.problems];
  const isUnmarked = lines.length === 1 && lines[0]?.startsWith('shorthand: ');
  if (error.code === 'invalid-project' && project && !isUnmarked) {
    const isShorthand = shorthandMark.test(
      Buffer.from(project.buffer, project.byteOffset, project.length).toString('latin1'),
    );
    lines.push(isShorthand ? whereToRead.shorthand : whereToRead.full);
  }
  return { content: [{ type: 'text', text: lines.join('\n') }], isError: true };
}
