import { labelText } from './flow-scanner.ts';
import type { FlowNode, NodeShape } from './graph.ts';

/** Names of shapes in `@{ shape: … }`, by the shape that is drawn. */
const names: Readonly<Partial<Record<NodeShape, string>>> = {
  rect: 'rect proc process rectangle',
  round: 'rounded event',
  stadium: 'stadium pill terminal',
  diamond: 'diam diamond decision question',
  circle: 'circle circ',
  subroutine: 'fr-rect framed-rectangle subproc subprocess subroutine',
  database: 'cyl cylinder database db das h-cyl horizontal-cylinder lin-cyl disk lined-cylinder',
  hexagon: 'hex hexagon prepare',
  flag: 'odd',
  parallelogram: 'lean-r lean-right in-out',
  parallelogramBack: 'lean-l lean-left out-in',
  trapezoid: 'trap-b trapezoid trapezoid-bottom priority',
  trapezoidBack: 'trap-t trapezoid-top inv-trapezoid manual',
};

/** Shapes that are drawn as others that are like them. */
const alike: Readonly<Record<string, NodeShape>> = {
  ...{ 'dbl-circ': 'circle', 'double-circle': 'circle', 'sm-circ': 'circle', 'small-circle': 'circle' },
  ...{ start: 'circle', 'fr-circ': 'circle', 'framed-circle': 'circle', stop: 'circle', 'f-circ': 'circle' },
  ...{ junction: 'circle', 'filled-circle': 'circle', 'cross-circ': 'circle', summary: 'circle' },
  ...{ delay: 'stadium', 'half-rounded-rectangle': 'stadium', display: 'hexagon', 'curv-trap': 'hexagon' },
  ...{ 'div-rect': 'subroutine', 'lin-rect': 'subroutine', 'lin-proc': 'subroutine' },
};

const shapes = new Map(
  Object.entries(names).flatMap(([shape, all]) =>
    all.split(' ').map((name): [string, NodeShape] => [name, shape as NodeShape]),
  ),
);

/** What `@{ … }` behind the id of a node says of it, and what of that is not drawn. */
export interface NodeFields {
  readonly node: Pick<FlowNode, 'shape' | 'label'>;
  readonly undrawn: readonly string[];
}

/** Reads the fields of a node: `shape` and `label`, in the flow style of YAML. */
export function readNodeFields(written: string): NodeFields {
  const fields = new Map<string, string>();
  for (const [, name = '', value = ''] of written.matchAll(/([\w-]+)\s*:\s*("[^"]*"|'[^']*'|[^,\n]*)/g))
    fields.set(name, value.trim().replace(/^'(.*)'$/s, '$1'));
  const undrawn: string[] = [];
  const shapeName = (fields.get('shape') ?? '').replace(/^"(.*)"$/, '$1').toLowerCase();
  const exact = shapes.get(shapeName);
  const shape = exact ?? alike[shapeName] ?? (shapeName === '' ? undefined : 'rect');
  if (exact === undefined && shape !== undefined)
    undrawn.push(`the shape ${shapeName} is drawn as ${shape === 'rect' ? 'a rectangle' : `a ${shape}`}`);
  const writtenLabel = fields.get('label');
  const label = writtenLabel === undefined ? undefined : labelText(writtenLabel);
  undrawn.push(...(label?.undrawn ?? []));
  const others = [...fields.keys()].filter((name) => name !== 'shape' && name !== 'label');
  if (others.length > 0) undrawn.push(`${others.join(' and ')} in @{ … } is not drawn`);
  return {
    node: { ...(shape !== undefined && { shape }), ...(label !== undefined && { label: label.text }) },
    undrawn,
  };
}
