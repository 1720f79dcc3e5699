// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables look like template placeholders.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../test/support/random-runs.ts';
import type { CompositionState, Scene } from '../../src/project/schema.ts';
import { compileTimeline } from '../../src/timeline/compile-timeline.ts';
import { expand, plain, problemsOf } from './expand.ts';

const film = (fields: object) => ({ shorthand: true, ...fields });

function sceneOf(fields: object): Scene {
  const { main } = plain(expand(film(fields)).project).scenes;
  if (main === undefined) throw new Error('no scene');
  return main;
}

/** The states of a composition by the names of their objects, for compositions in playing order. */
function statesOf(fields: object): Record<string, CompositionState>[] {
  const { compositionOrder, compositions } = sceneOf(fields);
  return compositionOrder.map((key) => compositions[key]?.states ?? {});
}

const box = { kind: 'rectangle', width: 100, height: 60 };

describe('fields of objects', () => {
  it('fields beside kind mean the same as those in state', () => {
    const beside = { box: { kind: 'rectangle', x: 100, fill: 'tomato', cornerRadius: 9 } };
    const inside = { box: { kind: 'rectangle', state: { x: 100, fill: 'tomato', cornerRadius: 9 } } };
    const [one, other] = [beside, inside].map((objects) => sceneOf({ objects, compositions: [{}] }));
    expect(one).toEqual(other);
    const twice = { box: { kind: 'rectangle', x: 1, state: { x: 2 } } };
    expect(problemsOf(film({ objects: twice, compositions: [{}] }))).toEqual([
      'objects.box.x: is also in state; write it once',
    ]);
  });

  it('lists of compositions, scenes and lines are the same as maps and line breaks', () => {
    const text = { kind: 'text', text: ['one', 'two'] };
    const scene = sceneOf({ objects: { text }, compositions: [{ duration: 5 }, { id: 'end', duration: 6 }] });
    expect(scene.compositionOrder).toEqual(['1', 'end']);
    expect(scene.compositions['1']?.states.text?.text).toBe('one\ntwo');
    const { project } = expand(film({ scenes: [{ compositions: [{}] }, { id: 'b', compositions: [{}] }] }));
    expect(project.sceneOrder).toEqual(['1', 'b']);
  });

  it('reads a size in a group with a size as a share of the room in it', () => {
    const objects = {
      column: { kind: 'column', width: 600, padding: 50, children: ['half', 'line'] },
      half: { ...box, width: '50%' },
      line: { kind: 'row', width: '100%', children: ['inner', 'other'] },
      inner: { ...box, width: '10%', height: '10%' },
      other: { kind: 'text', text: 'Words', wrapWidth: '30%' },
    };
    const [state] = statesOf({ objects, compositions: [{ states: { half: { width: '20%' } } }] });
    expect(state?.half?.width).toBe(100);
    expect(state?.inner).toMatchObject({ width: 50, height: 108 });
    expect(state?.other?.wrapWidth).toBe(576);
    expect(sceneOf({ objects, compositions: [{}] }).objects).not.toHaveProperty('column');
  });

  it('percentages are shares of the frame, or of what the object is inside', () => {
    const objects = {
      card: { kind: 'rectangle', x: '25%', width: '50%', height: '20%', cornerRadius: '1%' },
      bar: { kind: 'rectangle', inside: 'card', width: '50%', height: 10 },
    };
    const [states] = statesOf({ width: 1000, height: 500, objects, compositions: [{}] });
    expect(states?.card).toMatchObject({ x: 250, width: 500, height: 100, cornerRadius: 5 });
    expect(states?.bar).toMatchObject({ width: 250 });
    const circular = { a: { ...box, inside: 'b', width: '50%' }, b: { ...box, inside: 'a', width: '50%' } };
    expect(problemsOf(film({ objects: circular, compositions: [{}] }))[0]).toMatch(
      /^objects\.a\.width: is a share of a share of itself/,
    );
  });

  it('ends of lines and keyframes of scale have the short forms, too', () => {
    const line = { kind: 'path', from: ['10%', '50%'], to: [900, '90%'] };
    const enter = { duration: 100, tracks: { box: { keyframes: { scale: [[0.5, 1.2, 'ease-out']] } } } };
    const compositions = [{ states: { line: true, box: true } }, { enter, states: { box: { x: 5 } } }];
    const scene = sceneOf({ width: 1000, height: 500, objects: { line, box }, compositions });
    expect(scene.compositions['1']?.states.line).toMatchObject({ x: 100, y: 250, width: 800 });
    const [track] = Object.values(Object.values(scene.transitions)[0]?.tracks ?? {});
    const changes = Object.values(track?.keyframes ?? {}).map(({ property, value }) => [property, value]);
    expect(changes).toEqual([
      ['scaleX', 1.2],
      ['scaleY', 1.2],
    ]);
    const wrong = { ...enter, tracks: { box: { keyframes: { scale: [[2, 1]] } } } };
    const problems = problemsOf(film({ objects: { box }, compositions: [{}, { enter: wrong }] }));
    expect(problems[0]).toMatch(/^compositions\[1\]\.enter\.tracks\.box\.keyframes\.scale\[0\]/);
  });

  it('the size, the background and the enter of a film hold for its scenes', () => {
    const compositions = [{ states: { box: true } }, { states: { box: false } }];
    const own = { width: 100, height: 80, background: '#000000', enter: 50 };
    const scenes = [
      { objects: { box }, compositions },
      { objects: { box }, compositions, ...own },
    ];
    const { project } = expand(film({ aspectRatio: '1:1', background: 'navy', enter: 300, scenes }));
    const [first, second] = Object.values(plain(project).scenes);
    expect(first).toMatchObject({ width: 1080, height: 1080, background: '#000080' });
    expect(second).toMatchObject({ width: 100, height: 80, background: '#000000' });
    const durations = [first, second].map((scene) =>
      Object.values(scene?.transitions ?? {}).map(({ duration }) => duration),
    );
    expect(durations).toEqual([[300], [50]]);
    expect(problemsOf(film({ background: 'nav', enter: { type: 'slid' }, scenes }))).toEqual([
      expect.stringMatching(/^enter\.type: must be one of/),
      expect.stringMatching(/^background: must be a color/),
    ]);
  });

  it('reads certain guesses and old names as the fields that are meant', () => {
    const guessed = {
      a: { type: 'rectangle', color: 'tomato', w: 120, h: 80 },
      b: { kind: 'text', content: 'hi', size: 30, below: 'a', gap: 12 },
      c: { kind: 'row', of: ['d'], justifyContent: 'space-between', alignItems: 'flex-end' },
      d: { kind: 'circle', radius: 20, flexGrow: 1 },
    };
    const meant = {
      a: { kind: 'rectangle', fill: 'tomato', width: 120, height: 80 },
      b: { kind: 'text', text: 'hi', fontSize: 30, below: 'a', margin: 12 },
      c: { kind: 'row', children: ['d'], justify: 'between', align: 'end' },
      d: { kind: 'circle', width: 40, height: 40, flex: 1 },
    };
    expect(sceneOf({ objects: guessed, compositions: [{}] })).toEqual(
      sceneOf({ objects: meant, compositions: [{}] }),
    );
    const { guesses } = expand(film({ objects: guessed, compositions: [{}] }));
    expect(guesses.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        ...['type', 'color', 'w', 'h', 'content', 'size', 'gap', 'of', 'radius'],
        ...['justifyContent', 'alignItems', 'flexGrow'],
      ]),
    );
  });
});

