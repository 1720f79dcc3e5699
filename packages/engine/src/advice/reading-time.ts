import { hasLetters } from '../language/kinds.ts';
import { countNewCharacters, readingMs } from '../language/reading.ts';
import { opacityOfLayers } from '../project/layers.ts';
import { showSeconds, showValue } from '../project/problem-text.ts';
import type { CompositionState, Project, Scene, TransitionTrack } from '../project/schema.ts';
import { trackOf } from '../project/tracks.ts';
import type { Timeline } from '../timeline/timeline.ts';
import type { AdviceList } from './advice.ts';
import { isRead } from './pictures/hold-picture.ts';
import { isInSeconds } from './seconds.ts';

/** Share of the computed reading time that is enough, because readers differ by more than that. */
const enough = 0.95;

/** A hold without any change or sound is longer than this only for reading. */
const maxPauseMs = 8000;

/** Less opaque texts are decoration. */
const minOpacity = 0.5;

/** Durations are rounded up to this, and less does not matter. */
const stepMs = 100;

/** Longest duration of a composition. */
const maxMs = 600_000;

/** A composition with its hold in project time, which may be of zero length. */
interface Held {
  readonly id: string;
  readonly startMs: number;
  readonly holdMs: number;
  /** The transition to it; undefined for the first one and after a cut. */
  readonly enter?: Scene['transitions'][string] | undefined;
}

/** The time for which an object shows one text. */
interface Reading {
  readonly text: string;
  /** Index of the first and the last composition that show it. */
  readonly first: number;
  readonly last: number;
  readonly visibleMs: number;
  /** How long a viewer needs to read the text, in milliseconds. */
  readonly neededMs: number;
  /** Number of characters that the viewer has not just read. */
  readonly characters: number;
}

/**
 * Advises on texts that cannot be read in the time for which they are visible, and on holds that are longer than
 * needed. Skips a project with only one picture, because it may be meant as a still.
 */
export function adviseOnReadingTime(project: Project, timeline: Timeline, list: AdviceList): void {
  if (timeline.segments.length < 2) return;
  for (const [sceneIndex, sceneId] of project.sceneOrder.entries()) {
    if (list.full) return;
    const scene = project.scenes[sceneId];
    const held = heldIn(scene, sceneIndex, timeline);
    const readings = Object.values(scene.objects)
      .filter(({ kind, cues }) => hasLetters(kind) && cues === undefined)
      .flatMap(({ id }) => readingsOf(id, scene, held));
    adviseOnShortTexts(scene, held, readings, list);
    adviseOnPauses(scene, held, readings, timeline.scenes[sceneIndex]?.startMs ?? 0, list);
  }
}

function heldIn(scene: Scene, sceneIndex: number, { segments }: Timeline): readonly Held[] {
  const entering = new Map(Object.values(scene.transitions).map((one) => [one.toId, one]));
  const holds = new Map(
    segments.flatMap((segment) =>
      segment.kind === 'hold' && segment.sceneIndex === sceneIndex ? [[segment.compositionId, segment]] : [],
    ),
  );
  return scene.compositionOrder.map((id) => {
    const { startMs, endMs } = holds.get(id) ?? { startMs: 0, endMs: 0 };
    return { id, startMs, holdMs: endMs - startMs, enter: entering.get(id) };
  });
}

/** Returns the texts that an object shows, one after another. */
function readingsOf(id: string, scene: Scene, held: readonly Held[]): readonly Reading[] {
  const readings: Reading[] = [];
  const stateAt = (index: number) => readableState(id, scene, held[index]?.id);
  for (let first = 0; first < held.length; first++) {
    const state = stateAt(first);
    if (!state) continue;
    const { text } = state;
    let last = first;
    while (writtenText(stateAt(last + 1)) === writtenText(state)) last++;
    const shown = held.slice(first, last + 1);
    const holdsMs = shown.reduce((sum, { holdMs }) => sum + holdMs, 0);
    const betweenMs = shown.slice(1).reduce((sum, { enter }) => sum + (enter?.duration ?? 0), 0);
    const endsMs = beforeHold(id, held[first]?.enter) + afterHold(id, held[last + 1]?.enter);
    const isElsewhere = isShownByOthers(text, id, scene, held[first - 1]);
    const characters = isElsewhere ? 0 : countNewCharacters(text, shownText(id, scene, held[first - 1]?.id));
    readings.push({
      text,
      first,
      last,
      visibleMs: holdsMs + betweenMs + endsMs,
      neededMs: readingMs(characters),
      characters,
    });
    first = last;
  }
  return readings;
}

/** A text with formulas stays the same one while its numbers run. */
function writtenText(state: CompositionState | null): string | undefined {
  return state?.formulas?.text ?? state?.text;
}

/** The text of an object in a composition that shows it, also dimmed: viewers know it from before. */
function shownText(id: string, scene: Scene, composition: string | undefined): string | undefined {
  const state = composition === undefined ? undefined : scene.compositions[composition].states[id];
  return state?.visible && state.opacity > 0 && state.fontSize > 0 ? state.text : undefined;
}

/** Returns the state of an object in a composition, if viewers read it there. */
function readableState(id: string, scene: Scene, composition: string | undefined): CompositionState | null {
  if (composition === undefined) return null;
  const shown = scene.compositions[composition];
  const state = shown.states[id];
  if (!state?.visible || state.fontSize === 0) return null;
  if (state.opacity * opacityOfLayers(scene, shown, id) < minOpacity) return null;
  return isRead(scene.objects[id], state) ? state : null;
}

