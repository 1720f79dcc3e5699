import { describe, expect, it } from 'vitest';
import type { Bounds } from '../../src/drawing/bounds.ts';
import { describeProblem } from '../../src/project/problem.ts';
import { render } from '../../src/render/render.ts';
import { boxesOf, expandLaidOut, film, statesOf } from './laid-out.ts';

const box = (width: number, height: number, state: object = {}) => ({
  kind: 'rectangle',
  state: { width, height, ...state },
});
const center = ({ left, top, right, bottom }: Record<'left' | 'top' | 'right' | 'bottom', number>) => ({
  x: (left + right) / 2,
  y: (top + bottom) / 2,
});

/** Expects boxes of the same size; an inspection rounds their edges to hundredths. */
function expectSameSize(one: Bounds | undefined, other: Bounds | undefined): void {
  for (const [start, end] of [
    ['left', 'right'],
    ['top', 'bottom'],
  ] as const) {
    expect((one?.[end] ?? 0) - (one?.[start] ?? 0)).toBeCloseTo(
      (other?.[end] ?? 0) - (other?.[start] ?? 0),
      1,
    );
  }
}

describe('place', () => {
  // 6 % of the shorter side of 1000 x 600 is 36.
  it.each([
    ['center', { left: 450, top: 280 }],
    ['top', { left: 450, top: 36 }],
    ['bottom', { left: 450, bottom: 564 }],
    ['left', { left: 36, top: 280 }],
    ['right', { right: 964, top: 280 }],
    ['top left', { left: 36, top: 36 }],
    ['top right', { right: 964, top: 36 }],
    ['bottom left', { left: 36, bottom: 564 }],
    ['bottom right', { right: 964, bottom: 564 }],
  ])('place %j puts a box at that side of the frame', async (place, expected) => {
    const { a } = await boxesOf(film({ one: box(100, 40, { place }) }));
    expect(a?.one).toMatchObject(expected);
  });

  it('margin changes the distance that place keeps', async () => {
    const { a } = await boxesOf(film({ one: box(100, 40, { place: 'top left', margin: 7 }) }));
    expect(a?.one).toMatchObject({ left: 7, top: 7 });
  });

  it('`of` places a box in another one, without a margin', async () => {
    const objects = {
      card: box(300, 200, { x: 300, y: 250 }),
      one: box(100, 40, { place: 'bottom right', inside: 'card', margin: 0 }),
    };
    const { a } = await boxesOf(film(objects));
    expect(a?.one).toMatchObject({ right: 450, bottom: 350 });
  });

  it('place counts strokes, rotation and scale as part of the box', async () => {
    const turned = box(100, 40, {
      place: 'top left',
      rotation: 90,
      scaleX: 2,
      stroke: '#ff0000',
      strokeWidth: 10,
    });
    const { a } = await boxesOf(film({ one: turned }));
    expect(a?.one).toMatchObject({ left: 36, top: 36 });
  });

  it('a text is placed by its visible box, whatever its alignment', async () => {
    const text = (align: string) => ({
      kind: 'text',
      state: { text: 'Two\nlines of text', align, place: 'bottom right', margin: 10 },
    });
    const { a } = await boxesOf(film({ left: text('left'), right: text('right') }));
    for (const id of ['left', 'right']) {
      expect(a?.[id]?.right).toBeCloseTo(990, 1);
      expect(a?.[id]?.bottom).toBeCloseTo(590, 1);
    }
  });

  it('a number replaces place on its axis only', async () => {
    const { a } = await statesOf(film({ one: box(100, 40, { place: 'top left', x: 500 }) }));
    expect(a?.one).toMatchObject({ x: 500, y: 56 });
  });
});

