import { Buffer } from 'node:buffer';
import { maxDepth, maxInputBytes } from './limits.ts';
import { nestedTooDeeply, showDeepPath, showValue } from './problem-text.ts';
import type { Problems } from './problems.ts';
import { reservedNames } from './schema.ts';

/** An object or array that is being copied; `next` is the index of the child to copy next. */
interface Frame {
  readonly source: object;
  readonly target: Record<string, unknown> | unknown[];
  /** The keys of an object; null for an array. */
  readonly keys: readonly string[] | null;
  readonly length: number;
  next: number;
}

/**
 * Copies JSON data, so that nothing the caller does later shows in the copy. Reserved property names are problems
 * and left out. More levels than `maxDepth`, cycles, class instances, functions, symbols, BigInts and
 * getters that throw are problems that leave no copy: `unreadable`. Undefined properties are left out; numbers
 * that JSON has not (NaN, infinities) are kept for the schema to refuse.
 *
 * `too-large` is what would be over 32 MiB of JSON (a lower bound: keys and strings in UTF-8 with quotes and
 * colons, one byte for any other value), which also bounds data that shares objects many times over.
 */
export function copyPlainData(
  input: unknown,
  problems: Problems,
): { data: unknown } | 'unreadable' | 'too-large' {
  const copier = new Copier(problems);
  let data: unknown;
  try {
    data = copier.copy(input);
  } catch {
    // Only the caller's own code can throw here: getters and proxies.
    copier.refuse('could not be read');
  }
  if (copier.bytes > maxInputBytes) return 'too-large';
  return copier.readable ? { data } : 'unreadable';
}

class Copier {
  bytes = 0;
  readable = true;
  private readonly problems: Problems;
  private readonly frames: Frame[] = [];
  private readonly ancestors = new Set<object>();

  constructor(problems: Problems) {
    this.problems = problems;
  }

  copy(input: unknown): unknown {
    const root = this.take(input);
    for (let frame = this.frames.at(-1); frame !== undefined; frame = this.frames.at(-1)) {
      if (this.bytes > maxInputBytes || this.problems.full) return undefined;
      if (frame.next === frame.length) {
        this.ancestors.delete(frame.source);
        this.frames.pop();
      } else if (frame.keys === null) this.copyItem(frame);
      else this.copyProperty(frame, frame.keys[frame.next] ?? '');
    }
    return root;
  }

  refuse(text: string): void {
    this.readable = false;
    this.report(text);
  }

  private report(text: string): void {
    const segmentAt = (depth: number) => {
      const frame = this.frames[depth];
      return frame?.keys?.[frame.next - 1] ?? (frame?.next ?? 0) - 1;
    };
    this.problems.add(showDeepPath(this.frames.length, segmentAt), text);
  }

  private copyItem(frame: Frame): void {
    const index = frame.next++;
    (frame.target as unknown[])[index] = this.take(Reflect.get(frame.source, index));
  }

  private copyProperty(frame: Frame, key: string): void {
    frame.next++;
    this.bytes += Buffer.byteLength(key) + 3;
    if (reservedNames.includes(key)) {
      this.report('is a reserved property name');
      return;
    }
    const value = Reflect.get(frame.source, key);
    if (value !== undefined) (frame.target as Record<string, unknown>)[key] = this.take(value);
  }

  /** The value itself, or for an object or array an empty copy that the frame just pushed will fill. */
  private take(value: unknown): unknown {
    if (typeof value === 'object' && value !== null) return this.open(value);
    if (typeof value === 'string') this.bytes += Buffer.byteLength(value) + 2;
    else this.bytes += 1;
    if (typeof value === 'function' || typeof value === 'symbol' || typeof value === 'bigint') {
      this.refuse(`must be JSON data, but is ${showValue(value)}`);
    }
    return value;
  }

  private open(source: object): unknown {
    this.bytes += 2;
    if (this.frames.length >= maxDepth) {
      this.refuse(nestedTooDeeply);
      return undefined;
    }
    if (this.ancestors.has(source)) {
      this.refuse('must be JSON data, but is an object that contains itself');
      return undefined;
    }
    if (Array.isArray(source)) {
      // Every item takes at least a digit and a comma: a huge sparse array is refused before it is walked.
      if (this.bytes + source.length * 2 > maxInputBytes + 2) {
        this.bytes = maxInputBytes + 1;
        return undefined;
      }
      return this.push({ source, target: [], keys: null, length: source.length, next: 0 });
    }
    if (!isPlain(source)) {
      this.refuse('must be JSON data, but is an instance of a class');
      return undefined;
    }
    const keys = Object.keys(source);
    return this.push({ source, target: {}, keys, length: keys.length, next: 0 });
  }

  private push(frame: Frame): unknown {
    this.ancestors.add(frame.source);
    this.frames.push(frame);
    return frame.target;
  }
}

/** Whether the object was written as a literal, in whichever realm. */
function isPlain(object: object): boolean {
  const prototype: object | null = Object.getPrototypeOf(object);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
