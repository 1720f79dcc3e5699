import { isMap } from '../project/check.ts';
import { describeProblem } from '../project/problem.ts';
import { showPath, showValue } from '../project/problem-text.ts';
import { Problems } from '../project/problems.ts';
import { type ExtendedResource, isExtended, isExtensionField } from '../project/schema.ts';
import { checkStructure } from '../project/structure.ts';
import type { Advice, AdviceList } from './advice.ts';
import { unknownNames, walkDocument } from './document-objects.ts';

/** The resources that have extension fields, by the map that holds them. */
const extendedResources: Readonly<Record<string, ExtendedResource>> = {
  project: 'project',
  scenes: 'scene',
  objects: 'object',
  states: 'state',
  compositions: 'composition',
  transitions: 'transition',
  tracks: 'track',
  audioTracks: 'audioTrack',
};

/**
 * Advises on the extension fields of a project in the full format that is not marked as extended. They are one piece of
 * advice, with a fix if the project is valid with the mark.
 */
export function adviseOnMissingMark(document: unknown, list: AdviceList): void {
  if (!isMap(document) || isExtended(document)) return;
  let first: string | undefined;
  let places = 0;
  walkDocument(document, false, (object, path) => {
    const resource = extendedResources[object.holder];
    if (resource === undefined) return;
    for (const name of unknownNames(object)) {
      if (!isExtensionField(resource, name)) continue;
      first ??= showPath([...path, name]);
      places++;
    }
  });
  if (first === undefined) {
    if (document.extended !== undefined) list.addWritten(uselessMark(document.extended));
    return;
  }
  const others = places - 1;
  const more = others === 0 ? '' : ` and ${others} other ${others === 1 ? 'field' : 'fields'}`;
  const ignored =
    others === 0
      ? 'is an extension of the format and is ignored'
      : 'are extensions of the format and are ignored';
  const problems = new Problems();
  checkStructure({ ...document, extended: true }, problems);
  const [invalid] = problems.items.map(describeProblem);
  const mark = 'add "extended": true at the top of the document';
  const wayOut = invalid === undefined ? mark : `${mark} and correct what is then invalid: ${invalid}`;
  list.addWritten({
    rule: 'missing-mark',
    path: 'project',
    message: `${first}${more} ${ignored}; ${wayOut}`,
    ...(!problems.any && { fix: { extended: true } }),
  });
}

function uselessMark(value: unknown): Advice {
  return {
    rule: 'missing-mark',
    path: 'project',
    message: `extended is ignored, because it is ${showValue(value)} and not true; the project has no extensions, so remove it`,
    fix: { extended: null },
  };
}
