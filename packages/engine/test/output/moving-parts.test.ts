import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodePng, type Picture, pixelAt } from '../../../../test/support/picture.ts';
import {
  composition,
  object,
  project,
  scene,
  state,
  track,
  transition,
} from '../../../../test/support/project-parts.ts';
import { runs } from '../../../../test/support/random-runs.ts';
import type { SceneObject } from '../../src/project/object-schemas.ts';
import type { CompositionState, Project, TransitionTrack } from '../../src/project/schema.ts';
import { render } from '../../src/render/render.ts';
import { RenderError } from '../../src/render/render-error.ts';
import { useReferenceBrowser } from './drawing-reference.ts';

const demandAgreement = useReferenceBrowser();

type Look = Partial<CompositionState>;

/** Texts of many scripts and looks; a word must survive all of them. */
const looks: readonly Look[] = [
  { text: 'one two three' },
  { text: 'שלום עולם יפה', fill: '#ffd166' },
  { text: 'مرحبا بالعالم\nالجميل', fontSize: 30 },
  { text: 'नमस्ते दुनिया जी', fontSize: 30 },
  { text: '漢字です。東京', fontSize: 34 },
  { text: 'office fig 😀 Åg', wrapWidth: 150, underline: true },
  { text: 'a marked word', spans: [{ start: 2, end: 8, mark: '#7c3aed', fill: '#ffd166', fontWeight: 700 }] },
  {
    text: 'half see through',
    spans: [{ start: 5, end: 8, opacity: 0.4 }],
    textTransform: 'uppercase',
    fontSize: 24,
  },
  {
    text: 'gold and blue',
    stroke: '#4cc9f0',
    strokeWidth: 1,
    fillGradient: {
      type: 'linear',
      angle: 90,
      stops: [
        [0, '#ff0000'],
        [1, '#00aaff'],
      ],
    },
    shadow: { x: 0, y: 4, blur: 8, color: '#000000' },
  },
];

/** A text that enters between 100 and 1100 ms, or leaves. */
function film(look: Look, changes: Partial<TransitionTrack>, leaves = false): Project {
  const shown = state({ x: 160, y: 90, fontSize: 40, fill: '#ffffff', ...look });
  const states = [{ text: { ...shown, visible: false } }, { text: shown }];
  const [first = {}, last = {}] = leaves ? states.toReversed() : states;
  return {
    extended: true,
    ...project(
      scene('s', {
        background: '#203040',
        objects: [object('text', { kind: 'text' })],
        compositions: [composition('a', 100, first), composition('b', 200, last)],
        transitions: [transition('a', 'b', 1000, [track({ objectId: 'text', duration: 1000, ...changes })])],
      }),
    ),
  };
}

async function pictureAt(made: Project, timeMs: number): Promise<Picture> {
  return decodePng((await render(made, { format: 'png', timeMs })).data);
}

/** The columns in which a picture differs from its background. */
function inkedColumns(picture: Picture): number[] {
  const background = pixelAt(picture, 0, 0).join();
  return Array.from({ length: picture.width }, (_, x) => x).filter((x) =>
    Array.from({ length: picture.height }, (_, y) => y).some(
      (y) => pixelAt(picture, x, y).join() !== background,
    ),
  );
}

const anyMotion = fc.record({
  look: fc.constantFrom(...looks),
  by: fc.constantFrom('letter' as const, 'word' as const, 'line' as const),
  stagger: fc.constantFrom(0, 30, 200, 5000),
  easing: fc.constantFrom('easeOut' as const, 'linear' as const),
  begin: fc.constantFrom<TransitionTrack['begin']>(
    undefined,
    { y: 40, opacity: 0 },
    { scale: 0.3, rotation: 40, blur: 4, opacity: 0 },
    { x: -30, reveal: 0 },
  ),
  settle: fc.constantFrom<TransitionTrack['settle']>(undefined, [
    [0.4, -0.2, 'linear'],
    [0.7, 0.05, 'easeOut'],
  ]),
});

