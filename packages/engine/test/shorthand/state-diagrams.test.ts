import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../test/support/random-runs.ts';
import type { Scene } from '../../src/project/schema.ts';
import { adviceOn } from '../advice/advice-on.ts';
import { expand, plain, problemsOf } from './expand.ts';

const film = (kind: string, text: unknown, compositions: object = [{ states: { g: true } }]) => ({
  shorthand: true,
  objects: { g: { kind, text } },
  compositions,
});

function sceneOf(document: object): Scene {
  const [scene] = Object.values(plain(expand(document).project).scenes);
  if (scene === undefined) throw new Error('no scene');
  return scene;
}

/** The objects that the first composition shows, with their kinds and texts. */
function shownIn(document: object): Record<string, string> {
  const { objects, compositions, compositionOrder } = sceneOf(document);
  const states = compositions[compositionOrder[0] ?? '']?.states ?? {};
  return Object.fromEntries(
    Object.entries(states).flatMap(([id, { visible, text }]) =>
      visible ? [[id, `${objects[id]?.kind} ${text ?? ''}`.trim()]] : [],
    ),
  );
}

describe('state diagrams', () => {
  const orders = [
    'stateDiagram-v2',
    '  direction LR',
    '  [*] --> Open : an order',
    '  state "Being packed" as Packing',
    '  Open --> Packing',
    '  state Packing_all {',
    '    [*] --> Box',
    '    Box --> Label : print',
    '  }',
    '  Packing --> Packing_all',
    '  state check <<choice>>',
    '  Packing_all --> check',
    '  check --> [*]',
    '  note right of Open : Paid already',
    '  Open : waits',
  ];

  it('draws states, beginnings and ends, choices, states in states and notes', () => {
    const shown = shownIn(film('state', orders.join('\n')));
    expect(shown).toMatchObject({
      'g-start': 'circle',
      'g-end': 'circle',
      'g-Open': 'rectangle',
      'g-Open-label': 'text waits',
      'g-Packing-label': 'text Being packed',
      'g-Packing_all-start': 'circle',
      'g-Packing_all-title': 'text Packing_all',
      'g-check': 'path',
      'g-note-1-label': 'text Paid already',
      'g-start-Open': 'arrow',
      'g-start-Open-label': 'text an order',
      'g-Open-note-1': 'arrow',
    });
    // What leaves a state with others does not leave where it begins.
    expect(Object.keys(shown)).toContain('g-Box-check');
    expect(Object.keys(shown)).toContain('g-Packing-Packing_all-start');
  });

  it('is laid out in its direction, and a later text moves the states that stay', async () => {
    const compositions = [{ states: { g: true } }, { states: { g: { text: 'Open --> Gone' } } }];
    const { scenes } = plain(expand(film('state', orders, compositions)).project);
    const [first, second] = Object.values(scenes.main?.compositions ?? {}).map(({ states }) => states);
    expect(first?.['g-start']?.x).toBeLessThan(first?.['g-Open']?.x ?? 0);
    expect(first?.['g-Open']?.x).toBeLessThan(first?.['g-Packing']?.x ?? 0);
    expect(second?.['g-Packing']?.visible).toBe(false);
    expect(second?.['g-Gone']?.visible).toBe(true);
    const advice = await adviceOn(film('state', orders));
    expect(advice.filter(({ rule }) => rule === 'crossed' || rule === 'overlap')).toEqual([]);
  });

  it('forks and joins are bars across the direction', () => {
    const fork = ['state f <<fork>>', '[*] --> f', 'f --> A', 'f --> B'];
    const barOf = (lines: string[]) => {
      const { compositions } = sceneOf(film('state', lines));
      return Object.values(compositions)[0]?.states['g-f'];
    };
    const [down, across] = [barOf(fork), barOf(['direction LR', ...fork])];
    expect(down?.width).toBeGreaterThan(5 * (down?.height ?? 0));
    expect(across?.height).toBeGreaterThan(5 * (across?.width ?? 0));
  });

  it('notes of several lines end with "end note"', () => {
    const shown = shownIn(film('state', 'A --> B\nnote left of B\n  One\n  Two\nend note'));
    expect(shown['g-note-1-label']).toBe('text One\nTwo');
  });

  it.each([
    ['A --> B\nA ---> C', 'in line 2, letter 1 cannot be read; a state diagram has A --> B : label'],
    ['A --> B\n}', 'in line 2, letter 1 ends a state, but none is open; remove it'],
    ['state A {\nB --> C', 'in line 2, letter 8 needs } after the states in A'],
    ['note left of A\nwords', 'in line 2, letter 6 needs "end note" after the note'],
    ['state c <<what>>', 'in line 1, letter 1 must be <<choice>>, <<fork>>, <<join>>'],
    ['direction XY', 'in line 1, letter 1 must be one of LR, RL, TB, BT, but is XY'],
    ['flowchart LR\na --> b', 'in line 1, letter 1 is a flowchart, which "kind": "graph" reads'],
    ['', 'has no states; write an arrow, such as [*] --> idle'],
    ['state A {\n'.repeat(9), 'is in more than 8 states; write fewer inside each other'],
  ])('refuses %j with its line', (text, message) => {
    expect(problemsOf(film('state', text)).join('\n')).toContain(message);
  });

  it('names what is not drawn', async () => {
    const text =
      'A:::big --> B\nclassDef big fill:red\nstate A {\nC --> D\n--\nE --> F\ndirection LR\n}\nnote "alone" as N1';
    const advice = await adviceOn(film('state', text));
    const said = advice
      .filter(({ rule }) => rule === 'not-drawn')
      .map(({ message }) => message)
      .join('\n');
    for (const word of [':::class', 'classDef', 'regions', 'direction', 'a note of no state'])
      expect(said).toContain(word);
  });
});

