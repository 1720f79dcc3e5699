import { isDeepStrictEqual } from 'node:util';
import type { Advice, HoldLayout, OutputFormat, Problem, ShorthandOptions } from '@render-service/engine';
import type { Bounds, FilmOutline } from '@render-service/engine/film';
import { extensionOf, formats, outputFormats } from '@render-service/engine/formats';
import { isFixable } from '@render-service/engine/process';
import type { TextPlace } from '@render-service/engine/text';
import { parsePath, problemPlace } from '@render-service/engine/text';
import { type UrlEditor, urlEditors } from './editors.ts';
import { middleOf, timeOf } from './note-times.ts';
import type { WantedField, WantedPlace } from './project-text-messages.ts';
import type { ShownRow, ShownVariable } from './tried-variables.ts';

/** A note on the page: a problem of the project, or something that is probably unintended. */
export interface Remark {
  readonly kind: 'problem' | 'warning' | 'advice';
  readonly message: string;
  /** The path in the document; empty if the remark has none. */
  readonly path: string;
  readonly place: TextPlace | null;
  /** A time of the film at which it can be seen, in milliseconds. */
  readonly timeMs: number | null;
  /** The object that it concerns, as the document names it; null if it concerns none or several. */
  readonly object: string | null;
  /** The rectangle around that object, in scene pixels. */
  readonly box: Bounds | null;
  /** Changes to fields that would solve it. */
  readonly changes: readonly FieldChange[];
  /** The number of the advice, if the page offers to apply its fix; null for other remarks. */
  readonly fix: number | null;
}

export interface FieldChange {
  readonly field: string;
  /** Null if the file has no such field. */
  readonly before: unknown;
  /** Null to remove the field. */
  readonly after: unknown;
}

/** The film that the page plays. */
export interface MovieState {
  readonly status: 'waiting' | 'making' | 'ready' | 'unavailable';
  /** Progress from 0 to 1. */
  readonly fraction: number;
  /** The reason why it cannot be made. */
  readonly reason: string | null;
}

/** A format that the page offers for export. */
export interface OfferedFormat {
  /** Used as the `format` of an export. */
  readonly id: OutputFormat;
  readonly label: string;
  /** Extension of the exported file, without a dot. */
  readonly extension: string;
  readonly kind: 'still' | 'film';
  /** Frame rates that a film of this format may have. */
  readonly frameRates: readonly number[];
  readonly usualFrameRate: number;
}

/** Constant, so that every state contains the same object. */
export const offeredFormats: readonly OfferedFormat[] = outputFormats.map((id) => {
  const { label, kind, frameRates, usualFrameRate } = formats[id];
  return { id, label, extension: extensionOf(id), kind, frameRates, usualFrameRate };
});

/** Whether the page can open a place in an editor. */
export interface OfferedEditors {
  /** Editors that open URLs. */
  readonly known: readonly UrlEditor[];
  /** The id of the editor that `--editor` names. */
  readonly chosen: string | null;
  /** The program that `--editor` names. */
  readonly program: string | null;
}

/** Without `--editor`, the page asks which one to use. */
export const openEditors: OfferedEditors = { known: urlEditors, chosen: null, program: null };

/** Everything about the project that the page shows. */
export interface FilmState {
  /** The project's file, without its folder. */
  readonly file: string;
  /** The path of that file as it was given on the command line. */
  readonly path: string;
  /** The absolute path of that file. */
  readonly absolutePath: string;
  /** The `--set` options for the values of variables in force. */
  readonly settings: readonly string[];
  readonly variables: readonly ShownVariable[];
  /** Null if there is no data file. */
  readonly row: ShownRow | null;
  readonly editors: OfferedEditors;
  /** `ready` if the page shows the current file, otherwise the reason why not; `missing` if there is no file. */
  readonly status: 'loading' | 'ready' | 'broken' | 'missing' | 'unreadable';
  /** Whether a newer version has been read but is not shown yet. */
  readonly isOpening: boolean;
  /** The number of the version on the page; only versions that could be drawn count. 0 before the first one. */
  readonly revision: number;
  readonly outline: FilmOutline | null;
  /** The version that was shown before this one; null at the start. */
  readonly before: { readonly revision: number; readonly durationMs: number } | null;
  readonly remarks: readonly Remark[];
  /** The hash of the text on the page, from which edits are made; empty before the first version. */
  readonly hash: string;
  /** Whether the last change of the page can be taken back in the file as it is. */
  readonly canUndo: boolean;
  /** Whether the change that was taken back last can be made again in the file as it is. */
  readonly canRedo: boolean;
  /** Whether the check of this version is complete. */
  readonly isAdvised: boolean;
  readonly movie: MovieState;
  readonly formats: readonly OfferedFormat[];
}

