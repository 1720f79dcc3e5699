import { isDeepStrictEqual } from 'node:util';
import { hasLetters, type ObjectKind } from '../language/kinds.ts';
import { fieldsOf } from '../project/check.ts';
import { showPath, showValue } from '../project/problem-text.ts';
import type { Project, Scene } from '../project/schema.ts';
import type { AdviceList } from './advice.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Fields that most clearly define where and how an object first appears. Repairs of letters change other fields. */
const telling = {
  letters: ['text', 'place'],
  others: ['x', 'y', 'width', 'height', 'rotation', 'place'],
};

/**
 * Advises on objects of a shorthand document that are invisible before their first mention, although they have a look
 * that this mention replaces, so that nobody ever sees it. Objects that enter with the look of their own state are
 * common and get no advice.
 */
export function adviseOnLateObjects(project: Project, document: unknown, list: AdviceList): void {
  const film = fieldsOf(document);
  for (const id of project.sceneOrder) {
    const isOnly = film.scenes === undefined;
    const written = isOnly ? film : fieldsIn(film.scenes, id);
    const path = isOnly ? [] : ['scenes', id];
    adviseOnScene(project.scenes[id], written, path, list);
    adviseOnEarlyRows(written, path, list);
  }
}

/**
 * Advises on a header of a table that is shown first, while rows that nothing mentions are visible from the start. With
 * `true`, nothing but its entrance can be meant.
 */
function adviseOnEarlyRows(written: Fields, path: readonly string[], list: AdviceList): void {
  const compositions = Object.entries(fieldsOf(written.compositions));
  const states = compositions.map(([key, value]) => [key, fieldsOf(fieldsOf(value).states)] as const);
  for (const [id, object] of Object.entries(fieldsOf(written.objects))) {
    const { kind, children } = fieldsOf(object);
    const header = `${id}-header`;
    if (kind !== 'table' || !Array.isArray(children) || !children.includes(header)) continue;
    const isPart = (name: string) => name === id || name.startsWith(`${id}-`);
    const mentions = states.map(([, own]) => Object.keys(own).filter(isPart));
    const [key, first] = states[mentions.findIndex((own) => own.length > 0)] ?? [];
    if (key === undefined || !isDeepStrictEqual(first?.[header], {})) continue;
    if (mentions.flat().some((name) => name !== header && !name.startsWith(`${header}-`))) continue;
    const [start] = compositions;
    // Where nothing enters, all of it is there at once.
    const isCut = start?.[0] === key && fieldsOf(start[1]).enter === undefined && written.enter === undefined;
    if (isCut) continue;
    list.addInDocument({
      rule: 'late-object',
      path: showPath([...path, 'compositions', key, 'states', header]),
      message: `the header enters here, but the rows of ${id} are visible from the start, because no composition mentions them; write ${showValue(`${id}.*`)}: false beside it, or mention ${id} to let all of it enter`,
    });
  }
}

function adviseOnScene(scene: Scene, written: Fields, path: readonly string[], list: AdviceList): void {
  const [first = '', ...others] = scene.compositionOrder;
  if (Object.values(scene.compositions[first].states).every(({ visible }) => !visible)) return;
  for (const [id, { kind }] of Object.entries(scene.objects)) {
    if (list.full) return;
    const { state, carries } = fieldsIn(written.objects, id);
    // What turns a group, or is the camera, was not written as an object.
    if (carries !== undefined) continue;
    const stateFields = fieldsOf(state);
    const mentions = (composition: string): unknown =>
      fieldsOf(fieldsIn(written.compositions, composition).states)[id];
    if (mentions(first) !== undefined || isHidden(stateFields, scene)) continue;
    const entry = others.find((composition) => mentions(composition) !== undefined);
    if (entry === undefined) continue;
    const before = scene.compositionOrder.slice(0, scene.compositionOrder.indexOf(entry));
    // A group shows its members even in compositions that do not mention them.
    if (before.some((composition) => scene.compositions[composition].states[id]?.visible)) continue;
    const change = replaced(kind, stateFields, fieldsOf(mentions(entry)));
    if (change === undefined) continue;
    const start = showPath([...path, 'compositions', first]);
    if (list.writtenValue(start) === null) {
      // The film begins with nothing.
      const message = `${id} is not visible before ${entry}, so its ${change} of ${showValue(stateFields[change])} is never seen; write the value in ${entry} alone, or let it change in a later composition`;
      list.addInDocument({
        rule: 'late-object',
        path: showPath([...path, 'compositions', entry, 'states', id]),
        message,
      });
      continue;
    }
    const movesIn =
      change === 'text' || !isEntered(scene, entry)
        ? ''
        : `; to let it enter from there, write "visible": false in ${before.at(-1)} and true in ${entry}`;
    list.addInDocument({
      rule: 'late-object',
      path: start,
      message: `${id} is not visible before ${entry}, the first composition that mentions it, so its ${change} of ${showValue(stateFields[change])} is never seen; mention it in ${before[0]}, or write the value in ${entry} alone${movesIn}`,
      ...(!mayCover(id, scene, before) && { fix: { [`states.${id}`]: {} } }),
    });
  }
}

/** Whether a transition leads to a composition. */
function isEntered({ transitions }: Scene, composition: string): boolean {
  return Object.values(transitions).some(({ toId }) => toId === composition);
}

/** Whether an object might cover letters in compositions that show it: on other letters, or drawn after them. */
function mayCover(id: string, { objects, compositions }: Scene, before: readonly string[]): boolean {
  const { kind, order } = objects[id];
  return before.some((composition) =>
    Object.entries(compositions[composition].states).some(
      ([one, { visible }]) =>
        visible && hasLetters(objects[one].kind) && (hasLetters(kind) || objects[one].order < order),
    ),
  );
}

/** Returns the first field of an object's own state that another state replaces. */
function replaced(kind: ObjectKind, own: Fields, state: Fields): string | undefined {
  return (hasLetters(kind) ? telling.letters : telling.others).find(
    (name) =>
      Object.hasOwn(own, name) && Object.hasOwn(state, name) && !isDeepStrictEqual(own[name], state[name]),
  );
}

/** Whether an object is hidden on purpose until it enters: transparent, without a size, or outside the frame. */
function isHidden(own: Fields, { width, height }: Scene): boolean {
  const { visible, opacity, x = 0, y = 0, text } = own;
  const isInside = Number(x) >= 0 && Number(y) >= 0 && Number(x) <= width && Number(y) <= height;
  const sizes = [own.width, own.height, own.scaleX, own.scaleY, opacity];
  // An anchor may put an object anywhere.
  const isAnchored = own.anchorX !== undefined || own.anchorY !== undefined;
  return visible === false || text === '' || sizes.includes(0) || isAnchored || !isInside;
}

function fieldsIn(map: unknown, name: string): Fields {
  return fieldsOf(fieldsOf(map)[name]);
}
