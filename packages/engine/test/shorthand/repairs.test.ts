// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables look like template placeholders.
import { describe, expect, it } from 'vitest';
import { film, problemsOf } from './expand.ts';

// Mistakes that authors make. The message alone must be enough to correct each one: the place, the rule and the fix.

interface Mistake {
  readonly what: string;
  readonly broken: unknown;
  readonly says: readonly string[];
  readonly repaired: unknown;
}

const text = (content: string) => ({ box: { kind: 'text', state: { text: content } } });
const box = (state: object) => ({ box: { kind: 'rectangle', state } });
const withTrack = (track: object) => film({ enter: { duration: 500, tracks: { box: track } } });
const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

const mistakes: readonly Mistake[] = [
  {
    what: 'a trailing comma',
    broken: '{ "shorthand": true, "compositions": { "a": {}, } }',
    says: [
      'project: is not valid JSON at line 1, column 49: expected a property name in double quotes, but found "}"; remove the comma before it',
    ],
    repaired: '{ "shorthand": true, "compositions": { "a": {} } }',
  },
  {
    what: 'a missing shorthand field',
    broken: { ...film(), shorthand: undefined },
    says: [
      'shorthand: must be true: only shorthand has compositions at the top level; add "shorthand": true at the top of the document',
    ],
    repaired: film(),
  },
  {
    what: 'missing compositions',
    broken: { shorthand: true, objects: {} },
    says: ['compositions: is required: an object with at least one composition; or write scenes'],
    repaired: { shorthand: true, objects: {}, compositions: { only: {} } },
  },
  {
    what: 'a list instead of a map',
    broken: film({ objects: [{ kind: 'text' }] }),
    says: ['objects: must be an object, but is an array of 1 item'],
    repaired: film({ objects: { box: { kind: 'text' } } }),
  },
  {
    what: 'a misspelt variable',
    broken: film({ variables: { title: 'Hi' }, objects: text('${titel}') }),
    says: ['objects.box.state.text: names the unknown variable "titel"; known: title'],
    repaired: film({ variables: { title: 'Hi' }, objects: text('${title}') }),
  },
  {
    what: 'an undeclared variable',
    broken: film({ objects: text('${title}') }),
    says: ['objects.box.state.text: names the unknown variable "title"; declare it in variables'],
    repaired: film({ variables: { title: 'Hi' }, objects: text('${title}') }),
  },
  {
    what: 'circular variables',
    broken: film({ variables: { a: '${b}', b: '${a}' }, objects: text('${a}') }),
    says: ['variables.a: must not refer to itself, directly or through other variables'],
    repaired: film({ variables: { a: 'Hi', b: '${a}' }, objects: text('${b}') }),
  },
  {
    what: 'an unescaped literal "${"',
    broken: film({ objects: text('costs ${5') }),
    says: ['objects.box.state.text: has a "${" without its "}"; write "$${" for a literal "${"'],
    repaired: film({ objects: text('costs $${5') }),
  },
  {
    what: 'a variable of the wrong type',
    broken: film({ variables: { size: 'big' }, objects: box({ width: '${size}' }) }),
    says: [
      'variables.size: must be a number from -100000 to 100000, but is "big"; used by objects.box.state.width',
    ],
    repaired: film({ variables: { size: 300 }, objects: box({ width: '${size}' }) }),
  },
  {
    what: 'numbers as keys of compositions',
    broken: film({ compositions: { 1: {}, 2: {} } }),
    says: [
      'compositions.1: must not be a whole number, because JSON readers reorder such keys; choose another name, or write a compositionOrder',
    ],
    repaired: film({ compositions: { 'step-1': {}, 'step-2': {} } }),
  },
  {
    what: 'a composition that the order leaves out',
    broken: film({ compositions: { a: { enter: 1 }, b: {} }, compositionOrder: ['b'] }),
    says: ['compositionOrder: must name each composition in the scene once, but "a" is missing'],
    repaired: film({ compositions: { a: { enter: 1 }, b: {} }, compositionOrder: ['b', 'a'] }),
  },
  {
    what: 'a state for an object that does not exist',
    broken: film({ compositions: { a: { states: { bix: { x: 1 } } } } }),
    says: [
      'compositions.a.states.bix: is not the id of an object in the scene, which has "box"; did you mean "box"?',
    ],
    repaired: film({ compositions: { a: { states: { box: { x: 1 } } } } }),
  },
  {
    what: 'a word in place of a state',
    broken: film({ compositions: { a: { states: { box: 'shown' } } } }),
    says: [
      'compositions.a.states.box: must be an object, true to show the object, or false to hide it, but is "shown"',
    ],
    repaired: film({ compositions: { a: { states: { box: {} } } } }),
  },
  {
    what: 'a colour in another notation',
    broken: film({ objects: box({ fill: 'cmyk(0, 1, 1, 0)' }) }),
    says: [
      'objects.box.state.fill: must be a color (none, transparent, #rgb, #rrggbb, #rrggbbaa or a CSS name in lower case), but is "cmyk(0, 1, 1, 0)"',
    ],
    repaired: film({ objects: box({ fill: '#ff0000' }) }),
  },
  {
    what: 'a number with its unit',
    broken: film({ objects: { box: { kind: 'text', state: { fontSize: '96px' } } } }),
    says: [
      'objects.box.state.fontSize: must be a number from 0 to 10000, but is "96px"; write 96 without quotes and unit',
    ],
    repaired: film({ objects: { box: { kind: 'text', state: { fontSize: 96 } } } }),
  },
  {
    what: 'a kind that does not exist',
    broken: film({ objects: { box: { kind: 'polygon' } } }),
    says: [
      'objects.box.kind: must be one of circle, rectangle, text, equation, path, arrow, brace, numberline, image, icon, captions, video, axes, plot, waveform, row, column, grid, stack, group, graph, state, classes, entities, mindmap, tree, sequence, table, bars, line, area, scatter, histogram, heatmap, waterfall, pie, donut, gantt, code, or a component of the catalogue, but is "polygon"',
    ],
    repaired: film({ objects: { box: { kind: 'path' } } }),
  },
  {
    what: 'a duration in words',
    broken: film({ enter: '800 milliseconds' }),
    says: [
      'enter: must be milliseconds from 0 to 600000, a time such as "2.5s", "600ms" or "0:07", one of move, write, fade, grow, none, draw, slide, pop, wipe, blur, flip, tilt, or an object with duration and tracks, but is "800 milliseconds"',
    ],
    repaired: film({ enter: 800 }),
  },
  {
    what: 'a track that ends too late',
    broken: withTrack({ start: 300, duration: 400 }),
    says: ["enter.tracks.box: start + duration (700) exceeds the transition's duration (500)"],
    repaired: withTrack({ start: 300, duration: 200 }),
  },
  {
    what: 'an unknown easing',
    broken: withTrack({ easing: 'ease-outward' }),
    says: [
      'enter.tracks.box.easing: must be one of linear, easeInOut, easeIn, easeOut, ease-in, ease-out, ease-in-out, ease, spring, easeOutBack or "cubic-bezier(x1, y1, x2, y2)", but is "ease-outward"; did you mean easeOutBack?',
    ],
    repaired: withTrack({ easing: 'easeOut' }),
  },
  {
    what: 'a stagger for a single object',
    broken: withTrack({ stagger: 80 }),
    says: [
      'enter.tracks.box.stagger: is only allowed with "by", in the track "*" and in those of groups and charts; write start, or move it there',
    ],
    repaired: film({ enter: { duration: 500, tracks: { '*': { stagger: 80 } } } }),
  },
  {
    what: 'a keyframe for a CSS property',
    broken: withTrack({ keyframes: { left: [[0.5, 300]] } }),
    says: [
      'enter.tracks.box.keyframes.left: must be the name of a property, because it has a list: one of x, y, width, height, rotation, shear, scaleX, scaleY, anchorX, anchorY, fill, stroke, c1x, c1y, c2x, c2y, opacity, fontSize, strokeWidth, cornerRadius, reveal, letterSpacing, wordSpacing, lineHeight, sweepStart, sweepEnd, innerRadius, dashOffset, rotationX, rotationY, blur',
    ],
    repaired: withTrack({ keyframes: { x: [[0.5, 300]] } }),
  },
  {
    what: 'a keyframe that is not in a list',
    broken: withTrack({ keyframes: { x: [0.5, 300] } }),
    says: [
      'enter.tracks.box.keyframes.x[0]: must be [at, value] or [at, value, easing], but is 0.5',
      'enter.tracks.box.keyframes.x[1]: must be [at, value] or [at, value, easing], but is 300',
    ],
    repaired: withTrack({ keyframes: { x: [[0.5, 300]] } }),
  },
  {
    what: 'a keyframe time in milliseconds',
    broken: withTrack({ keyframes: { x: [[250, 300]] } }),
    says: ['enter.tracks.box.keyframes.x[0][0]: must be a number from 0 to 1, but is 250'],
    repaired: withTrack({ keyframes: { x: [[0.5, 300]] } }),
  },
  {
    what: 'an image in another format',
    broken: film({
      objects: { box: { kind: 'image', image: { src: 'data:image/svg+xml;base64,PHN2Zy8+' } } },
    }),
    says: [
      'objects.box.image.src: must be a PNG or JPEG file, or a base64 data URL of image/png or image/jpeg, but is "data:image/svg+xml;base64,PHN2Zy8+"',
    ],
    repaired: film({ objects: { box: { kind: 'image', image: { src: pixel } } } }),
  },
];

describe('messages about shorthand mistakes', () => {
  it.each(mistakes)(
    'reports $what in shorthand and accepts the corrected version',
    ({ broken, says, repaired }) => {
      expect(problemsOf(broken)).toEqual(says);
      expect(problemsOf(repaired)).toEqual([]);
    },
  );
});
