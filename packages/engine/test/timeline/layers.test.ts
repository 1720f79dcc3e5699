import { describe, expect, it } from 'vitest';
import {
  composition,
  keyframe,
  object,
  project,
  scene,
  state,
  track,
  transition,
} from '../../../../test/support/project-parts.ts';
import type { SceneObject } from '../../src/project/object-schemas.ts';
import type { CompositionState, TransitionTrack } from '../../src/project/schema.ts';
import { compileTimeline } from '../../src/timeline/compile-timeline.ts';

const layer = object('layer', { kind: 'layer', order: 1 });
const member = object('member', { layerId: 'layer' });

type States = Record<string, CompositionState>;

/** A scene that goes from one composition to another in a second. */
function between(objects: SceneObject[], from: States, to: States, tracks: TransitionTrack[] = []) {
  return compileTimeline(
    project(
      scene('s', {
        objects,
        compositions: [composition('a', 100, from), composition('b', 100, to)],
        transitions: [transition('a', 'b', 1000, tracks)],
      }),
    ),
  );
}

/** The opacities at a time, by object. */
function opacitiesAt(timeline: ReturnType<typeof between>, timeMs: number): Record<string, number> {
  return Object.fromEntries(timeline.at(timeMs).poses.map(({ objectId, opacity }) => [objectId, opacity]));
}

describe('layers', () => {
  it('members are drawn at the order of their layer, in their own order', () => {
    const objects = [
      object('top', { order: 2 }),
      object('bottom', { order: 0 }),
      object('late', { order: 50, layerId: 'outer' }),
      object('early', { order: -50, layerId: 'outer' }),
      object('deep', { order: 99, layerId: 'inner' }),
      object('inner', { order: 7, kind: 'layer', layerId: 'outer' }),
      object('outer', { order: 1, kind: 'layer' }),
    ];
    const states = Object.fromEntries(objects.map(({ id }) => [id, state()]));
    const { poses } = between(objects, states, states).at(0);
    expect(poses.map(({ objectId, layerId }) => [objectId, layerId])).toEqual([
      ['bottom', undefined],
      ['outer', undefined],
      ['early', 'outer'],
      ['inner', 'outer'],
      ['deep', 'inner'],
      ['late', 'outer'],
      ['top', undefined],
    ]);
  });

  it('a layer that is hidden, transparent or without a state hides its members', () => {
    for (const layerState of [{ visible: false }, { opacity: 0 }]) {
      const states = { layer: state(layerState), member: state() };
      expect(opacitiesAt(between([layer, member], states, states), 0)).toEqual({});
    }
    const states = { member: state() };
    expect(opacitiesAt(between([layer, member], states, states), 500)).toEqual({});
  });

  it('the opacity of a layer changes over a transition while that of its members stays', () => {
    const from = { layer: state({ opacity: 0 }), member: state({ opacity: 0.5 }) };
    const to = { layer: state({ opacity: 1 }), member: state({ opacity: 0.5 }) };
    const timeline = between([layer, member], from, to, [track({ objectId: 'layer', duration: 1000 })]);
    expect(opacitiesAt(timeline, 0)).toEqual({});
    expect(opacitiesAt(timeline, 600)).toEqual({ layer: 0.5, member: 0.5 });
    expect(opacitiesAt(timeline, 1100)).toEqual({ layer: 1, member: 0.5 });
    const [before, after] = [timeline.at(300), timeline.at(700)].map(({ poses }) => poses[1]);
    expect(before).toBe(after);
  });

  it('the opacity of a layer follows keyframes, and hides the members while it is 0', () => {
    const states = { layer: state(), member: state() };
    const keyframes = { k: keyframe('opacity', 0.5, 0), l: keyframe('opacity', 0.6, 0) };
    const timeline = between([layer, member], states, states, [
      track({ objectId: 'layer', duration: 1000, keyframes }),
    ]);
    expect(opacitiesAt(timeline, 350)).toEqual({ layer: 0.5, member: 1 });
    expect(opacitiesAt(timeline, 650)).toEqual({});
    expect(opacitiesAt(timeline, 1100)).toEqual({ layer: 1, member: 1 });
  });

  it.each(['fade', 'write', 'grow', 'move'] as const)('a layer that enters with %s fades in', (type) => {
    const timeline = between([layer, member], { member: state() }, { layer: state(), member: state() }, [
      track({ objectId: 'layer', type, duration: 1000 }),
    ]);
    expect(opacitiesAt(timeline, 100)).toEqual({});
    expect(opacitiesAt(timeline, 350)).toEqual({ layer: 0.25, member: 1 });
    expect(opacitiesAt(timeline, 1100)).toEqual({ layer: 1, member: 1 });
  });

  it('the place of a layer moves only objects that have it as their parent', () => {
    const states = {
      layer: state({ x: 30, y: 40, scaleX: 2, rotation: 90 }),
      child: state({ x: 5 }),
      member: state({ x: 5 }),
    };
    const objects = [layer, member, object('child', { layerId: 'layer', parentId: 'layer' })];
    const { poses } = between(objects, states, states).at(0);
    const placeOf = (id: string) => poses.find(({ objectId }) => objectId === id)?.matrix.slice(4);
    expect(placeOf('layer')).toEqual([0, 0]);
    expect(placeOf('member')).toEqual([5, 0]);
    expect(placeOf('child')).toEqual([30, 50]);
  });

  it('a layer without a finite place of its own still shows its members', () => {
    const states: States = { member: state() };
    const objects = [member, { ...layer, parentId: 'p80' }];
    for (let index = 0; index <= 80; index++) {
      objects.push(object(`p${index}`, index === 0 ? {} : { parentId: `p${index - 1}` }));
      states[`p${index}`] = state({ visible: false, scaleX: 100_000, scaleY: 100_000, x: 100_000 });
    }
    states.layer = state({ x: 1 });
    expect(opacitiesAt(between(objects, states, states), 0)).toEqual({ layer: 1, member: 1 });
  });
});
