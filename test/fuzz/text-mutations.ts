import type { Random } from '../support/random.ts';
import { numberTexts, oddText } from './hostile-values.ts';

/** A document as text or as bytes, and its changes. */
export interface WrittenDocument {
  readonly input: string | Uint8Array;
  readonly step: string;
}

type TextMutation = (json: string, random: Random) => WrittenDocument;

/** Makes one change to the text or the bytes of a document; the result is mostly not JSON. */
export function mutateText(json: string, random: Random): WrittenDocument {
  return random.pick(mutations)(json, random);
}

const mutations: readonly TextMutation[] = [
  flipBytes,
  flipBytes,
  (json, random) => {
    const bytes = Buffer.from(json);
    const length = random.below(bytes.length);
    return { input: bytes.subarray(0, length), step: `cut to ${length} bytes` };
  },
  (json, random) => {
    const [from, to] = span(json, random);
    return { input: json.slice(0, from) + json.slice(to), step: `without characters ${from} to ${to}` };
  },
  (json, random) => {
    const [from, to] = span(json, random);
    return { input: json.slice(0, to) + json.slice(from), step: `characters ${from} to ${to} twice` };
  },
  (json, random) => replaceNumber(json, random, random.pick(numberTexts)),
  (json, random) => replaceNumber(json, random, random.pick(numberTexts)),
  repeatKey,
  (json, random) => {
    const levels = random.pick([400, 600, 100_000]);
    const tree = random.pick(['[', '{"a":', '[{"a":']).repeat(levels);
    const at = afterComma(json, random);
    return {
      input: `${json.slice(0, at)}"deep":${tree}${json.slice(at)}`,
      step: `${levels} brackets at ${at}`,
    };
  },
  (json, random) => {
    const levels = random.pick([450, 498, 499, 500, 100_000]);
    const at = afterComma(json, random);
    const tree = `"deep":${'['.repeat(levels)}${']'.repeat(levels)},`;
    return { input: json.slice(0, at) + tree + json.slice(at), step: `${levels} levels at ${at}` };
  },
  (json, random) => {
    const at = random.below(json.length);
    const text = random.pick([
      ...oddText,
      '\\ud800',
      '\\u0000',
      '\\',
      '"',
      '/* */',
      '//',
      '\ufeff',
      ',',
      '}',
      ']',
    ]);
    return { input: json.slice(0, at) + text + json.slice(at), step: `text put in at ${at}` };
  },
  (json, random) => {
    const encodings = ['utf16le', 'latin1', 'base64', 'hex'] as const;
    const encoding = random.pick(encodings);
    const bytes =
      encoding === 'base64' || encoding === 'hex'
        ? Buffer.from(Buffer.from(json).toString(encoding))
        : Buffer.from(json, encoding);
    return { input: bytes, step: `in ${encoding}` };
  },
  (json) => ({ input: `\ufeff${json}`, step: 'with a byte order mark' }),
  (json, random) => ({
    input: `${json}${random.pick([' ', '\n{}', 'x', '\u0000', ']'])}`,
    step: 'with a tail',
  }),
  (json) => ({ input: JSON.stringify(json), step: 'as a JSON string' }),
  (json) => ({ input: JSON.stringify({ project: JSON.parse(json) }), step: 'within an object' }),
];

function flipBytes(json: string, random: Random): WrittenDocument {
  const bytes = Buffer.from(json);
  const count = random.pick([1, 1, 1, 2, 5, 30]);
  const at = Array.from({ length: count }, () => random.below(bytes.length));
  for (const index of at)
    bytes[index] = random.chance(0.5) ? random.below(256) : (bytes[index] ?? 0) ^ (1 << random.below(8));
  return { input: bytes, step: `bytes ${at.join(', ')} changed` };
}

function replaceNumber(json: string, random: Random, text: string): WrittenDocument {
  const numbers = [...json.matchAll(/(?<=:)-?\d[\d.eE+-]*/g)];
  if (numbers.length === 0) return { input: json, step: 'no number' };
  const { index, 0: old } = random.pick(numbers);
  const input = json.slice(0, index) + text + json.slice(index + old.length);
  return { input, step: `the number at ${index} = ${text.slice(0, 30)}` };
}

/** Repeats a property of an object with another value. */
function repeatKey(json: string, random: Random): WrittenDocument {
  const keys = [...json.matchAll(/(?<=[{,])"[A-Za-z]+":/g)];
  if (keys.length === 0) return { input: json, step: 'no property' };
  const { index, 0: key } = random.pick(keys);
  const value = random.pick(['1', '0', '"x"', 'null', '{}', '[]', 'true']);
  return { input: `${json.slice(0, index)}${key}${value},${json.slice(index)}`, step: `${key} twice` };
}

function span(json: string, random: Random): [number, number] {
  const from = random.below(json.length);
  return [from, Math.min(json.length, from + 1 + random.below(random.pick([3, 50, 5000])))];
}

/** Positions where a property may be inserted: after a comma that another property follows. */
function afterComma(json: string, random: Random): number {
  const commas = [...json.matchAll(/,(?="[A-Za-z]+":)/g)];
  return commas.length === 0 ? 1 : random.pick(commas).index + 1;
}
