import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodePng, pixelAt } from '../../../../test/support/picture.ts';
import { opacityOfLayers } from '../../src/project/layers.ts';
import { describeProblem } from '../../src/project/problem.ts';
import type { Project } from '../../src/project/schema.ts';
import { render } from '../../src/render/render.ts';
import { expandProject } from '../../src/shorthand/expand-project.ts';
import { compileTimeline } from '../../src/timeline/compile-timeline.ts';
import { seenPoses } from '../../src/timeline/pose.ts';
import { layOut } from './expand.ts';

type Document = Readonly<Record<string, unknown>>;

function expanded(document: Document): Project {
  const result = expandProject({ shorthand: true, ...document }, {}, layOut);
  if (!result.ok) throw new Error(result.problems.map(describeProblem).join('\n'));
  return result.value.project;
}

function problemsOf(document: Document): readonly string[] {
  const result = expandProject({ shorthand: true, ...document }, {}, layOut);
  return result.ok ? [] : result.problems.map(describeProblem);
}

/** Opacity with which each object is seen in each composition; null where it is hidden. */
function shownIn(document: Document): Record<string, Record<string, number | null>> {
  const { main } = expanded(document).scenes;
  if (main === undefined) throw new Error('no scene');
  return Object.fromEntries(
    main.compositionOrder.map((id) => {
      const composition = main.compositions[id];
      if (composition === undefined) throw new Error(`no composition ${id}`);
      const states = Object.entries(composition.states).filter(
        ([one]) => main.objects[one]?.kind !== 'layer',
      );
      const seen = states.map(([object, { visible, opacity }]) => [
        object,
        visible ? opacity * opacityOfLayers(main, composition, object) : null,
      ]);
      return [id, Object.fromEntries(seen)];
    }),
  );
}

const box = { kind: 'rectangle' };
const card = {
  box,
  title: { kind: 'text', state: { text: 'Free', opacity: 0.5 } },
  card: { kind: 'group', children: ['box', 'title'] },
};

/** A square in the middle of the height of a frame of 100 pixels. */
const square = (x: number, fill: string, width = 60) => ({
  ...{ kind: 'rectangle', x, y: 50, width, height: width, fill },
});

