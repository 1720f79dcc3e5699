import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs, runTimeoutMs } from '../../../../test/support/random-runs.ts';
import type { CompositionState, Scene } from '../../src/project/schema.ts';
import { inspect } from '../../src/render/inspect.ts';
import { render } from '../../src/render/render.ts';
import { expand, plain, problemsOf } from './expand.ts';

const flow = [
  'order[Order] --> paid{Paid?}',
  'paid -->|yes| pack[Pack] --> send[Send]',
  'paid -->|no| remind[Remind]',
  'remind --> paid',
];

/** The fifth film of the language. */
const orderFilm = {
  shorthand: true,
  theme: 'paper',
  objects: {
    title: { kind: 'text', style: 'title', place: 'top', fixed: true, text: 'How an order leaves' },
    flow: { kind: 'graph', direction: 'right', below: 'title', text: flow },
  },
  enter: { duration: 800, type: 'write', stagger: 150 },
  compositions: [
    { duration: 800, states: { 'flow.*': false, 'flow.order': true } },
    { states: { 'flow.paid': true, camera: { around: ['flow.order', 'flow.paid'], padding: 160 } } },
    { states: { 'flow.remind': true, camera: { around: ['flow.paid', 'flow.remind'] } } },
    { duration: 2000, states: { 'flow.pack': true, 'flow.send': true, camera: false } },
    { duration: 1500, states: { 'flow.send': { fill: 'positive' } } },
  ],
};

function film(text: unknown, compositions: object = { a: { states: { g: true } } }, fields: object = {}) {
  return { shorthand: true, objects: { g: { kind: 'graph', text, ...fields } }, compositions };
}

function sceneOf(document: object): Scene {
  const [scene] = Object.values(plain(expand(document).project).scenes);
  if (scene === undefined) throw new Error('no scene');
  return scene;
}

/** The ids of the visible objects of each composition. */
function shownIn(document: object): string[][] {
  const { compositionOrder, compositions } = sceneOf(document);
  return compositionOrder.map((key) =>
    Object.entries(compositions[key]?.states ?? {})
      .filter(([, { visible }]) => visible)
      .map(([id]) => id),
  );
}

function stateOf(document: object, composition: string, id: string): CompositionState {
  const state = sceneOf(document).compositions[composition]?.states[id];
  if (state === undefined) throw new Error(`no state of ${id}`);
  return state;
}

