import {
  type FrameRate,
  formats,
  frameRatesOf,
  isFilmFormat,
  type OutputFormat,
  outputFormats,
} from '../../output/formats.ts';
import { maxOutputPixels } from '../capabilities.ts';
import { RenderError } from '../render-error.ts';
import {
  type AllowedValues,
  type OptionName,
  type OptionValues,
  optionTable,
  readAllowed,
  readTimeoutMs,
} from './option-table.ts';
import type { RenderControl, RenderOptions } from './render-options.ts';

export interface CheckedOptions {
  readonly format: OutputFormat;
  readonly width: number | undefined;
  readonly height: number | undefined;
  readonly fps: FrameRate;
  readonly timeMs: number;
}

/** The formats that a caller offers: all of them on the command line and in the library, otherwise those of the contract. */
export interface OfferedFormats {
  readonly offered?: readonly OutputFormat[] | undefined;
}

/** Fills in defaults; throws a RenderError `invalid-option` that names every value that is not allowed. */
export function checkOptions(
  options: RenderOptions,
  offered: readonly OutputFormat[] = outputFormats,
): CheckedOptions {
  const problems: string[] = [];
  const read = <Name extends OptionName>(
    name: Name,
    values: AllowedValues = optionTable[name].values,
    preset = optionTable[name].default,
  ): OptionValues[Name] | undefined => {
    const value = options[name];
    if (value === undefined) return preset;
    const result = readAllowed<OptionValues[Name]>(values, value);
    if (result.ok) return result.value;
    const remedy = name === 'format' ? howToOffer(value, offered) : '';
    problems.push(...result.problems.map((problem) => `${name} ${problem}${remedy}`));
    return undefined;
  };
  const format = read('format', { type: 'choice', choices: offered });
  const width = read('width');
  const height = read('height');
  const rates = frameRatesOf(format ?? 'mp4');
  const fps = read('fps', { type: 'choice', choices: rates.frameRates }, rates.usualFrameRate as FrameRate);
  const timeMs = read('timeMs');
  if (format !== undefined) {
    for (const [name, side] of Object.entries({ width, height })) {
      if (side === undefined || side % formats[format].sideStep === 0) continue;
      problems.push(`${name} must be even for ${format}, but is ${side}`);
    }
    if (isFilmFormat(format) && timeMs !== undefined && timeMs !== 0)
      problems.push(`timeMs must be 0 for ${format}, but is ${timeMs}`);
  }
  if (width !== undefined && height !== undefined && width * height > maxOutputPixels) {
    problems.push(`width x height must be at most ${maxOutputPixels}, but is ${width} x ${height}`);
  }
  if (problems.length > 0 || format === undefined || fps === undefined || timeMs === undefined) {
    throw new RenderError('invalid-option', problems);
  }
  return { format, width, height, fps, timeMs };
}

/** Returns how a server offers a format that it does not offer; empty for any other value. */
export function howToOffer(value: unknown, offered: readonly OutputFormat[]): string {
  if (!outputFormats.some((format) => format === value)) return '';
  return `; the operator can offer it with SERVICE_RENDER_FORMATS=${[...offered, value].join(',')}`;
}

/** The render's time limit; throws a RenderError `invalid-option` for an impossible one. */
export function checkTimeout({ timeoutMs }: RenderControl): number {
  const result = readTimeoutMs(timeoutMs);
  if (result.ok) return result.value;
  throw new RenderError(
    'invalid-option',
    result.problems.map((problem) => `timeoutMs ${problem}`),
  );
}
