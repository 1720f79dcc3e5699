import { Buffer } from 'node:buffer';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sceneObjectSchema } from '../packages/engine/src/project/object-schemas.ts';
import {
  compositionStateSchema,
  easingSchema,
  keyframeSchema,
  type Project,
  type Scene,
  type TransitionTrack,
  transitionTrackSchema,
} from '../packages/engine/src/project/schema.ts';
import { inspect } from '../packages/engine/src/render/inspect.ts';
import { render } from '../packages/engine/src/render/render.ts';
import { exampleFilms as films } from './support/example-films.ts';
import { readFullProject } from './support/project-files.ts';

const folder = new URL('../examples/', import.meta.url);
const files = readdirSync(folder).filter((file) => file.endsWith('.json'));

function textOf(name: string): string {
  return readFileSync(new URL(`${name}.json`, folder), 'utf8');
}

function projectOf(name: string): Project {
  return readFullProject(new URL(`${name}.json`, folder));
}

it('the tests and examples/README.md list every example', () => {
  expect(files).toEqual(films.map(({ name }) => `${name}.json`));
  const readme = readFileSync(new URL('README.md', folder), 'utf8');
  const linked = [...readme.matchAll(/\]\(([\w-]+\.json)\)/g)].map(([, file]) => file);
  expect([...new Set(linked)].sort()).toEqual(files);
});

describe.each(films)('the example $name', ({ name, width, height, durationMs, audibleTracks }) => {
  const text = textOf(name);
  const pictureHeight = Math.round((320 * height) / width);

  it('the example is short and has no issues or advice', async () => {
    const written = text.replaceAll(/"data:[^"]*"/g, '""');
    const full = JSON.stringify(projectOf(name)).replaceAll(/"data:[^"]*"/g, '""');
    expect(JSON.parse(text)).toMatchObject({ shorthand: true });
    // Compares the text, laid out for people, with the full format without any spaces.
    expect(2 * written.length).toBeLessThan(full.length);
    expect(Buffer.byteLength(text)).toBeLessThan(110_000);
    const { issues, advice, ...facts } = await inspect(text, { advice: true });
    expect(issues).toEqual([]);
    expect(advice).toEqual([]);
    expect(facts).toMatchObject({ width, height, durationMs, audibleTracks });
  });

  it('renders the example to PNG from beginning to end', async () => {
    const pictures = [];
    for (const part of [0, 0.25, 0.5, 0.75, 1]) {
      const picture = await render(text, { format: 'png', width: 320, timeMs: durationMs * part });
      const data = Buffer.from(picture.data);
      expect(data.subarray(12, 16).toString('latin1')).toBe('IHDR');
      expect([data.readUInt32BE(16), data.readUInt32BE(20)]).toEqual([320, pictureHeight]);
      pictures.push(data.toString('base64'));
    }
    // A film shows a different picture each time, the starter always the same one.
    expect(new Set(pictures).size).toBe(name === 'hello' ? 1 : 5);
  });

  it("renders the example to SVG at the project's size", async () => {
    const picture = await render(text, { format: 'svg', timeMs: durationMs });
    const svg = Buffer.from(picture.data).toString();
    expect(picture).toMatchObject({ width, height });
    expect(svg).toMatch(new RegExp(`<svg [^>]*width="${width}" height="${height}"`));
  });
});