describe('graphs', () => {
  it('the fifth film of the language is valid at once, without advice, and draws', async () => {
    const text = JSON.stringify(orderFilm);
    const { issues, advice, durationMs, pages } = await inspect(text, { advice: true });
    expect(issues).toEqual([]);
    expect(advice).toEqual([]);
    expect(pages).toContain('graph');
    for (const share of [0.1, 0.3, 0.5, 0.9])
      expect((await render(text, { timeMs: share * durationMs, width: 320 })).bytes).toBeGreaterThan(500);
  });

  it('an edge shows with both of its ends, and hidden nodes keep their place', () => {
    const parts = shownIn(orderFilm).map((ids) =>
      ids.filter((id) => /^flow-/.test(id) && !id.endsWith('label')),
    );
    expect(parts).toEqual([
      ['flow-order'],
      ['flow-order', 'flow-order-paid', 'flow-paid'],
      ['flow-order', 'flow-order-paid', 'flow-paid', 'flow-paid-remind', 'flow-remind', 'flow-remind-paid'],
      expect.arrayContaining(['flow-paid-pack', 'flow-pack', 'flow-pack-send', 'flow-send']),
      expect.arrayContaining(['flow-paid-pack', 'flow-pack', 'flow-pack-send', 'flow-send']),
    ]);
    const places = ['1', '2', '5'].map((key) => stateOf(orderFilm, key, 'flow-order').x);
    expect(new Set(places).size).toBe(1);
  });

  it('an edge that the document hides stays hidden, and false of a node takes its edges along', () => {
    const document = film('a --> b --> c', {
      one: { states: { g: true, 'g.a-b': false } },
      two: { states: { 'g.c': false } },
      three: { states: { 'g.a-b': true, 'g.c': true } },
    });
    const edges = shownIn(document).map((ids) => ids.filter((id) => /^g-.-.$/.test(id)));
    expect(edges).toEqual([['g-b-c'], [], ['g-a-b', 'g-b-c']]);
  });

  it('a later text adds, removes and moves nodes, which keep their identity and their labels', () => {
    const document = film('flowchart LR\nidle((Idle)) -->|start| run([Running])', {
      one: { states: { g: true } },
      two: { states: { g: { text: 'flowchart TD\nidle --> run\nrun --> done[Finished]' } } },
      three: { states: { g: { text: 'flowchart TD\nrun[Still running] --> done' } } },
    });
    const nodes = shownIn(document).map((ids) => ids.filter((id) => /^g-[a-z]+$/.test(id)));
    expect(nodes).toEqual([
      ['g-idle', 'g-run'],
      ['g-idle', 'g-run', 'g-done'],
      ['g-run', 'g-done'],
    ]);
    expect(stateOf(document, 'two', 'g-run-label').text).toBe('Running');
    expect(stateOf(document, 'three', 'g-run-label').text).toBe('Still running');
    expect(stateOf(document, 'one', 'g-run').x).toBeGreaterThan(stateOf(document, 'one', 'g-idle').x);
    expect(stateOf(document, 'two', 'g-run').y).toBeGreaterThan(stateOf(document, 'two', 'g-idle').y);
    expect(shownIn(document)[2]).not.toContain('g-idle-run');
  });

  it('a graph has one font size, at most its own, and fits into its width and height', () => {
    const text = Array.from({ length: 12 }, (_, index) => `n${index}[Node ${index}] --> n${index + 1}`);
    const { compositions } = sceneOf(
      film(text, undefined, { width: 600, height: 500, fontSize: 40, direction: 'right' }),
    );
    const states = Object.entries(compositions.a?.states ?? {});
    const labels = states.filter(([id]) => id.endsWith('label')).map(([, { fontSize }]) => fontSize);
    expect(new Set(labels).size).toBe(1);
    expect(labels[0]).toBeLessThan(40);
    for (const [, { x, width, visible }] of states.filter(([id]) => /^g-n\d+$/.test(id))) {
      expect(visible).toBe(true);
      expect(Math.abs(x - 960) + width / 2).toBeLessThanOrEqual(301);
    }
  });

  it('directions are fields, or words of the header, and the field wins', () => {
    const isRight = (document: object) => stateOf(document, 'a', 'g-b').x > stateOf(document, 'a', 'g-a').x;
    expect(isRight(film('flowchart LR\na --> b'))).toBe(true);
    expect(isRight(film('a --> b'))).toBe(false);
    expect(isRight(film('flowchart TD\na --> b', undefined, { direction: 'right' }))).toBe(true);
    expect(isRight(film('graph RL; a --> b'))).toBe(false);
  });

  it('the same document always has the same graph', () => {
    expect(sceneOf(orderFilm)).toEqual(sceneOf(orderFilm));
  });
});

