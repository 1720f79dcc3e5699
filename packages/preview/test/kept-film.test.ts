import type { Buffer } from 'node:buffer';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { PreviewStand } from '../../../test/support/preview-stand.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { RenderSupervisor } from '../../engine/src/render/process/supervisor.ts';
import { type NamedResult, render } from '../../engine/src/render/render.ts';

/** A film of twelve compositions, each with its own word. */
function titles(words: readonly string[]): string {
  const at = (text: string, index: number) => ({
    title: { text, y: 60 + 8 * index },
    box: { x: 60 + 30 * index, rotation: 20 * index },
  });
  return JSON.stringify({
    shorthand: true,
    name: 'Titles',
    width: 640,
    height: 360,
    enter: 500,
    objects: {
      title: { kind: 'text', state: { text: '', x: 320, y: 60, fontSize: 40 } },
      box: { kind: 'rectangle', state: { x: 60, y: 260, width: 60, height: 60, fill: 'gold' } },
    },
    compositions: words.map((word, index) => ({ duration: 1000, states: at(word, index) })),
  });
}

const words = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');
const edited = words.with(4, 'FIVE');

let stand: PreviewStand;
beforeAll(async () => {
  stand = await PreviewStand.open(titles(words));
});
afterAll(() => stand.close());

/** Notes the results of all renders. */
function spyOnRenders(): NamedResult[] {
  const results: NamedResult[] = [];
  const render = RenderSupervisor.prototype.render;
  const spy = vi.spyOn(RenderSupervisor.prototype, 'render');
  onTestFinished(() => spy.mockRestore());
  spy.mockImplementation(async function (this: RenderSupervisor, ...given) {
    const result = await render.apply(this, given);
    results.push(result);
    return result;
  });
  return results;
}

const countMade = ({ build }: NamedResult) => build?.pieces.filter(({ isKept }) => !isKept).length;

/** Saves a film, and waits until the film of this version is ready. Returns its bytes. */
async function play(text: string): Promise<Buffer> {
  const before = stand.session.state.revision;
  await stand.save(text);
  const { revision } = await stand.until(
    'the film',
    (state) => state.revision > before && state.movie.status === 'ready',
  );
  return (await stand.ask(`/api/movie?revision=${revision}`)).body;
}

async function exportFilm(options: Readonly<Record<string, unknown>>): Promise<Buffer> {
  const { body } = await stand.order('/api/exports', {
    kind: 'render',
    options: { format: 'mp4', ...options },
  });
  const { id } = JSON.parse(body.toString());
  await waitUntil('the export', () =>
    stand.session.exports.states.some((one) => one.id === id && one.status === 'done'),
  );
  return (await stand.ask(`/api/exports/${id}`)).body;
}

describe("the preview's film", { tags: 'slow' }, () => {
  it('a save while the film is made keeps the process of the film and the pieces that are done', async () => {
    const results = spyOnRenders();
    await stand.until('half of the film', ({ movie }) => movie.fraction > 0.4, 30_000);
    const { filmProcessId } = stand.session;
    const film = await play(titles(edited));
    expect(stand.session.filmProcessId).toBe(filmProcessId);
    const made = results.at(-1);
    const pieces = made?.build?.pieces ?? [];
    expect(pieces.length).toBeGreaterThanOrEqual(12);
    expect(pieces.filter(({ isKept }) => isKept).length).toBeGreaterThanOrEqual(3);
    const { data } = await render(titles(edited), { format: 'mp4' });
    expect(film.equals(data)).toBe(true);
  });

  it('after a changed word, the preview makes only the pieces with this word', async () => {
    const results = spyOnRenders();
    const film = await play(titles(words));
    const made = results.map(countMade);
    expect(made).toHaveLength(1);
    expect(made[0]).toBeLessThanOrEqual(4);
    const { data } = await render(titles(words), { format: 'mp4' });
    expect(film.equals(data)).toBe(true);
  });

  it('an export of the film has the bytes of a render, and paints nothing', async () => {
    const results = spyOnRenders();
    const { data } = await render(titles(words), { format: 'mp4' });
    for (const options of [{}, { fps: 30 }, { fps: 30, width: 640 }]) {
      const film = await exportFilm(options);
      expect(film.equals(data)).toBe(true);
    }
    expect(results.map(countMade)).toEqual([0, 0, 0]);
    expect(stand.session.state.movie.status).toBe('ready');
  });

  it('an export while the film is made uses its pieces, and leaves its own for the film', async () => {
    const results = spyOnRenders();
    const text = titles(words.toReversed());
    const before = stand.session.state.revision;
    await stand.save(text);
    await stand.until('a part', ({ revision, movie }) => revision > before && movie.fraction > 0.3);
    const film = await exportFilm({ fps: 30 });
    const { data } = await render(text, { format: 'mp4' });
    expect(film.equals(data)).toBe(true);
    await stand.until('the film', ({ movie }) => movie.status === 'ready');
    expect(results.map(countMade)).toEqual([expect.any(Number), 0]);
    expect(countMade(results[0] as NamedResult)).toBeLessThan(12);
  });

  it('exports of a part or with other settings have the bytes of a render', async () => {
    const text = titles(words.toReversed());
    for (const options of [
      { fps: 24, width: 320 },
      { fps: 30, fromMs: 1500, toMs: 4000 },
    ] as const) {
      const film = await exportFilm(options);
      const { data } = await render(text, { format: 'mp4', ...options });
      expect(film.equals(data)).toBe(true);
    }
  });
});
