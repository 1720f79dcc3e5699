import { describe, expect, it } from 'vitest';
import { boxInTransition } from './box-in-transition.ts';

const linear = { easing: 'linear', duration: 400 } as const;

describe('text transitions', () => {
  it('texts switch in the middle of a transition by default', () => {
    const box = boxInTransition({ kind: 'text', from: { text: 'A' }, to: { text: 'B' }, track: linear });
    expect([199, 200].map((time) => box(time)?.appearance)).toMatchObject([
      { lettering: { text: 'A' }, textChange: null },
      { lettering: { text: 'B' }, textChange: null },
    ]);
  });

  it.each(['crossfade', 'morph'] as const)(
    'a %s shows both texts during the transition, and only one of them before and after',
    (textTransition) => {
      const to = { text: 'B', align: 'left', textTransition } as const;
      const box = boxInTransition({ kind: 'text', from: { text: 'A' }, to, track: linear });
      expect(box(100)?.appearance.textChange).toMatchObject({
        kind: textTransition,
        from: { text: 'A', align: 'center' },
        to: { text: 'B', align: 'left' },
        progress: 0.25,
      });
      expect([0, 400].map((time) => box(time)?.appearance.textChange)).toEqual([null, null]);
      expect(box(400)?.appearance.lettering).toMatchObject({ text: 'B', align: 'left' });
    },
  );

  it('a text transition follows the entered state', () => {
    const from = { text: 'A', textTransition: 'morph' } as const;
    const box = boxInTransition({ kind: 'text', from, to: { text: 'B' }, track: linear });
    expect(box(100)?.appearance.textChange).toBeNull();
  });

  it('a count uses the easing of the track', () => {
    const to = { text: '100 %', textTransition: 'count' } as const;
    const box = boxInTransition({
      kind: 'text',
      from: { text: '0 %' },
      to,
      track: { ...linear, easing: 'easeIn' },
    });
    // t^3 is 0.125 in the middle.
    expect([0, 200, 400].map((time) => box(time)?.appearance.lettering.text)).toEqual([
      '0 %',
      '13 %',
      '100 %',
    ]);
  });

  it('texts that cannot count crossfade, and texts switch while an object is written', () => {
    const count = { text: 'two', textTransition: 'count' } as const;
    const box = boxInTransition({ kind: 'text', from: { text: '1' }, to: count, track: linear });
    expect(box(100)?.appearance.textChange?.kind).toBe('crossfade');
    const morph = { text: 'B', textTransition: 'morph' } as const;
    const written = boxInTransition({
      kind: 'text',
      from: { text: 'A' },
      to: morph,
      track: { ...linear, type: 'write' },
    });
    expect(written(100)?.appearance.textChange).toBeNull();
  });

  it('objects without a text transition stay unchanged', () => {
    for (const kind of ['text', 'equation', 'circle', 'path', 'rectangle'] as const) {
      const box = boxInTransition({ kind, from: { text: 'A' }, to: { text: 'A', width: 99 }, track: linear });
      expect(box(100)?.appearance).toMatchObject({
        innerRadius: 0,
        dash: null,
        points: null,
        curves: null,
        lineHeight: null,
        textChange: null,
      });
    }
  });
});