describe('the syntax of flowcharts', () => {
  it('draws all shapes, arrows, labels, chains, subgraphs and comments', async () => {
    const text = [
      'flowchart TD',
      '%% a comment',
      'rect[A rect] --> round(Round one)',
      'round --- stadium([Stadium])',
      'rect -.-> sub[[Subroutine]]',
      'rect ==> db[(Database)]',
      'sub <--> circ((Circle))',
      'db --o hex{{Hexagon}}',
      'db --x flag>Flag]',
      'circ -->|label one| par[/Parallel/]',
      'hex -- label two --> dec{Is it "quoted"?}',
      'flag -. dotted .-> q["Quoted (label)<br/>two lines #35; 1"]',
      'a & b --> dec',
      'subgraph team [A team]; a[Anna]; b[Bob]; end',
      'dec --> dec',
      'q --> back[\\Back\\] --> tz[/Trap\\]',
      'q -->|again| back',
    ];
    const document = film(text);
    expect((await inspect(JSON.stringify(document), { advice: true })).issues).toEqual([]);
    const { objects, compositions } = sceneOf(document);
    const states = compositions.a?.states ?? {};
    expect(objects['g-circ']?.kind).toBe('circle');
    expect(objects['g-dec']?.kind).toBe('path');
    expect(states['g-q-label']?.text).toBe('Quoted (label)\ntwo lines # 1');
    expect(states['g-rect-sub']?.dash).toBeDefined();
    expect(states['g-rect-db']?.strokeWidth).toBeGreaterThan(states['g-rect-round']?.strokeWidth ?? 9);
    expect(states['g-round-stadium']?.heads).toBe('none');
    expect(states['g-sub-circ']?.heads).toBe('both');
    expect(states['g-db-hex']?.headShape).toBe('circle');
    expect(states['g-db-flag']?.headShape).toBe('cross');
    expect(states['g-hex-dec-label']?.text).toBe('label two');
    for (const id of ['g-a-dec', 'g-b-dec', 'g-dec-dec', 'g-q-back', 'g-q-back-2', 'g-team', 'g-team-title'])
      expect(states[id]?.visible).toBe(true);
    const [team, anna] = [states['g-team'], states['g-a']];
    expect(Math.abs((team?.x ?? 0) - (anna?.x ?? 0)) + (anna?.width ?? 0) / 2).toBeLessThan(
      (team?.width ?? 0) / 2,
    );
  });

  it('what is not drawn is named by advice', async () => {
    const text = [
      'a --> b',
      'style a fill:#f00',
      'classDef hot fill:red',
      'a:::hot --> c',
      'click a "https://x"',
      'linkStyle 0 stroke:red',
    ];
    const { advice } = await inspect(JSON.stringify(film(text)), { advice: true });
    const undrawn = (advice ?? []).filter(({ rule }) => rule === 'not-drawn');
    expect(undrawn.map(({ path }) => path)).toEqual([1, 2, 3, 4, 5].map((line) => `objects.g.text[${line}]`));
    expect(undrawn[0]?.message).toContain('style is not drawn; write states of its parts');
  });

  it('reads front matter, descriptions, edge ids, fields of nodes and labels of several lines', async () => {
    const text = [
      '---',
      'title: Orders',
      '---',
      'flowchart LR',
      '  accTitle: Orders',
      '  accDescr {',
      '    How an order leaves',
      '  }',
      '  a["two',
      '  lines"] e1@--> b@{ shape: cyl, label: "All, orders" }',
      '  e1@{ animate: true }',
      '  b --> c["`a **bold** word`"] --> d(((stop)))',
      '  d --> e[fa:fa-truck Ship] --> f@{ shape: doc',
      "    label: 'A paper' }",
    ].join('\n');
    const { issues, advice = [] } = await inspect(JSON.stringify(film(text)), { advice: true });
    expect(issues).toEqual([]);
    const messages = advice.filter(({ rule }) => rule === 'not-drawn').map(({ message }) => message);
    expect(messages).toEqual([
      'in line 1, letter 1 the front matter, accTitle and accDescr are not drawn; write a text above the graph as its title',
      'in line 11, letter 3 the look of edges in @{ … } is not drawn; write states of its parts',
      'in line 12, letter 10 bold and italic words of labels are drawn as the others',
      'in line 12, letter 37 a double circle is drawn as a circle',
      'in line 13, letter 10 icons such as fa:fa-car are not drawn; write an icon beside the graph',
      'in line 13, letter 34 the shape doc is drawn as a rectangle',
    ]);
    const { objects, compositions } = sceneOf(film(text));
    const states = compositions.a?.states ?? {};
    const labels = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => states[`g-${id}-label`]?.text);
    expect(labels).toEqual(['two\nlines', 'All, orders', 'a bold word', 'stop', 'Ship', 'A paper']);
    expect(objects['g-b']?.kind).toBe('path');
    expect(Object.keys(objects).filter((id) => id.startsWith('g-e1'))).toEqual([]);
  });

  it('what is not drawn several times is named once', async () => {
    const text = ['a --> b', 'style a fill:#f00', 'style b fill:#f00', 'a:::hot --> c:::hot'];
    const { advice = [] } = await inspect(JSON.stringify(film(text)), { advice: true });
    const undrawn = advice.filter(({ rule }) => rule === 'not-drawn');
    expect(undrawn.map(({ path }) => path)).toEqual(['objects.g.text[1]', 'objects.g.text[3]']);
  });

  it('arrows between the same nodes are beside each other', () => {
    for (const text of ['a --> b\na -.-> b', 'flowchart LR\na --> b\nb --> a', 'a --> b\na --> b\na --> b']) {
      const states = Object.entries(sceneOf(film(text)).compositions.a?.states ?? {});
      const middles = states
        .filter(([id]) => /^g-[ab]-[ab](-\d)?$/.test(id))
        .map(([, { x, y, width, height }]) => [x + width / 2, y + height / 2] as const);
      expect(middles.length).toBeGreaterThan(1);
      for (const [index, [x, y]] of middles.entries())
        for (const [otherX, otherY] of middles.slice(index + 1))
          expect(Math.hypot(x - otherX, y - otherY), text).toBeGreaterThan(8);
    }
  });

  it.each([
    ['a -->', 'in line 1, letter 6 expects a node after the arrow, but the line ends'],
    ['a --> b\nb c', 'in line 2, letter 3 expects an arrow such as --> after b, but there is "c"'],
    ['a[open', 'in line 1, letter 2 needs ] after the label of a'],
    ['--> a', 'expects the id of a node, such as paid or paid[Paid], but there is "-->"'],
    ['subgraph one\na', 'needs "end" after the nodes of the subgraph one'],
    ['a\nend', 'ends a subgraph, but none is open'],
    ['flowchart XY\na', 'must be one of LR, RL, TB, TD, BT, but is XY'],
    ['sequenceDiagram\na->>b: hi', 'is a sequenceDiagram, which "kind": "sequence" reads'],
    ['a -->|yes b', 'needs a second | after the label of the arrow'],
    ['', 'has no nodes; write one, such as order[Order]'],
  ])('refuses %j with a sentence that names the place', (text, message) => {
    expect(problemsOf(film(text)).join('\n')).toContain(message);
  });

  it('refuses a graph without a text, and a wrong direction', () => {
    expect(
      problemsOf({ shorthand: true, objects: { g: { kind: 'graph' } }, compositions: { a: {} } })[0],
    ).toContain('objects.g.text: is required for a graph: a flowchart in the syntax of Mermaid');
    expect(problemsOf(film('a --> b', undefined, { direction: 'ltr' }))[0]).toContain(
      'must be one of right, left, down, up, but is "ltr"',
    );
  });

  it(
    'any text is a graph, or a problem with a sentence',
    () => {
      const piece = fc.constantFrom(
        ...[
          'a',
          'b2',
          'größe',
          '-->',
          '---',
          '-.->',
          '==>',
          '<-->',
          '--o',
          '|',
          'x',
          '[',
          ']',
          '((',
          '))',
          '{',
          '}',
          '"',
        ],
        ...[
          '&',
          ';',
          '%%',
          'subgraph',
          'end',
          '\n',
          ' ',
          '<br/>',
          '#35;',
          '-- t -->',
          '>',
          '/',
          '\\',
          ':::c',
          '@{',
          'flowchart',
          'LR',
        ],
      );
      fc.assert(
        fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
          for (const problem of problemsOf(film(pieces.join(' '))))
            expect(problem).toMatch(/^objects\.g\.text: .{10,}/);
        }),
        { numRuns: runs(300) },
      );
    },
    runTimeoutMs,
  );
});

