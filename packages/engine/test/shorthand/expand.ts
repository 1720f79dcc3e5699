import { expect } from 'vitest';
import { loadLayout } from '../../src/layout/load-layout.ts';
import { describeProblem } from '../../src/project/problem.ts';
import type { CompositionState, Project, Scene } from '../../src/project/schema.ts';
import {
  type ExpandedProject,
  type ExpandOptions,
  expandProject,
} from '../../src/shorthand/expand-project.ts';

/** Lays out labels and relations. */
export const layOut = await loadLayout({ hasEquations: true });

/** Returns a valid film of one box in two compositions, with changes. */
export function film(changes: object = {}): Record<string, unknown> {
  return {
    shorthand: true,
    objects: { box: { kind: 'rectangle' } },
    compositions: { a: {}, b: {} },
    ...changes,
  };
}

export function expand(document: object | string, options: ExpandOptions = {}): ExpandedProject {
  const result = expandProject(document, options, layOut);
  expect(result.ok ? [] : result.problems).toEqual([]);
  if (!result.ok) throw new Error(result.problems.map(describeProblem).join('\n'));
  return result.value;
}

/** Returns a copy without the null prototypes of maps. */
export function plain<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value));
}

export function expandedFilm(changes: object = {}, options: ExpandOptions = {}): Project {
  return plain(expand(film(changes), options).project);
}

/** Returns the only scene of a film with these changes. */
export function sceneOf(changes: object = {}): Scene {
  const { scenes } = expandedFilm(changes);
  expect(Object.keys(scenes)).toEqual(['main']);
  return scenes.main as Scene;
}

export function stateOf(scene: Scene, composition: string, object = 'box'): CompositionState {
  const state = scene.compositions[composition]?.states[object];
  if (state === undefined) throw new Error(`no state of ${object} in ${composition}`);
  return state;
}

export function problemsOf(document: unknown, options: ExpandOptions = {}): readonly string[] {
  const result = expandProject(document as object, options, layOut);
  return result.ok ? [] : result.problems.map(describeProblem);
}
