import { readFile } from 'node:fs/promises';
import { cardsProject } from './cards.mjs';
import { ellipsesProject, twoHundredDiscs } from './ellipses.mjs';
import { lessonProject } from './lesson.mjs';
import { noiseProject } from './noise.mjs';

const fixtures = new URL('../../test/fixtures/projects/', import.meta.url);

/** The size and rate of all films, and the size of all stills. */
export const output = { width: 1920, height: 1080, fps: 30 };

const noiseMs = 60_000;
const shortNoiseMs = 6000;

/** The films that are measured, in the order of the report. `quickMs` is the length in a quick run, if another. */
export const workloads = [
  authored('hello', 1000, 'one word, one second'),
  authored('derivative', 9800, 'a lesson of nine objects with equations and a sliding secant'),
  authored('launch', 7900, 'two scenes with pictures, glow, text in motion and three sounds'),
  authored('crowd-500', 5000, 'five hundred objects, all of them moving'),
  {
    name: 'lesson',
    durationMs: 60_000,
    description:
      'a minute of explaining: twelve pictures that are held, formulas and sentences written in between',
    project: lessonProject,
  },
  {
    name: 'ellipses',
    durationMs: 10_000,
    description: 'twenty moving ellipses of 130 x 90 and a line of text',
    project: () => ellipsesProject(),
  },
  {
    name: 'discs',
    durationMs: 9000,
    baselineFrames: 24,
    description: 'two hundred moving discs of 120 x 84, so that most of every picture changes',
    project: () => ellipsesProject(twoHundredDiscs),
  },
  cards('cards', 'plain', 'ten cards that enter one after the other, are held and move a little'),
  // The baseline takes three seconds for a picture.
  { ...cards('cards-shadows', 'shadows', 'the same cards with two shadows each'), baselineFrames: 24 },
  cards('cards-gradients', 'gradients', 'the same cards with gradients'),
  {
    name: 'noise',
    durationMs: noiseMs,
    quickMs: shortNoiseMs,
    // A round takes minutes.
    rounds: 2,
    baselineFrames: 24,
    description: 'two layers of noise over the whole picture, both always moving, turning and growing',
    project: ({ isQuick }) => noiseProject(isQuick ? shortNoiseMs : noiseMs),
  },
];

/** The project of a workload as JSON. */
export async function projectJson(name, { isQuick = false } = {}) {
  const workload = workloads.find((one) => one.name === name);
  if (!workload) throw new Error(`there is no workload ${JSON.stringify(name)}`);
  const project = await workload.project({ isQuick });
  return typeof project === 'string' ? project : JSON.stringify(project);
}

function cards(name, paint, description) {
  return { name, durationMs: 8000, description, project: () => cardsProject(paint) };
}

function authored(name, durationMs, description) {
  const project = () => readFile(new URL(`${name}.json`, fixtures), 'utf8');
  return { name, durationMs, description, project };
}
