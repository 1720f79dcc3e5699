import { extname } from 'node:path';
import { formatOfExtension, frameRatesOf, isFilmFormat, outputFormats } from '@render-service/engine/formats';
import {
  type AllOptions,
  type Command,
  flagNamesOf,
  type Option,
  type OptionName,
  optionOf,
  readText,
} from '@render-service/engine/options';
import { readSetting, SettingsError, settingsTable } from '../contract/settings.ts';
import { UsageError } from './parse-arguments.ts';
import { variableArguments } from './variable-arguments.ts';

/** Options of every command that takes a project, in the form of node:util's parseArgs. */
export const commonArguments = {
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
  version: { type: 'boolean', default: false },
} as const;

interface FlagArguments {
  readonly [flag: string]: { readonly type: 'string' | 'boolean' };
}

/** The flags of a command that are in the table of options, in the form of node:util's parseArgs. */
export function argumentsOf(command: Command): FlagArguments & typeof variableArguments {
  const flags = valueNamesOf(command).map((name) => {
    const { flag, values } = optionOf(name, command);
    return [flag?.name, { type: values.type === 'boolean' ? 'boolean' : 'string' }];
  });
  return { ...(Object.fromEntries(flags) as FlagArguments), ...variableArguments };
}

/** The options of a command except `--set`, which can be repeated. */
function valueNamesOf(command: Command): readonly OptionName[] {
  return flagNamesOf(command).filter((name) => name !== 'variables');
}

/** Arguments from parseArgs, by flag. */
export type ArgumentValues = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

/**
 * Reads the values of a command's options except the time limit and the variables; throws a UsageError for a value that
 * is not allowed. The format, or by default the extension of the `output`, decides which frame rates are allowed.
 */
export function readOptions(
  command: Command,
  values: ArgumentValues,
  output = '',
): Omit<AllOptions, 'timeoutMs' | 'variables'> {
  const format = outputFormats.find((one) => one === values.format);
  const made = format ?? formatOfExtension(extname(output).slice(1).toLowerCase());
  const fps: Option['values'] | undefined =
    made && isFilmFormat(made) ? { type: 'choice', choices: frameRatesOf(made).frameRates } : undefined;
  const names = valueNamesOf(command).filter((name) => name !== 'timeoutMs');
  return Object.fromEntries(
    names.map((name) => [name, readArgument(name, command, values, name === 'fps' ? fps : undefined)]),
  );
}

/**
 * The folder that flags or the environment name for what is kept, and its limit; throws a SettingsError for a variable
 * that names no folder.
 */
export function readCache({ cache, cacheBytes }: Pick<AllOptions, 'cache' | 'cacheBytes'>) {
  return {
    cache: cache ?? readSetting('cache', {}, process.env),
    cacheBytes: cacheBytes ?? readSetting('cacheBytes', {}, process.env),
  };
}

/** The time limit in milliseconds; throws a UsageError or, for the variable of the environment, a SettingsError. */
export function readTimeLimit(values: ArgumentValues): number {
  const { flag } = settingsTable.timeoutMs;
  const given = values[flag];
  const isGiven = typeof given === 'string';
  try {
    return readSetting('timeoutMs', isGiven ? { [flag]: given } : {}, process.env);
  } catch (error) {
    throw isGiven && error instanceof SettingsError ? new UsageError(error.message) : error;
  }
}

function readArgument(
  name: OptionName,
  command: Command,
  values: ArgumentValues,
  special: Option['values'] | undefined,
): unknown {
  const { flag, values: usual } = optionOf(name, command);
  const text = flag && values[flag.name];
  if (typeof text === 'boolean') return text;
  if (typeof text !== 'string') return undefined;
  const allowed = special ?? usual;
  const result = readText(allowed, text);
  if (result.ok) return result.value;
  throw new UsageError(result.problems.map((problem) => `--${flag?.name} ${problem}`).join('; '));
}
