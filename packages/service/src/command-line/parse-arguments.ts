import { type ParseArgsConfig, parseArgs } from 'node:util';
import { closestName } from '@render-service/engine/text';

/** Wrong usage of the command line: exit code 2. */
export class UsageError extends Error {}

type Options = NonNullable<ParseArgsConfig['options']>;
type Parsed<Known extends Options> = ReturnType<
  typeof parseArgs<{ args: string[]; options: Known; allowPositionals: true }>
>;

/**
 * Parses arguments as parseArgs of node:util does, with errors in plain words: throws a UsageError for an option that
 * is unknown, lacks its value or takes none.
 */
export function parseArguments<const Known extends Options>(
  args: readonly string[],
  options: Known,
): Parsed<Known> {
  const { tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true });
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const { name, rawName, value, inlineValue } = token;
    if (!Object.hasOwn(options, name)) throw unknownOption(rawName, Object.keys(options));
    if (options[name]?.type === 'boolean') {
      if (value !== undefined)
        throw new UsageError(`${rawName} takes no value, but is given ${quote(value)}`);
    } else if (value === undefined) {
      throw new UsageError(`${rawName} needs a value`);
    } else if (!inlineValue && /^-./.test(value)) {
      // The value may also be the next option.
      throw new UsageError(
        `${rawName} needs a value, but is followed by ${value}; if that is the value, write --${name}=${value}`,
      );
    }
  }
  return parseArgs({ args: [...args], options, allowPositionals: true });
}

/** Returns the only INPUT of a command; `what` describes it. Throws a UsageError unless there is exactly one. */
export function onlyInput(
  command: string,
  positionals: readonly string[],
  what = 'a project file, or - for standard input',
): string {
  const [input, further] = positionals;
  if (input === undefined) {
    throw new UsageError(`${command} needs an INPUT: ${what}`);
  }
  if (further !== undefined) {
    throw new UsageError(`unexpected argument ${quote(further)}; ${command} takes one INPUT`);
  }
  return input;
}

/** Throws a UsageError for an argument that is not an option. */
export function noInput(command: string, positionals: readonly string[]): void {
  const [argument] = positionals;
  if (argument !== undefined) {
    throw new UsageError(`unexpected argument ${quote(argument)}; ${command} takes options only`);
  }
}

function unknownOption(given: string, names: readonly string[]): UsageError {
  const closest = closestName(given.replace(/^-+/, ''), names);
  return new UsageError(
    closest === undefined
      ? `unknown option ${given}; valid options: ${names.map((name) => `--${name}`).join(', ')}`
      : `unknown option ${given}; did you mean --${closest}?`,
  );
}

function quote(text: string): string {
  return JSON.stringify(text);
}
