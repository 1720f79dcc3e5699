import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../test/support/random-runs.ts';
import type { Scene } from '../../src/project/schema.ts';
import { adviceOn } from '../advice/advice-on.ts';
import { statesOf } from '../layout/laid-out.ts';
import { expand, plain, problemsOf } from './expand.ts';

const film = (kind: string, text: unknown, compositions: object = [{ states: { d: true } }]) => ({
  shorthand: true,
  objects: { d: { kind, text } },
  compositions,
});

function sceneOf(document: object): Scene {
  const [scene] = Object.values(plain(expand(document).project).scenes);
  if (scene === undefined) throw new Error('no scene');
  return scene;
}

/** The visible states of a composition. */
function shownIn(document: object, index = 0) {
  const { compositions, compositionOrder } = sceneOf(document);
  const states = compositions[compositionOrder[index] ?? '']?.states ?? {};
  return Object.fromEntries(Object.entries(states).filter(([, { visible }]) => visible));
}

const textsIn = (document: object, index = 0) =>
  Object.fromEntries(
    Object.entries(shownIn(document, index)).flatMap(([id, { text }]) => (text ? [[id, text]] : [])),
  );

describe('class diagrams', () => {
  const zoo = [
    '---',
    'title: Zoo',
    '---',
    'classDiagram',
    '  direction LR',
    '  %% a comment',
    '  Animal <|-- Duck : is a',
    '  Animal : +int age',
    '  Animal: +List~List~int~~ sizes',
    '  <<abstract>> Animal',
    '  class Duck["A duck"]{',
    '    +swim(far) bool',
    '    +quack()*',
    '    -count()$ int',
    '  }',
    '  Duck "1" *-- "0..*" Egg',
    '  Egg ..> `Warm place`',
    '  Duck o--() Swims',
    '  class Box~T~',
    '  Duck .. Box',
    '  note for Egg "many\\nof them"',
    '  namespace Birds {',
    '    class Duck',
    '    class Goose',
    '  }',
  ];

  it('draws names, annotations, members and the texts at the ends of relations', () => {
    expect(textsIn(film('classes', zoo.join('\n')))).toEqual({
      'd-Animal-label': '«abstract»\nAnimal',
      'd-Animal-age': '+int age',
      'd-Animal-sizes': '+List<List<int>> sizes',
      'd-Duck-label': 'A duck',
      'd-Duck-swim': '+swim(far): bool',
      'd-Duck-quack': '+quack()',
      'd-Duck-count': '-count(): int',
      'd-Animal-Duck-label': 'is a',
      'd-Duck-Egg-start': '1',
      'd-Duck-Egg-end': '0..*',
      'd-Egg-label': 'Egg',
      'd-Warm-place-label': 'Warm place',
      'd-Swims-label': 'Swims',
      'd-Box-label': 'Box<T>',
      'd-note-1-label': 'many\nof them',
      'd-Birds-title': 'Birds',
      'd-Goose-label': 'Goose',
    });
  });

  it('draws the heads and the lines of relations, and marks static and abstract members', () => {
    const shown = shownIn(film('classes', zoo));
    expect(shown['d-Animal-Duck']).toMatchObject({ heads: 'start', headShape: 'hollowTriangle' });
    expect(shown['d-Duck-Egg']).toMatchObject({ heads: 'start', headShape: 'diamond' });
    expect(shown['d-Duck-Swims']).toMatchObject({ headShape: 'circle', startShape: 'hollowDiamond' });
    expect(shown['d-Egg-Warm-place']).toMatchObject({ dash: [2, 12] });
    expect(shown['d-Duck-Box']).toMatchObject({ heads: 'none', dash: [2, 12] });
    expect(shown['d-Duck-quack']).toMatchObject({ italic: true });
    expect(shown['d-Duck-count']).toMatchObject({ underline: true });
  });

  it.each([
    ['A <|-- B', { heads: 'start', headShape: 'hollowTriangle' }],
    ['A --|> B', { headShape: 'hollowTriangle' }],
    ['A --* B', { headShape: 'diamond' }],
    ['A --o B', { headShape: 'hollowDiamond' }],
    ['A --> B', {}],
    ['A <-- B', { heads: 'start' }],
    ['A ..|> B', { headShape: 'hollowTriangle', dash: [2, 12] }],
    ['A <|--|> B', { heads: 'both', headShape: 'hollowTriangle' }],
    ['A()--B', { heads: 'start', headShape: 'circle' }],
    ['A<..B:x', { heads: 'start', dash: [2, 12] }],
  ])('reads %s', (text, look) => {
    expect(shownIn(film('classes', text))['d-A-B']).toMatchObject(look);
  });

  it('places rows inside their box, below its name, and lets them enter, leave and dim with it', async () => {
    const document = film(
      'classes',
      ['A : +int one', 'A : +two()', 'A --> B'],
      [
        { states: { 'd.B': true } },
        { states: { 'd.A': true } },
        { states: { 'd.A': { fill: '#ffff00' } } },
        { states: { 'd.A': { opacity: 0.5 }, 'd.A.one': { fill: '#ff0000' } } },
      ],
    );
    for (const part of ['d-A', 'd-A-label', 'd-A-one', 'd-A-whole-line1', 'd-A-B'])
      expect(shownIn(document, 0)).not.toHaveProperty(part);
    expect(Object.keys(shownIn(document, 1))).toContain('d-A-one');
    expect(shownIn(document, 2)['d-A-one']?.fill).toBe(shownIn(document, 2)['d-A-label']?.fill);
    expect(shownIn(document, 3)['d-A-one']).toMatchObject({ fill: '#ff0000' });
    const [, states = {}] = Object.values(await statesOf(document));
    const { 'd-A': box, 'd-A-one': one, 'd-A-two': two, 'd-A-label': name } = states;
    if (!box || !one || !two || !name) throw new Error('a part is missing');
    // The texts of a box are in its coordinates.
    const ys = [-box.height / 2, name.y, one.y, two.y, box.height / 2];
    expect(ys).toEqual(ys.toSorted((first, second) => first - second));
    expect(Math.abs(one.x)).toBeLessThan(box.width / 2);
  });

  it('shows a box with its texts before the whole', () => {
    const document = film(
      'classes',
      ['A : int one', 'A "1" --> B : has'],
      [{ states: { 'd.A': true } }, { states: { d: true } }],
    );
    expect(textsIn(document, 0)).toEqual({ 'd-A-label': 'A', 'd-A-one': 'int one' });
    expect(textsIn(document, 1)).toMatchObject({
      'd-A-B-label': 'has',
      'd-A-B-start': '1',
      'd-B-label': 'B',
    });
  });

  it('changes texts, adds rows and moves boxes with a later text', () => {
    const document = film(
      'classes',
      ['A : int one', 'A --> B'],
      [
        { states: { d: true } },
        { enter: 500, states: { d: { text: ['A : long one', 'A : int three', 'A --> C'] } } },
      ],
    );
    expect(textsIn(document, 0)).toMatchObject({ 'd-A-one': 'int one', 'd-B-label': 'B' });
    expect(textsIn(document, 1)).toEqual({
      'd-A-label': 'A',
      'd-A-one': 'long one',
      'd-A-three': 'int three',
      'd-C-label': 'C',
    });
  });

  it('says what is not drawn', async () => {
    const text = [
      'A --> B:::hot',
      'classDef hot fill:red',
      'note "alone"',
      'click A href "x"',
      'style A fill:red',
    ];
    const advice = (await adviceOn(film('classes', text))).map(({ message }) => message).join('\n');
    for (const part of [':::class', 'classDef', 'a note of no class', 'click', 'style'])
      expect(advice).toContain(`${part} is not drawn`);
  });

  it.each([
    ['A -> B', 'in line 1, letter 1 cannot be read; there are A <|-- B'],
    ['A --> B\nclass A {\n+x', 'in line 3, letter 3 needs } after the members of A'],
    ['namespace N {\nclass A', 'needs } after the classes in N'],
    ['}', 'ends a class or a namespace, but none is open'],
    ['flowchart LR', 'is a flowchart, which "kind": "graph" reads'],
    ['direction UP', 'must be one of LR, RL, TB, TD, BT, but is UP'],
    ['', 'has no classes'],
    [`A : ${'x'.repeat(400)}`, 'must have at most 300 letters'],
    [
      Array.from({ length: 60 }, (_, index) => `A : x${index}`).join('\n'),
      'must have at most 50 rows below A',
    ],
    [
      Array.from({ length: 300 }, (_, index) => `class A${index}`).join('\n'),
      'at most 200 classes, but has 300',
    ],
    [
      Array.from({ length: 150 }, (_, at) => Array.from({ length: 9 }, (_, row) => `A${at}: x${row}`))
        .flat()
        .join('\n'),
      'objects in all compositions, of at most 1000',
    ],
  ])('refuses %#', (text, message) => {
    expect(problemsOf(film('classes', text)).join('\n')).toContain(message);
  });
});

