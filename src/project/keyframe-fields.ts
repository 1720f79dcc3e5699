import { broken, type Check } from './check.ts';
import { mustBe } from './problem-text.ts';
import { colorSchema, isColorProperty, keyframeSchema } from './schema.ts';

const properties: readonly string[] = keyframeSchema.shape.property.options;

const known = `one of ${properties.join(', ')}`;

/** Fields of a state that switch between values without intermediate ones. */
const switching: readonly string[] = [
  'text',
  'effect',
  'align',
  'wrapWidth',
  'fontWeight',
  'tabularNumbers',
  'direction',
  'verticalAlign',
  'smooth',
  'closed',
];

/**
 * Checks a track's keyframes, by id or in lists by property. The schema of one keyframe does not relate its value to
 * its property: for text instead of a number, it would report an invalid color.
 */
export function checkKeyframesFirst(check: Check): Check {
  return (value, path, problems) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return check(value, path, problems);
    const others: Record<string, unknown> = Object.create(null);
    const wrong: string[] = [];
    const refuse = (key: string, place: readonly (string | number)[], text: string) => {
      problems.add([...path, key, ...place], text);
      wrong.push(key);
    };
    for (const [key, entry] of Object.entries(value)) {
      if (problems.full) break;
      const before = wrong.length;
      if (Array.isArray(entry)) checkList(key, entry, refuse);
      else checkKeyframe(key, entry, refuse);
      if (wrong.length === before) others[key] = entry;
    }
    const copy = check(others, path, problems);
    for (const key of wrong) Reflect.set(copy as object, key, broken);
    return copy;
  };
}

type Refuse = (key: string, place: readonly (string | number)[], text: string) => void;

function checkList(property: string, points: readonly unknown[], refuse: Refuse): void {
  if (!properties.includes(property)) {
    refuse(
      property,
      [],
      withoutKeyframes(property) ?? `must be the name of a property, because it has a list: ${known}`,
    );
    return;
  }
  for (const [index, point] of points.entries()) {
    const text = Array.isArray(point) ? wrongType(property, point[1]) : undefined;
    if (text !== undefined) refuse(property, [index, 1], text);
  }
}

function checkKeyframe(id: string, keyframe: unknown, refuse: Refuse): void {
  if (typeof keyframe !== 'object' || keyframe === null) return;
  const { property, value } = keyframe as Record<string, unknown>;
  if (typeof property !== 'string') return;
  if (!properties.includes(property)) {
    refuse(id, ['property'], withoutKeyframes(property) ?? mustBe(known, property));
    return;
  }
  const text = wrongType(property, value);
  if (text !== undefined) refuse(id, ['value'], text);
}

/** Returns the problem of a text in the place of a number. The rules report a color in the place of a number. */
function wrongType(property: string, value: unknown): string | undefined {
  const isText = typeof value === 'string' && !colorSchema.safeParse(value).success;
  return isText && !isColorProperty(property) ? mustBe(`a number for ${property}`, value) : undefined;
}

/** Explains why a field of a state has no keyframes; undefined if there is no such field. */
function withoutKeyframes(name: string): string | undefined {
  if (switching.includes(name))
    return `${name} cannot have keyframes, because it switches in the middle of its track`;
  if (name === 'sweep') return 'sweep cannot have keyframes; use sweepStart and sweepEnd';
  if (name === 'dash' || name === 'points') {
    return `${name} cannot have keyframes; write its values in two compositions`;
  }
  if (name === 'textTransition') return 'textTransition cannot have keyframes; write it in a state';
  if (name === 'path') return 'path cannot have keyframes; use c1x, c1y, c2x and c2y';
  if (name === 'visible') return 'visible cannot have keyframes; use opacity';
  return undefined;
}
