import { type ObjectSpec, quarteredImage } from '../../../../test/support/build-project.ts';

/** Objects that glow at every edge of a picture of 320 x 180, one of them almost outside. */
export const atTheEdges: Readonly<Record<string, ObjectSpec>> = {
  left: { kind: 'circle', state: { x: 2, y: 90, width: 40, height: 40, fill: '#ff5c8a', effect: 'glow' } },
  right: { kind: 'rectangle', state: { x: 330, y: 60, width: 14, height: 60, effect: 'glow' } },
  upper: { kind: 'rectangle', state: { x: 160, y: 0, width: 80, height: 3, effect: 'glow', opacity: 0.6 } },
  lower: {
    kind: 'circle',
    state: { x: 200, y: 200, width: 300, height: 60, fill: '#ffd166', effect: 'glow' },
  },
  corner: { kind: 'text', state: { x: 6, y: 8, text: 'Wg', fontSize: 30, effect: 'glow' } },
  beyond: { kind: 'circle', state: { x: -15, y: 160, width: 24, height: 24, effect: 'glow' } },
};

const picture = quarteredImage(64, 48);

/** Mirrored, rotated, sheared, tiny, and between the pixels. */
export const images: Readonly<Record<string, ObjectSpec>> = Object.fromEntries(
  [
    { cornerRadius: 14, strokeWidth: 6 },
    { cornerRadius: 100, strokeWidth: 2, opacity: 0.5 },
    { width: -80, height: -60, strokeWidth: 1 },
    { scaleX: -1, cornerRadius: 8 },
    { scaleY: -1.2, rotation: 15 },
    { rotation: 30, shear: 0.5 },
    { scaleX: 1.4, scaleY: 0.2, rotation: -20, cornerRadius: 20, strokeWidth: 4 },
    { width: 7, height: 5, effect: 'glow' as const },
    { width: 3, height: 70 },
    { width: 0.4, height: 70, strokeWidth: 4 },
    { shear: -1.5, strokeWidth: 8, effect: 'glow' as const, opacity: 0.7 },
    { rotation: 90, anchorX: 20, anchorY: -10 },
    { width: 60.5, height: 40.3 },
    { width: 61, height: 41, rotation: 90, opacity: 0.5, cornerRadius: 6 },
    { width: 200, height: 150, scaleX: 0.33, scaleY: 0.33 },
    { width: 300, height: 11, anchorX: 110 },
  ].map((changes, index): [string, ObjectSpec] => [
    `image${index}`,
    {
      kind: 'image',
      image: picture,
      state: {
        x: 60 + 120 * (index % 4),
        y: 45 + 90 * Math.floor(index / 4),
        width: 80,
        height: 60,
        stroke: '#20c997c0',
        ...changes,
      },
    },
  ]),
);

/** Translucent fills, strokes and objects on top of each other. */
export const translucent: Readonly<Record<string, ObjectSpec>> = Object.fromEntries(
  [
    { fill: '#ff000080', stroke: '#0000ff80', strokeWidth: 24 },
    { fill: '#00ff0080', stroke: '#ffffff40', strokeWidth: 30, opacity: 0.5 },
    { fill: '#00ff0088', stroke: 'none', opacity: 0.3 },
    { fill: '#ffff0040', stroke: '#00ffff80', strokeWidth: 12, effect: 'glow' as const },
    { fill: 'transparent', stroke: '#ff00ff80', strokeWidth: 18, effect: 'glow' as const, opacity: 0.5 },
    { fill: 'none', stroke: '#fff', strokeWidth: 5 },
  ].map((look, index): [string, ObjectSpec] => [
    `shape${index}`,
    {
      kind: index % 2 === 0 ? 'rectangle' : 'circle',
      state: { x: 60 + 40 * index, y: 70 + 12 * (index % 3), width: 90, height: 70, ...look },
    },
  ]),
);