describe('groups that act together', () => {
  it('groups fade, hide and show all their members', () => {
    const compositions = {
      a: { states: { card: { opacity: 0.5 } } },
      b: { states: { card: false } },
      c: { states: { card: {} } },
      d: { states: { card: { visible: false } } },
      e: { states: { card: { visible: true, opacity: 1 } } },
    };
    expect(shownIn({ objects: card, compositions })).toEqual({
      a: { box: 0.5, title: 0.25 },
      b: { box: null, title: null },
      c: { box: 0.5, title: 0.25 },
      d: { box: null, title: null },
      e: { box: 1, title: 0.5 },
    });
  });

  it('groups let their members enter with the first mention of the group', () => {
    const compositions = { a: {}, b: { states: { card: {} } } };
    expect(shownIn({ objects: card, compositions })).toEqual({
      a: { box: null, title: null },
      b: { box: 1, title: 0.5 },
    });
  });

  it('groups do not show members that are hidden by themselves', () => {
    const compositions = {
      a: { states: { card: {} } },
      b: { states: { title: false } },
      c: { states: { card: false } },
      d: { states: { card: {} } },
      e: { states: { title: {} } },
    };
    const shown = shownIn({ objects: card, compositions });
    expect(shown.d).toEqual({ box: 1, title: null });
    expect(shown.e).toEqual({ box: 1, title: 0.5 });
  });

  it('a group that is shown again leaves the members hidden that are hidden by themselves', () => {
    const objects = { ...card, all: { kind: 'group', children: ['card'] } };
    const compositions = {
      a: { states: { box: { visible: false }, title: false } },
      b: { states: { card: {} } },
      c: { states: { box: { visible: true } } },
      d: { states: { card: { visible: false } } },
      e: { states: { all: { visible: true }, title: true } },
      f: { states: { card: true } },
    };
    const [none, box, title] = [
      { box: null, title: null },
      { box: 1, title: null },
      { box: null, title: 0.5 },
    ];
    expect(shownIn({ objects, compositions })).toEqual({
      a: none,
      b: none,
      c: box,
      d: none,
      e: title,
      f: { box: 1, title: 0.5 },
    });
  });

  it('groups stay invisible while they enter at opacity 0', () => {
    const entering = [
      [{}, { card: { opacity: 0 } }],
      [{}, {}, { card: { opacity: 0 } }],
      [{ card: {} }, { card: { opacity: 0 } }, { card: false }, { card: { opacity: 0 } }],
      [{ card: {} }, { card: { opacity: 0 } }, { card: { visible: false } }, { card: { visible: true } }],
      [{ card: { visible: false } }, { card: { visible: true, opacity: 0 } }],
    ];
    for (const all of entering) {
      const compositions = Object.fromEntries(
        all.map((states, index) => [`c${index}`, { duration: 0, ...(index > 0 && { enter: 1000 }), states }]),
      );
      const timeline = compileTimeline(expanded({ objects: card, compositions }));
      const last = (all.length - 2) * 1000;
      const times = [100, 300, 500, 700, 900];
      const seen = times.flatMap((timeMs) => seenPoses(timeline.at(last + timeMs).poses));
      expect(seen.filter(({ opacity }) => opacity > 0)).toEqual([]);
    }
  });

  it('members of groups do not flash between two opacities with a gap between them', () => {
    const tenths = fc.integer({ min: 0, max: 10 }).map((value) => value / 10);
    const opacityAt = (timeline: ReturnType<typeof compileTimeline>, timeMs: number) =>
      seenPoses(timeline.at(timeMs).poses).find(({ objectId }) => objectId === 'box')?.opacity ?? 0;
    fc.assert(
      fc.property(tenths, tenths, (first, second) => {
        const compositions = {
          a: { duration: 0, states: { card: { opacity: first } } },
          b: { duration: 0, enter: 1000, states: { card: false } },
          c: { duration: 0, enter: 1000, states: { card: { opacity: second } } },
        };
        const timeline = compileTimeline(expanded({ objects: card, compositions }));
        const times = Array.from({ length: 10 }, (_, index) => index * 100);
        for (const timeMs of times) {
          expect(opacityAt(timeline, timeMs)).toBeLessThanOrEqual(first + 1e-9);
          expect(opacityAt(timeline, 1000 + timeMs)).toBeLessThanOrEqual(second + 1e-9);
        }
      }),
    );
  });

  it('opacities of groups multiply in any nesting as if written by hand', () => {
    const opacity = fc.integer({ min: 0, max: 10 }).map((tenths) => tenths / 10);
    fc.assert(
      fc.property(fc.array(opacity, { minLength: 1, maxLength: 5 }), opacity, (opacities, own) => {
        const groups = opacities.map((value, index) => [
          `group${index}`,
          { kind: 'group', children: [index === 0 ? 'box' : `group${index - 1}`], state: { opacity: value } },
        ]);
        const objects = { box: { ...box, state: { opacity: own } }, ...Object.fromEntries(groups) };
        const product = opacities.reduce((one, other) => one * other, own);
        expect(shownIn({ objects, compositions: { a: {} } }).a?.box).toBeCloseTo(product, 9);
      }),
    );
  });

  it('members that overlap do not show through each other in a group with an opacity', async () => {
    const under = { under: square(40, 'red') };
    const over = { over: square(60, 'blue') };
    const groups = {
      group: { both: { kind: 'group', opacity: 0.5, children: { ...under, ...over } } },
      'ids of a row': {
        row: { kind: 'row', gap: -40, opacity: 0.5, children: ['under', 'over'] },
        ...under,
        ...over,
      },
      'a style': { both: { kind: 'group', style: 'dim', children: { ...under, ...over } } },
      'a group of groups': {
        all: { kind: 'group', opacity: 0.5, children: ['inner', 'over'] },
        inner: { kind: 'group', opacity: 1, children: ['under'] },
        ...under,
        ...over,
      },
      'a formula': { both: { kind: 'group', opacity: '=s', children: { ...under, ...over } } },
    };
    for (const [name, objects] of Object.entries(groups)) {
      const film = {
        ...{ shorthand: true, width: 100, height: 100, objects, variables: { s: 0.5 } },
        styles: { dim: { opacity: 0.5 } },
        compositions: [{ duration: 0 }, { variables: { s: 0.5 } }],
      };
      const picture = await decodePng((await render(film, { format: 'png' })).data);
      expect(pixelAt(picture, 50, 50), name).toEqual([0, 0, 128, 255]);
    }
  });

  it('members that overlap do not show through each other while their group fades', async () => {
    const both = { kind: 'group', children: { under: square(40, 'red'), over: square(60, 'blue') } };
    const linear = { duration: 1000, easing: 'linear' };
    const films = {
      'a track for everything': { objects: { both }, enter: linear },
      'a track of the group': { objects: { both }, enter: { duration: 1000, tracks: { both: linear } } },
      'its own enter': {
        objects: { both: { ...both, enter: { type: 'fade', ...linear } } },
        enter: undefined,
      },
      'a slide from an opacity': {
        objects: { both: { ...both, enter: { type: 'slide', from: { opacity: 0 }, ...linear } } },
        enter: undefined,
      },
      'a group around it': {
        objects: { all: { kind: 'group', children: { both, far: square(400, 'lime') } } },
        enter: linear,
      },
      'an opacity of its own': { objects: { both: { ...both, opacity: 0.8 } }, enter: linear },
    };
    for (const [name, { objects, enter }] of Object.entries(films)) {
      const ids = Object.fromEntries(Object.keys(objects).map((id) => [id, true]));
      const gone = Object.fromEntries(Object.keys(objects).map((id) => [id, false]));
      const film = {
        ...{ shorthand: true, width: 100, height: 100, objects },
        compositions: [
          { duration: 0, states: {} },
          { duration: 0, enter: enter ?? 1000, states: ids },
          { duration: 0, enter: enter ?? { duration: 1000, easing: 'linear' }, states: gone },
        ],
      };
      const blue = name === 'an opacity of its own' ? 102 : 128;
      for (const timeMs of [500, 1500]) {
        const picture = await decodePng((await render(film, { format: 'png', timeMs })).data);
        const [red, green, seen] = pixelAt(picture, 50, 50);
        expect([red, green], `${name} at ${timeMs}`).toEqual([0, 0]);
        expect(Math.abs((seen ?? 0) - blue), `${name} at ${timeMs}`).toBeLessThanOrEqual(1);
      }
    }
  });

  it('a part that a composition shows enters there, and one that it changes is there with its whole', () => {
    const card = { kind: 'group', children: { a: box, b: box, c: box } };
    const page = { kind: 'group', children: ['card'] };
    const compositions = [
      { states: { 'card.a': true } },
      { states: { 'card.b': true } },
      { states: { 'card.c': { x: 5 } } },
    ];
    const visibleIn = (film: Readonly<Record<string, unknown>>) =>
      Object.values(expanded(film).scenes.main?.compositions ?? {}).map(({ states }) =>
        Object.keys(states).filter((id) => states[id]?.visible),
      );
    expect(visibleIn({ objects: { card }, compositions })).toEqual([
      ['card-a', 'card-c'],
      ['card-a', 'card-b', 'card-c'],
      ['card-a', 'card-b', 'card-c'],
    ]);
    // The card is a child of a page, which comes later.
    const later = [{ states: { far: true } }, { states: { page: true } }, { states: { 'card.c': { x: 5 } } }];
    expect(visibleIn({ objects: { far: box, card, page }, compositions: later })).toEqual([
      ['far'],
      ['far', 'card-a', 'card-b', 'card-c'],
      ['far', 'card-a', 'card-b', 'card-c'],
    ]);
  });

  it('groups of groups pop and grow as wholes, in any order of the document', () => {
    for (const type of ['pop', 'grow']) {
      const inner = { kind: 'group', children: { one: box, other: box } };
      const objects = { all: { kind: 'group', children: ['inner', 'far'] }, inner, far: box };
      const compositions = { a: {}, b: { enter: { duration: 900, type }, states: { all: true } } };
      expect(problemsOf({ objects, compositions })).toEqual([]);
    }
  });

  it('a label on a shape and a text on a card fade with their ground, as one picture', async () => {
    const block = { kind: 'text', text: '█', fontSize: 60, fill: 'blue' };
    const films = {
      shape: {
        kind: 'rectangle',
        width: 90,
        height: 90,
        fill: 'red',
        text: '█',
        fontSize: 60,
        textColor: 'blue',
      },
      card: { kind: 'column', fill: 'red', padding: 10, children: [block] },
    };
    for (const [name, one] of Object.entries(films)) {
      for (const type of ['fade', 'slide']) {
        const film = {
          ...{ shorthand: true, width: 100, height: 100, objects: { one } },
          compositions: [
            { duration: 0, states: {} },
            { duration: 0, enter: { type, duration: 1000, easing: 'linear' }, states: { one: true } },
          ],
        };
        const picture = await decodePng((await render(film, { format: 'png', timeMs: 500 })).data);
        const [red, green, blue = 0] = pixelAt(picture, 50, 50);
        expect([red, green], `${name} ${type}`).toEqual([0, 0]);
        expect(Math.abs(blue - 128), `${name} ${type}`).toBeLessThanOrEqual(1);
      }
    }
    const bare = { kind: 'rectangle', width: 90, height: 90, fill: 'none', stroke: 'red', text: 'bare' };
    const { main } = expanded({
      objects: { bare },
      compositions: { a: {}, b: { enter: 500, states: { bare: true } } },
    }).scenes;
    expect(Object.keys(main?.objects ?? {})).toEqual(['bare', 'bare-label']);
  });

  it('members of a group with a stagger or tracks of their own fade by themselves', () => {
    const both = { kind: 'group', children: { under: box, over: box } };
    for (const tracks of [
      { both: { stagger: 200 } },
      { 'both.under': { type: 'grow' } },
      { 'both.under': { keyframes: { opacity: [[0.5, 1]] } } },
    ]) {
      const { main } = expanded({
        objects: { both },
        compositions: { a: {}, b: { enter: { duration: 1000, tracks }, states: { both: true } } },
      }).scenes;
      expect(Object.keys(main?.objects ?? {})).toEqual(['both-under', 'both-over']);
    }
  });

  it('the tracks of a group that fades take no keys of other tracks', () => {
    const both = { kind: 'group', children: ['one', 'other'] };
    const tracks = { one: { objectId: 'far', type: 'grow' } };
    const { main } = expanded({
      objects: { one: box, other: box, both, far: { ...box, kind: 'circle' } },
      compositions: { a: {}, b: { states: { both: true, far: true } } },
      transitions: { go: { fromId: 'a', toId: 'b', duration: 500, tracks } },
    }).scenes;
    const made = Object.entries(main?.transitions.go?.tracks ?? {});
    expect(made.map(([key, { objectId, type }]) => [key, objectId, type])).toEqual([
      ['one', 'far', 'grow'],
      ['one-2', 'one', 'move'],
      ['other', 'other', 'move'],
      ['both-whole', 'both-whole', 'move'],
    ]);
  });

  it('members with the names of prototypes fade like others', () => {
    const both = { kind: 'group', children: ['valueOf', 'toString'] };
    const { main } = expanded({
      objects: { valueOf: box, toString: box, both },
      compositions: { a: {}, b: { enter: 500, states: { both: true } } },
    }).scenes;
    const tracks = Object.values(main?.transitions['to-b']?.tracks ?? {});
    expect(tracks.map(({ objectId, duration }) => [objectId, duration])).toEqual([
      ['valueOf', 500],
      ['toString', 500],
      ['both-whole', 500],
    ]);
  });

  it('a group whose opacity is a formula fades by its members', () => {
    const cell = { kind: 'rectangle', fill: 'navy', text: '7', opacity: '=s' };
    expect(
      problemsOf({
        variables: { s: 1 },
        objects: { cell, both: { kind: 'group', opacity: '=s', children: { one: box, other: box } } },
        compositions: [{}, { enter: 500, states: { cell: true, both: true } }, { variables: { s: 0.5 } }],
      }),
    ).toEqual([]);
  });

  it('a group between whose members another object is drawn gets no layer', () => {
    const objects = { a: box, between: box, b: box, both: { kind: 'group', children: ['a', 'b'] } };
    const { main } = expanded({
      objects,
      compositions: { x: { states: { between: true } }, y: { enter: 500, states: { both: true } } },
    }).scenes;
    expect(Object.keys(main?.objects ?? {})).toEqual(['a', 'between', 'b']);
  });

  it('a group grows as a whole, about its middle, in its own animation and in that of everything', async () => {
    const both = { kind: 'group', children: { one: square(30, 'red', 40), other: square(70, 'blue', 40) } };
    const grow = { type: 'grow', easing: 'linear', duration: 1000 };
    for (const [own, enter] of [
      [{ enter: grow }, undefined],
      [{}, grow],
      [{}, { duration: 1000, tracks: { both: grow } }],
    ] as const) {
      const film = {
        ...{ shorthand: true, width: 100, height: 100, objects: { both: { ...both, ...own } } },
        compositions: [{ duration: 0 }, { duration: 100, ...(enter && { enter }), states: { both: true } }],
      };
      const picture = await decodePng((await render(film, { format: 'png', timeMs: 500 })).data);
      // At half its size, the whole covers x from 30 to 70 and y from 40 to 60 without a gap.
      const reds = [28, 32, 48].map((x) => pixelAt(picture, x, 50)[0]);
      const blues = [52, 68, 72].map((x) => pixelAt(picture, x, 50)[2]);
      expect(reds.map((value) => Math.round((value ?? 0) / 128))).toEqual([0, 1, 1]);
      expect(blues.map((value) => Math.round((value ?? 0) / 128))).toEqual([1, 1, 0]);
      expect(pixelAt(picture, 40, 38)).toEqual([0, 0, 0, 255]);
    }
  });

  it('a label does not show its shape, nor a shape its chart, through an opacity', async () => {
    const objects = {
      card: {
        kind: 'rectangle',
        y: 30,
        width: 100,
        height: 60,
        fill: 'red',
        text: '█',
        fontSize: 40,
        textColor: 'blue',
        opacity: 0.5,
      },
    };
    const film = { shorthand: true, width: 100, height: 100, objects, compositions: [{}] };
    const picture = await decodePng((await render(film, { format: 'png' })).data);
    expect(pixelAt(picture, 50, 30)).toEqual([0, 0, 128, 255]);
    expect(pixelAt(picture, 5, 30)).toEqual([128, 0, 0, 255]);
  });

  it('an opacity of a group fades with the track of the group, for as long as its members take', () => {
    const objects = { ...card };
    const compositions = {
      a: { states: { card: {} } },
      b: {
        enter: { duration: 1000, tracks: { card: { start: 400, stagger: 100 } } },
        states: { card: { opacity: 0.2 }, box: { x: 5 }, title: { x: 9 } },
      },
    };
    const tracks =
      Object.values(expanded({ objects, compositions }).scenes.main?.transitions ?? {})[0]?.tracks ?? {};
    expect(Object.values(tracks).map(({ objectId, start, duration }) => [objectId, start, duration])).toEqual(
      [
        ['box', 400, 500],
        ['title', 500, 500],
        ['card-whole-layer', 400, 600],
      ],
    );
  });

  it('reports groups with an opacity that share only some members, and more than eight inside each other', () => {
    const shared = {
      ...{ a: box, b: box, c: box },
      one: { kind: 'group', opacity: 0.5, children: ['a', 'b'] },
      two: { kind: 'group', opacity: 0.5, children: ['b', 'c'] },
    };
    expect(problemsOf({ objects: shared, compositions: [{}] })).toEqual([
      'objects.two: is one picture and shares members with one, which is one, too, but not a; put one of the groups into the other, or remove the opacity, blur, clip or shadow of one',
    ]);
    const nested = Array.from({ length: 9 }, (_, index) => [
      `g${index}`,
      { kind: 'group', opacity: 0.9, children: [index === 8 ? 'box' : `g${index + 1}`] },
    ]);
    expect(problemsOf({ objects: { box, ...Object.fromEntries(nested) }, compositions: [{}] })).toEqual([
      'objects.g8: is inside 8 others that are one picture; remove the opacity, blur, clip or shadow here or of one around it',
    ]);
  });

  it('groups give their track to members without one, inner groups before outer ones', () => {
    const objects = {
      a: box,
      b: box,
      c: box,
      inner: { kind: 'group', children: ['a', 'b'] },
      outer: { kind: 'group', children: ['inner', 'c'] },
    };
    const enter = {
      duration: 1000,
      tracks: {
        a: { type: 'grow' },
        inner: { type: 'write' },
        outer: { type: 'fade', stagger: 100 },
        '*': { type: 'move' },
      },
    };
    const { main } = expanded({
      objects: { ...objects, free: box },
      compositions: { start: {}, end: { enter, states: { outer: {}, free: {} } } },
    }).scenes;
    const tracks = Object.values(main?.transitions ?? {})[0]?.tracks ?? {};
    expect(Object.entries(tracks).map(([id, { type }]) => [id, type])).toEqual([
      ['a', 'grow'],
      ['b', 'write'],
      ['c', 'fade'],
      ['free', 'move'],
    ]);
  });

  it('groups with a stagger start their members one after the other, in the order of the group', () => {
    const objects = { a: box, b: box, c: box, group: { kind: 'group', children: ['c', 'a', 'b'] } };
    const enter = { duration: 1000, tracks: { group: { stagger: 200 } } };
    const { main } = expanded({
      objects,
      compositions: { start: {}, end: { enter, states: { group: {} } } },
    }).scenes;
    const tracks = Object.values(main?.transitions ?? {})[0]?.tracks ?? {};
    expect(['c', 'a', 'b'].map((id) => [tracks[id]?.start, tracks[id]?.duration])).toEqual([
      [0, 600],
      [200, 600],
      [400, 600],
    ]);
  });

  it('reports fields that a group without a place cannot have', () => {
    const objects = {
      ...card,
      row: { kind: 'row', children: ['card'] },
      note: { kind: 'text', state: { text: 'x', below: 'card' } },
      wide: { kind: 'group', children: ['note'], gap: 20, state: { place: 'top' } },
    };
    const useless = (id: string) =>
      `is of no use with ${id}, a group of kind group, which has no place; name its members, or make it a row, column or grid`;
    expect(problemsOf({ objects, compositions: { a: {} } })).toEqual([
      `objects.row.children[0]: ${useless('card')}`,
      `objects.note.state.below: ${useless('card')}`,
      `objects.wide.state.place: ${useless('wide')}`,
      'objects.wide.gap: is for rows, columns and grids, but this is a group, which places nothing; remove it, or choose such a kind',
    ]);
    const circle = { one: { kind: 'group', children: ['two'] }, two: { kind: 'group', children: ['one'] } };
    expect(problemsOf({ objects: circle, compositions: { a: { states: { one: false } } } })).toEqual([
      'objects.one.children: "one", which contains "two", which contains "one"; a group cannot contain itself',
    ]);
  });
});

