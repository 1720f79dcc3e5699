import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inspect } from '../../packages/engine/src/render/inspect.ts';
import { render } from '../../packages/engine/src/render/render.ts';

const page = readFileSync(new URL('../../docs/reference/shorthand.md', import.meta.url), 'utf8');
const films = [...page.matchAll(/^```json project\n(.*?)^```/gms)].map(([, film = '']) => film);

describe('docs/reference/shorthand.md', () => {
  it('docs/reference/shorthand.md shows three films', () => {
    expect(films).toHaveLength(3);
  });

  it.each(films)('film %# in docs/reference/shorthand.md renders without issues or advice', async (film) => {
    expect(await inspect(film, { advice: true })).toMatchObject({ issues: [], advice: [] });
    expect((await render(film, { timeMs: 1000, width: 320 })).bytes).toBeGreaterThan(500);
  });
});
