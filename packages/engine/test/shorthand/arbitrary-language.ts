// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables look like template placeholders.
import fc from 'fast-check';

/** A value that is mostly right, and sometimes of another type or a name that does not exist. */
function mostly<Value>(right: fc.Arbitrary<Value>): fc.Arbitrary<unknown> {
  const wrong = fc.constantFrom<unknown>(
    null,
    true,
    0,
    -3,
    1e9,
    '',
    'nobody',
    '${gone}',
    '=',
    '=s',
    '140%',
    [],
    {},
    [[]],
  );
  return fc.oneof({ arbitrary: right, weight: 30 }, { arbitrary: wrong, weight: 1 });
}

/** An object with a few of the fields. */
function some(
  fields: Record<string, fc.Arbitrary<unknown>>,
  wrong: boolean,
  most = 2,
): fc.Arbitrary<Record<string, unknown>> {
  return fc
    .subarray(Object.keys(fields), { maxLength: Math.min(most, Object.keys(fields).length) })
    .chain((names) =>
      fc.record(Object.fromEntries(names.map((name) => [name, wrong ? mostly(fields[name]) : fields[name]]))),
    );
}

const number = fc.integer({ min: 0, max: 900 });
const length = fc.oneof(
  { arbitrary: number, weight: 3 },
  fc.constantFrom<unknown>('25%', '=100 + 50*s', '=40'),
);
const color = fc.constantFrom('gold', '#1d4ed8', 'none', '${ink}', 'accent', 'surface');
const paint = fc.constantFrom(
  'linear-gradient(90deg, gold, navy 60%)',
  'radial-gradient(circle at 30% 30%, white, #1d4ed880)',
);
const words = fc.constantFrom<unknown>('one two', ['first', 'second'], '${s:.1f} km', '${ink}', '');

const looks = (wrong: boolean) =>
  some(
    {
      fill: fc.oneof({ arbitrary: color, weight: 4 }, paint),
      stroke: color,
      strokeWidth: fc.integer({ min: 0, max: 9 }),
      opacity: fc.constantFrom(0, 0.4, 1),
      rotation: fc.integer({ min: -90, max: 90 }),
      scale: fc.constantFrom<unknown>(0.5, 1.1, '=1 + s'),
      text: words,
      fontSize: fc.constantFrom<unknown>(20, '4%'),
      style: fc.constantFrom<unknown>('card', ['hot', 'card'], 'heading', ['heading', 'hot']),
      width: length,
      height: length,
      effect: fc.constantFrom('none', 'glow'),
      shadow: fc.constantFrom<unknown>('soft', '0 2px 9px rgb(0 0 0 / 40%)', {
        x: 1,
        y: 2,
        blur: 3,
        color: 'navy',
      }),
      blur: fc.integer({ min: 0, max: 9 }),
      clip: fc.constantFrom('a', 'line', 'card.t'),
      fontFamily: fc.constantFrom('serif', 'display'),
      letterSpacing: fc.constantFrom<unknown>(2, '0.05em'),
    },
    wrong,
  );

