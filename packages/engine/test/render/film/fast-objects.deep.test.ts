// @module-tag ffmpeg
// @module-tag libopenh264-dev
// @module-tag python3

import { expect, it } from 'vitest';
import {
  byteStreamOf,
  decodeWithFfmpeg,
  decodeWithOpenH264,
} from '../../../../../test/support/film/decoders.ts';
import {
  composition,
  object,
  project,
  scene,
  state,
  track,
  transition,
} from '../../../../../test/support/project-parts.ts';
import { Random } from '../../../../../test/support/random.ts';
import { filmOf } from '../../../../../test/support/write-film.ts';

const size = { width: 320, height: 180 };
const colours = ['#ff0000', '#00ff00', '#0000ff', '#ffffff', '#ffff00', '#203040'];

/** Texts and shapes that fly in from up to 700 pictures away in a tenth of a second, over rectangles that stay. */
function fastFilm(seed: number) {
  const random = new Random(seed);
  const still = Array.from({ length: 12 }, (_, index) => ({
    id: `still-${index}`,
    ...{ x: random.below(320), y: random.below(180), width: 20 + random.below(300) },
    ...{ height: 4 + random.below(60), fill: random.pick(colours) },
  }));
  const flying = Array.from({ length: 4 }, (_, index) => ({
    id: `flying-${index}`,
    kind: random.pick(['text', 'rectangle', 'circle'] as const),
    fromX: (random.chance(0.5) ? 1 : -1) * (20_000 + random.below(200_000)),
    fromY: random.chance(0.5) ? 0 : random.below(100_000),
    ...{ text: 'Wide words', fontSize: 20 + random.below(60), fill: random.pick(colours) },
    ...{ x: 60 + random.below(200), y: 40 + random.below(100) },
    ...{ width: 40 + random.below(200), height: 20 + random.below(100) },
  }));
  const states = (isFar: boolean) =>
    Object.fromEntries([
      ...still.map(({ id, ...rest }) => [id, state(rest)]),
      ...flying.map(({ id, kind: _, fromX, fromY, ...rest }) => [
        id,
        state(isFar ? { ...rest, x: rest.x + fromX, y: rest.y + fromY } : rest),
      ]),
    ]);
  return project(
    scene('scene', {
      background: '#101418',
      ...size,
      objects: [
        ...still.map(({ id }, order) => object(id, { order })),
        ...flying.map(({ id, kind }, order) => object(id, { kind, order: order + still.length })),
      ],
      compositions: [composition('far', 100, states(true)), composition('near', 300, states(false))],
      transitions: [
        transition(
          'far',
          'near',
          100,
          flying.map(({ id }) => track({ objectId: id, duration: 100 })),
        ),
      ],
    }),
  );
}

it('FFmpeg and OpenH264 decode the same pictures if objects fly in from far away', async () => {
  for (let seed = 30; seed < 36; seed++) {
    const film = await filmOf(fastFilm(seed), { size, isChecked: false });
    const stream = await byteStreamOf(film.bytes);
    const pictures = await decodeWithFfmpeg(stream);
    expect(pictures.length, `seed ${seed}`).toBe(film.frames);
    expect(await decodeWithOpenH264(stream), `seed ${seed}`).toEqual(pictures);
  }
});
