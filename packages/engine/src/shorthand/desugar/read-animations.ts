import { isChartKind } from '../../language/kinds.ts';
import { isTextPart, textParts } from '../../language/text-parts.ts';
import { readMilliseconds, timeExamples } from '../../language/written-times.ts';
import { isMap } from '../../project/check.ts';
import { mustBe, type Path, showValue } from '../../project/problem-text.ts';
import { isSpring, springs } from '../springs.ts';
import { readColors } from '../themes/theme-colors.ts';
import { hasVariables } from '../variable-syntax.ts';
import { addDefaults } from './add-defaults.ts';
import { easingNames, isUnknownEasing, paceNames, readEasing } from './easings.ts';
import {
  addEmphasis,
  animationOf,
  drawingOf,
  emphasisIn,
  refuseEmphasis,
  reportEmphasis,
} from './emphases.ts';
import { readNames } from './guesses.ts';
import type { Names } from './name-rule.ts';
import { isPreset, presetFields } from './preset-fields.ts';
import { anyObject, enterTimes, isDrawnEmphasis, isEmphasis, presetNames, trackNames } from './presets.ts';
import { idOf, partsOfAll } from './resolve-names.ts';
import type { Fields, SceneDraft, WrittenEmphasis } from './scene-draft.ts';
import { unknownName } from './unknown-name.ts';
import { wordsIn } from './words.ts';

/** Fields of an animation that a transition may have for all objects that change. */
const animationFields = ['type', 'start', 'easing', 'stagger', 'by', 'from', 'order', 'keyframes'] as const;

/** End of the key of a track for all parts of an object. */
const allParts = '.*';

/**
 * Returns when a track begins that names words or a time such as "0:01.5", in milliseconds of its transition; undefined for what
 * cannot be found, which is reported.
 */
export type StartOfTrack = (text: string, path: Path) => number | undefined;

/** Outside the `enter` of a composition, the times of spoken words are unknown. */
function startByClock({ problems }: SceneDraft): StartOfTrack {
  return (text, path) => {
    const time = readMilliseconds(text);
    if (time !== undefined) return time;
    const rule =
      'must be milliseconds or a time such as "0:01.5" here; words that are spoken belong in the "enter" of a composition';
    problems.add(path, 'value', `${rule}, but is ${showValue(text)}`);
    return undefined;
  };
}

/**
 * Returns the plain `enter` of a scene or a composition: a number, or an object with a duration and tracks. `startOf` finds words
 * that are spoken.
 */