describe('tracks of a scene and of a composition', () => {
  const objects = { a: box, b: box, c: box };
  const all = (x: number) => ({ a: { x }, b: { x }, c: { x } });

  it('tracks of a scene and of a composition combine, object by object', () => {
    const enter = { duration: 500, tracks: { a: { type: 'grow' }, b: { type: 'fade' } } };
    const own = { tracks: { b: { easing: 'linear' }, c: { easing: 'easeIn' } } };
    const { main } = expanded({
      objects,
      enter,
      compositions: { one: { states: all(0) }, two: { enter: own, states: all(9) } },
    }).scenes;
    const tracks = Object.values(main?.transitions ?? {})[0]?.tracks ?? {};
    expect(Object.entries(tracks).map(([id, { type, easing }]) => [id, type, easing])).toEqual([
      ['a', 'grow', 'easeInOut'],
      ['b', 'move', 'linear'],
      ['c', 'move', 'easeIn'],
    ]);
  });

  it('tracks of a scene and of a composition do not rewrite an unchanged object', () => {
    const enter = { duration: 500, tracks: { a: { type: 'write' } } };
    const compositions = { one: {}, two: { states: { a: {} } }, three: { states: { b: { x: 5 } } } };
    const { main } = expanded({ objects, enter, compositions }).scenes;
    expect(Object.values(main?.transitions ?? {}).map(({ tracks }) => Object.keys(tracks))).toEqual([
      ['a'],
      [],
    ]);
  });
});

