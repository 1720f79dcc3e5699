import { createRequire } from 'node:module';
import { type VectorField, type VectorShape, vectorSchema } from '../../../project/object-schemas.ts';

const require = createRequire(import.meta.url);

const elementPattern = /<(g|path|circle|ellipse|rect)\b([^>]*?)\/?>/g;
const attributePattern = /([a-zA-Z-]+)="([^"]*)"/g;

export const svgMime = 'image/svg+xml';

/** The start of a data URL of an SVG that `writeVectorSvg` wrote. */
const outlinesUrl = `data:${svgMime};outlines;base64,`;

/** Returns the data URL of an SVG that `writeVectorSvg` wrote. */
export function urlOfOutlines(svg: Uint8Array): string {
  return outlinesUrl + Buffer.from(svg).toString('base64');
}

/** Whether a text is such a URL. */
export function isOutlinesUrl(src: string): boolean {
  return src.startsWith(outlinesUrl);
}

/** Returns the drawing of such a URL. Undefined for any other, such as one that somebody wrote by hand. */
export function readOutlinesUrl(src: string): VectorField | undefined {
  if (!isOutlinesUrl(src)) return undefined;
  const vector = readVectorSvg(Buffer.from(src.slice(outlinesUrl.length), 'base64').toString());
  return vectorSchema.safeParse(vector).success ? vector : undefined;
}

/** Writes a drawing as an SVG that `readVectorSvg` reads. */
export function writeVectorSvg({ width, height, shapes }: VectorField): string {
  const paths = shapes.map(({ d, fill = 'none', stroke, strokeWidth }) => {
    const line = stroke === undefined ? '' : ` stroke="${stroke}" stroke-width="${strokeWidth ?? 1}"`;
    return `<path d="${d}" fill="${fill}"${line}/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" stroke-linecap="round" stroke-linejoin="round">${paths.join('')}</svg>`;
}

function readVectorSvg(svg: string): VectorField {
  const [, , width, height] = /viewBox="([^"]*)"/.exec(svg)?.[1]?.split(' ').map(Number) ?? [];
  return { width: width ?? 0, height: height ?? 0, shapes: readVectorShapes(svg) };
}

/** Reads the shapes of the elements inside such an SVG. */
export function readVectorShapes(body: string): VectorShape[] {
  // Loaded with the first drawing, because that takes some milliseconds.
  const svgpath: typeof import('svgpath') = require('svgpath');
  const shapes: VectorShape[] = [];
  let group: Readonly<Record<string, string>> = {};
  for (const [, tag = '', text = ''] of body.matchAll(elementPattern)) {
    const attributes = Object.fromEntries(
      [...text.matchAll(attributePattern)].map(([, key, value]) => [key, value]),
    );
    if (tag === 'g') {
      group = attributes;
      continue;
    }
    const {
      fill = 'none',
      stroke = 'none',
      'stroke-width': strokeWidth = 1,
      ...shape
    } = { ...group, ...attributes };
    shapes.push({
      d: svgpath(pathOf(tag, shape)).abs().unarc().unshort().round(3).toString(),
      ...(fill !== 'none' && { fill }),
      ...(stroke !== 'none' && { stroke, strokeWidth: Number(strokeWidth) }),
    });
  }
  return shapes;
}

function pathOf(tag: string, attributes: Readonly<Record<string, string>>): string {
  const number = (name: string) => Number(attributes[name] ?? 0);
  if (tag === 'path') return attributes.d ?? '';
  if (tag === 'rect')
    return rectangle(number('x'), number('y'), number('width'), number('height'), cornerOf(attributes));
  const [rx, ry] = tag === 'circle' ? [number('r'), number('r')] : [number('rx'), number('ry')];
  return `M${number('cx') - rx} ${number('cy')}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0z`;
}

function cornerOf({ rx, ry }: Readonly<Record<string, string>>): number {
  return Number(rx ?? ry ?? 0);
}

function rectangle(x: number, y: number, width: number, height: number, r: number): string {
  const corner = (dx: number, dy: number) => (r === 0 ? '' : `a${r} ${r} 0 0 1 ${dx} ${dy}`);
  return (
    `M${x + r} ${y}h${width - 2 * r}${corner(r, r)}v${height - 2 * r}${corner(-r, r)}` +
    `h${2 * r - width}${corner(-r, -r)}v${2 * r - height}${corner(r, -r)}z`
  );
}
