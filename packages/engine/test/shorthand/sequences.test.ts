import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs, runTimeoutMs } from '../../../../test/support/random-runs.ts';
import type { CompositionState, Scene } from '../../src/project/schema.ts';
import { inspect } from '../../src/render/inspect.ts';
import { render } from '../../src/render/render.ts';
import { expand, plain, problemsOf } from './expand.ts';

const handshake = [
  'Client->>Server: SYN',
  'Server--xClient: SYN, ACK',
  'Client->>Server: SYN again',
  'Server-->>Client: SYN, ACK',
];

function film(text: unknown, compositions: object = { a: { states: { s: true } } }, fields: object = {}) {
  return { shorthand: true, objects: { s: { kind: 'sequence', text, ...fields } }, compositions };
}

function sceneOf(document: object): Scene {
  const [scene] = Object.values(plain(expand(document).project).scenes);
  if (scene === undefined) throw new Error('no scene');
  return scene;
}

function stateOf(document: object, composition: string, id: string): CompositionState {
  const state = sceneOf(document).compositions[composition]?.states[id];
  if (state === undefined) throw new Error(`no state of ${id}`);
  return state;
}

/** The ids of the visible objects of each composition that match a pattern. */
function shownIn(document: object, pattern: RegExp): string[][] {
  const { compositionOrder, compositions } = sceneOf(document);
  return compositionOrder.map((key) =>
    Object.entries(compositions[key]?.states ?? {})
      .filter(([id, { visible }]) => visible && pattern.test(id))
      .map(([id]) => id),
  );
}

const messages = /^s-\d+$/;