describe('the examples together', () => {
  const scenes = films.flatMap(({ name }) => scenesOf(projectOf(name)));
  const states = scenes.flatMap(({ compositions }) =>
    Object.values(compositions).flatMap((composition) => Object.values(composition.states)),
  );
  const tracks = scenes.flatMap(({ transitions }) =>
    Object.values(transitions).flatMap((transition) => Object.values(transition.tracks)),
  );
  const keyframes = tracks.flatMap((track) => Object.values(track.keyframes ?? {}));
  const live = keyframes.filter(({ deleted }) => !deleted);

  it('the examples cover every kind of object that can be drawn', () => {
    const kinds = sceneObjectSchema.shape.kind.options.filter((kind) => kind !== 'video');
    expectAll(
      kinds,
      scenes.flatMap(({ objects }) => Object.values(objects).map(({ kind }) => kind)),
    );
  });

  it('the examples cover every track type and track order', () => {
    expectAll(
      transitionTrackSchema.shape.type.options,
      tracks.map(({ type }) => type),
    );
    expectAll(
      transitionTrackSchema.shape.order.options,
      tracks.map(({ order }) => order),
    );
  });

  it('the examples cover every timing field of a track, and a timing of null', () => {
    const timings = timingNames();
    expect(timings).toHaveLength(11);
    expectAll(
      timings,
      tracks.flatMap((track) => timings.filter((timing) => track[timing])),
    );
    expect(tracks.some((track) => timings.some((timing) => track[timing] === null))).toBe(true);
  });

  it('the examples cover keyframes of every property, and deleted keyframes', () => {
    const properties = keyframeSchema.shape.property.options;
    expect(properties).toHaveLength(31);
    expectAll(
      properties,
      live.map(({ property }) => property),
    );
    expect(keyframes.length).toBeGreaterThan(live.length);
  });

  it('the examples cover every easing', () => {
    const [named] = easingSchema.options;
    const timings = timingNames();
    const easings = [
      ...tracks.flatMap((track) => [track, ...timings.map((timing) => track[timing])]),
      ...live,
    ].flatMap((timed) => (timed ? [timed.easing] : []));
    expectAll(
      [...named.options, 'cubicBezier'],
      easings.map((easing) => (typeof easing === 'string' ? easing : easing.type)),
    );
  });

  it('the examples cover every effect', () => {
    expectAll(
      compositionStateSchema.shape.effect.options,
      states.map(({ effect }) => effect),
    );
  });

  it('the examples cover every form of a colour', () => {
    const forms = states.flatMap(({ fill, stroke }) => [fill, stroke]).map(colorForm);
    expectAll(['none', 'transparent', '#3', '#6', '#8'], forms);
  });

  it('the examples cover motion paths, implicit tracks, scale, shear and anchors', () => {
    expect(tracks.some(({ path }) => path !== null)).toBe(true);
    expect(tracks.some(({ implicit }) => implicit)).toBe(true);
    for (const property of ['anchorX', 'anchorY', 'scaleX', 'scaleY', 'shear'] as const) {
      expect(
        states.some((state) => (state[property] ?? 0) !== 0 && state[property] !== 1),
        property,
      ).toBe(true);
    }
  });

  it('the examples cover visible children of invisible parents', () => {
    const hidden = scenes.flatMap((scene) =>
      Object.values(scene.objects).filter(
        ({ id, parentId }) => parentId && isSeen(scene, id) && !isSeen(scene, parentId),
      ),
    );
    expect(hidden.length).toBeGreaterThan(0);
  });

  it('the examples cover cuts between scenes, and embedded PNG, JPEG and sound', () => {
    expect(films.some(({ name }) => projectOf(name).sceneOrder.length > 1)).toBe(true);
    const images = scenes.flatMap(({ objects }) =>
      Object.values(objects).flatMap(({ image }) => (image ? [image.src] : [])),
    );
    const sounds = scenes.flatMap(({ audioTracks }) =>
      Object.values(audioTracks ?? {}).map(({ asset }) => asset.src),
    );
    expectAll(
      ['data:image/png', 'data:image/jpeg', 'data:audio/wav'],
      [...images, ...sounds].map((src) => src.slice(0, src.indexOf(';'))),
    );
  });
});

describe('the starter example', () => {
  const project = projectOf('hello');

  it('the starter example shows one line of text for one second', () => {
    const [scene, ...others] = scenesOf(project);
    expect(others).toEqual([]);
    expect(Object.values(scene.objects).map(({ kind }) => kind)).toEqual(['text']);
    expect(scene.transitions).toEqual({});
    const [composition, ...more] = Object.values(scene.compositions);
    expect(more).toEqual([]);
    expect(composition.duration).toBe(1000);
    expect(Object.values(composition.states)).toMatchObject([{ text: 'Hello, world.', x: 640, y: 360 }]);
  });

  it("editing the starter example's text changes its picture", async () => {
    const edited = textOf('hello').replace('Hello, world.', 'Good morning.');
    const picture = await render(edited, { format: 'svg' });
    expect(Buffer.from(picture.data).toString()).toContain('Good morning.');
  });
});

function scenesOf(project: Project): Scene[] {
  return project.sceneOrder.map((id) => project.scenes[id]);
}

type TimingName = Extract<keyof TransitionTrack, `${string}Timing`>;

function timingNames(): TimingName[] {
  return Object.keys(transitionTrackSchema.shape).filter((key): key is TimingName => key.endsWith('Timing'));
}

function colorForm(color: string): string {
  return color.startsWith('#') ? `#${color.length - 1}` : color;
}

function isSeen(scene: Scene, objectId: string): boolean {
  return Object.values(scene.compositions).some(({ states }) => states[objectId]?.visible);
}

/** Fails with the list of missing items. */
function expectAll(wanted: readonly string[], used: readonly string[]): void {
  expect(wanted.filter((value) => !used.includes(value))).toEqual([]);
}
