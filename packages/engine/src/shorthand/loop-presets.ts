import type { Easing } from '../project/schema.ts';

/** Values of a property over a round, each with its time as a share of that and the easing to the next one. */
type Points = readonly (readonly [at: number, value: number, easing: Easing])[];

interface PresetPart {
  readonly property: 'x' | 'y' | 'scaleX' | 'scaleY' | 'rotation' | 'opacity';
  readonly durationMs: number;
  readonly points: Points;
}

/** Half a wave of a sine. */
export const sine: Easing = { type: 'cubicBezier', x1: 0.37, y1: 0, x2: 0.63, y2: 1 };
const sineOut: Easing = { type: 'cubicBezier', x1: 0.61, y1: 1, x2: 0.88, y2: 1 };
const sineIn: Easing = { type: 'cubicBezier', x1: 0.12, y1: 0, x2: 0.39, y2: 0 };

/** A wave that begins and ends at rest. */
const wave = (most: number): Points => [
  [0, 0, sineOut],
  [0.25, most, sine],
  [0.75, -most, sineIn],
  [1, 0, 'linear'],
];

const scale = (durationMs: number, points: Points): readonly PresetPart[] => [
  { property: 'scaleX', durationMs, points },
  { property: 'scaleY', durationMs, points },
];

/** Loops that need no numbers. Lengths are pixels of a frame whose shorter side has 1080. */
export const loopPresets = {
  float: [{ property: 'y', durationMs: 4000, points: wave(-8) }],
  breathe: scale(5000, [
    [0, 1, sine],
    [0.5, 1.04, sine],
    [1, 1, 'linear'],
  ]),
  spin: [
    {
      property: 'rotation',
      durationMs: 8000,
      points: [
        [0, 0, 'linear'],
        [1, 360, 'linear'],
      ],
    },
  ],
  sway: [{ property: 'rotation', durationMs: 5000, points: wave(3) }],
  pulse: scale(2400, [
    [0, 1, 'easeOut'],
    [0.14, 1.07, sine],
    [0.5, 1, 'linear'],
    [1, 1, 'linear'],
  ]),
  blink: [
    {
      property: 'opacity',
      durationMs: 1200,
      points: [
        [0, 1, 'linear'],
        [0.5, 1, sine],
        [0.58, 0, 'linear'],
        [0.92, 0, sine],
        [1, 1, 'linear'],
      ],
    },
  ],
  drift: [
    { property: 'x', durationMs: 13_000, points: wave(14) },
    { property: 'y', durationMs: 9000, points: wave(-9) },
  ],
} as const satisfies Readonly<Record<string, readonly PresetPart[]>>;

export type LoopPreset = keyof typeof loopPresets;

export const loopNames = Object.keys(loopPresets) as readonly LoopPreset[];

/** The parts of a preset. */
export function partsOfLoop(name: LoopPreset): readonly PresetPart[] {
  return loopPresets[name];
}

/** Whether a value is the name of a preset. */
export function isLoopPreset(value: unknown): value is LoopPreset {
  return typeof value === 'string' && Object.hasOwn(loopPresets, value);
}