describe('sequence diagrams', () => {
  it('a handshake with a lost packet is a film of 400 bytes without a coordinate and without advice', async () => {
    const document = {
      shorthand: true,
      theme: 'midnight',
      objects: {
        s: { kind: 'sequence', text: handshake.join('\n'), enter: { type: 'draw', stagger: 700 } },
      },
      compositions: [{ duration: 2000, enter: 4500, states: { s: true } }],
    };
    const text = JSON.stringify(document);
    expect(text.length).toBeLessThan(400);
    const { issues, advice, pages } = await inspect(text, { advice: true });
    expect(issues).toEqual([]);
    expect(advice).toEqual([]);
    expect(pages).toContain('sequence');
    for (const timeMs of [400, 1500, 4000, 6000])
      expect((await render(text, { timeMs, width: 320 })).bytes).toBeGreaterThan(500);
  });

  it('a stagger of the composition has the same order, although the participants are drawn over the rest', () => {
    const enter = { duration: 4000, type: 'write', stagger: 100 };
    const text = ['A->>B: one', 'alt yes', 'B-->>A: two', 'end', 'Note over A: three'];
    const { transitions } = sceneOf(film(text, [{ states: {} }, { enter, states: { s: true } }]));
    const [transition] = Object.values(transitions);
    const tracks = Object.values(transition?.tracks ?? {});
    const starts = new Map(tracks.map(({ objectId, start }) => [objectId, start]));
    const order = ['s-A', 's-B', 's-1', 's-alt-1', 's-2', 's-note-1'].map((id) => starts.get(id) ?? -1);
    expect(order).toEqual(order.toSorted((one, other) => one - other));
    expect(new Set(order).size).toBe(order.length);
  });

  it('draw with a stagger plays the participants first, then message by message', () => {
    const enter = { type: 'draw', stagger: 700, duration: 600 };
    const document = film(handshake, [{ enter: 4000, states: { s: true } }], { enter });
    const [transition] = Object.values(sceneOf(document).transitions);
    const starts = Object.fromEntries(
      Object.values(transition?.tracks ?? {}).map(({ objectId, start }) => [objectId, start]),
    );
    expect(starts).toMatchObject({ 's-Client': 0, 's-Server': 0, 's-Client-line': 0, 's-Server-line': 0 });
    expect(starts).toMatchObject({ 's-1': 700, 's-2': 1400, 's-3': 2100, 's-4': 2800 });
    expect(starts['s-2-label']).toBeGreaterThan(1400);
  });

  it('messages lead from lifeline to lifeline, below each other; a lost one ends on the way with a cross', () => {
    const document = film(handshake);
    const [client, server] = ['s-Client', 's-Server'].map((id) => stateOf(document, 'a', id));
    const [first, lost, third] = ['s-1', 's-2', 's-3'].map((id) => stateOf(document, 'a', id));
    expect(first?.x).toBeCloseTo(client?.x ?? 0, 1);
    expect((first?.x ?? 0) + (first?.width ?? 0)).toBeCloseTo(server?.x ?? 0, 1);
    expect(first?.height).toBe(0);
    expect(lost).toMatchObject({ headShape: 'cross', x: server?.x });
    expect((lost?.x ?? 0) + (lost?.width ?? 0)).toBeGreaterThan((client?.x ?? 0) + 50);
    expect(lost?.y).toBeGreaterThan(first?.y ?? 0);
    expect(third?.y).toBeGreaterThan(lost?.y ?? 0);
  });

  it('parts are shown one by one, with true and after a wildcard', () => {
    const mentioned = film(handshake, [
      { states: { s: true } },
      { states: { 's.2': true } },
      { states: { 's.4': true } },
      { states: { 's.Server': false } },
    ]);
    expect(shownIn(mentioned, messages)).toEqual([
      ['s-1', 's-3'],
      ['s-1', 's-2', 's-3'],
      ['s-1', 's-2', 's-3', 's-4'],
      [],
    ]);
    const wildcard = film(handshake, [
      { states: { s: true, 's.*': false, 's.Client': true, 's.Server': true } },
      { states: { 's.1': true } },
    ]);
    expect(shownIn(wildcard, messages)).toEqual([[], ['s-1']]);
    const places = ['1', '2'].map((key) => stateOf(mentioned, key, 's-1').y);
    expect(new Set(places).size).toBe(1);
  });

  it('a later text adds, removes and moves parts, which stay the same by their ids and texts', () => {
    const document = film('A->>B: one\nA->>B: two', {
      one: { states: { s: true } },
      two: { states: { s: { text: 'A->>B: one\nB->>C: new\nA->>B: two' } } },
      three: { states: { s: { text: 'participant A as Ann\nA->>B: two' } } },
      four: { states: { s: { text: 'A->>B: two\nB->>A: back' } } },
    });
    expect(shownIn(document, messages)).toEqual([
      ['s-1', 's-2'],
      ['s-1', 's-2', 's-3'],
      ['s-2'],
      ['s-2', 's-4'],
    ]);
    expect(shownIn(document, /^s-[A-Z]$/).at(-1)).toEqual(['s-A', 's-B']);
    expect(stateOf(document, 'two', 's-2').y).toBeGreaterThan(stateOf(document, 'two', 's-3').y);
    expect(stateOf(document, 'one', 's-A').y).toBe(stateOf(document, 'two', 's-A').y);
    expect(stateOf(document, 'three', 's-A-label').text).toBe('Ann');
    expect(stateOf(document, 'four', 's-A-label').text).toBe('Ann');
  });

  it('columns are as wide as their texts, which wrap in a narrow room, and letters have one size', () => {
    const long = `A->>B: ${'many words '.repeat(8)}`;
    const [wide, narrow] = [1600, 700].map((width) =>
      film([long, 'B->>C: short'], undefined, { width, height: 900 }),
    );
    const gap = (document: object, one: string, other: string) =>
      stateOf(document, 'a', other).x - stateOf(document, 'a', one).x;
    expect(gap(wide ?? {}, 's-A', 's-B')).toBeGreaterThan(gap(wide ?? {}, 's-B', 's-C'));
    expect(stateOf(narrow ?? {}, 'a', 's-1-label').wrapWidth).toBeLessThan(600);
    expect(gap(narrow ?? {}, 's-A', 's-C')).toBeLessThan(700);
    expect(stateOf(narrow ?? {}, 'a', 's-A-label').fontSize).toBe(
      stateOf(narrow ?? {}, 'a', 's-C-label').fontSize,
    );
  });

  it('a highlighted message has its text, its number and its bar, and the others are dimmed', () => {
    const document = film(
      ['autonumber', 'A->>+B: one', 'B->>-A: two'],
      [{ states: { s: true } }, { highlight: ['s.1'] }],
    );
    const opacity = (id: string) => stateOf(document, '2', id).opacity;
    for (const id of ['s-1', 's-1-label', 's-1-number', 's-1-number-label', 's-B-active-1'])
      expect(opacity(id), id).toBe(1);
    for (const id of ['s-2', 's-2-number', 's-A', 's-A-line']) expect(opacity(id), id).toBeLessThan(0.5);
  });

  it('the camera, emphases and fields speak of parts by their names', async () => {
    const document = film('A->>B: one\nB->>A: two', [
      { states: { s: true } },
      { enter: { duration: 900, tracks: { 's.1': 'pulse' } }, states: { 's.2': { stroke: '#00ff00' } } },
      { enter: 900, states: { camera: { around: ['s.1', 's.B'], padding: 100 } } },
    ]);
    const { issues } = await inspect(JSON.stringify(document));
    expect(issues).toEqual([]);
    expect(stateOf(document, '2', 's-2').stroke).toBe('#00ff00');
  });

  it('the same document always has the same sequence', () => {
    expect(sceneOf(film(handshake))).toEqual(sceneOf(film(handshake)));
  });
});

