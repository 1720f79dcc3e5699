import type { AllowedValues } from './option-values.ts';

/** Functions of the library that take options. */
export type Operation = 'render' | 'inspect' | 'fix' | 'sheet' | 'renderParts' | 'expandProject';

/** Commands that take options of the table. */
export type Command =
  | 'render'
  | 'batch'
  | 'inspect'
  | 'sheet'
  | 'fix'
  | 'expand'
  | 'script'
  | 'speak'
  | 'preview';

/** Tools that take options of the table. */
export type Tool = 'service_render' | 'service_inspect' | 'service_fix' | 'service_sheet' | 'service_expand';

/** One option, as HTTP, the tools, the command line and the library need it. */
export interface Option<Value = unknown> {
  readonly values: AllowedValues;
  /** Value of an omitted option; undefined if it then depends on the project. */
  readonly default?: Value | undefined;
  readonly unit?: keyof typeof unitPlaceholders | undefined;
  /** Formats that the option is for; without it, all formats. */
  readonly formats?: FormatRule | undefined;
  /** Functions of the library that take it. */
  readonly operations: readonly Operation[];
  /** Its flag on the command line. */
  readonly flag?: Flag | undefined;
  /** Its description as a query parameter in the OpenAPI document; undefined for an option that HTTP does not take. */
  readonly query?: string | undefined;
  /** Its descriptions as an argument of the tools. */
  readonly tools?: { readonly [Name in Tool]?: string } | undefined;
  /** Whether the tools leave the default to the path of the output. */
  readonly toolDefault?: 'by path' | undefined;
  /** The differences for a contact sheet. */
  readonly sheet?: Pick<Option<Value>, 'values' | 'default'> & { readonly help: string };
}

export interface Flag {
  /** Without its hyphens. */
  readonly name: string;
  /** Placeholder for the value in the help, if it is not that of the unit; empty for a flag without a value. */
  readonly placeholder?: string | undefined;
  /** Its line in the help. */
  readonly help: string;
  readonly commands: readonly Command[];
}

/** For other formats, an option is ignored, must have its default value, or is refused. */
export type FormatRule =
  | { readonly are: FormatKind; readonly otherwise: 'ignored' | 'default' }
  | { readonly are: FormatKind; readonly otherwise: 'refused'; readonly purpose: string };

/** Formats of films that have a sound can have captions, too. */
type FormatKind = 'still' | 'film' | 'mp4' | 'with sound';

const unitPlaceholders = { pixels: 'PIXELS', milliseconds: 'MS', framesPerSecond: 'RATE', count: 'N' };

/** The placeholder for the value of a flag in the help. */
export function placeholderOf({ flag, unit }: Option): string {
  return flag?.placeholder ?? (unit === undefined ? 'VALUE' : unitPlaceholders[unit]);
}
