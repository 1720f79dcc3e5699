/** @import { Remark } from '../film-state.ts' */

/**
 * Notes with the same sentence about different places.
 * @typedef {{ readonly first: Remark, readonly others: readonly Remark[] }} NoteGroup
 */

/**
 * The kinds of remarks, the most serious first.
 * @type {readonly Remark['kind'][]}
 */
export const order = ['problem', 'warning', 'advice'];

/**
 * Groups the remarks that differ only in places, names and numbers, in the order of their first ones. In a group, those
 * with a fix come first.
 * @param {readonly Remark[]} remarks
 * @returns {NoteGroup[]}
 */
export function groupNotes(remarks) {
  /** @type {Map<string, Remark[]>} */
  const groups = new Map();
  for (const remark of remarks) {
    const same = `${remark.kind} ${remark.message.replace(/"[^"]*"|-?\d+(\.\d+)?/g, '')}`;
    const group = groups.get(same);
    if (group) group.push(remark);
    else groups.set(same, [remark]);
  }
  return [...groups.values()].map((all) => {
    const isFixed = (/** @type {Remark} */ { fix }) => fix !== null;
    const [first, ...others] = [...all.filter(isFixed), ...all.filter((remark) => !isFixed(remark))];
    return { first, others };
  });
}

/**
 * The times of the film that have notes, each with its most serious kind and its remarks.
 * @param {readonly Remark[]} remarks
 */
export function markedTimes(remarks) {
  /** @type {Map<number, Remark[]>} */
  const byTime = new Map();
  for (const remark of remarks) {
    if (remark.timeMs === null) continue;
    const group = byTime.get(remark.timeMs);
    if (group) group.push(remark);
    else byTime.set(remark.timeMs, [remark]);
  }
  return [...byTime].map(([timeMs, all]) => ({ timeMs, kind: worstKind(all), remarks: all }));
}

/** @param {readonly Remark[]} remarks */
export function worstKind(remarks) {
  return order.find((kind) => remarks.some((remark) => remark.kind === kind)) ?? 'advice';
}

/**
 * The changes of a fix in words, such as `x 1900 → 1821`.
 * @param {Remark['changes']} changes
 */
export function changesInWords(changes) {
  const words = changes.map(({ field, before, after }) => {
    if (after === null) return `remove ${field}`;
    return before === null ? `${field} ${show(after)}` : `${field} ${show(before)} → ${show(after)}`;
  });
  return words.join(', ');
}

/**
 * The fields of a fix as they are written in the file, such as `"x": 1821`.
 * @param {Remark['changes']} changes
 */
export function changesAsJson(changes) {
  const written = changes.filter(({ after }) => after !== null);
  return written.map(({ field, after }) => `${JSON.stringify(field)}: ${JSON.stringify(after)}`).join(', ');
}

/** @param {unknown} value */
function show(value) {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