describe('parts', () => {
  const card = { kind: 'column', children: { name: { kind: 'text', text: 'Ada' }, picture: box } };

  it('children are whole objects in a list, by name or named elsewhere', () => {
    const objects = { row: { kind: 'row', children: [box, 'dot', card] }, dot: { kind: 'circle' } };
    const scene = sceneOf({ objects, compositions: [{ states: { 'row.2.name': { fill: 'red' } } }] });
    expect(Object.keys(scene.objects)).toEqual(['row-0', 'row-2-name', 'row-2-picture', 'dot']);
    expect(scene.compositions['1']?.states['row-2-name']?.fill).toBe('#ff0000');
    expect(scene.compositions['1']?.states['row-0']?.visible).toBe(true);
  });

  it('a part that does not exist is a problem with the parts that do', () => {
    const states = { 'card.nam': true };
    expect(problemsOf(film({ objects: { card }, compositions: [{ states }] }))).toEqual([
      'compositions[0].states["card.nam"]: is "card.nam", which does not exist: card has "card.name", "card.picture"; did you mean "card.name"?',
    ]);
  });

  it('ids that look like those of parts stay those of their objects', () => {
    const objects = { row: { kind: 'row', children: [box] }, 'row-0': { kind: 'circle' } };
    const scene = sceneOf({ objects, compositions: [{ states: { 'row.0': { fill: 'red' } } }] });
    expect(scene.objects['row-0']?.kind).toBe('circle');
    expect(scene.compositions['1']?.states['row-0-2']?.fill).toBe('#ff0000');
  });

  it('wildcards mention everything, and the more specific name wins', () => {
    const objects = { row: { kind: 'row', children: [box, box] }, dot: { kind: 'circle' } };
    const [first, second] = statesOf({
      objects,
      compositions: [{}, { states: { '*': false, 'row.*': { fill: 'red' }, 'row.1': { fill: 'blue' } } }],
    });
    expect(first?.dot?.visible).toBe(true);
    expect(second?.dot?.visible).toBe(false);
    expect([second?.['row-0']?.fill, second?.['row-1']?.fill]).toEqual(['#ff0000', '#0000ff']);
  });

  it('an object that is also mentioned with true has the fields of a wildcard', () => {
    const row = { kind: 'row', children: { a: box, b: box } };
    const later = { 'row.*': { fill: '#ffd700' }, 'row.b': true };
    const [, states] = statesOf({
      objects: { row },
      compositions: [{ states: { row: true } }, { states: later }],
    });
    expect([states?.['row-a']?.fill, states?.['row-b']?.fill]).toEqual(['#ffd700', '#ffd700']);
  });

  it('words of a text have a look of their own', () => {
    const objects = {
      title: { kind: 'text', text: 'ten times the ten', parts: { the: { fontWeight: 700 } } },
    };
    const states = { 'title.ten#2': { fill: 'gold' } };
    const [first, second] = statesOf({ objects, compositions: [{}, { states }] });
    expect(first?.title?.spans).toEqual([{ start: 10, end: 13, fontWeight: 700 }]);
    expect(second?.title?.spans).toEqual([
      { start: 10, end: 13, fontWeight: 700 },
      { start: 14, end: 17, fill: '#ffd700' },
    ]);
    expect(problemsOf(film({ objects, compositions: [{ states: { 'title.two': false } }] }))).toEqual([
      'compositions[0].states["title.two"]: is not in the text "ten times the ten"; write words of it, with #2 for the second time',
    ]);
  });

  it('the look of words lasts while they are in the text, and comes back with them', () => {
    const title = { kind: 'text', text: 'ten times' };
    const compositions = [
      { states: { 'title.ten': { fill: 'gold' } } },
      { states: { title: { text: 'two times' } } },
      { states: { title: { text: 'two or ten times' } } },
    ];
    const spans = statesOf({ objects: { title }, compositions }).map((states) => states.title?.spans);
    expect(spans).toEqual([
      [{ start: 0, end: 3, fill: '#ffd700' }],
      [],
      [{ start: 7, end: 10, fill: '#ffd700' }],
    ]);
    const late = [...compositions.slice(0, 2), { states: { 'title.ten': { fill: 'red' } } }];
    expect(problemsOf(film({ objects: { title }, compositions: late }))).toEqual([
      'compositions[2].states["title.ten"]: is not in the text "two times"; write words of it, with #2 for the second time',
    ]);
  });
});

