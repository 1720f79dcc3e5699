import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyAxesFilm } from '../../../../../test/support/any-axes-film.ts';
import {
  anyFilm,
  anyKineticFilm,
  anyLayeredFilm,
  anyPaintedFilm,
} from '../../../../../test/support/any-film.ts';
import { quarteredImage } from '../../../../../test/support/build-project.ts';
import {
  composition,
  object,
  project,
  scene,
  state,
  track,
  transition,
} from '../../../../../test/support/project-parts.ts';
import { runs } from '../../../../../test/support/random-runs.ts';
import type { CompositionState } from '../../../src/project/schema.ts';
import { compareFilms } from './compare-films.ts';

describe('film damage tracking', () => {
  it('damage tracking paints the same pixels in generated films', { tags: 'slow' }, async () => {
    await fc.assert(
      fc.asyncProperty(anyFilm, (made) =>
        compareFilms(made, { width: 320, height: 200 }, 20).then(() => true),
      ),
      { numRuns: runs(200) },
    );
  });

  it('damage tracking paints the same pixels in generated films with layers', { tags: 'slow' }, async () => {
    await fc.assert(
      fc.asyncProperty(anyLayeredFilm, (made) =>
        compareFilms(made, { width: 320, height: 200 }, 20).then(() => true),
      ),
      { numRuns: runs(200) },
    );
  });

  it('damage tracking paints the same pixels in generated films with gradients, shadows, blurs and clips', {
    tags: 'slow',
  }, async () => {
    await fc.assert(
      fc.asyncProperty(anyPaintedFilm, (made) =>
        compareFilms(made, { width: 320, height: 200 }, 20).then(() => true),
      ),
      { numRuns: runs(100) },
    );
  });

  it('damage tracking paints the same pixels in generated films with letters, words and lines that move', {
    tags: 'slow',
  }, async () => {
    await fc.assert(
      fc.asyncProperty(anyKineticFilm, (made) =>
        compareFilms(made, { width: 320, height: 200 }, 20).then(() => true),
      ),
      { numRuns: runs(50) },
    );
  });

  it('damage tracking paints the same pixels in generated films with axes and plots', {
    tags: 'slow',
  }, async () => {
    await fc.assert(
      fc.asyncProperty(anyAxesFilm, (made) =>
        compareFilms(made, { width: 320, height: 200 }, 20).then(() => true),
      ),
      { numRuns: runs(60) },
    );
  });

  it('damage tracking paints the same pixels of thin letters at an angle', async () => {
    const letters = { width: 0, height: 0, strokeWidth: 0 };
    const name = state({ ...letters, text: 'Ay', fontSize: 8, fill: 'none' });
    const turned = state({ ...letters, text: '한국어 日本', fontSize: 33.3, rotation: 30, fill: '#f72585' });
    const tracks = ['name', 'turned'].map((objectId) => track({ objectId, duration: 300, easing: 'linear' }));
    const film = project(
      scene('scene', {
        objects: [object('name', { kind: 'equation' }), object('turned', { kind: 'equation', order: 1 })],
        compositions: [
          composition('a', 50, { name, turned }),
          composition('b', 50, { name: { ...name, fontSize: 20, fill: '#4cc9f0', effect: 'glow' }, turned }),
        ],
        transitions: [transition('a', 'b', 400, tracks)],
      }),
    );
    await compareFilms(film, { width: 320, height: 200 }, 20);
  });

  it('damage tracking paints the same pixels of a line of no length that appears from one side', async () => {
    const ticks = state({
      x: 0.095,
      y: 0,
      width: -Number.MIN_VALUE,
      height: 0,
      fill: 'none',
      stroke: '#ffffff',
      strokeWidth: 0.3,
      scaleX: 0.5,
    });
    const line = { background: '#101418', objects: [object('line', { kind: 'numberline' })] };
    const writing = { type: 'write', wipe: 'left', easing: 'linear' } as const;
    const film = project(
      scene('scene', {
        ...line,
        compositions: [composition('a', 50, { line: ticks }), composition('b', 50, { line: ticks })],
        transitions: [transition('a', 'b', 400, [track({ ...writing, objectId: 'line', duration: 300 })])],
      }),
    );
    await compareFilms(film, { width: 320, height: 200 }, 20);
  });

  it('damage tracking paints under 10% of the pixels in a film with little motion', async () => {
    const ids = Array.from({ length: 40 }, (_, index) => `still${index}`);
    const still = Object.fromEntries(
      ids.map((id, index) => [id, state({ x: 20 + 7 * index, y: 90, fill: '#ff0000' })]),
    );
    const made = project(
      scene('scene', {
        objects: [...ids.map((id) => object(id)), object('box', { order: 1 })],
        compositions: [
          composition('a', 0, { ...still, box: state({ x: 40, y: 40 }) }),
          composition('b', 0, { ...still, box: state({ x: 280, y: 140 }) }),
        ],
        transitions: [transition('a', 'b', 1000, [track({ duration: 1000 })])],
      }),
    );
    expect(await compareFilms(made, { width: 320, height: 180 }, 60)).toBeLessThan(0.1);
  });

  it('damage tracking leaves resting gradients and shadows alone, also as a document writes them', async () => {
    const ids = Array.from({ length: 10 }, (_, index) => `still${index}`);
    const still = Object.fromEntries(
      ids.map((id, index) => [
        id,
        state({
          ...{ x: 20 + 28 * index, y: 90, width: 20, height: 20 },
          fillGradient: {
            type: 'linear',
            stops: [
              [0, '#f72585'],
              [1, '#4cc9f0'],
            ],
          },
          shadow: { x: 0, y: 2, blur: 4, color: '#000000' },
        }),
      ]),
    );
    const made = project(
      scene('scene', {
        objects: [...ids.map((id) => object(id)), object('box', { order: 1 })],
        compositions: [
          composition('a', 0, { ...still, box: state({ x: 40, y: 160 }) }),
          composition('b', 0, { ...still, box: state({ x: 280, y: 160 }) }),
        ],
        transitions: [transition('a', 'b', 1000, [track({ duration: 1000 })])],
      }),
    );
    // A document has no shared parts.
    const written: typeof made = JSON.parse(JSON.stringify({ ...made, extended: true }));
    expect(await compareFilms(written, { width: 320, height: 180 }, 60)).toBeLessThan(0.1);
  });

  it('an image of almost no size leaves the letters over it as they are', async () => {
    const strokeGradient: CompositionState['strokeGradient'] = {
      type: 'radial',
      center: [0.2, 0.7],
      stops: [
        [0, '#ffffff'],
        [1, '#3a0ca3'],
      ],
    };
    const corner = { x: 0, y: 0, width: 0, height: 0 };
    const letters = state({ ...corner, text: 'Ay', fontSize: 20, strokeWidth: 1, strokeGradient });
    const image = quarteredImage(4, 4);
    const tracks = ['image', 'letters'].map((objectId) =>
      track({ objectId, duration: 300, easing: 'linear' }),
    );
    const film = project(
      scene('scene', {
        objects: [object('image', { kind: 'image', image }), object('letters', { kind: 'text', order: 1 })],
        compositions: [
          composition('a', 50, { image: state(corner), letters }),
          composition('b', 50, { image: state({ ...corner, width: 1e-20, height: 1e-20 }), letters }),
        ],
        transitions: [transition('a', 'b', 400, tracks)],
      }),
    );
    await compareFilms(film, { width: 320, height: 200 }, 20);
  });

  it('a resting member of a layer keeps its pixels while another one moves', { tags: 'slow' }, async () => {
    const ids = Array.from({ length: 30 }, (_, index) => `still${index}`);
    const still = Object.fromEntries(
      ids.map((id, index) => [
        id,
        state({
          x: 1200 + 37.37 * (index % 12),
          y: 300 + 61.13 * Math.floor(index / 3),
          rotation: index * 13.7,
          width: 60.7,
          height: 33.3,
          cornerRadius: 9,
          fill: '#f72585',
          stroke: '#ffffff',
          strokeWidth: 1.3,
          text: 'Quick & sharp 123',
          fontSize: 17.3 + index,
        }),
      ]),
    );
    const layer = state({ opacity: 0.5 });
    const large = scene('scene', {
      objects: [
        object('layer', { kind: 'layer' }),
        ...ids.map((id, index) =>
          object(id, { kind: index % 2 ? 'text' : 'rectangle', layerId: 'layer', order: index }),
        ),
        object('box', { layerId: 'layer', order: 99 }),
      ],
      compositions: [
        composition('a', 0, { layer, ...still, box: state({ x: 1001.3, y: 30.7, rotation: 20 }) }),
        composition('b', 0, { layer, ...still, box: state({ x: 100, y: 940, rotation: 200 }) }),
      ],
      transitions: [transition('a', 'b', 500, [track({ duration: 500 })])],
    });
    const size = { width: 1920, height: 1080 };
    await compareFilms(project({ ...large, ...size }), size, 30);
  });

  it('damage tracking paints under 10% of the pixels while one member of a large layer moves', async () => {
    const made = project(
      scene('scene', {
        objects: [
          object('layer', { kind: 'layer' }),
          object('card', { layerId: 'layer' }),
          object('box', { layerId: 'layer', order: 1 }),
        ],
        compositions: [
          composition('a', 0, {
            layer: state({ opacity: 0.5 }),
            card: state({ width: 318.5, height: 178.5 }),
            box: state({ x: 40, y: 40, fill: '#ff0000' }),
          }),
          composition('b', 0, {
            layer: state({ opacity: 0.5 }),
            card: state({ width: 318.5, height: 178.5 }),
            box: state({ x: 280, y: 140, fill: '#ff0000' }),
          }),
        ],
        transitions: [transition('a', 'b', 1000, [track({ duration: 1000 })])],
      }),
    );
    expect(await compareFilms(made, { width: 320, height: 180 }, 60)).toBeLessThan(0.1);
  });
});
