import { hasLetters } from '../language/kinds.ts';
import { fieldsOf } from '../project/check.ts';
import { opacityOfLayers } from '../project/layers.ts';
import type { Scene } from '../project/schema.ts';
import { objectsOfScene } from './document-objects.ts';
import type { HeldObject, HoldPicture } from './pictures/hold-picture.ts';

/** What is behind everything and at most this opaque is decoration. */
const faint = 0.3;

/**
 * Returns hold pictures without decoration, which may overlap, cross and cover others: objects with `"decorative": true`
 * and what belongs to these, objects without letters that loop, and faint ones behind everything. `document` is plain
 * shorthand, or null; `moving` has the scenes with their loops, by id.
 */
export function withoutDecorative(
  document: unknown,
  moving: Readonly<Record<string, Scene>>,
  pictures: readonly HoldPicture[],
): readonly HoldPicture[] {
  const byScene = new Map<string, ReadonlySet<string>>();
  return pictures.map((picture) => {
    const { id } = picture.scene;
    const decorative = byScene.get(id) ?? decorativeIn(objectsOfScene(document, id));
    byScene.set(id, decorative);
    const looping = loopingIn(moving[id], picture);
    const ground = faintGround(picture);
    const kept = picture.objects.filter(
      (held) => !decorative.has(held.object.id) && !looping.has(held.object.id) && !ground.has(held),
    );
    return kept.length === picture.objects.length ? picture : { ...picture, objects: kept };
  });
}

/** Objects with `"decorative": true`, and what belongs to these. */
export function decorativeIn(objects: Readonly<Record<string, unknown>>): ReadonlySet<string> {
  const entries = Object.entries(objects).map(([id, object]) => [id, fieldsOf(object)] as const);
  const found = new Set(entries.flatMap(([id, { decorative }]) => (decorative === true ? [id] : [])));
  // A set may grow while it is walked.
  for (const whole of found) {
    const { children, attached } = fieldsOf(objects[whole]);
    for (const memberId of [children, attached].flat()) if (typeof memberId === 'string') found.add(memberId);
    for (const [id, { follows }] of entries) if (follows === whole) found.add(id);
  }
  return found;
}

/** The objects without letters that loop while a composition is held. */
function loopingIn(scene: Scene | undefined, { compositionId, objects }: HoldPicture): ReadonlySet<string> {
  const states = scene?.compositions[compositionId]?.states ?? {};
  return new Set(
    objects.flatMap(({ object: { id, kind } }) =>
      (states[id]?.loop ?? []).length > 0 && !hasLetters(kind) ? [id] : [],
    ),
  );
}

/** The faint objects without letters that are painted before all others. */
function faintGround({ scene, compositionId, objects }: HoldPicture): ReadonlySet<HeldObject> {
  const composition = scene.compositions[compositionId];
  const isFaint = ({ object: { id, kind }, state }: HeldObject) =>
    !hasLetters(kind) && state.opacity * opacityOfLayers(scene, composition, id) < faint;
  const end = objects.findIndex((held) => !isFaint(held));
  return new Set(objects.slice(0, end < 0 ? objects.length : end));
}
