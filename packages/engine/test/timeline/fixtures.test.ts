import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Project } from '../../src/project/schema.ts';
import { compileTimeline } from '../../src/timeline/compile-timeline.ts';
import { poseOf, positionOf } from './box-in-transition.ts';

function load(name: string): Project {
  return JSON.parse(
    readFileSync(new URL(`../../../../test/fixtures/projects/${name}.json`, import.meta.url), 'utf8'),
  );
}

describe('fixture projects', () => {
  it.each([
    ['hello', 1000, 1],
    ['crowd-500', 5000, 3],
    ['derivative', 9800, 5],
    ['scripts', 2600, 3],
    // The first scene has 3800 ms of compositions and 4000 ms of sound.
    ['launch', 7900, 8],
  ])('the fixture project %s lasts %d ms in %d segments', (name, durationMs, segments) => {
    const timeline = compileTimeline(load(name));
    expect(timeline.durationMs).toBe(durationMs);
    expect(timeline.segments).toHaveLength(segments);
  });

  it('compiles a frame of 500 moving objects, with an object halfway after half its transition', () => {
    const timeline = compileTimeline(load('crowd-500'));
    // Hold of 200 ms, transition of 4600 ms; o0 goes from (1153, 628) to (352, 935).
    const frame = timeline.at(2500);
    expect(frame.poses).toHaveLength(500);
    expect(frame.poses.map((pose) => pose.objectId)).toEqual(
      Array.from({ length: 500 }, (_, index) => `o${index}`),
    );
    expect(positionOf(poseOf(frame, 'o0'))).toEqual([752.5, 781.5]);
  });

  it('shows a written object only after its track starts', () => {
    const timeline = compileTimeline(load('scripts'));
    // Line 1 is written from 60 to 360 ms of the transition, which starts at 100 ms.
    expect(poseOf(timeline.at(160), 'l1')).toBeUndefined();
    expect(poseOf(timeline.at(310), 'l1')?.appearance.write).toBe(0.5);
    expect(poseOf(timeline.at(460), 'l1')?.appearance.write).toBe(1);
  });
});
