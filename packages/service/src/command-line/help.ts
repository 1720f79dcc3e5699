import {
  defaultTimeoutMs,
  maxTimeoutMs,
  type OptionName,
  optionNames,
  optionTable,
} from '@render-service/engine/options';
import { packageVersion } from '../contract/package-version.ts';
import { settingsTable } from '../contract/settings.ts';

const timeLimit = settingsTable.timeoutMs;

export function describeOption(flag: string, placeholder: string, help: string): string {
  return `${`  --${flag} ${placeholder}`.padEnd(25)}${help}`;
}

export function describeTimeLimit(): string {
  const limits = `1 to ${maxTimeoutMs} (default ${defaultTimeoutMs}, or the value of ${timeLimit.variable})`;
  return describeOption(timeLimit.flag, 'MS', `time limit, ${limits}`);
}

export function describeOptions(helps: Partial<Record<OptionName, string>> = {}): string {
  const lines = optionNames.map((name) => {
    const { flag, placeholder, help } = optionTable[name];
    const given = helps[name];
    const shown = given === undefined ? help : help.replace(/default: .*$/, given);
    return describeOption(flag, placeholder, shown);
  });
  return [...lines, describeTimeLimit()].join('\n');
}

export function describeSettings(
  settings: readonly (typeof settingsTable)[keyof typeof settingsTable][],
): string {
  const indent = ' '.repeat(26);
  return settings
    .map(
      ({ flag, variable, meaning }) => `${`  --${flag} VALUE`.padEnd(26)}${meaning}\n${indent}${variable}\n`,
    )
    .join('');
}

export const setHelp = '  --set NAME=VALUE       a variable of a project in shorthand; repeatable';

/** Prints the help of a command or the version, and returns the exit code. */
export function printHelpOrVersion(text: string, { help }: { readonly help: boolean }): number {
  process.stdout.write(help ? text : `${packageVersion()}\n`);
  return 0;
}
