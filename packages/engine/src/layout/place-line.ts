import type { CompositionState } from '../project/schema.ts';
import { straightPath } from '../shorthand/defaults.ts';
import type { RelationFields, Relations } from '../shorthand/relations.ts';
import { rounded } from '../shorthand/rounded.ts';
import { type Composition, defaultLength, type Placement } from './composition.ts';
import { connect, type LineEnd } from './connect.ts';
import { checkNumbers, reportOf } from './report-relations.ts';
import { boxOf } from './target-boxes.ts';

export function placeLine(
  composition: Composition,
  id: string,
  template: CompositionState,
  { fields, x, y }: Relations,
): Placement | undefined {
  const object = composition.scene.objects[id];
  const [from, to] = [endOf(composition, id, fields.from), endOf(composition, id, fields.to)];
  if (!from || !to) return undefined;
  // A line ends exactly at a point unless the document sets a margin.
  const gaps = { outline: fields.margin ?? defaultLength(composition, 'beside'), point: fields.margin ?? 0 };
  const line = connect(from, to, gaps);
  if (!line) {
    const ends = [fields.from, fields.to].map((end) => (typeof end === 'string' ? end : JSON.stringify(end)));
    const rule = `finds no room between ${ends.join(' and ')}; move them apart`;
    reportOf(composition, id, 'from', rule);
    return undefined;
  }
  const [width, height] = [rounded(line.width), rounded(line.height)];
  const state: CompositionState = {
    ...template,
    // A number moves the line along its axis, so that two lines can run side by side.
    x: x === 'line' ? rounded(line.x) : template.x,
    y: y === 'line' ? rounded(line.y) : template.y,
    width,
    height,
    rotation: 0,
    path: object.kind === 'path' ? straightPath(width, height) : template.path,
  };
  if (!checkNumbers(composition, id, state)) return undefined;
  return { state, box: composition.measurer.inPlace(object, state) };
}

function endOf(composition: Composition, id: string, end: RelationFields['from']): LineEnd | undefined {
  if (end === undefined) return undefined;
  if (typeof end !== 'string') return { kind: 'point', x: end[0], y: end[1] };
  const box = boxOf(composition, end, id);
  return box && { kind: composition.scene.objects[end]?.kind === 'circle' ? 'ellipse' : 'box', box };
}