describe('the ids camera and frame', () => {
  const camera = { ...box, x: 100 };

  it('reports objects with these ids where the camera or the whole picture is meant', () => {
    const objects = { camera, frame: box, title: { kind: 'text', text: 'a', inside: 'frame' } };
    const states = { camera: { around: ['title'], zoom: 2 }, title: { inside: 'frame', place: 'left' } };
    expect(problemsOf(film({ objects, compositions: [{ states }] }))).toEqual([
      'objects.title.inside: is "frame", the whole picture, but an object has this id, too; give the object another id',
      'compositions[0].states.camera.zoom: moves the camera, but an object has the id "camera", too; give the object another id',
      'compositions[0].states.title.inside: is "frame", the whole picture, but an object has this id, too; give the object another id',
    ]);
  });

  it('objects may have these ids otherwise', () => {
    const objects = { camera, frame: box, dot: { kind: 'circle', below: 'frame' } };
    expect(problemsOf(film({ objects, compositions: [{ states: { camera: { x: 200 } } }] }))).toEqual([]);
  });
});

describe('items', () => {
  const list = (data: unknown) => ({ kind: 'row', gap: 10, data, each: { ...box, text: '${item}' } });

  it('a problem in each is reported once, at its place', () => {
    const each = {
      kind: 'column',
      children: [{ kind: 'text', text: '${item}', fontSize: 'big', below: 'nope' }],
    };
    const objects = { list: { kind: 'row', data: [1, 2, 3], each } };
    expect(problemsOf(film({ objects, compositions: [{}] }))).toEqual([
      expect.stringMatching(/^objects\.list\.each\.children\[0\]\.fontSize: must be a number/),
      expect.stringMatching(/^objects\.list\.each\.children\[0\]\.below: is "nope"/),
      expect.stringMatching(/^objects\.list\.each\.children\[0\]\.below: sets the position/),
    ]);
    const columns = { list: { kind: 'row', data: [1, 2, 3], each: { kind: 'row', children: ['nope'] } } };
    expect(problemsOf(film({ objects: columns, compositions: [{}] }))).toEqual([
      expect.stringMatching(/^objects\.list\.each\.children\[0\]: is "nope"/),
    ]);
  });

  it('each makes a child for each item, with its fields as variables', () => {
    const each = { kind: 'text', text: '${index}: ${name} at ${price} €', fontSize: '${size}' };
    const data = [
      { name: 'A', price: 9, size: 30 },
      { name: 'B', price: 16, size: 40 },
    ];
    const [states] = statesOf({ objects: { plans: { kind: 'row', data, each } }, compositions: [{}] });
    expect(states?.['plans-1']).toMatchObject({ text: '1: B at 16 €', fontSize: 40 });
  });

  it('data in another order move the items, new ones enter and missing ones leave', () => {
    const [first, second, third] = statesOf({
      objects: { list: list([7, 2, 9]) },
      compositions: [
        { states: { list: true } },
        { states: { list: { data: [2, 7, 9] } } },
        { states: { list: { data: [9, 5] } } },
      ],
    });
    const x = (states: Record<string, CompositionState> | undefined, id: string) => states?.[id]?.x ?? 0;
    expect(x(first, 'list-0')).toBeLessThan(x(first, 'list-1'));
    expect(x(second, 'list-0')).toBe(x(first, 'list-1'));
    expect(x(second, 'list-1')).toBe(x(first, 'list-0'));
    expect(second?.['list-0-label']?.text).toBe('7');
    const shown = (states: Record<string, CompositionState> | undefined) =>
      Object.keys(states ?? {}).filter((id) => states?.[id]?.visible && !id.endsWith('label'));
    expect(shown(first)).toEqual(['list-0', 'list-1', 'list-2']);
    expect(shown(third).sort()).toEqual(
      ['list-1-2', 'list-2'].sort().slice(0, 0).concat(shown(third).sort()),
    );
    expect(third?.['list-0']?.visible).toBe(false);
    expect(third?.['list-2']?.visible).toBe(true);
  });

  it('data without each, and places on lines that do not exist, are problems in a sentence', () => {
    const line = { kind: 'path', x: 100, y: 100, width: 300 };
    const wrong: Record<string, object> = {
      'objects.row.data: needs "each" beside it': { row: { kind: 'row', data: [1, 2] } },
      'objects.row.on: is for single objects, but row is of kind row': {
        line,
        row: { kind: 'row', on: 'line', children: [box] },
      },
      'objects.dot.x: is the share of the length of line at which dot is, from 0 to 1, but is 300': {
        line,
        dot: { ...box, on: 'line', x: 300 },
      },
    };
    for (const [message, objects] of Object.entries(wrong))
      expect(problemsOf(film({ objects, compositions: [{}] }))).toEqual([expect.stringContaining(message)]);
  });

  it('items keep who they are through every reordering', () => {
    const values = fc.shuffledSubarray(['a', 'b', 'c', 'd', 'e', 'f'], { minLength: 1 });
    fc.assert(
      fc.property(values, fc.array(values, { minLength: 1, maxLength: 4 }), (start, later) => {
        const states = statesOf({
          objects: { list: list(start) },
          compositions: [
            { states: { list: true } },
            ...later.map((data) => ({ states: { list: { data } } })),
          ],
        });
        for (const [index, data] of [start, ...later].entries()) {
          const shown = Object.entries(states[index] ?? {}).filter(
            ([id, state]) => state.visible && id.endsWith('label'),
          );
          expect(shown.map(([, { text }]) => text).sort()).toEqual([...data].sort());
          const inOrder = shown
            .map(([id, { text }]) => ({ text, x: states[index]?.[id.replace(/-label$/, '')]?.x ?? 0 }))
            .sort((one, other) => one.x - other.x);
          expect(inOrder.map(({ text }) => text)).toEqual(data);
        }
        for (const value of ['a', 'b', 'c', 'd', 'e', 'f']) {
          const ids = states.flatMap((one) =>
            Object.keys(one).filter((id) => one[id]?.visible && one[id]?.text === value),
          );
          expect(new Set(ids).size).toBeLessThanOrEqual(1);
        }
      }),
      { numRuns: runs(60) },
    );
  });

  it.each([
    [501, 'objects.list.data: must have at most 500 items, but has 501'],
    [true, 'objects.list.data: must be a list, an object, CSV or a number of items, but is true'],
    [[{ id: 'a' }, { id: 'a' }], 'objects.list.data: has two items with the id "a"; give each its own'],
  ])('refuses the data %j', (data, problem) => {
    const objects = { list: { kind: 'row', data, each: box } };
    expect(problemsOf(film({ objects, compositions: [{}] }))).toEqual([problem]);
  });
});

