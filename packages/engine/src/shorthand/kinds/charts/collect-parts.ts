import { isDeepStrictEqual } from 'node:util';
import { isShape } from '../../../language/kinds.ts';
import type { DrawnFigure, MovingPart, PartStates } from '../../figures/figure.ts';
import type { GrowthEdge } from '../../grow-from-edge.ts';
import type { ResolvedState } from '../../schema.ts';
import type { ChartPart, ChartParts } from './chart.ts';

/** A part while its compositions are collected. */
interface CollectedPart extends MovingPart {
  readonly edges: Map<string, GrowthEdge>;
  readonly entries: Map<string, ResolvedState>;
}

/** A chart whose parts are drawn in each composition. */
interface CollectedChart {
  readonly id: string;
  /** Keys of the compositions, in order. */
  readonly keys: readonly string[];
  /** Index of the composition in which it enters. */
  readonly start: number;
  /** Whether its shapes are sectors. */
  readonly hasShares: boolean;
  /** The parts of ids by label. */
  readonly nameByLabel: ReadonlyMap<string, string>;
}

/** Lists the changes in each composition; a part that enters later comes from its entry. */
export function collectParts(
  { id: figure, keys, start, hasShares, nameByLabel }: CollectedChart,
  drawn: readonly ChartParts[],
  isSorted: readonly boolean[],
  groupState: ResolvedState,
): DrawnFigure {
  const objects = new Map<string, ChartPart>();
  const names = new Map<string, string[]>();
  const moving = new Map<string, CollectedPart>();
  const labels = new Map([...nameByLabel].map(([label, name]) => [name, label]));
  const states = drawn.map((): PartStates => ({}));
  const current = new Map<string, ChartPart>();
  for (const [index, parts] of drawn.entries()) {
    const inComposition = states[index];
    if (index < start || inComposition === undefined) continue;
    for (const [name, part] of parts) {
      const id = `${figure}-${name}`;
      if (!objects.has(id)) {
        objects.set(id, part);
        moving.set(id, movingPart(figure, hasShares, name, part, labels));
      }
      const key = keys[index] ?? '';
      if (part.base !== undefined) moving.get(id)?.edges.set(key, part.base);
      moving.get(id)?.entries.set(key, part.entry);
    }
    if (index > start && parts === drawn[index - 1]) continue;
    for (const [name, part] of parts) {
      const id = `${figure}-${name}`;
      addName(names, part.mention ?? mentionOf(name, labels), id);
      for (const group of part.groups ?? []) addName(names, group, id);
      const collected = current.get(id);
      if (collected === undefined) {
        const before = states[index - 1];
        const entry = (index > start && isSorted[index] && part.end) || part.entry;
        if (before !== undefined) before[id] = { ...part.state, ...entry, visible: false };
        inComposition[id] = { ...part.state, ...(before !== undefined && { visible: true }) };
        // A mention of the whole chart does not show parts that it does not have yet.
        for (const [at, earlier] of states.slice(0, Math.max(0, index - 1)).entries()) {
          if (at < start || !drawn[at]?.has(name)) earlier[id] ??= false;
        }
      } else {
        const changed = Object.entries(part.state).filter(
          ([field, value]) => !isDeepStrictEqual(Reflect.get(collected.state, field), value),
        );
        if (changed.length > 0) inComposition[id] = Object.fromEntries(changed);
      }
      current.set(id, part);
    }
    for (const [id, { end }] of [...current]) {
      if (parts.has(id.slice(figure.length + 1))) continue;
      inComposition[id] = isSorted[index] && end ? { ...end, visible: false } : false;
      current.delete(id);
    }
  }
  return { objects, names, parts: moving, states, groupState };
}

function movingPart(
  figure: string,
  hasShares: boolean,
  name: string,
  { kind, mention, turn, series, grows: ownGrowth }: ChartPart,
  labels: ReadonlyMap<string, string>,
): CollectedPart {
  const isClosed = isShape(kind);
  const size = hasShares ? 'angle' : 'size';
  const grows: MovingPart['grows'] = ownGrowth ?? (isClosed ? size : name === 'line' ? 'length' : 'nothing');
  return {
    key: `${figure}-${name}`,
    name: `${figure}.${mention ?? mentionOf(name, labels)}`,
    figure,
    ...(series !== undefined && { series }),
    label: turn === undefined ? (labels.get(valueNameOf(name)) ?? null) : turn,
    grows,
    edges: new Map<string, GrowthEdge>(),
    entries: new Map<string, ResolvedState>(),
  };
}

function addName(names: Map<string, string[]>, name: string, id: string): void {
  const ids = names.get(name);
  if (ids === undefined) names.set(name, [id]);
  else if (!ids.includes(id)) ids.push(id);
}

/** The name of a part in a document: its label, or `Tue.value` for the text of its value. */
function mentionOf(name: string, labels: ReadonlyMap<string, string>): string {
  const of = valueNameOf(name);
  const label = labels.get(of);
  return label === undefined ? name : `${label}${name.slice(of.length).replace('-', '.')}`;
}

/** The name of the value that a part or its text belongs to. */
function valueNameOf(name: string): string {
  return name.replace(/-(value|label)$/, '');
}