const everything = [
  'sequenceDiagram',
  '%% a comment',
  'autonumber 10 5',
  'box Aqua Front',
  'actor U as User<br/>(guest)',
  'participant W as Web shop',
  'end',
  'Note over U,W: about both',
  'U->>+W: one',
  'W->>+A: two',
  'A->>A: three',
  'rect rgb(30, 144, 255)',
  'A-->>W: four',
  'end',
  'alt paid',
  'A->W: five',
  'else declined',
  'A-->W: six; W-xA: seven',
  'end',
  'par this',
  'A--xW: eight',
  'and that',
  'A-)W: nine',
  'end',
  'critical lock',
  'A--)W: ten',
  'option timeout',
  'A<<->>W: eleven',
  'end',
  'loop often',
  'opt maybe',
  'break never',
  'A<<-->>W: #9829; &lt;3',
  'end',
  'end',
  'end',
  'create participant P',
  'A->>P: print',
  'Note right of P: beeps',
  'destroy P',
  'P-->>A: done',
  'A-->>-W: end',
  'deactivate W',
  'activate W',
  'Note left of U: left',
];

describe('the syntax of sequence diagrams', () => {
  it('draws all arrows, notes, frames, activations, boxes and numbers', async () => {
    const document = film(everything);
    expect(problemsOf(document)).toEqual([]);
    const { states = {} } = sceneOf(document).compositions.a ?? {};
    const frames = ['alt-1', 'par-1', 'critical-1', 'loop-1', 'opt-1', 'break-1', 'rect-1', 'box-1'];
    for (const frame of frames) expect(states[`s-${frame}`]?.width, frame).toBeGreaterThan(50);
    expect(states['s-alt-1-else-1-title']?.text).toBe('declined');
    expect(states['s-5']).toMatchObject({ heads: 'none' });
    expect(states['s-11']).toMatchObject({ heads: 'both' });
    expect(states['s-12-label']?.text).toBe('♥ <3');
    expect(states['s-1-number-label']?.text).toBe('10');
    expect(states['s-3-number-label']?.text).toBe('20');
    expect(states['s-U-label']?.text).toBe('User\n(guest)');
    expect(states['s-P']?.y).toBeGreaterThan(states['s-A']?.y ?? 0);
    expect(states['s-P-line']).toMatchObject({ heads: 'end', headShape: 'cross' });
    expect(states['s-W-active-1']?.height).toBeGreaterThan(states['s-A-active-1']?.height ?? 0);
    expect((await render(JSON.stringify(document), { timeMs: 0, width: 320 })).bytes).toBeGreaterThan(500);
  });

  it('an inner frame is inside the outer one, and both are around their messages', () => {
    const document = film(everything);
    const box = (id: string) => {
      const { x, y, width, height } = stateOf(document, 'a', id);
      return { left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2 };
    };
    const [outer, inner] = [box('s-loop-1'), box('s-opt-1')];
    const message = stateOf(document, 'a', 's-12');
    expect(inner.left).toBeGreaterThan(outer.left);
    expect(inner.right).toBeLessThan(outer.right);
    expect(inner.top).toBeGreaterThan(outer.top);
    expect(inner.bottom).toBeLessThan(outer.bottom);
    expect(message.y).toBeGreaterThan(inner.top);
    expect(message.y).toBeLessThan(inner.bottom);
    expect(Math.min(message.x, message.x + message.width)).toBeGreaterThan(inner.left);
  });

  it('participants may have hyphens, spaces, words of the language and names of JavaScript', () => {
    const document = film(['web-x-1->>my shop: hi', 'loop ->> end: hi', '__proto__->>constructor: toString']);
    expect(problemsOf(document)).toEqual([]);
    const { objects } = sceneOf(document);
    expect(Object.keys(objects)).toEqual(
      expect.arrayContaining(['s-web-x-1', 's-my-shop', 's-loop', 's-end', 's-__proto__', 's-constructor']),
    );
  });

  it.each([
    [
      'A B: y',
      'in line 1, letter 1 cannot read "A B: y"; write a message such as Client->>Server: SYN, or one of participant, actor, create, destroy, activate, deactivate, Note, loop, alt, opt, par, critical, break, rect, box, autonumber, end',
    ],
    [
      'A->>B: y\n  A-|\\B: z',
      'in line 2, letter 3 cannot read "A-|\\B: z"; the arrows are -) --) -x --x -> --> ->> -->> <<->> <<-->>',
    ],
    [
      'A->>B: wait; then go',
      'in line 1, letter 14 cannot read "then go"; a semicolon ends a statement; write #59; for one in a text',
    ],
    ['loop x\nA->>B: y', 'in line 2, letter 9 needs "end" after what is in loop'],
    ['A->>B: y\nend', 'in line 2, letter 1 has "end", but nothing is open; remove it'],
    [
      'loop x\nelse y\nend\nA->>B',
      'in line 2, letter 1 has "else" outside of alt; write it between alt and its end',
    ],
    [
      'A->>B: y\ndeactivate B',
      'in line 2, letter 1 deactivates B, which is not active; write "activate B" before it',
    ],
    [
      'A->>B: y\nactivate C',
      'in line 2, letter 1 has activate for "C", which is no participant; there are A, B',
    ],
    [
      'rect\nA->>B: y\nend',
      'in line 1, letter 1 needs a colour after rect, such as "rect rgb(200, 220, 255)", but has nothing',
    ],
    [
      'create participant B\nA->>C: x',
      'in line 2, letter 1 follows "create", but does not lead to B; write the message that creates it',
    ],
    [
      'A->>B: x\ndestroy B\nA->>B: y\nA->>B: z',
      'in line 4, letter 1 names B, which an earlier message destroyed; give it another name',
    ],
    [
      'Note beside A: x',
      'in line 1, letter 1 cannot read a note; write "Note over A,B: text", "Note left of A: text" or "Note right of A: text"',
    ],
    ['flowchart LR\na --> b', 'in line 1, letter 1 is a flowchart, which "kind": "graph" reads'],
    ['sequenceDiagram', 'has no participants; write a message, such as Client->>Server: SYN'],
    [5, 'must be a text or a list of lines, but is 5'],
    ['x'.repeat(20_001), 'must have at most 20000 letters, but has 20002'],
    [`A->>B: ${'x'.repeat(1000)}`, 'in line 1, letter 1 has 1007 letters in a statement, of at most 1000'],
  ])('a text that cannot be read is answered with the line and a way out: %j', (text, message) => {
    expect(problemsOf(film(text))[0]).toBe(`objects.s.text: ${message}`);
  });

  it('names a line of a list by its place, and once what is not drawn', async () => {
    expect(problemsOf(film(['A->>B: y', 'what']))[0]).toMatch(
      /^objects\.s\.text\[1\]: in letter 1 cannot read "what"/,
    );
    const document = film(['title Hello', 'link A: x @ https://a.b', 'A->>B: y']);
    const { advice } = await inspect(JSON.stringify(document), { advice: true });
    expect(advice?.map(({ message }) => message)).toEqual(
      expect.arrayContaining([
        expect.stringContaining('title is not drawn; write a text beside the sequence'),
      ]),
    );
  });

  it('30 participants, 200 messages and deep frames are drawn, and more are refused', async () => {
    const many = Array.from({ length: 200 }, (_, i) => `P${i % 30}->>P${(i * 7 + 3) % 30}: message ${i}`);
    expect(problemsOf(film(many))).toEqual([]);
    expect(problemsOf(film([...many, 'P1->>P2: more']))).toEqual([
      'objects.s.text[200]: in letter 14 must have at most 200 messages, but has 201',
    ]);
    const deep = (depth: number) => [
      ...Array.from({ length: depth }, () => 'loop x'),
      'A->>B: hi',
      ...Array.from({ length: depth }, () => 'end'),
    ];
    expect(problemsOf(film(deep(10)))).toEqual([]);
    expect(problemsOf(film(deep(11)))[0]).toBe(
      'objects.s.text[10]: in letter 1 is inside 10 other frames, the most that a sequence has',
    );
    const objects = Object.fromEntries([1, 2, 3].map((id) => [`s${id}`, { kind: 'sequence', text: many }]));
    expect(problemsOf({ shorthand: true, objects, compositions: [{ states: { s1: true } }] })[0]).toMatch(
      /makes more than 500 parts, together with the other diagrams of its scene/,
    );
  });
});

