import { broken, type Check } from './check.ts';
import { colorSchema } from './field-schemas.ts';
import { mustBe, withoutMark } from './problem-text.ts';
import { isColorProperty, whyWithoutKeyframes } from './properties/all-properties.ts';
import { isExtensionProperty } from './schema.ts';

/**
 * Checks a track's keyframes, by id or in lists by property. The schema of one keyframe does not relate its value to
 * its property: for text instead of a number, it would report an invalid colour. `properties` are those that the
 * keyframes may have.
 */
export function checkKeyframesFirst(check: Check, properties: readonly string[]): Check {
  const checkEntry = checkEntryOf(properties);
  return (value, path, problems) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return check(value, path, problems);
    const others: Record<string, unknown> = Object.create(null);
    const wrong: string[] = [];
    const refuse = (key: string, place: readonly (string | number)[], text: string) => {
      problems.add([...path, key, ...place], 'value', text);
      wrong.push(key);
    };
    for (const [key, entry] of Object.entries(value)) {
      if (problems.full) break;
      const before = wrong.length;
      checkEntry(key, entry, refuse);
      if (wrong.length === before) others[key] = entry;
    }
    const copy = check(others, path, problems);
    for (const key of wrong) Reflect.set(copy as object, key, broken);
    return copy;
  };
}

type Refuse = (key: string, place: readonly (string | number)[], text: string) => void;

/** Returns the check of a keyframe by its id, or of a list by its property. */
function checkEntryOf(properties: readonly string[]) {
  const choices = `one of ${properties.join(', ')}`;
  const whyUnknown = (name: string) => whyWithoutKeyframes(name) ?? unmarkedProperty(name);
  const checkList = (property: string, points: readonly unknown[], refuse: Refuse) => {
    if (!properties.includes(property)) {
      const rule = `must be the name of a property, because it has a list: ${choices}`;
      refuse(property, [], whyUnknown(property) ?? rule);
      return;
    }
    for (const [index, point] of points.entries()) {
      const text = Array.isArray(point) ? wrongType(property, point[1]) : undefined;
      if (text !== undefined) refuse(property, [index, 1], text);
    }
  };
  const checkKeyframe = (id: string, keyframe: unknown, refuse: Refuse) => {
    if (typeof keyframe !== 'object' || keyframe === null) return;
    const { property, value } = keyframe as Record<string, unknown>;
    if (typeof property !== 'string') return;
    if (!properties.includes(property)) {
      refuse(id, ['property'], whyUnknown(property) ?? mustBe(choices, property));
      return;
    }
    const text = wrongType(property, value);
    if (text !== undefined) refuse(id, ['value'], text);
  };
  return (key: string, entry: unknown, refuse: Refuse) => {
    if (Array.isArray(entry)) checkList(key, entry, refuse);
    else checkKeyframe(key, entry, refuse);
  };
}

/** Explains why an unmarked document cannot use a property; undefined for one that no document can use. */
function unmarkedProperty(property: string): string | undefined {
  return isExtensionProperty(property) ? withoutMark(property) : undefined;
}

/** Returns the problem of a text in the place of a number. The rules report a colour in the place of a number. */
function wrongType(property: string, value: unknown): string | undefined {
  const isText = typeof value === 'string' && !colorSchema.safeParse(value).success;
  return isText && !isColorProperty(property) ? mustBe(`a number for ${property}`, value) : undefined;
}
