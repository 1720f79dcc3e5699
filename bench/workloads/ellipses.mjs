import { composition, object, project, state, track, transition } from './authoring.mjs';
import { seededRandom } from './random.mjs';

const count = 20;
const legs = 4;
const legMs = 2500;
const colors = ['#ffd166', '#4cc9f0', '#f72585', '#06d6a0', '#b388ff'];

/** Twenty ellipses of 130 x 90 in constant motion, and a line of text: 10 s. */
export function ellipsesProject() {
  const random = seededRandom(20);
  const ellipses = Array.from({ length: count }, (_, index) =>
    object(`ellipse-${index + 1}`, 'circle', index + 1),
  );
  const title = state({ x: 960, y: 120, text: 'Twenty ellipses and a line of text', fontSize: 64 });
  const stops = Array.from({ length: legs + 1 }, (_, stop) =>
    composition(`stop-${stop}`, 0, {
      title,
      ...Object.fromEntries(
        ellipses.map(({ id }, index) => [
          id,
          state({
            x: Math.round(100 + 1720 * random()),
            y: Math.round(220 + 780 * random()),
            width: 130,
            height: 90,
            fill: colors[index % colors.length],
          }),
        ]),
      ),
    }),
  );
  const transitions = stops.slice(1).map(({ id }, leg) =>
    transition(
      stops[leg].id,
      id,
      legMs,
      ellipses.map((ellipse) => track(ellipse.id, 'move', legMs, { easing: 'linear' })),
    ),
  );
  return project('Ellipses', {
    objects: [object('title', 'text', 0), ...ellipses],
    compositions: stops,
    transitions,
  });
}
