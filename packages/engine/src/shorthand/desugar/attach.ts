import type { Path } from '../../project/problem-text.ts';
import type { Fields, SceneDraft } from './scene-draft.ts';

/** Lets a made object appear with its owner. */
export function attach({ provenance }: SceneDraft, owner: Fields, id: string, path: Path): void {
  const attached = Array.isArray(owner.attached) ? owner.attached : provenance.set([], path);
  attached.push(id);
  owner.attached = attached;
}
