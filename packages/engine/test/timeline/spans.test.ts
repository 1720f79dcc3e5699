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
import type { CompositionState, TransitionTrack } from '../../src/project/schema.ts';
import type { Appearance } from '../../src/timeline/appearance.ts';
import { compileTimeline } from '../../src/timeline/compile-timeline.ts';
import { plainFace } from '../../src/timeline/face.ts';

const red = { red: 255, green: 0, blue: 0, alpha: 1 };
const black = { red: 0, green: 0, blue: 0, alpha: 1 };
const white = { red: 255, green: 255, blue: 255, alpha: 1 };

/** The appearance of a text at a time of a film that changes it from 0 to 1000 ms and then holds it. */
function textBetween(
  from: Partial<CompositionState>,
  to: Partial<CompositionState>,
  changes: Partial<TransitionTrack> = {},
): (timeMs: number) => Appearance {
  const timeline = compileTimeline(
    project(
      scene('s', {
        objects: [object('box', { kind: 'text' })],
        compositions: [
          composition('a', 0, { box: state({ text: 'one two', ...from }) }),
          composition('b', 500, { box: state({ text: 'one two', ...to }) }),
        ],
        transitions: [transition('a', 'b', 1000, [track({ duration: 1000, ...changes })])],
      }),
    ),
  );
  return (timeMs) => {
    const [pose] = timeline.at(timeMs).poses;
    if (!pose) throw new Error('the text is not drawn');
    return pose.appearance;
  };
}

const spansAt = (at: ReturnType<typeof textBetween>, timeMs: number) => at(timeMs).lettering.spans;
const grey = (value: number) => ({ red: value, green: value, blue: value, alpha: 1 });