export function readEnter(
  draft: SceneDraft,
  enter: unknown,
  path: Path,
  shorterSide: number,
  startOf: StartOfTrack = startByClock(draft),
  emphases?: ReadonlyMap<string, WrittenEmphasis>,
): unknown {
  const again = (written: unknown) => readEnter(draft, written, path, shorterSide, startOf, emphases);
  if (isPreset(enter)) return again({ type: enter });
  if (isEmphasis(enter)) return refuseEmphasis(draft, enter, path);
  const needsTracks = draft.theme !== undefined || (emphases?.size ?? 0) > 0;
  if (typeof enter === 'number' && enter > 0 && needsTracks) {
    const withDuration = draft.provenance.set({ duration: enter }, path);
    draft.provenance.field(withDuration, 'duration', path);
    return again(withDuration);
  }
  const time = typeof enter === 'string' ? readMilliseconds(enter) : undefined;
  if (time !== undefined) return again(time);
  if (typeof enter === 'string' && !hasVariables(enter)) {
    const wayOut = ', or an object with duration and tracks';
    return unknownName(draft, enter, path, {
      ...presetNames,
      before: `${enterTimes}, `,
      after: wayOut,
    });
  }
  if (!isMap(enter)) return enter;
  const general: Fields = {};
  const plain: Fields = draft.provenance.set({}, path);
  const variables: Fields = draft.provenance.set({}, [...path, 'tracks']);
  for (const [field, value] of Object.entries(enter)) {
    if ((animationFields as readonly string[]).includes(field)) general[field] = value;
    else plain[field] = value;
  }
  const isOfTheme = general.type === undefined && general.from === undefined && draft.theme !== undefined;
  if (isOfTheme && general.start === undefined) general.makesRoom = true;
  const ofCharts = { ...general };
  if (isOfTheme) addThemeEnter(draft, general);
  const hasGeneral = Object.keys(general).length > 0;
  const { tracks } = enter;
  if (tracks !== undefined && !isMap(tracks)) return plain;
  const written = [
    ...Object.entries(tracks ?? {}).map(([name, value]) => ({
      name,
      value,
      place: [...path, 'tracks', name],
    })),
    ...[...(emphases ?? [])].map(([name, { value, path: place }]) => ({ name, value, place })),
  ];
  if (tracks === undefined && !hasGeneral && written.length === 0) return plain;
  const made: Fields = draft.provenance.set({}, [...path, 'tracks']);
  plain.tracks = made;
  if (hasGeneral && (tracks === undefined || !Object.hasOwn(tracks, anyObject))) {
    made[anyObject] = readAnimation(draft, general, path, shorterSide, startOf);
    draft.provenance.field(made, anyObject, path);
  }
  if (isOfTheme) {
    // Charts grow from their base.
    for (const [id, object] of Object.entries(draft.objects)) {
      const isChart = isMap(object) && isChartKind(object.kind);
      if (!isChart || Object.hasOwn(tracks ?? {}, anyObject)) continue;
      made[id] = readAnimation(draft, { ...ofCharts, yields: true }, path, shorterSide, startOf);
      draft.provenance.field(made, id, path);
    }
  }
  const animationNames = new Set(written.map(({ name }) => name));
  // A part with a track of its own has no share in that of all parts.
  const single = written.flatMap((one) => {
    const parts = partsOfAll(draft, one.name);
    return parts?.length
      ? parts.filter((part) => !animationNames.has(part)).map((name) => ({ ...one, name }))
      : one;
  });
  for (const { name, value: track, place } of single) {
    const emphasis = emphases === undefined || name === anyObject ? undefined : emphasisIn(track);
    const isOfState = emphases?.get(name)?.path === place;
    if (isOfState && emphasis === undefined) {
      reportEmphasis(draft, track, place);
      continue;
    }
    if (draft.variables.changing.has(name) && !Object.hasOwn(draft.objects, name)) {
      variables[name] = readVariableTrack(draft, track, place, startOf);
      plain.variables = variables;
      continue;
    }
    const isTarget = !isMap(track) || track.objectId === undefined;
    const isOfParts = isTarget && name.endsWith(allParts);
    const whole = isOfParts ? name.slice(0, -allParts.length) : name;
    const drawing = emphasis && isDrawnEmphasis(emphasis) ? drawingOf(draft, whole, emphasis) : undefined;
    if (drawing !== undefined && !Object.hasOwn(draft.objects, drawing)) continue;
    const isWords = emphasis !== undefined && draft.names.resolve(whole, draft.objects) === undefined;
    if (drawing === undefined && isWords && wordsIn(draft, whole) !== undefined) {
      const rule = `is ${showValue(emphasis)}, but words of a text can only have ring, underline or mark`;
      draft.problems.add(place, 'value', rule);
      continue;
    }
    const id = drawing ?? (name === anyObject || !isTarget ? name : idOf(draft, whole, place));
    if (isOfParts && Object.hasOwn(tracks ?? {}, whole)) {
      const rule = `is for all parts of ${showValue(whole)}, like the track of that name; keep one of the two`;
      draft.problems.add(place, 'conflict', rule);
      continue;
    }
    const before = made[id];
    if (isOfState && drawing === undefined && isMap(before)) {
      if (before.emphasis !== undefined || emphasis === undefined) {
        const rule = 'is beside a track of the same object with an emphasis; keep one of the two';
        draft.problems.add(place, 'conflict', rule);
      } else addEmphasis(before, emphasis, shorterSide, isOfParts);
      continue;
    }
    const animation = emphasis === undefined ? track : animationOf(track, emphasis);
    made[id] = readAnimation(draft, animation, place, shorterSide, startOf, emphases && trackNames);
    if (emphasis !== undefined) addEmphasis(made[id], emphasis, shorterSide, isOfParts);
    draft.provenance.field(made, id, place);
    if (drawing !== undefined) continue;
    // The label and the layer of an object have its track; those of a group have it as members.
    const label = draft.labels.get(id);
    const texts = draft.innerTexts.get(id) ?? [];
    for (const part of label === undefined && texts.length === 0
      ? []
      : [label, ...texts, draft.layers.get(id)]) {
      if (part === undefined || !isMap(made[id])) continue;
      made[part] = draft.provenance.set({ ...(made[id] as Fields) }, place);
      delete (made[part] as Fields).objectId;
      draft.provenance.field(made, part, place);
    }
  }
  return plain;
}