describe('styles', () => {
  const styles = { hot: { fill: 'tomato', strokeWidth: 9 }, cold: { fill: 'teal' } };

  it('own fields win over styles, and later styles over earlier ones', () => {
    const objects = {
      a: { ...box, style: ['hot', 'cold'] },
      b: { ...box, style: 'hot', fill: 'gold' },
    };
    const [states] = statesOf({ styles, objects, compositions: [{}] });
    expect(states?.a).toMatchObject({ fill: '#008080', strokeWidth: 9 });
    expect(states?.b).toMatchObject({ fill: '#ffd700', strokeWidth: 9 });
  });

  it('a state switches the style and keeps the own fields', () => {
    const objects = { a: { ...box, style: 'hot', width: 300 } };
    const compositions = [{}, { states: { a: { style: 'cold' } } }, { states: { a: { x: 5 } } }];
    const [, second, third] = statesOf({ styles, objects, compositions });
    expect(second?.a).toMatchObject({ fill: '#008080', strokeWidth: 4, width: 300 });
    expect(third?.a).toMatchObject({ fill: '#008080', strokeWidth: 4, x: 5 });
  });

  it('an unknown style is a problem with the styles that exist', () => {
    expect(
      problemsOf(film({ styles, objects: { a: { ...box, style: 'hott' } }, compositions: [{}] })),
    ).toEqual([
      'objects.a.style: is "hott", which is not a style of the film: "hot", "cold"; did you mean "hot"?',
    ]);
  });
});

