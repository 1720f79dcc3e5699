import type {
  Advice,
  AdvisedInspection,
  HoldLayout,
  InspectedClip,
  OutputFormat,
  PlannedComposition,
  Problem,
} from '@render-service/engine';
import { RenderError } from '@render-service/engine';
import { isFilmFormat } from '@render-service/engine/formats';
import { checkOptions, optionTable } from '@render-service/engine/options';
import { RenderSupervisor, showFix } from '@render-service/engine/process';
import { showClock } from '@render-service/engine/text';
import {
  argumentsOf,
  baseFolderOf,
  commonArguments,
  describeOptions,
  onlyInput,
  parseArguments,
  printHelpOrVersion,
  readInput,
  readOptions,
  readTimeLimit,
  readVariables,
  setHelp,
} from '@render-service/service/command-line';
import { processAhead } from './process-ahead.ts';

export const inspectHelp = `Usage: render-service inspect INPUT [options]

Takes the same options as render, and reports what that render would reject. Prints the plan of the film: each
composition with its start, transition and hold, and what enters, changes, leaves and loops in it. Advice points out what is valid but
probably unintended, such as a text beyond the frame; it does not change the exit code. Sentences of "expect" are
reported with the first moment at which they fail. INPUT is a project file, or - for standard input.

Options:
${describeOptions('inspect', { format: `default: ${optionTable.format.default}` })}
${setHelp}
  --strict               exit with 1 unless every sentence of "expect" is true and there is no warning
  --json                 print the inspection as JSON
  -h, --help             print this help
  --version              print the version

Exit codes: 0 the render would succeed, 1 the render would be rejected, the project is invalid, or --strict found a
sentence that is not true or a warning, 2 wrong usage, 130 interrupted, 143 terminated.
`;

/** `inspect INPUT`: returns the exit code, or throws UsageError, SettingsError or RenderError. */
export async function inspectCommand(args: readonly string[], signal: AbortSignal): Promise<number> {
  const { values, positionals } = parseArguments(args, {
    ...argumentsOf('inspect'),
    strict: { type: 'boolean' },
    ...commonArguments,
  });
  if (values.help || values.version) {
    return printHelpOrVersion(inspectHelp, values);
  }
  const input = onlyInput('inspect', positionals);
  const options = readOptions('inspect', values);
  const timeoutMs = readTimeLimit(values);
  const variables = readVariables(values.set);
  // Starts the process early, in parallel with loading, checking and reading everything else.
  await using renderer = RenderSupervisor.forOneTask(processAhead());
  const { format } = checkOptions(options);
  const inspected = readInput(input, signal).then((project) =>
    renderer.inspect(project, {
      ...options,
      variables,
      baseFolder: baseFolderOf(input),
      timeoutMs,
      signal,
      advice: true,
      plan: true,
      madeInParts: true,
    }),
  );
  const {
    blocking,
    advice = [],
    pages = [],
    ...report
  } = await (values.json ? reportFailure(inspected) : inspected);
  const inspection = { ...report, advice, pages };
  const hint = hintAtFormat(format, report.problems, blocking);
  process.stdout.write(
    values.json ? `${JSON.stringify(inspection, null, 2)}\n` : forPeople(inspection, hint),
  );
  const isExpected = (report.assertions ?? []).every(({ status }) => status === 'passes');
  const isFlawless = isExpected && report.problems.every(({ severity }) => severity !== 'warning');
  return blocking.length > 0 || (values.strict === true && !isFlawless) ? 1 : 0;
}

/** Prints the problems of a failure as JSON before it is passed on. */
async function reportFailure<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof RenderError) {
      const { code, problems } = error;
      process.stdout.write(`${JSON.stringify({ code, problems }, null, 2)}\n`);
    }
    throw error;
  }
}

/** Returns a line about the checked format if some issues of the project concern only other formats. */
function hintAtFormat(
  format: OutputFormat,
  problems: readonly Problem[],
  blocking: readonly Problem[],
): readonly string[] {
  const errors = problems.filter(({ severity }) => severity === 'error');
  if (errors.length === blocking.length) return [];
  // Among films, only those with sound have issues that others do not have, and all of those concern MP4.
  const what = isFilmFormat(format) ? 'a film with sound' : 'the film';
  return [`checked as ${format}; --format mp4 checks ${what}`];
}

