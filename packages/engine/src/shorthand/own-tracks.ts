import type { Path } from '../project/problem-text.ts';
import type { CompositionState } from '../project/schema.ts';
import { isEntering, isLeaving } from './appearing.ts';
import type { ResolvedTrack } from './schema.ts';

/** A track of a transition as the document has it. */
export interface WrittenTrack {
  readonly key: string;
  readonly track: ResolvedTrack;
  readonly place: Path;
  /** The same for what enters and what leaves, if the object has an animation of its own for it. */
  readonly entering?: ResolvedTrack | undefined;
  readonly leaving?: ResolvedTrack | undefined;
}

/** The animations with which an object, or the members of a group, enter and leave. */
export interface OwnAnimations {
  readonly id: string;
  readonly targets: readonly string[];
  readonly enter: WrittenTrack | undefined;
  readonly exit: WrittenTrack | undefined;
  /** How they leave without an exit, unless the transition has a type for all objects. */
  readonly mirror: WrittenTrack | undefined;
}

/** The animation with which objects leave in a transition with this track for all. */
export function exitOf(
  { exit, mirror }: OwnAnimations,
  general: ResolvedTrack | undefined,
): WrittenTrack | undefined {
  const isSaid = general?.type !== undefined && general.makesRoom !== true;
  return exit ?? (isSaid ? undefined : mirror);
}

type States = Readonly<Record<string, CompositionState>>;

/** Adds what objects say of their own entrances and exits to the tracks of a transition, where these leave it out. */
export function withOwnAnimations(
  tracks: ReadonlyMap<string, WrittenTrack>,
  animations: readonly OwnAnimations[],
): Map<string, WrittenTrack> {
  const added = new Map(tracks);
  for (const { id, targets, enter, exit: ownExit, mirror } of animations) {
    const written = tracks.get(id);
    if (written === undefined || written.track.yields === true) continue;
    const isGroup = targets.length > 1;
    const exit = ownExit ?? (written.track.type === undefined ? mirror : undefined);
    added.set(id, {
      ...written,
      entering: enter && merged(written.track, enter.track, isGroup),
      leaving: exit && merged(written.track, exit.track, isGroup),
    });
  }
  return added;
}

/** A track with a type has a motion of its own: the animation only gives it its times. */
function merged(track: ResolvedTrack, own: ResolvedTrack, isGroup: boolean): ResolvedTrack {
  const { stagger, ...others } = own;
  const ofGroup = isGroup || own.by !== undefined ? { stagger } : {};
  if (track.type === undefined) return { ...others, ...ofGroup, ...track };
  const hasParts = own.by !== undefined || track.by !== undefined;
  return { ...(!hasParts && { duration: own.duration, ...ofGroup }), ...track };
}

/** Divides the objects of a track into those that enter, those that leave and the others, each with their own form of it. */
export function shareOut(
  { track, entering, leaving }: WrittenTrack,
  ids: readonly string[],
  from: States,
  to: States,
): readonly { readonly track: ResolvedTrack; readonly ids: readonly string[] }[] {
  const forms = new Map<ResolvedTrack, string[]>();
  for (const id of ids) {
    const enters = isEntering(from[id], to[id]);
    const form = (enters ? entering : isLeaving(from[id], to[id]) ? leaving : undefined) ?? track;
    forms.set(form, [...(forms.get(form) ?? []), id]);
  }
  return [...forms].map(([form, own]) => ({ track: form, ids: own }));
}
