import type { Variables } from '@render-service/engine';
import { UsageError } from './parse-arguments.ts';

/** The option that sets variables of a project in shorthand, in the form of node:util's parseArgs. */
export const variableArguments = { set: { type: 'string', multiple: true } } as const;

/** Matches a JSON number. */
const jsonNumber = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/**
 * Reads the variables of `--set name=value` options; the last value of a name wins. A value that is a JSON number,
 * true or false has that type, and a value in JSON's double quotes is the string in them; any other value is used
 * unchanged, as a string. Throws a UsageError for an option without a name.
 */
export function readVariables(settings: readonly string[] | undefined): Variables | undefined {
  if (settings === undefined) return undefined;
  const variables: Record<string, string | number | boolean> = Object.create(null);
  for (const setting of settings) {
    const equals = setting.indexOf('=');
    const name = setting.slice(0, Math.max(0, equals));
    if (!/^[A-Za-z0-9_-]{1,80}$/.test(name)) {
      throw new UsageError(
        `--set must be name=value with a name of 1 to 80 letters, digits, _ or -, but is ${JSON.stringify(setting)}`,
      );
    }
    variables[name] = readValue(setting.slice(equals + 1));
  }
  return variables;
}

function readValue(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  if (jsonNumber.test(text) && Number.isFinite(Number(text))) return Number(text);
  return quoted(text) ?? text;
}

function quoted(text: string): string | undefined {
  if (!text.startsWith('"')) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}
