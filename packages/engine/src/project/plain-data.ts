import { Buffer } from 'node:buffer';
import { reservedNames } from './field-schemas.ts';
import { maxDepth, maxInputBytes } from './limits.ts';
import type { DocumentRule } from './problem.ts';
import { nestedTooDeeply, showValue } from './problem-text.ts';
import type { Problems } from './problems.ts';

/** An object or array during its copying; `next` is the index of the next child to copy. */
interface OpenContainer {
  readonly source: object;
  readonly target: Record<string, unknown> | unknown[];
  /** The keys of an object; null for an array. */
  readonly keys: readonly string[] | null;
  readonly length: number;
  next: number;
}

/**
 * Copies JSON data, so that later changes by the caller do not affect the copy. Reserved property names are omitted and
 * reported as problems. More levels than `maxDepth`, cycles, class instances, functions, symbols, BigInts and getters
 * that throw are problems that make the input `unreadable`. Undefined properties are omitted; numbers that JSON does
 * not have (NaN, infinities) are kept for the schema to refuse.
 *
 * `too-large` means that the data would be over 32 MiB of JSON (a lower bound: keys and strings in UTF-8 with quotes
 * and colons, one byte for any other value). This also limits data that contains the same objects many times.
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
    // Only the caller's code can throw here: getters and proxies.
    copier.refuse('could not be read');
  }
  if (copier.bytes > maxInputBytes) return 'too-large';
  return copier.readable ? { data } : 'unreadable';
}

class Copier {
  bytes = 0;
  readable = true;
  private readonly problems: Problems;
  private readonly containers: OpenContainer[] = [];
  private readonly ancestors = new Set<object>();

  constructor(problems: Problems) {
    this.problems = problems;
  }

  copy(input: unknown): unknown {
    const root = this.take(input);
    for (
      let container = this.containers.at(-1);
      container !== undefined;
      container = this.containers.at(-1)
    ) {
      if (this.bytes > maxInputBytes || this.problems.full) return undefined;
      if (container.next === container.length) {
        this.ancestors.delete(container.source);
        this.containers.pop();
      } else if (container.keys === null) this.copyItem(container);
      else this.copyProperty(container, container.keys[container.next] ?? '');
    }
    return root;
  }

  refuse(text: string, rule: DocumentRule = 'json-data'): void {
    this.readable = false;
    this.report(text, rule);
  }

  private report(text: string, rule: DocumentRule = 'json-data'): void {
    const path = this.containers.map(({ keys, next }) => keys?.[next - 1] ?? next - 1);
    this.problems.add(path, rule, text);
  }

  private copyItem(container: OpenContainer): void {
    const index = container.next++;
    (container.target as unknown[])[index] = this.take(Reflect.get(container.source, index));
  }

  private copyProperty(container: OpenContainer, key: string): void {
    container.next++;
    this.bytes += Buffer.byteLength(key) + 3;
    if (reservedNames.includes(key)) {
      this.report('is a reserved property name');
      return;
    }
    const value = Reflect.get(container.source, key);
    if (value !== undefined) (container.target as Record<string, unknown>)[key] = this.take(value);
  }

  /**
   * Returns the value itself. For an object or array, opens a container and returns its empty copy, to be filled later.
   */
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
    if (this.containers.length >= maxDepth) {
      this.refuse(nestedTooDeeply, 'depth');
      return undefined;
    }
    if (this.ancestors.has(source)) {
      this.refuse('must be JSON data, but is an object that contains itself');
      return undefined;
    }
    if (Array.isArray(source)) {
      // Every item takes at least two bytes, so a huge sparse array is refused before its items are read.
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

  private push(container: OpenContainer): unknown {
    this.ancestors.add(container.source);
    this.containers.push(container);
    return container.target;
  }
}

/** Whether the object is a plain object, from any realm. */
function isPlain(object: object): boolean {
  const prototype: object | null = Object.getPrototypeOf(object);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
