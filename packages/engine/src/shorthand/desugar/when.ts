import { fieldsOf, isMap } from '../../project/check.ts';
import { type Path, showValue } from '../../project/problem-text.ts';
import { sides } from '../relations.ts';
import type { Fields, SceneDraft } from './scene-draft.ts';

/** Fields that place an object beside or around others; `place` and `inside` go together. */
const relations = [...sides, 'around', 'from', 'to', 'on'] as const;
const places = ['place', 'inside'] as const;

const unmoved: ReadonlyMap<string, Path> = new Map();

/**
 * Returns the fields of an object with those of its `when` for the shape of the frame, and the places of those that are
 * in it. A place in `when` replaces the place outside.
 */
export function readWhen(
  draft: SceneDraft,
  written: Fields,
  path: Path,
): { readonly fields: Fields; readonly places: ReadonlyMap<string, Path> } {
  if (written.when === undefined) return { fields: written, places: unmoved };
  const { when, ...base } = written;
  const changes = changesFor(draft, when, [...path, 'when']);
  const isChanged = (field: string) => changes.has(field);
  const dropped = new Set<string>(changes.keys());
  if ([...relations, ...places].some(isChanged))
    for (const field of ['x', 'y', ...relations]) dropped.add(field);
  if (relations.some(isChanged)) for (const field of places) dropped.add(field);
  const kept = (fields: Fields) =>
    Object.fromEntries(Object.entries(fields).filter(([field]) => !dropped.has(field)));
  const fields: Fields = {
    ...kept(base),
    ...Object.fromEntries([...changes].map(([field, { value }]) => [field, value])),
  };
  if (isMap(base.state)) fields.state = draft.provenance.set(kept(base.state), [...path, 'state']);
  return { fields, places: new Map([...changes].map(([field, { place }]) => [field, place])) };
}

function changesFor(draft: SceneDraft, when: unknown, path: Path) {
  const changes = new Map<string, { readonly value: unknown; readonly place: Path }>();
  if (when === undefined) return changes;
  if (!isMap(when)) {
    draft.problems.add(
      path,
      'value',
      `must be an object such as { "portrait": { … } }, but is ${showValue(when)}`,
    );
    return changes;
  }
  for (const [name, fields] of Object.entries(when)) {
    const place = [...path, name];
    if (!(frameShapes as readonly string[]).includes(name)) {
      const rule = 'is not a shape of the frame; write portrait, landscape or square';
      draft.problems.add(place, 'unknown-field', rule);
    } else if (!isMap(fields)) {
      const rule = `must be an object with the fields that differ there, but is ${showValue(fields)}`;
      draft.problems.add(place, 'value', rule);
    } else if (name === frameShapeOf(draft.frame)) {
      const { state, ...direct } = fields;
      for (const [field, value] of Object.entries(direct))
        changes.set(field, { value, place: [...place, field] });
      for (const [field, value] of Object.entries(fieldsOf(state)))
        changes.set(field, { value, place: [...place, 'state', field] });
    } else draft.unused.push({ fields, path: place });
  }
  return changes;
}

/** Shapes of the frame, which `when` of an object names. */
const frameShapes = ['portrait', 'landscape', 'square'] as const;

type FrameShape = (typeof frameShapes)[number];

/** Returns the shape of a frame with these sides. */
function frameShapeOf({ width, height }: { readonly width: number; readonly height: number }): FrameShape {
  if (width === height) return 'square';
  return width < height ? 'portrait' : 'landscape';
}
