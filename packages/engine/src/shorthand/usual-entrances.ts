import { contentOf, isLayer, isLine, isPicture, isShape, isTypeset } from '../language/kinds.ts';
import type { CompositionState } from '../project/schema.ts';
import { isEntering } from './appearing.ts';
import type { ResolvedTrack } from './schema.ts';
import type { TracksToExpand } from './tracks-to-expand.ts';

type Role = 'card' | 'drawn' | 'picture' | 'shape' | 'other';

/** What the slide of a theme is for objects that do not rise, by their role. */
const entrances: Readonly<Partial<Record<Role, Partial<ResolvedTrack>>>> = {
  card: { begin: { scale: 0.92 } },
  picture: { begin: { scale: 0.94 } },
  shape: { begin: { scale: 0.85 } },
};

/** Lines, plots and equations are drawn in every theme. */
const drawn: Partial<ResolvedTrack> = { type: 'write', begin: undefined, settle: undefined };

/** What covers more than this share of the frame only fades: its edges would be seen if it grew. */
const backdrop = 0.5;

/** Members of a row, a column or a grid take turns from this number on. */
const minList = 3;

/** Longest time between two of them, in milliseconds, and the share of the transition for all turns. */
const turnTime = { longest: 110, share: 0.45 } as const;

/** How one object enters that the document gives no entrance: fields of its track, and its delay in milliseconds. */
export interface UsualEntrance {
  readonly fields: Partial<ResolvedTrack>;
  readonly delay: number;
  /** The time that is left for others that take turns with it. */
  readonly spread: number;
}

/**
 * Returns the entrances of objects that enter with the animation of the theme: a title rises, a card and a picture grow
 * a little, a line is drawn, and members of a list take turns.
 */
export function usualEntrances(
  track: ResolvedTrack,
  ids: readonly string[],
  duration: number,
  spec: TracksToExpand,
): ReadonlyMap<string, UsualEntrance> {
  const { objects, parts, labels, from, to } = spec;
  const entering = ids.filter((id) => isEntering(from[id], to[id]));
  const turns = turnsInLists(entering, duration, spec);
  const made = new Map<string, UsualEntrance>();
  for (const id of entering) {
    if (parts.has(id)) continue;
    const { delay = 0, spread = 0 } = turns.get(id) ?? {};
    const role = roleOf(id, spec);
    const slid = track.slides === true && !labels.has(id) ? entrances[role] : undefined;
    const isBackdrop = role === 'shape' && coversMost(to[id], spec);
    const fields = role === 'drawn' ? drawn : isBackdrop ? { begin: undefined } : (slid ?? {});
    made.set(id, { fields: isLayer(objects[id]?.kind) ? {} : fields, delay, spread });
  }
  return made;
}

function roleOf(id: string, { objects, units, middles, to }: TracksToExpand): Role {
  const kind = objects[id]?.kind;
  const unit = units(id, null);
  if (unit !== id && middles(unit, to) !== undefined) return 'card';
  if (isLine(kind) || isTypeset(kind) || isPlotted(kind)) return 'drawn';
  if (isPicture(kind)) return 'picture';
  return isShape(kind) ? 'shape' : 'other';
}

function isPlotted(kind: string | undefined): boolean {
  return ['axes', 'plot'].includes(contentOf(kind) ?? '');
}

function coversMost(state: CompositionState | undefined, { frame }: TracksToExpand): boolean {
  if (state === undefined) return false;
  return Math.abs(state.width * state.height) > backdrop * frame.width * frame.height;
}

/** The turns of members of the innermost row, column or grid around them that has enough to be a list. */
function turnsInLists(
  entering: readonly string[],
  duration: number,
  { members, parts, units }: TracksToExpand,
): ReadonlyMap<string, Pick<UsualEntrance, 'delay' | 'spread'>> {
  const turns = new Map<string, Pick<UsualEntrance, 'delay' | 'spread'>>();
  const lists = [...members].sort(([, one], [, other]) => one.length - other.length);
  for (const [group, inside] of lists) {
    const found = entering.filter((id) => inside.includes(id));
    if (found.some((id) => parts.has(id))) continue;
    const inOrder = [...new Set(found.map((id) => units(id, group)))];
    // What is in a card comes with it.
    const isWhole = found.some((id) => !inOrder.includes(units(id, null)) && units(id, null) !== id);
    if (inOrder.length < minList || isWhole) continue;
    const step = Math.min(turnTime.longest, (turnTime.share * duration) / (inOrder.length - 1));
    const spread = Math.round(step * (inOrder.length - 1));
    for (const id of found) {
      if (turns.has(id)) continue;
      turns.set(id, { delay: Math.round(step * inOrder.indexOf(units(id, group))), spread });
    }
  }
  return turns;
}
