import { fieldsOf } from '../project/check.ts';
import { joinWords } from '../project/problem-text.ts';
import type { HoldPicture } from './pictures/hold-picture.ts';

/**
 * Returns, for the end of a message, which of some objects are visible in a hold only because no composition up to then
 * speaks of them, while one speaks of the others; empty if there are none. `document` is plain shorthand.
 */
export function whyPresent(
  document: unknown,
  { scene, compositionId }: HoldPicture,
  ids: readonly string[],
): string {
  const film = fieldsOf(document);
  const written = film.scenes === undefined ? film : fieldsOf(fieldsOf(film.scenes)[scene.id]);
  const compositions = Object.entries(fieldsOf(written.compositions));
  const spoken = compositions.map(([, value]) => Object.keys(fieldsOf(fieldsOf(value).states)));
  const groups = Object.entries(fieldsOf(written.objects)).map(
    ([id, object]) => [id, fieldsOf(object)] as const,
  );
  const around = (id: string): string[] =>
    groups.flatMap(([group, { children, attached }]) =>
      [children, attached].some((all) => Array.isArray(all) && all.includes(id))
        ? [group, ...around(group)]
        : [],
    );
  const index = compositions.findIndex(([key]) => key === compositionId);
  const firstOf = (id: string) => {
    const names = new Set([id, ...around(id)]);
    const isPart = (name: string) => [...names].some((one) => one.startsWith(`${name}-`));
    return spoken.findIndex((all) => all.some((name) => names.has(name) || isPart(name)));
  };
  const firsts = ids.map((id) => ({ id, first: firstOf(id) }));
  const early = firsts.filter(({ first }) => first < 0 || first > index).map(({ id }) => id);
  if (compositions.length < 2 || early.length === 0 || early.length === firsts.length) return '';
  const [verb, them] = early.length === 1 ? ['is', 'it'] : ['are', 'them'];
  return `; ${joinWords(early, 'and')} ${verb} visible because no composition up to here mentions ${them}: write true for ${them} where ${them === 'it' ? 'it enters' : 'they enter'}, or hide ${them} here`;
}
