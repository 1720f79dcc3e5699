import { isGroupKind } from '../../language/kinds.ts';
import { isMap } from '../../project/check.ts';
import type { Path } from '../../project/problem-text.ts';
import { readColor } from '../themes/theme-colors.ts';
import type { Look, SceneDraft } from './scene-draft.ts';
import { fieldsOfStyles } from './styles.ts';

/** What a composition says about an object. */
interface Mention {
  readonly value: unknown;
  readonly path: Path;
}

/**
 * Gives what is in a group whose fill a composition changes the colours that the theme gives it on that ground, where the
 * document has none. Changes the mentions and the looks in place.
 */
export function recolorMembers(
  draft: SceneDraft,
  mentions: Map<string, Mention>,
  looks: Map<string, Look>,
  isPresent: (id: string) => boolean,
): void {
  if (draft.theme === undefined) return;
  for (const [id, { value }] of mentions) {
    const look = looks.get(id);
    if (look?.isThemed && isMap(value) && value.fill !== undefined)
      looks.set(id, { ...look, isThemed: false });
  }
  for (const [id, mention] of [...mentions]) {
    const ground = groundIn(draft, id, mention.value);
    if (ground === undefined) continue;
    for (const member of membersOn(draft, id)) {
      const look = looks.get(member);
      if (look === undefined || (look.own.has('fill') && look.isThemed !== true)) continue;
      const { kind } = draft.objects[member] ?? {};
      const fillOn = (background: unknown) =>
        fieldsOfStyles({ ...draft, background, guesses: [] }, look.styles, kind).get('fill')?.value;
      const [before, after] = [fillOn(look.ground ?? draft.background), fillOn(ground)];
      const mentionOfMember = mentions.get(member);
      const fields = isMap(mentionOfMember?.value) ? mentionOfMember.value : {};
      if (after === undefined || !isPresent(member)) continue;
      if (mentionOfMember?.value === false || fields.fill !== undefined || fields.style !== undefined)
        continue;
      looks.set(member, { ...look, ground, isThemed: true });
      if (after === before) continue;
      mentions.set(member, { path: mention.path, ...mentionOfMember, value: { ...fields, fill: after } });
    }
  }
}

/** The colour that a state gives the box of a group; undefined if it gives none. */
function groundIn(draft: SceneDraft, id: string, state: unknown): string | undefined {
  if (!isMap(state) || !isGroupKind(draft.objects[id]?.kind)) return undefined;
  if (draft.tables.has(id) || draft.graphs.has(id)) return undefined;
  const names = [state.style ?? []].flat().filter((name) => typeof name === 'string');
  const styled = fieldsOfStyles({ ...draft, guesses: [] }, names, draft.objects[id]?.kind).get('fill');
  const written = state.fill ?? (names.length > 0 ? styled?.value : undefined);
  const read = readColor(written, draft.theme);
  const fill = 'value' in read ? read.value : written;
  return typeof fill === 'string' && fill !== 'none' && fill !== 'transparent' ? fill : undefined;
}

/** The objects in a group that lie on its box: not those in groups with a box of their own. */
function membersOn(draft: SceneDraft, id: string): string[] {
  const { children } = draft.objects[id] ?? {};
  const ids = Array.isArray(children) ? children.filter((child) => typeof child === 'string') : [];
  return ids.flatMap((child) => {
    if (!isGroupKind(draft.objects[child]?.kind)) return [child];
    return draft.boxes.has(child) ? [] : membersOn(draft, child);
  });
}
