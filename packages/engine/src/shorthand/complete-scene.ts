import * as z from 'zod';
import { sceneObjectSchema } from '../project/object-schemas.ts';
import { compositionSchema, compositionStateSchema, sceneSchema } from '../project/schema.ts';
import type { ResolvedScene } from './schema.ts';

const required = {
  scene: requiredFields(sceneSchema),
  object: requiredFields(sceneObjectSchema),
  composition: requiredFields(compositionSchema),
  state: requiredFields(compositionStateSchema),
};

function requiredFields({ shape }: z.ZodObject): readonly string[] {
  return Object.keys(shape).filter((name) => !(shape[name] instanceof z.ZodOptional));
}

/**
 * Whether a scene has everything that the full format requires. Such a scene is read as full format: an object without
 * a state in a composition has none there, so a full project expands to itself.
 */
export function isComplete(scene: ResolvedScene): boolean {
  const { objects = {}, compositions, enter } = scene;
  return (
    enter === undefined &&
    hasAll(scene, required.scene) &&
    Object.values(objects).every((object) => object.state === undefined && hasAll(object, required.object)) &&
    Object.values(compositions).every(
      (composition) =>
        composition.enter === undefined &&
        hasAll(composition, required.composition) &&
        Object.values(composition.states ?? {}).every(
          (state) => state !== false && hasAll(state, required.state),
        ),
    )
  );
}

function hasAll(value: object, fields: readonly string[]): boolean {
  return fields.every((name) => Object.hasOwn(value, name));
}
