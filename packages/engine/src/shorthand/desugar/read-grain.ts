import { isMap } from '../../project/check.ts';
import { type Path, showValue } from '../../project/problem-text.ts';
import type { Fields, SceneDraft } from './scene-draft.ts';

/** Replaces the amount of a scene's grain by an object, in place. */
export function readGrain(
  { provenance, problems }: Pick<SceneDraft, 'provenance' | 'problems'>,
  scene: Fields,
  path: Path,
): void {
  const { grain } = scene;
  if (grain === undefined || isMap(grain)) return;
  const place = provenance.placeOf(scene, 'grain', path);
  if (typeof grain === 'number') {
    const made: Fields = provenance.set({ amount: grain }, place);
    provenance.field(made, 'amount', place);
    scene.grain = made;
    return;
  }
  const example = '{ "amount": 0.05, "moving": true }';
  problems.add(place, 'value', `must be a number from 0 to 1, or ${example}, but is ${showValue(grain)}`);
  delete scene.grain;
}