/** Returns the time in a transition for which an object that enters is visible. A text is read while it is written. */
function beforeHold(id: string, enter: Held['enter']): number {
  if (!enter) return 0;
  const { start, duration, type } = fadeOf(id, enter);
  if (type === 'none') return 0;
  return enter.duration - start - (type === 'write' ? 0 : duration / 2);
}

/** Returns the time in a transition for which an object that leaves is visible. */
function afterHold(id: string, leave: Held['enter']): number {
  if (!leave) return 0;
  const { start, duration, type } = fadeOf(id, leave);
  return type === 'none' ? leave.duration : start + duration / 2;
}

/** Returns when an object appears or disappears in a transition. Half of that time, it is more visible than not. */
function fadeOf(
  id: string,
  { tracks, duration }: Scene['transitions'][string],
): Pick<TransitionTrack, 'start' | 'duration' | 'type'> {
  const track = trackOf(tracks, id)?.track;
  if (track === undefined || track.implicit === true) return { start: 0, duration, type: 'move' };
  return { ...track, ...track.opacityTiming };
}

/** The objects that show each text, by composition. */
const shownTexts = new WeakMap<Held, ReadonlyMap<string, readonly string[]>>();

/** Whether an object other than this one shows a text in a composition. */
function isShownByOthers(text: string, id: string, scene: Scene, held: Held | undefined): boolean {
  if (held === undefined) return false;
  const shown = shownTexts.get(held) ?? textsIn(scene, held);
  shownTexts.set(held, shown);
  return shown.get(text)?.some((one) => one !== id) ?? false;
}

function textsIn(scene: Scene, { id: composition }: Held): ReadonlyMap<string, readonly string[]> {
  const texts = new Map<string, string[]>();
  for (const id of Object.keys(scene.objects)) {
    const state = readableState(id, scene, composition);
    if (state === null) continue;
    const ids = texts.get(state.text);
    // Two of them are enough, because one of these is another object than any.
    if (ids === undefined) texts.set(state.text, [id]);
    else if (ids.length < 2) ids.push(id);
  }
  return texts;
}

function roundUp(durationMs: number): number {
  return Math.ceil((durationMs - 1e-6) / stepMs) * stepMs;
}

/** Gives one piece of advice on each composition that is too short for the last text that it shows. */
function adviseOnShortTexts(
  scene: Scene,
  held: readonly Held[],
  readings: readonly Reading[],
  list: AdviceList,
): void {
  for (const [index, { id, holdMs }] of held.entries()) {
    const short = readings
      .filter(({ last, visibleMs, neededMs }) => last === index && visibleMs < enough * neededMs)
      .sort((one, other) => other.neededMs - other.visibleMs - (one.neededMs - one.visibleMs));
    const [worst] = short;
    if (!worst || list.full || isInSeconds(scene.compositions[id].duration)) continue;
    const duration = roundUp(holdMs + worst.neededMs - worst.visibleMs);
    const others = ['', ' and another text'][short.length - 1] ?? ` and ${short.length - 1} other texts`;
    list.add({
      rule: 'too-short-to-read',
      path: `scenes.${scene.id}.compositions.${id}`,
      message: `${showValue(worst.text)}${others} cannot be read in time: it is visible for ${showSeconds(worst.visibleMs)}, and reading its ${worst.characters} new characters takes ${showSeconds(worst.neededMs)}; make the composition longer or the text shorter`,
      ...(duration <= maxMs && { fix: { duration } }),
    });
  }
}

/** Advises on compositions in which nothing moves, sounds or needs to be read for a long time. */
function adviseOnPauses(
  scene: Scene,
  held: readonly Held[],
  readings: readonly Reading[],
  sceneStartMs: number,
  list: AdviceList,
): void {
  for (const [index, { id, startMs, holdMs: pauseMs }] of held.entries()) {
    if (pauseMs <= maxPauseMs || list.full) continue;
    const start = startMs - sceneStartMs;
    if (hasSound(scene, start, start + pauseMs)) continue;
    const fresh = readings.filter(({ first, neededMs }) => first === index && neededMs > 0);
    const together = fresh.reduce((sum, { neededMs }) => sum + neededMs, 0);
    // Texts that stay for longer may need this hold as well.
    const needs = readings
      .filter(({ first, last }) => first <= index && index <= last)
      .map(({ neededMs, visibleMs }) => neededMs - (visibleMs - pauseMs));
    const neededHoldMs = roundUp(Math.max(maxPauseMs, together, ...needs));
    if (neededHoldMs >= pauseMs) continue;
    // The end of a muted sound holds the picture for longer than the composition lasts.
    const isHeldBySound = scene.compositions[id].duration < pauseMs;
    const remedy = isHeldBySound ? 'end the muted sound earlier' : 'make the composition shorter';
    list.add({
      rule: 'nothing-happens',
      path: `scenes.${scene.id}.compositions.${id}`,
      message: `nothing moves or sounds for ${showSeconds(pauseMs)}; ${remedy}, or change something in it`,
      ...(!isHeldBySound && { fix: { duration: neededHoldMs } }),
    });
  }
}

/** Whether a sound is heard in a span of scene time. */
function hasSound({ audioTracks = {} }: Scene, startMs: number, endMs: number): boolean {
  return Object.values(audioTracks).some(
    ({ muted, volume, start, duration }) =>
      !muted && volume > 0 && start < endMs && start + duration > startMs,
  );
}
