import type { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { memoizeByObject } from '../../../drawing/memoize-by-object.ts';
import { ByteWriter } from './byte-writer.ts';

/** The number before a value, which marks its type. */
const kinds = {
  undefined: 0,
  null: 1,
  false: 2,
  true: 3,
  number: 4,
  string: 5,
  array: 6,
  object: 7,
  bytes: 8,
} as const;

/**
 * Writes plain data: the same bytes for the same content, and only for that. An object with functions is written as its
 * `source`, from which they were made.
 */
export function writeContent(writer: ByteWriter, content: unknown): void {
  if (typeof content === 'number') writer.integer(kinds.number).number(content);
  else if (typeof content === 'string') writer.integer(kinds.string).text(content);
  else if (content === undefined) writer.integer(kinds.undefined);
  else if (content === null) writer.integer(kinds.null);
  else if (typeof content === 'boolean') writer.integer(content ? kinds.true : kinds.false);
  else if (Array.isArray(content)) {
    writer.integer(kinds.array).integer(content.length);
    for (const item of content) writeContent(writer, item);
  } else if (content instanceof Uint8Array) {
    // It may be long, and the writer would keep all of it.
    writer.integer(kinds.bytes).bytes(createHash('sha256').update(content).digest());
  } else {
    const fields = fieldsOf(content);
    writer.integer(kinds.object).integer(fields.length);
    for (const [name, field] of fields) writeContent(writer.text(name), field);
  }
}

function fieldsOf(content: unknown): [string, unknown][] {
  if (typeof content === 'object' && content !== null) {
    const prototype = Object.getPrototypeOf(content);
    const fields = Object.entries(content);
    const hasFunctions = fields.some(([, field]) => typeof field === 'function');
    const isPlain = prototype === Object.prototype || prototype === null;
    if (isPlain && !hasFunctions) return fields;
    if (isPlain && 'source' in content) return [['source', content.source]];
  }
  throw new Error(`what a picture shows has no digest, since ${typeof content} is not plain data`);
}

/** The digest of plain data. */
export const contentDigest = memoizeByObject((content: object): Buffer => {
  const writer = new ByteWriter();
  writeContent(writer, content);
  return writer.digest();
});

/** The digest of plain data that often has fields which are the same objects as before. */
export const fieldsDigest = memoizeByObject((content: object): Buffer => {
  const writer = new ByteWriter();
  for (const [name, field] of fieldsOf(content)) {
    writer.text(name);
    if (typeof field === 'object' && field !== null) writer.bytes(contentDigest(field));
    else writeContent(writer, field);
  }
  return writer.digest();
});
