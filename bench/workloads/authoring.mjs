/** A complete composition state, overridden by `changes`. */
export function state(changes) {
  return {
    x: 0,
    y: 0,
    width: 100,
    height: 100,
    rotation: 0,
    opacity: 1,
    visible: true,
    fill: '#e9ebf2',
    stroke: 'none',
    strokeWidth: 0,
    text: '',
    fontSize: 36,
    cornerRadius: 0,
    effect: 'none',
    path: { c1: { x: 0, y: 0 }, c2: { x: 0, y: 0 } },
    ...changes,
  };
}

/** A scene object; objects draw in the order of `order`. */
export function object(id, kind, order, more = {}) {
  return { id, kind, name: id, order, locked: false, groupId: null, ...more };
}

/** A composition held for `duration` milliseconds, with the states of objects by their ids. */
export function composition(id, duration, states) {
  return { id, name: id, accent: '#ffd166', duration, states };
}

/** A transition of `duration` milliseconds between two compositions. */
export function transition(fromId, toId, duration, tracks) {
  const id = `${fromId}-${toId}`;
  return { id, fromId, toId, duration, tracks: byKey(tracks, ({ objectId }) => objectId) };
}

/** How one object is animated in a transition. */
export function track(objectId, type, duration, changes = {}) {
  return {
    objectId,
    type,
    order: 'together',
    start: 0,
    duration,
    easing: 'easeInOut',
    path: null,
    ...changes,
  };
}

/** A project of one scene of 1920 x 1080. */
export function project(name, { background = '#0b0d12', objects, compositions, transitions }) {
  const scene = {
    id: 'scene',
    name,
    width: 1920,
    height: 1080,
    background,
    objects: byKey(objects, ({ id }) => id),
    compositions: byKey(compositions, ({ id }) => id),
    compositionOrder: compositions.map(({ id }) => id),
    transitions: byKey(transitions, ({ id }) => id),
  };
  return { name, version: 2, sceneOrder: ['scene'], scenes: { scene } };
}

function byKey(values, keyOf) {
  return Object.fromEntries(values.map((value) => [keyOf(value), value]));
}
