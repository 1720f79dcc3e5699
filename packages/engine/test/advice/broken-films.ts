import type { AdviceRule } from '../../src/advice/advice.ts';

/** A film with one kind of mistake, in shorthand. */
export interface BrokenFilm {
  readonly rule: AdviceRule;
  readonly film: Readonly<Record<string, unknown>>;
}

const text = (text: string, state: object = {}) => ({ kind: 'text', state: { text, ...state } });
const equation = (text: string, state: object) => ({ kind: 'equation', state: { text, ...state } });
const rectangle = (state: object) => ({ kind: 'rectangle', state });
const circle = (state: object) => ({ kind: 'circle', state });
const middle = { x: 640, y: 360 };

/** A film of two pictures on a dark background, 1280 x 720. */
function film(objects: object): BrokenFilm['film'] {
  return {
    shorthand: true,
    width: 1280,
    height: 720,
    background: '#101820',
    objects,
    compositions: { first: { duration: 4000 }, second: { duration: 4000 } },
  };
}

const orange = '#e76f51';
const blue = '#264653';

/** Five films for each rule about what texts lie on, under and beside. */
export const brokenFilms: readonly BrokenFilm[] = [
  ...[
    {
      title: text('Quarterly results', { x: 640, y: 200, fontSize: 60, fill: '#333c44' }),
      more: text('A year of steady growth', { x: 640, y: 320, fontSize: 30, fill: '#5a5a5a' }),
    },
    {
      card: rectangle({ ...middle, width: 600, height: 300, fill: '#ffd166' }),
      offer: text('Special offer', { x: 640, y: 330, fontSize: 56, fill: '#ffffff' }),
      small: text('only this week', { x: 640, y: 420, fontSize: 28, fill: '#f4a261' }),
    },
    {
      half: rectangle({ x: 320, y: 360, width: 640, height: 720, fill: '#fafafa' }),
      title: text('Both sides of the story', { ...middle, fontSize: 64, fill: '#fafafa' }),
    },
    { title: text('Faded', { ...middle, fontSize: 64, opacity: 0.15 }) },
    {
      sky: rectangle({ ...middle, width: 1280, height: 720, fill: '#87ceeb' }),
      title: text('Clouds', { x: 640, y: 300, fontSize: 80, fill: '#eef7ff' }),
      formula: equation('E = mc^2', { x: 640, y: 480, fontSize: 60, fill: '#bcd' }),
    },
  ].map((objects) => ({ rule: 'low-contrast' as const, film: film(objects) })),
  ...[
    {
      title: text('Read me please', { ...middle, fontSize: 64 }),
      card: rectangle({ x: 760, y: 360, width: 300, height: 200, fill: orange }),
    },
    {
      title: text('Under the sun', { ...middle, fontSize: 64 }),
      sun: circle({ x: 500, y: 340, width: 260, height: 260, fill: '#b0532f' }),
    },
    {
      title: { ...text('Ordered below', { ...middle, fontSize: 64 }), order: 1 },
      card: { ...rectangle({ ...middle, width: 700, height: 200, fill: blue }), order: 5 },
    },
    {
      title: text('Behind the card', { ...middle, fontSize: 60 }),
      card: rectangle({ x: 640, y: 496, width: 600, height: 260, fill: '#b0532f' }),
      more: text('On the card', { x: 640, y: 520, fontSize: 50 }),
    },
    {
      title: equation('a^2 + b^2 = c^2', { ...middle, fontSize: 70 }),
      card: circle({ x: 560, y: 360, width: 200, height: 200, fill: blue }),
    },
  ].map((objects) => ({ rule: 'covered' as const, film: film(objects) })),
  ...[
    {
      title: text('The history of numbers', { x: 640, y: 120, fontSize: 72 }),
      more: text('From Babylon to binary', { x: 640, y: 150, fontSize: 40 }),
    },
    {
      one: text('First line', { x: 300, y: 360, fontSize: 60 }),
      two: text('Second line', { x: 480, y: 370, fontSize: 60 }),
      three: text('Third', { x: 600, y: 350, fontSize: 60 }),
    },
    {
      share: text('42 %', { ...middle, fontSize: 90 }),
      whom: text('of all users', { x: 640, y: 400, fontSize: 44 }),
      what: text('come back', { x: 640, y: 440, fontSize: 44 }),
    },
    {
      title: text('The title of it all', { place: 'center', fontSize: 70 }),
      more: text('The subtitle of it all', { place: 'center', fontSize: 40 }),
    },
    {
      one: text('One', { fontSize: 70 }),
      two: text('Two', { fontSize: 70 }),
      both: { kind: 'row', children: ['one', 'two'], state: { place: 'center', gap: 20 } },
      more: text('Three four five', { place: 'center' }),
    },
  ].map((objects) => ({ rule: 'overlap' as const, film: film(objects) })),
  ...[
    {
      card: rectangle({ x: 400, y: 360, width: 260, height: 140, fill: blue }),
      label: text('Authentication service', { x: 400, y: 360, fontSize: 36 }),
    },
    {
      card: rectangle({ x: 400, y: 360, width: 260, height: 340, fill: blue }),
      label: text('Everything in the team plan, and one login', { x: 400, y: 360, fontSize: 36 }),
    },
    {
      card: rectangle({ ...middle, width: 300, height: 100, fill: blue }),
      label: text('Send request', { x: 740, y: 360, fontSize: 36 }),
    },
    {
      card: circle({ ...middle, width: 180, height: 180, fill: orange }),
      label: text('Database', { ...middle, fontSize: 48, fill: '#101820' }),
    },
    {
      card: rectangle({ place: 'left', width: 260, height: 140, fill: blue }),
      label: text('Hello there, my friend', { x: 206, y: 360, fontSize: 32 }),
    },
  ].map((objects) => ({ rule: 'outside-card' as const, film: film(objects) })),
  ...[
    {
      line: { kind: 'path', state: { x: 100, y: 360, width: 1080, stroke: orange, strokeWidth: 6 } },
      label: text('Timeline of events', { x: 640, y: 362, fontSize: 48 }),
    },
    {
      arrow: { kind: 'arrow', state: { x: 200, y: 100, width: 800, height: 500, strokeWidth: 6 } },
      label: text('Growth', { x: 600, y: 360, fontSize: 64, fill: '#ffd166' }),
    },
    {
      card: rectangle({ x: 400, y: 360, width: 300, height: 200, fill: blue }),
      label: text('Half in, half out', { ...middle, fontSize: 40 }),
    },
    {
      title: text('From zero to ten', { x: 640, y: 120, fontSize: 56 }),
      axis: { kind: 'numberline', state: { x: 100, y: 400, width: 1080, strokeWidth: 4 } },
      zero: text('zero', { x: 110, y: 400, fontSize: 30 }),
      ten: text('ten', { x: 1000, y: 398, fontSize: 30 }),
    },
    {
      title: text('Who asks whom', { x: 640, y: 120, fontSize: 56 }),
      client: rectangle({ x: 300, y: 360, width: 200, height: 120, fill: blue }),
      server: rectangle({ x: 980, y: 360, width: 200, height: 120, fill: blue }),
      request: { kind: 'arrow', state: { from: 'client', to: 'server', strokeWidth: 5 } },
      label: text('request', { ...middle, fontSize: 40 }),
    },
  ].map((objects) => ({ rule: 'crossed' as const, film: film(objects) })),
];
