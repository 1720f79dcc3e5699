import type { CssNode, Value } from 'css-tree';
import { pixelsIn } from './units.ts';
import type { ReferenceBox } from './view-box.ts';

const degrees: Readonly<Record<string, number>> = {
  deg: 1,
  grad: 0.9,
  rad: 180 / Math.PI,
  turn: 360,
};

const keywords: Readonly<Record<string, number>> = { left: 0, top: 0, center: 0.5, right: 1, bottom: 1 };

/** The values of the properties that set the transform of an element together. */
export interface TransformValues {
  readonly translate?: Value | undefined;
  readonly rotate?: Value | undefined;
  readonly scale?: Value | undefined;
  readonly transform?: Value | undefined;
  readonly origin?: Value | undefined;
}

/**
 * Returns the `transform` attribute of SVG for properties of CSS. Without a transform of CSS, `attribute` is used.
 * Undefined for transforms in three dimensions.
 */
export function transformAttribute(
  { translate, rotate, scale, transform, origin }: TransformValues,
  attribute: string | undefined,
  box: ReferenceBox,
): string | undefined {
  const functions = transform === undefined ? (attribute ?? '') : functionsOf(transform, box);
  if (functions === undefined) return undefined;
  const [moveX = 0, moveY = 0] = lengthsOf(translate, box);
  const angle = rotate === undefined ? 0 : angleOf(partsOf(rotate)[0]);
  const [scaleX = 1, scaleY = scaleX] = partsOf(scale).map(numberOf);
  const steps = [
    moveX !== 0 || moveY !== 0 ? `translate(${moveX} ${moveY})` : '',
    angle !== 0 ? `rotate(${angle})` : '',
    scaleX !== 1 || scaleY !== 1 ? `scale(${scaleX} ${scaleY})` : '',
    functions,
  ].filter((step) => step !== '');
  const [x, y] = originOf(origin, box);
  if (steps.length === 0 || (x === 0 && y === 0)) return steps.join(' ');
  return `translate(${x} ${y}) ${steps.join(' ')} translate(${-x} ${-y})`;
}

function functionsOf(transform: Value, box: ReferenceBox): string | undefined {
  const written = partsOf(transform).map((node) => {
    if (node.type !== 'Function') return '';
    return functionOf(node.name.toLowerCase(), partsOf(node), box);
  });
  return written.includes(undefined) ? undefined : written.filter((one) => one !== '').join(' ');
}

function functionOf(name: string, parts: readonly CssNode[], box: ReferenceBox): string | undefined {
  const [first, second] = parts;
  const across = (node: CssNode | undefined) => lengthOf(node, box.width);
  const down = (node: CssNode | undefined) => lengthOf(node, box.height);
  const numbers = parts.map(numberOf);
  const [one = 1, other = one] = numbers;
  switch (name) {
    case 'translate':
    case 'translate3d':
      return `translate(${across(first)} ${down(second)})`;
    case 'translatex':
      return `translate(${across(first)} 0)`;
    case 'translatey':
      return `translate(0 ${down(first)})`;
    case 'translatez':
      return '';
    case 'scale':
    case 'scale3d':
      return `scale(${one} ${other})`;
    case 'scalex':
      return `scale(${one} 1)`;
    case 'scaley':
      return `scale(1 ${one})`;
    case 'scalez':
      return '';
    case 'rotate':
    case 'rotatez':
      return `rotate(${angleOf(first)})`;
    case 'skew':
      return `matrix(1 ${tangent(second)} ${tangent(first)} 1 0 0)`;
    case 'skewx':
      return `skewX(${angleOf(first)})`;
    case 'skewy':
      return `skewY(${angleOf(first)})`;
    case 'matrix':
      return `matrix(${numbers.join(' ')})`;
    default:
      return undefined;
  }
}

/** Returns the origin of a transform, which is that of the drawing unless it is declared. */
function originOf(origin: Value | undefined, box: ReferenceBox): [x: number, y: number] {
  const parts = partsOf(origin);
  if (parts.length === 0) return [0, 0];
  // `top left` is the same as `left top`.
  const isSwapped = [parts[0], parts[1]].some(
    (node, index) =>
      node?.type === 'Identifier' &&
      (index === 0 ? ['top', 'bottom'] : ['left', 'right']).includes(node.name.toLowerCase()),
  );
  const [across, down] = isSwapped ? [parts[1], parts[0]] : parts;
  return [box.x + placeOf(across, box.width), box.y + placeOf(down, box.height)];
}

function placeOf(node: CssNode | undefined, side: number): number {
  if (node === undefined) return side / 2;
  return node.type === 'Identifier' ? side * (keywords[node.name.toLowerCase()] ?? 0) : lengthOf(node, side);
}

function partsOf(node: CssNode | undefined): CssNode[] {
  if (node?.type !== 'Value' && node?.type !== 'Function') return [];
  return node.children.toArray().filter(({ type }) => type !== 'Operator');
}

function lengthsOf(value: Value | undefined, box: ReferenceBox): number[] {
  return partsOf(value).map((node, index) => lengthOf(node, index === 0 ? box.width : box.height));
}

function lengthOf(node: CssNode | undefined, side: number): number {
  if (node?.type === 'Percentage') return (Number(node.value) / 100) * side;
  if (node?.type === 'Dimension') return Number(node.value) * pixelsIn(node.unit);
  return numberOf(node);
}

function numberOf(node: CssNode | undefined): number {
  if (node?.type === 'Percentage') return Number(node.value) / 100;
  return node?.type === 'Number' || node?.type === 'Dimension' ? Number(node.value) : 0;
}

function angleOf(node: CssNode | undefined): number {
  return node?.type === 'Dimension' ? Number(node.value) * (degrees[node.unit.toLowerCase()] ?? 1) : 0;
}

function tangent(node: CssNode | undefined): number {
  return Math.tan((angleOf(node) * Math.PI) / 180);
}
