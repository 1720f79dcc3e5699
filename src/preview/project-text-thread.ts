import { Buffer } from 'node:buffer';
import { stat } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import { JsonPlaces, parsePath } from '../project/json-places.ts';
import type { TextPlace } from '../project/json-syntax.ts';
import { readRegularFile } from '../render/files/input-file.ts';
import { RenderError } from '../render/render-error.ts';
import type {
  ReadText,
  TextAnswer,
  TextAnswers,
  TextQuestion,
  WantedPlace,
} from './project-text-messages.ts';

// This thread reads and searches the project's text. For 32 MiB that takes a while, and the page must get answers meanwhile.

const never = new AbortController().signal;

/** The text of a version, decoded and parsed when it is first needed. */
class Version {
  readonly bytes: Uint8Array;
  #text: string | undefined;
  #places: JsonPlaces | undefined;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  get text(): string {
    this.#text ??= bufferOf(this.bytes).toString();
    return this.#text;
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
    const lines = before.split('\n');
    return { line: lines.length, column: (lines.at(-1) ?? '').length + 1 };
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
    const problems = error instanceof RenderError ? error.problems : [String(error)];
    return { kind: 'unreadable', problems, isMissing: await isMissing(path) };
  }
  const known = versions.get(newest);
  if (known && Buffer.compare(known.bytes, bytes) === 0) {
    return { kind: 'text', version: newest, bytes: known.bytes };
  }
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
  shared.set(bytes);
  newest = id;
  versions.set(id, new Version(shared));
  for (const old of versions.keys()) if (old !== id && !keep.includes(old)) versions.delete(old);
  return { kind: 'text', version: id, bytes: shared };
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

function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
