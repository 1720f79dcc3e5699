import svgpath from 'svgpath';
import { elementsIn, type SvgElement } from './svg-tree.ts';

/** The library draws nothing that one transform makes smaller than this. */
const leastScale = 1 / 4096;

/** The scale of each transform into which a smaller one is divided. */
const step = 1 / 64;

/** Only transforms with such numbers can be that small. */
const smallNumber = /\.000|e-/i;

/** Divides transforms to very small sizes into several, one in the other. Returns whether there were any. */
export function divideScales(root: SvgElement): boolean {
  let isChanged = false;
  for (const element of elementsIn(root)) {
    const { parent, attributes } = element;
    const transform = attributes.get('transform');
    // The parts of a clip path cannot be groups.
    if (parent === undefined || parent.name === 'clipPath') continue;
    if (transform === undefined || !smallNumber.test(transform)) continue;
    const [a, b, c, d, e, f] = matrixOf(transform);
    const scale = Math.max(Math.hypot(a, b), Math.hypot(c, d));
    if (!(scale > 0 && scale < leastScale)) continue;
    const group: SvgElement = { name: 'g', attributes: new Map(), children: [element], parent };
    group.attributes.set('transform', `translate(${e} ${f}) scale(${step})`);
    attributes.set('transform', `matrix(${[a, b, c, d].map((value) => value / step).join(' ')} 0 0)`);
    // Those who refer to the element mean all of its transform.
    const id = attributes.get('id');
    if (id !== undefined) group.attributes.set('id', id);
    attributes.delete('id');
    parent.children = parent.children.map((child) => (child === element ? group : child));
    isChanged = true;
  }
  return isChanged;
}

function matrixOf(transform: string): [a: number, b: number, c: number, d: number, e: number, f: number] {
  const points: number[][] = [];
  svgpath('M0 0L1 0L0 1')
    .transform(transform)
    .iterate(([, x, y]) => {
      points.push([Number(x), Number(y)]);
    });
  const [[e = 0, f = 0] = [], [acrossX = 0, acrossY = 0] = [], [downX = 0, downY = 0] = []] = points;
  return [acrossX - e, acrossY - f, downX - e, downY - f, e, f];
}