describe('repeated keyframes', () => {
  const keyframesOf = (keyframes: unknown) => {
    const enter = { duration: 1000, tracks: { box: { easing: 'linear', keyframes } } };
    const { main } = expanded({
      objects: { box },
      compositions: { a: { states: { box: {} } }, b: { enter, states: { box: { x: 5 } } } },
    }).scenes;
    const track = Object.values(main?.transitions ?? {})[0]?.tracks.box;
    return Object.values(track?.keyframes ?? {}).map(({ at, value, easing }) => [at, value, easing]);
  };

  it('repeated keyframes take equal shares of the time', () => {
    expect(keyframesOf({ x: [[0.5, 100, 'easeOut']], repeat: 4 })).toEqual([
      [0.125, 100, 'easeOut'],
      [0.375, 100, 'easeOut'],
      [0.625, 100, 'easeOut'],
      [0.875, 100, 'easeOut'],
    ]);
  });

  it('repeated keyframes run forwards and backwards, with mirrored easings', () => {
    const list = [
      [0, 10, 'easeIn'],
      [1, 20],
    ];
    expect(keyframesOf({ x: list, repeat: 2, alternate: true })).toEqual([
      [0, 10, 'easeIn'],
      [0.5, 20, 'linear'],
      [0.5, 20, 'easeOut'],
      [1, 10, 'linear'],
    ]);
  });

  it('repeated keyframes are limited, and only the number of repetitions may be a number', () => {
    const track = (keyframes: unknown) =>
      problemsOf({
        objects: { box },
        compositions: {
          a: {},
          b: { enter: { duration: 9, tracks: { box: { keyframes } } }, states: { box: {} } },
        },
      });
    const place = 'compositions.b.enter.tracks.box.keyframes';
    expect(
      track({
        x: [
          [0, 1],
          [1, 2],
        ],
        repeat: 600,
      }),
    ).toEqual([`${place}: must have at most 1024 keyframes, but has 1200, repeated 600 times`]);
    expect(track({ x: [[0, 1]], repeat: 0 })).toEqual([
      `${place}.repeat: must be an integer from 1 to 1000, but is 0`,
    ]);
    expect(track({ x: [[0, 1]], alternate: 1 })).toEqual([
      `${place}.alternate: must be true or false, but is 1`,
    ]);
    expect(track({ x: 5 })).toEqual([
      `${place}.x: must be a list of [at, value, easing], or a keyframe, but is 5`,
    ]);
  });
});

