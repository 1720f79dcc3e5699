import { expect, it } from 'vitest';
import { adviceOn as adviceFor } from '../advice/advice-on.ts';
import { film, problemsOf } from './expand.ts';

const times = 'a time such as "2.5s", "600ms" or "0:07"';
const presets = 'move, write, fade, grow, none, draw, slide, pop, wipe, blur, flip, tilt';
const emphases = 'pulse, shake, flash, wiggle, ring, underline, mark';
const easings = 'linear, easeInOut, easeIn, easeOut, ease-in, ease-out, ease-in-out, ease';

const one = (fields: object, compositions: object[] = [{ states: { a: true } }]) =>
  film({ objects: { a: { kind: 'circle', ...fields } }, compositions });

it.each(['enter', 'exit'])(
  'an animation of an object that there is not is answered with all: %s',
  (field) => {
    const problem = (name: string, meant: string) =>
      `objects.a.${field}: must be milliseconds, ${times}, one of ${presets} or an object, but is "${name}"${meant}`;
    expect(problemsOf(one({ [field]: 'typewriter' }))).toEqual([
      problem('typewriter', '; did you mean write?'),
    ]);
    expect(problemsOf(one({ [field]: 'bounce' }))).toEqual([problem('bounce', '; did you mean pop?')]);
    expect(problemsOf(one({ [field]: 'slde' }))).toEqual([problem('slde', '; did you mean slide?')]);
    expect(problemsOf(one({ [field]: 'xyz' }))).toEqual([problem('xyz', '')]);
    expect(problemsOf(one({ [field]: { type: 'typewriter' } }))).toEqual([
      `objects.a.${field}.type: must be one of ${presets}, but is "typewriter"; did you mean write?`,
    ]);
  },
);

it('so are those of compositions and tracks', () => {
  const enters = [
    { enter: 'slid', states: { a: true } },
    { enter: { tracks: { a: 'zoom' } }, states: { a: { x: 3 } } },
  ];
  expect(problemsOf(one({}, enters))).toEqual([
    `compositions[0].enter: must be milliseconds from 0 to 600000, ${times}, one of ${presets}, or an object with duration and tracks, but is "slid"; did you mean slide?`,
    `compositions[1].enter.tracks.a: must be milliseconds, ${times}, one of ${presets}, ${emphases} or an object, but is "zoom"; did you mean pop?`,
  ]);
});

it('easings are listed with those of CSS and those that pass their end', () => {
  expect(problemsOf(one({ enter: { type: 'fade', easing: 'ease-ot' } }))).toEqual([
    `objects.a.enter.easing: must be one of ${easings}, spring, easeOutBack or "cubic-bezier(x1, y1, x2, y2)", but is "ease-ot"; did you mean easeOut?`,
  ]);
  const timed = { type: 'fade', opacityTiming: { start: 0, duration: 100, easing: 'spring' } };
  expect(problemsOf(one({ enter: timed }))).toEqual([
    `objects.a.enter.opacityTiming.easing: must be one of ${easings} or "cubic-bezier(x1, y1, x2, y2)", but is "spring"`,
  ]);
});

it('kinds are those that authors may draw', () => {
  const kinds =
    'circle, rectangle, text, equation, path, arrow, brace, numberline, image, icon, captions, video, axes, plot, waveform, row, column, grid, stack, group, graph, state, classes, entities, mindmap, tree, sequence, table, bars, line, area, scatter, histogram, heatmap, waterfall, pie, donut, gantt, code, or a component of the catalogue';
  const problem = (kind: string, meant: string) =>
    `objects.a.kind: must be one of ${kinds}, but is "${kind}"${meant}`;
  expect(problemsOf(one({ kind: 'caption' }))).toEqual([problem('caption', '; did you mean captions?')]);
  expect(problemsOf(one({ kind: 'vido' }))).toEqual([problem('vido', '; did you mean video?')]);
  expect(problemsOf(one({ kind: 'sequenceDiagram' }))).toEqual([
    problem('sequenceDiagram', '; did you mean sequence?'),
  ]);
  expect(problemsOf(one({ kind: 'tabel' }))).toEqual([problem('tabel', '; did you mean table?')]);
  const child = { kind: 'row', children: [{ kind: 'rect' }] };
  expect(problemsOf(film({ objects: { a: child }, compositions: [{ states: { a: true } }] }))).toEqual([
    `objects.a.children[0].kind: must be one of ${kinds}, but is "rect"; did you mean rectangle?`,
  ]);
});

it('words of fields, colours and names of objects and parts are answered with the closest', () => {
  const ends = (document: object) => problemsOf(document).map((problem) => problem.replace(/^.*; /, ''));
  expect(ends(one({ place: 'centre' }))).toEqual(['did you mean center?']);
  expect(ends(one({ fill: 'tomatoe' }))).toEqual(['did you mean tomato?']);
  expect(ends({ ...one({ fill: 'tomatoe' }), theme: 'paper' })).toEqual(['did you mean "tomato"?']);
  const title = { kind: 'text', text: 'A' };
  const objects = { title, row: { kind: 'row', children: { left: title } } };
  const states = { states: { title: true, row: true } };
  const near = { kind: 'circle', below: 'titel' };
  expect(ends(film({ objects: { ...objects, near }, compositions: [states] }))).toEqual([
    'did you mean "title"?',
  ]);
  expect(ends(film({ objects, compositions: [{ states: { tilte: true } }] }))).toEqual([
    'did you mean "title"?',
  ]);
  expect(ends(film({ objects, compositions: [{ states: { 'row.lft': false } }] }))).toEqual([
    'did you mean "row.left"?',
  ]);
});

it('easings of keyframes in lists are answered with all, beside other problems of the animation', () => {
  const keyframes = {
    x: [
      [0, 1],
      [1, 5, 'ease-ot'],
    ],
    scale: [
      [0, 1],
      [1, 2, 'spring'],
    ],
  };
  const rule = `must be one of ${easings} or "cubic-bezier(x1, y1, x2, y2)"`;
  expect(problemsOf(one({ enter: { type: 'bounce', keyframes } }))).toEqual([
    `objects.a.enter.keyframes.x[1][2]: ${rule}, but is "ease-ot"; did you mean easeOut?`,
    `objects.a.enter.keyframes.scale[1][2]: ${rule}, but is "spring"`,
    `objects.a.enter.type: must be one of ${presets}, but is "bounce"; did you mean pop?`,
  ]);
});

async function adviceOn(document: object): Promise<readonly string[]> {
  const advice = await adviceFor(document);
  return advice.flatMap(({ rule, path, message }) =>
    rule === 'unknown-field' ? [`${path}: ${message}`] : [],
  );
}

it('a camera that follows is answered with around', async () => {
  const camera = [{ duration: 900, states: { a: true, camera: { follow: 'a' } } }];
  expect(await adviceOn(one({}, camera))).toEqual([
    'compositions[0].states.camera.follow: "follow" is not a field and is ignored; did you mean around? The camera has around, padding, x, y, zoom, rotation; see the page "camera"',
  ]);
});

it('a direction of an animation is answered with the side from which it comes', async () => {
  expect(await adviceOn(one({ enter: { type: 'slide', direction: 'up' } }))).toEqual([
    'objects.a.enter.direction: "direction" is not a field and is ignored; did you mean from? It is the side from which an object comes: "bottom" for one that goes up.',
  ]);
});
