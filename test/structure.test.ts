import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const source = fileURLToPath(new URL('../src', import.meta.url));

/** The road from JSON to bytes: a folder imports only from those before it. */
const road = [
  ...['project', 'timeline', 'media', 'shorthand', 'drawing', 'advice', 'output', 'render', 'contract'],
  ...['web', 'metrics'],
];

/** What people and programs meet. None knows another; only the command line starts them. */
const faces = ['http', 'mcp', 'preview', 'batch', 'library.ts'];

/** The folder of `src/` that a file is in, or the file itself. */
const stopOf = (path: string) => path.split(sep)[0] ?? path;

function mayImport(from: string, to: string): boolean {
  if (from === to || from === 'cli') return true;
  if (from === 'index.ts') return to === 'library.ts' || road.includes(to);
  const last = faces.includes(from) ? road.length : road.indexOf(from);
  return road.slice(0, last).includes(to);
}

describe('the folders of src/', () => {
  it('import only from those before them', async () => {
    const names = await readdir(source, { recursive: true });
    const files = names.filter((name) => name.endsWith('.ts'));
    const wrong: string[] = [];
    const stops = new Set<string>();
    for (const file of files) {
      stops.add(stopOf(file));
      const text = await readFile(join(source, file), 'utf8');
      for (const [, path = ''] of text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)) {
        const target = relative(source, join(source, dirname(file), path));
        if (!mayImport(stopOf(file), stopOf(target))) wrong.push(`${file} imports ${target}`);
      }
    }
    expect(wrong).toEqual([]);
    expect([...stops].sort()).toEqual([...road, ...faces, 'cli', 'index.ts'].sort());
  });

  it('are told apart: the road goes one way, and no face knows another', () => {
    expect(mayImport('drawing', 'timeline')).toBe(true);
    expect(mayImport('timeline', 'drawing')).toBe(false);
    expect(mayImport('http', 'metrics')).toBe(true);
    expect(mayImport('http', 'preview')).toBe(false);
    expect(mayImport('render', 'batch')).toBe(false);
  });
});
