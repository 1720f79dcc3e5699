import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PreviewStand } from '../../../test/support/preview-stand.ts';
import { render } from '../../engine/src/index.ts';
import { hashOf } from '../src/edit-history.ts';

// 300 edits with fixed seeds. Each is also made by hand, in the parsed document: the stills must be equal, the text must
// differ only where it has to, and undo must give the same bytes.

/** A film with spaces, an order and line ends of its own. */
const text = `{
  "shorthand": true,   "width": 160, "height": 90,
  "styles": { "hot": { "stroke" : "tomato", "strokeWidth":2 } },
  "objects": {
    "title": { "kind": "text",  "text": "Hello", "fontSize": 20, "y": 20 },
    "box": { "kind": "rectangle", "x":40, "y": 50,
      "width": 30, "height": "20%", "fill": "gold", "style": "hot" },
    "dot": { "kind": "circle", "state": { "x": 120, "y": 50, "width": 20 } },
    "row": { "kind": "row", "y": 75, "gap": 4, "children": [
      { "id": "a", "kind": "rectangle", "width": 10, "height": 10 },
      { "kind": "rectangle", "width": 12, "height": 10, "fill": "teal" } ] }
  },
  "compositions": [
    { "id": "one", "duration": 300, "states": { "box": true } },
    { "id": "two",\t"duration": "0.4s", "enter": 200, "states": {
        "box": { "x": 80 }, "dot": { "fill": "navy" } } },
    { "duration": 300, "enter": "fade" }
  ]
}
`.replaceAll('\n', '\r\n');

type Fields = Record<string, unknown>;

interface Film {
  readonly objects: Readonly<Record<string, Fields>>;
  readonly compositions: (Fields & { states?: Record<string, unknown> })[];
}

type Edit = { readonly path: string } & Fields;

/** An edit, and the same change of the parsed document by hand. */
interface Change {
  readonly edit: Edit;
  readonly byHand: (film: Film) => void;
}

const number = fc.integer({ min: 1, max: 90 });
const share = number.map((value) => `${value}%`);
const field: fc.Arbitrary<[string, unknown]> = fc.oneof(
  fc.tuple(fc.constantFrom('x', 'y', 'rotation'), number),
  fc.tuple(fc.constantFrom('x', 'y'), share),
  fc.tuple(fc.constant('opacity'), fc.constantFrom(0.2, 0.5, 1)),
  fc.tuple(fc.constantFrom('fill', 'stroke'), fc.constantFrom('red', '#123456', 'rebeccapurple', 'none')),
);
const object = fc.constantFrom('title', 'box', 'dot');
/** A place in a list, of whose length it is the rest. */
const place = fc.nat(100);
const letters = fc.string({ maxLength: 12, unit: 'grapheme' }).map((text) => text.replaceAll('$', ''));

function setObject(name: string, key: string, value: unknown): Change {
  const byHand = ({ objects }: Film) => {
    Object.assign(objects[name] ?? {}, { [key]: value });
  };
  return { edit: { path: `objects.${name}.${key}`, value }, byHand };
}

function setState(at: number, name: string, key: string, value: unknown): Change {
  const byHand = ({ compositions }: Film) => {
    const { states = {} } = compositions[at] ?? {};
    const before = states[name];
    states[name] = { ...(typeof before === 'object' ? before : {}), [key]: value };
    Object.assign(compositions[at] ?? {}, { states });
  };
  return { edit: { path: `compositions[${at}].states.${name}.${key}`, value }, byHand };
}

function setDuration(at: number, ms: number): Change {
  const byHand = ({ compositions }: Film) => {
    Object.assign(compositions[at] ?? {}, { duration: ms });
  };
  return { edit: { path: `compositions[${at}].duration`, value: ms }, byHand };
}

/** Sets a field if there is nothing to remove. */
function removeField({ objects }: Film, name: string, key: string): Change {
  if (objects[name]?.[key] === undefined) return setObject(name, key, key === 'fill' ? 'gray' : 0.5);
  const byHand = (film: Film) => {
    Reflect.deleteProperty(film.objects[name] ?? {}, key);
  };
  return { edit: { path: `objects.${name}.${key}`, remove: true }, byHand };
}

function moveComposition(from: number, to: number): Change {
  const byHand = ({ compositions }: Film) => {
    compositions.splice(to, 0, ...compositions.splice(from, 1));
  };
  return { edit: { path: `compositions[${from}]`, move: to }, byHand };
}

