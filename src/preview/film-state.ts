import type { Advice } from '../advice/advice.ts';
import type { HoldLayout } from '../advice/hold-layout.ts';
import { locateInJson, parsePath } from '../project/json-places.ts';
import type { TextPlace } from '../project/json-syntax.ts';
import type { FilmOutline } from '../render/view/film-outline.ts';

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

/** All that the page knows of the project. */
export interface FilmState {
  /** The project's file, without its folder. */
  readonly file: string;
  /** The path of that file as it was given, for commands. */
  readonly path: string;
  /** The `--set` options as they were given, for commands. */
  readonly settings: readonly string[];
  readonly status: 'loading' | 'ready' | 'broken' | 'missing';
  /** Counts the versions of the project that could be drawn; the newest is shown. 0 before the first one. */
  readonly revision: number;
  readonly outline: FilmOutline | null;
  readonly remarks: readonly Remark[];
  /** Whether the remarks are complete: nothing more will be found in this version. */
  readonly isAdvised: boolean;
  readonly movie: MovieState;
}

/** What a place in a text needs to be found. */
interface Written {
  readonly text: string;
  readonly outline: FilmOutline | null;
  readonly layout: readonly HoldLayout[];
}

/** A message of a problem or an issue, which starts with its place. */
export function remarkOnMessage(message: string, written: Written): Remark {
  const isWarning = message.startsWith('warning: ');
  const said = isWarning ? message.slice('warning: '.length) : message;
  const end = said.indexOf(': ');
  const path = end < 0 ? '' : said.slice(0, end);
  const isPlace = /^[^\s:]+$/.test(path);
  const kind = isWarning ? 'warning' : 'problem';
  if (!isPlace) return { kind, message: said, path: '', place: null, timeMs: null };
  return { kind, message: said.slice(end + 2), path, ...findPlace(path, said, written) };
}

export function remarkOnAdvice({ path, message, fix = {} }: Advice, written: Written): Remark {
  const fields = Object.entries(fix).map(([field, value]) => `${field} ${value}`);
  const shown = fields.length === 0 ? message : `${message} (${fields.join(', ')})`;
  return { kind: 'advice', message: shown, path, ...findPlace(path, message, written) };
}

function findPlace(path: string, message: string, written: Written): Pick<Remark, 'place' | 'timeMs'> {
  const named = /\bline (\d+), column (\d+)/.exec(message);
  const place = named
    ? { line: Number(named[1]), column: Number(named[2]) }
    : locateInJson(written.text, parsePath(path));
  return { place, timeMs: timeOf(path, written) };
}

/** A time at which the part of the project at `path` is seen; null if that is not known. */
function timeOf(path: string, { outline, layout }: Written): number | null {
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