describe('texts whose letters, words or lines move', () => {
  it('look the same before and after as without the motion', { tags: 'slow' }, async () => {
    await fc.assert(
      fc.asyncProperty(anyMotion, fc.boolean(), async ({ look, ...motion }, leaves) => {
        const [moving, plain] = [film(look, motion, leaves), film(look, {}, leaves)];
        for (const timeMs of [99, 1100])
          expect(await pictureAt(moving, timeMs)).toEqual(await pictureAt(plain, timeMs));
      }),
      { numRuns: runs(8) },
    );
  });

  it.each([1, 0.5])(
    'a word that has arrived looks as in the whole text at an opacity of %d',
    async (opacity) => {
      const look = { text: 'one two three', opacity, shadow: { x: 2, y: 2, blur: 4, color: '#000000' } };
      const final = await pictureAt(film(look, {}), 1150);
      // The first word has 400 ms of its own, and the second one starts 300 ms after it.
      const now = await pictureAt(film(look, { by: 'word', stagger: 300 }), 510);
      const columns = inkedColumns(final);
      const [left = 0] = columns;
      for (let x = left; x < left + columns.length / 5; x++)
        for (let y = 0; y < final.height; y++) {
          const [one, other] = [pixelAt(now, x, y), pixelAt(final, x, y)];
          // Skia smooths the edges of an outline by all of its contours.
          for (const [channel, level] of one.entries())
            expect(Math.abs(level - (other[channel] ?? 0))).toBeLessThanOrEqual(4);
        }
    },
  );

  it('the letters of a script that joins them stay in their words', { tags: 'slow' }, async () => {
    const word = (by: 'letter' | 'word') =>
      film({ text: 'مرحبا بالعالم' }, { by, stagger: 100, begin: { y: 30 } });
    expect(await pictureAt(word('letter'), 400)).toEqual(await pictureAt(word('word'), 400));
    const latin = (by: 'letter' | 'word') =>
      film({ text: 'one two' }, { by, stagger: 100, begin: { y: 30 } });
    expect(await pictureAt(latin('letter'), 400)).not.toEqual(await pictureAt(latin('word'), 400));
  });

  it('lines that are wrapped move as lines', async () => {
    const made = film({ text: 'one two three four', wrapWidth: 230 }, { by: 'line', stagger: 500 });
    const rows = (picture: Picture, from: number, to: number) =>
      Array.from({ length: to - from }, (_, y) => y + from).some((y) =>
        Array.from({ length: picture.width }, (_, x) => x).some(
          (x) => pixelAt(picture, x, y).join() !== pixelAt(picture, 0, 0).join(),
        ),
      );
    const first = await pictureAt(made, 500);
    expect([rows(first, 0, 85), rows(first, 95, 180)]).toEqual([true, false]);
    const second = await pictureAt(made, 900);
    expect([rows(second, 0, 85), rows(second, 95, 180)]).toEqual([true, true]);
  });

  it('keeps a text whole while it moves only if it is there before and after', { tags: 'slow' }, async () => {
    const shown = film({ text: 'one two' }, { by: 'word', stagger: 100 });
    const [made] = Object.values(shown.scenes);
    const before = made?.compositions.a?.states.text;
    if (before) before.visible = true;
    expect(await pictureAt(shown, 300)).toEqual(await pictureAt(shown, 1150));
  });

  const motions: readonly Partial<TransitionTrack>[] = [
    { by: 'word', stagger: 200, begin: { y: 30, rotation: 20, opacity: 0 } },
    { by: 'letter', stagger: 40, begin: { scale: 0.2, opacity: 0.4 }, settle: [[0.5, -0.2, 'easeInOut']] },
    { by: 'line', stagger: 200, begin: { reveal: 0, blur: 6 } },
  ];

  it.each(looks.map((look, index) => [look.text, look, motions[index % motions.length] ?? {}] as const))(
    'PNG matches SVG in Chromium for "%s" while its parts move',
    { tags: 'chromium' },
    async (text, look, motion) => {
      for (const timeMs of [350, 600])
        await demandAgreement(film(look, motion), `${text} by ${motion.by}`, { timeMs });
    },
  );
});

describe('many parts', () => {
  it('a text of 10,000 letters moves by lines, and no picture has more than a bounded blur', {
    tags: 'slow',
  }, async () => {
    const long = film({ text: 'a'.repeat(10_000), fontSize: 1 }, { by: 'letter', begin: { y: 9 } });
    const lines = film({ text: 'a'.repeat(10_000), fontSize: 1 }, { by: 'line', begin: { y: 9 } });
    expect(await pictureAt(long, 600)).toEqual(await pictureAt(lines, 600));
    const blurred = film({ text: 'a b '.repeat(200), fontSize: 10 }, { by: 'letter', begin: { blur: 500 } });
    await expect(render(blurred, { format: 'png', timeMs: 200 })).rejects.toThrow(
      /glow, shadow or blur at once/,
    );
  });
});

describe('objects that are uncovered', () => {
  const kinds: readonly SceneObject['kind'][] = ['rectangle', 'circle', 'text', 'equation', 'arrow'];

  it.each(kinds)('a %s is uncovered from its left', { tags: 'chromium' }, async (kind) => {
    const made = film(
      { text: 'x y', width: 120, height: 60, stroke: '#ffffff', strokeWidth: 2 },
      { type: 'write', wipe: 'left' },
    );
    const [own] = Object.values(made.scenes);
    const drawn = own?.objects.text;
    if (drawn) drawn.kind = kind;
    const [all, half] = [inkedColumns(await pictureAt(made, 1150)), inkedColumns(await pictureAt(made, 600))];
    expect(half[0]).toBe(all[0]);
    expect((half.at(-1) ?? 0) - (all[0] ?? 0)).toBeLessThan(((all.at(-1) ?? 0) - (all[0] ?? 0)) * 0.7);
    await demandAgreement(made, `wiped ${kind}`, { timeMs: 600 });
  });
});

describe('tracks with parts', () => {
  const problemsOf = async (kind: SceneObject['kind'], changes: object) => {
    const made = film({ text: 'one' }, changes as Partial<TransitionTrack>);
    const [own] = Object.values(made.scenes);
    if (own?.objects.text) own.objects.text.kind = kind;
    const error = await render(made, { format: 'png' }).catch((thrown: unknown) => thrown);
    return error instanceof RenderError
      ? error.problems.map(({ path, message }) => `${path.at(-1)} ${message}`)
      : [];
  };

  it.each([
    ['rectangle', { by: 'word' }, /by is for texts, but "text" is of kind rectangle; remove it/],
    ['text', { by: 'words' }, /by must be one of letter, word, line, but is "words"/],
    ['text', { by: 'word', type: 'write' }, /by is for tracks of type move or fade, but the type is write/],
    ['text', { by: 'word', stagger: -5 }, /stagger must be a number from 0 to 600000, but is -5/],
    ['text', { by: 'word', begin: { scale: 11 } }, /scale must be a number from 0 to 10, but is 11/],
    ['text', { by: 'word', settle: [[2, 0, 'linear']] }, /0 must be a number from 0 to 1, but is 2/],
    ['text', { by: 'word', type: 'spin' }, /^type must be [^\n]*, but is "spin"$/],
    ['text', { wipe: 'left' }, /wipe is for tracks of type write, but the type is move/],
  ] as const)('refuses a %s with %j', async (kind, changes, message) => {
    expect(await problemsOf(kind, changes)).toEqual([expect.stringMatching(message)]);
  });
});
