import { expect } from 'vitest';
import { describeIssue } from '../../src/project/problem.ts';
import { inspect } from '../../src/render/inspect.ts';

/** Like `inspect`, with the blocking problems as sentences. The problems as data must match the issues. */
export async function inspectInWords(...given: Parameters<typeof inspect>) {
  const { problems, blocking, ...inspection } = await inspect(...given);
  expect(problems.map(describeIssue)).toEqual(inspection.issues);
  return { ...inspection, blocking: blocking.map(describeIssue) };
}
