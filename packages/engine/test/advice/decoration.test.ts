import { describe, expect, it } from 'vitest';
import { sheet } from '../../src/render/sheet/sheet.ts';
import { adviceOn } from './advice-on.ts';

type Fields = Readonly<Record<string, unknown>>;

const film = (objects: Fields, more: Fields = {}): Fields => ({
  ...{ shorthand: true, width: 1280, height: 720, background: '#101828', ...more },
  objects,
  compositions: [{ duration: 4000, states: { '*': true } }],
});

const texts = {
  one: { kind: 'text', text: 'A headline to read', fontSize: 80, y: 300, fill: '#ffffff' },
};
const disc = { kind: 'circle', width: 300, height: 300, x: 640, y: 300, fill: '#3b82a0' };
const aboutDisc = async (document: Fields) =>
  (await adviceOn(document)).filter(({ rule }) => ['covered', 'crossed', 'touched'].includes(rule));

describe('decoration by itself', () => {
  /** It runs through the headline. */
  const crossing = { kind: 'path', x: 640, y: 100, width: 0, height: 500, stroke: '#ffdd00', strokeWidth: 6 };

  it('a shape over a text is told, and not one that loops', async () => {
    expect((await aboutDisc(film({ ...texts, disc }))).length).toBeGreaterThan(0);
    expect(await aboutDisc(film({ ...texts, disc: { ...disc, loop: 'float' } }))).toEqual([]);
  });

  it('a text that loops is still told', async () => {
    const two = { kind: 'text', text: 'Another headline', fontSize: 80, y: 310, fill: '#ffcc00' };
    const told = await adviceOn(film({ ...texts, two: { ...two, loop: 'float' } }));
    expect(told.map(({ rule }) => rule)).toContain('overlap');
  });

  it('a faint shape behind everything is decoration, but not in front or strong', async () => {
    const rules = async (objects: Fields) => (await aboutDisc(film(objects))).map(({ rule }) => rule);
    const strong = await rules({ crossing, ...texts });
    expect(strong).toEqual(['crossed']);
    expect(await rules({ crossing: { ...crossing, opacity: 0.25 }, ...texts })).toEqual([]);
    expect(await rules({ crossing: { ...crossing, opacity: 0.4 }, ...texts })).toEqual(strong);
    expect(await rules({ ...texts, crossing: { ...crossing, opacity: 0.29 } })).toEqual(['crossed']);
  });
});

describe('the transition of a scene', () => {
  const scene = (text: string, transition?: unknown): Fields => ({
    ...(transition !== undefined && { transition }),
    objects: { t: { kind: 'text', text, fontSize: 120 } },
    compositions: [{ duration: 1000, states: { t: true } }],
  });
  const scenes = (first: unknown, second: unknown, more: Fields = {}) => ({
    ...{ shorthand: true, width: 640, height: 360, background: '#101828', ...more },
    scenes: { a: scene('One', first), b: scene('Two', second) },
  });
  const idle = async (document: Fields) =>
    (await adviceOn(document)).filter(({ message }) => message.startsWith('transition has no effect'));

  it('is told to have no effect at the first scene', async () => {
    expect((await idle(scenes('push', 'iris'))).map(({ rule, path }) => [rule, path])).toEqual([
      ['no-effect', 'scenes.a.transition'],
    ]);
    expect(await idle(scenes(undefined, 'iris'))).toEqual([]);
    expect(await idle(scenes(false, 'iris'))).toEqual([]);
    expect(await idle(scenes(undefined, undefined, { transition: 'push' }))).toEqual([]);
    expect((await idle({ ...film(texts), transition: 'push' })).map(({ path }) => path)).toEqual([
      'transition',
    ]);
    const turned = { ...scenes('push', undefined), sceneOrder: ['b', 'a'] };
    expect(await idle(turned)).toEqual([]);
  });

  it('has a moment of its own on a sheet, and the hold shows the scene alone', async () => {
    const made = await sheet(scenes(undefined, { type: 'push', duration: 600 }));
    expect(made.moments).toEqual([
      { timeMs: 500, scene: 'a', composition: '1', to: null },
      { timeMs: 1300, scene: 'b', composition: '1', to: '1', sceneBefore: 'a' },
      { timeMs: 1800, scene: 'b', composition: '1', to: null },
    ]);
    const cut = await sheet(scenes('push', false));
    expect(cut.moments.map(({ timeMs }) => timeMs)).toEqual([500, 1500]);
  });
});
