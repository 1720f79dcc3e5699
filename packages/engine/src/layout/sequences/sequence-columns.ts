import type { SequencePlan } from '../../shorthand/kinds/sequence/sequence.ts';
import type { Size } from '../graphs/lay-out-graph.ts';
import { space } from './sequence-spaces.ts';

/** What the layout depends on. `sizeOf` measures a text that is wrapped to a width. */
export interface SequenceSizes {
  readonly em: number;
  readonly sizeOf: (label: string | null, wrap: number) => Size;
}

/** The widths to which texts are wrapped, in pixels at the own font size of a sequence. */
export interface Wraps {
  readonly head: number;
  readonly message: number;
  readonly note: number;
  readonly frame: number;
}

/** The columns of a sequence, one for each participant. */
export interface ColumnSizes {
  readonly heads: readonly Size[];
  /** The height of all heads. */
  readonly height: number;
  /** Where lifelines are. */
  readonly middles: readonly number[];
  /** The sum of the distances between them. */
  readonly elastic: number;
}

/** A least distance between two lifelines. */
interface Constraint {
  readonly first: number;
  readonly last: number;
  readonly distance: number;
}

/** Finds columns that are as wide as what is between lifelines needs, times `spread`. */
export function columnsOf(
  plan: SequencePlan,
  sizes: SequenceSizes,
  wraps: Wraps,
  spread: number,
): ColumnSizes {
  const { em, sizeOf } = sizes;
  const heads = plan.participants.map(({ label, figure }): Size => {
    const text = sizeOf(label, wraps.head);
    const width = Math.max(text.width, space.leastHead * em) + 2 * space.headAcross * em;
    const above = figure === null ? 2 * space.headDown * em : (space.figure + 0.3) * em;
    return { width, height: text.height + above };
  });
  const distances = heads.slice(1).map((head, index) => {
    const between = plan.boxes.some(({ first, last }) => first === index + 1 || last === index);
    const apart = space.heads * em + (between ? 2 * space.box * em : 0);
    return ((heads[index]?.width ?? 0) + head.width) / 2 + apart;
  });
  const constraints = constraintsOf(plan, sizes, wraps);
  // Short ones first: long ones then need less.
  constraints.sort((one, other) => one.last - one.first - (other.last - other.first));
  for (const { first, last, distance } of constraints) {
    const [from, to] = [Math.max(0, first), Math.min(last, distances.length)];
    if (from >= to || first < 0 || last > distances.length) continue;
    const missing = distance - distances.slice(from, to).reduce((sum, one) => sum + one, 0);
    if (missing <= 0) continue;
    for (let index = from; index < to; index++)
      distances[index] = (distances[index] ?? 0) + missing / (to - from);
  }
  const middles = [0];
  for (const distance of distances) middles.push((middles.at(-1) ?? 0) + distance * spread);
  return {
    ...{ heads, middles, height: Math.max(0, ...heads.map(({ height }) => height)) },
    elastic: middles.at(-1) ?? 0,
  };
}

/** What messages and notes need between lifelines. */
function constraintsOf(plan: SequencePlan, { em, sizeOf }: SequenceSizes, wraps: Wraps): Constraint[] {
  return plan.steps.flatMap((step): Constraint[] => {
    if (step.type === 'message') {
      const { from, to, label } = step;
      const { width } = sizeOf(label, wraps.message);
      if (from === to) {
        const distance = (space.loop + 2 * space.beside + space.bar) * em + width;
        return [{ first: from, last: from + 1, distance }];
      }
      const distance = width + 2 * space.messageAcross * em;
      return [{ first: Math.min(from, to), last: Math.max(from, to), distance }];
    }
    if (step.type !== 'note') return [];
    const { side, first, last, label } = step;
    const width = sizeOf(label, wraps.note).width + 2 * space.noteAcross * em;
    const beside = width + 2 * space.beside * em;
    if (side === 'left') return [{ first: first - 1, last: first, distance: beside }];
    if (side === 'right') return [{ first, last: first + 1, distance: beside }];
    if (first < last) return [{ first, last, distance: width - 2 * space.around * em }];
    const half = width / 2 + space.beside * em;
    return [
      { first: first - 1, last: first, distance: half },
      { first, last: first + 1, distance: half },
    ];
  });
}