describe('any sequence diagram', () => {
  it(
    'any text is a sequence diagram, or a problem with a sentence',
    () => {
      const piece = fc.constantFrom(
        ...[
          'A',
          'B',
          'web-1',
          'größe',
          '->>',
          '-->>',
          '-x',
          '--)',
          '<<->>',
          '->',
          '+',
          '-',
          ':',
          'text',
          ';',
          '\n',
        ],
        ...[
          'participant',
          'actor',
          'as',
          'create',
          'destroy',
          'activate',
          'deactivate',
          'Note over',
          'right of',
          ',',
        ],
        ...[
          'loop',
          'alt',
          'else',
          'opt',
          'par',
          'and',
          'rect',
          'rgb(1,2,3)',
          'box',
          'end',
          'autonumber',
          '%%',
          '<br/>',
        ],
        ...[
          'constructor',
          '__proto__',
          '#35;',
          '"',
          '{',
          '}',
          '@',
          '(',
          ')',
          '\u0000',
          '\u202e',
          '😀',
          '---',
        ],
      );
      fc.assert(
        fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
          for (const problem of problemsOf(film(pieces.join(' '))))
            expect(problem).toMatch(/^objects\.s\.text: .{10,}/);
        }),
        { numRuns: runs(300) },
      );
    },
    runTimeoutMs,
  );

  const names = ['A', 'B', 'C', 'D', 'a long name of a participant'];
  const name = fc.constantFrom(...names);
  const words = fc.constantFrom('', 'hi', 'some words to say', 'many words '.repeat(12).trim());
  const line = fc.oneof(
    fc
      .tuple(name, fc.constantFrom('->>', '-->>', '-x', '->>+', '<<->>'), name, words)
      .map(([from, arrow, to, text]) => `${from}${arrow}${to}: ${text}`),
    fc
      .tuple(fc.constantFrom('left of', 'right of', 'over'), name, words)
      .map(([side, one, text]) => `Note ${side} ${one}: ${text}`),
  );
  const lines = fc
    .array(fc.tuple(fc.constantFrom('', 'loop', 'alt', 'opt'), words, line, line), {
      minLength: 1,
      maxLength: 6,
    })
    .map((all) =>
      all.flatMap(([word, title, one, other]) =>
        word === '' ? [one] : [`${word} ${title}`, one, other, 'end'],
      ),
    );
  const room = fc.constantFrom([1600, 900], [500, 1500], [900, 900]);

  it(
    'messages and notes follow each other without overlap, heads are beside each other, and all is in its room',
    () => {
      fc.assert(
        fc.property(lines, room, (text, [width = 0, height = 0]) => {
          const scene = sceneOf(film(text, undefined, { width, height }));
          const states = Object.entries(scene.compositions.a?.states ?? {});
          const boxes = states.flatMap(([id, state]) => {
            const isBox = scene.objects[id]?.kind === 'rectangle' && !/active|tab|loop|alt|opt/.test(id);
            const { x, y } = state;
            return isBox
              ? [
                  {
                    id,
                    left: x - state.width / 2,
                    right: x + state.width / 2,
                    top: y - state.height / 2,
                    bottom: y + state.height / 2,
                  },
                ]
              : [];
          });
          for (const [index, one] of boxes.entries()) {
            expect(one.left).toBeGreaterThanOrEqual(960 - width / 2 - 1);
            expect(one.right).toBeLessThanOrEqual(960 + width / 2 + 1);
            expect(one.top).toBeGreaterThanOrEqual(540 - height / 2 - 1);
            expect(one.bottom).toBeLessThanOrEqual(540 + height / 2 + 1);
            for (const other of boxes.slice(index + 1)) {
              const isApart =
                one.right <= other.left ||
                other.right <= one.left ||
                one.bottom <= other.top ||
                other.bottom <= one.top;
              expect(isApart, `${one.id} and ${other.id}`).toBe(true);
            }
          }
          const heights = states
            .filter(([id]) => messages.test(id))
            .sort(([one], [other]) => Number(one.slice(2)) - Number(other.slice(2)))
            .map(([, { y }]) => y);
          expect(heights).toEqual([...heights].sort((one, other) => one - other));
          expect(new Set(heights).size).toBe(heights.length);
        }),
        { numRuns: runs(60) },
      );
    },
    runTimeoutMs,
  );
});
