import { broken } from '../../../project/check.ts';
import { showValue } from '../../../project/problem-text.ts';
import { addDefaults } from '../../desugar/add-defaults.ts';
import { readableColor } from '../../desugar/label-ink.ts';
import type { SceneDraft } from '../../desugar/scene-draft.ts';
import type { ReadingObject, ShorthandKind } from '../shorthand-kind.ts';
import { iconDrawing, similarIcons } from './icon-set.ts';

const shownNames = 5;

/** In place of an icon that is reported. */
const anyDrawing = { width: 24, height: 24, shapes: [{ d: 'M0 0' }] };

export const icon: ShorthandKind = {
  themed: (ground) => ({ fill: readableColor('text', ground) }),
  read: readIcon,
};

/** Replaces an icon by an image with its drawing, in place. */
function readIcon(draft: SceneDraft, { object, state, path }: ReadingObject): void {
  object.kind = 'image';
  const place = draft.provenance.placeOf(object, 'icon', path);
  // A variable that does not exist has been reported.
  const name = object.icon === broken ? broken : draft.variables.fill(object.icon, {}, place);
  delete object.icon;
  addDefaults(state, { fill: 'white' });
  object.vector = anyDrawing;
  if (name === broken) return;
  if (name === undefined) {
    draft.problems.add(
      [...path, 'icon'],
      'missing-field',
      'is required for kind icon: the name of an icon, such as "coffee"',
    );
    return;
  }
  if (typeof name !== 'string') {
    draft.problems.add(
      place,
      'value',
      `must be the name of an icon, such as "coffee", but is ${showValue(name)}`,
    );
    return;
  }
  const vector = iconDrawing(name);
  if (vector !== undefined) object.vector = draft.provenance.set({ ...vector }, place);
  else draft.problems.add(place, 'unknown-id', unknownIcon(name));
}

function unknownIcon(name: string): string {
  const similar = similarIcons(name, shownNames);
  const rule = `is ${showValue(name)}, which is not an icon of Lucide`;
  if (similar.length === 0) return `${rule}; see https://lucide.dev/icons for all names`;
  return `${rule}; did you mean ${similar.map(showValue).join(', ')}?`;
}
