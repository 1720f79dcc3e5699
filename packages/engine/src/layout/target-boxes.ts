import type { Bounds } from '../drawing/bounds.ts';
import { isRound, isTypeset } from '../language/kinds.ts';
import { findWords, type WordTarget, wordTarget } from '../project/find-words.ts';
import { showValue } from '../project/problem-text.ts';
import type { RelationFields } from '../shorthand/relations.ts';
import { type Composition, frameBox, isInFrame, isShown } from './composition.ts';
import { fieldNaming, reportHidden, reportOf } from './report-relations.ts';

/**
 * The box of a target; reports one that the composition does not show. Objects that are invisible together are beside
 * each other, so that they enter from there together.
 */
export function boxOf(composition: Composition, target: string, owner: string): Bounds | undefined {
  const inText = target in composition.scene.objects ? undefined : wordTarget(target);
  if (inText !== undefined) return wordBox(composition, inText, target, owner);
  if (!isShown(composition, target) && isShown(composition, owner)) {
    reportHidden(composition, owner, target);
    return undefined;
  }
  const { objects, groups } = composition.scene.relations;
  // A relation to something that could not be resolved itself is no further problem.
  if (target in objects || target in groups) return composition.now.get(target)?.box;
  return measureInPlace(composition, target);
}

/** The box of words of a text or symbols of an equation; reports those that it does not have. */
function wordBox(
  composition: Composition,
  { owner: id, words }: WordTarget,
  target: string,
  owner: string,
): Bounds | undefined {
  if (boxOf(composition, id, owner) === undefined) return undefined;
  const { scene, index, now, measurer } = composition;
  const state = now.get(id)?.state ?? scene.states[index][id];
  const object = scene.objects[id];
  if (state === undefined || object === undefined) return undefined;
  const ranges = findWords(state.text, words, isTypeset(object.kind));
  const box = ranges.length === 0 ? null : measurer.words(object, state, ranges);
  if (box !== null) return box;
  const name = `${scene.names.get(id) ?? id}.${words}`;
  const rule =
    ranges.length === 0
      ? `is ${showValue(name)}, but the text in the composition ${scene.sequence[index]} is ${showValue(state.text)}; name words of it, with #2 for the second time`
      : `is ${showValue(name)}, which has no place of its own; name whole symbols or terms, or mark a piece with \\class{name}{…}`;
  reportOf(composition, owner, fieldNaming(composition, owner, target), rule);
  return undefined;
}

/** The box of an object without relations; undefined for one that has no state in this composition. */
function measureInPlace(composition: Composition, id: string): Bounds | undefined {
  const state = composition.scene.states[composition.index][id];
  if (state === undefined) return undefined;
  const known = composition.boxes.get(state);
  const box = known ?? composition.measurer.inPlace(composition.scene.objects[id], state);
  composition.boxes.set(state, box);
  return box;
}

/** The box that an object is placed in. */
export function containerOf(
  composition: Composition,
  id: string,
  fields: RelationFields,
): Bounds | undefined {
  const { inside } = fields;
  return inside === undefined || isInFrame(composition, fields)
    ? frameBox(composition)
    : wholeBox(composition, inside, boxOf(composition, inside, id));
}

/** The box of an object, or that of the whole circle of which an object is only a part. */
function wholeBox(
  { scene, index, now, measurer }: Composition,
  id: string,
  own: Bounds | undefined,
): Bounds | undefined {
  const state = now.get(id)?.state ?? scene.states[index][id];
  const object = scene.objects[id];
  if (own === undefined || state?.sweep === undefined || !isRound(object?.kind)) return own;
  return measurer.inPlace(object, { ...state, sweep: undefined });
}