/** The sources of places and times for remarks. */
interface Written {
  readonly locate: (wanted: readonly WantedPlace[]) => Promise<readonly (TextPlace | null)[]>;
  readonly valuesOf: (wanted: readonly WantedField[]) => Promise<readonly unknown[]>;
  readonly outline: FilmOutline | null;
  readonly layout: readonly HoldLayout[];
}

/** A remark whose place has not been found yet. */
type Unplaced = Omit<Remark, 'place' | 'timeMs'>;

/** A remark without a place. */
export function plainRemark(kind: Remark['kind'], message: string): Remark {
  return { ...unplacedRemark(kind, message, ''), place: null, timeMs: null };
}

function unplacedRemark(kind: Remark['kind'], message: string, path: string): Unplaced {
  return { kind, message, path, object: objectIn(path), box: null, changes: [], fix: null };
}

/** The remarks for problems and for advice. */
export async function remarksOn(
  problems: readonly (Problem | string)[],
  advice: readonly Advice[],
  written: Written,
): Promise<Remark[]> {
  const moments = [...problems.map(() => undefined), ...advice.map(({ atMs }) => atMs)];
  const unplaced = [...problems.map(remarkOnProblem), ...advice.map(remarkOnAdvice)];
  const given = unplaced.map(givenPlace);
  const missing = unplaced.filter(({ path }, index) => path !== '' && given[index] === null);
  const found = await written.locate(missing.map(wantedPlace));
  const values = await written.valuesOf(
    unplaced.flatMap(({ path, changes }) => changes.map(({ field }) => ({ path, field }))),
  );
  let next = 0;
  const placeOf = (remark: Unplaced, index: number) => given[index] ?? found[missing.indexOf(remark)] ?? null;
  return unplaced.map((remark, index) => {
    const part = partIn(remark, written);
    return {
      ...remark,
      object: part?.id ?? remark.object,
      changes: remark.changes.map((change) => ({ ...change, before: values[next++] ?? null })),
      place: placeOf(remark, index),
      timeMs:
        moments[index] ??
        (remark.path === ''
          ? null
          : (timeOf(remark.path, part?.id ?? remark.object, written) ?? part?.timeMs ?? null)),
    };
  });
}

/**
 * The part of a group or figure that a remark concerns, and a time at which it can be seen; undefined if the document
 * names the object itself. The remark's path leads only to the group, but its box is that of the part.
 */
function partIn({ object, box }: Unplaced, { layout }: Pick<Written, 'layout'>) {
  if (object === null || box === null) return undefined;
  if (layout.some(({ objects }) => objects.some(({ id }) => id === object))) return undefined;
  for (const { startMs, endMs, objects } of layout) {
    const part = objects.find((one) => isDeepStrictEqual(one.box, box));
    if (part) return { id: part.id, timeMs: middleOf({ startMs, endMs }) };
  }
  return undefined;
}

/** A sentence is a problem without a place. */
function remarkOnProblem(problem: Problem | string): Unplaced {
  if (typeof problem === 'string') return unplacedRemark('problem', problem, '');
  const kind = problem.severity === 'warning' ? 'warning' : 'problem';
  return unplacedRemark(kind, problem.message, problemPlace(problem));
}

function remarkOnAdvice(advice: Advice, index: number): Unplaced {
  const { path, message, box = null, fix = {} } = advice;
  return {
    ...unplacedRemark('advice', message, path),
    box,
    changes: Object.entries(fix).map(([field, after]) => ({ field, before: null, after })),
    fix: isFixable(advice) ? index : null,
  };
}

/** The object whose definition, state or track is at a path, as the document names it: `card.role` for a child. */
function objectIn(path: string): string | null {
  const parts = parsePath(path);
  const at = parts.findLastIndex((part) => part === 'objects' || part === 'states' || part === 'tracks');
  if (at < 0 || parts[at + 1] === undefined) return null;
  const names = [parts[at + 1]];
  for (let child = at + 2; parts[child] === 'children' && child + 1 < parts.length; child += 2)
    names.push(parts[child + 1]);
  return names.join('.');
}

/** The place that a message about the whole document contains, for example that of a syntax error. */
function givenPlace({ path, message }: Unplaced): TextPlace | null {
  const named = path === 'project' ? /\bline (\d+), column (\d+)/.exec(message) : null;
  return named && { line: Number(named[1]), column: Number(named[2]) };
}

function wantedPlace({ path, message }: Unplaced): WantedPlace {
  const byte = path === 'project' ? /^is not valid UTF-8 at byte offset (\d+)$/.exec(message) : null;
  return byte ? { byte: Number(byte[1]) } : { path };
}

/** A version of the project that can be drawn. */
export interface ShownFilm {
  readonly revision: number;
  /** The version of the text in the project's file. */
  readonly version: number;
  readonly bytes: Uint8Array;
  readonly options: ShorthandOptions;
  readonly outline: FilmOutline;
}
