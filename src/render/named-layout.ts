import type { HoldLayout } from '../advice/hold-layout.ts';
import { parsePath } from '../project/json-places.ts';

/** The layout without the objects that no message or advice names: of many scenes, all of it is many megabytes. */
export function namedLayout(
  layout: readonly HoldLayout[],
  issues: readonly string[],
  advice: readonly { readonly path: string }[],
): HoldLayout[] {
  const places = [...issues.map(placeOf), ...advice.map(({ path }) => path)];
  const named = new Set(places.map(objectIn));
  return layout.map((hold) => ({ ...hold, objects: hold.objects.filter(({ id }) => named.has(id)) }));
}

/** The place with which a message starts. */
function placeOf(message: string): string {
  return message.replace(/^warning: /, '').replace(/: .*$/s, '');
}

function objectIn(place: string): string | undefined {
  const parts = parsePath(place);
  const index = parts.indexOf('objects');
  return index < 0 ? undefined : String(parts[index + 1]);
}
