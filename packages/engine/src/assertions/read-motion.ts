import type { Motion, MotionOrigin, Relation, Subject } from './assertion.ts';
import { type MomentReader, takeDuration } from './read-moments.ts';
import type { SubjectReader } from './read-subjects.ts';
import { AssertionError, show, type TokenReader } from './token-reader.ts';
import { boxPoints, otherMotionWords, relationVerbs, relationWords } from './words.ts';

const sides: Readonly<Record<string, readonly [x: number, y: number]>> = {
  left: [-1, 0],
  right: [1, 0],
  up: [0, -1],
  down: [0, 1],
};

const modifiers = {
  moves: ['left', 'right', 'up', 'down', 'by', 'in', 'and ends'],
  rotates: ['clockwise', 'counterclockwise', 'by', 'around', 'in', 'and ends'],
  scales: ['by', 'horizontally', 'vertically', 'evenly', 'from', 'in', 'and ends'],
};

/** Words after a motion that begin a time or another motion. */
const ends = ['before', 'while', 'after', 'during', 'until', 'at', 'always', 'never', 'sometimes'];

/** Reads a relation with its target, such as "left of b" or "touching b". */
export function takeRelation(reader: TokenReader): Relation {
  const verb = reader.takeFrom(relationVerbs);
  if (verb !== undefined) return verb;
  const isOther = reader.word() === 'in' && reader.word(1) !== 'front';
  const words = isOther ? undefined : reader.takeFrom(relationWords);
  if (words === undefined)
    throw reader.unexpected('a relation', [
      ...Object.keys(relationWords),
      'touching',
      'overlapping',
      'bordering',
    ]);
  reader.expectWords(words.rest);
  return words.relation;
}

/** Reads what follows the verb of a motion. */
export function takeMotion(
  reader: TokenReader,
  subjects: SubjectReader,
  moments: MomentReader,
  subject: Subject,
  verb: { readonly type: Motion['type']; readonly grows: boolean | null },
): Motion {
  const { type } = verb;
  let { grows } = verb;
  let direction: { x: number; y: number } | null = null as Motion['direction'];
  let axes: Motion['axes'] = null;
  let by: number | null = null;
  let origin: MotionOrigin | null = null;
  let durationMs: number | null = null;
  const ending: { relation: Relation; target: Subject }[] = [];
  const isPoint = () => Object.hasOwn(boxPoints, reader.word(1)) || !moments.isTime(reader.peek(1));
  const isFromTime = () => reader.word() === 'from' && (type === 'moves' || !isPoint());
  while (!reader.isDone && !ends.includes(reader.word()) && !isFromTime()) {
    const word = reader.word();
    const side = type === 'moves' ? reader.takeFrom(sides) : undefined;
    if (side !== undefined) {
      const [x, y] = side;
      direction = { x: x || direction?.x || 0, y: y || direction?.y || 0 };
    } else if (type === 'rotates' && (word === 'clockwise' || word === 'counterclockwise')) {
      reader.take(word);
      direction = { x: word === 'clockwise' ? 1 : -1, y: 0 };
    } else if (type === 'scales' && (word === 'horizontally' || word === 'vertically' || word === 'evenly')) {
      reader.take(word);
      axes = word === 'evenly' ? 'both' : word === 'horizontally' ? 'horizontal' : 'vertical';
    } else if (by === null && (reader.takeWords('by') || /^\d/.test(word))) by = takeAmount(reader, type);
    else if (type !== 'moves' && (reader.takeWords('around') || reader.takeWords('from')))
      origin = takeOrigin(reader);
    else if (reader.takeWords('in')) durationMs = takeDuration(reader);
    else if (reader.takeWords('and')) {
      if (ending.length === 0 || reader.word() === 'ends') reader.expectWords('ends');
      const relation = takeRelation(reader);
      ending.push({ relation, target: subjects.takeOne().subject });
    } else
      throw reader.unexpected(
        'more about the motion',
        [...modifiers[type], 'from', ...ends],
        otherMotionWords,
      );
  }
  if (type === 'scales' && by !== null) grows ??= by === 1 ? null : by > 1;
  if (type === 'scales' && grows !== null && by !== null && by > 1 !== grows)
    throw new AssertionError(
      `has a factor of ${by}, with which nothing ${grows ? 'grows' : 'shrinks'}; ${grows ? 'it grows by more than 1' : 'it shrinks by less than 1, such as 0.5'}`,
    );
  return { subject, type, direction, axes, grows, by, origin, durationMs, ends: ending };
}

const amountUnits = { moves: /^(?:px|pixels?)$/, rotates: /^(?:deg|degrees?|°)$/, scales: /^(?:x|times)$/ };

function takeAmount(reader: TokenReader, type: Motion['type']): number {
  const expected = { moves: 'a length in pixels', rotates: 'an angle in degrees', scales: 'a factor' }[type];
  const { text } = reader.take(expected);
  const [, number, unit = ''] = /^(\d+(?:\.\d+)?)([a-z°]*)$/i.exec(text) ?? [];
  if (number === undefined) throw new AssertionError(`has ${show(text)} where ${expected} is expected`);
  const units = amountUnits[type];
  if (unit !== '' && !units.test(unit))
    throw new AssertionError(`has ${show(text)} where ${expected} is expected`);
  if (unit === '' && units.test(reader.word())) reader.take('a unit');
  return Number(number);
}

function takeOrigin(reader: TokenReader): MotionOrigin {
  if (reader.takeWords('(')) {
    const x = takeCoordinate(reader);
    reader.expectWords(',');
    const y = takeCoordinate(reader);
    reader.expectWords(')');
    return { kind: 'point', x, y };
  }
  if (!reader.takeWords('its')) reader.takeWords('the');
  for (const name of [`${reader.word()} ${reader.word(1)}`, reader.word()]) {
    const point = Object.hasOwn(boxPoints, name) ? boxPoints[name] : undefined;
    if (point === undefined || !reader.takeWords(name)) continue;
    if (!reader.takeWords('corner') && !reader.takeWords('side')) reader.takeWords('edge');
    return { kind: 'share', x: point[0], y: point[1] };
  }
  throw reader.unexpected('a point', [...Object.keys(boxPoints), '(x, y)']);
}

function takeCoordinate(reader: TokenReader): number {
  const { text } = reader.take('a number');
  if (!/^-?\d+(\.\d+)?(px)?$/.test(text))
    throw new AssertionError(`has ${show(text)} where a number is expected, as in (100, 200)`);
  return Number.parseFloat(text);
}