const anyGraph = fc
  .record({
    count: fc.integer({ min: 1, max: 14 }),
    edges: fc.array(fc.tuple(fc.nat(13), fc.nat(13), fc.constantFrom('', 'a label', 'two\nlines')), {
      maxLength: 20,
    }),
    shapes: fc.array(
      fc.constantFrom('[#]', '(#)', '([#])', '{#}', '((#))', '[[#]]', '[(#)]', '{{#}}', '>#]', '[/#/]'),
      {
        minLength: 14,
        maxLength: 14,
      },
    ),
    direction: fc.constantFrom('right', 'left', 'down', 'up'),
  })
  .map(({ count, edges, shapes, direction }) => ({
    direction,
    text: [
      ...Array.from(
        { length: count },
        (_, index) => `n${index}${shapes[index]?.replace('#', `Node number ${index}`)}`,
      ),
      ...edges.map(
        ([from, to, label]) =>
          `n${from % count} -->${label === '' ? '' : `|${label.replace('\n', '<br/>')}|`} n${to % count}`,
      ),
    ],
  }));

/** The box of a node, which is a path, or has its middle at its place. */
function boxOf(kind: string | undefined, { x, y, width, height }: CompositionState) {
  const [left, top] = kind === 'path' ? [x, y] : [x - width / 2, y - height / 2];
  return { left, top, right: left + width, bottom: top + height };
}