describe('above, below, leftOf and rightOf', () => {
  const target = box(200, 100, { x: 500, y: 300 });
  // 3 % of the shorter side is 18.
  it.each([
    ['above', { bottom: 232, left: 450 }],
    ['below', { top: 368, left: 450 }],
    ['leftOf', { right: 382, top: 280 }],
    ['rightOf', { left: 618, top: 280 }],
  ])('%s puts a box beside another one, in line with its middle', async (side, expected) => {
    const { a } = await boxesOf(film({ target, one: box(100, 40, { [side]: 'target' }) }));
    expect(a?.one).toMatchObject(expected);
  });

  it.each([
    ['start', 400],
    ['center', 450],
    ['end', 500],
  ])('alignTo %s lines the boxes up', async (alignTo, left) => {
    const { a } = await boxesOf(film({ target, one: box(100, 40, { below: 'target', margin: 5, alignTo }) }));
    expect(a?.one).toMatchObject({ left, top: 355 });
  });

  it('an object can be next to another object with relations, in any order of the document', async () => {
    const objects = {
      last: box(20, 20, { rightOf: 'middle', margin: 0 }),
      middle: box(20, 20, { rightOf: 'first', margin: 0 }),
      first: box(20, 20, { place: 'left', margin: 0 }),
    };
    const { a } = await boxesOf(film(objects));
    expect([a?.first?.left, a?.middle?.left, a?.last?.left]).toEqual([0, 20, 40]);
  });

  it('place and a side relation each set one axis', async () => {
    const { a } = await boxesOf(film({ target, one: box(100, 40, { below: 'target', place: 'left' }) }));
    expect(a?.one).toMatchObject({ left: 36, top: 368 });
  });
});

describe('around', () => {
  const objects = { one: box(100, 40, { x: 200, y: 200 }), other: box(60, 60, { x: 500, y: 300 }) };

  it('around makes a rectangle larger than the boxes of its objects by the padding', async () => {
    const frame = { kind: 'rectangle', state: { around: ['one', 'other'], padding: 10 } };
    const { a } = await boxesOf(film({ ...objects, frame }));
    expect(a?.frame).toEqual({ left: 140, top: 170, right: 540, bottom: 340 });
  });

  it("around makes a circle that contains the corners of its object's box", async () => {
    const ring = { kind: 'circle', state: { around: 'one', padding: 0 } };
    const { a } = await statesOf(film({ ...objects, ring }));
    const { x, y, width, height } = a?.ring ?? { x: 0, y: 0, width: 0, height: 0 };
    const corner = Math.hypot((150 - x) / (width / 2), (180 - y) / (height / 2));
    expect(corner).toBeCloseTo(1, 3);
  });

  it('around has the size of its objects on an axis on which a shape is scaled to nothing', async () => {
    const frame = { kind: 'rectangle', state: { around: 'one', padding: 10, scaleY: 0 } };
    const { a } = await statesOf(film({ ...objects, frame }));
    expect(a?.frame).toMatchObject({ width: 120, height: 60, scaleY: 0 });
  });

  it('around makes a rectangle that grows with its text in a later composition', async () => {
    const document = film(
      {
        label: { kind: 'text', state: { text: 'Short' } },
        frame: { kind: 'rectangle', state: { around: 'label', padding: 12 } },
      },
      {
        compositions: {
          a: { states: { label: {}, frame: {} } },
          b: { states: { label: { text: 'Much longer' } } },
        },
      },
    );
    const boxes = await boxesOf(document);
    for (const { label, frame } of Object.values(boxes)) {
      expect(frame?.left).toBeCloseTo((label?.left ?? 0) - 12, 1);
      expect(frame?.bottom).toBeCloseTo((label?.bottom ?? 0) + 12, 1);
    }
  });
});

