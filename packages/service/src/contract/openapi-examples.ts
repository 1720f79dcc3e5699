import type { Capabilities, Inspection } from '@render-service/engine';
import { readStarterProject } from './starter-project.ts';

interface Example {
  readonly summary: string;
  readonly value: unknown;
}

/** Projects that a client may send as they are, one in each form, by the name of their schema. */
export function projectExamples(): Readonly<Record<string, Example>> {
  const text = readStarterProject();
  const bold = JSON.parse(text, (key, value) =>
    key === 'title' && 'text' in value ? { ...value, fontWeight: 700 } : value,
  );
  return {
    Project: { summary: 'A project with every field that it needs', value: JSON.parse(text) },
    ExtendedProject: {
      summary: 'The same in bold, which is an extension',
      value: { ...bold, extended: true },
    },
    ShorthandProject: {
      summary: 'A title that enters, in shorthand',
      value: {
        shorthand: true,
        objects: { title: { kind: 'text', state: { text: 'Hello, world.', fontSize: 120 } } },
        compositions: { empty: { duration: 200 }, title: { enter: 600, states: { title: {} } } },
      },
    },
  };
}

/** The response to the inspection of the example of a Project. */
export function inspectionExample(capabilities: Capabilities): Inspection {
  return {
    ...{ name: 'Hello', scenes: 1, durationMs: 1000, width: 1280, height: 720, audibleTracks: 0, issues: [] },
    capabilities,
  };
}

/** Messages of responses to requests that are refused, by status. */
export const errorExamples: Readonly<Record<string, string>> = {
  400: 'the query parameter "format" is empty',
  401: 'the bearer token is missing; send the header Authorization: Bearer <token>',
  403: 'the Origin "http://evil.example" is not allowed; the operator can add it to SERVICE_RENDER_ALLOWED_ORIGINS',
  415: 'the Content-Type must be application/json, but is "text/plain"',
  422: 'width must be an integer from 1 to 1920, but is "12.5"',
};
