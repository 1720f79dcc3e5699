import { isLayer, isWaveform } from '../language/kinds.ts';
import { ContentError } from '../project/content-error.ts';
import { problemAt } from '../project/problem.ts';
import type { Project } from '../project/schema.ts';
import type { SceneFrame, Timeline, TimelineScene } from '../timeline/timeline.ts';
import { groupBounds, intersectBounds } from './bounds.ts';
import type { DisplayList, ObjectNode } from './display-list.ts';
import { blurredCopies, countCoordinates } from './display-list.ts';
import { LayerDrawer, NodeCollector } from './draw-layer.ts';
import { masksIn, ObjectDrawer } from './draw-object.ts';
import { memoizeByObject } from './memoize-by-object.ts';
import { placeGradient } from './paint.ts';
import { crossScenes } from './scene-transition.ts';
import { loadSeenSounds } from './seen-sounds.ts';
import { lettersOf, loadTypesetters } from './typesetters.ts';

/**
 * Maximum number of coordinates of all outlines in a picture: some 40,000 letters, four times as many as fill the
 * largest picture legibly. They take about 200 MB and a second of each picture.
 */
const maxCoordinates = 8_000_000;

/**
 * Maximum area of all glows, shadows and blurred objects in a picture, relative to the picture's. A glow as large as a
 * picture of 1920 x 1080 takes some 15 ms to blur.
 */
export const maxBlurred = 30;

/** Draws a project at any time. */
export interface Drawing {
  /**
   * Returns the display list at project time `timeMs`. Throws a RangeError outside the film, and a ContentError that
   * names the place for an equation that cannot be typeset in time, and for a picture with more outlines than fit in
   * memory or with too much glow. Consecutive calls for the same picture, such as times in a hold, return the same
   * object.
   */
  at(timeMs: number): DisplayList;
}

/** The gradient of a scene's background; the same object for all pictures, so that it is painted once. */
const placedBackground = memoizeByObject(({ width, height, backgroundGradient }: TimelineScene) =>
  backgroundGradient
    ? placeGradient(backgroundGradient, backgroundGradient.stops, {
        left: 0,
        top: 0,
        right: width,
        bottom: height,
      })
    : null,
);

/**
 * Prepares a project for drawing. Loads fonts and the equation typesetter only for a project with text or equations.
 */
export async function compileDrawing(project: Project, timeline: Timeline): Promise<Drawing> {
  const typesetters = await loadTypesetters(lettersOf(project));
  const sounds = await loadSeenSounds(project, timeline.scenes);
  const drawers = project.sceneOrder.map((sceneId) => {
    const objects = Object.values(project.scenes[sceneId].objects);
    return new Map(
      objects.map((object) => {
        const { id, kind, waveform } = object;
        const place = ['scenes', sceneId, 'objects', id];
        const sound = isWaveform(kind) ? sounds.of(sceneId, waveform?.of) : undefined;
        return [id, new ObjectDrawer({ typesetters, object, sound, place })];
      }),
    );
  });
  const layerDrawers = new Map<string, LayerDrawer>();
  const layerDrawerOf = (sceneIndex: number, id: string): LayerDrawer => {
    const key = `${sceneIndex} ${id}`;
    const place = ['scenes', project.sceneOrder[sceneIndex], 'objects', id];
    const drawer = layerDrawers.get(key) ?? new LayerDrawer(masksIn({ typesetters, place }));
    layerDrawers.set(key, drawer);
    return drawer;
  };
  const draw = ({ sceneIndex, poses, finish }: SceneFrame): DisplayList => {
    const { width, height, background } = timeline.scenes[sceneIndex];
    const collector = new NodeCollector(({ objectId }) => layerDrawerOf(sceneIndex, objectId));
    let coordinates = 0;
    let blurred = 0;
    const addEffects = (node: ObjectNode) => {
      for (const child of node.members ? [] : node.children) {
        if (child.type !== 'group' || !child.effects) continue;
        const part = { ...node, effects: null, children: [child] };
        blurred += areaIn(part, width, height) / (width * height);
      }
      if (blurred > maxBlurred) throw tooMuchBlur(project.sceneOrder[sceneIndex]);
      if (!node.effects) return;
      const copies = blurredCopies(node.effects).length;
      if (copies > 0) blurred += (copies * areaIn(node, width, height)) / (width * height);
      if (blurred > maxBlurred) throw tooMuchBlur(project.sceneOrder[sceneIndex]);
    };
    for (const pose of poses) {
      collector.leaveFor(pose.layerId);
      if (isLayer(pose.kind)) {
        collector.enter(pose);
        continue;
      }
      const node = drawers[sceneIndex].get(pose.objectId)?.drawInMotion(pose);
      if (!node) continue;
      collector.add(node);
      coordinates += countCoordinates(node);
      if (coordinates > maxCoordinates) throw tooMuchToDraw(project.sceneOrder[sceneIndex]);
      addEffects(node);
    }
    collector.leaveFor(undefined);
    for (const layer of layersIn(collector.nodes)) addEffects(layer);
    const nodes = collector.nodes;
    const plain = { sceneIndex, width, height, background, nodes, ...(finish && { finish }) };
    const backgroundGradient = placedBackground(timeline.scenes[sceneIndex]);
    return backgroundGradient ? { ...plain, backgroundGradient } : plain;
  };
  let last: { frame: SceneFrame; list: DisplayList } | undefined;
  let before: { frame: SceneFrame; list: DisplayList } | undefined;
  const drawBoth = (frame: SceneFrame): DisplayList => {
    const { entering } = frame;
    if (entering === undefined) return draw(frame);
    if (before?.frame !== entering.before) before = { frame: entering.before, list: draw(entering.before) };
    return crossScenes({ ...entering, before: before.list, after: draw(frame) });
  };
  return {
    at(timeMs) {
      const frame = timeline.at(timeMs);
      if (last?.frame !== frame) last = { frame, list: drawBoth(frame) };
      return last.list;
    },
  };
}

function* layersIn(nodes: readonly ObjectNode[]): Generator<ObjectNode> {
  for (const node of nodes) {
    if (!node.members) continue;
    yield node;
    yield* layersIn(node.members);
  }
}

function areaIn(node: ObjectNode, width: number, height: number): number {
  const bounds = groupBounds(node);
  const seen = bounds && intersectBounds(bounds, { left: 0, top: 0, right: width, bottom: height });
  return seen ? (seen.right - seen.left) * (seen.bottom - seen.top) : 0;
}

function tooMuchBlur(sceneId: string): Error {
  const rule = `the objects with a glow, shadow or blur at once cover over ${maxBlurred} times the picture`;
  return new ContentError([
    problemAt(['scenes', sceneId], 'too-complex', `${rule}; let fewer or smaller objects have one`),
  ]);
}

function tooMuchToDraw(sceneId: string): Error {
  const rule = `the objects visible at once have over ${maxCoordinates} outline coordinates, some 40,000 letters`;
  const wayOut = 'show fewer or shorter texts and equations, or longer dashes, at the same time';
  return new ContentError([problemAt(['scenes', sceneId], 'too-complex', `${rule}; ${wayOut}`)]);
}
