/** Lays stills on cards side by side, as a project of images that the renderer itself draws. */
import { Buffer } from 'node:buffer';

/** Lengths are in pixels of the picture, which a page shows at half size. */
const widestPicture = 1584;
const widestCard = 640;
const gap = 16;
const cornerRadius = 12;
const captionHeight = 44;
/** A grey that is legible on white and on black pages. */
const captionStyle = { fontSize: 22, fill: '#7d8590' };

/** Width and height of a card if a picture has `count` of them. */
export function cellSize(count, aspect) {
  const width = Math.min(widestCard, Math.floor((widestPicture - gap * (count - 1)) / count));
  return { width, height: Math.round(width / aspect) };
}

/**
 * PNG bytes of a picture of cards of one size. A card is `{ still, caption }`: a PNG file of that size, and a text
 * below it or null.
 */
export async function frame(cell, cards, render) {
  const hasCaptions = cards.some(({ caption }) => caption !== null);
  const objects = {};
  const states = {};
  const add = (object, state) => {
    const order = Object.keys(objects).length;
    const id = `object-${order}`;
    objects[id] = { id, name: id, order, locked: false, groupId: null, ...object };
    states[id] = { ...plainState, ...cell, cornerRadius, ...state };
  };
  for (const [index, { still, caption }] of cards.entries()) {
    const middle = { x: index * (cell.width + gap) + cell.width / 2, y: cell.height / 2 };
    const src = `data:image/png;base64,${Buffer.from(still).toString('base64')}`;
    add({ kind: 'image', image: { src, ...cell } }, middle);
    if (caption === null) continue;
    add({ kind: 'text' }, { ...middle, ...captionStyle, y: cell.height + captionHeight / 2, text: caption });
  }
  const size = {
    width: cards.length * (cell.width + gap) - gap,
    height: cell.height + (hasCaptions ? captionHeight : 0),
  };
  const { data } = await render(stillProject(size, objects, states), { format: 'png' });
  return data;
}

const plainState = {
  x: 0,
  y: 0,
  rotation: 0,
  fill: 'none',
  stroke: 'none',
  strokeWidth: 0,
  fontSize: 0,
  text: '',
  path: { c1: { x: 0, y: 0 }, c2: { x: 0, y: 0 } },
  opacity: 1,
  visible: true,
  effect: 'none',
};

function stillProject(size, objects, states) {
  const scene = {
    id: 'picture',
    name: 'Picture',
    ...size,
    background: 'transparent',
    objects,
    compositionOrder: ['still'],
    compositions: { still: { id: 'still', name: 'Still', accent: 'none', duration: 0, states } },
    transitions: {},
  };
  return { name: 'Picture', version: 2, sceneOrder: ['picture'], scenes: { picture: scene } };
}
