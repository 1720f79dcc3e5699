import fc from 'fast-check';
import type { JsonValue } from '../../src/project/problem.ts';

/** A value of a JSON text, with its place and the offsets of its parts. */
export interface Spot {
  readonly path: readonly (string | number)[];
  readonly value: JsonValue;
  readonly from: number;
  readonly to: number;
  /** The offsets of the members of an object, from the name to the end of the value. */
  readonly members: readonly { readonly from: number; readonly to: number }[];
}

/** A JSON text in any formatting, and all of its values. */
export interface AnyJson {
  readonly text: string;
  readonly spots: readonly Spot[];
}

const names = ['a', 'b', 'x y', 'ü"q', '1', '*', 'long-name_2', '…'];

/** Any JSON value without repeated names. */
export const anyValue: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue; leaf: JsonValue }>((tie) => ({
  leaf: fc.oneof(
    fc.constantFrom<JsonValue>(null, true, false, '', '\u2028\n"\\', '{ "a": 1, }', 'ünï', 1e21, 0.5),
    fc.integer({ min: -1000, max: 1000 }),
  ),
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    tie('leaf'),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...names), tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
})).value;

const anyObject = fc.dictionary(fc.constantFrom(...names), anyValue, {
  minKeys: 1,
  maxKeys: 5,
  noNullPrototype: true,
});

/** Any JSON object in any formatting: spaces, tabs, line ends of both kinds, a byte order mark. */
export const anyJson: fc.Arbitrary<AnyJson> = fc
  .record({
    data: anyObject,
    spaces: fc.array(fc.constantFrom('', '', ' ', '\n', '\r\n', '\t', '\n    ', '\r\n\t\t'), {
      minLength: 1,
    }),
    mark: fc.constantFrom('', '\ufeff'),
    end: fc.constantFrom('', '\n', '\r\n', ' '),
  })
  .map(({ data, spaces, mark, end }) => {
    const spots: Spot[] = [];
    let text = mark;
    let used = 0;
    const space = () => {
      text += spaces[used++ % spaces.length] ?? '';
    };
    const write = (value: JsonValue, path: readonly (string | number)[]) => {
      const from = text.length;
      const members: { from: number; to: number }[] = [];
      if (Array.isArray(value)) {
        text += '[';
        space();
        for (const [index, item] of value.entries()) {
          if (index > 0) text += ',';
          space();
          write(item, [...path, index]);
          space();
        }
        text += ']';
      } else if (typeof value === 'object' && value !== null) {
        text += '{';
        space();
        for (const [index, [name, inner]] of Object.entries(value).entries()) {
          if (index > 0) text += ',';
          space();
          const start = text.length;
          text += JSON.stringify(name);
          space();
          text += ':';
          space();
          write(inner, [...path, name]);
          members.push({ from: start, to: text.length });
          space();
        }
        text += '}';
      } else text += JSON.stringify(value);
      spots.push({ path, value, from, to: text.length, members });
    };
    space();
    write(data, []);
    text += end;
    return { text, spots };
  });

/** Returns the data of a text that may start with a byte order mark. */
export function parsed(text: string): unknown {
  return JSON.parse(text.replace(/^\ufeff/, ''));
}
