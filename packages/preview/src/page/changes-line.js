import { element, setText } from './elements.js';
import { showNumber } from './object-numbers.js';

/** @import { Changes } from '@render-service/engine/film' */
/** @import { WrittenChanges } from '../page-messages.ts' */
/** @import { TextEdit } from '../text-edits.ts' */

/** Maximum number of changes that are named; the title of the line has more. */
const maxNamed = 3;
const maxInTitle = 20;

/** Maximum number of fields that are named of each object. */
const maxFields = 3;

/**
 * What a save changed in the text, such as `dot: removed` and `title.text: Hello → Good morning`; without a change
 * there, for example of a tried value, what looks different.
 * @param {WrittenChanges} changes
 */
export function changesInWords({ edits, ...changes }) {
  return edits.length > 0 ? edits.map(editInWords) : differencesInWords(changes);
}

/** @param {TextEdit} edit */
function editInWords({ what, kind, before, after }) {
  if (kind === 'removed') return `${what}: removed`;
  if (kind === 'new') return `${what}: ${after ?? 'new'}`;
  return before === null || after === null ? `${what}: changed` : `${what}: ${before} → ${after}`;
}

/**
 * What looks different, such as `server: width 300 to 340`, what was removed first.
 * @param {Changes} changes
 */
function differencesInWords({ objects, removed, segments }) {
  const changed = objects.map(({ name, fields, isNew }) => {
    if (isNew) return `${name}: new`;
    if (fields.length === 0) return `${name}: order or motion`;
    const words = fields
      .slice(0, maxFields)
      .map(({ field, numbers }) => (numbers ? `${field} ${numbers.map(showExactly).join(' to ')}` : field));
    return `${name}: ${words.join(', ')}${fields.length > maxFields ? ', …' : ''}`;
  });
  const all = [...removed.map((name) => `${name}: removed`), ...changed];
  if (all.length > 0) return all;
  return segments.length > 0 ? ['The background, the size or a duration'] : [];
}

/**
 * A list of which the first items are named.
 * @param {readonly string[]} all
 * @param {number} most
 */
function listed(all, most) {
  const more = all.length > most ? `, and ${all.length - most} more` : '';
  return all.slice(0, most).join('; ') + more;
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

  /** @param {WrittenChanges | null} changes */
  show(changes) {
    const all = changes ? changesInWords(changes) : [];
    element('changes').hidden = all.length === 0;
    element('changes').title = all.length > maxNamed ? listed(all, maxInTitle) : '';
    setText(element('changes-text'), listed(all, maxNamed));
  }
}