/** Inserts a composition, or removes one if there are many. */
function changeCompositions({ compositions }: Film, at: number): Change {
  const path = `compositions[${at}]`;
  if (compositions.length > 5) {
    return { edit: { path, remove: true }, byHand: (film) => void film.compositions.splice(at, 1) };
  }
  const insert = { duration: 100 + at, states: { dot: { opacity: 0.5 } } };
  const byHand = (film: Film) => void film.compositions.splice(at, 0, structuredClone(insert));
  return { edit: { path, insert }, byHand };
}

const swapChildren: Change = {
  edit: { path: 'objects.row.children[1]', move: 0 },
  byHand: ({ objects }) => void (objects.row as { children: unknown[] } & Fields).children.reverse(),
};

/** Changes whose places depend on the document at that time. */
const anyChange: fc.Arbitrary<(film: Film) => Change> = fc.oneof(
  fc.tuple(object, field).map(
    ([name, [key, value]]) =>
      () =>
        setObject(name, key, value),
  ),
  fc.tuple(place, object, field).map(
    ([at, name, [key, value]]) =>
      ({ compositions }: Film) =>
        setState(at % compositions.length, name, key, value),
  ),
  fc.tuple(place, number).map(
    ([at, value]) =>
      ({ compositions }: Film) =>
        setDuration(at % compositions.length, value * 10),
  ),
  letters.map((text) => () => setObject('title', 'text', `"${text}`)),
  fc.tuple(object, fc.constantFrom('x', 'y', 'fill', 'rotation', 'opacity')).map(
    ([name, key]) =>
      (film: Film) =>
        removeField(film, name, key),
  ),
  fc.tuple(place, place).map(
    ([from, to]) =>
      ({ compositions: { length } }: Film) =>
        moveComposition(from % length, to % length),
  ),
  place.map((at) => (film: Film) => changeCompositions(film, at % film.compositions.length)),
  fc.constant(() => swapChildren),
);

const changes = fc.sample(anyChange, { seed: 20_260, numRuns: 300 });

let stand: PreviewStand;
beforeAll(async () => {
  stand = await PreviewStand.open(text);
});
afterAll(() => stand.close());

const written = () => readFile(stand.file, 'utf8');

/** How many lines of each text are not in the other one. */
function differingLines(before: string, after: string): readonly [number, number] {
  const missing = (from: string, to: string) => {
    const rest = to.split('\r\n');
    return from.split('\r\n').filter((line) => {
      const at = rest.indexOf(line);
      if (at >= 0) rest.splice(at, 1);
      return at < 0;
    }).length;
  };
  return [missing(before, after), missing(after, before)];
}

async function still(film: string, timeMs: number): Promise<string> {
  const { data } = await render(film, { format: 'svg', timeMs });
  return Buffer.from(data).toString();
}

async function order(path: string, body: object): Promise<void> {
  const { status, body: answer } = await stand.order(path, body);
  expect([status, answer.toString()]).toEqual([204, '']);
}

it('300 edits change only their values, look like those by hand, and are undone to the same bytes', {
  timeout: 300_000,
}, async () => {
  let refused = 0;
  for (const [count, makeChange] of changes.entries()) {
    const before = await written();
    const byHand: Film = JSON.parse(before);
    const { edit, byHand: change } = makeChange(byHand);
    change(byHand);
    const label = `edit ${count} ${JSON.stringify(edit)}`;
    const answer = await stand.order('/api/edits', { base: hashOf(Buffer.from(before)), edits: [edit] });
    const after = await written();
    if (answer.status === 409) {
      refused++;
      expect(after, label).toBe(before);
      await expect(still(JSON.stringify(byHand), 0), label).rejects.toThrow();
      continue;
    }
    expect([answer.status, JSON.parse(after)], label).toEqual([204, byHand]);
    expect(Math.max(...differingLines(before, after)), `${label}\n${before}\n${after}`).toBeLessThanOrEqual(
      4,
    );
    expect(after.replaceAll('\r\n', ''), label).not.toContain('\n');
    if (count % 5 === 0)
      expect(await still(after, 250), label).toBe(await still(JSON.stringify(byHand), 250));
    if (after === before) continue;
    await order('/api/undo', {});
    expect(await written(), label).toBe(before);
    await order('/api/redo', {});
    expect(await written(), label).toBe(after);
  }
  // A field that is in the state of an object already is refused, for example.
  expect(refused).toBeLessThan(60);
});

it('the last 200 edits are undone one by one, and made again', async () => {
  const end = await written();
  let undone = 0;
  while ((await stand.order('/api/undo', {})).status === 204) undone++;
  expect(undone).toBe(200);
  for (let step = 0; step < undone; step++) await order('/api/redo', {});
  expect(await written()).toBe(end);
});