describe('any graph', () => {
  it('nodes do not overlap, and edges begin and end at the borders of their nodes', {
    tags: 'slow',
    timeout: runTimeoutMs,
  }, () => {
    fc.assert(
      fc.property(anyGraph, ({ text, direction }) => {
        const { objects, compositions } = sceneOf(film(text, undefined, { direction }));
        const states = compositions.a?.states ?? {};
        const nodes = Object.entries(states).filter(([id]) => /^g-n\d+$/.test(id));
        const boxes = new Map(nodes.map(([id, state]) => [id, boxOf(objects[id]?.kind, state)]));
        for (const [id, one] of boxes)
          for (const [other, two] of boxes) {
            if (id >= other) continue;
            const isApart =
              one.right <= two.left ||
              two.right <= one.left ||
              one.bottom <= two.top ||
              two.bottom <= one.top;
            expect(isApart, `${id} and ${other}`).toBe(true);
          }
        for (const [id, { x, y, width, height }] of Object.entries(states)) {
          const [, from, to] = /^g-(n\d+)-(n\d+)(?:-\d+)?$/.exec(id) ?? [];
          if (from === undefined) continue;
          for (const [node, endX, endY] of [
            [from, x, y],
            [to, x + width, y + height],
          ] as const) {
            const box = boxes.get(`g-${node}`);
            expect(endX).toBeGreaterThanOrEqual((box?.left ?? 0) - 0.01);
            expect(endX).toBeLessThanOrEqual((box?.right ?? 0) + 0.01);
            expect(endY).toBeGreaterThanOrEqual((box?.top ?? 0) - 0.01);
            expect(endY).toBeLessThanOrEqual((box?.bottom ?? 0) + 0.01);
            const isRectangle =
              objects[`g-${node}`]?.kind === 'rectangle' && states[`g-${node}`]?.cornerRadius === 12;
            if (!isRectangle || box === undefined) continue;
            const distances = [endX - box.left, box.right - endX, endY - box.top, box.bottom - endY];
            expect(Math.min(...distances.map(Math.abs))).toBeLessThan(4);
          }
        }
      }),
      { numRuns: runs(120) },
    );
  });

  it('a graph of 200 nodes is laid out before the test is given up', { tags: 'slow' }, () => {
    const text = Array.from(
      { length: 220 },
      (_, index) => `n${(index * 7) % 200} --> n${(index * 13 + 5) % 200}`,
    );
    expect(problemsOf(film(text))).toEqual([]);
    const many = Array.from({ length: 201 }, (_, index) => `n${index}`);
    expect(problemsOf(film(many))[0]).toContain('must have at most 200 nodes, but has 201');
  });

  it('a film without a graph does not load the layout library', { tags: 'slow' }, () => {
    const dist = (file: string) => new URL(`../../dist/${file}`, import.meta.url).href;
    const script = (kind: string) => `
      import { createRequire } from 'node:module';
      const { loadLayout } = await import(${JSON.stringify(dist('layout/load-layout.js'))});
      const { expandProject } = await import(${JSON.stringify(dist('shorthand/expand-project.js'))});
      const film = { shorthand: true, objects: { a: ${kind}, b: { kind: 'text', text: 'b', below: 'a' } }, compositions: { c: {} } };
      const { ok } = expandProject(film, {}, await loadLayout({ hasEquations: false }));
      if (!ok) throw new Error('invalid');
      const { cache } = createRequire(import.meta.url);
      console.log(Object.keys(cache).some((file) => file.includes('dagre')));
    `;
    const loads = (kind: string) =>
      execFileSync(process.execPath, ['--input-type=module', '-e', script(kind)], {
        cwd: fileURLToPath(new URL('../../', import.meta.url)),
        encoding: 'utf8',
      }).trim();
    expect(loads("{ kind: 'rectangle' }")).toBe('false');
    expect(loads("{ kind: 'graph', text: 'a --> b', height: 500 }")).toBe('true');
  });
});

it.each(['graph', 'table', 'sequence', 'tree'])(
  'refuses a font size that the letters of a %s cannot have',
  (kind) => {
    const content = {
      graph: { text: 'a --> b' },
      table: { data: [['a', 1]] },
      sequence: { text: 'A->>B: hi' },
      tree: { data: ['a'] },
    };
    const problemsWith = (fontSize: unknown) =>
      problemsOf({
        shorthand: true,
        objects: { g: { kind, fontSize, ...content[kind as keyof typeof content] } },
        compositions: [{}],
      });
    for (const size of [-5, 0, 1e9, 'big'])
      expect(problemsWith(size)).toEqual([
        `objects.g.fontSize: must be a number above 0 and up to 10000, but is ${JSON.stringify(size)}`,
      ]);
    expect([problemsWith(30), problemsWith('4%')]).toEqual([[], []]);
  },
);
