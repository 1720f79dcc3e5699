import { type Bounds, expandBounds, intersectBounds, unionBounds } from '../drawing/bounds.ts';
import { hasLetters, isLayer, isLine, isRound, isTypeset } from '../language/kinds.ts';
import { findWords, type WordTarget, wordTarget } from '../project/find-words.ts';
import { showValue } from '../project/problem-text.ts';
import { type RelationFields, readSidePlace, type SidePlace } from '../shorthand/relations.ts';
import { type Composition, frameBox, isInFrame, isShown, relationsOf } from './composition.ts';
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
  if (sidePlaceOf(composition, target) !== undefined) return boxOf(composition, id, owner);
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

/** The place on a side of an object that the end of a line names; a text that has such words has no such side. */
export function sidePlaceOf(
  { scene, index, now }: Composition,
  end: RelationFields['from'],
): SidePlace | undefined {
  if (typeof end !== 'string' || end in scene.objects) return undefined;
  const { owner, words } = wordTarget(end) ?? { owner: end, words: '' };
  const side = readSidePlace(words);
  const object = scene.objects[owner];
  if (side === undefined || !hasLetters(object?.kind)) return side;
  const { text } = now.get(owner)?.state ?? scene.states[index][owner] ?? { text: '' };
  return findWords(text, words, isTypeset(object?.kind)).length > 0 ? undefined : side;
}

/** How far from its ends a line looks for what is in its way, as a share of the frame's shorter side. */
const outlook = 0.2;

/** What a line is led around: the objects near it that are seen and contain none of its ends. */
export function obstaclesOf(composition: Composition, line: string): readonly Bounds[] {
  const { scene, index } = composition;
  const { fields } = relationsOf(composition, line);
  const parent = scene.objects[line]?.parentId ?? null;
  const ends = [fields.from, fields.to].flatMap((end): Bounds[] => {
    if (typeof end === 'string') return [boxOf(composition, end, line) ?? []].flat();
    return end === undefined ? [] : [{ left: end[0], right: end[0], top: end[1], bottom: end[1] }];
  });
  const whole = ends.reduce<Bounds | null>(unionBounds, null);
  if (whole === null) return [];
  const near = expandBounds(whole, outlook * Math.min(scene.width, scene.height));
  return Object.entries(scene.states[index]).flatMap(([id, { visible, opacity }]) => {
    const object = scene.objects[id];
    if (!visible || opacity === 0 || object === undefined || isLine(object.kind) || isLayer(object.kind))
      return [];
    if ((object.parentId ?? null) !== parent) return [];
    const isRelated = id in scene.relations.objects;
    const box = isRelated ? composition.now.get(id)?.box : measureInPlace(composition, id);
    const isBeside = box && intersectBounds(box, near) && !ends.some((end) => containsMiddle(box, end));
    return isBeside ? [box] : [];
  });
}

function containsMiddle(box: Bounds, { left, top, right, bottom }: Bounds): boolean {
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
}

/** The box of an object without relations; undefined for one that has no state in this composition. */
function measureInPlace(composition: Composition, id: string): Bounds | undefined {
  const state = composition.scene.states[composition.index][id];
  if (state === undefined) return undefined;
  const cached = composition.boxes.get(state);
  const box = cached ?? composition.measurer.inPlace(composition.scene.objects[id], state);
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
