import { expect, it } from 'vitest';
import { laneOf } from '../../src/render/view/lane.ts';
import { compileTimeline } from '../../src/timeline/compile-timeline.ts';
import { expand } from '../shorthand/expand.ts';

const timing = { start: 600, duration: 300, easing: 'linear' };

/** A film in which one field of an object changes, in a transition of 1000 ms that begins at 500. */
function change(object: object, to: object, timingName: string) {
  const { project } = expand({
    shorthand: true,
    objects: { a: { x: 300, y: 300, width: 200, height: 200, ...object } },
    compositions: {
      one: { duration: 500, states: { a: true } },
      two: {
        duration: 500,
        enter: { duration: 1000, tracks: { a: { [timingName]: timing } } },
        states: { a: to },
      },
    },
  });
  return { project, timeline: compileTimeline(project) };
}

it.each([
  ['letterSpacing', { kind: 'text', text: 'Text' }, { letterSpacing: 20 }, 'fontSizeTiming'],
  ['lineHeight', { kind: 'text', text: 'Text', lineHeight: 1 }, { lineHeight: 2 }, 'fontSizeTiming'],
  ['sweep', { kind: 'circle', sweep: [0, 90] }, { sweep: [0, 270] }, 'sizeTiming'],
  [
    'points',
    {
      kind: 'path',
      points: [
        [0, 0],
        [1, 1],
      ],
      stroke: 'red',
    },
    {
      points: [
        [0, 1],
        [1, 0],
      ],
    },
    'pathTiming',
  ],
  ['dash', { kind: 'rectangle', stroke: 'red', dash: [10, 10] }, { dash: [40, 10] }, 'strokeTiming'],
  [
    'strokeWidth',
    { kind: 'rectangle', stroke: 'red', strokeWidth: 2 },
    { strokeWidth: 9 },
    'strokeWidthTiming',
  ],
] as const)('a lane shows %s when it changes in the film', (field, object, to, timingName) => {
  const { kind, ...state } = object;
  const { project, timeline } = change({ kind, ...state }, to, timingName);
  const [scene = ''] = project.sceneOrder;
  const { spans } = laneOf(project, timeline, { scene, object: 'a' }, (path) => path);
  const span = spans.find(({ properties }) => properties.includes(field));
  expect(span).toMatchObject({ startMs: 1100, endMs: 1400 });
  // The lettering has the spacing for which a text is wrapped, whenever it changes.
  const drawn = (key: string, value: unknown) => (key === 'lettering' ? undefined : value);
  const pictureAt = (timeMs: number) => JSON.stringify(timeline.at(timeMs).poses, drawn);
  expect(pictureAt(1090)).toBe(pictureAt(510));
  expect(pictureAt(1250)).not.toBe(pictureAt(1090));
  expect(pictureAt(1410)).toBe(pictureAt(1490));
});
