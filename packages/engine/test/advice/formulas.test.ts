// biome-ignore-all lint/suspicious/noTemplateCurlyInString: formulas in texts look like template placeholders.
import { expect, it } from 'vitest';
import { formulaFilm } from '../../../../test/support/formula-film.ts';
import type { Composition, Project } from '../../src/project/schema.ts';
import { adviceOn } from './advice-on.ts';

/** The film with changes, and long holds so that its text can be read. */
function changed(change: (compositions: readonly Composition[], project: Project) => void): Project {
  const project = structuredClone(formulaFilm);
  const compositions = Object.values(project.scenes.scene?.compositions ?? {});
  for (const composition of compositions) composition.duration = 2000;
  change(compositions, project);
  return project;
}

it('a film with formulas gets no advice', async () => {
  expect(await adviceOn(changed(() => {}))).toEqual([]);
});

it('a running text is read once', async () => {
  const advice = await adviceOn(
    changed(([first, last]) => {
      if (first) first.duration = 100;
      if (last) last.duration = 800;
    }),
  );
  expect(advice).toEqual([]);
});

it('formulas and variables without the mark are ignored, and a fix adds it', async () => {
  const { extended: _, ...unmarked } = changed(() => {});
  const advice = await adviceOn(unmarked);
  expect(advice.filter(({ rule }) => rule === 'missing-mark')).toMatchObject([
    { message: expect.stringContaining('are extensions of the format'), fix: { extended: true } },
  ]);
  expect(advice.filter(({ rule }) => rule === 'unknown-field')).toEqual([]);
});

it('variables alone without the mark get advice', async () => {
  const { extended: _, ...unmarked } = changed((compositions) => {
    for (const { states } of compositions) for (const state of Object.values(states)) delete state.formulas;
  });
  const [first] = await adviceOn(unmarked);
  expect(first).toMatchObject({ rule: 'missing-mark', fix: { extended: true } });
});

it('an unknown property of formulas is answered with the one that was meant', async () => {
  const advice = await adviceOn(
    changed(([first]) => {
      Object.assign(first?.states.dot?.formulas ?? {}, { widht: '2*s', fill: 's' });
    }),
  );
  expect(advice.map(({ message }) => message)).toEqual([
    '"widht" is not a field and is ignored; did you mean width?',
    '"fill" is not a field and is ignored: formulas compute numbers and texts',
  ]);
});

it('a variable that comes back is not a jump', async () => {
  const project = changed(([first, last], { scenes: { scene } }) => {
    if (!first || !last || !scene) return;
    first.variables = { s: 0 };
    last.variables = { s: 0.02 };
    const third = { ...structuredClone(first), id: 'c', name: 'c' };
    scene.compositions.c = third;
    scene.compositionOrder.push('c');
    for (const { states } of [first, last, third]) {
      for (const id of Object.keys(states)) if (id !== 'dot') delete states[id];
    }
    for (const id of Object.keys(scene.objects)) if (id !== 'dot') delete scene.objects[id];
  });
  expect((await adviceOn(project)).filter(({ rule }) => rule === 'jump')).toEqual([]);
});

it('a text that counts with formulas gets no advice on its numbers', async () => {
  const project = changed(([first, last]) => {
    Object.assign(first?.states.number ?? {}, { text: 'start', formulas: {} });
    Object.assign(last?.states.number ?? {}, { textTransition: 'count' });
  });
  expect((await adviceOn(project)).filter(({ rule }) => rule === 'cannot-count')).toEqual([]);
});