/** Projects from an editor after a handle is dragged to zero or a slider to its end. */
export const degenerate: Readonly<Record<string, ObjectSpec>> = Object.fromEntries(
  [
    { kind: 'circle' as const, width: 0 },
    { kind: 'circle' as const, height: 0 },
    { kind: 'circle' as const, width: 0, height: 0 },
    { kind: 'rectangle' as const, width: 0 },
    { kind: 'rectangle' as const, height: 0, cornerRadius: 10 },
    { kind: 'rectangle' as const, width: 0, height: 0 },
    { kind: 'rectangle' as const, cornerRadius: 10_000 },
    { kind: 'rectangle' as const, width: 4, strokeWidth: 40 },
    { kind: 'arrow' as const, width: 0 },
    { kind: 'arrow' as const, width: 0, height: 0 },
    { kind: 'arrow' as const, width: 0.5, height: 0.5 },
    { kind: 'arrow' as const, width: -30, height: 0, strokeWidth: 12 },
    { kind: 'numberline' as const, width: 3, height: 0 },
    { kind: 'path' as const, width: 0, height: 0 },
    { kind: 'path' as const, width: 0, height: 0, path: { c1: { x: 40, y: -30 }, c2: { x: -40, y: -30 } } },
    { kind: 'path' as const, path: { c1: { x: 0, y: 0 }, c2: { x: 40, y: 40 } } },
    { kind: 'path' as const, width: 20, height: 0, path: { c1: { x: 40, y: 0 }, c2: { x: -20, y: 0 } } },
    { kind: 'text' as const, text: '', fontSize: 20 },
    { kind: 'text' as const, text: ' \n\n.', fontSize: 20 },
    { kind: 'text' as const, text: 'x', fontSize: 0 },
    { kind: 'circle' as const, scaleX: 0 },
    { kind: 'rectangle' as const, scaleX: 0, scaleY: 0 },
    { kind: 'rectangle' as const, shear: 1, scaleY: 0 },
    { kind: 'rectangle' as const, scaleX: 1e-9, effect: 'glow' as const },
  ].map(({ kind, ...changes }, index): [string, ObjectSpec] => [
    `shape${index}`,
    {
      kind,
      state: {
        x: 40 + 80 * (index % 6),
        y: 40 + 80 * Math.floor(index / 6),
        width: 40,
        height: 40,
        fill: '#4f8cff',
        stroke: '#ffcc66',
        strokeWidth: 6,
        ...changes,
      },
    },
  ]),
);

/** Extreme numbers: far away, huge, tiny, and made visible again by a parent. */
export const extremes: Readonly<Record<string, ObjectSpec>> = {
  sky: { kind: 'rectangle', state: { x: 0, y: 0, width: 100_000, height: 100_000, fill: '#102040' } },
  planet: {
    kind: 'circle',
    state: {
      x: 99_000,
      y: 90,
      width: 100_000,
      scaleX: 1.978,
      height: 100_000,
      fill: '#204060',
      strokeWidth: 30,
      stroke: '#fff',
    },
  },
  line: {
    kind: 'arrow',
    state: { x: -99_740, y: -99_850, width: 100_000, height: 100_000, stroke: '#f80', strokeWidth: 3 },
  },
  minute: {
    kind: 'rectangle',
    state: {
      x: 60,
      y: 60,
      width: 40_000,
      height: 20_000,
      scaleX: 1e-3,
      scaleY: 1e-3,
      cornerRadius: 5000,
      stroke: '#f00',
      strokeWidth: 3000,
    },
  },
  huge: {
    kind: 'rectangle',
    state: {
      x: 150,
      y: 60,
      width: 0.04,
      height: 0.03,
      scaleX: 1e3,
      scaleY: 1e3,
      cornerRadius: 0.01,
      stroke: '#0f0',
      strokeWidth: 0.004,
    },
  },
  letters: {
    kind: 'text',
    state: { x: 240, y: 60, text: 'Ag', fontSize: 10_000, scaleX: 4e-3, scaleY: 4e-3, effect: 'glow' },
  },
  small: { kind: 'text', state: { x: 240, y: 120, text: 'Ag', fontSize: 0.04, scaleX: 1e3, scaleY: 1e3 } },
  away: { kind: 'rectangle', state: { x: 100_000, y: -100_000, width: 0, height: 0 } },
  back: {
    kind: 'circle',
    parentId: 'away',
    state: { x: -99_900, y: 100_000, width: 300, height: 60, scaleX: 0.1, fill: '#f0f', anchorY: -130 },
  },
  curve: {
    kind: 'path',
    state: {
      x: 10,
      y: 170,
      width: 300,
      height: 0,
      stroke: '#ff0',
      strokeWidth: 2,
      path: { c1: { x: 100_000, y: -100_000 }, c2: { x: -100_000, y: -100_000 } },
    },
  },
};

/** Rotated, sheared and mirrored parents, one of them hidden. */
export const family: Readonly<Record<string, ObjectSpec>> = {
  root: {
    kind: 'rectangle',
    state: { x: 160, y: 90, width: 120, height: 60, rotation: 20, scaleX: 1.3, fill: '#345', effect: 'glow' },
  },
  arm: {
    kind: 'rectangle',
    parentId: 'root',
    state: {
      x: 40,
      y: 0,
      width: 60,
      height: 20,
      rotation: 45,
      shear: 0.4,
      fill: '#7a9',
      stroke: '#fff',
      strokeWidth: 3,
    },
  },
  hand: {
    kind: 'text',
    parentId: 'arm',
    state: { x: 20, y: 0, text: 'hand', fontSize: 18, scaleY: -1, effect: 'glow', opacity: 0.8 },
  },
  hidden: {
    kind: 'circle',
    parentId: 'root',
    state: { visible: false, x: -50, rotation: 30, scaleX: 2, scaleY: 2 },
  },
  shown: {
    kind: 'arrow',
    parentId: 'hidden',
    state: { width: 20, height: 10, stroke: '#fd0', strokeWidth: 2, effect: 'glow' },
  },
};
