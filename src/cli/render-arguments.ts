import { readSetting, SettingsError } from '../contract/settings.ts';
import { type FrameRate, frameRates, type OutputFormat, outputFormats } from '../render/capabilities.ts';
import type { RenderOptions } from '../render/options.ts';
import { UsageError } from './usage-error.ts';

/** The options that render and inspect share, in the form of node:util's parseArgs. */
export const renderArguments = {
  format: { type: 'string' },
  width: { type: 'string' },
  height: { type: 'string' },
  fps: { type: 'string' },
  'time-ms': { type: 'string' },
  'timeout-ms': { type: 'string' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
  version: { type: 'boolean', default: false },
} as const;

type Values = { readonly [Name in 'format' | 'width' | 'height' | 'fps' | 'time-ms']?: string | undefined };

/** Reads the options' texts; throws UsageError for one that is not of its form. Limits are checked later. */
export function readRenderOptions(values: Values): RenderOptions {
  return {
    format: values.format === undefined ? undefined : readFormat(values.format),
    width: readNumber('--width', values.width, /^\d+$/, 'a whole number of pixels'),
    height: readNumber('--height', values.height, /^\d+$/, 'a whole number of pixels'),
    fps: readFrameRate(values.fps),
    timeMs: readNumber('--time-ms', values['time-ms'], /^\d+(\.\d+)?$/, 'a number of milliseconds'),
  };
}

/** The time limit in milliseconds; throws a UsageError or, for the variable of the environment, a SettingsError. */
export function readTimeLimit(values: { readonly 'timeout-ms'?: string | undefined }): number {
  try {
    return readSetting('timeoutMs', values, process.env);
  } catch (error) {
    if (values['timeout-ms'] !== undefined && error instanceof SettingsError)
      throw new UsageError(error.message);
    throw error;
  }
}

function readFormat(text: string): OutputFormat {
  const format = outputFormats.find((name) => name === text);
  if (!format) throw new UsageError(`--format must be svg, png or mp4, but is ${JSON.stringify(text)}`);
  return format;
}

function readFrameRate(text: string | undefined): FrameRate | undefined {
  if (text === undefined) return undefined;
  const rate = frameRates.find((value) => String(value) === text);
  if (!rate) throw new UsageError(`--fps must be 24, 30 or 60, but is ${JSON.stringify(text)}`);
  return rate;
}

function readNumber(name: string, text: string | undefined, form: RegExp, what: string): number | undefined {
  if (text === undefined) return undefined;
  if (!form.test(text)) throw new UsageError(`${name} must be ${what}, but is ${JSON.stringify(text)}`);
  return Number(text);
}
