import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { composition, project, scene, transition } from '../../../../test/support/project-parts.ts';
import { runs } from '../../../../test/support/random-runs.ts';
import type { Project } from '../../src/project/schema.ts';
import { compileTimeline } from '../../src/timeline/compile-timeline.ts';
import { anyProject } from './arbitrary-project.ts';

const fraction = fc.double({ min: 0, max: 1, noNaN: true });
const fractions = fc.array(fraction, { minLength: 1, maxLength: 5 });

/** Returns the same value with every object's keys in random order. */
function shuffled(value: unknown, random: () => number): unknown {
  if (Array.isArray(value)) return value.map((item) => shuffled(item, random));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => ({ key, item, place: random() }));
  entries.sort((one, other) => one.place - other.place);
  return Object.fromEntries(entries.map(({ key, item }) => [key, shuffled(item, random)]));
}

/**
 * Returns the same project with the keys of all tracks replaced; each is the id of another object where there is one.
 */
function rekeyed(authored: Project): Project {
  const copy = structuredClone(authored);
  for (const { objects, transitions } of Object.values(copy.scenes)) {
    const ids = Object.keys(objects);
    for (const transition of Object.values(transitions)) {
      const tracks = Object.values(transition.tracks);
      transition.tracks = Object.fromEntries(
        tracks.map((track) => [ids[(ids.indexOf(track.objectId) + 1) % ids.length], track]),
      );
    }
  }
  return copy;
}

describe('any timeline', () => {
  it('any transition ends exactly as the next hold starts', () => {
    let compared = 0;
    fc.assert(
      fc.property(anyProject, (authored) => {
        const timeline = compileTimeline(authored);
        for (const [index, segment] of timeline.segments.entries()) {
          const next = timeline.segments[index + 1];
          if (segment.kind !== 'transition' || next?.kind !== 'hold') continue;
          if (next.sceneIndex !== segment.sceneIndex) continue;
          expect(timeline.at(segment.endMs - 0.5).poses).toEqual(timeline.at(segment.endMs).poses);
          compared += timeline.at(segment.endMs).poses.length;
        }
      }),
      { numRuns: runs(300) },
    );
    expect(compared).toBeGreaterThan(runs(300));
  });

  it('compiles the same timeline for any key order', () => {
    fc.assert(
      fc.property(anyProject, fractions, fc.infiniteStream(fraction), (authored, places, randoms) => {
        const timeline = compileTimeline(authored);
        const other = compileTimeline(shuffled(authored, () => randoms.next().value) as typeof authored);
        expect(other.segments).toEqual(timeline.segments);
        for (const place of places) {
          const timeMs = place * timeline.durationMs;
          expect(other.at(timeMs)).toEqual(timeline.at(timeMs));
        }
      }),
    );
  });

  it('finds the track of an object by its objectId, whatever its key', () => {
    fc.assert(
      fc.property(anyProject, fractions, (authored, places) => {
        const timeline = compileTimeline(authored);
        const other = compileTimeline(rekeyed(authored));
        for (const place of places) {
          const timeMs = place * timeline.durationMs;
          expect(other.at(timeMs)).toEqual(timeline.at(timeMs));
        }
      }),
    );
  });

  it('computes any frame as a pure function of time', () => {
    fc.assert(
      fc.property(anyProject, fractions, (authored, places) => {
        const before = structuredClone(authored);
        const timeline = compileTimeline(authored);
        const times = places.map((place) => place * timeline.durationMs);
        const forth = times.map((timeMs) => structuredClone(timeline.at(timeMs)));
        const back = times.toReversed().map((timeMs) => timeline.at(timeMs));
        expect(back.toReversed()).toEqual(forth);
        expect(authored).toEqual(before);
      }),
    );
  });

  it('returns poses only for drawable objects', () => {
    fc.assert(
      fc.property(anyProject, fractions, (authored, places) => {
        const timeline = compileTimeline(authored);
        for (const pose of places.flatMap((place) => timeline.at(place * timeline.durationMs).poses)) {
          expect(
            pose.opacity > 0 && pose.opacity <= 1 && pose.appearance.write > 0 && pose.appearance.write <= 1,
          ).toBe(true);
          expect(pose.matrix.every(Number.isFinite)).toBe(true);
        }
      }),
    );
  });

  it('compiles segments without gaps or overlaps, each showing its own scene', () => {
    const duration = fc.oneof(fc.constant(0), fc.double({ min: 0, max: 600_000, noNaN: true }));
    const anyDurations = fc.array(
      fc.array(fc.tuple(duration, fc.option(duration)), { minLength: 1, maxLength: 4 }),
      {
        minLength: 1,
        maxLength: 4,
      },
    );
    fc.assert(
      fc.property(anyDurations, fraction, (scenes, place) => {
        const timeline = compileTimeline(
          project(
            ...scenes.map((parts, index) =>
              scene(`s${index}`, {
                compositions: parts.map(([hold], at) => composition(`c${at}`, hold)),
                transitions: parts.flatMap(([, length], at) =>
                  length === null || at === parts.length - 1
                    ? []
                    : [transition(`c${at}`, `c${at + 1}`, length)],
                ),
              }),
            ),
          ),
        );
        let nextMs = 0;
        for (const { startMs, endMs, sceneIndex } of timeline.segments) {
          expect(startMs).toBe(nextMs);
          expect(endMs).toBeGreaterThan(startMs);
          nextMs = endMs;
          expect(timeline.at(startMs).sceneIndex).toBe(sceneIndex);
          const inside = startMs + (endMs - startMs) * place;
          if (inside < endMs) expect(timeline.at(inside).sceneIndex).toBe(sceneIndex);
        }
        expect(timeline.durationMs).toBe(nextMs);
      }),
    );
  });
});
