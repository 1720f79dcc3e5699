import { extname } from 'node:path';
import type { RenderOptions } from '@render-service/engine';
import {
  type AllowedValues,
  allowedValueOfText,
  formatOfExtension,
  frameRatesOf,
  isFilmFormat,
  type OptionName,
  optionNames,
  optionTable,
  outputFormats,
  readAllowed,
} from '@render-service/engine/options';
import { readSetting, SettingsError, settingsTable } from '../contract/settings.ts';
import { UsageError } from './parse-arguments.ts';
import { variableArguments } from './variable-arguments.ts';

const flags = [...optionNames.map((name) => optionTable[name].flag), settingsTable.timeoutMs.flag];

/** Options of every command that takes a project, in the form of node:util's parseArgs. */
export const commonArguments = {
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
  version: { type: 'boolean', default: false },
} as const;

/** Options that render and inspect share, in the form of node:util's parseArgs. */
export const renderArguments = {
  ...(Object.fromEntries(flags.map((flag) => [flag, { type: 'string' }])) as Record<
    string,
    { type: 'string' }
  >),
  ...variableArguments,
  ...commonArguments,
} as const;

/** Arguments from parseArgs, by flag. */
export type ArgumentValues = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

/**
 * Reads the values of the options; throws a UsageError for a value that is not allowed. The format, or by default the
 * extension of the `output`, decides which frame rates are allowed.
 */
export function readRenderOptions(values: ArgumentValues, output = ''): RenderOptions {
  const format = outputFormats.find((one) => one === values[optionTable.format.flag]);
  const made = format ?? formatOfExtension(extname(output).slice(1).toLowerCase());
  const fps: AllowedValues | undefined =
    made && isFilmFormat(made) ? { type: 'choice', choices: frameRatesOf(made).frameRates } : undefined;
  const allowed: Partial<Record<OptionName, AllowedValues | undefined>> = { fps };
  return Object.fromEntries(optionNames.map((name) => [name, readArgument(name, values, allowed[name])]));
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
  values: ArgumentValues,
  allowed: AllowedValues = optionTable[name].values,
): unknown {
  const { flag } = optionTable[name];
  const text = values[flag];
  if (typeof text !== 'string') return undefined;
  const result = readAllowed(allowed, allowedValueOfText(allowed, text));
  if (result.ok) return result.value;
  throw new UsageError(result.problems.map((problem) => `--${flag} ${problem}`).join('; '));
}
