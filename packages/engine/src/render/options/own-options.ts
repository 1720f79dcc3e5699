import { invalidOption, RenderError } from '../render-error.ts';

/**
 * Copies a program's options and their variables, reading each once, because getters and proxies may fail or return
 * different values. Throws a RenderError `invalid-option` for a value that is not an object or cannot be read, or for
 * an unknown name.
 */
export function ownOptions<Options extends object>(given: Options, known: readonly string[]): Options {
  const options = readFields('options', given, (value) => [
    ...new Set([...Object.keys(value), ...known.filter((name) => name in value)]),
  ]);
  const unknown = Object.keys(options).filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw invalidOption(
      ...unknown.map((name) => `unknown option ${JSON.stringify(name)}; valid options: ${known.join(', ')}`),
    );
  }
  const { signal, variables } = options;
  if (variables !== undefined) options.variables = readFields('variables', variables, Object.keys);
  if (signal !== undefined && !isAbortSignal(signal)) throw invalidOption('signal must be an AbortSignal');
  return options as Options;
}

function readFields(
  name: string,
  given: unknown,
  namesOf: (value: object) => readonly string[],
): Record<string, unknown> {
  try {
    // A Map or an array has no options of its own and would count as an object without options.
    if (
      typeof given === 'object' &&
      given !== null &&
      Object.prototype.toString.call(given) === '[object Object]'
    ) {
      const fields = given as Readonly<Record<string, unknown>>;
      return Object.fromEntries(namesOf(given).map((field) => [field, fields[field]]));
    }
  } catch (error) {
    throw new RenderError('invalid-option', [`${name} could not be read: ${describe(error)}`], error);
  }
  throw invalidOption(`${name} must be an object with a field for each value`);
}

/** An object may inherit from AbortSignal without being one; then its fields cannot be read. */
function isAbortSignal(value: unknown): value is AbortSignal {
  try {
    return value instanceof AbortSignal && typeof value.aborted === 'boolean';
  } catch {
    return false;
  }
}

function describe(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : 'a value other than an Error was thrown';
}
