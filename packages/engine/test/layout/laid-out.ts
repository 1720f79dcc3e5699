import { expect } from 'vitest';
import type { Bounds } from '../../src/drawing/bounds.ts';
import { loadLayout } from '../../src/layout/load-layout.ts';
import { describeProblem } from '../../src/project/problem.ts';
import type { CompositionState } from '../../src/project/schema.ts';
import { inspect } from '../../src/render/inspect.ts';
import { type ExpansionResult, expandProject } from '../../src/shorthand/expand-project.ts';

/** A film of two compositions, `a` and `b`, that show the objects. */
export function film(objects: object, changes: object = {}): object {
  const ids = Object.keys(objects);
  const mentioned = Object.fromEntries(ids.map((id) => [id, {}]));
  return {
    shorthand: true,
    width: 1000,
    height: 600,
    objects,
    compositions: { a: { states: mentioned }, b: {} },
    ...changes,
  };
}

/** The boxes of all visible objects in each composition, as an inspection gives them. */
export async function boxesOf(document: object): Promise<Record<string, Record<string, Bounds>>> {
  const { layout } = await inspect(JSON.stringify(document), { layout: true });
  return Object.fromEntries(
    (layout ?? []).map(({ composition, objects }) => [
      composition,
      Object.fromEntries(objects.flatMap(({ id, box }) => (box ? [[id, box]] : []))),
    ]),
  );
}

/** Expands a document with relations. */
export async function expandLaidOut(document: object): Promise<ExpansionResult> {
  return expandProject(JSON.stringify(document), {}, await loadLayout({ hasEquations: true }));
}

/** The states of the only scene of a document by composition and object. */
export async function statesOf(document: object): Promise<Record<string, Record<string, CompositionState>>> {
  const result = await expandLaidOut(document);
  expect(result.ok ? [] : result.problems).toEqual([]);
  if (!result.ok) throw new Error(result.problems.map(describeProblem).join('\n'));
  const [scene] = Object.values(result.value.project.scenes);
  const compositions = Object.entries(scene?.compositions ?? {});
  return JSON.parse(JSON.stringify(Object.fromEntries(compositions.map(([id, { states }]) => [id, states]))));
}

/** The problems of a document. */
export async function problemsOf(document: object): Promise<readonly string[]> {
  const result = await expandLaidOut(document);
  return result.ok ? [] : result.problems.map(describeProblem);
}
