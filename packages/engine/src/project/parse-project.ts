import { Buffer } from 'node:buffer';
import { isUint8Array } from 'node:util/types';
import { isMap } from './check.ts';
import { reservedNames } from './field-schemas.ts';
import { fillBroken } from './fill-broken.ts';
import { decodeUtf8, parseJson } from './json-text.ts';
import { maxInputBytes } from './limits.ts';
import { copyPlainData } from './plain-data.ts';
import { type Problem, problemAt, withValues } from './problem.ts';
import { showValue } from './problem-text.ts';
import { Problems } from './problems.ts';
import { checkRules } from './rules/check-rules.ts';
import type { Project } from './schema.ts';
import { checkStructure } from './structure.ts';

export type ParsedProject =
  | { readonly ok: true; readonly project: Project }
  | {
      readonly ok: false;
      /** `too-large` for input over 32 MiB, which is not read; `invalid` for everything else. */
      readonly reason: 'invalid' | 'too-large';
      /** One to 20 problems, structural ones first. */
      readonly problems: readonly Problem[];
    };

export type ProjectFailure = Extract<ParsedProject, { ok: false }>;

/**
 * Reads a project from JSON text, from JSON as UTF-8 bytes, or from plain objects, and validates it: its structure, and
 * the references, timing and media declarations of all parts with the right structure. Does not check whether valid
 * content can be rendered.
 *
 * The result is a deep copy without unknown properties, so the caller may change the input later. Its maps have no
 * prototype. Never throws, whatever the input.
 */
export function parseProject(input: string | Uint8Array | object): ParsedProject {
  const problems = new Problems();
  const document = readDocument(input, problems);
  return document.ok ? checkDocument(document.data, problems) : document;
}

export type ReadDocument = { readonly ok: true; readonly data: unknown } | ProjectFailure;

/**
 * Copies the plain data of a document. Properties with reserved names are omitted and added to the problems; input that
 * cannot be read at all is a failure.
 */
export function readDocument(input: string | Uint8Array | object, problems: Problems): ReadDocument {
  const read = readData(input, problems);
  if (read === 'too-large') {
    const limit = `must be at most 32 MiB (${maxInputBytes} bytes) of JSON`;
    const problem = problemAt([], 'document-size', `${limit}${showSize(input)}`);
    return { ok: false, reason: 'too-large', problems: [problem] };
  }
  return read === 'unreadable' ? invalid(problems) : { ok: true, data: read.data };
}

/** Validates the data of a document. `problems` are those found so far. */
export function checkDocument(data: unknown, problems: Problems): ParsedProject {
  if (isWrapped(data)) {
    problems.add(
      [],
      'wrapped-project',
      'is an object with a "project" field; send the project itself, not an object with a project field',
    );
    return invalid(problems, data);
  }
  const copy = checkStructure(data, problems);
  if (problems.full) return invalid(problems, data);
  const project = problems.any ? fillBroken(copy) : (copy as Project);
  checkRules(project, problems);
  return problems.any ? invalid(problems, data) : { ok: true, project };
}

/** The failure of an invalid document. `data` is the document, if it could be read. */
export function invalid({ items }: Problems, data?: unknown): ProjectFailure {
  return { ok: false, reason: 'invalid', problems: withValues(items, data) };
}

/** Whether the input is `{ "project": … }`, a form that some other services expect. */
function isWrapped(data: unknown): boolean {
  if (!isMap(data) || Object.hasOwn(data, 'scenes') || !Object.hasOwn(data, 'project')) return false;
  return isMap(data.project) && Object.hasOwn(data.project, 'scenes');
}

type ReadData = ReturnType<typeof copyPlainData>;

function readData(input: unknown, problems: Problems): ReadData {
  if (typeof input === 'string') {
    return Buffer.byteLength(input) > maxInputBytes ? 'too-large' : readText(input, problems);
  }
  if (isUint8Array(input)) {
    if (input.byteLength > maxInputBytes) return 'too-large';
    const text = decodeUtf8(input, problems);
    return text === undefined ? 'unreadable' : readText(text, problems);
  }
  if (typeof input !== 'object' || input === null) {
    problems.add([], 'syntax', `must be JSON text, bytes or an object, but is ${showValue(input)}`);
    return 'unreadable';
  }
  return copyPlainData(input, problems);
}

function readText(text: string, problems: Problems): ReadData {
  const data = parseJson(text, problems);
  if (problems.any) return 'unreadable';
  return mayHoldReservedNames(text) ? copyPlainData(data, problems) : { data };
}

/** A quick test that avoids a walk through all properties, including unknown ones, for almost every document. */
function mayHoldReservedNames(text: string): boolean {
  return text.includes('\\u') || reservedNames.some((name) => text.includes(name));
}

function showSize(input: string | Uint8Array | object): string {
  if (typeof input === 'string') return `, but has ${Buffer.byteLength(input)} bytes`;
  return isUint8Array(input) ? `, but has ${input.byteLength} bytes` : '';
}
