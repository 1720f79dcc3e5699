import type { Advice } from '../advice/advice.ts';
import type { HoldLayout } from '../advice/hold-layout.ts';
import { parsePath } from '../project/json-places.ts';
import type { TextPlace } from '../project/json-syntax.ts';
import { type OutputFormat, outputFormats } from '../render/capabilities.ts';
import type { FilmOutline } from '../render/view/film-outline.ts';
import type { WantedPlace } from './project-text-messages.ts';

/** Something that the page lists: what is wrong with the project, or hardly meant. */
export interface Remark {
  readonly kind: 'problem' | 'warning' | 'advice';
  readonly message: string;
  /** The place in the document; empty if there is none. */
  readonly path: string;
  readonly place: TextPlace | null;
  /** A time of the film at which it is seen, in milliseconds. */
  readonly timeMs: number | null;
}

/** The small film that the page plays. */
export interface MovieState {
  readonly status: 'waiting' | 'making' | 'ready' | 'unavailable';
  /** Share of it that is made, 0 to 1. */
  readonly fraction: number;
  /** Why it cannot be made. */
  readonly reason: string | null;
}

/** A format that the page offers for export. */
export interface OfferedFormat {
  /** As an export's `format`. */
  readonly id: OutputFormat;
  readonly label: string;
  /** Of the exported file, without a dot. */
  readonly extension: string;
  readonly kind: 'still' | 'film';
}

/** The same in every state. */
export const offeredFormats: readonly OfferedFormat[] = outputFormats.map((id) => {
  return { id, label: id.toUpperCase(), extension: id, kind: id === 'mp4' ? 'film' : 'still' };
});

/** All that the page knows of the project. */
export interface FilmState {
  /** The project's file, without its folder. */
  readonly file: string;
  /** The path of that file as it was given, for commands. */
  readonly path: string;
  /** The `--set` options as they were given, for commands. */
  readonly settings: readonly string[];
  /** Whether the project in the file is shown, and otherwise why not; `missing` if there is no file. */
  readonly status: 'loading' | 'ready' | 'broken' | 'missing' | 'unreadable';
  /** Whether a newer version was read, and is not shown yet. */
  readonly isOpening: boolean;
  /** Counts the versions of the project that could be drawn; the newest is shown. 0 before the first one. */
  readonly revision: number;
  readonly outline: FilmOutline | null;
  readonly remarks: readonly Remark[];
  /** Whether the remarks are complete: nothing more will be found in this version. */
  readonly isAdvised: boolean;
  readonly movie: MovieState;
  readonly formats: readonly OfferedFormat[];
}

/** What places and times of remarks are found in. */
interface Written {
  readonly locate: (wanted: readonly WantedPlace[]) => Promise<readonly (TextPlace | null)[]>;
  readonly outline: FilmOutline | null;
  readonly layout: readonly HoldLayout[];
}

/** A remark before its place is known. */
type Unplaced = Pick<Remark, 'kind' | 'message' | 'path'>;

/** A remark without a place. */
export function plainRemark(kind: Remark['kind'], message: string): Remark {
  return { kind, message, path: '', place: null, timeMs: null };
}

/** The remarks on the messages of problems and issues, which start with their places, and on advice. */
export async function remarksOn(
  messages: readonly string[],
  advice: readonly Advice[],
  written: Written,
): Promise<Remark[]> {
  const unplaced = [...messages.map(remarkOnMessage), ...advice.map(remarkOnAdvice)];
  const given = unplaced.map(givenPlace);
  const missing = unplaced.filter(({ path }, index) => path !== '' && given[index] === null);
  const found = await written.locate(missing.map(wantedPlace));
  const placeOf = (remark: Unplaced, index: number) => given[index] ?? found[missing.indexOf(remark)] ?? null;
  return unplaced.map((remark, index) => ({
    ...remark,
    place: placeOf(remark, index),
    timeMs: remark.path === '' ? null : timeOf(remark.path, written),
  }));
}

function remarkOnMessage(message: string): Unplaced {
  const isWarning = message.startsWith('warning: ');
  const said = isWarning ? message.slice('warning: '.length) : message;
  const kind = isWarning ? 'warning' : 'problem';
  const end = said.indexOf(': ');
  const path = end < 0 ? '' : said.slice(0, end);
  const isPlace = /^[^\s:]+$/.test(path);
  return isPlace ? { kind, message: said.slice(end + 2), path } : { kind, message: said, path: '' };
}

function remarkOnAdvice({ path, message, fix = {} }: Advice): Unplaced {
  const fields = Object.entries(fix).map(([field, value]) => `${field} ${value}`);
  const shown = fields.length === 0 ? message : `${message} (${fields.join(', ')})`;
  return { kind: 'advice', message: shown, path };
}

/** The place that a message about the whole document names, of a syntax error for example. */
function givenPlace({ path, message }: Unplaced): TextPlace | null {
  const named = path === 'project' ? /\bline (\d+), column (\d+)/.exec(message) : null;
  return named && { line: Number(named[1]), column: Number(named[2]) };
}

function wantedPlace({ path, message }: Unplaced): WantedPlace {
  const byte = path === 'project' ? /^is not valid UTF-8 at byte offset (\d+)$/.exec(message) : null;
  return byte ? { byte: Number(byte[1]) } : { path };
}

/** A time at which the part of the project at `path` is seen; null if that is not known. */
function timeOf(path: string, { outline, layout }: Pick<Written, 'outline' | 'layout'>): number | null {
  if (!outline) return null;
  const parts = parsePath(path);
  const after = (name: string) => {
    const index = parts.indexOf(name);
    return index < 0 ? undefined : parts[index + 1];
  };
  const scene = after('scenes');
  const inScene = outline.segments.filter(
    (one) => scene === undefined || outline.scenes[one.scene].id === scene,
  );
  const composition = after('compositions');
  const transition = after('transitions');
  const segment =
    composition !== undefined
      ? (inScene.find(({ id, toId }) =>
          parts.includes('enter') ? toId === composition : id === composition && toId === null,
        ) ?? inScene.find(({ id, toId }) => id === composition || toId === composition))
      : inScene.find((one) => transition !== undefined && one.transition === transition);
  if (segment) return (segment.startMs + segment.endMs) / 2;
  const object = after('objects');
  const hold = layout.find(
    (one) =>
      object !== undefined &&
      (scene === undefined || one.scene === scene) &&
      one.objects.some(({ id, box }) => id === object && box),
  );
  return hold ? (hold.startMs + hold.endMs) / 2 : null;
}
