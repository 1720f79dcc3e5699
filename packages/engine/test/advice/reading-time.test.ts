import { describe, expect, it } from 'vitest';
import {
  composition,
  object,
  project,
  scene,
  state,
  transition,
} from '../../../../test/support/project-parts.ts';
import type { CompositionState } from '../../src/project/schema.ts';
import { adviceOn } from './advice-on.ts';
import { expectFixesToWork, type Film } from './follow-fixes.ts';

/** 40 characters, which take 2.7 s. */
const sentence = 'Bread needs flour, water, salt and time.';

const title = { kind: 'text', state: { text: sentence, fontSize: 40 } };
const film = (compositions: object, objects: object = { title }): Film => ({
  shorthand: true,
  width: 1280,
  height: 720,
  objects: { dot: { kind: 'circle', state: { y: 600 } }, ...objects },
  compositions,
});
const shown = { title: {} };
const hidden = { title: false };

/** Returns the path and the fix of each piece of advice on a film, after trying the fixes. */
async function fixes(tried: Film): Promise<readonly unknown[]> {
  const advice = await adviceOn(tried);
  await expectFixesToWork(tried);
  return advice.map(({ rule, path, fix }) => [rule, path, fix]);
}

describe('texts that are too short to read', () => {
  it('advises on a text that is visible too briefly, with its visible time and a duration to read it', async () => {
    const short = film({ a: { duration: 1500, states: shown }, b: { states: hidden } });
    expect(await adviceOn(short)).toEqual([
      {
        rule: 'too-short-to-read',
        path: 'compositions.a',
        message: `"${sentence}" cannot be read in time: it is visible for 1.5 s, and reading its 40 new characters takes 2.7 s; make the composition longer or the text shorter`,
        fix: { duration: 2700 },
      },
    ]);
    expect(await expectFixesToWork(short)).toBe(1);
    expect(await fixes(film({ a: { duration: 2600, states: shown }, b: { states: hidden } }))).toEqual([]);
  });

  it('counts all compositions that show a text unchanged, and the transitions between them, as reading time', async () => {
    const compositions = (duration: number) => ({
      a: { duration: 500, states: shown },
      b: { duration: 0, enter: 400, states: { dot: { x: 300 } } },
      c: { duration, enter: 600, states: { title: { y: 300 } } },
      d: { states: hidden },
    });
    expect(await fixes(film(compositions(1100)))).toEqual([]);
    expect(await fixes(film(compositions(1000)))).toEqual([
      ['too-short-to-read', 'compositions.c', { duration: 1200 }],
    ]);
  });

  it('counts half of the time of a fade, and all of the time in which a text is written, as reading time', async () => {
    const compositions = (type: string, duration: number) => ({
      a: {},
      b: { duration, enter: { duration: 1000, tracks: { title: { type } } }, states: shown },
      c: { enter: 400, states: hidden },
    });
    expect(await fixes(film(compositions('fade', 1900)))).toEqual([]);
    expect(await fixes(film(compositions('fade', 1800)))).toHaveLength(1);
    expect(await fixes(film(compositions('write', 1400)))).toEqual([]);
    expect(await fixes(film(compositions('none', 2200)))).toHaveLength(1);
  });

  it('counts only the words that differ as text to read when a text changes', async () => {
    const compositions = (text: string) => ({
      a: { duration: 3000, states: shown },
      b: { duration: 900, states: { title: { text } } },
    });
    expect(await fixes(film(compositions(sentence.replace('salt', 'honey'))))).toEqual([]);
    const other = 'Something else that is long enough to read';
    expect(await fixes(film(compositions(other)))).toEqual([
      ['too-short-to-read', 'compositions.b', { duration: 2800 }],
    ]);
  });

  it('counts only the drawn parts of an equation as text to read', async () => {
    const drawn = 'a + b = c';
    const undrawn = `\\vphantom{\\frac{${'x'.repeat(40)}}{\\}}}\\textcolor{lightgoldenrodyellow}{${drawn}}`;
    const compositions = (duration: number, text: string) => ({
      a: { duration, states: { title: { text } } },
      b: { states: hidden },
    });
    const equation = { title: { kind: 'equation', state: { text: drawn, fontSize: 40 } } };
    expect(await adviceOn(film(compositions(900, undrawn), equation))).toEqual([]);
    for (const text of [drawn, undrawn]) {
      const [short] = await adviceOn(film(compositions(300, text), equation));
      expect(short?.message).toContain('reading its 9 new characters takes 0.8 s');
    }
  });

  it('gives one piece of advice on a composition, for the text that needs the most time', async () => {
    const objects = {
      title,
      more: { kind: 'text', state: { text: `${sentence} And patience.`, y: 200, fontSize: 40 } },
    };
    const advice = await adviceOn(film({ a: { duration: 1000 }, b: { duration: 500 } }, objects));
    expect(advice).toMatchObject([
      {
        path: 'compositions.b',
        message: expect.stringContaining('And patience." and another text'),
        fix: { duration: 2600 },
      },
    ]);
  });

  it('advises on texts that are too short to read in the full format and with variables', async () => {
    const text: Partial<CompositionState> = { text: sentence, x: 160, y: 90 };
    const made = project(
      scene('s', {
        objects: [object('title', { kind: 'text' })],
        compositions: [
          composition('a', 600, { title: state(text) }),
          composition('b', 500, { title: state({ ...text, visible: false }) }),
        ],
        transitions: [transition('a', 'b', 400)],
      }),
    );
    expect(await fixes({ ...made })).toEqual([
      ['too-short-to-read', 'scenes.s.compositions.a', { duration: 2500 }],
    ]);
    const written = film(
      { a: { duration: 1500, states: shown }, b: { states: hidden } },
      { title: { kind: 'text', state: { text: '$' + '{line}', fontSize: 40 } } },
    );
    expect(await fixes({ ...written, variables: { line: sentence } })).toHaveLength(1);
  });

  it.each<[string, object, object?]>([
    ['a still picture', { a: { duration: 100 } }],
    [
      'a faint text',
      { a: { duration: 500 }, b: { states: { dot: { x: 9 } } } },
      { title: { kind: 'text', state: { ...title.state, opacity: 0.4 } } },
    ],
    [
      'a symbol',
      { a: { duration: 100 }, b: { duration: 100, states: { dot: { x: 90 } } } },
      { title: { kind: 'text', state: { text: '→', fontSize: 40 } } },
    ],
    [
      'numbers that run on',
      {
        a: { states: shown },
        b: { duration: 100, states: { title: { text: '2 of 9' } } },
        c: { duration: 100, states: { title: { text: '3 of 9' } } },
      },
      { title: { kind: 'text', state: { text: '1 of 9', fontSize: 40 } } },
    ],
    [
      'a text that another object takes over',
      {
        a: { duration: 3000, states: shown },
        b: { duration: 300, states: { title: false, copy: {} } },
        c: { states: { copy: false } },
      },
      { title, copy: title },
    ],
  ])('gives no advice on the reading time of %s', async (_, compositions, objects) => {
    const advice = await adviceOn(film(compositions, objects));
    expect(advice.filter(({ rule }) => rule === 'too-short-to-read')).toEqual([]);
  });
});

