import { composition, object, project, state, track, transition } from './authoring.mjs';

const count = 10;

/** The medium shadow of shorthand, at 1080 pixels. */
const shadow = [
  { x: 0, y: 4.3, blur: 11.9, color: '#00000026' },
  { x: 0, y: 16.2, blur: 51.8, color: '#00000038' },
];

const fillGradient = {
  type: 'linear',
  angle: 135,
  stops: [
    [0, '#ffffff'],
    [1, '#dbeafe'],
  ],
};

/** What the cards of each film have. */
const paints = { plain: {}, shadows: { shadow }, gradients: { fillGradient } };

/** Ten cards that enter one after the other, are held and move a little, with shadows or gradients: 8 s. */
export function cardsProject(paint) {
  const ids = Array.from({ length: count }, (_, index) => `card-${index + 1}`);
  const statesOf = (changesOf) =>
    Object.fromEntries(
      ids.map((id, index) => {
        const [column, row] = [index % 5, Math.floor(index / 5)];
        const place = { x: 230 + 365 * column, y: 320 + 440 * row, width: 300, height: 360 };
        const look = { cornerRadius: 24, fill: '#ffffff', ...paints[paint] };
        return [id, state({ ...place, ...look, ...changesOf(place, index) })];
      }),
    );
  const enter = ids.map((id, index) => track(id, 'fade', 600, { start: 60 * index }));
  const move = ids.map((id) => track(id, 'move', 1500));
  const film = project('Cards', {
    background: '#e5e7eb',
    objects: ids.map((id, index) => object(id, 'rectangle', index)),
    compositions: [
      composition(
        'before',
        0,
        statesOf(({ y }) => ({ y: y + 60, visible: false })),
      ),
      composition(
        'shown',
        3000,
        statesOf(() => ({})),
      ),
      composition(
        'moved',
        2300,
        statesOf(({ y }, index) => ({ y: y + (index % 2 === 0 ? 20 : -20) })),
      ),
    ],
    transitions: [transition('before', 'shown', 1200, enter), transition('shown', 'moved', 1500, move)],
  });
  return { ...film, extended: true };
}