/** Adds the animation of the theme to one without a type. */
function addThemeEnter({ theme }: SceneDraft, general: Fields): void {
  if (theme === undefined) return;
  const { enter } = theme;
  addDefaults(general, typeof enter === 'string' ? { type: enter } : enter);
}

/** Returns the track of an animation: milliseconds, the name of a preset, or an object. */
export function readAnimation(
  draft: SceneDraft,
  animation: unknown,
  path: Path,
  shorterSide: number,
  startOf: StartOfTrack = startByClock(draft),
  names: Names = presetNames,
): unknown {
  const emphasis = isPreset(isMap(animation) ? animation.type : animation)
    ? undefined
    : emphasisIn(animation);
  if (emphasis !== undefined && !isMap(animation)) return refuseEmphasis(draft, emphasis, path);
  if (emphasis !== undefined) {
    const type = refuseEmphasis(draft, emphasis, [...path, 'type']);
    return draft.provenance.set({ type }, path);
  }
  if (typeof animation === 'number') {
    const track = draft.provenance.set({ duration: animation }, path);
    draft.provenance.field(track, 'duration', path);
    return track;
  }
  if (isPreset(animation)) return readAnimation(draft, { type: animation }, path, shorterSide, startOf);
  const time = typeof animation === 'string' ? readMilliseconds(animation) : undefined;
  if (time !== undefined) return readAnimation(draft, time, path, shorterSide, startOf);
  if (typeof animation === 'string' && !hasVariables(animation)) {
    return unknownName(draft, animation, path, {
      ...names,
      before: `milliseconds, a time such as ${timeExamples}, `,
      after: ' or an object',
    });
  }
  if (!isMap(animation)) return animation;
  const { provenance } = draft;
  const guessed = readNames(draft, 'track', animation, undefined, path);
  const { by, ...written } = guessed.fields;
  const track: Fields = provenance.set({ ...written }, path);
  for (const [field, place] of guessed.places) provenance.field(track, field, place);
  if (written.easing !== undefined)
    track.easing = knownEasing(draft, written.easing, [...path, 'easing'], paceNames);
  if (typeof written.start === 'string') track.start = startOf(written.start, [...path, 'start']) ?? 0;
  if (isMap(written.keyframes))
    track.keyframes = readKeyframes(draft, written.keyframes, [...path, 'keyframes']);
  for (const [field, timing] of Object.entries(written)) {
    if (!field.endsWith('Timing') || !isMap(timing) || timing.easing === undefined) continue;
    const easing = knownEasing(draft, timing.easing, [...path, field, 'easing'], easingNames);
    track[field] = provenance.set({ ...timing, easing }, [...path, field]);
  }
  // Letters that are written, and symbols of equations, without a stagger follow each other without overlap.
  const isSequential =
    by === 'letter' && (written.type === 'write' || written.type === 'draw') && written.stagger === undefined;
  if (isSequential) track.order = 'sequential';
  else if (isTextPart(by)) {
    track.by = by;
    provenance.field(track, 'by', [...path, 'by']);
  } else if (by !== undefined && by !== 'part') {
    const rule = mustBe(`one of ${textParts.join(', ')} and part`, by);
    draft.problems.add([...path, 'by'], 'value', rule);
  }
  if (isMap(written.from)) {
    track.begin = written.from;
    provenance.field(track, 'begin', [...path, 'from']);
    delete track.from;
  }
  if (typeof written.type === 'string' && !isPreset(written.type)) {
    unknownName(draft, written.type, [...path, 'type'], names);
    delete track.type;
  }
  Object.assign(track, isPreset(written.type) ? presetFields(written, track, shorterSide) : {});
  const spring = isSpring(written.easing) ? springs[written.easing] : undefined;
  return Object.assign(track, spring);
}

