import { readFileSync } from 'node:fs';
import type { SceneObject } from '../../packages/engine/src/project/object-schemas.ts';
import type {
  Composition,
  CompositionState,
  Easing,
  Project,
  Scene,
  TransitionTrack,
} from '../../packages/engine/src/project/schema.ts';
import { writePng } from '../support/png-writer.ts';
import type { Random } from '../support/random.ts';
import { sine, wavUrl } from '../support/wav-writer.ts';
import { markup, oddSources, oddTex, oddText } from './hostile-values.ts';

/** Changes a valid project into one that is nearly always valid, too, and describes the change. */
type ProjectMutation = (project: Project, random: Random) => string;

/** Makes one change up to the limits of the format. */
export function mutateWithinLimits(project: Project, random: Random): string {
  return random.pick(mutations)(project, random);
}

const kinds = ['circle', 'rectangle', 'text', 'equation', 'path', 'arrow', 'numberline', 'image'] as const;
const types = ['move', 'write', 'fade', 'grow', 'none'] as const;
const coordinates = [
  0, -0, 5e-324, 1e-9, -1e-9, 0.1, 1, 45, 90, 180, 360, 1000, 99_999.999, -100_000, 100_000,
];
const factors = [0, -0, 5e-324, 1e-9, 0.5, 1, -1, 30, -100_000, 100_000];
const sizes = [0, 5e-324, 1e-9, 0.018, 1, 200, 9999.5, 10_000];
const shares = [0, -0, 5e-324, 1e-9, 0.5, 0.999_999_999, 1];
const colors = ['none', 'transparent', '#fff', '#00000001', '#FF0000', '#12345678', '#00000000'];
const durations = [0, 5e-324, 1e-6, 0.001, 1 / 3, 1, 16.666_666, 100];
const easings: readonly Easing[] = [
  'linear',
  'easeIn',
  'easeOut',
  'easeInOut',
  { type: 'cubicBezier', x1: 0, y1: 1, x2: 1, y2: 0 },
  { type: 'cubicBezier', x1: 1, y1: 0, x2: 0, y2: 1 },
  { type: 'cubicBezier', x1: 5e-324, y1: 0, x2: 5e-324, y2: 1 },
];

const picture = Buffer.from(
  writePng({
    width: 7,
    height: 5,
    colorType: 6,
    bitDepth: 8,
    pixel: (x, y) => [x * 30, y * 50, 90, 255 - 9 * x],
  }),
).toString('base64');
const photo = readFileSync(
  new URL('../fixtures/images/gradient-progressive-444.jpg', import.meta.url),
).toString('base64');
const pictures = [
  `data:image/png;base64,${picture}`,
  `data:image/png;base64,${picture}`,
  `data:image/jpeg;base64,${photo}`,
  `data:image/jpg;base64,${photo}`,
];
const sound = wavUrl({ sampleRate: 22_050, frames: 2205, channels: [sine(440, 22_050, 0.5)] });

const mutations: readonly ProjectMutation[] = [
  changeStates,
  changeStates,
  changeStates,
  changeTexts,
  changeTexts,
  changeTexts,
  changeKinds,
  changeKinds,
  changeTracks,
  changeTracks,
  addKeyframes,
  changeParents,
  permute,
  changeScene,
  changeDurations,
  addImages,
  addSound,
  dropStates,
];

function changeStates(project: Project, random: Random): string {
  const changes: Partial<CompositionState> = {};
  const set = <Key extends keyof CompositionState>(key: Key, values: readonly CompositionState[Key][]) => {
    if (random.chance(0.25)) changes[key] = random.pick(values);
  };
  for (const key of ['x', 'y', 'width', 'height', 'rotation', 'anchorX', 'anchorY'] as const)
    set(key, coordinates);
  for (const key of ['shear', 'scaleX', 'scaleY'] as const) set(key, factors);
  for (const key of ['fontSize', 'strokeWidth', 'cornerRadius'] as const) set(key, sizes);
  for (const key of ['fill', 'stroke'] as const) set(key, colors);
  set('opacity', shares);
  set('effect', ['none', 'glow']);
  set('visible', [true, true, true, false]);
  set('align', ['left', 'center', 'right']);
  set('wrapWidth', [1, 7.5, 40, 300, 100_000]);
  set('fontWeight', [400, 700]);
  set('tabularNumbers', [true, false]);
  set('textTransition', ['switch', 'crossfade', 'count', 'morph']);
  set('lineHeight', [0.5, 1.25, 4]);
  set('direction', ['auto', 'ltr', 'rtl']);
  set('verticalAlign', ['top', 'middle', 'bottom', 'baseline']);
  set('sweep', [
    [0, 90],
    [0, 0],
    [-100_000, 100_000],
    [350, -10],
  ]);
  set('innerRadius', [0, 0.5, 1]);
  set('dash', [[1e-9], [0, 3], [5, 3, 1], [10_000, 10_000]]);
  set('dashOffset', coordinates);
  set('heads', ['none', 'start', 'end', 'both']);
  set('headShape', ['arrow', 'circle', 'cross', 'diamond', 'hollowTriangle', 'one', 'zeroOrMany']);
  set('startShape', ['same', 'cross', 'hollowDiamond', 'oneOrMany']);
  set('curves', [
    [[0, 0, 0, 0, 0, 0]],
    [[10, 0, 20, 30, 40, 40]],
    [
      [-100_000, 0, 0, 100_000, 1, 1],
      [0, 0, 0, 0, 100_000, -100_000],
    ],
  ]);
  set('opening', [
    [0, 0],
    [0.2, 0.8],
    [1, 0],
    [0, 1],
  ]);
  set('points', [
    [
      [0, 0],
      [1, 1],
    ],
    [
      [0, 0],
      [0, 0],
      [10, -10],
    ],
    Array.from({ length: 1000 }, (_, index) => [index / 999, (index * 7919) % 10]),
  ]);
  set('smooth', [true, false]);
  set('closed', [true, false]);
  if (random.chance(0.3)) changes.path = anyControls(random);
  const states = someStates(project, random);
  for (const state of states) Object.assign(state, changes);
  return `${states.length} states with ${JSON.stringify(changes)}`;
}

