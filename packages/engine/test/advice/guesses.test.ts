import { describe, expect, it } from 'vitest';
import { adviceOn } from './advice-on.ts';
import { expectFixesToWork, type Film, repaired } from './follow-fixes.ts';

const base = {
  shorthand: true,
  width: 1280,
  height: 720,
  background: '#101820',
  objects: {
    title: { kind: 'text', state: { text: 'Hello there', y: 120 } },
    box: { kind: 'rectangle', state: { x: 300, y: 500 } },
    dot: { kind: 'circle', state: { x: 900, y: 500 } },
    line: { kind: 'path', state: { x: 500, y: 600 } },
  },
  compositions: {
    start: { duration: 4000 },
    end: { duration: 4000, enter: { duration: 600, tracks: { box: {} } }, states: { box: {} } },
  },
};

/** Returns the film with more fields at a place. */
function withFields(place: string, fields: object): Film {
  const film: Film = structuredClone(base);
  let at: object = film;
  for (const name of place === '' ? [] : place.split('.')) at = Reflect.get(at, name);
  Object.assign(at, fields);
  return film;
}

/** Fields that authors guess, by place, each with the fields that the fix sets; null where no fix is possible. */
const guesses: readonly (readonly [place: string, fields: object, fix: object | null])[] = [
  // States, as in CSS, SVG, Figma and Manim.
  ['objects.box.state', { color: '#f00' }, { fill: '#f00' }],
  ['objects.box.state', { colour: 'tomato' }, { fill: 'tomato' }],
  ['objects.box.state', { fillColor: 'rgb(255, 0, 16)' }, { fill: '#ff0010' }],
  ['objects.box.state', { backgroundColor: '#f00' }, { fill: '#f00' }],
  ['objects.title.state', { backgroundColor: '#f00' }, null],
  ['objects.line.state', { color: '#f00' }, { stroke: '#f00' }],
  ['objects.box.state', { strokeColor: '#f00' }, { stroke: '#f00' }],
  ['objects.box.state', { borderColor: '#f00' }, { stroke: '#f00' }],
  ['objects.box.state', { border: '1px solid red' }, null],
  ['objects.line.state', { lineWidth: 3 }, { strokeWidth: 3 }],
  ['objects.line.state', { 'stroke-width': '3px' }, { strokeWidth: 3 }],
  ['objects.box.state', { radius: 12 }, { cornerRadius: 12 }],
  ['objects.box.state', { borderRadius: '12px' }, { cornerRadius: 12 }],
  ['objects.dot.state', { radius: 60 }, { width: 120, height: 120 }],
  ['objects.dot.state', { r: 60 }, { width: 120, height: 120 }],
  ['objects.box.state', { size: [200, 80] }, { width: 200, height: 80 }],
  ['objects.title.state', { size: 60 }, { fontSize: 60 }],
  ['objects.title.state', { textAlign: 'middle' }, { align: 'center' }],
  ['objects.title.state', { bold: true }, { fontWeight: 700 }],
  ['objects.title.state', { weight: 'bold' }, { fontWeight: 700 }],
  ['objects.title.state', { fontStyle: 'italic' }, { italic: true }],
  ['objects.title.state', { typeface: 'Georgia, serif' }, { fontFamily: 'serif' }],
  ['objects.title.state', { font: 'Inter' }, { fontFamily: 'Inter' }],
  ['objects.title.state', { font: 'Roboto' }, null],
  ['objects.title.state', { leading: '120%' }, { lineHeight: 1.2 }],
  ['objects.title.state', { valign: 'center' }, { verticalAlign: 'middle' }],
  ['objects.line.state', { strokeDasharray: '8 14' }, { dash: [8, 14] }],
  ['objects.box.state', { strokeDasharray: 0 }, null],
  ['objects.dot.state', { startAngle: 90 }, null],
  ['objects.title.state', { tracking: '2px' }, { letterSpacing: 2 }],
  ['objects.title.state', { uppercase: true }, { textTransform: 'uppercase' }],
  ['objects.title.state', { textDecoration: 'underline' }, { underline: true }],
  ['objects.title.state', { paragraphSpacing: 2 }, null],
  ['objects.title.state', { content: 'Other' }, null],
  ['objects.title.state', { maxWidth: 900 }, { wrapWidth: 900 }],
  ['objects.box.state', { w: 200 }, { width: 200 }],
  ['objects.box.state', { h: 80 }, { height: 80 }],
  ['objects.box.state', { left: 200 }, null],
  ['objects.box.state', { top: 200 }, null],
  ['objects.box.state', { angle: '30deg' }, { rotation: 30 }],
  ['objects.box.state', { rotate: 30 }, { rotation: 30 }],
  ['objects.box.state', { alpha: 0.8 }, { opacity: 0.8 }],
  ['objects.box.state', { opactiy: 0.8 }, { opacity: 0.8 }],
  ['objects.box.state', { hidden: false }, { visible: true }],
  ['objects.box.state', { zIndex: 3 }, null],
  ['objects.box.state', { boxShadow: '0 2px 4px black' }, { shadow: '0 2px 4px black' }],
  ['objects.box.state', { glow: true }, { effect: 'glow' }],
  ['objects.box.state', { transform: 'scale(2)' }, null],
  ['objects.box.state', { gradient: ['#fff', '#000'] }, null],
  ['objects.box.state', { easing: 'easeOut' }, null],
  ['objects.box.state', { position: [500, 400] }, null],
  ['compositions.end.states.box', { color: 'tomato' }, { fill: 'tomato' }],
  // Objects.
  ['objects.title', { color: '#f00' }, { fill: '#f00' }],
  ['objects.title', { type: 'text' }, null],
  ['objects.title', { zIndex: 5 }, { order: 5 }],
  ['objects.title', { parent: 'box' }, { parentId: 'box' }],
  ['objects.title', { delay: 200 }, null],
  ['objects.title', { animation: 'fade' }, null],
  // Compositions.
  ['compositions.start', { length: 3000 }, null],
  ['compositions.start', { background: '#ffffff' }, null],
  ['compositions.start', { text: 'Hello' }, null],
  ['compositions.start', { objects: { dot: { y: 480 } } }, { states: { dot: { y: 480 } } }],
  ['compositions.start', { title: { fill: 'red' } }, { 'states.title': { fill: 'red' } }],
  ['compositions.start', { transition: 400 }, null],
  ['compositions.end', { exit: 400 }, null],
  ['compositions.end', { easing: 'easeOut' }, null],
  ['compositions.end', { audio: 'music.wav' }, null],
  // Transitions and tracks.
  ['compositions.end.enter.tracks.box', { delay: 200 }, { start: 200 }],
  ['compositions.end.enter.tracks.box', { delay: 0.2 }, { start: 200 }],
  ['compositions.end.enter.tracks.box', { length: '300ms' }, { duration: 300 }],
  ['compositions.end.enter.tracks.box', { ease: 'ease-in-out' }, { easing: 'easeInOut' }],
  [
    'compositions.end.enter.tracks.box',
    { timingFunction: 'cubic-bezier(0.2, 0, 0.4, 1)' },
    { easing: { type: 'cubicBezier', x1: 0.2, y1: 0, x2: 0.4, y2: 1 } },
  ],
  ['compositions.end.enter.tracks.box', { effect: 'fadeIn' }, { type: 'fade' }],
  ['compositions.end.enter.tracks.box', { repeat: 3 }, null],
  ['compositions.end.enter.tracks.box', { x: 500 }, null],
  // The film.
  ['', { backgroundColor: '#000' }, null],
  ['', { fps: 60 }, null],
  ['', { loop: true }, null],
  ['', { repeat: 2 }, null],
  ['', { resolution: [1280, 720] }, null],
  ['', { slides: {} }, null],
  ['', { font: 'Inter' }, null],
  ['', { output: 'film.mp4' }, null],
  ['', { audio: 'music.wav' }, null],
  ['', { palette: 'dark' }, null],
  ['', { wibble: 1 }, null],
];

describe('guesses of new authors', () => {
  it('the film of the guesses gets no advice', async () => {
    expect(await adviceOn(base)).toEqual([]);
  });

  it('the film of the guesses has at least 58 guesses', () => {
    expect(guesses.length).toBeGreaterThanOrEqual(58);
  });

  it.each(guesses)('advises on a guessed field: %s %j', async (place, fields, fix) => {
    const film = withFields(place, fields);
    const advice = await adviceOn(film);
    expect(advice).toHaveLength(1);
    const [one] = advice;
    const [name] = Object.keys(fields);
    expect(one?.message).toContain(`"${name}" is not a field`);
    expect(['unknown-field', 'misplaced-field']).toContain(one?.rule);
    expect(one?.fix).toEqual(fix === null ? undefined : { ...fix, [String(name)]: null });
    if (one && fix) {
      expect(await adviceOn(repaired(film, one))).toEqual([]);
      expect(await expectFixesToWork(film)).toBe(1);
    }
  });
});
