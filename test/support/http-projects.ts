import { readFileSync } from 'node:fs';
import type { Project } from '../../packages/engine/src/project/schema.ts';
import { type ObjectSpec, sized, stillProject } from './build-project.ts';
import { writePng } from './png-writer.ts';
import { composition, object, project, scene, state, transition } from './project-parts.ts';
import { Random } from './random.ts';

/** The text of a project of the fixtures. */
export function fixtureText(name: string): string {
  return readFileSync(new URL(`../fixtures/projects/${name}.json`, import.meta.url), 'utf8');
}

/** A picture of one box, quickly drawn, held for a second. */
export const smallProject: Project = stillProject({
  box: { kind: 'rectangle', state: { x: 160, y: 90, fill: '#ff8800' } },
});

export const smallText = JSON.stringify(smallProject);

/** The small project with another name, or with another duration in milliseconds. */
export function smallProjectOf({ name = 'test', durationMs = 1000 }): Project {
  return { ...project(scene('scene', { compositions: [composition('still', durationMs)] })), name };
}

/**
 * A film in full size in which hundreds of translucent circles cross the picture from the first frame to the last: all
 * frames differ, and rendering a second of it takes long on any machine.
 */
export function longFilm(seconds = 60, circles = 400): Project {
  const ids = Array.from({ length: circles }, (_, index) => `circle${index}`);
  const statesAt = (turn: number) =>
    Object.fromEntries(
      ids.map((id, index) => [
        id,
        state({
          x: (index * 389 + turn * 700) % 1920,
          y: (index * 211 + turn * 500) % 1080,
          width: 120,
          height: 120,
          fill: `#${((index * 7919) % 4096).toString(16).padStart(3, '0')}`,
          opacity: 0.5,
        }),
      ]),
    );
  const crossing = scene('scene', {
    objects: ids.map((id, order) => object(id, { kind: 'circle', order })),
    compositions: [composition('from', 0, statesAt(0)), composition('to', 0, statesAt(1))],
    transitions: [transition('from', 'to', 1000 * seconds)],
  });
  return project(sized(crossing, { width: 1920, height: 1080 }));
}

/** A project whose inspection takes many seconds on any machine: sixty different long formulas. */
export function longInspection(): Project {
  const formulas = Array.from({ length: 60 }, (_, index): [string, ObjectSpec] => [
    `formula${index}`,
    { kind: 'equation', state: { text: `${'x+'.repeat(2500)}${index}` } },
  ]);
  return stillProject(Object.fromEntries(formulas));
}

/** A still with the maximum number of visible letters, more than 64 MiB of outlines as an SVG. */
export function hugeDrawing(): Project {
  const lines = ['first', 'second'].map((id): [string, ObjectSpec] => [
    id,
    { kind: 'text', state: { text: '@'.repeat(10_000) } },
  ]);
  return stillProject(Object.fromEntries(lines));
}

/** Pictures of noise that no format can compress, each of a megabyte, or about 1.4 MB in an SVG. */
export function noisyPictures(count: number): Project {
  const side = 580;
  const random = new Random(1);
  const noise = () => random.below(256);
  const pictures = Array.from({ length: count }, (_, index): [string, ObjectSpec] => {
    const png = writePng({
      width: side,
      height: side,
      colorType: 2,
      bitDepth: 8,
      pixel: () => [noise(), noise(), noise()],
    });
    const src = `data:image/png;base64,${Buffer.from(png).toString('base64')}`;
    return [
      `picture${index}`,
      { kind: 'image', image: { src, width: side, height: side }, state: { width: 100, height: 100 } },
    ];
  });
  return stillProject(Object.fromEntries(pictures));
}

/** JSON padded by white space to a number of bytes. */
export function padded(json: string, bytes: number): Buffer {
  const padding = Buffer.alloc(bytes - Buffer.byteLength(json), ' ');
  return Buffer.concat([Buffer.from(json), padding]);
}

export const maxInputBytes = 33_554_432;
