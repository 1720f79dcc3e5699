import { showNumber } from '../project/problem-text.ts';
import type { CompositionState } from '../project/schema.ts';
import type { Relations } from '../shorthand/relations.ts';
import { rounded } from '../shorthand/rounded.ts';
import { shifted } from './boxes.ts';
import { type Composition, defaultLength, type Placement } from './composition.ts';
import { courseOf, degreesOf } from './line-course.ts';
import { checkNumbers, reportOf } from './report-relations.ts';
import { boxOf } from './target-boxes.ts';

/** Places an object on a line or a curve, at a share of its length, turned with it unless it is upright. */
export function placeOn(
  composition: Composition,
  id: string,
  template: CompositionState,
  { fields, along, beside }: Relations,
): Placement | undefined {
  const { on = '', upright = false } = fields;
  if (boxOf(composition, on, id) === undefined) return undefined;
  const line = composition.now.get(on)?.state ?? composition.scene.states[composition.index][on];
  if (line === undefined) return undefined;
  if (along < 0 || along > 1) {
    const rule = `is the share of the length of ${on} at which ${id} is, from 0 to 1, but is ${showNumber(along)}`;
    reportOf(composition, id, 'x', rule);
    return undefined;
  }
  const { point, direction } = courseOf(line).at(along);
  const turned: CompositionState = upright
    ? template
    : { ...template, rotation: rounded(template.rotation + degreesOf(direction)) };
  const own = composition.measurer.atOrigin(composition.scene.objects[id], turned);
  // Beside a line from left to right, positive numbers are below it.
  const normal = { x: -direction.y, y: direction.x };
  const isUpper = normal.y < 0 || (normal.y === 0 && normal.x > 0);
  const side = isUpper ? 1 : -1;
  const reach =
    (Math.abs(normal.x) * (own.right - own.left) + Math.abs(normal.y) * (own.bottom - own.top)) / 2;
  const margin = fields.margin ?? defaultLength(composition, 'inside') / 2;
  const away = beside ?? side * (reach + margin + line.strokeWidth / 2);
  const middle = { x: (own.left + own.right) / 2, y: (own.top + own.bottom) / 2 };
  const isCentred = beside === null;
  const state: CompositionState = {
    ...turned,
    x: rounded(point.x + normal.x * away - (isCentred ? middle.x : 0)),
    y: rounded(point.y + normal.y * away - (isCentred ? middle.y : 0)),
  };
  if (!checkNumbers(composition, id, state)) return undefined;
  return { state, box: shifted(own, state.x, state.y) };
}
