import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const file = createRequire(import.meta.url).resolve('@iconify-json/lucide/icons.json');
const { icons }: { icons: Record<string, { body: string }> } = JSON.parse(readFileSync(file, 'utf8'));

/** The names of all icons of Lucide, except one that needs the even-odd rule. */
export const iconNames: readonly string[] = Object.keys(icons).filter(
  (name) => !icons[name]?.body.includes('evenodd'),
);

const cell = 40;
const drawn = 32;

function placesOf(count: number) {
  const columns = Math.ceil(Math.sqrt(count));
  const rows = Math.ceil(count / columns);
  const places = Array.from({ length: count }, (_, index) => ({
    x: (index % columns) * cell + cell / 2,
    y: Math.floor(index / columns) * cell + cell / 2,
  }));
  return { size: { width: columns * cell, height: rows * cell }, places };
}

/** A film that shows icons in a grid. */
export function iconSheet(names: readonly string[]) {
  const { size, places } = placesOf(names.length);
  const objects = names.map((icon, index): [string, object] => [
    `i${index}`,
    { kind: 'icon', icon, ...places[index], width: drawn, height: drawn, fill: '#1d4ed8' },
  ]);
  const document = {
    shorthand: true,
    ...size,
    background: '#ffffff',
    objects: Object.fromEntries(objects),
    compositions: { still: { duration: 1000 } },
  };
  return { size, document };
}

/** The same in SVG, from the elements of Lucide. */
export function drawnByChromium(names: readonly string[]): Buffer {
  const { size, places } = placesOf(names.length);
  const cells = names.map((name, index) => {
    const { x = 0, y = 0 } = places[index] ?? {};
    const corner = `translate(${x - drawn / 2} ${y - drawn / 2}) scale(${drawn / 24})`;
    return `<g transform="${corner}" color="#1d4ed8">${icons[name]?.body}</g>`;
  });
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}"><rect width="100%" height="100%" fill="#fff"/>${cells.join('')}</svg>`,
  );
}