it('state diagrams and mind maps may have front matter', () => {
  const front = ['---', 'title: Trees', '---'];
  expect(shownIn(film('state', [...front, 'stateDiagram-v2', 'A --> B']))).toMatchObject({
    'g-A-label': 'text A',
  });
  expect(shownIn(film('mindmap', [...front, 'mindmap', 'A', ' B']))).toMatchObject({ 'g-A-label': 'text A' });
});

describe('mind maps', () => {
  it('join the lines of a label in quotes and backticks', () => {
    const shown = shownIn(film('mindmap', 'mindmap\n  a["`One\n  two`"]\n    b[Three]'));
    expect(shown).toMatchObject({ 'g-a-label': 'text One\ntwo', 'g-b-label': 'text Three' });
  });

  it('draws a branch for each line, below the last one that is indented less', () => {
    const shown = shownIn(
      film('mindmap', 'mindmap\n  root((Coffee))\n    Beans\n      Roast\n    [Water]\n\t\tid{{Heat}}'),
    );
    const edges = Object.keys(shown).filter((id) => shown[id] === 'arrow');
    expect(edges.sort()).toEqual(['g-Beans-Roast', 'g-Water-id', 'g-root-Beans', 'g-root-Water']);
    expect(shown).toMatchObject({
      'g-root': 'circle',
      'g-root-label': 'text Coffee',
      'g-id-label': 'text Heat',
    });
  });

  it('two branches may have the same words, and it leads to the right unless it has a direction', () => {
    const { compositions } = sceneOf(film('mindmap', ['A', ' B', '  C', ' D', '  C']));
    const states = Object.values(compositions)[0]?.states ?? {};
    expect(states['g-A']?.x).toBeLessThan(states['g-B']?.x ?? 0);
    expect([states['g-C-label']?.text, states['g-C-2-label']?.text]).toEqual(['C', 'C']);
    const down = {
      shorthand: true,
      objects: { g: { kind: 'mindmap', text: ['A', ' B'], direction: 'down' } },
      compositions: [{}],
    };
    const below = Object.values(sceneOf(down).compositions)[0]?.states ?? {};
    expect(below['g-A']?.y).toBeLessThan(below['g-B']?.y ?? 0);
  });

  it.each([
    ['A\nB', 'in line 2, letter 1 is a second root; indent it more than "A"'],
    ['', 'has no branches; write its root in a line, and indented branches below it'],
    ['sequenceDiagram\n A->>B: x', 'is a sequenceDiagram, which "kind": "sequence" reads'],
    [`A\n${' B\n'.repeat(300)}`, 'must have at most 200 branches, but has 301'],
    [` ${'x'.repeat(400)}`, 'must have at most 300 letters, but has 400'],
  ])('refuses %j', (text, message) => {
    expect(problemsOf(film('mindmap', text)).join('\n')).toContain(message);
  });
});

it('whatever the text is, there is a diagram or a sentence', () => {
  const word = fc.constantFrom(
    ...[
      'A',
      'B',
      '[*]',
      '-->',
      ':',
      'state',
      '{',
      '}',
      '<<choice>>',
      'note',
      'left',
      'of',
      'end note',
      '--',
      '"',
    ],
    ...[
      'constructor',
      '__proto__',
      'as',
      '\n',
      '  ',
      '((',
      '))',
      ':::x',
      '%%',
      'mindmap',
      'direction LR',
      'é',
      '\t',
    ],
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 30 }), fc.constantFrom('state', 'mindmap'), (words, kind) => {
      for (const problem of problemsOf(film(kind, words.join(' '))))
        expect(problem).toMatch(/^objects\.g\.text: /);
    }),
    { numRuns: runs(300) },
  );
});
