/**
 * Reads the JSON snippets of docs/format.md and completes them to projects. The info string of a fence says what a
 * snippet is and which picture it gets:
 *
 *     ```json <shape> [picture=<name>] [times=<ms>,<ms>,…]
 *
 * | shape   | the snippet is                              | what is added                                       |
 * |---------|---------------------------------------------|-----------------------------------------------------|
 * | project | a whole project                             | nothing                                             |
 * | scene   | a scene with fields left out                | the defaults in `completeScene`                     |
 * | track   | a track with fields left out                | a stage on which a circle, a text and an equation enter by it |
 * | easing  | easings by name                             | for each a dot that crosses a stage by it           |
 *
 * A picture shows the moment 0, or those in `times` (project time in milliseconds) side by side. A picture of easings
 * shows the curve of each.
 */

/** Scene size for snippets that are not complete projects, in scene pixels. */
export const stage = { width: 320, height: 180, background: '#101828' };

const neutralState = {
  x: 160,
  y: 90,
  width: 100,
  height: 100,
  rotation: 0,
  fill: 'none',
  stroke: 'none',
  strokeWidth: 0,
  cornerRadius: 0,
  fontSize: 40,
  text: '',
  path: { c1: { x: 0, y: 0 }, c2: { x: 0, y: 0 } },
  opacity: 1,
  visible: true,
  effect: 'none',
};

const shapes = {
  project: (content) => [{ project: content }],
  scene: (content) => [{ project: projectOf(completeScene(content)) }],
  track: (content) => [{ project: projectOf(completeScene(enteringScene(content))) }],
  easing: (content) =>
    Object.entries(content).map(([name, easing]) => ({
      name,
      project: projectOf(completeScene(easingScene(easing))),
    })),
};

/** All JSON snippets of a Markdown text in order. Throws an Error that names the line of an unreadable one. */
export function readSnippets(markdown) {
  const snippets = [];
  const fences = /^```json[ \t]*([^\n]*)\n(.*?)^```$/gms;
  for (const match of markdown.matchAll(fences)) {
    const [, info, text] = match;
    const line = markdown.slice(0, match.index).split('\n').length;
    snippets.push(readSnippet(line, info, text));
  }
  return snippets;
}

function readSnippet(line, info, text) {
  const [shape, ...options] = info.trim().split(/\s+/);
  if (!Object.hasOwn(shapes, shape)) {
    throw new Error(
      `line ${line}: a snippet must be one of ${Object.keys(shapes).join(', ')}, but is "${shape}"`,
    );
  }
  const snippet = { line, shape, picture: null, times: [0], content: parse(text, line) };
  for (const option of options) {
    const [key, value = ''] = option.split('=');
    if (key === 'picture' && /^[a-z-]+$/.test(value)) snippet.picture = value;
    else if (key === 'times' && /^\d+(,\d+)*$/.test(value)) snippet.times = value.split(',').map(Number);
    else {
      throw new Error(`line ${line}: an option must be picture=<name> or times=<ms>,…, but is "${option}"`);
    }
  }
  return snippet;
}

function parse(text, line) {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`line ${line}: the snippet is not JSON (${error.message})`);
  }
}

/** The projects of a snippet: one, or for easings one for each name. */
export function projectsOf(snippet) {
  return shapes[snippet.shape](snippet.content);
}

function projectOf(scene) {
  return { name: 'Snippet', version: 2, sceneOrder: ['scene'], scenes: { scene } };
}

/**
 * Fills in what a scene leaves out. A single composition is held for a second; with transitions none is held. A state
 * starts from the same object's state in the previous composition.
 */
function completeScene(scene) {
  const compositionIds = scene.compositionOrder ?? Object.keys(scene.compositions);
  const duration = compositionIds.length > 1 ? 0 : 1000;
  let previous = {};
  const compositions = mapValues(scene.compositions, (composition, id) => {
    const states = mapValues(composition.states, (state, objectId) => ({
      ...(previous[objectId] ?? neutralState),
      ...state,
    }));
    previous = states;
    return { id, name: id, accent: 'none', duration, ...composition, states };
  });
  return {
    id: 'scene',
    name: 'Scene',
    ...stage,
    ...scene,
    objects: mapValues(scene.objects, (object, id, order) => ({
      id,
      name: id,
      order,
      locked: false,
      groupId: null,
      ...object,
    })),
    compositionOrder: compositionIds,
    compositions,
    transitions: mapValues(scene.transitions ?? {}, (transition, id, index) => ({
      id,
      fromId: compositionIds[index],
      toId: compositionIds[index + 1],
      ...transition,
      tracks: mapValues(transition.tracks ?? {}, (track, objectId) =>
        completeTrack(track, objectId, transition.duration),
      ),
    })),
  };
}

function completeTrack(track, objectId, duration) {
  return {
    objectId,
    type: 'move',
    order: 'together',
    start: 0,
    duration,
    easing: 'linear',
    path: null,
    ...track,
    ...(track.keyframes && {
      keyframes: mapValues(track.keyframes, (keyframe) => ({ easing: 'linear', ...keyframe })),
    }),
  };
}

function mapValues(map, change) {
  return Object.fromEntries(
    Object.entries(map).map(([key, value], index) => [key, change(value, key, index)]),
  );
}

/** A circle, a text and an equation that enter by the same track within a second. */
function enteringScene(track) {
  const states = {
    disc: { x: 68, width: 88, height: 88, fill: '#3b82a0', stroke: '#8ecae6', strokeWidth: 4 },
    word: { x: 214, y: 58, text: 'Hello', fontSize: 52, fill: '#f8fafc' },
    formula: { x: 214, y: 128, text: 'a^2+b^2=c^2', fontSize: 34, fill: '#ffd166' },
  };
  return {
    objects: { disc: { kind: 'circle' }, word: { kind: 'text' }, formula: { kind: 'equation' } },
    compositions: {
      before: { states: mapValues(states, (state) => ({ ...state, visible: false })) },
      after: { states: mapValues(states, () => ({ visible: true })) },
    },
    transitions: { enter: { duration: 1000, tracks: mapValues(states, () => track) } },
  };
}

/**
 * A scene in which one dot draws the curve of an easing: its parent moves sideways evenly while the dot rises by the
 * easing. A second dot below moves by the easing alone.
 */
function easingScene(easing) {
  const dot = { width: 6, height: 6, fill: '#ffd166' };
  return {
    width: 180,
    height: 180,
    background: 'transparent',
    objects: {
      time: { kind: 'circle' },
      progress: { kind: 'circle', parentId: 'time' },
      position: { kind: 'circle' },
    },
    compositions: {
      start: {
        states: {
          time: { visible: false, x: 24, y: 0 },
          progress: { ...dot, x: 0, y: 126 },
          position: { ...dot, x: 24, y: 156, fill: '#8ecae6' },
        },
      },
      end: { states: { time: { x: 156 }, progress: { y: 24 }, position: { x: 156 } } },
    },
    transitions: {
      run: { duration: 1000, tracks: { time: {}, progress: { easing }, position: { easing } } },
    },
  };
}
