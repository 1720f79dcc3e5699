import {
  evenFormats,
  type FilmFormat,
  type FrameRate,
  formats,
  frameRatesOfAny,
  isFilmFormat,
  labelsOf,
  type OutputFormat,
  outputFormats,
} from '../../output/formats.ts';
import { joinWords, showValue } from '../../project/problem-text.ts';
import { failure, type Result, success } from '../../project/result.ts';
import { defaultTimeoutMs, maxOutputPixels, maxOutputSide, maxTimeoutMs } from '../capabilities.ts';
import type { RenderOptions } from './render-options.ts';

// See docs/decisions.md, "One table of options, read the same way everywhere".

/** Allowed values of an option. */
export type AllowedValues =
  | { readonly type: 'choice'; readonly choices: readonly string[] | readonly number[] }
  | { readonly type: 'integer'; readonly minimum: number; readonly maximum: number }
  | { readonly type: 'number'; readonly minimum: number };

type OptionTable = { readonly [Name in keyof OptionValues]: Option<OptionValues[Name]> };
export type OptionName = keyof RenderOptions;
export type OptionValues = { readonly [Name in OptionName]-?: NonNullable<RenderOptions[Name]> };

/** One option of a render, as HTTP, the tools, the command line and the library need it. */
export interface Option<Value = unknown> {
  readonly values: AllowedValues;
  /** Value of an omitted option; undefined if it then depends on the project. */
  readonly default: Value | undefined;
  /** Name on the command line, without its hyphens. */
  readonly flag: string;
  /** Placeholder for the value in the help of the command line. */
  readonly placeholder: string;
  /** Its line in the help of the command line. */
  readonly help: string;
  /** Its description in the OpenAPI document and for agents. */
  readonly description: string;
}

const sideValues: AllowedValues = { type: 'integer', minimum: 1, maximum: maxOutputSide };
const sideHelp = `1 to ${maxOutputSide}; alone, keeps the first scene's aspect ratio`;

/**
 * Every option of a render, with the values that a caller allows who offers these formats; `checkOptions` also checks
 * combinations.
 */
export function optionTableOf(offered: readonly OutputFormat[]): OptionTable {
  const films = offered.filter(isFilmFormat);
  const stills = offered.filter((format) => !isFilmFormat(format));
  const rates = frameRatesOfAny(offered);
  const usualRate = commonRate(films);
  return {
    format: {
      values: { type: 'choice', choices: offered },
      default: 'png',
      flag: 'format',
      placeholder: 'FORMAT',
      help: `${joinWords(offered, 'or')}; default: the extension of OUTPUT, otherwise png`,
      description: 'Output format.',
    },
    width: {
      values: sideValues,
      default: undefined,
      flag: 'width',
      placeholder: 'PIXELS',
      help: sideHelp,
      description:
        `Width of the output in pixels. Even for ${joinWords(evenFormats(offered), 'or')}; width x height at most ${maxOutputPixels}. ` +
        "One alone keeps the first scene's aspect ratio; without both, its size, scaled down to the limits.",
    },
    height: {
      values: sideValues,
      default: undefined,
      flag: 'height',
      placeholder: 'PIXELS',
      help: sideHelp,
      description: 'Height of the output in pixels, by the same rules as the width.',
    },
    fps: {
      values: { type: 'choice', choices: rates },
      default: usualRate,
      flag: 'fps',
      placeholder: 'RATE',
      help: `frames per second, ${rates[0]} to ${rates.at(-1)} as the format allows (${describeUsualRates(films)})`,
      description:
        usualRate === undefined
          ? `Frames per second of a film, as its format allows. By ${describeUsualRates(films)}.`
          : `Frames per second of an ${joinWords(films, 'or')}.`,
    },
    timeMs: {
      values: { type: 'number', minimum: 0 },
      default: 0,
      flag: 'time-ms',
      placeholder: 'MS',
      help: `the moment that an ${labelsOf(stills)} shows (default 0)`,
      description:
        `Time in the project, in milliseconds, that an ${joinWords(stills, 'or')} shows; at most the project's ` +
        `duration. 0 for ${joinWords(films, 'or')}.`,
    },
  };
}

/** The default that the formats share, if any. */
function commonRate(films: readonly FilmFormat[]): FrameRate | undefined {
  const rates = new Set(films.map((format) => formats[format].usualFrameRate));
  return rates.size === 1 ? [...rates][0] : undefined;
}

/** `default 30; 15 for gif, webp and apng`, with the formats of the first default left out. */
function describeUsualRates(films: readonly FilmFormat[]): string {
  const rates = [...new Set(films.map((format) => formats[format].usualFrameRate))];
  return rates
    .map((rate, index) => {
      if (index === 0) return `default ${rate}`;
      const names = films.filter((format) => formats[format].usualFrameRate === rate);
      return `${rate} for ${joinWords(names, 'and')}`;
    })
    .join('; ');
}

/** The options with all formats. */
export const optionTable: OptionTable = optionTableOf(outputFormats);

export const optionNames = Object.keys(optionTable) as readonly OptionName[];

/** The time limit is a setting of the services, and an option only of the library. */
const timeLimitValues: AllowedValues = { type: 'integer', minimum: 1, maximum: maxTimeoutMs };

/** Validates the time limit in milliseconds; a failure has the broken rule, to follow its name. */
export function readTimeoutMs(value: unknown = defaultTimeoutMs): Result<number> {
  return readAllowed(timeLimitValues, value);
}

const decimalInteger = /^(0|[1-9]\d*)$/;
/** Matches a JSON number. */
const jsonNumber = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/**
 * Converts a text to the type of an option. A text that should be a number but is not stays a text, which `checkOptions`
 * rejects.
 */
export function valueOfText(name: OptionName, text: string): unknown {
  return allowedValueOfText(optionTable[name].values, text);
}

/** Like `valueOfText`, for the given allowed values. */
export function allowedValueOfText(values: AllowedValues, text: string): unknown {
  if (values.type === 'choice' && typeof values.choices[0] === 'string') return text;
  return (values.type === 'number' ? jsonNumber : decimalInteger).test(text) ? Number(text) : text;
}

/** Validates a value; a failure has the broken rule, to follow the value's name. */
export function readAllowed<Value>(values: AllowedValues, value: unknown): Result<Value> {
  if (isAllowed(values, value)) return success(value as Value);
  return failure(`must be ${describeAllowed(values)}, but is ${showValue(value)}`);
}

function isAllowed(values: AllowedValues, value: unknown): boolean {
  if (values.type === 'choice') return values.choices.some((choice) => choice === value);
  if (typeof value !== 'number' || !Number.isFinite(value) || value < values.minimum) return false;
  return values.type === 'number' || (Number.isInteger(value) && value <= values.maximum);
}

function describeAllowed(values: AllowedValues): string {
  switch (values.type) {
    case 'choice':
      return joinWords(values.choices, 'or');
    case 'integer':
      return `an integer from ${values.minimum} to ${values.maximum}`;
    case 'number':
      return `a number of at least ${values.minimum}`;
  }
}

/** Converts texts, such as those of a query, to options of a render for `checkOptions`. */
export function optionsFromTexts(texts: Readonly<Partial<Record<OptionName, string>>>): RenderOptions {
  const options = Object.entries(texts).map(([name, text]) => [name, valueOfText(name as OptionName, text)]);
  return Object.fromEntries(options) as RenderOptions;
}