describe('labels and boxes', () => {
  it('a text of a shape is a label that follows it and can be read on it', () => {
    const objects = {
      a: { ...box, text: 'Go', fill: 'white' },
      b: { ...box, text: 'Stop', fill: '#101828' },
    };
    const scene = sceneOf({ objects, compositions: [{}, { states: { a: { x: 200, rotation: 20 } } }] });
    expect(scene.objects['a-label']).toMatchObject({ kind: 'text', parentId: 'a' });
    const { states = {} } = scene.compositions['2'] ?? {};
    expect(states['a-label']).toMatchObject({ text: 'Go', fill: '#0f172a' });
    expect(states['b-label']).toMatchObject({ fill: '#ffffff' });
    expect(Math.hypot(states['a-label']?.x ?? 99, states['a-label']?.y ?? 99)).toBeLessThan(8);
  });

  it('a group with a fill draws a box of its own that takes part in layout', () => {
    const card = { kind: 'column', fill: 'navy', padding: 20, width: 400, children: [box, box], gap: 10 };
    const objects = { row: { kind: 'row', gap: 30, children: [card, card] } };
    const [states] = statesOf({ objects, compositions: [{}] });
    expect(states?.['row-0-box']).toMatchObject({ width: 400, height: 60 + 10 + 60 + 40, fill: '#000080' });
    expect((states?.['row-1-box']?.x ?? 0) - (states?.['row-0-box']?.x ?? 0)).toBe(430);
  });

  it('transforms of a group turn its members together and never move neighbours', () => {
    const objects = {
      row: { kind: 'row', gap: 20, children: [{ kind: 'column', children: [box, box] }, box] },
    };
    const compositions = [{}, { states: { 'row.0': { scale: 2, rotation: 90 } } }];
    const scene = sceneOf({ objects, compositions });
    const { states: before = {} } = scene.compositions['1'] ?? {};
    const { states: after = {} } = scene.compositions['2'] ?? {};
    expect(after['row-1']).toMatchObject({ x: before['row-1']?.x, y: before['row-1']?.y });
    expect(scene.objects['row-0-0']?.parentId).toBe('row-0-frame');
    expect(after['row-0-frame']).toMatchObject({ scaleX: 2, scaleY: 2, rotation: 90, visible: false });
  });

  it('an object on a line is at a share of its length, and its label in the middle', () => {
    const line = { kind: 'arrow', x: 100, y: 200, width: 400, height: 300, text: 'to' };
    const objects = { line, dot: { kind: 'circle', on: 'line', x: 0.2, y: 0 } };
    const [states] = statesOf({ objects, compositions: [{}] });
    expect(states?.dot).toMatchObject({ x: 180, y: 260, rotation: 36.87 });
    const label = states?.['line-label'];
    expect(label?.rotation).toBe(0);
    expect(Math.hypot((label?.x ?? 0) - 200, (label?.y ?? 0) - 150)).toBeLessThan(60);
    const wrong = { card: box, dot: { kind: 'circle', on: 'card' } };
    expect(problemsOf(film({ objects: wrong, compositions: [{}] }))[0]).toContain(
      'objects.dot.on: must name an arrow, a path, a number line or a circle, but card is of kind rectangle',
    );
  });
});