describe('growing from an edge', () => {
  const edges = ['left', 'right', 'top', 'bottom', 'top left', 'bottom right'] as const;

  it('growing from an edge keeps the edge in place at every time, however the object is turned', () => {
    const number = fc.integer({ min: -180, max: 180 });
    fc.assert(
      fc.property(
        fc.constantFrom(...edges),
        number,
        fc.boolean(),
        fc.integer({ min: 1, max: 9 }),
        (edge, rotation, leaves, tenths) => {
          const state = { x: 300, y: 200, width: 160, height: 90, rotation, scaleX: 1.5 };
          const track = { type: 'grow', from: edge, easing: 'easeOut' };
          const shown = { box: {} };
          const hidden = { box: false };
          const project = expanded({
            objects: { box: { ...box, state }, dot: box },
            compositions: {
              a: { duration: 100, states: leaves ? shown : { dot: {} } },
              b: {
                duration: 100,
                enter: { duration: 1000, tracks: { box: track } },
                states: leaves ? hidden : shown,
              },
            },
          });
          const timeline = compileTimeline(project);
          const edgeAt = (timeMs: number) => {
            const pose = timeline.at(timeMs).poses.find(({ objectId }) => objectId === 'box');
            if (pose === undefined) throw new Error(`nothing at ${timeMs} ms`);
            const { width, height } = pose.appearance;
            const across = edge.includes('left') ? -1 : edge.includes('right') ? 1 : 0;
            const down = edge.includes('top') ? -1 : edge.includes('bottom') ? 1 : 0;
            const [a, b, c, d, e, f] = pose.matrix;
            const [x, y] = [(across * width) / 2, (down * height) / 2];
            const size = [across === 0 ? width : 160, down === 0 ? height : 90];
            return { place: [a * x + c * y + e, b * x + d * y + f], size };
          };
          const whole = edgeAt(leaves ? 50 : 1150);
          const half = edgeAt(100 + tenths * 100);
          expect(half.size).toEqual([160, 90]);
          for (const axis of [0, 1] as const) expect(half.place[axis]).toBeCloseTo(whole.place[axis] ?? 0, 3);
        },
      ),
    );
  });

  it('reports kinds and types that cannot grow from an edge', () => {
    const problems = (kind: string, track: unknown) =>
      problemsOf({
        objects: { one: { kind, state: { text: 'x' } } },
        compositions: { a: {}, b: { enter: { duration: 9, tracks: { one: track } }, states: { one: {} } } },
      });
    const place = 'compositions.b.enter.tracks.one.from';
    expect(problems('text', { type: 'grow', from: 'left' })).toEqual([
      `${place}: is for circles, rectangles and images, but one is of kind text, which grows from its position; remove it`,
    ]);
    expect(problems('circle', { from: 'left' })).toEqual([
      `${place}: is the edge from which an object grows, but the type is move; write "type": "grow"`,
    ]);
    expect(problems('circle', { type: 'grow', from: 'middle' })).toEqual([
      `${place}: must be one of center, left, right, top, bottom, top left, top right, bottom left, bottom right, but is "middle"`,
    ]);
  });
});