/** Shares of free space, which only children of rows and columns have. */
const withFlex = (child: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc
    .tuple(child, fc.constantFrom(0, 0.5, 1, 3))
    .map(([object, flex]) => (typeof object === 'object' ? { ...object, flex } : object));

const names = [
  'a',
  'b',
  'row',
  'row.0',
  'row.x',
  'card',
  'card.t',
  'card.label',
  'plans',
  'plans.1',
  'plans.k',
  'line',
  'chart',
  'chart.Mon',
  'a.one',
  'a.label',
  'line.label',
  'frame',
];
const mention = fc.constantFrom(
  ...names,
  '*',
  'row.*',
  'plans.*',
  'camera',
  'chart.*',
  'plans.1.t',
  'a.one#2',
);

const relation = (wrong: boolean) =>
  fc.oneof(
    fc.constant({}),
    some({ place: fc.constantFrom('top', 'bottom left'), margin: length }, wrong),
    some({ place: fc.constant('fill'), inside: fc.constantFrom('card', 'frame', 'a') }, wrong),
    some(
      { inside: fc.constantFrom('card', 'frame', 'a', 'plans.0'), place: fc.constantFrom('left', 'center') },
      wrong,
    ),
    some(
      {
        below: fc.constantFrom('a', 'row', 'row.0', 'plans.k'),
        margin: length,
        alignTo: fc.constant('start'),
      },
      wrong,
    ),
    some({ around: fc.constantFrom<unknown>('row', ['a', 'b'], 'plans.1') }, wrong),
    some({ on: fc.constant('line'), x: fc.constantFrom(0, 0.3, 1), y: fc.constantFrom(0, -20) }, wrong),
    some({ x: length, y: length }, wrong),
  );

const animation = (wrong: boolean): fc.Arbitrary<unknown> =>
  fc.oneof(
    fc.integer({ min: 0, max: 900 }),
    fc.constantFrom('fade', 'write', 'grow', 'slide', 'pop', 'wipe', 'blur', 'none'),
    some(
      {
        type: fc.constantFrom('slide', 'pop', 'write', 'grow', 'move', 'wipe', 'blur'),
        duration: fc.integer({ min: 100, max: 400 }),
        start: fc.constantFrom(0, 50),
        stagger: fc.constantFrom(0, 30),
        easing: fc.constantFrom(
          'linear',
          'ease-in-out',
          'cubic-bezier(0.2, 0, 0, 1)',
          'spring',
          'easeOutBack',
        ),
        from: fc.constantFrom<unknown>('left', 'bottom', { y: '+40' }, { scale: 0 }),
        by: fc.constantFrom('letter', 'word', 'line', 'part'),
        keyframes: fc.constantFrom<unknown>({ scale: [[0.5, 1.2]] }, { x: [[0.3, 10, 'ease-out']] }),
      },
      wrong,
    ),
  );

const simple = (wrong: boolean): fc.Arbitrary<Record<string, unknown>> =>
  fc
    .tuple(
      fc.constantFrom('rectangle', 'circle', 'text', 'path', 'arrow', 'equation'),
      looks(wrong),
      relation(wrong),
      some({ enter: animation(wrong), exit: animation(wrong), fixed: fc.boolean() }, wrong),
      fc.boolean(),
    )
    .map(([kind, look, place, own, isWrapped]) =>
      isWrapped ? { kind, state: { ...look, ...place }, ...own } : { kind, ...look, ...place, ...own },
    );

const group = (wrong: boolean, children: fc.Arbitrary<unknown>): fc.Arbitrary<Record<string, unknown>> =>
  fc
    .tuple(
      fc.constantFrom('row', 'column', 'grid', 'group'),
      looks(wrong),
      relation(wrong),
      some(
        {
          gap: length,
          padding: length,
          align: fc.constantFrom('start', 'end', 'stretch'),
          justify: fc.constantFrom('start', 'between', 'evenly'),
          enter: animation(wrong),
          columns: fc.constantFrom(1, 2),
        },
        wrong,
      ),
      children,
    )
    .map(([kind, { text: _, fontSize: __, ...look }, place, own, members]) => ({
      kind,
      ...look,
      ...place,
      ...own,
      children: members,
    }));

const data = fc.constantFrom<unknown>(
  3,
  ['x', 'y'],
  { k: 5, j: 7 },
  [
    { id: 'k', t: 'one' },
    { id: 'l', t: 'two' },
  ],
  'id,t\nk,1\nl,2',
  0,
);

const objects = (wrong: boolean) => {
  const child = simple(wrong);
  const inner = group(wrong, fc.array(child, { minLength: 1, maxLength: 2 }));
  return some(
    {
      a: simple(wrong),
      b: simple(wrong),
      row: group(
        wrong,
        fc.oneof(
          fc.constant(['a', 'b']),
          fc.dictionary(fc.constantFrom('x', 'y'), child, { minKeys: 1 }),
          fc.array(fc.oneof(child, inner), { minLength: 1, maxLength: 3 }),
          fc.array(withFlex(fc.oneof(child, inner)), { minLength: 1, maxLength: 3 }),
        ),
      ),
      card: group(wrong, fc.record({ t: child })),
      plans: fc
        .tuple(
          fc.constantFrom('row', 'column', 'grid'),
          relation(wrong),
          mostly(data),
          fc.oneof(child, group(wrong, fc.record({ t: child }))),
          some({ enter: animation(wrong), gap: length }, wrong),
        )
        .map(([kind, place, items, each, own]) => ({ kind, ...place, ...own, data: items, each })),
      line: fc.constantFrom<unknown>(
        { kind: 'path', from: [100, 100], to: ['90%', 400] },
        {
          kind: 'path',
          x: 100,
          y: 100,
          width: 300,
          height: 200,
          points: [
            [0, 0],
            [0.5, 1],
            [1, 0],
          ],
          smooth: true,
        },
        { kind: 'arrow', from: 'a', to: 'b', text: 'hello' },
      ),
      chart: fc.constantFrom<unknown>(
        { kind: 'bars', data: { Mon: 3, Tue: 5 } },
        {
          kind: 'pie',
          data: [
            ['Mon', 3],
            ['Tue', 5],
          ],
        },
        { kind: 'line', data: 'Day,n\nMon,3\nTue,4', place: 'bottom' },
      ),
    },
    wrong,
    4,
  );
};

const states = (wrong: boolean) =>
  fc.dictionary(
    mention,
    mostly(
      fc.oneof(
        fc.boolean(),
        fc.tuple(looks(wrong), relation(wrong)).map(([look, place]) => ({ ...look, ...place })),
        fc.record({ data }),
        fc.constantFrom<unknown>({ around: ['a'], padding: 50 }, { zoom: 2, x: 300 }),
      ),
    ),
    { maxKeys: 3 },
  );

const compositions = (wrong: boolean) =>
  fc.array(
    some(
      {
        duration: fc.integer({ min: 0, max: 500 }),
        states: states(wrong),
        enter: fc.oneof(
          animation(wrong),
          some(
            {
              duration: fc.integer({ min: 500, max: 900 }),
              tracks: fc.dictionary(mention, animation(wrong), { maxKeys: 3 }),
            },
            wrong,
          ),
        ),
        variables: fc.constantFrom<unknown>({ s: 1 }, { s: 0.25 }),
      },
      wrong,
    ),
    { minLength: 1, maxLength: 4 },
  );

const theme = fc.constantFrom<unknown>(
  'midnight',
  'poster',
  { extends: 'swiss', enter: 'write', gap: '5%' },
  { colors: { background: 'white', accent: '#123' }, styles: { heading: { fill: 'accent', padding: 9 } } },
);

const film = (wrong: boolean) =>
  fc
    .tuple(
      objects(wrong),
      compositions(wrong),
      some(
        {
          background: fc.oneof(color, paint),
          aspectRatio: fc.constantFrom('1:1', '9:16'),
          enter: animation(wrong),
        },
        wrong,
      ),
      fc.option(wrong ? mostly(theme) : theme, { nil: undefined }),
    )
    .map(([made, list, own, look]) => ({
      ...(look !== undefined && { theme: look }),
      shorthand: true,
      variables: { s: 0, ink: 'navy' },
      styles: {
        card: { fill: '#222222', cornerRadius: 9, padding: 20 },
        hot: { stroke: 'tomato', fontSize: 30 },
      },
      ...own,
      objects: { a: { kind: 'rectangle' }, ...made },
      compositions: list,
    }))
    .map((made) => ('theme' in made ? made : withoutThemeWords(made)));

/** Replaces the words and styles that only a film with a theme has. */
function withoutThemeWords(made: object): Record<string, unknown> {
  const text = JSON.stringify(made)
    .replaceAll(/"(accent|surface)"/g, '"gold"')
    .replaceAll('"heading"', '"card"');
  return JSON.parse(text) as Record<string, unknown>;
}

/** Films in the words of the language, of which most are right. */
export const anyWording: fc.Arbitrary<Record<string, unknown>> = fc.boolean().chain(film);
