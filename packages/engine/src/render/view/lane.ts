import { usedVariables } from '../../project/formula-fields.ts';
import type { Timing } from '../../project/motion-schemas.ts';
import { toHundredths } from '../../project/numbers.ts';
import { timingOfProperty } from '../../project/properties/all-properties.ts';
import { timingNames } from '../../project/properties/property.ts';
import type { Easing, Project, Transition, TransitionTrack } from '../../project/schema.ts';
import { trackOf } from '../../project/tracks.ts';
import { defaultTrack } from '../../timeline/channel-builder.ts';
import { keyframesByProperty } from '../../timeline/keyframes.ts';
import type { Timeline, TransitionSegment } from '../../timeline/timeline.ts';

/** The changes of one object in the film. Times are milliseconds of the film. */
export interface Lane {
  /** In playing order. */
  readonly spans: readonly LaneSpan[];
  readonly keyframes: readonly LaneKeyframe[];
}

/** A time in which the object changes. */
export interface LaneSpan {
  readonly startMs: number;
  readonly endMs: number;
  /** `enters`, `leaves` or `changes`, or the property or the variable that has a timing of its own, such as `fill`. */
  readonly what: string;
  /** The properties that it changes, as in the project; empty for what enters, leaves or is a variable. */
  readonly properties: readonly string[];
  /** The track's type, such as `fade`. */
  readonly type: TransitionTrack['type'];
  readonly easing: string;
  /** Milliseconds from the start of the transition to that of the span. */
  readonly delayMs: number;
  /** Place in the document as its author wrote it. */
  readonly path: string;
}

export interface LaneKeyframe {
  readonly timeMs: number;
  /** The time in which the property changes: the place of a keyframe is a share of it. */
  readonly startMs: number;
  readonly endMs: number;
  readonly property: string;
  readonly value: string | number;
  readonly easing: string;
  readonly path: string;
}

type Composition = Project['scenes'][string]['compositions'][string];

/** Returns the lane of an object; empty if the scene has no such object. */
export function laneOf(
  project: Project,
  timeline: Timeline,
  { scene, object }: { readonly scene: string; readonly object: string },
  describePlace: (path: string) => string,
): Lane {
  const spans: LaneSpan[] = [];
  const keyframes: LaneKeyframe[] = [];
  for (const segment of timeline.segments) {
    if (segment.kind === 'hold' || project.sceneOrder[segment.sceneIndex] !== scene) continue;
    const found = changeIn(project, segment, scene, object, describePlace);
    spans.push(...found.spans);
    keyframes.push(...found.keyframes);
  }
  return { spans, keyframes };
}

