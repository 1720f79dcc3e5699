import { hasLetters, type ObjectKind } from '../language/kinds.ts';
import { showValue } from '../project/problem-text.ts';
import type { CompositionState, Project, Scene } from '../project/schema.ts';
import { parseColor } from '../timeline/color.ts';
import { counterBetween, maxCountedLength } from '../timeline/counter.ts';
import type { AdviceList } from './advice.ts';
import { drawnBy } from './fields/fields-by-kind.ts';

/** Advises on fields of states that change nothing, or less than intended. */
export function adviseOnIdleFields(project: Project, list: AdviceList): void {
  for (const sceneId of project.sceneOrder) {
    const scene = project.scenes[sceneId];
    for (const compositionId of scene.compositionOrder) {
      const { states } = scene.compositions[compositionId];
      for (const [id, state] of Object.entries(states)) {
        if (list.full) return;
        const object = scene.objects[id];
        if (object === undefined || !state.visible) continue;
        const path = `scenes.${sceneId}.compositions.${compositionId}.states.${id}`;
        // A drawing has parts in the fill of its object.
        const { fill, ...others } = state;
        adviseOnKind(object.kind, object.vector ? (others as CompositionState) : state, path, list);
        adviseOnGaps(state, path, list);
      }
    }
    adviseOnCounts(scene, list);
    adviseOnLists(scene, list);
  }
}

function adviseOnKind(kind: ObjectKind, state: CompositionState, path: string, list: AdviceList): void {
  for (const field of Object.keys(state) as (keyof CompositionState)[]) {
    const { kinds, name } = drawnBy(field) ?? {};
    const say = (message: string) =>
      list.add({ rule: 'no-effect', path, message, fix: { [field]: null } }, 'everywhere');
    if (kinds?.includes(kind) === false) {
      say(`${field} has no effect on an object of kind ${kind}: it is for ${name}; remove it`);
    } else if ((field === 'smooth' || field === 'closed') && state.points === undefined) {
      say(`${field} has no effect on a path without points; write points, or remove it`);
    } else if (field === 'dashOffset' && state.dash === undefined) {
      say('dashOffset has no effect on a stroke without dash; write dash, or remove it');
    }
  }
}

/** Round ends reach half the width of the stroke into the gaps on both sides. */
function adviseOnGaps({ dash, stroke, strokeWidth }: CompositionState, path: string, list: AdviceList): void {
  if (dash === undefined || (parseColor(stroke)?.alpha ?? 0) === 0) return;
  const pattern = dash.length % 2 === 0 ? dash : [...dash, ...dash];
  const widest = Math.max(...pattern.filter((_length, index) => index % 2 === 1));
  if (widest > strokeWidth || strokeWidth === 0) return;
  list.add(
    {
      rule: 'closed-gaps',
      path,
      message: `the round ends of a stroke ${strokeWidth} px wide close its gaps of ${widest} px, so it looks solid; make the gaps wider than the stroke`,
      fix: { dash: pattern.map((length, index) => (index % 2 === 1 ? length + strokeWidth : length)) },
    },
    'everywhere',
  );
}

/** Lists of different lengths switch in the middle, which looks like a mistake. */
function adviseOnLists({ id: sceneId, objects, compositions, transitions }: Scene, list: AdviceList): void {
  for (const { fromId, toId } of Object.values(transitions)) {
    for (const [id, to] of Object.entries(compositions[toId].states)) {
      if (list.full) return;
      const from = compositions[fromId].states[id];
      const kind = objects[id]?.kind;
      if (from === undefined || kind === undefined || !(from.visible && to.visible)) continue;
      for (const field of ['points', 'dash'] as const) {
        const [before, after] = [from[field]?.length, to[field]?.length];
        if (before === undefined || after === undefined || before === after) continue;
        if (drawnBy(field)?.kinds.includes(kind) === false) continue;
        list.add({
          rule: 'uneven-lists',
          path: `scenes.${sceneId}.compositions.${toId}.states.${id}`,
          message: `${field} has ${before} items in ${fromId} and ${after} in ${toId}, so it switches and does not change gradually; give both as many`,
        });
      }
    }
  }
}

function adviseOnCounts({ id: sceneId, objects, compositions, transitions }: Scene, list: AdviceList): void {
  for (const { fromId, toId } of Object.values(transitions)) {
    for (const [id, to] of Object.entries(compositions[toId].states)) {
      if (list.full) return;
      const from = compositions[fromId].states[id];
      const kind = objects[id]?.kind;
      if (from === undefined || kind === undefined || !hasLetters(kind) || to.textTransition !== 'count')
        continue;
      if (!(from.visible && to.visible) || from.text === to.text) continue;
      if (from.formulas?.text !== undefined || to.formulas?.text !== undefined) continue;
      if (counterBetween(from.text, to.text) !== null) continue;
      const length = Math.max(from.text.length, to.text.length);
      const [why, wayOut] =
        length > maxCountedLength
          ? [`have ${length} characters, of at most ${maxCountedLength}`, 'count in a text of its own']
          : ['differ in more than their numbers', 'make the rest equal'];
      list.add({
        rule: 'cannot-count',
        path: `scenes.${sceneId}.compositions.${toId}.states.${id}`,
        message: `${showValue(from.text)} and ${showValue(to.text)} ${why}, so the text crossfades and does not count; ${wayOut}, or write textTransition crossfade`,
        fix: { textTransition: 'crossfade' },
      });
    }
  }
}