/** Returns an easing of the full format; reports a word that is none. */
function knownEasing(draft: SceneDraft, easing: unknown, path: Path, names: Names): unknown {
  return isUnknownEasing(easing, names) ? unknownName(draft, easing, path, names) : readEasing(easing);
}

/** Returns keyframes of the full format, with its easings, and those of `scale` for both directions. */
function readKeyframes(draft: SceneDraft, keyframes: Fields, path: Path): Fields {
  const { provenance } = draft;
  const { scale, ...others } = keyframes;
  const made: Fields = provenance.set({}, path);
  for (const [name, list] of Object.entries(Array.isArray(scale) ? others : keyframes))
    made[name] = withEasings(draft, list, [...path, name]);
  for (const field of ['fill', 'stroke'])
    if (made[field] !== undefined) made[field] = withColors(draft, made[field], [...path, field]);
  if (!Array.isArray(scale)) return made;
  const eased = withEasings(draft, scale, [...path, 'scale']);
  for (const name of ['scaleX', 'scaleY'] as const) {
    made[name] ??= eased;
    provenance.field(made, name, [...path, 'scale']);
  }
  return made;
}

/** Returns a list of `[at, value, easing]`, or a keyframe, with easings of the full format. */
export function withEasings(draft: SceneDraft, list: unknown, path: Path): unknown {
  const read = (easing: unknown, place: Path) => knownEasing(draft, easing, place, easingNames);
  if (isMap(list) && list.easing !== undefined)
    return { ...list, easing: read(list.easing, [...path, 'easing']) };
  if (!Array.isArray(list)) return list;
  return list.map((item, index) =>
    Array.isArray(item) && item.length === 3 ? [item[0], item[1], read(item[2], [...path, index, 2])] : item,
  );
}

/** Returns the keyframes of a colour without words of the theme. */
function withColors({ theme, problems }: SceneDraft, list: unknown, path: Path): unknown {
  if (!Array.isArray(list)) return list;
  return list.map((item, index) => {
    if (!Array.isArray(item)) return item;
    const [at, color, ...easing] = item;
    const report = (rule: string) => problems.add([...path, index, 1], 'unknown-id', rule);
    return [at, readColors(color, theme, report), ...easing];
  });
}

/** Returns how a variable changes: its timing, and keyframes as `[at, value, easing]` under `value`. */
function readVariableTrack(draft: SceneDraft, track: unknown, path: Path, startOf: StartOfTrack): unknown {
  const read = readAnimation(draft, track, path, 0, startOf);
  if (!isMap(read) || !isMap(read.keyframes)) return read;
  const { value, ...others } = read.keyframes;
  if (!Array.isArray(value) || Object.keys(others).length > 0) {
    const rule = 'must be { "value": [[at, value], …] } for a variable';
    draft.problems.add([...path, 'keyframes'], 'value', rule);
    return read;
  }
  const keyframes = value.map((item) => {
    if (!Array.isArray(item)) return item;
    const [at, one, easing = read.easing ?? 'easeInOut'] = item;
    return { at, value: one, easing: readEasing(easing) };
  });
  return draft.provenance.set(
    { ...read, keyframes: draft.provenance.set(keyframes, [...path, 'keyframes']) },
    path,
  );
}
