import {
  type Command,
  flagNamesOf,
  type OptionName,
  optionOf,
  placeholderOf,
} from '@render-service/engine/options';
import { packageVersion } from '../contract/package-version.ts';
import { settingsTable } from '../contract/settings.ts';

/** The line of an option in the help of a command. */
export function describeOption(name: OptionName, command: Command): string {
  const option = optionOf(name, command);
  const { flag } = option;
  if (flag === undefined) throw new TypeError(`${name} is not a flag`);
  const { variable } = settingsTable.timeoutMs;
  const help = name === 'timeoutMs' ? flag.help.replace(/\)$/, `, or the value of ${variable})`) : flag.help;
  return `${`  --${flag.name} ${placeholderOf(option)}`.padEnd(25)}${help}`;
}

/** The lines of all options of a command except `--set`. `defaults` replace those in the table. */
export function describeOptions(
  command: Command,
  defaults: { readonly [Name in OptionName]?: string } = {},
): string {
  return flagNamesOf(command)
    .filter((name) => name !== 'variables')
    .map((name) => {
      const line = describeOption(name, command);
      const { [name]: given } = defaults;
      return given === undefined ? line : line.replace(/default: .*$/, given);
    })
    .join('\n');
}

/** The line of `--set`. */
export const setHelp = describeOption('variables', 'render');

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

/** Prints the help of a command or the version, and returns the exit code. */
export function printHelpOrVersion(text: string, { help }: { readonly help: boolean }): number {
  process.stdout.write(help ? text : `${packageVersion()}\n`);
  return 0;
}
