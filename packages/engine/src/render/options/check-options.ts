import type { CaptionFormat } from '../../output/caption-text.ts';
import {
  type FrameRate,
  formats,
  frameRatesOf,
  type Mp4Sound,
  type Mp4Video,
  type OutputFormat,
  outputFormats,
} from '../../output/formats.ts';
import { sizeLimitOf } from '../capabilities.ts';
import { RenderError } from '../render-error.ts';
import type { AllOptions } from './all-options.ts';
import type { FormatRule, Operation } from './option.ts';
import { type OptionName, optionNamesOf, optionOf, optionTable, sidesUpTo } from './option-table.ts';
import { type AllowedValues, readAllowed } from './option-values.ts';

/** Checked options of a picture or film, with their defaults. */
export interface CheckedOptions extends OfferedFormats {
  readonly format: OutputFormat;
  readonly width: number | undefined;
  readonly height: number | undefined;
  readonly fps: FrameRate;
  readonly timeMs: number;
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
  readonly audio?: Mp4Sound | undefined;
  readonly codec?: Mp4Video | undefined;
  readonly captions?: CaptionFormat | undefined;
  readonly embedCaptions?: boolean | undefined;
  readonly theme?: string | undefined;
  readonly strict?: boolean | undefined;
}

export interface OfferedFormats {
  /**
   * The formats of a server, whose outputs also keep the contract's size. Without them, the command line or the library
   * calls, which offer everything.
   */
  readonly offered?: readonly OutputFormat[] | undefined;
}

/**
 * Fills in defaults; throws a RenderError `invalid-option` that names every value that is not allowed. Options that the
 * operation does not take are not checked.
 */
export function checkOptions(
  options: AllOptions,
  server?: readonly OutputFormat[],
  operation: Operation = 'render',
): CheckedOptions {
  const offered = server ?? outputFormats;
  const limit = sizeLimitOf(server);
  const { format = 'png' } = options;
  const isOffered = offered.includes(format);
  const { frameRates, usualFrameRate } = frameRatesOf(isOffered ? format : 'mp4');
  const wrong = wrongValues(operation, options, {
    format: { type: 'choice', choices: offered },
    fps: { type: 'choice', choices: frameRates },
    width: sidesUpTo(limit),
    height: sidesUpTo(limit),
  });
  const problems = [...wrong].map(([name, problem]) =>
    name === 'format' ? `${problem}${howToOffer(format, offered)}` : problem,
  );
  const valid: AllOptions = Object.fromEntries(
    Object.entries(options).filter(([name]) => !wrong.has(name as OptionName)),
  );
  const { width, height, fps = usualFrameRate, timeMs = optionTable.timeMs.default } = valid;
  const { fromMs, toMs, audio, codec, captions, embedCaptions, theme, strict } = valid;
  if (isOffered) {
    const { sideStep } = formats[format];
    for (const [name, side] of Object.entries({ width, height })) {
      if (side !== undefined && side % sideStep !== 0)
        problems.push(`${name} must be even for ${format}, but is ${side}`);
    }
    problems.push(...problemsOfFormat(operation, valid, format));
  }
  if (width !== undefined && height !== undefined && width * height > limit.pixels)
    problems.push(`width x height must be at most ${limit.pixels}, but is ${width} x ${height}`);
  if (problems.length === 0 && fromMs !== undefined && toMs !== undefined && toMs <= fromMs)
    problems.push(`toMs must be greater than fromMs, which is ${fromMs}, but is ${toMs}`);
  if (problems.length > 0) throw new RenderError('invalid-option', problems);
  return {
    ...{
      format,
      width,
      height,
      fps,
      timeMs,
      fromMs,
      toMs,
      audio,
      codec,
      captions,
      embedCaptions,
      theme,
      strict,
    },
    ...(server && { offered: server }),
  };
}

/**
 * The problem of each value that its option does not allow. `allowed` replaces the values of the table where they
 * depend on others.
 */
export function wrongValues(
  operation: Operation,
  options: AllOptions,
  allowed: { readonly [Name in OptionName]?: AllowedValues } = {},
): ReadonlyMap<OptionName, string> {
  const problems = new Map<OptionName, string>();
  for (const name of optionNamesOf(operation)) {
    const { [name]: value } = options;
    if (value === undefined) continue;
    const result = readAllowed(allowed[name] ?? optionOf(name, operation).values, value);
    if (!result.ok) problems.set(name, result.problems.map((problem) => `${name} ${problem}`).join('; '));
  }
  return problems;
}

/** The problems of options that are not for the format. */
function problemsOfFormat(
  operation: Operation,
  options: AllOptions,
  format: OutputFormat,
): readonly string[] {
  const problems: string[] = [];
  const refused = new Map<string, OptionName[]>();
  for (const name of optionNamesOf(operation)) {
    const { formats: rule, default: preset } = optionOf(name, operation);
    const { [name]: value } = options;
    if (value === undefined || rule === undefined || isFor(rule, format)) continue;
    if (rule.otherwise === 'default' && value !== preset)
      problems.push(`${name} must be ${preset} for ${format}, but is ${value}`);
    if (rule.otherwise === 'refused') refused.set(rule.purpose, [...(refused.get(rule.purpose) ?? []), name]);
  }
  for (const [purpose, names] of refused)
    problems.push(`${names.join(' and ')} can only ${purpose}, but the format is ${format}`);
  return problems;
}

function isFor({ are }: FormatRule, format: OutputFormat): boolean {
  const { kind, audioCodec } = formats[format];
  return are === format || are === kind || (are === 'with sound' && audioCodec !== null);
}

/** Returns how to offer a format that a server does not offer; empty for any other value. */
export function howToOffer(value: unknown, offered: readonly OutputFormat[]): string {
  if (!outputFormats.some((format) => format === value)) return '';
  return `; the operator can offer it with SERVICE_RENDER_FORMATS=${[...offered, value].join(',')}`;
}

/** The time limit of a call; throws a RenderError `invalid-option` for an impossible one. */
export function checkTimeout({
  timeoutMs = optionTable.timeoutMs.default,
}: Pick<AllOptions, 'timeoutMs'>): number {
  const problem = wrongValues('render', { timeoutMs }).get('timeoutMs');
  if (problem !== undefined) throw new RenderError('invalid-option', [problem]);
  return timeoutMs;
}
