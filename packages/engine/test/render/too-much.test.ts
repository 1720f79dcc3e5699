import { expect, it } from 'vitest';
import { inspect, render } from '../../src/library.ts';

const ellipse = (state: object) => ({
  shorthand: true,
  objects: {
    o0: {
      kind: 'circle',
      state: { width: 1900, height: 1000, fill: 'none', stroke: 'gold', strokeWidth: 1, ...state },
    },
  },
  compositions: { only: {} },
});

it('a stroke with too many dashes is drawn solid, and inspect warns about it at its place in the document', async () => {
  const dashed = ellipse({ dash: [0.001, 0.001] });
  expect((await inspect(dashed)).issues).toEqual([
    'warning: objects.o0: the stroke has more than 20000 dashes and is drawn solid; write longer dashes, or remove dash',
  ]);
  const { data } = await render(dashed, { format: 'png', width: 480 });
  expect(Buffer.from(data).equals((await render(ellipse({}), { format: 'png', width: 480 })).data)).toBe(
    true,
  );
  expect((await inspect(ellipse({ dash: [10, 10] }))).issues).toEqual([]);
});

const group = (each: object) => ({ kind: 'group', data: 500, each });

const smallDocuments = {
  dashes: {
    shorthand: true,
    objects: {
      a: group({
        ...{ kind: 'circle', width: 1000, height: 1000, fill: 'none', stroke: 'red' },
        ...{ strokeWidth: 300, dash: [0.2, 0.2] },
      }),
    },
    compositions: [{ duration: 500 }, { duration: 500, enter: 1000, states: { '*': { rotation: 5 } } }],
  },
  tables: {
    shorthand: true,
    objects: { a: group({ kind: 'table', data: Array.from({ length: 12 }, () => [1, 2, 3, 4, 5, 6]) }) },
    compositions: [{}],
  },
  graphs: {
    shorthand: true,
    objects: { a: group({ kind: 'graph', text: ['a --> b', 'b --> c', 'c --> a'] }) },
    compositions: [{}],
  },
  sequences: {
    shorthand: true,
    objects: { a: group({ kind: 'sequence', text: ['A->>B: one', 'B->>C: two', 'C->>A: three'] }) },
    compositions: [{}],
  },
  trees: {
    shorthand: true,
    objects: { a: group({ kind: 'tree', data: { a: ['b', 'c'] } }) },
    compositions: [{}],
  },
  items: {
    shorthand: true,
    objects: { a: group(group(group({ kind: 'circle' }))) },
    compositions: [{}],
  },
};

/** A film of 30 texts of 10,000 letters, half of which leave in the transition in which the others enter. */
function letters() {
  const text = 'lorem'.repeat(2000);
  const ids = Array.from({ length: 30 }, (_, index) => `text${index}`);
  const shown = (from: number, to: number) => Object.fromEntries(ids.slice(from, to).map((id) => [id, {}]));
  const hidden = Object.fromEntries(ids.slice(0, 15).map((id) => [id, false]));
  return {
    shorthand: true,
    objects: Object.fromEntries(ids.map((id) => [id, { kind: 'text', state: { text, fontSize: 8 } }])),
    compositions: {
      a: { states: shown(0, 15) },
      b: { enter: 1000, states: { ...hidden, ...shown(15, 30) } },
    },
  };
}

it.each([
  ['circles with a million dashes', smallDocuments.dashes, /8000000 outline coordinates.*or longer dashes/],
  ['hundreds of graphs', smallDocuments.graphs, /makes more than 500 nodes, together with the other graphs/],
  ['hundreds of sequences', smallDocuments.sequences, /makes more than 500 parts, together with the other/],
  ['hundreds of trees', smallDocuments.trees, /makes more than 500 boxes, together with the other/],
  ['hundreds of tables', smallDocuments.tables, /^objects\.a\.data: makes more than 5000 objects/],
  [
    'items of items of items',
    smallDocuments.items,
    /^objects\.a\.each\.each\.data: makes more than 5000 objects/,
  ],
])(
  '%s in 300 bytes are refused before they are made',
  { tags: 'slow', timeout: 30_000 },
  async (_, film, problem) => {
    // They took 106 and 49 s.
    const reported = await inspect(film).then(
      ({ issues }) => issues,
      ({ message }) => [message],
    );
    expect(reported).toEqual([expect.stringMatching(problem)]);
  },
);

it('inspect and render report a picture with too many letters in a transition with the same message', {
  tags: 'slow',
  timeout: 120_000,
}, async () => {
  const film = letters();
  const { issues } = await inspect(film, { format: 'png' });
  expect(issues).toEqual([expect.stringMatching(/8000000 outline coordinates.*; show fewer or shorter/)]);
  await expect(render(film, { format: 'svg', timeMs: 1500 })).rejects.toMatchObject({ message: issues[0] });
});

/** Objects that glow, each as large as the picture unless `size` is given. */
function glows(count: number, size = { width: 320, height: 180 }) {
  const state = { ...size, effect: 'glow', fill: 'gold' };
  const ids = Array.from({ length: count }, (_, index) => `o${index}`);
  return {
    ...{ shorthand: true, width: 320, height: 180 },
    objects: Object.fromEntries(ids.map((id) => [id, { kind: 'rectangle', state }])),
    compositions: { only: { duration: 100 } },
  };
}

it('inspect and render refuse glows that cover more than thirty pictures, for any number of glowing objects', async () => {
  const problem =
    'project: the objects with a glow, shadow or blur at once cover over 30 times the picture; let fewer or smaller objects have one';
  expect((await inspect(glows(31))).issues).toEqual([problem]);
  await expect(render(glows(31), { format: 'mp4' })).rejects.toMatchObject({ message: problem });
  for (const film of [glows(30), glows(200, { width: 20, height: 20 })]) {
    expect((await inspect(film)).issues).toEqual([]);
    expect(await render(film, { format: 'png' })).toMatchObject({ format: 'png' });
  }
});
