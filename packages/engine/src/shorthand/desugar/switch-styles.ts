import { isMap } from '../../project/check.ts';
import { type Path, showValue } from '../../project/problem-text.ts';
import { type Fields, type Look, mapIn, type SceneDraft } from './scene-draft.ts';
import { addStyles, fieldsOfStyles } from './styles.ts';
import { usualValue } from './templates.ts';

/** Notes a style of the film that is new in a state, and changes nothing there because the object has its fields itself. */
export function noteHiddenStyles(
  draft: SceneDraft,
  id: string,
  look: Look,
  styles: readonly string[],
  path: Path,
): void {
  for (const name of styles) {
    const fields = Object.keys(isMap(draft.styles[name]) ? draft.styles[name] : {});
    if (look.styles.includes(name) || fields.length === 0) continue;
    if (!fields.every((field) => look.own.has(field))) continue;
    const shown = fields.slice(0, 3).join(', ');
    const message = `the style ${showValue(name)} changes nothing of ${draft.names.nameOf(id)}, which has ${shown} itself: own fields win; put these into a style, too, or write the new values here`;
    draft.notes.push({ path, message, rule: 'no-effect' });
  }
}

/** Adds the fields of new styles to a state, and takes those away that only the earlier styles set. */
export function switchStyles(
  draft: SceneDraft,
  id: string,
  state: Fields,
  before: readonly string[],
  after: readonly string[],
  own: ReadonlySet<string>,
): void {
  const { kind } = draft.objects[id] ?? {};
  const now = fieldsOfStyles(draft, after, kind);
  for (const field of fieldsOfStyles(draft, before, kind).keys()) {
    if (now.has(field) || own.has(field)) continue;
    const label = draft.labels.get(id);
    // A label without a colour has one that is easy to read on its owner.
    if (field === 'textColor' && label !== undefined) {
      draft.inked.add(label);
      state.fill ??= now.get('fill')?.value ?? mapIn(draft.objects[id], 'state').fill;
    }
    const value = usualValue(kind, field);
    if (value !== undefined) state[field] = value;
  }
  addStyles(draft, state, now, (field) => own.has(field));
}
