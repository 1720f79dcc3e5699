import { isFigureKind } from '../../language/kinds.ts';
import { broken, fieldsOf, isMap } from '../../project/check.ts';
import { type Path, showPath, showValue } from '../../project/problem-text.ts';
import { attach } from './attach.ts';
import type { Presence } from './presence.ts';
import { type EmphasisName, emphases, isDrawnEmphasis, isEmphasis } from './presets.ts';
import { idOf } from './resolve-names.ts';
import {
  type Fields,
  mapIn,
  type SceneDraft,
  type WrittenComposition,
  type WrittenEmphasis,
} from './scene-draft.ts';
import { unknownName } from './unknown-name.ts';
import { wordsIn } from './words.ts';

/** Sizes of what is drawn around or under an object, as shares of the frame's shorter side. */
const strokeShare = 0.006;
const ringShare = 0.014;
const cornerShare = 0.018;
const markShare = 0.006;

/** Distance by which `shake` moves, as a share of the same. */
const shakeShare = 0.012;

/** The colour of emphases in a film without a theme, and the opacity of a mark, in hexadecimal. */
const usualInk = '#ffd43b';
const markAlpha = '66';

/** The name of the emphasis that a track has; undefined for any other animation. */
export function emphasisIn(track: unknown): EmphasisName | undefined {
  const name = isMap(track) && track.objectId === undefined ? track.type : track;
  return isEmphasis(name) ? name : undefined;
}

/**
 * Moves the emphases out of the states of a composition. A state that only emphasises is no mention: it neither shows an
 * object nor changes its look.
 */
export function takeEmphases<Mention extends WrittenEmphasis>(
  draft: SceneDraft,
  key: string,
  mentions: Map<string, Mention & { readonly places?: ReadonlyMap<string, Path> }>,
  marked: (Mention & { readonly id: string; readonly words: string })[],
): void {
  const found = draft.emphases.get(key);
  const take = (name: string, { value, path }: WrittenEmphasis, place?: Path) => {
    if (!isMap(value) || value.emphasis === undefined) return value;
    const { emphasis, ...others } = value;
    found?.set(name, { value: emphasis, path: place ?? [...path, 'emphasis'] });
    return Object.keys(others).length === 0 ? undefined : others;
  };
  for (const [id, mention] of mentions) {
    const place = mention.places?.get('emphasis');
    const value = take(draft.names.nameOf(id), mention, place && [...place]);
    if (value === undefined) mentions.delete(id);
    else if (value !== mention.value) mentions.set(id, { ...mention, value });
  }
  for (const [index, mention] of [...marked.entries()].reverse()) {
    const value = take(`${draft.names.nameOf(mention.id)}.${mention.words}`, mention);
    if (value === undefined) marked.splice(index, 1);
    else if (value !== mention.value) marked[index] = { ...mention, value };
  }
}

/** The id of the object that draws an emphasis of something. */
export function drawingOf({ names }: SceneDraft, name: string, kind: EmphasisName): string {
  // No part that a document names has a name with "whole" in it.
  return names.idFor(`${name}.whole.${kind}`);
}

/** What draws an emphasis: the object that is emphasised, and the compositions in which the drawing is needed. */
interface Drawing {
  readonly owner: string;
  readonly path: Path;
  readonly needed: Set<number>;
}

/**
 * Adds the objects that are drawn around, under or behind what a composition emphasises. They are there in the compositions
 * before and after the transition, if what they emphasise is there, and invisible except in the transition.
 */
export function addDrawings(draft: SceneDraft, states: Map<string, unknown>, presence: Presence): void {
  const drawings = new Map<string, Drawing>();
  for (const [index, composition] of draft.compositions.entries()) {
    for (const [name, { value, path }] of emphasesOf(draft, composition)) {
      const kind = emphasisIn(value);
      if (kind === undefined || !isDrawnEmphasis(kind)) continue;
      const id = drawingOf(draft, name, kind);
      const drawingOfObject = drawings.get(id);
      const target = drawingOfObject ?? targetOf(draft, name, path);
      if (target === undefined) continue;
      if (drawingOfObject === undefined) addDrawing(draft, id, kind, target as Target, path);
      const drawing = drawingOfObject ?? { owner: target.owner, path, needed: new Set() };
      for (const needed of [index - 1, index]) drawing.needed.add(needed);
      drawings.set(id, drawing);
    }
  }
  for (const [id, drawing] of drawings) showWhereNeeded(draft, id, drawing, states, presence);
}

/** The emphases of a composition, in its tracks and in its states, by the names of what they emphasise. */
function emphasesOf(
  draft: SceneDraft,
  { key, written, path }: WrittenComposition,
): [string, WrittenEmphasis][] {
  const tracks = isMap(written) ? mapIn(written.enter, 'tracks') : {};
  const inTracks = Object.entries(tracks).map(([name, value]): [string, WrittenEmphasis] => [
    name.replace(/\.\*$/, ''),
    { value, path: [...path, 'enter', 'tracks', name] },
  ]);
  return [...inTracks, ...(draft.emphases.get(key) ?? [])];
}

/** What is emphasised: what a relation calls it, and the object that it belongs to. */
interface Target {
  readonly reference: string;
  readonly owner: string;
}

