import { parseAssertion } from '../../assertions/parse-assertion.ts';
import { familyNames } from '../../language/font-families.ts';
import { kinds } from '../../language/kind-table.ts';
import { isPath } from '../../language/kinds.ts';
import { assertionVocabulary } from '../assertion-vocabulary.ts';
import { broken, isMap } from '../check.ts';
import { maxFontFamilies } from '../limits.ts';
import { mustBe, type Path, showValue } from '../problem-text.ts';
import type { Problems } from '../problems.ts';
import type { Project, Scene } from '../schema.ts';
import { checkCues } from './cues.ts';
import { checkCycles } from './cycles.ts';
import { checkDucks } from './ducks.ts';
import { checkFormulas } from './formulas.ts';
import { checkLayers } from './layers.ts';
import { checkLoops } from './loops.ts';
import { checkSceneMedia } from './media.ts';
import { checkPlots } from './plots.ts';
import { checkProjectReferences, checkSceneReferences } from './references.ts';
import { checkSpans } from './spans.ts';
import { checkTransitions } from './transitions.ts';
import { checkWaveforms } from './waveforms.ts';

/**
 * Checks everything beyond the structure: references, timing, parents, layers, clips, spans, cues, fonts, plots, formulas, assertions, media
 * declarations, sounds that make way for others, and waveforms.
 * Fields of states that have formulas get their values at rest.
 */
export function checkRules(project: Project, problems: Problems): void {
  checkProjectReferences(project, problems);
  checkFamilies(project, problems);
  checkAssertions(project, problems);
  for (const [key, scene] of Object.entries(project.scenes)) {
    const path = ['scenes', key];
    checkSceneReferences(scene, path, problems);
    checkParents(scene, path, problems);
    checkLayers(scene, path, problems);
    checkClips(scene, path, problems);
    checkSpans(scene, path, problems);
    checkCues(scene, path, problems);
    checkTransitions(scene, path, problems);
    checkPlots(scene, path, problems);
    checkFormulas(scene, path, problems);
    checkLoops(scene, path, problems);
    checkSceneMedia(scene, path, problems);
    checkDucks(scene, path, problems);
    checkWaveforms(scene, path, problems);
  }
}

/** Checks that every sentence of `expect` can be read, and that its names exist. */
function checkAssertions(project: Project, problems: Problems): void {
  const { expect = [] } = project;
  if (expect.length === 0) return;
  const vocabulary = assertionVocabulary(project);
  for (const [index, sentence] of expect.entries()) {
    if (problems.full) return;
    const parsed = parseAssertion(sentence, vocabulary);
    if (!parsed.ok) problems.add(['expect', index], 'assertion', parsed.message);
  }
}

/** Checks that every parent is another object in the scene and that no object is its own ancestor. */
function checkParents({ objects }: Scene, path: Path, problems: Problems): void {
  checkCycles(
    {
      noun: 'parents',
      ids: Object.keys(objects).filter((id) => objects[id]?.parentId != null),
      linked: (id) => checkedParent(objects, id, path, problems),
      placeOf: (id) => [...path, 'objects', id, 'parentId'],
    },
    problems,
  );
}

function checkedParent(objects: Scene['objects'], id: string, path: Path, problems: Problems): string | null {
  const parentId = objects[id]?.parentId ?? null;
  if (parentId === null) return null;
  if (parentId !== id && Object.hasOwn(objects, parentId)) return parentId;
  const rule = 'must name another object in the scene';
  problems.add([...path, 'objects', id, 'parentId'], 'unknown-id', `${rule}, but is ${showValue(parentId)}`);
  return null;
}

/**
 * Checks that every `clip` names another object of the scene that has an outline, and that no objects of a composition
 * clip each other.
 */
function checkClips({ objects, compositions }: Scene, path: Path, problems: Problems): void {
  for (const [key, { states }] of Object.entries(compositions)) {
    if (problems.full) return;
    const placeOf = (id: string) => [...path, 'compositions', key, 'states', id, 'clip'];
    checkCycles(
      {
        noun: 'clips',
        ids: Object.keys(states).filter((id) => states[id]?.clip !== undefined),
        linked: (id) => checkedClip(objects, id, states[id]?.clip, placeOf(id), problems),
        placeOf,
      },
      problems,
    );
  }
}

/** Returns the object that clips another one, if it exists. */
function checkedClip(
  objects: Scene['objects'],
  id: string,
  clip: string | undefined,
  place: Path,
  problems: Problems,
): string | null {
  if (clip === undefined) return null;
  const rule = 'must name another object of the scene';
  if (clip === id || !Object.hasOwn(objects, clip)) {
    problems.add(place, 'unknown-id', `${rule}, but is ${showValue(clip)}`);
    return null;
  }
  // An object whose kind is broken has none; that problem is reported already.
  const kind = objects[clip]?.kind;
  if (kind !== undefined && !hasOutline(kind)) {
    problems.add(
      place,
      'wrong-kind',
      `${rule} that has an outline, but ${showValue(clip)} is of kind ${kind}; use a shape, a text, an equation or an image`,
    );
  }
  return clip;
}

function hasOutline(kind: Scene['objects'][string]['kind']): boolean {
  return ['shape', 'letters', 'picture'].includes(kinds[kind].draws) || isPath(kind);
}

/** Checks that states and spans name only families that the package or the document has, and that these differ. */
function checkFamilies({ scenes, fonts }: Project, problems: Problems): void {
  // The unknown fonts may have any name.
  if ((fonts as unknown) === broken) return;
  const declared = Object.keys(fonts ?? {});
  const choices: readonly string[] = [...familyNames, ...declared];
  if (declared.length > maxFontFamilies)
    problems.add(
      ['fonts'],
      'count',
      `must have at most ${maxFontFamilies} families, but has ${declared.length}`,
    );
  for (const name of declared) {
    const bundled = familyNames.find((family) => family.toLowerCase() === name.toLowerCase());
    if (bundled === undefined) continue;
    const rule = `is the name of the bundled family ${bundled}`;
    problems.add(['fonts', name], 'repeated-id', `${rule}; rename it, for example to "my-${name}"`);
  }
  const check = (holder: unknown, path: Path) => {
    if (!isMap(holder) || typeof holder.fontFamily !== 'string' || choices.includes(holder.fontFamily))
      return;
    problems.add(
      [...path, 'fontFamily'],
      'unknown-id',
      `${mustBe(`one of ${choices.join(', ')}`, holder.fontFamily)}; for another family, add its font to fonts`,
    );
  };
  for (const [key, scene] of Object.entries(scenes)) {
    for (const [id, { states }] of Object.entries(scene.compositions)) {
      for (const [objectId, state] of Object.entries(states)) {
        if (problems.full) return;
        const path = ['scenes', key, 'compositions', id, 'states', objectId];
        check(state, path);
        if (!isMap(state) || !Array.isArray(state.spans)) continue;
        for (const [index, span] of state.spans.entries()) check(span, [...path, 'spans', index]);
      }
    }
  }
}