function forPeople(inspection: AdvisedInspection, hint: readonly string[]): string {
  const { name, scenes, durationMs, width, height, audibleTracks, issues, advice, layout } = inspection;
  const { assertions = [], clips = [], plan = [] } = inspection;
  const lines = [
    `${JSON.stringify(name)}: ${width} x ${height}, ${durationMs / 1000} s`,
    `${count(scenes, 'scene')}, ${count(audibleTracks, 'audible track')}`,
    ...clips.map(showClip),
    ...showPlan(plan, scenes),
    issues.length === 0 ? 'no issues' : `${count(issues.length, 'issue')}:`,
    ...issues.map((issue) => `  ${issue}`),
    ...hint,
    ...showAssertions(assertions),
    ...(advice.length === 0 ? [] : ['advice:', ...advice.map((one) => `  ${showAdvice(one)}`)]),
    ...hintAtPages(advice),
    ...(layout ?? []).flatMap(showLayout),
  ];
  return `${lines.join('\n')}\n`;
}

function showClip({ path, durationMs, width, height, fps, codec, hasSound }: InspectedClip): string {
  const rate = fps === undefined ? '' : `, ${fps} fps`;
  const sound = hasSound ? 'with sound' : 'silent';
  return `clip of ${path}: ${width} x ${height}, ${durationMs / 1000} s${rate}, ${codec}, ${sound}`;
}

/** How to read a page that advice refers to. */
function hintAtPages(advice: readonly Advice[]): readonly string[] {
  const [, page] = /see the page "(\w+)"/.exec(advice.map(({ message }) => message).join('\n')) ?? [];
  return page === undefined ? [] : [`to read a page: render-service guide ${page}`];
}

function showAdvice({ path, message, fix }: Advice): string {
  return `${path}: ${message}${showFix(fix)}`;
}

/** Lists the sentences of `expect`. The advice names the values that the film has instead. */
function showAssertions(assertions: NonNullable<AdvisedInspection['assertions']>): readonly string[] {
  if (assertions.length === 0) return [];
  const failed = assertions.filter(({ status }) => status !== 'passes').length;
  const sum = failed === 0 ? 'all true' : `${failed} not true`;
  return [
    `${count(assertions.length, 'assertion')}, ${sum}:`,
    ...assertions.map(({ sentence, status, atMs, message }) => {
      const when = atMs === undefined ? '' : ` at ${Math.round(atMs) / 1000}s`;
      const why = status === 'unchecked' ? `: ${message}` : '';
      return `  ${status}${when}: ${sentence}${why}`;
    }),
  ];
}

/** Names in a line of the plan; the rest is counted. */
const maxNames = 8;

/** Lists the compositions of the film, each with what happens in it. */
function showPlan(plan: readonly PlannedComposition[], scenes: number): readonly string[] {
  const lines = plan.map(
    ({ scene, composition, startMs, transitionMs, holdMs, sceneTransition, ...changes }) => {
      const compositionName = scenes === 1 ? composition : `${scene}.${composition}`;
      const { type, durationMs = 0 } = sceneTransition ?? {};
      const fromScene = type === undefined ? '' : `${type} ${seconds(durationMs)} from the scene before, `;
      const transition = transitionMs === 0 ? '' : `transition ${seconds(transitionMs)}, `;
      const what = (['enters', 'changes', 'leaves', 'loops'] as const).flatMap((change) => {
        const names = changes[change] ?? [];
        const others = names.length > maxNames ? ` and ${names.length - maxNames} more` : '';
        return names.length === 0 ? [] : [`; ${change} ${names.slice(0, maxNames).join(', ')}${others}`];
      });
      return `  ${showClock(startMs)} ${compositionName}: ${fromScene}${transition}hold ${seconds(holdMs)}${what.join('')}`;
    },
  );
  return ['plan:', ...lines];
}

function seconds(ms: number): string {
  return `${Math.round(ms / 10) / 100} s`;
}

function showLayout({ scene, composition, startMs, endMs, objects }: HoldLayout): string[] {
  return [
    `layout of ${scene}.${composition}, ${startMs / 1000} s to ${endMs / 1000} s (left, top, right, bottom):`,
    ...objects.map(({ id, box }) => `  ${id}: ${box ? Object.values(box).join(', ') : 'paints nothing'}`),
  ];
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}
