import { fieldsOf } from '../project/check.ts';
import type { HoldPicture } from './pictures/hold-picture.ts';

/**
 * Returns hold pictures without objects with `"decorative": true`, and what belongs to these: they may overlap, cross and
 * cover others. `document` is plain shorthand.
 */
export function withoutDecorative(
  document: unknown,
  pictures: readonly HoldPicture[],
): readonly HoldPicture[] {
  const film = fieldsOf(document);
  const byScene = new Map<string, ReadonlySet<string>>();
  return pictures.map((picture) => {
    const { id } = picture.scene;
    const written = film.scenes === undefined ? film : fieldsOf(fieldsOf(film.scenes)[id]);
    const decorative = byScene.get(id) ?? decorativeIn(fieldsOf(written.objects));
    byScene.set(id, decorative);
    if (decorative.size === 0) return picture;
    return { ...picture, objects: picture.objects.filter(({ object }) => !decorative.has(object.id)) };
  });
}

function decorativeIn(objects: Readonly<Record<string, unknown>>): ReadonlySet<string> {
  const entries = Object.entries(objects).map(([id, object]) => [id, fieldsOf(object)] as const);
  const found = new Set(entries.flatMap(([id, { decorative }]) => (decorative === true ? [id] : [])));
  // A set may grow while it is walked.
  for (const whole of found) {
    const { children, attached } = fieldsOf(objects[whole]);
    for (const one of [children, attached].flat()) if (typeof one === 'string') found.add(one);
    for (const [id, { follows }] of entries) if (follows === whole) found.add(id);
  }
  return found;
}
