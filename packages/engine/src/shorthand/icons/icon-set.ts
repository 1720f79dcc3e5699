import { createRequire } from 'node:module';
import { closestName } from '../../names/closest-name.ts';
import type { VectorField } from '../../project/schema.ts';

/** The part of the Iconify JSON of Lucide that is used: the elements of each icon, and other names of icons. */
interface IconSet {
  readonly icons: Readonly<Record<string, { readonly body: string }>>;
  readonly aliases?: Readonly<Record<string, { readonly parent: string }>>;
  readonly width: number;
  readonly height: number;
}

// Both are loaded when a film first has an icon, because that takes some milliseconds.
const require = createRequire(import.meta.url);
const iconSet = (): IconSet => require('@iconify-json/lucide/icons.json');
const pathTools = (): typeof import('svgpath') => require('svgpath');

const drawings = new Map<string, VectorField | undefined>();

/** Returns the drawing of an icon by its name or an alias; undefined if there is none. */
export function iconDrawing(name: string): VectorField | undefined {
  if (!drawings.has(name)) drawings.set(name, drawIcon(name));
  return drawings.get(name);
}

function drawIcon(name: string): VectorField | undefined {
  const { icons, aliases = {}, width, height } = iconSet();
  const alias = Object.hasOwn(aliases, name) ? aliases[name]?.parent : undefined;
  const icon = Object.hasOwn(icons, alias ?? name) ? icons[alias ?? name] : undefined;
  // Fills follow the non-zero rule. One icon of the set needs the other one.
  if (icon === undefined || icon.body.includes('evenodd')) return undefined;
  return { width, height, shapes: readShapes(icon.body) };
}

/** Returns names that are close to one, the best first: parts of its words, or with few other letters. */
export function similarIcons(name: string, count: number): string[] {
  const { icons, aliases = {} } = iconSet();
  const names = [...Object.keys(icons), ...Object.keys(aliases)];
  const words = name
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length > 2);
  const score = (one: string) =>
    words.filter((word) => one.split('-').some((part) => part.startsWith(word))).length;
  const withWords = names
    .map((one) => ({ one, score: score(one) }))
    .filter((found) => found.score > 0)
    .sort((a, b) => b.score - a.score || a.one.length - b.one.length);
  const closest = closestName(name, names);
  return [...new Set([...(closest ? [closest] : []), ...withWords.map(({ one }) => one)])].slice(0, count);
}

const elementPattern = /<(g|path|circle|ellipse|rect)\b([^>]*?)\/?>/g;
const attributePattern = /([a-z-]+)="([^"]*)"/g;

function readShapes(body: string): VectorField['shapes'] {
  const svgpath = pathTools();
  const shapes: VectorField['shapes'] = [];
  let group: Readonly<Record<string, string>> = {};
  for (const [, tag = '', text = ''] of body.matchAll(elementPattern)) {
    const own = Object.fromEntries(
      [...text.matchAll(attributePattern)].map(([, key, value]) => [key, value]),
    );
    if (tag === 'g') {
      group = own;
      continue;
    }
    const attributes = { ...group, ...own };
    const d = svgpath(pathOf(tag, attributes)).abs().unarc().unshort().round(3).toString();
    const isFilled = (attributes.fill ?? 'none') !== 'none';
    const isStroked = attributes.stroke !== undefined && attributes.stroke !== 'none';
    shapes.push({
      d,
      ...(isFilled && { fill: 'currentColor' }),
      ...(isStroked && { stroke: 'currentColor', strokeWidth: Number(attributes['stroke-width'] ?? 1) }),
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