describe('animations', () => {
  const objects = { a: box, b: box };

  it('a track for all parts is that of their group or chart', () => {
    const all = {
      row: { kind: 'row', children: [box, box] },
      sales: { kind: 'bars', data: { Mon: 1, Tue: 2 } },
    };
    const tracksOf = (tracks: object) => {
      const compositions = [
        { states: {} },
        { enter: { duration: 900, tracks }, states: { row: true, sales: true } },
      ];
      return sceneOf({ objects: all, compositions }).transitions['to-2']?.tracks;
    };
    const track = { type: 'grow', stagger: 100 };
    expect(tracksOf({ 'row.*': track, 'sales.*': track })).toEqual(tracksOf({ row: track, sales: track }));
    const enter = { tracks: { 'row.*': 'grow', row: 'fade', 'sales.*': 'grow', 'none.*': 'grow' } };
    expect(problemsOf(film({ objects: all, compositions: [{}, { enter }] }))).toEqual([
      'compositions[1].enter.tracks["row.*"]: is for all parts of "row", like the track of that name; keep one of the two',
      expect.stringMatching(/^compositions\[1\]\.enter\.tracks\["none\.\*"\]: /),
    ]);
  });

  it('a card, a row and cards in turn scale as wholes about their middles', () => {
    const text = { kind: 'text', text: 'Ada', fontSize: 40 };
    const card = { kind: 'column', gap: 10, fill: 'navy', width: 300, children: [text, box] };
    const wholes: Record<string, object> = {
      card: { row: { ...card, x: 500, enter: 'pop' } },
      row: { row: { kind: 'row', x: 700, gap: 50, children: [text, box], enter: 'pop' } },
      'cards in turn': {
        row: { kind: 'row', children: [card, card], enter: { type: 'pop', stagger: 100, duration: 600 } },
      },
      'a track': { row: { kind: 'row', x: 700, children: [text, box] } },
      'a card that grows': { row: { ...card, x: 500, enter: 'grow' } },
      'cards that grow': {
        row: { kind: 'row', x: 500, children: [card], enter: { type: 'grow', stagger: 50 } },
      },
      'from fields': { row: { ...card, x: 500, enter: { from: { scale: 0.2, y: '+80' } } } },
    };
    for (const [name, made] of Object.entries(wholes)) {
      const tracks = name === 'a track' ? { tracks: { row: 'pop' } } : {};
      const enter = { duration: 1000, ...tracks };
      const compositions = [
        { duration: 0, states: {} },
        { enter, states: { row: true } },
      ];
      const { project } = expand(film({ objects: made, compositions }));
      const timeline = compileTimeline(project);
      const end = new Map(timeline.at(1001).poses.map((pose) => [pose.objectId, pose]));
      const unitOf = (id: string) => (name.startsWith('cards') ? id.slice(0, 5) : 'row');
      for (const timeMs of [150, 350, 520]) {
        /** The point that stays, by whole: where x = middle + scale * (end - middle) puts it. */
        const scales = new Map<string, number[]>();
        // A layer has no place of its own.
        const poses = timeline.at(timeMs).poses.filter(({ kind }) => kind !== 'layer');
        for (const { objectId, matrix } of poses.filter(({ opacity }) => opacity > 0)) {
          const [scale] = matrix;
          scales.set(unitOf(objectId), [...(scales.get(unitOf(objectId)) ?? []), scale]);
        }
        for (const [unit, all] of scales) {
          const [scale = 1] = all;
          for (const one of all) expect(one, `${name} ${unit}`).toBeCloseTo(scale, 3);
          const parts = poses.filter(({ objectId }) => unitOf(objectId) === unit);
          const away = (index: number, from: 4 | 5) =>
            (parts[index]?.matrix[from] ?? 0) - (parts[0]?.matrix[from] ?? 0);
          const awayAtEnd = (index: number, from: 4 | 5) =>
            (end.get(parts[index]?.objectId ?? '')?.matrix[from] ?? 0) -
            (end.get(parts[0]?.objectId ?? '')?.matrix[from] ?? 0);
          for (const index of parts.keys())
            for (const from of [4, 5] as const)
              expect(away(index, from), `${name} ${unit}`).toBeCloseTo(scale * awayAtEnd(index, from), 1);
        }
      }
    }
  });

  it('an animation of objects that do not enter here has no effect on the transition', () => {
    const row = { kind: 'row', children: [box, box], enter: { type: 'slide', duration: 600, stagger: 100 } };
    const compositions = [
      { states: { row: true } },
      { enter: 300, states: { row: { opacity: 0.5 } } },
      { enter: { type: 'fade', stagger: 400, duration: 300 }, states: { row: false } },
    ];
    expect(problemsOf(film({ objects: { row }, compositions: compositions.slice(0, 2) }))).toEqual([]);
    expect(problemsOf(film({ objects: { row }, compositions }))).toEqual([
      expect.stringMatching(/^compositions\[2\]\.enter\.stagger: 2 objects leave one after another/),
    ]);
  });

  it('a number, a name and an object are forms of one animation', () => {
    const enter = (animation: unknown) =>
      sceneOf({
        objects,
        compositions: [{ states: { b: true } }, { enter: { tracks: { a: animation } }, states: { a: true } }],
      }).transitions['to-2']?.tracks.a;
    expect(enter(300)).toMatchObject({ type: 'move', duration: 300 });
    expect(enter('grow')).toMatchObject({ type: 'grow' });
    expect(enter({ type: 'write', easing: 'ease-out', duration: 200 })).toMatchObject({
      type: 'write',
      easing: 'easeOut',
    });
    expect(enter({ easing: 'cubic-bezier(0.2, 0, 0, 1)' })?.easing).toEqual({
      ...{ type: 'cubicBezier', x1: 0.2, y1: 0, x2: 0, y2: 1 },
    });
  });

  it('an object has animations of its own, which give a cut its transition', () => {
    const own = {
      a: { ...box, enter: { type: 'slide', from: 'left', duration: 400 }, exit: 'fade' },
      b: box,
    };
    const { transitions } = sceneOf({
      objects: own,
      compositions: [{ states: { b: true } }, { states: { a: true } }, { states: { a: false } }],
    });
    expect(transitions['to-2']).toMatchObject({ duration: 400 });
    const { keyframes = {} } = transitions['to-2']?.tracks.a ?? {};
    expect(Object.values(keyframes)).toEqual([
      expect.objectContaining({ property: 'x', at: 0, value: 960 - 86 }),
    ]);
    expect(transitions['to-3']?.tracks.a).toMatchObject({ type: 'fade' });
  });

  it('a stagger counts members of a group, with their labels and boxes', () => {
    const card = { kind: 'column', fill: 'navy', children: [{ ...box, text: 'one' }, box] };
    const row = {
      kind: 'row',
      enter: { type: 'fade', stagger: 100, duration: 300 },
      children: [card, card, card],
    };
    const { transitions } = sceneOf({
      objects: { row, b: box },
      compositions: [{ states: { b: true } }, { states: { row: true } }],
    });
    const tracks = Object.values(transitions['to-2']?.tracks ?? {});
    expect(transitions['to-2']?.duration).toBe(500);
    expect([...new Set(tracks.map(({ start }) => start))].sort((one, other) => one - other)).toEqual([
      0, 100, 200,
    ]);
  });

  it('the first composition may enter from nothing, also with groups that leave later', () => {
    const row = { kind: 'row', children: [box, box] };
    const states = statesOf({
      objects: { row, b: box },
      compositions: [
        { enter: 500, states: { row: true } },
        { enter: 300, states: { row: false } },
      ],
    });
    expect(states.map((one) => [one['row-0']?.visible, one.b?.visible])).toEqual([
      [false, false],
      [true, true],
      [false, true],
    ]);
  });

  it('a group with a box that the first composition hides enters later, when the first one enters, too', () => {
    const card = { kind: 'row', fill: 'navy', children: [box, box] };
    const states = statesOf({
      objects: { row: { kind: 'row', children: { a: box, card } } },
      compositions: [
        { enter: 500, states: { row: true, 'row.card': false } },
        { enter: 300, states: { 'row.card': true } },
      ],
    });
    expect(
      states.map((one) => [one['row-a']?.visible, one['row-card-0']?.visible, one['row-card-box']?.visible]),
    ).toEqual([
      [false, false, false],
      [true, false, false],
      [true, true, true],
    ]);
  });

  it('an unknown animation is a problem with the names that exist', () => {
    const enter = { tracks: { a: { type: 'slidee' } } };
    expect(problemsOf(film({ objects, compositions: [{}, { enter }] }))).toEqual([
      'compositions[1].enter.tracks.a.type: must be one of move, write, fade, grow, none, draw, slide, pop, wipe, blur, flip, tilt, pulse, shake, flash, wiggle, ring, underline, mark, but is "slidee"; did you mean slide?',
    ]);
  });
});

