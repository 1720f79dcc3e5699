import { joinWords, showValue } from '../../project/problem-text.ts';
import { failure, type Result, success } from '../../project/result.ts';

/** Allowed values of an option. */
export type AllowedValues =
  | { readonly type: 'choice'; readonly choices: readonly string[] | readonly number[] }
  | { readonly type: 'integer'; readonly minimum: number; readonly maximum: number }
  | { readonly type: 'number'; readonly minimum: number }
  | { readonly type: 'times'; readonly maxItems: number }
  | { readonly type: 'bytes'; readonly minimum: number }
  | { readonly type: 'boolean' | 'folder' | 'function' | 'path' | 'text' | 'variables' | 'signal' };

const decimalInteger = /^(0|[1-9]\d*)$/;
/** Matches a JSON number. */
export const jsonNumber = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/**
 * Converts a text to the type of an option. A text that should be a number but is not stays a text, which `readAllowed`
 * rejects.
 */
export function allowedValueOfText(values: AllowedValues, text: string): unknown {
  if (values.type === 'bytes') return bytesOfText(text);
  const isText =
    ['text', 'folder'].includes(values.type) ||
    (values.type === 'choice' && typeof values.choices[0] === 'string');
  if (isText) return text;
  return (values.type === 'number' ? jsonNumber : decimalInteger).test(text) ? Number(text) : text;
}

const byteUnits = { kb: 1e3, mb: 1e6, gb: 1e9, tb: 1e12 } as const;

function bytesOfText(text: string): unknown {
  const [, digits = '', unit = ''] = /^(\d+(?:\.\d+)?) ?(kb|mb|gb|tb)?$/i.exec(text) ?? [];
  if (digits === '') return text;
  const lower = unit.toLowerCase();
  return Math.round(Number(digits) * (lower in byteUnits ? byteUnits[lower as keyof typeof byteUnits] : 1));
}

/** Reads a value from a text; a failure is that of `readAllowed`. */
export function readText(values: AllowedValues, text: string): Result<unknown> {
  return readAllowed(values, allowedValueOfText(values, text));
}

/** Validates a value; a failure has the broken rule, to follow the value's name. */
export function readAllowed<Value>(values: AllowedValues, value: unknown): Result<Value> {
  if (isAllowed(values, value)) return success(value as Value);
  return failure(`must be ${describeAllowed(values)}, but is ${showValue(value)}`);
}

function isAllowed(values: AllowedValues, value: unknown): boolean {
  switch (values.type) {
    case 'choice':
      return values.choices.some((choice) => choice === value);
    case 'integer':
      return isNumber(value, values.minimum) && Number.isInteger(value) && value <= values.maximum;
    case 'number':
      return isNumber(value, values.minimum);
    case 'bytes':
      return isNumber(value, values.minimum) && Number.isSafeInteger(value);
    case 'folder':
      return value === false || (typeof value === 'string' && value !== '');
    case 'times':
      return (
        Array.isArray(value) &&
        value.length > 0 &&
        value.length <= values.maxItems &&
        value.every((timeMs) => isNumber(timeMs, 0))
      );
    case 'path':
    case 'text':
      return typeof value === 'string';
    case 'boolean':
    case 'function':
      return typeof value === values.type;
    case 'variables':
    case 'signal':
      // `checkShorthandOptions` and `ownOptions` check the values inside.
      return typeof value === 'object' && value !== null;
  }
}

function isNumber(value: unknown, minimum: number): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= minimum;
}

function describeAllowed(values: AllowedValues): string {
  switch (values.type) {
    case 'choice':
      return joinWords(values.choices, 'or');
    case 'integer':
      return `an integer from ${values.minimum} to ${values.maximum}`;
    case 'number':
      return `a number of at least ${values.minimum}`;
    case 'bytes':
      return `a whole number of bytes, at least ${values.minimum}, such as 2GB`;
    case 'folder':
      return 'the path of a folder, or false';
    case 'times':
      return `a list of 1 to ${values.maxItems} numbers of milliseconds, each 0 or more`;
    case 'boolean':
      return 'true or false';
    case 'function':
      return 'a function';
    case 'path':
      return 'a path';
    case 'text':
      return 'a string';
    case 'variables':
      return 'an object';
    case 'signal':
      return 'an AbortSignal';
  }
}
