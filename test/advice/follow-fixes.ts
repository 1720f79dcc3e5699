import { expect } from 'vitest';
import type { Advice } from '../../src/advice/advice.ts';
import { adviceOn } from './advice-on.ts';

export type Film = Readonly<Record<string, unknown>>;

/** Returns a copy of a document with the fields that a piece of advice recommends. */
export function repaired(film: Film, { path, fix }: Advice): Film {
  const copy: Film = structuredClone(film);
  let place: object = copy;
  for (const name of path === 'project' ? [] : path.split('.')) {
    if (Reflect.get(place, name) === undefined) Reflect.set(place, name, {});
    place = Reflect.get(place, name);
  }
  for (const [field, value] of Object.entries(fix ?? {})) {
    const names = field.split('.');
    const last = names.pop() ?? '';
    let owner = place;
    for (const name of names) {
      if (Reflect.get(owner, name) === undefined) Reflect.set(owner, name, {});
      owner = Reflect.get(owner, name);
    }
    if (value === null) Reflect.deleteProperty(owner, last);
    else Reflect.set(owner, last, value);
  }
  return copy;
}

/** Returns the place and message of a piece of advice, without numbers. */
function subjectOf({ path, message }: Advice): string {
  return `${path} ${message.replace(/-?\d+(\.\d+)?/g, '#')}`;
}

/** How advice may name the object with a state: by its id, or by the start of its text. */
function namesOf(film: Film, path: string): string[] {
  const id = path.split('.').at(path.endsWith('.state') ? -2 : -1) ?? '';
  const text = Reflect.get(Object(film.objects), id)?.state?.text;
  return [`.${id}`, ` ${id} `, ` ${id},`, ...(text ? [`"${text.slice(0, 10)}`] : [])];
}

/** Applies every fix to a film, and checks that its advice disappears and no other appears. */
export async function expectFixesToWork(film: Film): Promise<number> {
  const before = await adviceOn(film);
  const subjects = before.map(subjectOf);
  const fixable = before.filter(({ fix }) => fix !== undefined);
  for (const advice of fixable) {
    const after = (await adviceOn(repaired(film, advice))).map(subjectOf);
    const note = `${JSON.stringify(film)} with ${JSON.stringify(advice)}`;
    expect(after, note).not.toContain(subjectOf(advice));
    // An object that painted nothing could not lie on, under or beside anything, nor be read.
    const names = namesOf(film, advice.path);
    const isRevealed = (subject: string) =>
      advice.rule === 'paints-nothing' && names.some((name) => subject.includes(name));
    for (const subject of after.filter((one) => !isRevealed(one))) {
      expect(subjects, note).toContain(subject);
    }
  }
  return fixable.length;
}
