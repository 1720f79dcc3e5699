import { createRequire } from 'node:module';
import { closestName } from '../../../names/closest-name.ts';
import type { VectorField } from '../../../project/object-schemas.ts';
import { readVectorShapes } from './vector-svg.ts';

/** The part of the Iconify JSON of Lucide that is used: the elements of each icon, and other names of icons. */
interface IconSet {
  readonly icons: Readonly<Record<string, { readonly body: string }>>;
  readonly aliases?: Readonly<Record<string, { readonly parent: string }>>;
  readonly width: number;
  readonly height: number;
}

// Loaded when a film first has an icon, because that takes some milliseconds.
const require = createRequire(import.meta.url);
const iconSet = (): IconSet => require('@iconify-json/lucide/icons.json');

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
  return { width, height, shapes: readVectorShapes(icon.body) };
}

/** An icon with its names. */
export interface IconDrawing extends VectorField {
  readonly name: string;
  readonly aliases: readonly string[];
}

/** Returns all icons, by name. */
export function iconDrawings(): IconDrawing[] {
  const { icons, aliases = {} } = iconSet();
  const others = new Map<string, string[]>();
  for (const [alias, { parent }] of Object.entries(aliases))
    others.set(parent, [...(others.get(parent) ?? []), alias]);
  return Object.keys(icons).flatMap((name) => {
    const drawing = iconDrawing(name);
    return drawing === undefined ? [] : [{ name, aliases: others.get(name) ?? [], ...drawing }];
  });
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
