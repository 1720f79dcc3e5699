import { Buffer } from 'node:buffer';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parentPort } from 'node:worker_threads';
import { RenderError } from '@render-service/engine';
import {
  editedFilm,
  editedObject,
  JsonTree,
  offeredLooks,
  themeOfDocument,
  writtenTheme,
} from '@render-service/engine/edit';
import { readRegularFile } from '@render-service/engine/files';
import type { VariableValue } from '@render-service/engine/options';
import {
  describeProblem,
  JsonPlaces,
  type Path,
  parsePath,
  placeOf,
  type TextPlace,
  variableNames,
} from '@render-service/engine/text';
import type {
  FoundObject,
  ReadText,
  TextAnswer,
  TextAnswers,
  TextQuestion,
  WantedField,
  WantedPlace,
  WrittenVariables,
} from './project-text-messages.ts';
import { editsBetween, type TextEdit } from './text-edits.ts';

// This thread reads and searches the project's text. For 32 MiB that takes a while, and the page must get answers
// meanwhile.

const never = new AbortController().signal;

/** The text of a version, decoded and parsed when it is first needed. */
class Version {
  readonly bytes: Uint8Array;
  #text: string | undefined;
  #places: JsonPlaces | undefined;
  #tree: JsonTree | undefined;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  get text(): string {
    this.#text ??= bufferOf(this.bytes).toString();
    return this.#text;
  }

  get tree(): JsonTree {
    this.#tree ??= new JsonTree(this.text);
    return this.#tree;
  }

  locate(wanted: WantedPlace): TextPlace {
    if ('byte' in wanted) return this.#placeOfByte(wanted.byte);
    this.#places ??= new JsonPlaces(this.text);
    return this.#places.locate(parsePath(wanted.path));
  }

  #placeOfByte(offset: number): TextPlace {
    const before = bufferOf(this.bytes)
      .toString('utf8', 0, offset)
      .replace(/^\ufeff/, '');
    return placeOf(before, before.length);
  }
}

const versions = new Map<number, Version>();
let newest = 0;
/** Files are read one after the other, so that the newest text is that of the last question. */
let lastRead: Promise<unknown> = Promise.resolve();

parentPort?.on('message', async (question: TextQuestion) => {
  const answer: TextAnswer = { id: question.id, value: await answerTo(question) };
  parentPort?.postMessage(answer);
});

async function answerTo(question: TextQuestion): Promise<TextAnswers[keyof TextAnswers]> {
  switch (question.kind) {
    case 'read': {
      const result = lastRead.then(() => read(question));
      lastRead = result;
      return result;
    }
    case 'files':
      return namedFiles(versions.get(question.version)?.text ?? '');
    case 'values':
      return valuesIn(versions.get(question.version)?.text ?? 'null', question.wanted);
    case 'variables':
      return variablesIn(versions.get(question.version)?.text ?? '');
    case 'edits':
      return editsIn(versions.get(question.before)?.text ?? '', versions.get(question.after)?.text ?? '');
    case 'object':
      return objectIn(versions.get(question.version), question);
    case 'value': {
      const tree = versions.get(question.version)?.tree;
      const node = tree?.find(parsePath(question.path));
      return (node && tree?.valueOf(node)) ?? null;
    }
    case 'locate': {
      const version = versions.get(question.version);
      return question.wanted.map((wanted) => version?.locate(wanted) ?? null);
    }
  }
}

async function read({ id, path, keep }: Extract<TextQuestion, { kind: 'read' }>): Promise<ReadText> {
  let bytes: Uint8Array;
  try {
    bytes = await readRegularFile(path, never);
  } catch (error) {
    const problems = error instanceof RenderError ? error.problems.map(describeProblem) : [String(error)];
    return { kind: 'unreadable', problems, isMissing: await isMissing(path) };
  }
  const version = versions.get(newest);
  if (version && Buffer.compare(version.bytes, bytes) === 0) {
    return { kind: 'text', version: newest, bytes: version.bytes };
  }
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
  shared.set(bytes);
  newest = id;
  versions.set(id, new Version(shared));
  for (const old of versions.keys()) if (old !== id && !keep.includes(old)) versions.delete(old);
  return { kind: 'text', version: id, bytes: shared };
}