describe('inside', () => {
  const card = (width: number, height: number) => box(width, height, { x: 400, y: 300 });
  const text = (words: string, state: object = {}) => ({
    kind: 'text',
    state: { text: words, inside: 'card', margin: 20, ...state },
  });

  it('the label of a flat box keeps its size, also when the box gets a stroke', async () => {
    const cell = { kind: 'rectangle', width: 160, height: 50, text: '47', fontSize: 36, fill: 'navy' };
    const marked = { a: { states: { cell: true } }, b: { states: { cell: { stroke: 'gold' } } } };
    const states = await statesOf(film({ cell }, { compositions: marked }));
    expect(Object.values(states).map((one) => one['cell-label']?.fontSize)).toEqual([36, 36]);
  });

  it('inside wraps and centres a text in a card, and does not enlarge it', async () => {
    const document = film({ card: card(300, 300), words: text('A sentence that needs several lines here') });
    const [{ a }, boxes] = [await statesOf(document), await boxesOf(document)];
    expect(a?.words).toMatchObject({ wrapWidth: 260 });
    expect(a?.words?.fontSize).toBeLessThanOrEqual(48);
    const middle = center(boxes.a?.words ?? { left: 0, top: 0, right: 0, bottom: 0 });
    expect(middle.x).toBeCloseTo(400, 1);
    expect(middle.y).toBeCloseTo(300, 1);
  });

  it.each([
    'Kurz',
    'Eine Beschreibung, die deutlich länger ist als die Karte hoch',
    'بطاقة نصية طويلة جدا لا تتسع لها البطاقة',
  ])('inside keeps the text %j in its card', async (words) => {
    const boxes = await boxesOf(film({ card: card(240, 120), words: text(words) }));
    const { left = 0, top = 0, right = 0, bottom = 0 } = boxes.a?.words ?? {};
    expect(left).toBeGreaterThanOrEqual(300 - 0.02);
    expect(right).toBeLessThanOrEqual(500 + 0.02);
    expect(top).toBeGreaterThanOrEqual(260 - 0.02);
    expect(bottom).toBeLessThanOrEqual(340 + 0.02);
  });

  it('inside shrinks a long word rather than breaking it', async () => {
    const { a } = await statesOf(
      film({ card: card(240, 200), words: text('Gesellschaft', { fontSize: 48 }) }),
    );
    expect(a?.words?.fontSize).toBeLessThan(48);
    expect(a?.words?.fontSize).toBeGreaterThan(24);
  });

  it.each([
    ['Responsibility', 280],
    ['“Responsibility”', 300],
    ['$1,250,000', 300],
    ['US$1,250', 240],
    ['€3.50', 196],
    ['€3.50', 198],
    ['€3.50', 200],
    ['11:11', 160],
    ['1.250.000,00\u00a0€', 380],
    ['−3.5\u202f°C', 200],
  ])('inside shrinks %j rather than breaking it in a card of width %d', async (words, width) => {
    const { a } = await statesOf(film({ card: card(width, 300), words: text(words, { fontSize: 64 }) }));
    const fontSize = a?.words?.fontSize ?? 0;
    expect(fontSize).toBeGreaterThan(32);
    expect(fontSize).toBeLessThan(64);
    const [unbroken, placed] = await Promise.all(
      [{ text: words, fontSize }, { ...a?.words }].map((state) =>
        boxesOf(film({ words: { kind: 'text', state } })),
      ),
    );
    expectSameSize(placed?.a?.words, unbroken?.a?.words);
  });

  it('inside keeps a number and its sign together in a text that breaks elsewhere', async () => {
    const state = { text: 'Earns $1,250,000 yearly', fontSize: 64 };
    const { a } = await statesOf(film({ card: card(300, 500), words: text(state.text, state) }));
    const broken = { ...state, text: 'Earns\n$1,250,000\nyearly', fontSize: a?.words?.fontSize ?? 0 };
    const [written, wrapped] = await Promise.all(
      [broken, { ...a?.words }].map((one) => boxesOf(film({ words: { kind: 'text', state: one } }))),
    );
    expectSameSize(wrapped?.a?.words, written?.a?.words);
  });

  it('inside keeps words whole in a text with its own wrap width', async () => {
    const { a } = await statesOf(
      film({ card: card(600, 300), words: text('Gesellschaft', { wrapWidth: 200, fontSize: 48 }) }),
    );
    expect(a?.words?.fontSize).toBeLessThan(48);
    expect(a?.words?.fontSize).toBeGreaterThan(24);
  });

  it('inside shrinks an equation without wrapping it', async () => {
    const equation = {
      kind: 'equation',
      state: { text: 'x = \\frac{-b \\pm \\sqrt{b^2 - 4ac}}{2a}', fontSize: 96, inside: 'card', margin: 20 },
    };
    const document = film({ card: card(240, 120), equation });
    const [{ a }, boxes] = [await statesOf(document), await boxesOf(document)];
    expect(a?.equation?.wrapWidth).toBeUndefined();
    const { left = 0, right = 0 } = boxes.a?.equation ?? {};
    expect(right - left).toBeLessThanOrEqual(200.02);
    expect(right - left).toBeGreaterThan(150);
  });

  it('inside and place put a text at a side of its card', async () => {
    const boxes = await boxesOf(
      film({ card: card(300, 300), words: text('Title', { place: 'top', margin: 30 }) }),
    );
    expect(boxes.a?.words?.top).toBeCloseTo(180, 1);
  });
});

