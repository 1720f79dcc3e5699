import type { Problems } from '../problems.ts';
import type { Project } from '../schema.ts';
import { checkAssertions } from './assertions.ts';
import { checkClips } from './clips.ts';
import { checkCues } from './cues.ts';
import { checkDucks } from './ducks.ts';
import { checkFamilies } from './families.ts';
import { checkFormulas } from './formulas.ts';
import { checkLayers } from './layers.ts';
import { checkSceneMedia } from './media.ts';
import { checkParents } from './parents.ts';
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
    checkSceneMedia(scene, path, problems);
    checkDucks(scene, path, problems);
    checkWaveforms(scene, path, problems);
  }
}