function changeTexts(project: Project, random: Random): string {
  const texts = random.pick([oddText, oddTex, markup]).filter((text) => text.length <= 10_000);
  const states = someStates(project, random);
  for (const state of states) state.text = random.pick(texts);
  if (random.chance(0.2)) {
    for (const object of someObjects(project, random)) object.name = random.pick(markup);
    project.name = random.pick([...markup, ...oddText].filter((text) => text.length <= 100));
  }
  return `${states.length} texts`;
}

function changeKinds(project: Project, random: Random): string {
  const objects = someObjects(project, random);
  for (const object of objects) {
    object.kind = random.pick(kinds);
    if (object.kind === 'image') object.image ??= { src: random.pick(pictures), width: 7, height: 5 };
  }
  return `${objects.length} kinds`;
}

function changeTracks(project: Project, random: Random): string {
  const tracks: TransitionTrack[] = [];
  for (const scene of Object.values(project.scenes)) {
    for (const transition of Object.values(scene.transitions)) {
      for (const objectId of Object.keys(scene.objects)) {
        if (!random.chance(0.5)) continue;
        const start = transition.duration * random.pick([0, 0, 0.5, 1]);
        const span = { start, duration: (transition.duration - start) * random.pick([0, 0.5, 1]) };
        const track: TransitionTrack = {
          objectId,
          path: random.chance(0.3) ? anyControls(random) : null,
          type: random.pick(types),
          order: random.pick(['together', 'sequential']),
          easing: random.pick(easings),
          ...span,
          ...(random.chance(0.2) && { implicit: true, start: 600_000 }),
          ...(random.chance(0.3) && { opacityTiming: { ...span, easing: random.pick(easings) } }),
          ...(random.chance(0.3) && { revealTiming: { ...span, easing: random.pick(easings) } }),
          ...(random.chance(0.3) && { sizeTiming: { start: 0, duration: 0, easing: 'linear' } }),
        };
        transition.tracks[objectId] = track;
        tracks.push(track);
      }
    }
  }
  return `${tracks.length} tracks`;
}

function addKeyframes(project: Project, random: Random): string {
  const numbers = ['x', 'anchorY', 'width', 'scaleX', 'rotation', 'shear', 'c1x', 'c2y'] as const;
  let count = 0;
  for (const { transitions } of Object.values(project.scenes)) {
    for (const track of Object.values(transitions).flatMap(({ tracks }) => Object.values(tracks))) {
      if (!random.chance(0.4)) continue;
      const keyframes: NonNullable<TransitionTrack['keyframes']> = {};
      for (let index = random.below(6); index >= 0; index--) {
        const at = random.pick(shares);
        const easing = random.pick(easings);
        const keyframe = random.pick([
          { property: random.pick(numbers), value: random.pick(coordinates) },
          { property: random.pick(['opacity', 'reveal'] as const), value: random.pick(shares) },
          {
            property: random.pick(['fontSize', 'strokeWidth', 'cornerRadius'] as const),
            value: random.pick(sizes),
          },
          { property: random.pick(['fill', 'stroke'] as const), value: random.pick(colors) },
        ]);
        keyframes[`k${index}`] = { ...keyframe, at, easing, ...(random.chance(0.1) && { deleted: true }) };
        count++;
      }
      track.keyframes = keyframes;
    }
  }
  return `${count} keyframes`;
}

/** Each object's parent comes before it, so there are no cycles. */
function changeParents(project: Project, random: Random): string {
  const chain = random.chance(0.3);
  for (const { objects } of Object.values(project.scenes)) {
    const ids = Object.keys(objects);
    for (const [index, object] of Object.values(objects).entries()) {
      object.parentId = index === 0 ? null : (ids[chain ? index - 1 : random.below(index)] ?? null);
    }
  }
  return chain ? 'one chain of parents' : 'other parents';
}

