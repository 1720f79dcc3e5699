import { isMap } from '../project/check.ts';
import type { Fix } from '../project/problem.ts';
import { showNumber, showPath } from '../project/problem-text.ts';
import type { AdviceList } from './advice.ts';
import type { DocumentObject, VisitObject } from './document-objects.ts';
import { minMs } from './fields/field-values.ts';
import { mapIn, sceneOf } from './fields/unknown-field.ts';

/** A time that is too short to be seen, by the name of its field in a fix. */
interface ShortTime {
  readonly field: string;
  readonly value: number;
}

/** Whether a time in milliseconds was probably meant in seconds. */
export function isInSeconds(time: unknown): time is number {
  return typeof time === 'number' && time > 0 && time < minMs;
}

const toMilliseconds = (seconds: number) => Math.round(seconds * 1e6) / 1000;

/** Advises on durations and starts of compositions and transitions that are written in seconds. */
export function adviseOnSeconds(list: AdviceList): VisitObject {
  return (object, path) => {
    if (list.full) return;
    const { holder, value } = object;
    if (holder === 'compositions' || holder === 'scenes' || holder === 'project') {
      const names = holder === 'compositions' ? ['duration', 'enter'] : ['enter'];
      const times = names.flatMap((field) => shortTime(field, value[field]));
      if (times.length > 0) add(times, true, showPath(path), list);
    }
    if (holder === 'enter' || holder === 'transitions') {
      const times = timesOfTransition(value);
      if (times.length > 0) add(times, endsInTime(object, times), showPath(path), list);
    }
  };
}

function shortTime(field: string, value: unknown): ShortTime[] {
  return isInSeconds(value) ? [{ field, value }] : [];
}

/** Tracks and their timings are repaired together with their transition, because they must end within it. */
function timesOfTransition(transition: DocumentObject['value']): ShortTime[] {
  const times = shortTime('duration', transition.duration);
  // Whole numbers below a frame make a cut. Without a transition in seconds, only a fraction shows that seconds were
  // meant.
  const areSeconds = times.length > 0;
  const add = (field: string, value: unknown) => {
    if (areSeconds || !Number.isInteger(value)) times.push(...shortTime(field, value));
  };
  for (const [id, track] of Object.entries(mapIn(transition, 'tracks'))) {
    if (!isMap(track)) continue;
    for (const name of ['start', 'duration', 'stagger']) add(`tracks.${id}.${name}`, track[name]);
    for (const [name, timing] of Object.entries(track)) {
      if (!name.endsWith('Timing') || !isMap(timing)) continue;
      for (const part of ['start', 'duration']) add(`tracks.${id}.${name}.${part}`, timing[part]);
    }
  }
  return times;
}

/** Whether all tracks of a transition end within it after these times are corrected. */
function endsInTime(object: DocumentObject, times: readonly ShortTime[]): boolean {
  const corrected = new Map(times.map(({ field, value }) => [field, toMilliseconds(value)]));
  const scene = sceneOf(object);
  const objects = Object.keys(mapIn(scene, 'objects')).length;
  const { enter } = scene;
  const general = isMap(enter) ? enter.duration : enter;
  const whole = corrected.get('duration') ?? object.value.duration ?? general;
  if (typeof whole !== 'number' || isInSeconds(whole)) return false;
  const numberAt = (field: string, value: unknown): number | undefined =>
    corrected.get(field) ?? (typeof value === 'number' ? value : undefined);
  return Object.entries(mapIn(object.value, 'tracks')).every(([id, track]) => {
    if (!isMap(track)) return false;
    // All objects may start one after another.
    const laterMs = (numberAt(`tracks.${id}.stagger`, track.stagger) ?? 0) * objects;
    const start = (numberAt(`tracks.${id}.start`, track.start) ?? 0) + laterMs;
    const ends = [start + (numberAt(`tracks.${id}.duration`, track.duration) ?? 0)];
    for (const [name, timing] of Object.entries(track)) {
      if (!name.endsWith('Timing') || !isMap(timing)) continue;
      const from = numberAt(`tracks.${id}.${name}.start`, timing.start) ?? start;
      ends.push(from + (numberAt(`tracks.${id}.${name}.duration`, timing.duration) ?? 0));
    }
    return ends.every((end) => end <= whole);
  });
}

function add(times: readonly ShortTime[], isValid: boolean, path: string, list: AdviceList): void {
  const [{ field, value } = { field: '', value: 0 }] = times;
  const others = times.length > 1 ? `, as are ${times.length - 1} other times here` : '';
  const fix: Fix = Object.fromEntries(times.map((one) => [one.field, toMilliseconds(one.value)]));
  list.addInDocument({
    rule: 'seconds',
    path,
    message: `${field} is ${showNumber(value)}${others}; times are in milliseconds, so this is too short to be seen; for ${showNumber(value)} s write ${showNumber(toMilliseconds(value))}`,
    ...(isValid && { fix }),
  });
}
