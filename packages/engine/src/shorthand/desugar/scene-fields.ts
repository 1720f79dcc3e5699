import { hexColor } from '../../language/css-colors.ts';
import { millisecondsOf } from '../../language/written-times.ts';
import { isMap } from '../../project/check.ts';
import type { Path } from '../../project/problem-text.ts';
import { sceneTransitionTypes } from '../../project/properties/values.ts';
import { defaults } from '../defaults.ts';
import { sizeOfRatio } from '../scene-size.ts';
import { readEasing } from './easings.ts';
import { nameRule } from './name-rule.ts';
import { readColorsIn } from './read-fields.ts';
import { type Fields, mapIn, type SceneDraft, type WrittenComposition } from './scene-draft.ts';

const sizeFields = ['width', 'height', 'aspectRatio'];

/** Takes the fields of a film that its scenes have unless they set them themselves. */
export function takeSharedFields(film: Fields): Fields {
  const shared: Fields = {};
  for (const field of [
    ...sizeFields,
    'background',
    'enter',
    'transition',
    'vignette',
    'grain',
    'motionBlur',
  ]) {
    if (film[field] === undefined) continue;
    shared[field] = film[field];
    delete film[field];
  }
  return shared;
}

/** The fields of a film that a scene does not set. */
export function missingFields(scene: Fields, shared: Fields): Fields {
  const hasSize = sizeFields.some((field) => scene[field] !== undefined);
  const isMissing = (field: string) => scene[field] === undefined && !(hasSize && sizeFields.includes(field));
  return Object.fromEntries(Object.entries(shared).filter(([field]) => isMissing(field)));
}

export interface Entry {
  readonly key: string;
  readonly value: unknown;
  readonly path: Path;
}

/** The entries of a map, or of a list whose items have an id or are numbered from 1; undefined for anything else. */
export function keyedEntries(value: unknown, path: Path): Entry[] | undefined {
  if (isMap(value))
    return Object.entries(value).map(([key, one]) => ({ key, value: one, path: [...path, key] }));
  if (!Array.isArray(value)) return undefined;
  return value.map((one, index) => {
    const id = isMap(one) && typeof one.id === 'string' ? one.id : String(index + 1);
    return { key: id, value: one, path: [...path, index] };
  });
}

/** Replaces the name of the transition into a scene by an object, in place; false is a cut. */
export function readSceneTransition(
  context: Pick<SceneDraft, 'provenance' | 'problems' | 'theme'>,
  scene: Fields,
  path: Path,
): void {
  const { provenance, problems } = context;
  const { transition } = scene;
  if (transition === undefined) return;
  const place = provenance.placeOf(scene, 'transition', path);
  if (transition === false || transition === 'none') {
    delete scene.transition;
    return;
  }
  if (typeof transition === 'string') {
    if (!(sceneTransitionTypes as readonly string[]).includes(transition)) {
      problems.add(
        place,
        'value',
        nameRule(transition, { names: sceneTransitionTypes, after: ', false, or an object' }),
      );
      delete scene.transition;
      return;
    }
    const made = provenance.set({ type: transition }, place);
    provenance.field(made, 'type', place);
    scene.transition = made;
  } else if (isMap(transition)) {
    const made: Fields = provenance.set({ ...transition }, place);
    if (made.easing !== undefined) made.easing = readEasing(made.easing);
    if (made.duration !== undefined) made.duration = millisecondsOf(made.duration) ?? made.duration;
    readColorsIn(context, made, ['color']);
    if (typeof made.color === 'string') made.color = hexColor(made.color);
    scene.transition = made;
  }
}

/** The states in compositions by the names of the mentioned objects. */
export function mentionedIn(compositions: readonly WrittenComposition[]): Map<string, Fields[]> {
  const mentioned = new Map<string, Fields[]>();
  for (const { written } of compositions) {
    for (const [name, state] of Object.entries(mapIn(written, 'states'))) {
      if (!isMap(state)) continue;
      const mention = mentioned.get(name);
      if (mention) mention.push(state);
      else mentioned.set(name, [state]);
    }
  }
  return mentioned;
}

/** Whether a scene looks like one of the full format, in which a shape with a text draws no label. */
export function isCompleteScene(scene: Fields): boolean {
  const fields = ['id', 'name', 'width', 'height', 'background', 'transitions', 'compositionOrder'];
  const objects = isMap(scene.objects) ? Object.values(scene.objects) : [];
  return (
    fields.every((field) => scene[field] !== undefined) &&
    !objects.some((one) => isMap(one) && one.state !== undefined)
  );
}

/** Compositions in the written order, then those that it leaves out. */
export function inOrder(entries: readonly Entry[], order: unknown): readonly Entry[] {
  if (!Array.isArray(order)) return entries;
  const ordered = order.flatMap((key) => entries.filter((one) => one.key === key));
  return [...new Set([...ordered, ...entries])];
}

/** The size of the frame; the default one if the document has a wrong size. */
export function frameOf({ width, height, aspectRatio }: Fields): SceneDraft['frame'] {
  const usual = { width: defaults.sceneWidth, height: defaults.sceneHeight };
  if (typeof aspectRatio === 'string') return sizeOfRatio(aspectRatio) ?? usual;
  const isSize = (side: unknown): side is number => typeof side === 'number' && side > 0;
  return {
    width: isSize(width) ? width : usual.width,
    height: isSize(height) ? height : usual.height,
  };
}