describe('holds in which nothing happens', () => {
  const tone = (fields: object) => ({
    tone: {
      asset: { src: 'data:audio/wav;base64,AAAA', mime: 'audio/wav', duration: 30_000, hasAudio: true },
      ...fields,
    },
  });
  const long = (duration: number, more: object = {}): Film => ({
    ...film({ a: { duration, states: shown }, b: { states: { dot: { x: 300 } } } }),
    ...more,
  });

  it('advises on a hold of more than 8 seconds in which nothing happens', async () => {
    expect(await adviceOn(long(8001))).toEqual([
      {
        rule: 'nothing-happens',
        path: 'compositions.a',
        message: 'nothing moves or sounds for 8 s; make the composition shorter, or change something in it',
        fix: { duration: 8000 },
      },
    ]);
    expect(await expectFixesToWork(long(12_000))).toBe(1);
    expect(await adviceOn(long(8000))).toEqual([]);
  });

  it('a fix for a long hold leaves the time to read new text', async () => {
    const text = Array.from({ length: 6 }, () => sentence).join('\n');
    const reading = (duration: number) =>
      film(
        { a: { duration }, b: { states: { dot: { x: 300 } } } },
        { title: { kind: 'text', state: { text, fontSize: 40 } } },
      );
    expect(await adviceOn(reading(16_000))).toEqual([]);
    expect(await fixes(reading(20_000))).toEqual([
      ['nothing-happens', 'compositions.a', { duration: expect.any(Number) }],
    ]);
  });

  it('a fix for a long hold leaves the time that a text needs with other holds', async () => {
    const both = film({
      a: { duration: 100, states: shown },
      b: { duration: 9000, states: { dot: { x: 300 } } },
      c: { states: hidden },
    });
    expect(await fixes(both)).toEqual([['nothing-happens', 'compositions.b', { duration: 8000 }]]);
  });

  it('gives no advice on a long hold with a sound, or on a still picture', async () => {
    expect(await adviceOn(long(20_000, { audioTracks: tone({ duration: 21_000 }) }))).toEqual([]);
    const silent = await adviceOn(long(20_000, { audioTracks: tone({ muted: true, duration: 21_000 }) }));
    expect(silent.map(({ rule, fix }) => [rule, fix])).toEqual([['nothing-happens', { duration: 8000 }]]);
    const held = await adviceOn(long(1000, { audioTracks: tone({ muted: true }) }));
    expect(held.map(({ path, fix }) => [path, fix])).toEqual([['compositions.b', undefined]]);
    expect(await adviceOn(film({ a: { duration: 20_000 } }))).toEqual([]);
  });
});