describe('"visible": false of a group', () => {
  const objects = {
    a: { ...box, state: { x: 400 } },
    b: { ...box, state: { x: 800 } },
    inner: { kind: 'group', children: ['a'] },
    both: { kind: 'group', children: ['inner', 'b'] },
  };
  /** The states of both members, where the group says this, and where two objects outside of groups do. */
  const said = (compositions: readonly Readonly<Record<string, unknown>>[]) => {
    const { a, b } = objects;
    const statesOf = (inGroup: boolean) => {
      const written = compositions.map(({ both, ...states }, index) => {
        const shared = inGroup ? { both } : { a: both, b: both };
        return [`c${index}`, { states: both === undefined ? states : { ...shared, ...states } }];
      });
      const { main } = expanded({
        objects: inGroup ? objects : { a, b },
        compositions: Object.fromEntries(written),
      }).scenes;
      return Object.values(main?.compositions ?? {}).map(({ states }) => [states.a, states.b]);
    };
    return { byGroup: statesOf(true), byMembers: statesOf(false) };
  };

  it('"visible": false of a group mentions its members, which enter from their place there', () => {
    const { byGroup, byMembers } = said([
      {},
      { both: { visible: false } },
      { both: { visible: true }, a: { x: 1400, visible: true } },
    ]);
    expect(byGroup).toEqual(byMembers);
    expect(byGroup.map(([a]) => [a?.x, a?.visible])).toEqual([
      [400, false],
      [400, false],
      [1400, true],
    ]);
  });

  it('"visible": false of a group equals "visible": false of each member, whenever and however often', () => {
    const anySaid = fc.constantFrom(undefined, {}, false, { visible: false }, { visible: true });
    fc.assert(
      fc.property(fc.array(anySaid, { minLength: 1, maxLength: 6 }), (all) => {
        const { byGroup, byMembers } = said(all.map((both) => (both === undefined ? {} : { both })));
        const seen = (states: typeof byGroup) =>
          states.map((members) => members.map((one) => one?.visible === true));
        expect(seen(byGroup)).toEqual(seen(byMembers));
      }),
    );
  });

  it('"visible": false in the own state of a group hides members until a composition shows it', () => {
    const hidden = { ...objects, both: { ...objects.both, state: { visible: false } } };
    const compositions = { a: {}, b: { states: { both: { opacity: 1 } } }, c: { states: { both: true } } };
    expect(shownIn({ objects: hidden, compositions })).toEqual({
      a: { a: null, b: null },
      b: { a: null, b: null },
      c: { a: 1, b: 1 },
    });
  });
});