describe('spans over time', () => {
  it('the fill and the opacity of a span change gradually', () => {
    const at = textBetween(
      { spans: [{ start: 0, end: 3, fill: '#000000', opacity: 1 }] },
      { spans: [{ start: 0, end: 3, fill: '#ff0000', opacity: 0 }] },
    );
    expect(spansAt(at, 0)).toEqual([{ start: 0, end: 3, fill: black, opacity: 1 }]);
    expect(spansAt(at, 500)).toEqual([
      { start: 0, end: 3, fill: { red: 127.5, green: 0, blue: 0, alpha: 1 }, opacity: 0.5 },
    ]);
    expect(spansAt(at, 1000)).toEqual([{ start: 0, end: 3, fill: red, opacity: 0 }]);
  });

  it('a span on one side blends from the fill of the object, also while that follows keyframes', () => {
    const still = textBetween({}, { spans: [{ start: 4, end: 7, fill: '#000000' }] });
    expect(spansAt(still, 0)).toBeNull();
    expect(spansAt(still, 250)).toEqual([{ start: 4, end: 7, fill: grey(191.25), opacity: 1 }]);
    const keyframes = { k: keyframe('fill', 0.5, '#000000') };
    const leaving = textBetween({ spans: [{ start: 4, end: 7, fill: '#000000' }] }, {}, { keyframes });
    expect(leaving(500).fill).toEqual(black);
    expect(spansAt(leaving, 500)).toEqual([{ start: 4, end: 7, fill: black, opacity: 1 }]);
    expect(spansAt(leaving, 750)).toEqual([{ start: 4, end: 7, fill: grey(127.5 * 0.75), opacity: 1 }]);
    expect(spansAt(leaving, 1200)).toBeNull();
  });

  it('spans that overlap those of the other side are divided', () => {
    const at = textBetween(
      { spans: [{ start: 0, end: 5, fill: '#000000' }] },
      { spans: [{ start: 3, end: 7, fill: '#ff0000' }] },
    );
    expect(spansAt(at, 500)).toEqual([
      { start: 0, end: 3, fill: grey(127.5), opacity: 1 },
      { start: 3, end: 5, fill: { red: 127.5, green: 0, blue: 0, alpha: 1 }, opacity: 1 },
      { start: 5, end: 7, fill: { red: 255, green: 127.5, blue: 127.5, alpha: 1 }, opacity: 1 },
    ]);
  });

  it('fill and opacity of spans have the timings of the properties of the object', () => {
    const at = textBetween(
      { spans: [{ start: 0, end: 3, fill: '#ffffff' }] },
      { spans: [{ start: 0, end: 3, fill: '#000000', opacity: 0 }] },
      {
        fillTiming: { start: 500, duration: 500, easing: 'linear' },
        opacityTiming: { start: 0, duration: 500, easing: 'linear' },
      },
    );
    expect(spansAt(at, 250)).toEqual([{ start: 0, end: 3, fill: white, opacity: 0.5 }]);
    expect(spansAt(at, 750)).toEqual([{ start: 0, end: 3, fill: grey(127.5), opacity: 0 }]);
  });

  it('spans of different texts switch with the text', () => {
    const at = textBetween(
      { spans: [{ start: 0, end: 3, fill: '#000000' }] },
      { text: 'three', spans: [{ start: 1, end: 5, fill: '#ff0000' }] },
    );
    expect(at(499).lettering).toMatchObject({ text: 'one two', spans: [{ start: 0, end: 3, fill: black }] });
    expect(at(500).lettering).toMatchObject({ text: 'three', spans: [{ start: 1, end: 5, fill: red }] });
  });

  it('weights of spans switch in the middle, and override that of the text', () => {
    const at = textBetween(
      { fontWeight: 700, spans: [{ start: 4, end: 7, fontWeight: 400 }] },
      {
        spans: [
          { start: 0, end: 1, fontWeight: 700 },
          { start: 1, end: 3, fontWeight: 400 },
        ],
      },
    );
    const [regular, bold] = [plainFace, { ...plainFace, weight: 700 }];
    const first = { face: bold, faceRanges: [{ start: 4, end: 7, face: regular }] };
    expect(at(0).lettering).toMatchObject(first);
    expect(at(499).lettering).toMatchObject(first);
    expect(at(500).lettering).toMatchObject({
      face: regular,
      faceRanges: [{ start: 0, end: 1, face: bold }],
    });
    // Spans with the weight of their text change nothing.
    const same = textBetween({ spans: [{ start: 0, end: 3, fontWeight: 400 }] }, {});
    expect(same(0).lettering).toMatchObject({ spans: null, faceRanges: null });
    expect(same(300)).toBe(same(1200));
  });

  it('spans of a count keep to their parts of the text', () => {
    const at = textBetween(
      { text: '95 € of 7', spans: [{ start: 0, end: 4, fill: '#000000', fontWeight: 700 }] },
      {
        text: '1,105 € of 7',
        textTransition: 'count',
        spans: [
          { start: 0, end: 7, fill: '#ff0000', fontWeight: 700 },
          { start: 8, end: 10, opacity: 0.5 },
        ],
      },
    );
    const early = at(100).lettering;
    expect(early).toMatchObject({
      text: '196 € of 7',
      spans: [{ start: 0, end: 5, fill: black }],
      faceRanges: [{ start: 0, end: 5, face: { ...plainFace, weight: 700 } }],
    });
    const late = at(600).lettering;
    expect(late.text).toBe('701 € of 7');
    expect(late.spans?.map(({ start, end }) => late.text.slice(start, end))).toEqual(['701 €', 'of']);
  });

  it('equal spans on both sides, and the ends of a transition, keep the same appearance', () => {
    const spans = [{ start: 0, end: 3, fill: '#ff0000' }];
    const at = textBetween(
      { spans },
      {
        spans: [
          { start: 0, end: 2, fill: '#ff0000' },
          { start: 2, end: 3, fill: '#f00' },
        ],
      },
    );
    expect(at(0)).toBe(at(700));
    const changing = textBetween({ spans }, { spans: [{ start: 0, end: 3, fill: '#00ff00' }] });
    expect(changing(1000)).toBe(changing(1400));
    expect(changing(300)).not.toBe(changing(301));
  });
});
