import { composition, object, project, state, track, transition } from './authoring.mjs';
import { seededRandom } from './random.mjs';

const colors = ['#ffd166', '#4cc9f0', '#f72585', '#06d6a0', '#b388ff'];

const twentyEllipses = { count: 20, legs: 4, legMs: 2500, width: 130, height: 90 };

/** So many that most of every picture changes. */
export const twoHundredDiscs = { count: 200, legs: 3, legMs: 3000, width: 120, height: 84 };

/** Ellipses in constant motion, from one place to another in each leg, and a line of text: by default 10 s. */
export function ellipsesProject({ count, legs, legMs, width, height } = twentyEllipses) {
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
            width,
            height,
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