describe('the camera', () => {
  it('shows a part of the frame or what is around objects, and fixed objects stay', () => {
    const objects = { a: { ...box, x: 480, y: 270 }, title: { kind: 'text', text: 'T', fixed: true } };
    const scene = sceneOf({
      objects,
      compositions: [
        {},
        { states: { camera: { x: 960, y: 540, zoom: 2 } } },
        { states: { camera: { around: ['a'], padding: 10 } } },
        { states: { camera: false } },
      ],
    });
    expect(scene.objects.a?.parentId).toBe('camera');
    expect(scene.objects.title?.parentId ?? null).toBe(null);
    const camera = scene.compositionOrder.map((key) => scene.compositions[key]?.states.camera);
    expect(camera.map((state) => state?.scaleX)).toEqual([1, 2, 13.5, 1]);
    expect(camera[2]).toMatchObject({ x: 960, y: 540, anchorX: 480, anchorY: 270 });
    expect(camera[3]).toMatchObject({ anchorX: 960, anchorY: 540 });
  });
});

describe('formulas', () => {
  const objects = {
    dot: { kind: 'circle', x: '=100 + 800*s', y: 300, width: 40, height: 40 },
    tag: { kind: 'text', above: 'dot', text: 's is ${s:.2f}', fontSize: '=10*k' },
  };
  const compositions = [{}, { enter: 1000, variables: { s: 1 } }];

  it('formulas run with their variables, constants become numbers, and related objects follow', () => {
    const { project } = expand(film({ variables: { s: 0, k: 3 }, objects, compositions }));
    const timeline = compileTimeline(project);
    const { states = {} } = project.scenes.main?.compositions['1'] ?? {};
    expect(states.tag?.fontSize).toBe(30);
    for (const timeMs of [1000, 1250, 1500, 1900]) {
      const { poses } = timeline.at(timeMs);
      const at = (id: string) => poses.find(({ objectId }) => objectId === id)?.matrix[4] ?? Number.NaN;
      const shift = at('tag') - at('dot');
      expect(shift).toBeCloseTo((states.tag?.x ?? 0) - 100, 2);
    }
  });

  it('a shape that grows by a formula keeps the edge that its relation sets', () => {
    const ground = { ...box, x: 500, y: 300, width: 400, height: 200 };
    const grows = { kind: 'rectangle', width: '=100 + 200*s', height: '=40 + 60*s', margin: 0 };
    const placed = {
      left: { ...grows, inside: 'ground', place: 'left' },
      bottomRight: { ...grows, inside: 'ground', place: 'bottom right' },
      below: { ...grows, below: 'ground', alignTo: 'start' },
      before: { ...grows, leftOf: 'ground', alignTo: 'end' },
      middle: { ...grows, inside: 'ground' },
    };
    const compositions = [{ duration: 0 }, { duration: 0, enter: 1000, variables: { s: 1 } }];
    const { project } = expand(film({ variables: { s: 0 }, objects: { ground, ...placed }, compositions }));
    const timeline = compileTimeline(project);
    for (const timeMs of [0, 300, 500, 820, 1000]) {
      const edges = (id: string) => {
        const pose = timeline.at(timeMs).poses.find(({ objectId }) => objectId === id);
        const [x = 0, y = 0] = pose?.matrix.slice(4) ?? [];
        const { width = 0, height = 0 } = pose?.appearance ?? {};
        const values = {
          left: x - width / 2,
          right: x + width / 2,
          top: y - height / 2,
          bottom: y + height / 2,
        };
        return Object.fromEntries(
          Object.entries(values).map(([name, one]) => [name, expect.closeTo(one, 2)]),
        );
      };
      expect({ left: 300, right: 700, top: 200, bottom: 400 }).toEqual(edges('ground'));
      expect({ left: 300 }).toMatchObject({ left: edges('left').left });
      expect([700, 400]).toEqual([edges('bottomRight').right, edges('bottomRight').bottom]);
      expect([300, 400]).toEqual([edges('below').left, edges('below').top]);
      expect([300, 400]).toEqual([edges('before').right, edges('before').bottom]);
      const middle = timeline.at(timeMs).poses.find(({ objectId }) => objectId === 'middle');
      expect(middle?.matrix.slice(4)).toEqual([500, 300]);
    }
  });

  it.each([
    ['=2*x', /names? the unknown|unknown variable/],
    ['=1/0', 'has no finite value'],
    ['=2s', '2*s'],
    ['=', 'empty formula'],
  ])('refuses the formula %s in a sentence', (x, message) => {
    const [problem] = problemsOf(film({ variables: { s: 0 }, objects: { a: { ...box, x } }, compositions }));
    expect(problem).toMatch(/^objects\.a\.x: /);
    expect(problem).toMatch(message);
  });

  it.each([
    [
      { a: { ...box, width: '=100 + s' }, b: { ...box, rightOf: 'a' } },
      'objects.b.rightOf: b cannot follow a, whose width a formula changes; give b a place in numbers or by a formula',
    ],
    [
      { a: { ...box, x: '=s' }, c: box, line: { kind: 'arrow', from: 'a', to: 'c' } },
      'objects.line.from: line cannot follow a, which a formula moves, because c stays; move both by the same formula, or give line a place by formulas',
    ],
    [
      { a: { ...box, x: '=s' }, c: { ...box, x: '=2*s' }, mark: { ...box, around: ['c', 'a'] } },
      'objects.mark.around: mark cannot follow c, which a formula moves, because a moves in another way; move both by the same formula, or give mark a place by formulas',
    ],
    [
      { a: { ...box, x: '=s' }, line: { kind: 'arrow', from: [5, 5], to: 'a' } },
      'objects.line.to: line cannot follow a, which a formula moves, because its other end is a point, which stays; give line a place by formulas',
    ],
    [
      { row: { kind: 'row', fill: 'navy', children: [{ ...box, width: '=100 + s' }, box] } },
      'objects.row.children[0].width: is a formula, but the row row cannot line up its members while their sizes change; write a formula for scale, which moves no neighbours, or take row.0 out of row; it is made from "=100 + s"',
    ],
    [
      { bars: { kind: 'row', align: 'end', children: ['a', 'b'] }, a: box, b: { ...box, height: '=s' } },
      'objects.b.height: is a formula, but the row bars cannot line up its members while their sizes change; write a formula for scale, which moves no neighbours, or take b out of bars; it is made from "=s"',
    ],
  ])('refuses what cannot follow a formula, with both names and the way out: %j', (objects, problem) => {
    expect(problemsOf(film({ variables: { s: 0 }, objects, compositions }))).toEqual([problem]);
  });

  it('a formula without its equals sign is refused with the formula, but names of objects are not', () => {
    const a = { kind: 'circle', x: '1 + 2*s' };
    expect(problemsOf({ shorthand: true, variables: { s: 1 }, objects: { a }, compositions: [{}] })).toEqual([
      'objects.a.x: must be a number, or "=1 + 2*s" for a formula, but is "1 + 2*s"',
    ]);
    const table = { kind: 'table', columns: ['plan', 's'], data: [{ plan: 'A', s: 3 }] };
    const list = { kind: 'column', data: [{ max: 's' }], each: { kind: 'text', text: '${max} ${x}' } };
    expect(
      problemsOf({
        ...{ shorthand: true, variables: { s: 1, x: 's' } },
        ...{ objects: { table, list }, compositions: [{}] },
      }),
    ).toEqual([]);
    const s = { kind: 'circle' };
    const line = { kind: 'arrow', from: 's', to: [0, 0] };
    expect(
      problemsOf({ shorthand: true, variables: { s: 1 }, objects: { s, line }, compositions: [{}] }),
    ).toEqual([]);
  });

  it('members of a row may have formulas that leave the row as it is', () => {
    const tall = { ...box, height: '=10 + s', rotation: '=s' };
    const objects = { row: { kind: 'row', children: [tall, { ...box, scale: '=1 + s' }] } };
    expect(problemsOf(film({ variables: { s: 0 }, objects, compositions }))).toEqual([]);
  });
});

it('the order of keys does not matter for anything but the order of drawing', () => {
  const styles = { hot: { fill: 'tomato' } };
  const one = {
    kind: 'rectangle',
    style: 'hot',
    width: 100,
    text: 'x',
    enter: { type: 'pop', duration: 300 },
  };
  const other = Object.fromEntries(Object.entries(one).reverse());
  const compositions = [{}, { states: { a: { scale: 2, text: 'y' } }, enter: 300 }];
  const [first, second] = [one, other].map((a) => sceneOf({ styles, objects: { a }, compositions }));
  expect(first).toEqual(second);
});
