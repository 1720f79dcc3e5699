import { Buffer } from 'node:buffer';
import type { FixChange, FixReport, LeftAdvice } from '@render-service/engine';
import { checkReplaceable, readRegularFile, readUtf8, replaceFile } from '@render-service/engine/files';
import { fixProject, RenderSupervisor } from '@render-service/engine/process';
import { escapeControls, JsonPlaces, parsePath, showValue } from '@render-service/engine/text';
import {
  argumentsOf,
  baseFolderOf,
  checkStandardOutput,
  commonArguments,
  describeOption,
  onlyInput,
  parseArguments,
  printHelpOrVersion,
  readInput,
  readOptions,
  readTimeLimit,
  readVariables,
  setHelp,
  writeToStandardOutput,
} from '@render-service/service/command-line';
import { processAhead } from './process-ahead.ts';

export const fixHelp = `Usage: render-service fix FILE [options]

Applies the fixes of the advice that inspect gives, and prints each change. Only the values concerned change: formatting and
order stay. A fix is kept only if the project stays valid and its advice disappears, so fixing twice changes nothing. Values
that come from a variable are left as they are. FILE is a project file. With - for standard input, the fixed project is
printed to standard output, and the changes to standard error.

Options:
  --check                print the changes without making them
${setHelp}
${describeOption('theme', 'fix')}
${describeOption('timeoutMs', 'fix')},
                         for each inspection
  --json                 print the changes, and the advice that is left, as JSON
  -h, --help             print this help
  --version              print the version

Exit codes: 0 done or nothing to fix, 1 failed, or with --check something to fix, 2 wrong usage, 130 interrupted,
143 terminated.
`;

/** `fix FILE`: returns the exit code, or throws UsageError, SettingsError or RenderError. */
export async function fixCommand(args: readonly string[], signal: AbortSignal): Promise<number> {
  const { values, positionals } = parseArguments(args, {
    check: { type: 'boolean', default: false },
    ...argumentsOf('fix'),
    ...commonArguments,
  });
  if (values.help || values.version) {
    return printHelpOrVersion(fixHelp, values);
  }
  const input = onlyInput('fix', positionals);
  const timeoutMs = readTimeLimit(values);
  const variables = readVariables(values.set);
  const { theme } = readOptions('fix', values);
  const isStandardInput = input === '-';
  const writesFile = !values.check && !isStandardInput;
  // Starts the process early, in parallel with reading the file.
  await using renderer = RenderSupervisor.forOneTask(processAhead());
  const bytes = isStandardInput ? await readInput(input, signal) : await readRegularFile(input, signal);
  if (writesFile) await checkReplaceable(input);
  const text = readUtf8(bytes);
  const options = {
    variables,
    theme,
    baseFolder: baseFolderOf(input),
    timeoutMs,
    signal,
    advice: true,
    layout: true,
  };
  const inspect = async (version: string) => {
    const { advice = [], ...inspection } = await renderer.inspect(version, options);
    return { ...inspection, advice };
  };
  const report = await fixProject(text, inspect, variables);
  const isFixed = report.changes.length > 0;
  if (writesFile && isFixed) await replaceFile(input, { before: bytes, after: report.text, signal });
  const printsText = isStandardInput && !values.check;
  const shown = showReport(report, {
    ...values,
    text,
    printsText,
    name: isStandardInput ? 'standard input' : input,
  });
  if (printsText && !values.json) {
    checkStandardOutput();
    process.stderr.write(shown);
    await writeToStandardOutput(Buffer.from(report.text), signal);
  } else process.stdout.write(shown);
  return values.check && isFixed ? 1 : 0;
}

interface Shown {
  readonly json: boolean;
  readonly check: boolean;
  /** The text before the changes. */
  readonly text: string;
  readonly printsText: boolean;
  /** The name of the file in messages. */
  readonly name: string;
}

/** Formats a report as JSON or as text. With --check, its line numbers are those of the unchanged file. */
function showReport(report: FixReport, { json, check, text, printsText, name }: Shown): string {
  const places = new JsonPlaces(check ? text : report.text);
  const lineOf = (path: string) => places.locate(parsePath(path)).line;
  const changes = report.changes.map((change) => ({ ...change, line: lineOf(change.path) }));
  if (json) {
    const shown = { changes, left: report.left, ...(printsText && { text: report.text }) };
    return `${JSON.stringify(shown, null, 2)}\n`;
  }
  const number = changes.length;
  const values = `${number} ${number === 1 ? 'value' : 'values'}`;
  const lines = [
    ...changes.map((one) => `${name}:${one.line} ${showChange(one)}`),
    number === 0 ? `${name}: nothing to fix` : `${name}: ${values} ${check ? 'to change' : 'changed'}`,
    ...(report.left.length === 0 ? [] : ['advice that is left:']),
    ...report.left.map((one) => `  ${name}:${lineOf(one.path)} ${showLeft(one)}`),
  ];
  return `${escapeControls(lines.join('\n'))}\n`;
}

function showChange({ path, from, to, rule, message }: FixChange): string {
  const before = from === undefined ? '(none)' : showValue(from);
  const after = to === undefined ? 'removed' : showValue(to);
  // The rest of a message is the remedy, which has been applied.
  return `${path}: ${before} → ${after} (${rule}: ${message.split('; ', 1)[0]})`;
}

function showLeft({ path, message, reason }: LeftAdvice): string {
  return `${path}: ${message} (not fixed: ${reason})`;
}
