import { describe, expect, it } from 'vitest';
import {
  audioTrack,
  composition,
  object,
  project,
  scene,
  state,
  transition,
} from '../../../../test/support/project-parts.ts';
import { compileTimeline } from '../../src/timeline/compile-timeline.ts';

/** Returns a composition with one object at x, which identifies the composition in tests. */
const at = (id: string, duration: number, x: number) => composition(id, duration, { box: state({ x }) });
const objects = [object('box')];

function xAt(timeline: ReturnType<typeof compileTimeline>, timeMs: number): number | undefined {
  return timeline.at(timeMs).poses[0]?.matrix[4];
}

describe('timeline segments', () => {
  it('alternates holds and transitions and plays scenes back to back', () => {
    const timeline = compileTimeline(
      project(
        scene('one', {
          objects,
          background: '#0a141e',
          compositions: [at('a', 100, 1), at('b', 50, 2)],
          transitions: [transition('a', 'b', 200)],
        }),
        scene('two', { objects, background: 'none', compositions: [at('a', 30, 3), at('b', 40, 4)] }),
      ),
    );
    expect(timeline.durationMs).toBe(420);
    expect(timeline.scenes).toEqual([
      {
        id: 'one',
        width: 320,
        height: 180,
        background: { red: 10, green: 20, blue: 30, alpha: 1 },
        backgroundGradient: null,
        startMs: 0,
        durationMs: 350,
      },
      {
        id: 'two',
        width: 320,
        height: 180,
        background: null,
        backgroundGradient: null,
        startMs: 350,
        durationMs: 70,
      },
    ]);
    expect(timeline.segments).toEqual([
      { kind: 'hold', compositionId: 'a', sceneIndex: 0, startMs: 0, endMs: 100 },
      { kind: 'transition', fromId: 'a', toId: 'b', sceneIndex: 0, startMs: 100, endMs: 300 },
      { kind: 'hold', compositionId: 'b', sceneIndex: 0, startMs: 300, endMs: 350 },
      { kind: 'hold', compositionId: 'a', sceneIndex: 1, startMs: 350, endMs: 380 },
      { kind: 'hold', compositionId: 'b', sceneIndex: 1, startMs: 380, endMs: 420 },
    ]);
  });

  it('a time at the end of one segment shows the next segment', () => {
    const timeline = compileTimeline(
      project(scene('s', { objects, compositions: [at('a', 100, 1), at('b', 100, 2), at('c', 100, 3)] })),
    );
    expect([0, 99.999, 100, 199.999, 200, 300].map((time) => xAt(timeline, time))).toEqual([
      1, 1, 2, 2, 3, 3,
    ]);
  });

  it('drops holds and transitions of zero duration', () => {
    const timeline = compileTimeline(
      project(
        scene('s', {
          objects,
          compositions: [at('a', 0, 1), at('b', 100, 2), at('c', 0, 3), at('d', 100, 4)],
          transitions: [transition('a', 'b', 0), transition('b', 'c', 100), transition('c', 'd', 0)],
        }),
      ),
    );
    expect(timeline.segments.map(({ kind, startMs, endMs }) => [kind, startMs, endMs])).toEqual([
      ['hold', 0, 100],
      ['transition', 100, 200],
      ['hold', 200, 300],
    ]);
    expect([0, 150, 200].map((time) => xAt(timeline, time))).toEqual([2, 2.5, 4]);
  });

  it('plays scenes and compositions in sceneOrder and compositionOrder, not in key order', () => {
    const authored = project(
      scene('one', { objects, compositions: [at('a', 10, 1), at('b', 10, 2)] }),
      scene('two', { objects, compositions: [at('a', 10, 3)] }),
    );
    authored.sceneOrder = ['two', 'one'];
    authored.scenes.one.compositionOrder = ['b', 'a'];
    const timeline = compileTimeline(authored);
    expect([0, 10, 20].map((time) => xAt(timeline, time))).toEqual([3, 2, 1]);
  });
});