describe('from and to', () => {
  it('an arrow runs between two boxes and keeps the margin from their outlines', async () => {
    const objects = {
      one: box(100, 100, { x: 200, y: 300 }),
      other: box(100, 100, { x: 700, y: 300 }),
      arrow: { kind: 'arrow', state: { from: 'one', to: 'other', margin: 10 } },
    };
    const { a } = await statesOf(film(objects));
    expect(a?.arrow).toMatchObject({ x: 260, y: 300, width: 380, height: 0 });
  });

  it('an arrow ends at a point exactly', async () => {
    const objects = {
      one: box(100, 100, { x: 200, y: 300 }),
      arrow: { kind: 'arrow', state: { from: [10, 20], to: 'one', margin: 0 } },
    };
    const { a } = await statesOf(film(objects));
    expect(a?.arrow).toMatchObject({ x: 10, y: 20 });
  });

  it('an arrow keeps an explicit margin from points too', async () => {
    const between = (margin: object) => ({
      kind: 'arrow',
      state: { from: [100, 300], to: [500, 300], ...margin },
    });
    const objects = {
      one: box(100, 100, { x: 800, y: 300 }),
      whole: between({}),
      spaced: between({ margin: 30 }),
      mixed: { kind: 'arrow', state: { from: [500, 300], to: 'one', margin: 20 } },
    };
    const { a } = await statesOf(film(objects));
    expect(a?.whole).toMatchObject({ x: 100, width: 400 });
    expect(a?.spaced).toMatchObject({ x: 130, width: 340 });
    expect(a?.mixed).toMatchObject({ x: 520, width: 210 });
  });

  it('an arrow follows the objects that it connects from composition to composition', async () => {
    const objects = {
      one: box(100, 100, { x: 200, y: 300 }),
      other: box(100, 100, { x: 700, y: 300 }),
      arrow: { kind: 'arrow', state: { from: 'one', to: 'other', margin: 10 } },
    };
    const states = { one: {}, other: {}, arrow: {} };
    const { b } = await statesOf(
      film(objects, { compositions: { a: { states }, b: { states: { other: { x: 200, y: 500 } } } } }),
    );
    expect(b?.arrow).toMatchObject({ x: 200, y: 360, width: 0, height: 80 });
  });

  it('a path between two objects is straight', async () => {
    const objects = {
      one: box(100, 100, { x: 200, y: 300 }),
      other: box(100, 100, { x: 700, y: 300 }),
      line: { kind: 'path', state: { from: 'one', to: 'other', margin: 0 } },
    };
    const { a } = await statesOf(film(objects));
    expect(a?.line).toMatchObject({ width: 400, height: 0, path: { c1: { y: 0 }, c2: { y: 0 } } });
  });
});

