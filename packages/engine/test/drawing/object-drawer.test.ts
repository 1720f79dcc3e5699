import { beforeAll, describe, expect, it } from 'vitest';
import { contractDrawnKinds } from '../../../../test/support/any-film.ts';
import { ObjectDrawer } from '../../src/drawing/draw-object.ts';
import { loadTypesetters, type Typesetters } from '../../src/drawing/typesetters.ts';

import type { Appearance } from '../../src/timeline/appearance.ts';
import { glowing } from '../../src/timeline/effects.ts';
import { plainFace } from '../../src/timeline/face.ts';
import type { Lettering } from '../../src/timeline/lettering.ts';
import type { Pose } from '../../src/timeline/pose.ts';

let typesetters: Typesetters;
beforeAll(async () => {
  typesetters = await loadTypesetters({ hasTexts: true, hasEquations: true, wrapsTexts: true });
});

const color = { red: 10, green: 20, blue: 30, alpha: 0.5 };

const lettering: Lettering = {
  text: 'x+y',
  align: 'center',
  wrapWidthInEm: null,
  face: plainFace,
  spacingInEm: { letters: 0, words: 0 },
  textTransform: 'none',
  tabularNumbers: false,
  direction: 'auto',
  verticalAlign: 'middle',
  spans: null,
  faceRanges: null,
  underlines: null,
  spoken: null,
  ground: null,
};

const appearance: Appearance = {
  width: 40,
  height: 30,
  fontSize: 20,
  strokeWidth: 2,
  cornerRadius: 4,
  fill: color,
  fillGradient: null,
  strokeGradient: null,
  stroke: color,
  c1x: 1,
  c1y: 20,
  c2x: 30,
  c2y: 4,
  sweepStart: 0,
  sweepEnd: 360,
  innerRadius: 0,
  dash: null,
  dashOffset: 0,
  points: null,
  smooth: false,
  closed: false,
  heads: 'none',
  headShape: 'arrow',
  startShape: 'same',
  curves: null,
  opening: null,
  fit: 'stretch',
  focusX: 0.5,
  focusY: 0.5,
  zoom: 1,
  letterSpacing: 0,
  wordSpacing: 0,
  played: null,
  lineHeight: null,
  lettering,
  textChange: null,
  write: 0.45,
  writeOrder: 'together',
  wipe: null,
  partsNow: null,
  axes: null,
  plot: null,
};

const half: Omit<Pose, 'kind'> = {
  objectId: 'box',
  matrix: [1, 0, 0, 1, 5, 6],
  opacity: 0.5,
  effects: null,
  appearance,
};

/** Changes to each single property of the appearance. */
const appearanceChanges: readonly Partial<Appearance>[] = [
  { width: 41 },
  { height: 31 },
  { fontSize: 21 },
  { strokeWidth: 3 },
  { cornerRadius: 5 },
  ...(['fill', 'stroke'] as const).flatMap((property) => [
    { [property]: null },
    ...(['red', 'green', 'blue', 'alpha'] as const).map((channel) => ({
      [property]: { ...color, [channel]: 0.25 },
    })),
  ]),
  { c1x: 2 },
  { c1y: 2 },
  { c2x: 2 },
  { c2y: 2 },
  ...(
    [
      { text: 'x-y' },
      { align: 'left' },
      { wrapWidthInEm: 1 },
      { fontWeight: 700 },
      { tabularNumbers: true },
      { direction: 'rtl' },
      { verticalAlign: 'top' },
    ] as const
  ).map((change) => ({ lettering: { ...lettering, ...change } })),
  { sweepStart: 10 },
  { sweepEnd: 90 },
  { innerRadius: 0.5 },
  { dash: [4, 4] },
  { points: [0, 0, 0.5, 1, 1, 0] },
  { lineHeight: 2 },
  ...(['crossfade', 'morph'] as const).map((kind) => ({
    textChange: { kind, from: lettering, to: { ...lettering, text: 'x-y' }, progress: 0.5 },
  })),
  { write: 0.55 },
  { writeOrder: 'sequential' },
];

/** Changes to each single property of the pose. */
const changes: readonly Partial<Pose>[] = [
  { matrix: [1, 0, 0, 1, 5, 7] },
  { opacity: 0.6 },
  { effects: glowing },
  ...appearanceChanges.map((change) => ({ appearance: { ...appearance, ...change } })),
];

describe('redrawing changed objects', () => {
  const asset = { src: '', width: 10, height: 10 };

  it.each(contractDrawnKinds)('redraws a changed object like a newly drawn one: %s', (kind) => {
    const context = { typesetters, object: { image: asset }, place: ['scenes', 's', 'objects', 'box'] };
    for (const changed of changes) {
      const after = { ...half, ...changed, kind };
      const drawer = new ObjectDrawer(context);
      drawer.draw({ ...half, kind });
      expect(drawer.draw(after), JSON.stringify(changed)).toEqual(new ObjectDrawer(context).draw(after));
    }
  });

  it("reuses an object's nodes if only its matrix and opacity change", () => {
    const drawer = new ObjectDrawer({
      typesetters,
      object: { image: asset },
      place: ['scenes', 's', 'objects', 'box'],
    });
    const first = drawer.draw({ ...half, kind: 'text' });
    const moved = drawer.draw({ ...half, kind: 'text', matrix: [1, 0, 0, 1, 50, 60], opacity: 1 });
    expect(moved?.children).toBe(first?.children);
    expect(moved).toMatchObject({ opacity: 1, matrix: [20, 0, 0, 20, 50, 60] });
  });
});
