import { readdirSync } from 'node:fs';
import fc from 'fast-check';
import { parseProject } from '../../packages/engine/src/project/parse-project.ts';
import type { Project } from '../../packages/engine/src/project/schema.ts';
import { sampleProject } from '../../packages/engine/test/project/sample.ts';
import { anyProject } from '../../packages/engine/test/timeline/arbitrary-project.ts';
import { readFullProject } from '../support/project-files.ts';
import { Random } from '../support/random.ts';
import { mutateText } from './text-mutations.ts';
import { mutateTree } from './tree-mutations.ts';
import { mutateWithinLimits, thinOut } from './valid-mutations.ts';

/** Input of the service, and how it was generated. The same seed gives the same document. */
export interface FuzzDocument {
  readonly seed: number;
  /** The original project and every change. */
  readonly steps: readonly string[];
  readonly input: string | Uint8Array | object;
}

interface Origin {
  readonly name: string;
  readonly make: (seed: number) => Project;
}

const authored: readonly Origin[] = ['examples', 'test/fixtures/projects'].flatMap((folder) => {
  const url = new URL(`../../${folder}/`, import.meta.url);
  const files = readdirSync(url).filter((file) => file.endsWith('.json'));
  return files.map((file) => {
    const text = JSON.stringify(readFullProject(new URL(file, url)));
    return { name: `${folder}/${file}`, make: () => JSON.parse(text) as Project };
  });
});
const sample: Origin = { name: 'a project of every resource', make: () => sampleProject() };
const generated: Origin = {
  name: 'a generated project',
  // Values from fast-check share objects, so changing one would change others.
  make: (seed) => structuredClone(fc.sample(anyProject, { seed, numRuns: 1 })[0] as Project),
};

/** Generates a document of any kind: valid, nearly valid, not a project, not JSON, or objects that share others. */
export function anyDocument(seed: number): FuzzDocument {
  const random = new Random(seed);
  const origin = random.pick([...authored, sample, sample, sample, generated, generated]);
  const { project, steps } = start(origin, seed, random);
  while (random.chance(0.35)) steps.push(mutateWithinLimits(project, random));
  const tree = harm(project, steps, random, random.pick([0, 1, 1, 1, 2, 4]));
  if (random.chance(0.1)) return { seed, steps: [...steps, 'as an object'], input: tree };
  const json = JSON.stringify(tree);
  if (random.chance(0.3)) {
    const { input, step } = mutateText(json, random);
    return { seed, steps: [...steps, step], input };
  }
  return { seed, steps, input: random.chance(0.5) ? json : Buffer.from(json) };
}

/** Generates a document that can nearly always be rendered, a `short` one as a film of a few frames. */
export function renderableDocument(seed: number, { short }: { short: boolean }): FuzzDocument {
  const random = new Random(seed);
  const origin = short ? generated : random.pick([...authored, generated, generated, generated]);
  const { project, steps } = start(origin, seed, random);
  do steps.push(mutateWithinLimits(project, random));
  while (random.chance(0.7));
  const tree = harm(project, steps, random, random.chance(0.05) ? 1 : 0);
  return { seed, steps, input: Buffer.from(JSON.stringify(tree)) };
}

/** Counts the letters of all distinct texts; 0 for an invalid project. */
export function countLetters({ input }: FuzzDocument): number {
  const parsed = parseProject(input);
  if (!parsed.ok) return 0;
  const compositions = Object.values(parsed.project.scenes).flatMap((scene) =>
    Object.values(scene.compositions),
  );
  const texts = compositions.flatMap(({ states }) => Object.values(states).map(({ text }) => text));
  return [...new Set(texts)].reduce((sum, text) => sum + text.length, 0);
}

/** Returns a copy with changes that may make it invalid. The original shares values with other documents. */
function harm(project: Project, steps: string[], random: Random, changes: number): object {
  const tree = structuredClone(project);
  for (let count = 0; count < changes; count++) steps.push(mutateTree(tree, random));
  return tree;
}

function start({ name, make }: Origin, seed: number, random: Random): { project: Project; steps: string[] } {
  const project = make(seed);
  const steps = [name];
  if (random.chance(0.7)) {
    const most = random.pick([1, 3, 10, 40]);
    thinOut(project, most, random);
    steps.push(`thinned out to ${most} objects a scene`);
  }
  return { project, steps };
}
