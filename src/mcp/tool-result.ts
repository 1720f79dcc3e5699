import type { CallToolResult } from '@modelcontextprotocol/server';
import { RenderError } from '../render/render-error.ts';

/** What a tool answers: an object, and the same as JSON text for clients that know no structured content. */
export function structuredResult(value: object): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(value) }], structuredContent: { ...value } };
}

const whereFieldsAreDescribed =
  'All fields are described in the resource service://docs/project-schema, and service://examples/hello is a valid project.';

/** The result of a tool call that failed: one problem per line. Rethrows anything but a RenderError. */
export function failedResult(error: unknown): CallToolResult {
  if (!(error instanceof RenderError)) throw error;
  const lines = [...error.problems, ...(error.code === 'invalid-project' ? [whereFieldsAreDescribed] : [])];
  return { content: [{ type: 'text', text: lines.join('\n') }], isError: true };
}