describe('sound and scene length', () => {
  it('extends a scene for its sound by holding the last composition', () => {
    const timeline = compileTimeline(
      project(
        scene('one', {
          objects,
          compositions: [at('a', 100, 1), at('b', 50, 2)],
          audioTracks: [audioTrack('long', 100, 300), audioTrack('late', 350, 20)],
        }),
        scene('two', { objects, compositions: [at('a', 100, 3)], audioTracks: [audioTrack('short', 0, 40)] }),
      ),
    );
    expect(timeline.scenes.map(({ startMs, durationMs }) => [startMs, durationMs])).toEqual([
      [0, 400],
      [400, 100],
    ]);
    expect(timeline.segments.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
      [0, 100],
      [100, 400],
      [400, 500],
    ]);
    expect([99, 399.9, 400].map((time) => xAt(timeline, time))).toEqual([1, 2, 3]);
  });

  it('holds a zero-duration last composition while sound plays', () => {
    const timeline = compileTimeline(
      project(
        scene('s', {
          objects,
          compositions: [at('a', 0, 1), at('b', 0, 2)],
          audioTracks: [audioTrack('sound', 0, 80)],
        }),
      ),
    );
    expect(timeline.segments).toEqual([
      { kind: 'hold', compositionId: 'b', sceneIndex: 0, startMs: 0, endMs: 80 },
    ]);
    expect(xAt(timeline, 0)).toBe(2);
  });
});

describe('the last frame', () => {
  it("shows the last composition in the last frame even if the composition's duration is 0", () => {
    const timeline = compileTimeline(
      project(
        scene('s', {
          objects,
          compositions: [at('a', 100, 1), at('b', 0, 3)],
          transitions: [transition('a', 'b', 100)],
        }),
      ),
    );
    expect([150, 200].map((time) => xAt(timeline, time))).toEqual([2, 3]);
  });

  it('takes the last frame from the last scene whose duration is not 0', () => {
    const timeline = compileTimeline(
      project(
        scene('empty', { objects, compositions: [at('a', 0, 1)] }),
        scene('played', { objects, compositions: [at('a', 100, 2)] }),
        scene('ending', { objects, compositions: [at('a', 0, 3)] }),
      ),
    );
    expect(timeline.segments).toEqual([
      { kind: 'hold', compositionId: 'a', sceneIndex: 1, startMs: 0, endMs: 100 },
    ]);
    expect(timeline.scenes.map(({ startMs, durationMs }) => [startMs, durationMs])).toEqual([
      [0, 0],
      [0, 100],
      [100, 0],
    ]);
    expect([timeline.at(0).sceneIndex, timeline.at(100).sceneIndex]).toEqual([1, 1]);
  });

  it('shows the first scene in a project of zero duration', () => {
    const timeline = compileTimeline(
      project(
        scene('one', { objects, compositions: [at('a', 0, 1)] }),
        scene('two', { objects, compositions: [at('a', 0, 2)] }),
      ),
    );
    expect(timeline.durationMs).toBe(0);
    expect(timeline.segments).toEqual([]);
    expect(timeline.at(0).sceneIndex).toBe(0);
    expect(xAt(timeline, 0)).toBe(1);
  });
});

describe('times outside a project', () => {
  const timeline = compileTimeline(project(scene('s', { objects, compositions: [at('a', 100, 1)] })));

  it.each([-0.001, 100.001, Number.NaN, Number.POSITIVE_INFINITY])(
    'a timeline refuses the time %d',
    (timeMs) => {
      expect(() => timeline.at(timeMs)).toThrow(
        new RangeError(`the time must be from 0 to 100 ms, but is ${timeMs} ms`),
      );
    },
  );
});

describe('fractions of milliseconds', () => {
  it('fractional durations leave no gaps or overlaps between segments', () => {
    const timeline = compileTimeline(
      project(
        scene('one', { objects, compositions: [at('a', 0.1, 1), at('b', 0.2, 2)] }),
        scene('two', {
          objects,
          compositions: [at('a', 0.3, 3), at('b', 0.7, 4)],
          transitions: [transition('a', 'b', 1e-300)],
        }),
      ),
    );
    const { segments } = timeline;
    expect(segments.map((segment) => segment.kind)).toEqual(['hold', 'hold', 'hold', 'hold']);
    expect(segments.slice(1).map((segment) => segment.startMs)).toEqual(
      segments.slice(0, -1).map((segment) => segment.endMs),
    );
    expect(segments.map((segment) => xAt(timeline, segment.startMs))).toEqual([1, 2, 3, 4]);
    expect(timeline.scenes[1].durationMs).toBe(1);
  });
});
