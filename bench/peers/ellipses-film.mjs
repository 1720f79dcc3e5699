/**
 * The film of the ellipses in the terms of a browser: `stops` in milliseconds, and the centres of each ellipse at them.
 */
export function ellipsesFilm({ scenes, sceneOrder }) {
  const scene = scenes[sceneOrder[0]];
  const stops = [0];
  for (const [index, id] of scene.compositionOrder.slice(1).entries()) {
    const transition = Object.values(scene.transitions).find(
      ({ fromId, toId }) => fromId === scene.compositionOrder[index] && toId === id,
    );
    stops.push(stops.at(-1) + transition.duration);
  }
  const poses = scene.compositionOrder.map((id) => scene.compositions[id].states);
  const ellipses = Object.values(scene.objects)
    .filter(({ kind }) => kind === 'circle')
    .map(({ id }) => ({
      id,
      fill: poses[0][id].fill,
      radiusX: poses[0][id].width / 2,
      radiusY: poses[0][id].height / 2,
      xs: poses.map((states) => states[id].x),
      ys: poses.map((states) => states[id].y),
    }));
  const title = Object.values(scene.objects).find(({ kind }) => kind === 'text');
  return { ellipses, title: poses[0][title.id], stops, background: scene.background };
}