function permute(project: Project, random: Random): string {
  const shuffled = <Value>(map: Record<string, Value>) =>
    Object.fromEntries(random.shuffled(Object.entries(map)));
  for (const scene of Object.values(project.scenes)) {
    scene.objects = shuffled(scene.objects);
    for (const transition of Object.values(scene.transitions))
      transition.tracks = shuffled(transition.tracks);
    for (const object of Object.values(scene.objects)) {
      object.order = random.pick([0, 0, -0, 1, -100_000, 100_000, 5e-324]);
    }
  }
  return 'permuted';
}

function changeScene(project: Project, random: Random): string {
  const scene = anyScene(project, random);
  if (random.chance(0.6)) scene.width = random.pick([1, 2, 3, 7, 64, 1919, 8192]);
  if (random.chance(0.6)) scene.height = random.pick([1, 2, 3, 7, 64, 1081, 8192]);
  scene.background = random.pick(colors);
  return `a scene of ${scene.width} x ${scene.height} over ${scene.background}`;
}

/** All times within a transition shrink with it. */
function changeDurations(project: Project, random: Random): string {
  const scene = anyScene(project, random);
  for (const composition of Object.values(scene.compositions)) composition.duration = random.pick(durations);
  for (const transition of Object.values(scene.transitions)) {
    const duration = random.pick(durations);
    const factor = transition.duration === 0 ? 0 : duration / transition.duration;
    transition.duration = duration;
    for (const track of Object.values(transition.tracks)) {
      const spans = Object.values(track).filter(
        (value): value is TransitionTrack => typeof value === 'object' && value !== null && 'start' in value,
      );
      for (const span of [track, ...spans]) {
        span.start *= factor;
        span.duration *= factor;
      }
    }
  }
  return 'other durations';
}

function addImages(project: Project, random: Random): string {
  const hostile = random.chance(0.2);
  for (const object of someObjects(project, random)) {
    object.kind = 'image';
    object.image = {
      src: random.pick(hostile ? oddSources : pictures),
      width: random.pick([1, 7, 2048]),
      height: 5,
    };
  }
  return hostile ? 'images that are none' : 'images';
}

function addSound(project: Project, random: Random): string {
  const scene = anyScene(project, random);
  const hostile = random.chance(0.2);
  const count = random.pick([1, 2, 32, 33]);
  const tracks = Array.from({ length: count }, (_, index) => {
    const src = hostile ? random.pick(oddSources) : sound;
    return {
      id: `sound-${index}`,
      name: random.pick(markup),
      asset: { src, mime: 'audio/wav' as const, duration: 100, hasAudio: true },
      muted: random.chance(0.1),
      start: random.pick([0, 1e-7, 50]),
      offset: random.pick([0, 1, 50]),
      volume: random.pick(shares),
      duration: random.pick([0, 1e-7, 20, 51]),
    };
  });
  scene.audioTracks = Object.fromEntries(tracks.map((track) => [track.id, track]));
  return `${count} ${hostile ? 'sounds that are none' : 'sounds'}`;
}

function dropStates(project: Project, random: Random): string {
  for (const { states } of allCompositions(project)) {
    for (const id of Object.keys(states)) if (random.chance(0.3)) delete states[id];
  }
  return 'without some states';
}

/** Keeps at most this many objects, so each is visible and changed more often. */
export function thinOut(project: Project, most: number, random: Random): void {
  for (const scene of Object.values(project.scenes)) {
    const kept = new Set(random.shuffled(Object.keys(scene.objects)).slice(0, most));
    const keptOf = <Value>(map: Record<string, Value>) =>
      Object.fromEntries(Object.entries(map).filter(([id]) => kept.has(id)));
    scene.objects = keptOf(scene.objects);
    for (const object of Object.values(scene.objects)) {
      if (object.parentId != null && !kept.has(object.parentId)) object.parentId = null;
    }
    for (const composition of Object.values(scene.compositions))
      composition.states = keptOf(composition.states);
    for (const transition of Object.values(scene.transitions)) transition.tracks = keptOf(transition.tracks);
  }
}

function anyControls(random: Random): CompositionState['path'] {
  const point = () => ({ x: random.pick(coordinates), y: random.pick(coordinates) });
  return { c1: point(), c2: point() };
}

function anyScene(project: Project, random: Random): Scene {
  return random.pick(Object.values(project.scenes));
}

function someObjects(project: Project, random: Random): SceneObject[] {
  return some(
    Object.values(project.scenes).flatMap(({ objects }) => Object.values(objects)),
    random,
  );
}

function someStates(project: Project, random: Random): CompositionState[] {
  return some(
    allCompositions(project).flatMap(({ states }) => Object.values(states)),
    random,
  );
}

function allCompositions(project: Project): Composition[] {
  return Object.values(project.scenes).flatMap(({ compositions }) => Object.values(compositions));
}

function some<Item>(items: readonly Item[], random: Random): Item[] {
  const share = random.pick([0.05, 0.3, 1]);
  const chosen = items.filter(() => random.chance(share));
  return chosen.length > 0 || items.length === 0 ? chosen : [random.pick(items)];
}
