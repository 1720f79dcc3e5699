import { describe, expect, it } from 'vitest';
import {
  composition,
  object,
  project,
  scene,
  state,
  track,
  transition,
} from '../../../../test/support/project-parts.ts';
import type { CompositionState, Project, TextSpan, TransitionTrack } from '../../src/project/schema.ts';
import { useReferenceBrowser } from './drawing-reference.ts';
import { compareFilms } from './skia/compare-films.ts';

const demandAgreement = useReferenceBrowser();

/** The span of a part of a text, with a look. */
function span(text: string, part: string, look: Partial<TextSpan>): TextSpan {
  const start = text.indexOf(part);
  return { start, end: start + part.length, ...look };
}

interface Change {
  readonly kind: 'text' | 'equation';
  readonly from: Partial<CompositionState>;
  readonly to: Partial<CompositionState>;
  readonly track?: Partial<TransitionTrack>;
}

/** A film in which texts change from 200 to 1200 ms. */
function filmOf(changes: readonly Change[]): Project {
  const ids = changes.map((_, index) => `t${index}`);
  const statesOf = (side: 'from' | 'to') =>
    Object.fromEntries(
      changes.map((one, index) => [
        ids[index],
        state({ x: 160, y: 24 + 44 * index, fontSize: 24, ...one.from, ...(side === 'to' && one.to) }),
      ]),
    );
  return project(
    scene('s', {
      background: '#203040',
      objects: changes.map(({ kind }, index) => object(ids[index] ?? '', { kind, order: index })),
      compositions: [composition('a', 200, statesOf('from')), composition('b', 200, statesOf('to'))],
      transitions: [
        transition(
          'a',
          'b',
          1000,
          changes.map((one, index) => track({ objectId: ids[index] ?? '', duration: 1000, ...one.track })),
        ),
      ],
    }),
  );
}

const mixed = 'Ten نص times 😀';
const count = ['95 € of 7', '1,105 € of 7'] as const;
const moved = ['move these', 'these move on'] as const;

const films: [name: string, film: Project][] = [
  [
    'fills, weights and opacities',
    filmOf([
      {
        kind: 'text',
        from: { text: mixed, spans: [span(mixed, 'نص ti', { fill: '#ffd166' })] },
        to: {
          spans: [
            span(mixed, 'Ten', { fill: '#ef476f', fontWeight: 700 }),
            span(mixed, 'times', { opacity: 0.3 }),
          ],
        },
      },
      {
        kind: 'text',
        from: { text: 'e\u0301 wrapped words', wrapWidth: 110, stroke: '#ffffff', strokeWidth: 2 },
        to: { spans: [{ start: 0, end: 6, fill: '#118ab2', opacity: 0.5 }] },
      },
      {
        kind: 'equation',
        from: { text: '\\frac{a+b}{c}', spans: [{ start: 6, end: 9, fill: '#ffd166' }] },
        to: {
          spans: [
            { start: 6, end: 7, opacity: 0 },
            { start: 11, end: 12, fill: '#ef476f' },
          ],
        },
      },
    ]),
  ],
  [
    'writing',
    filmOf([
      {
        kind: 'text',
        from: {
          visible: false,
          text: mixed,
          spans: [span(mixed, 'نص ti', { fill: '#ffd166' })],
          stroke: '#ffffff',
          strokeWidth: 1,
        },
        to: { visible: true },
        track: { type: 'write' },
      },
      {
        kind: 'text',
        from: {
          visible: false,
          text: mixed,
          spans: [span(mixed, 'times', { fill: '#ffd166', opacity: 0.4 })],
        },
        to: { visible: true },
        track: { type: 'write', order: 'sequential' },
      },
      {
        kind: 'equation',
        from: {
          visible: false,
          text: 'a^2+b^2',
          spans: [{ start: 4, end: 7, fill: '#ef476f', opacity: 0.6 }],
        },
        to: { visible: true },
        track: { type: 'write' },
      },
    ]),
  ],
  [
    'texts that count, crossfade and morph',
    filmOf([
      {
        kind: 'text',
        from: { text: count[0], spans: [span(count[0], '95 €', { fill: '#ffd166', fontWeight: 700 })] },
        to: {
          text: count[1],
          textTransition: 'count',
          spans: [span(count[1], '1,105 €', { fill: '#ffd166', fontWeight: 700 })],
        },
      },
      {
        kind: 'text',
        from: { text: moved[0], spans: [span(moved[0], 'these', { fill: '#ffd166' })] },
        to: {
          text: moved[1],
          textTransition: 'morph',
          spans: [span(moved[1], 'these', { fill: '#ef476f', opacity: 0.5 })],
        },
      },
      {
        kind: 'text',
        from: { text: 'before', spans: [{ start: 0, end: 3, fill: '#ffd166' }] },
        to: { text: 'after it', textTransition: 'crossfade', spans: [{ start: 2, end: 5, opacity: 0.4 }] },
      },
      {
        kind: 'equation',
        from: { text: 'a^2=b', spans: [{ start: 0, end: 3, fill: '#ffd166' }] },
        to: { text: 'b=a^2', textTransition: 'morph', spans: [{ start: 0, end: 1, fill: '#ef476f' }] },
      },
    ]),
  ],
];

describe('pictures with spans', () => {
  it.each(films)('PNG matches SVG in Chromium: %s', { tags: 'chromium' }, async (name, film) => {
    for (const timeMs of [0, 450, 750, 1300]) await demandAgreement(film, `${name} ${timeMs}`, { timeMs });
  });

  it.each(films)('damage tracking paints the same pixels of a film: %s', async (_name, film) => {
    expect(await compareFilms(film, { width: 320, height: 180 }, 25)).toBeLessThan(1);
  });
});