async function objectIn(
  version: Version | undefined,
  { folder, wanted }: Extract<TextQuestion, { kind: 'object' }>,
): Promise<FoundObject | null> {
  if (!version) return null;
  const { tree } = version;
  const document: unknown = tree.valueOf(tree.root);
  const named = wanted.theme ?? writtenTheme(document);
  const texts = new Map<string, string>();
  const isInFolder = typeof named === 'string' && /^(?!\/)(?!.*\.\.).*\.json$/.test(named);
  if (isInFolder) {
    const bytes = await readRegularFile(join(folder, named), never).catch(() => undefined);
    if (bytes) texts.set(named, bufferOf(bytes).toString());
  }
  const theme = themeOfDocument(document, texts, wanted.theme);
  const isFilm = wanted.path === '';
  const object = isFilm ? editedFilm(tree, wanted.composition, theme) : editedObject(tree, wanted, theme);
  return object ? { ...object, looks: offeredLooks(document, theme) } : null;
}

async function isMissing(path: string): Promise<boolean> {
  try {
    await stat(path);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT';
  }
}

function namedFiles(text: string): string[] {
  const names = [...text.matchAll(/"src"\s*:\s*"([^":\\]{1,1000})"/g)].map(([, name = '']) => name);
  const inFolder = names.filter((name) => !name.startsWith('/') && !name.split('/').includes('..'));
  return [...new Set(inFolder)];
}

function valuesIn(text: string, wanted: readonly WantedField[]): unknown[] {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    return wanted.map(() => undefined);
  }
  return wanted.map(({ path, field }) => fieldOf(document, parsePath(path), field));
}

function editsIn(before: string, after: string): TextEdit[] {
  try {
    return editsBetween(JSON.parse(before), JSON.parse(after));
  } catch {
    return [];
  }
}

/** In shorthand, a state without the field has the value from the composition before, or from the object. */
function fieldOf(document: unknown, path: Path, field: string): unknown {
  const given = recordOf(follow(document, path))[field];
  const at = path.lastIndexOf('compositions');
  const [composition, states, object, ...rest] = path.slice(at + 1);
  if (given !== undefined || at < 0 || states !== 'states' || object === undefined || rest.length > 0)
    return given;
  const scene = recordOf(follow(document, path.slice(0, at)));
  const compositions = Object.entries(recordOf(scene.compositions));
  const before = compositions.slice(
    0,
    compositions.findIndex(([id]) => id === composition),
  );
  const sources = [
    ...before.toReversed().map(([, one]) => follow(one, ['states', object])),
    follow(scene, ['objects', object, 'state']),
    follow(scene, ['objects', object]),
  ];
  return sources.map((source) => recordOf(source)[field]).find((value) => value !== undefined);
}

function follow(start: unknown, path: Path): unknown {
  return path.reduce((value: unknown, name) => recordOf(value)[name], start);
}

/** Values that cannot be variables are reported by the check of the project. */
function variablesIn(text: string): WrittenVariables | null {
  const isWithout = !text.includes('"variables"') && !text.includes('${');
  if (isWithout) return { declared: {}, undeclared: [] };
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    return null;
  }
  const { shorthand, variables } = recordOf(document);
  if (shorthand !== true) return { declared: {}, undeclared: [] };
  const isValue = (value: unknown): value is VariableValue =>
    ['string', 'number', 'boolean'].includes(typeof value);
  const declared: Record<string, VariableValue> = Object.create(null);
  for (const [name, value] of Object.entries(recordOf(variables))) if (isValue(value)) declared[name] = value;
  const names = [...variableNames(recordOf(document))];
  return { declared, undeclared: names.filter((name) => !Object.hasOwn(declared, name)) };
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isRecord ? { ...value } : {};
}

function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