describe('entity diagrams', () => {
  const shop = [
    'erDiagram',
    '  CUSTOMER ||--o{ ORDER : places',
    '  CUSTOMER {',
    '    string name',
    '    int *number UK "of the card"',
    '    varchar(20)[] tags',
    '  }',
    '  ORDER ||--|{ LINE-ITEM : "is made of"',
    '  p[Person] |o..o| "delivery address" : at',
    '  p one or more optionally to zero or many ORDER : wants',
    '  p 1 to 0+ CUSTOMER',
    '  LONELY { int id PK }',
  ];

  it('draws names, attributes with types, keys and comments, and relations', () => {
    expect(textsIn(film('entities', shop.join('\n')))).toEqual({
      'd-CUSTOMER-label': 'CUSTOMER',
      'd-CUSTOMER-name': 'name',
      'd-CUSTOMER-name-type': 'string',
      'd-CUSTOMER-number': 'number',
      'd-CUSTOMER-number-type': 'int',
      'd-CUSTOMER-number-key': 'PK, UK',
      'd-CUSTOMER-number-comment': 'of the card',
      'd-CUSTOMER-tags': 'tags',
      'd-CUSTOMER-tags-type': 'varchar(20)[]',
      'd-CUSTOMER-ORDER-label': 'places',
      'd-ORDER-label': 'ORDER',
      'd-ORDER-LINE-ITEM-label': 'is made of',
      'd-LINE-ITEM-label': 'LINE-ITEM',
      'd-p-label': 'Person',
      'd-delivery-address-label': 'delivery address',
      'd-p-delivery-address-label': 'at',
      'd-p-ORDER-label': 'wants',
      'd-LONELY-label': 'LONELY',
      'd-LONELY-id': 'id',
      'd-LONELY-id-type': 'int',
      'd-LONELY-id-key': 'PK',
    });
    const shown = shownIn(film('entities', shop));
    expect(shown['d-CUSTOMER-ORDER']).toMatchObject({ startShape: 'one', headShape: 'zeroOrMany' });
    expect(shown['d-ORDER-LINE-ITEM']).toMatchObject({ startShape: 'one', headShape: 'oneOrMany' });
    expect(shown['d-p-delivery-address']).toMatchObject({ startShape: 'zeroOrOne', dash: [2, 12] });
    expect(shown['d-p-ORDER']).toMatchObject({
      startShape: 'oneOrMany',
      headShape: 'zeroOrMany',
      dash: [2, 12],
    });
    expect(shown['d-p-CUSTOMER']).toMatchObject({ startShape: 'one', headShape: 'zeroOrMany' });
  });

  it('reads attributes and members on the lines of their braces', () => {
    const attributes = { 'd-A-id': 'id', 'd-A-id-key': 'PK', 'd-A-name': 'name', 'd-A-age': 'age' };
    expect(textsIn(film('entities', 'A { int id PK string name\nint age }'))).toMatchObject(attributes);
    expect(textsIn(film('entities', 'A { int id PK string name int age }'))).toMatchObject(attributes);
    expect(textsIn(film('classes', 'class A { +int age\n+grow() }\nA <|-- B'))).toMatchObject({
      'd-A-age': '+int age',
      'd-A-grow': '+grow()',
      'd-B-label': 'B',
    });
  });

  it('lets ends with the same head share a place, and puts others side by side', async () => {
    const [states = {}] = Object.values(
      await statesOf(film('entities', ['A ||--o{ B : b', 'A ||--o{ C : c', 'A }|--o{ D : d'])),
    );
    const [b, c, d] = ['B', 'C', 'D'].map((to) => states[`d-A-${to}`]?.x ?? NaN);
    expect(b).toBe(c);
    expect(Math.abs((d ?? 0) - (b ?? 0))).toBeGreaterThan(20);
  });

  it.each([
    ['A --> B', 'cannot be read; there are A ||--o{ B'],
    ['A {\nname', 'in line 2, letter 1 must be an attribute'],
    ['A {\nint id', 'needs } after the attributes of A'],
    ['classDiagram', 'is a classDiagram, which "kind": "classes" reads'],
    ['', 'has no entities'],
  ])('refuses %j', (text, message) => {
    expect(problemsOf(film('entities', text)).join('\n')).toContain(message);
  });
});

it('any text of the words of these languages is read, or is a problem with its place', () => {
  const word = fc.constantFrom(
    ...[
      'class ',
      'A',
      'B',
      ' <|-- ',
      ' ||--o{ ',
      '{',
      '}',
      '\n',
      ' : ',
      '"',
      '~',
      '()',
      'namespace ',
      '<<',
      '>>',
    ],
    ...['note for ', 'int ', 'PK', '[', ']', ' to ', 'one or more', '%%', '---', '*', '$', '`', ':::', ' '],
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 30 }), fc.constantFrom('classes', 'entities'), (words, kind) => {
      for (const problem of problemsOf(film(kind, words.join(''))))
        expect(problem).toMatch(/^objects\.d\.text/);
    }),
    { numRuns: runs(200) },
  );
});