function targetOf(draft: SceneDraft, name: string, path: Path): Target | undefined {
  const { names, objects } = draft;
  const id = names.resolve(name, objects);
  const inText = id === undefined ? wordsIn(draft, name) : undefined;
  if (inText !== undefined) return { reference: `${inText.id}.${inText.words}`, owner: inText.id };
  const reference = id ?? idOf(draft, name, path);
  // Parts of figures become objects later.
  const owner = Object.hasOwn(objects, reference) ? reference : reference.split('.', 1)[0];
  return owner !== undefined && Object.hasOwn(objects, owner) ? { reference, owner } : undefined;
}

function addDrawing(
  draft: SceneDraft,
  id: string,
  kind: EmphasisName,
  { reference, owner }: Target,
  path: Path,
): void {
  const { provenance, frame, theme, objects } = draft;
  const side = Math.min(frame.width, frame.height);
  const length = (share: number) => Math.round(share * side);
  const ink = theme?.colors.accent ?? usualInk;
  const looks: Readonly<Record<string, Fields>> = {
    ring: {
      ...{ fill: 'none', stroke: ink, strokeWidth: length(strokeShare) },
      ...{ padding: length(ringShare), cornerRadius: length(cornerShare) },
    },
    underline: { fill: ink, stroke: 'none', padding: 0, cornerRadius: length(strokeShare / 2) },
    mark: {
      ...{ fill: /^#[0-9a-f]{6}$/i.test(ink) ? `${ink}${markAlpha}` : ink, stroke: 'none' },
      ...{ padding: length(markShare), cornerRadius: length(markShare) },
    },
  };
  const state = provenance.set({ ...looks[kind], around: reference, opacity: 0 }, path);
  const drawing: Fields = provenance.set({ kind: 'rectangle', emphasizes: kind, state }, path);
  const whole = objects[owner] ?? {};
  if (whole.fixed !== undefined) drawing.fixed = whole.fixed;
  attach(draft, whole, id, path);
  const around = Object.keys(objects).filter((one) => isWithin(draft, one, owner));
  // The ground of code would hide a mark behind it.
  const isBehind = kind === 'mark' && !isFigureKind(whole.kind);
  const beside = isBehind ? around[0] : around.at(-1);
  const entries = Object.entries(objects);
  // The order of the keys is the drawing order.
  for (const [key] of entries) delete objects[key];
  for (const [key, object] of entries) {
    if (key === beside && isBehind) objects[id] = drawing;
    objects[key] = object;
    if (key === beside && !isBehind) objects[id] = drawing;
  }
}

/** Whether an object is another one, or one of its members, or drawn with one of these. */
function isWithin({ objects }: SceneDraft, id: string, whole: string): boolean {
  const seen = new Set<unknown>();
  const isIn = (one: unknown): boolean => {
    if (one === id) return true;
    if (typeof one !== 'string' || seen.has(one)) return false;
    seen.add(one);
    const { children, attached } = objects[one] ?? {};
    return [children, attached].some((ids) => Array.isArray(ids) && ids.some(isIn));
  };
  return isIn(whole);
}

function showWhereNeeded(
  draft: SceneDraft,
  id: string,
  { owner, path, needed }: Drawing,
  states: Map<string, unknown>,
  presence: Presence,
): void {
  const { compositions, provenance } = draft;
  for (const [index, composition] of compositions.entries()) {
    const { key } = composition;
    const stateFields: Fields = fieldsOf(states.get(key));
    const changed: Fields = isMap(states.get(key))
      ? stateFields
      : provenance.set({}, [...composition.path, 'states']);
    changed[id] = needed.has(index) && presence.isPresent(owner, index) ? provenance.set({}, path) : false;
    provenance.field(changed, id, path);
    states.set(key, changed);
  }
}

/** Reports an emphasis where nothing can be emphasised, and returns what takes its place. */
export function refuseEmphasis(
  { problems, variables }: SceneDraft,
  name: EmphasisName,
  path: Path,
): typeof broken {
  const rule = `is ${showValue(name)}, an emphasis of one object that stays; write it in the tracks of a composition, or as "emphasis" in its states`;
  problems.add(path, 'value', rule);
  // The check of the plain document is silent there.
  variables.unresolved.add(showPath(path));
  return broken;
}

/** Reports a value of `emphasis` that is none. */
export function reportEmphasis(draft: SceneDraft, value: unknown, place: Path): void {
  const [written, path] = isMap(value) ? [value.type, [...place, 'type']] : [value, place];
  const after = isMap(value) ? '' : ' or an object with such a type';
  unknownName(draft, written, path, { names: emphases, after });
}

/** Returns the animation in which an emphasis takes place: the times of its track, or the entrance `pop`. */
export function animationOf(track: unknown, name: EmphasisName): unknown {
  const { type: _, ...timed } = isMap(track) ? track : {};
  return name === 'pop' ? track : timed;
}

/** Adds an emphasis to a plain track, in place. `isEach` emphasises each part by itself instead of the whole. */
export function addEmphasis(track: unknown, name: EmphasisName, shorterSide: number, isEach: boolean): void {
  if (!isMap(track)) return;
  track.emphasis = { name, distance: Math.round(shakeShare * shorterSide), ...(isEach && { each: true }) };
  if (isDrawnEmphasis(name)) track.type = 'write';
  if (name === 'underline' || name === 'mark') track.wipe = 'left';
}
