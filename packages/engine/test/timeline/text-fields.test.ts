import { describe, expect, it } from 'vitest';
import {
  composition,
  keyframe,
  object,
  project,
  scene,
  state,
  track,
  transition,
} from '../../../../test/support/project-parts.ts';
import type { ObjectKind } from '../../src/language/kinds.ts';
import type { CompositionState } from '../../src/project/schema.ts';
import type { Appearance } from '../../src/timeline/appearance.ts';
import { compileTimeline } from '../../src/timeline/compile-timeline.ts';
import { plainFace } from '../../src/timeline/face.ts';
import { poseOf } from './box-in-transition.ts';

/** Returns the appearance of a box in a transition of 400 ms after a hold of 200. */
function appearanceOf(
  from: Partial<CompositionState>,
  to: Partial<CompositionState>,
  changes: Parameters<typeof track>[0] = {},
  kind: ObjectKind = 'text',
): (timeMs: number) => Appearance | undefined {
  const timeline = compileTimeline(
    project(
      scene('scene', {
        objects: [object('box', { kind })],
        compositions: [
          composition('a', 200, { box: state(from) }),
          composition('b', 200, { box: state(to) }),
        ],
        transitions: [transition('a', 'b', 400, [track({ easing: 'linear', duration: 400, ...changes })])],
      }),
    ),
  );
  return (timeMs) => poseOf(timeline.at(200 + timeMs), 'box')?.appearance;
}

const from = { fontSize: 20, text: 'A', align: 'left', wrapWidth: 300, fontWeight: 700 } as const;
const to = { fontSize: 40, text: 'B', align: 'right', wrapWidth: 200, tabularNumbers: true } as const;
const bold = { ...plainFace, weight: 700 };
const first = { text: 'A', align: 'left', wrapWidthInEm: 15, face: bold, tabularNumbers: false };
const second = { text: 'B', align: 'right', wrapWidthInEm: 5, face: plainFace, tabularNumbers: true };

describe('text fields', () => {
  it("switches a text's alignment, wrapping and weight halfway through its track with the text", () => {
    const at = appearanceOf(from, to);
    for (const timeMs of [-100, 0, 199]) expect(at(timeMs)?.lettering).toMatchObject(first);
    for (const timeMs of [200, 399, 400, 500]) expect(at(timeMs)?.lettering).toMatchObject(second);
    const late = appearanceOf(from, to, { start: 200, duration: 200 });
    expect([late(299)?.lettering, late(300)?.lettering]).toMatchObject([first, second]);
  });

  it("uses defaults for a text's missing fields", () => {
    const defaults = { align: 'center', wrapWidthInEm: null, face: plainFace, tabularNumbers: false };
    expect(appearanceOf({}, {})(0)?.lettering).toMatchObject(defaults);
    const at = appearanceOf(from, {});
    expect([at(0)?.lettering, at(200)?.lettering]).toMatchObject([first, defaults]);
  });

  it('ignores text fields on circles, equations and images', () => {
    const { text, align, fontSize } = from;
    for (const kind of ['circle', 'equation', 'image'] as const) {
      expect(appearanceOf(from, to, {}, kind)(0)).toEqual(
        appearanceOf({ fontSize, text, align }, { fontSize: 40, text: 'B' }, {}, kind)(0),
      );
    }
  });

  it("keeps a text's wrap width in em while its font size changes", () => {
    const same = { ...from, fontSize: 60, wrapWidth: 900 };
    const wraps = (at: (timeMs: number) => Appearance | undefined) =>
      [0, 100, 199, 200, 300, 400].map((timeMs) => at(timeMs)?.lettering.wrapWidthInEm);
    expect(wraps(appearanceOf(from, same))).toEqual(Array(6).fill(15));
    const keyframes = { k: keyframe('fontSize', 0.5, 500) };
    expect(wraps(appearanceOf(from, from, { keyframes }))).toEqual(Array(6).fill(15));
    expect(wraps(appearanceOf({ ...from, fontSize: 0 }, from))).toEqual(Array(6).fill(15));
    expect(wraps(appearanceOf(from, { ...from, fontSize: 0 })).slice(0, 5)).toEqual(Array(5).fill(15));
    const grown = appearanceOf({ ...from, visible: false }, from, { type: 'grow' });
    expect([100, 300].map((timeMs) => grown(timeMs)?.lettering.wrapWidthInEm)).toEqual([15, 15]);
  });
});
