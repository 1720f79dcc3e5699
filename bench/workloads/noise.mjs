import { createCanvas } from '@napi-rs/canvas';
import { composition, object, project, state, track, transition } from './authoring.mjs';
import { seededRandom } from './random.mjs';

const pairs = 3;
const width = 2048;
const height = 1152;
/** The highest quality that fits the contract's limit on the length of an image's src. */
const jpegQuality = 58;
const maxSourceLength = 1_398_166;
const legMs = 1500;
const legsPerShot = 4;

/**
 * The hardest film: two layers of full-screen noise, one of them half transparent, slide, turn and grow against
 * each other, so that no pixel of a frame can be predicted from the frame before it. Shots of 6 s, cut together, take
 * turns with three pairs of layers.
 */
export async function noiseProject(durationMs) {
  const random = seededRandom(1080);
  const shots = durationMs / (legMs * legsPerShot);
  const objects = [];
  for (let index = 0; index < 2 * Math.min(pairs, shots); index++) {
    const src = await noiseImage(seededRandom(index + 1));
    objects.push(object(`noise-${index + 1}`, 'image', index, { image: { src, width, height } }));
  }
  const compositions = [];
  const transitions = [];
  for (let shot = 0; shot < shots; shot++) {
    const [below, above] = objects.slice(2 * (shot % pairs));
    const stops = Array.from({ length: legsPerShot + 1 }, (_, stop) =>
      composition(`shot-${shot}-stop-${stop}`, 0, {
        [below.id]: place(random, 1),
        [above.id]: place(random, 0.5),
      }),
    );
    compositions.push(...stops);
    for (let leg = 0; leg < legsPerShot; leg++) {
      const tracks = [below, above].map(({ id }) => track(id, 'move', legMs, { easing: 'linear' }));
      transitions.push(transition(stops[leg].id, stops[leg + 1].id, legMs, tracks));
    }
  }
  return project('Noise', { background: '#808080', objects, compositions, transitions });
}

/** A random place at which the layer covers the whole screen, even at its smallest size and largest rotation. */
function place(random, opacity) {
  const scale = 1.12 + 0.28 * random();
  return state({
    x: 960 + 60 * (random() - 0.5),
    y: 540 + 60 * (random() - 0.5),
    width: width * scale,
    height: height * scale,
    rotation: 6 * (random() - 0.5),
    opacity,
  });
}

async function noiseImage(random) {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  const picture = context.createImageData(width, height);
  for (let at = 0; at < picture.data.length; at += 4) {
    for (let channel = 0; channel < 3; channel++) picture.data[at + channel] = 256 * random();
    picture.data[at + 3] = 255;
  }
  context.putImageData(picture, 0, 0);
  const bytes = await canvas.encode('jpeg', jpegQuality);
  const src = `data:image/jpeg;base64,${bytes.toString('base64')}`;
  if (src.length > maxSourceLength) throw new Error(`a noise image takes ${src.length} characters`);
  return src;
}