function changeIn(
  project: Project,
  { fromId, toId, startMs, endMs }: TransitionSegment,
  sceneId: string,
  object: string,
  describePlace: (path: string) => string,
): Lane {
  const { compositions, transitions } = project.scenes[sceneId];
  const transition = Object.values(transitions).find((one) => one.fromId === fromId && one.toId === toId);
  const durationMs = transition?.duration ?? endMs - startMs;
  const written = transition && trackOf(transition.tracks, object);
  const track = written?.track ?? defaultTrack(object, durationMs);
  const keys = track.type === 'none' ? new Map() : keyframesByProperty(track.keyframes);
  const ends = [compositions[fromId], compositions[toId]] as const;
  const isComputed = movingVariables(ends, transition, object).length > 0;
  const what = kindOfChange(...ends, object) ?? (isComputed ? 'changes' : undefined);
  if (what === undefined && keys.size === 0) return { spans: [], keyframes: [] };
  const path = describePlace(
    written
      ? `scenes.${sceneId}.transitions.${transition?.id}.tracks.${written.key}`
      : `scenes.${sceneId}.compositions.${toId}.states.${object}`,
  );
  const trackTiming: Timing =
    track.implicit === true ? { start: 0, duration: durationMs, easing: track.easing } : track;
  const spanOf = (timing: Timing, name: string, properties: readonly string[]): LaneSpan => ({
    startMs: startMs + timing.start,
    endMs: startMs + timing.start + timing.duration,
    what: name,
    properties,
    type: track.type,
    easing: showEasing(timing.easing),
    delayMs: timing.start,
    path,
  });
  const timingOf = (property: string): Timing => {
    const name = timingOfProperty(property);
    return (name && track[name]) || trackTiming;
  };
  const fields = [...new Set([...changedFields(...ends, object), ...keys.keys()])];
  const properties = timingNames.flatMap((name) => {
    const timing = track[name];
    const changed = fields.filter((field) => timingOfProperty(field) === name);
    return timing ? [spanOf(timing, name.slice(0, -'Timing'.length), changed)] : [];
  });
  const keyframes = [...keys].flatMap(([property, list]) =>
    list.map(
      ({ id, at, value, easing }: { id: string; at: number; value: string | number; easing: Easing }) => {
        const { start, duration } = timingOf(property);
        const begin = startMs + start;
        return {
          ...{ timeMs: begin + at * duration, startMs: begin, endMs: begin + duration },
          property,
          value,
          easing: showEasing(easing),
          path: describePlace(
            `scenes.${sceneId}.transitions.${transition?.id}.tracks.${written?.key}.keyframes.${id}`,
          ),
        };
      },
    ),
  );
  const variables = movingVariables(ends, transition, object).map((name): LaneSpan => {
    const timing = transition?.variables && ownValue(transition.variables, name);
    const place = timing
      ? `scenes.${sceneId}.transitions.${transition?.id}.variables.${name}`
      : `scenes.${sceneId}.compositions.${toId}.variables`;
    const usual: Timing = { start: 0, duration: durationMs, easing: 'easeInOut' };
    return { ...spanOf(timing ?? usual, name, []), path: describePlace(place) };
  });
  const rest = fields.filter((field) => timingOf(field) === trackTiming);
  return { spans: [spanOf(trackTiming, what ?? 'changes', rest), ...properties, ...variables], keyframes };
}

/** Returns the variables in an object's formulas that change between two compositions or have keyframes. */
export function movingVariables(
  [from, to]: readonly (Composition | undefined)[],
  transition: Transition | undefined,
  object: string,
): string[] {
  const states = [from, to].flatMap((end) => (end && ownValue(end.states, object)) ?? []);
  const names = new Set(states.flatMap((state) => [...usedVariables(state)]));
  const hasKeyframes = (name: string) =>
    (ownValue(transition?.variables ?? {}, name)?.keyframes ?? []).length > 0;
  return [...names].filter((name) => hasKeyframes(name) || from?.variables?.[name] !== to?.variables?.[name]);
}

/** Undefined if the object looks the same on both sides, or on neither. */
function kindOfChange(
  from: Composition | undefined,
  to: Composition | undefined,
  object: string,
): LaneSpan['what'] | undefined {
  const before = from && ownValue(from.states, object);
  const after = to && ownValue(to.states, object);
  if (!before?.visible) return after?.visible ? 'enters' : undefined;
  if (!after?.visible) return 'leaves';
  return JSON.stringify(before) === JSON.stringify(after) ? undefined : 'changes';
}

/** The fields in which an object differs between two compositions that show it. */
function changedFields(from: Composition | undefined, to: Composition | undefined, object: string): string[] {
  const [before, after] = [from, to].map((end) => end && ownValue(end.states, object));
  if (!before?.visible || !after?.visible) return [];
  const [older, newer] = [flatState(before), flatState(after)];
  return [...new Set([...Object.keys(older), ...Object.keys(newer)])].filter(
    (field) => JSON.stringify(ownValue(older, field)) !== JSON.stringify(ownValue(newer, field)),
  );
}

/** The fields of a state, with each formula in place of the number that it computes. */
function flatState({ formulas, ...state }: Composition['states'][string]): Readonly<Record<string, unknown>> {
  return { ...state, ...formulas };
}

function showEasing(easing: Easing): string {
  if (typeof easing === 'string') return easing;
  const { x1, y1, x2, y2 } = easing;
  return `cubic-bezier(${[x1, y1, x2, y2].map(toHundredths).join(', ')})`;
}

function ownValue<Value>(values: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}
