import type { CompositionState, Transition, TransitionTrack } from '../project/schema.ts';
import { isEntering, isLeaving } from './appearing.ts';
import type { MovingParts } from './figures/figure.ts';
import type { SceneRelations } from './scene-relations.ts';

/** Shares of a transition: a card closes when what leaves it is nearly gone, and is nearly open for what enters. */
const shares = { leaving: 0.35, closing: 0.25, entering: 0.35 } as const;

interface SceneWithCards {
  readonly relations: SceneRelations | null;
  readonly members: ReadonlyMap<string, readonly string[]>;
  readonly parts: MovingParts;
  /** Keys of the compositions, in order, and their states. */
  readonly sequence: readonly string[];
  readonly states: readonly Readonly<Record<string, CompositionState>>[];
  readonly transitions: Readonly<Record<string, Transition>>;
}

/**
 * Lets members of cards that stay fade where they are before the cards, and everything else that stays, close behind
 * them, and enter when the cards have opened; otherwise they would be seen outside of the cards or over other members.
 * What has times of its own keeps them.
 */
export function membersInCards(scene: SceneWithCards): Readonly<Record<string, Transition>> {
  const { relations, sequence, states, transitions } = scene;
  const cards = Object.entries(relations?.objects ?? {}).flatMap(([id, { isBox }]) => (isBox ? [id] : []));
  if (cards.length === 0) return transitions;
  const changed = Object.entries(transitions).map(([key, transition]) => {
    const [from = {}, to = {}] = [transition.fromId, transition.toId].map(
      (id) => states[sequence.indexOf(id)],
    );
    const closed = closeCards(transition, cards, scene, from, to);
    return [key, closed === transition ? openCards(transition, cards, scene, from, to) : closed] as const;
  });
  return Object.fromEntries(changed);
}

type States = SceneWithCards['states'][number];

function closeCards(
  transition: Transition,
  cards: readonly string[],
  { members, parts }: SceneWithCards,
  from: States,
  to: States,
): Transition {
  const tracks = Object.values(transition.tracks);
  const stays = (id: string) => from[id]?.visible === true && to[id]?.visible === true;
  const closing = cards.filter((id) => stays(id) && isSmaller(to[id], from[id]));
  const timing = tracks.find(({ objectId }) => closing.includes(objectId));
  if (timing === undefined) return transition;
  const { start, duration } = timing;
  const isTogether = (track: TransitionTrack) => track.start === start && track.duration === duration;
  const inCards = new Set(closing.flatMap((card) => innermost(card, members)));
  const leaves = ({ objectId: id }: TransitionTrack) =>
    inCards.has(id) && !parts.has(id) && isLeaving(from[id], to[id]);
  if (!tracks.some(leaves)) return transition;
  const delay = Math.round(shares.closing * duration);
  const made = Object.entries(transition.tracks).map(([name, track]): [string, TransitionTrack] => {
    if (leaves(track)) return [name, fadedInPlace(track, isTogether(track))];
    if (!stays(track.objectId) || !isTogether(track)) return [name, track];
    return [name, { ...track, start: start + delay, duration: duration - delay }];
  });
  return { ...transition, tracks: Object.fromEntries(made) };
}

function openCards(
  transition: Transition,
  cards: readonly string[],
  { members, parts }: SceneWithCards,
  from: States,
  to: States,
): Transition {
  const isOpening = (id: string) =>
    from[id]?.visible === true && to[id]?.visible === true && isSmaller(from[id], to[id]);
  const opening = new Map(
    Object.values(transition.tracks).flatMap((track) =>
      cards.includes(track.objectId) && isOpening(track.objectId)
        ? innermost(track.objectId, members).map((id) => [id, track] as const)
        : [],
    ),
  );
  if (opening.size === 0) return transition;
  const made = Object.entries(transition.tracks).map(([name, track]): [string, TransitionTrack] => {
    const { objectId: id, start, duration } = track;
    const card = opening.get(id);
    const isTogether = card?.start === start && card.duration === duration;
    if (!isTogether || parts.has(id) || !isEntering(from[id], to[id])) return [name, track];
    const delay = Math.round(shares.entering * duration);
    return [name, { ...track, start: start + delay, duration: duration - delay }];
  });
  return { ...transition, tracks: Object.fromEntries(made) };
}

function isSmaller(one: CompositionState | undefined, other: CompositionState | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  return one.width < other.width || one.height < other.height;
}

/** The members of the innermost group with a card. */
function innermost(card: string, members: SceneWithCards['members']): readonly string[] {
  const around = [...members.values()].filter((ids) => ids.includes(card));
  return around.sort((one, other) => one.length - other.length)[0] ?? [];
}

/** A track without the way that a slide takes, in the first part of its time unless it has times of its own. */
function fadedInPlace(track: TransitionTrack, isTogether: boolean): TransitionTrack {
  const { keyframes, ...others } = track;
  const kept = Object.entries(keyframes ?? {}).filter(([, { property, at }]) => {
    const isEnd = at === 1 && (property === 'x' || property === 'y');
    return !isEnd;
  });
  return {
    ...others,
    ...(kept.length > 0 && { keyframes: Object.fromEntries(kept) }),
    ...(isTogether && { duration: Math.round(shares.leaving * track.duration) }),
  };
}
