import { Buffer } from 'node:buffer';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { RenderError } from '@render-service/engine';
import { describeProblem, escapeControls } from '@render-service/engine/text';

/** The result of a tool: an object, and the same as JSON text for clients without structured content. */
export function structuredResult(value: object): CallToolResult {
  // Escapes are JSON, too.
  const text = escapeControls(JSON.stringify(value));
  return { content: [{ type: 'text', text }], structuredContent: { ...value } };
}

const whereToRead = {
  full: 'The resource service://docs/project-schema describes all fields, and service://examples/hello is a valid project.',
  shorthand:
    'Read about shorthand in the resource service://docs/shorthand, and about all of its fields in service://docs/shorthand-schema.',
};

/** Marks a document as shorthand, even if it is not valid JSON. */
const shorthandMark = /"shorthand"\s*:\s*true/;

/**
 * The result of a failed tool call: its problems as data, and as text with one problem per line; for an invalid project
 * also the resources that describe its format. `project` is the document, if it could be read. Rethrows anything but a
 * RenderError.
 */
export function failedResult(error: unknown, project?: Uint8Array): CallToolResult {
  if (!(error instanceof RenderError)) throw error;
  const { code, problems } = error;
  const lines = problems.map(describeProblem);
  const isUnmarked = problems.length === 1 && problems[0]?.rule === 'missing-mark';
  if (code === 'invalid-project' && project && !isUnmarked) {
    const isShorthand = shorthandMark.test(
      Buffer.from(project.buffer, project.byteOffset, project.length).toString('latin1'),
    );
    lines.push(isShorthand ? whereToRead.shorthand : whereToRead.full);
  }
  return {
    content: [{ type: 'text', text: escapeControls(lines.join('\n')) }],
    structuredContent: { code, problems },
    isError: true,
  };
}
