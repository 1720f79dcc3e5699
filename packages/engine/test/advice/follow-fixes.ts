import { expect } from 'vitest';
import type { Advice } from '../../src/advice/advice.ts';
import type { RenderOptions } from '../../src/render/options/render-options.ts';
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

/** Returns the place and message of a piece of advice, without numbers and colours; of an overlap, the two objects in any order. */
function subjectOf({ rule, path, message }: Advice): string {
  const other = rule === 'overlap' && /overlaps the \w+ (\S+)/.exec(message)?.[1];
  if (other) return `overlap of ${[idIn(path), other].sort().join(' and ')} `;
  // The place of an object's advice depends on whether it has a fix.
  const place = /\b(objects|states)\./.test(path) ? `.${idIn(path)}` : path;
  return `${place} ${message.replace(/#[\da-f]{6,8}\b|-?\d+(\.\d+)?/g, '#')}`;
}

function idIn(path: string): string {
  return path.split('.').at(path.endsWith('.state') ? -2 : -1) ?? '';
}

/** How advice may name the object with a state: by its id, or by the start of its text. */
function namesOf(film: Film, path: string): string[] {
  const id = idIn(path);
  const text = Reflect.get(Object(film.objects), id)?.state?.text;
  return [`.${id}`, ` ${id} `, ` ${id},`, ...(text ? [`"${text.slice(0, 10)}`] : [])];
}

/** Applies every fix to a film, and checks that its advice disappears and no other appears. */
export async function expectFixesToWork(film: Film, options: RenderOptions = {}): Promise<number> {
  const before = await adviceOn(film, options);
  const subjects = before.map(subjectOf);
  const fixable = before.filter(({ fix }) => fix !== undefined);
  for (const advice of fixable) {
    const after = (await adviceOn(repaired(film, advice), options)).map(subjectOf);
    const note = `${JSON.stringify(film)} with ${JSON.stringify(advice)}`;
    expect(after, note).not.toContain(subjectOf(advice));
    // An object that painted nothing could not lie on, under or beside anything, nor be read.
    const names = namesOf(film, advice.path);
    // What lies behind a text has no name in the advice on its contrast.
    const isRevealed = (subject: string) =>
      advice.rule === 'paints-nothing' &&
      (names.some((name) => subject.includes(name)) || subject.includes('with what lies behind it'));
    // How empty the frame is depends on what is seen in it, and on the largest text.
    const isSparse = (subject: string) =>
      ['beyond-frame', 'paints-nothing', 'like-background'].includes(advice.rule) &&
      /of the frame is used/.test(subject);
    for (const subject of after.filter((one) => !isRevealed(one) && !isSparse(one))) {
      expect(subjects, note).toContain(subject);
    }
  }
  return fixable.length;
}