describe('relations in later compositions', () => {
  const objects = { one: box(100, 40), other: box(100, 40, { x: 500, y: 300 }) };
  const inCompositions = (...said: object[]) =>
    film(objects, {
      compositions: Object.fromEntries(
        said.map((one, index) => [`c${index}`, { states: { other: {}, one } }]),
      ),
    });

  it('a relation is inherited by later compositions', async () => {
    const states = await statesOf(inCompositions({ place: 'top' }, { fill: '#ff0000' }));
    expect(states.c1?.one).toMatchObject({ x: 500, y: 56, fill: '#ff0000' });
  });

  it('a number in a later composition replaces a relation on its axis', async () => {
    const states = await statesOf(inCompositions({ place: 'top left' }, { x: 700 }));
    expect(states.c1?.one).toMatchObject({ x: 700, y: 56 });
  });

  it('a relation in a later composition replaces a number', async () => {
    const states = await statesOf(inCompositions({ x: 700, y: 20 }, { below: 'other', margin: 10 }));
    expect(states.c1?.one).toMatchObject({ x: 500, y: 350 });
  });

  it('a margin in a later composition changes the relation that still applies', async () => {
    const states = await statesOf(inCompositions({ below: 'other', margin: 10 }, { margin: 50 }));
    expect([states.c0?.one?.y, states.c1?.one?.y]).toEqual([350, 390]);
  });

  it('a hidden object waits where it will appear, and after that stays where it was', async () => {
    const document = film(objects, {
      compositions: {
        before: { states: { other: {} } },
        shown: { states: { one: { below: 'other', margin: 10 } } },
        after: { states: { one: false, other: { x: 100 } } },
      },
    });
    const { before, shown, after } = await statesOf(document);
    expect(shown?.one).toMatchObject({ x: 500, y: 350, visible: true });
    expect(before?.one).toMatchObject({ x: 500, y: 350, visible: false });
    expect(after?.one).toMatchObject({ x: 500, y: 350, visible: false });
  });

  it('an invisible object enters from the place that its relation gives it', async () => {
    const document = film(objects, {
      compositions: {
        a: { states: { other: {}, one: { visible: false, place: 'bottom' } } },
        b: { states: { one: { visible: true, place: 'center' } } },
      },
    });
    const { a, b } = await statesOf(document);
    expect(a?.one).toMatchObject({ x: 500, y: 544, visible: false });
    expect(b?.one).toMatchObject({ x: 500, y: 300, visible: true });
  });

  it('an invisible object may be related to one that is not shown', async () => {
    const document = film(objects, {
      compositions: {
        a: { states: { other: false, one: { visible: false, below: 'other' } } },
        b: { states: { other: {}, one: { visible: true } } },
      },
    });
    const { b } = await statesOf(document);
    expect(b?.one).toMatchObject({ x: 500, y: 358, visible: true });
  });

  it('children are related in the coordinates of their parent', async () => {
    const document = film({
      parent: box(10, 10, { x: 300, y: 200, rotation: 45 }),
      one: { ...box(100, 40, { x: 5, y: 5 }), parentId: 'parent' },
      other: { ...box(100, 40, { below: 'one', margin: 10 }), parentId: 'parent' },
    });
    const { a } = await statesOf(document);
    expect(a?.other).toMatchObject({ x: 5, y: 55 });
  });
});

describe('a document with relations', () => {
  it('a film with relations has the same bytes as its expansion', async () => {
    const document = film({
      card: box(300, 200, { place: 'center' }),
      words: { kind: 'text', state: { text: 'Inside a card', inside: 'card' } },
      arrow: { kind: 'arrow', state: { from: [0, 0], to: 'card' } },
    });
    const result = await expandLaidOut(document);
    if (!result.ok) throw new Error(result.problems.map(describeProblem).join('\n'));
    const [one, other] = await Promise.all(
      [JSON.stringify(document), JSON.stringify(result.value.project)].map((input) =>
        render(input, { format: 'svg' }),
      ),
    );
    expect(String(one?.data)).toBe(String(other?.data));
  });
});

it('a number beside from and to moves the line along its axis', async () => {
  const box = (x: number) => ({ kind: 'rectangle', state: { x, y: 300, width: 100, height: 200 } });
  const line = (from: string, to: string, y: object) => ({
    kind: 'arrow',
    state: { from, to, margin: 10, ...y },
  });
  const states = await statesOf(
    film({
      one: box(200),
      two: box(800),
      there: line('one', 'two', { y: 270 }),
      back: line('two', 'one', { y: 330 }),
      straight: line('one', 'two', {}),
    }),
  );
  const lineOf = (id: string) => {
    const { x, y, width, height } = states.a?.[id] ?? {};
    return [x, y, width, height];
  };
  expect(lineOf('there')).toEqual([260, 270, 480, 0]);
  expect(lineOf('back')).toEqual([740, 330, -480, 0]);
  expect(lineOf('straight')).toEqual([260, 300, 480, 0]);
});
