import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { checkedFilm } from '../../../../test/support/film/check-film.ts';
import { inspect } from '../../src/render/inspect.ts';
import { render } from '../../src/render/render.ts';

// Hand-written films of the kinds that people ask for.

const folder = new URL('../../../../test/fixtures/shorthand/', import.meta.url);
const baseFolder = fileURLToPath(folder);
const films = readdirSync(folder).filter((file) => file.endsWith('.json'));

function textOf(file: string): string {
  return readFileSync(new URL(file, folder), 'utf8');
}

describe.each(films)('the shorthand film %s', (file) => {
  const text = textOf(file);

  it('inspect finds no issues in a short shorthand film', async () => {
    expect(text.length).toBeLessThan(3000);
    expect((await inspect(text, { baseFolder })).issues).toEqual([]);
  });

  it('renders different pictures at different times of a shorthand film', async () => {
    const { durationMs } = await inspect(text, { baseFolder });
    const pictures = new Set<string>();
    for (const part of [0.05, 0.4, 0.6]) {
      const options = { format: 'png', width: 160, timeMs: durationMs * part, baseFolder } as const;
      pictures.add(Buffer.from((await render(text, options)).data).toString('base64'));
    }
    expect(pictures.size).toBeGreaterThan(1);
  });
});

it('the shorthand fixtures are nine films with a median size under 2 KB', () => {
  expect(films).toHaveLength(9);
  const sizes = films.map((file) => textOf(file).length).sort((one, other) => one - other);
  expect(sizes[4]).toBeLessThan(2000);
});

it("plays a sound file from the project's folder", { tags: 'ffmpeg' }, async () => {
  const film = await checkedFilm(render(textOf('podcast.json'), { format: 'mp4', width: 160, baseFolder }));
  expect(film).toMatchObject({ width: 160, durationMs: 4000, audioCodec: 'mp3' });
});
