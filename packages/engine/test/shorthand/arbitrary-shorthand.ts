// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables look like template placeholders.
import fc from 'fast-check';

const id = fc.constantFrom('a', 'b', 'c', 'box', 'toString', '7', 'x', 'main');
const anyColor = fc.constantFrom('red', 'none', '#123', '#12345678', 'tomato', '${color}', 'nocolor');
const anyNumber = fc.oneof(
  fc.integer({ min: -10, max: 1000 }),
  fc.double({ min: 0, max: 1, noNaN: true }),
  fc.constantFrom('${share}', '${title}', 1e9, -1, 0),
);
const anyText = fc.constantFrom('', 'Hi', '${title}', '$${x}', '${nobody}', '${', '${circular}');
const hostile = fc.constantFrom<unknown>(null, [], {}, 'x', 5, true, false, [[]], { a: { b: {} } });

/** Mostly the value, sometimes something hostile. */
function mostly<Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 40, arbitrary: value }, { weight: 1, arbitrary: hostile });
}

const some = (shape: Record<string, fc.Arbitrary<unknown>>) =>
  mostly(
    fc.record(Object.fromEntries(Object.entries(shape).map(([name, value]) => [name, mostly(value)])), {
      requiredKeys: [],
    }),
  );
const mapOf = (value: fc.Arbitrary<unknown>, key: fc.Arbitrary<string> = id) =>
  fc.dictionary(key, value, { maxKeys: 4 });

const state = some({
  x: anyNumber,
  y: anyNumber,
  width: anyNumber,
  opacity: anyNumber,
  fill: anyColor,
  stroke: anyColor,
  text: anyText,
  visible: fc.boolean(),
  path: fc.constant({ c1: { x: 0, y: 1 }, c2: { x: 2, y: 3 } }),
});
const easing = fc.constantFrom('linear', 'easeIn', 'ease', {
  type: 'cubicBezier',
  x1: 0,
  y1: 0,
  x2: 1,
  y2: 1,
});
const property = fc.constantFrom('x', 'fill', 'opacity', 'reveal', 'nothing', 'x-0000');
const keyframes = mapOf(
  fc.oneof(
    fc.array(fc.tuple(anyNumber, fc.oneof(anyNumber, anyColor), easing), { maxLength: 3 }),
    fc.array(fc.tuple(anyNumber, anyNumber), { maxLength: 3 }),
    some({ at: anyNumber, value: anyNumber, property, easing }),
  ),
  property,
);
const track = some({
  type: fc.constantFrom('move', 'write', 'grow', 'wrong'),
  start: anyNumber,
  duration: anyNumber,
  easing,
  stagger: anyNumber,
  objectId: id,
  keyframes,
  fillTiming: some({ start: anyNumber, duration: anyNumber }),
});
const tracks = mapOf(track, fc.oneof(id, fc.constant('*')));
const enter = fc.oneof(anyNumber, some({ duration: anyNumber, tracks }));
const kind = fc.constantFrom('circle', 'rectangle', 'text', 'path', 'arrow', 'image', 'video', 'wrong');
const sceneFields = {
  width: anyNumber,
  background: anyColor,
  objects: mapOf(
    some({
      kind,
      order: anyNumber,
      parentId: id,
      state,
      image: some({
        src: fc.constantFrom('', 'a.png', 'data:image/png;base64,AAAA', '${title}'),
        width: anyNumber,
      }),
    }),
  ),
  compositions: mapOf(
    some({
      duration: anyNumber,
      accent: anyColor,
      states: mapOf(fc.oneof(state, fc.constant(false))),
      enter,
    }),
  ),
  compositionOrder: fc.uniqueArray(id, { maxLength: 4 }),
  transitions: mapOf(some({ fromId: id, toId: id, duration: anyNumber, tracks })),
  audioTracks: mapOf(some({ asset: some({ src: anyText, duration: anyNumber }), offset: anyNumber })),
  enter,
};

/** Documents marked as shorthand: some valid, the others wrong in a few places. */
export const anyShorthand: fc.Arbitrary<Record<string, unknown>> = fc
  .record(
    {
      $schema: fc.constantFrom('urn:render-service:project', 5),
      name: anyText,
      variables: fc.constantFrom(
        { title: 'Hello', share: 0.5, color: 'teal' },
        { title: '${share}', share: 3, color: '${title}', circular: '${circular}' },
        5,
      ),
      scenes: mapOf(some(sceneFields)),
      ...sceneFields,
    },
    { requiredKeys: ['objects', 'compositions', 'variables'] },
  )
  .map((document) => ({ shorthand: true, ...document }));

const validState = fc.record(
  {
    x: fc.integer({ min: -10, max: 1000 }),
    opacity: fc.constantFrom(0, 0.5, '${share}'),
    fill: fc.constantFrom('red', '#123', '${color}'),
    text: fc.constantFrom('', 'Hi', '${title}', '$${x}'),
    visible: fc.boolean(),
  },
  { requiredKeys: [] },
);
const objectIds = ['a', 'b', 'box', 'toString'] as const;
const validTrack = fc.record(
  {
    type: fc.constantFrom('move', 'write', 'grow', 'none'),
    easing: fc.constantFrom('linear', 'easeIn'),
    keyframes: fc.constantFrom(
      { x: [[0.5, 3]] },
      {
        fill: [
          [0, 'red', 'linear'],
          [1, '${color}'],
        ],
      },
    ),
  },
  { requiredKeys: [] },
);
const validEnter = fc.oneof(
  fc.integer({ min: 0, max: 900 }),
  fc.record(
    {
      duration: fc.integer({ min: 500, max: 900 }),
      tracks: fc.dictionary(fc.constantFrom(...objectIds, '*'), validTrack, { maxKeys: 3 }),
    },
    { requiredKeys: ['duration'] },
  ),
);
const allObjects = fc
  .tuple(
    ...objectIds.map(() =>
      fc.record({ kind: fc.constantFrom('circle', 'text', 'path', 'arrow'), state: validState }),
    ),
  )
  .map((objects) => Object.fromEntries(objectIds.map((key, index) => [key, objects[index]])));

/** Valid projects in shorthand. */
export const validShorthand: fc.Arbitrary<Record<string, unknown>> = fc
  .record(
    {
      name: fc.constantFrom('Film', '${title}'),
      background: fc.constantFrom('navy', '#abc'),
      objects: allObjects,
      compositions: fc
        .array(
          fc.record({
            duration: fc.integer({ min: 0, max: 2000 }),
            states: fc.dictionary(fc.constantFrom(...objectIds), fc.oneof(validState, fc.constant(false)), {
              maxKeys: 4,
            }),
            enter: fc.option(validEnter, { nil: undefined }),
          }),
          { minLength: 1, maxLength: 4 },
        )
        .map((list) =>
          Object.fromEntries(
            list.map(({ enter, ...rest }, index) => [
              `c${index}`,
              index === 0 || enter === undefined ? rest : { ...rest, enter },
            ]),
          ),
        ),
      enter: validEnter,
    },
    { requiredKeys: ['objects', 'compositions'] },
  )
  .map((document) => ({
    shorthand: true,
    variables: { title: 'Hello', share: 0.25, color: 'teal' },
    ...document,
  }));
