import { element, setText } from './elements.js';
import { showNumber } from './object-numbers.js';

/** @import { Changes } from '@render-service/engine/film' */

/** Maximum number of objects that are named. */
const maxObjects = 3;

/** Maximum number of fields that are named of each object. */
const maxFields = 3;

/**
 * What a save changed, in words, such as `server: width 300 to 340; title: text`; empty if nothing looks different.
 * @param {Changes} changes
 */
export function changesText({ objects, removed, segments }) {
  const changed = objects.map(({ name, fields, isNew }) => {
    if (isNew) return `${name}: new`;
    if (fields.length === 0) return `${name}: order or motion`;
    const words = fields
      .slice(0, maxFields)
      .map(({ field, numbers }) => (numbers ? `${field} ${numbers.map(showExactly).join(' to ')}` : field));
    return `${name}: ${words.join(', ')}${fields.length > maxFields ? ', …' : ''}`;
  });
  const all = [...changed, ...removed.map((name) => `${name}: removed`)];
  if (all.length === 0) return segments.length > 0 ? 'The background, the size or a duration' : '';
  const more = all.length > maxObjects ? `, and ${all.length - maxObjects} more` : '';
  return all.slice(0, maxObjects).join('; ') + more;
}

/** @param {number} value */
function showExactly(value) {
  return showNumber(value, 2);
}

/** What the newest save changed, below the status, until somebody closes it. */
export class ChangesLine {
  constructor() {
    element('changes-close').addEventListener('click', () => this.show(null));
  }

  /** @param {Changes | null} changes */
  show(changes) {
    const text = changes ? changesText(changes) : '';
    element('changes').hidden = text === '';
    setText(element('changes-text'), text);
  }
}
