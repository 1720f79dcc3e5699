import { readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Advice } from '../../src/advice/advice.ts';
import type { HoldLayout } from '../../src/advice/hold-layout.ts';
import { fixProject } from '../../src/fix/fix-project.ts';
import { inspect } from '../../src/render/inspect.ts';

const root = new URL('../../../../', import.meta.url);

interface Film {
  readonly name: string;
  readonly text: string;
  readonly baseFolder: string;
}

function filmsIn(folder: string): Film[] {
  const names = readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => name.endsWith('.json') && !name.includes('files/'))
    .map((name) => {
      const file = new URL(`${folder}${name}`, root);
      return { name, text: readFileSync(file, 'utf8'), baseFolder: dirname(fileURLToPath(file)) };
    });
}

/** The documents on the page of mistakes. */
function mistakes(): Film[] {
  const page = readFileSync(new URL('docs/reference/format/mistakes.md', root), 'utf8');
  const blocks = [...page.matchAll(/```json[^\n]*\n(.*?)```/gs)];
  return blocks.flatMap(([, text = ''], index) =>
    text.includes('"compositions"')
      ? [{ name: `mistake ${index}`, text, baseFolder: fileURLToPath(root) }]
      : [],
  );
}

/** A film whose letters are too small, and whose places are shifted towards an edge. */
function spoilt({ name, text, baseFolder }: Film): Film {
  const worse = text
    .replace(/"fontSize": (\d+)/g, (_, size) => `"fontSize": ${Math.max(1, Math.round(0.4 * Number(size)))}`)
    .replace(/"x": (\d+)/g, (_, x) => `"x": ${Math.round(1.3 * Number(x))}`);
  return { name: `${name}, spoilt`, text: worse, baseFolder };
}

async function inspected({ text, baseFolder }: Film) {
  const {
    issues,
    advice = [],
    layout = [],
  } = await inspect(text, { advice: true, layout: true, baseFolder });
  return { issues, advice, layout };
}

/** The objects with the same box in a hold and the next, and whether that is so. */
function stillness(layout: readonly HoldLayout[]): ReadonlyMap<string, boolean> {
  const pairs = layout.slice(1).flatMap((hold, index) => {
    const earlier = layout[index];
    if (earlier?.scene !== hold.scene) return [];
    return hold.objects.flatMap(({ id, box }) => {
      const before = earlier.objects.find((one) => one.id === id)?.box;
      const name = `${id} from ${earlier.composition} to ${hold.composition}`;
      return before && box ? [[name, JSON.stringify(before) === JSON.stringify(box)] as const] : [];
    });
  });
  return new Map(pairs);
}

const keyOf = ({ rule, path }: Advice) => `${rule} at ${path}`;

const written = [...filmsIn('examples/'), ...filmsIn('templates/'), ...mistakes()];

describe('the fixes of a film', () => {
  async function checkFixes(film: Film): Promise<void> {
    const before = await inspected(film).catch(() => null);
    // Films whose files are missing, and mistakes that are errors, have no advice.
    if (before === null) return;
    const fixed = await fixProject(film.text, (text) => inspected({ ...film, text }));
    const counts = new Map<string, number>();
    for (const one of before.advice) counts.set(keyOf(one), (counts.get(keyOf(one)) ?? 0) + 1);
    const added = fixed.left.filter((one) => {
      const count = counts.get(keyOf(one)) ?? 0;
      counts.set(keyOf(one), count - 1);
      return count <= 0;
    });
    expect(added.map(({ message }) => message)).toEqual([]);
    expect(fixed.left.length).toBeLessThanOrEqual(before.advice.length);
    const after = stillness((await inspected({ ...film, text: fixed.text })).layout);
    const moved = [...stillness(before.layout)].filter(
      ([name, isStill]) => isStill && after.get(name) === false,
    );
    expect(moved.map(([name]) => name)).toEqual([]);
  }

  it.each(written)('$name: they never add advice, and move nothing that stood still', checkFixes);

  it.each(written.map(spoilt))(
    '$name: they never add advice, and move nothing that stood still',
    { tags: 'slow' },
    checkFixes,
  );

  it('are tried on many films', { tags: 'slow' }, async () => {
    const reports = await Promise.all(
      written.map((film) =>
        inspected(spoilt(film)).then(
          ({ advice }) => advice,
          () => [],
        ),
      ),
    );
    const fixable = reports.filter((advice) => advice.some(({ fix }) => fix !== undefined));
    expect(fixable.length).toBeGreaterThan(5);
  });
});
