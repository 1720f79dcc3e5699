import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  composition,
  object,
  project,
  scene,
  state,
  transition,
} from '../../../../test/support/project-parts.ts';
import { runs } from '../../../../test/support/random-runs.ts';
import { sine, type Waveform, wavUrl } from '../../../../test/support/wav-writer.ts';
import { filmOf } from '../../../../test/support/write-film.ts';
import { compileDrawing } from '../../src/drawing/compile-drawing.ts';
import type { DisplayNode } from '../../src/drawing/display-list.ts';
import { paintedBox } from '../../src/drawing/painted-box.ts';
import type { WaveformField } from '../../src/project/object-schemas.ts';
import { parseProject } from '../../src/project/parse-project.ts';
import { describeProblem } from '../../src/project/problem.ts';
import type { AudioTrack, Project } from '../../src/project/schema.ts';
import { compileTimeline } from '../../src/timeline/compile-timeline.ts';
import { heard } from '../media/sound/film-support.ts';

const rate = 48_000;
const wav = (ms: number, ...channels: Waveform[]) =>
  wavUrl({ sampleRate: rate, frames: ms * 48, channels, sampleFormat: 'f32' });

/** Silence for a second, a loud tone for one, and half of it for two. */
const steps: Waveform = (frame) => {
  const volume = frame < rate ? 0 : frame < 2 * rate ? 0.8 : 0.4;
  return volume * Math.sin((2 * Math.PI * 440 * frame) / rate);
};
const stepsTrack = heard('talk', wav(4000, steps), { start: 0, duration: 4000 });

const width = 320;
const height = 100;
const look = { x: 200, y: 100, width, height, stroke: '#ffffff', strokeWidth: 4, fill: 'none' };

/** A film of 4 s: a hold, a transition and a hold. */
function film(waveform: WaveformField, audioTracks: AudioTrack[], changes = {}): Project {
  const states = { w: state({ ...look, ...changes }) };
  return {
    ...project({
      ...scene('s', {
        objects: [object('w', { kind: 'waveform', waveform })],
        compositions: [composition('a', 1000, states), composition('b', 2000, states)],
        transitions: [transition('a', 'b', 1000)],
        audioTracks,
      }),
      width: 400,
      height: 200,
    }),
    extended: true,
  };
}

interface Bar {
  readonly x: number;
  readonly length: number;
  readonly isPlayed: boolean;
}

function barsIn(children: readonly DisplayNode[]): Bar[] {
  return children
    .flatMap((node) => {
      if (node.type !== 'stroke') return [];
      const { points } = node.outline;
      return Array.from({ length: points.length / 4 }, (_, index): Bar => {
        const [x, from, , to] = points.slice(4 * index, 4 * index + 4);
        return { x: x / width + 0.5, length: Math.abs(to - from), isPlayed: node.color.green === 0 };
      });
    })
    .sort((one, other) => one.x - other.x);
}

async function pictures(project: Project) {
  const parsed = parseProject(project);
  if (!parsed.ok) throw new Error(parsed.problems.map(describeProblem).join('\n'));
  return compileDrawing(parsed.project, compileTimeline(parsed.project));
}

async function barsAt(project: Project, timeMs: number): Promise<Bar[]> {
  const { nodes } = (await pictures(project)).at(timeMs);
  return barsIn(nodes[0]?.children ?? []);
}

const longest = height - look.strokeWidth;

describe('waveforms', () => {
  it('show the levels of equal parts of a track, the loudest in full', async () => {
    const bars = await barsAt(film({ of: 'talk', count: 8 }, [stepsTrack]), 500);
    expect(bars.map(({ x }) => x)).toEqual([0, 1, 2, 3, 4, 5, 6, 7].map((index) => (index + 0.5) / 8));
    const shares = bars.map(({ length }) => length / longest);
    for (const [index, share] of [0, 0, 1, 1, 0.5, 0.5, 0.5, 0.5].entries())
      expect(shares[index]).toBeCloseTo(share, 2);
  });

  it('show as much in the color of what has been played as the film has gone on', async () => {
    const played = film({ of: 'talk', count: 8 }, [stepsTrack], { played: '#ff0000' });
    const counts = [0, 240, 260, 1500, 2100, 3999].map(async (timeMs) => {
      const bars = await barsAt(played, timeMs);
      expect(bars).toHaveLength(8);
      expect(bars.map(({ isPlayed }) => isPlayed)).toEqual(
        bars.map((_, index) => index < bars.filter(({ isPlayed }) => isPlayed).length),
      );
      return bars.filter(({ isPlayed }) => isPlayed).length;
    });
    expect(await Promise.all(counts)).toEqual([0, 0, 1, 3, 4, 8]);
  });

  it('show all tracks of the scene without an id, and what the volume makes of them', async () => {
    const quiet = heard('late', wav(1000, sine(300, rate, 0.8)), {
      start: 3000,
      duration: 1000,
      volume: 0.25,
    });
    const loud = heard('early', wav(1000, sine(300, rate, 0.8)), { start: 0, duration: 1000 });
    const bars = await barsAt(film({ count: 4 }, [loud, quiet]), 0);
    const shares = bars.map(({ length }) => length / longest);
    for (const [index, share] of [1, 0, 0, 0.25].entries()) expect(shares[index]).toBeCloseTo(share, 2);
    const [last] = await barsAt(film({ of: ['late'], count: 3 }, [loud, quiet]), 0);
    expect(last.length).toBeCloseTo(longest, 0);
  });

  it('show a click in the middle of their window at its time, and move it to the left', async () => {
    const click: Waveform = (frame) => (Math.abs(frame - 2 * rate) < 480 ? 0.9 : 0);
    const clicked = film({ window: 1000, count: 50 }, [
      heard('c', wav(4000, click), { start: 0, duration: 4000 }),
    ]);
    for (const [timeMs, x] of [
      [2000, 0.5],
      [1800, 0.7],
      [2300, 0.2],
    ] as const) {
      const bars = await barsAt(clicked, timeMs);
      const loudest = bars.reduce((most, bar) => (bar.length > most.length ? bar : most));
      expect(Math.abs(loudest.x - x)).toBeLessThan(0.02);
      expect(bars.filter(({ length }) => length > 1).length).toBeLessThanOrEqual(2);
    }
  });

  it.each([110, 440, 1000, 5000])(
    'show a tone of %i Hz in the band that has it, and nothing before it',
    async (tone) => {
      const count = 40;
      const track = heard('t', wav(2000, sine(tone, rate, 0.7)), { start: 2000, duration: 2000 });
      const spectrum = film({ show: 'spectrum', count }, [track]);
      const bars = await barsAt(spectrum, 3500);
      const loudest = bars.reduce((most, bar) => (bar.length > most.length ? bar : most));
      const band = (count * Math.log(tone / 55)) / Math.log(10_800 / 55);
      expect(Math.abs(loudest.x * count - (Math.floor(band) + 0.5))).toBeLessThanOrEqual(1);
      for (const { length } of await barsAt(spectrum, 1900)) expect(length).toBeLessThan(1);
    },
  );

  it('let bars of a spectrum fall slowly with smoothing, and at once without', async () => {
    const track = heard('t', wav(1000, sine(440, rate, 0.7)), { start: 0, duration: 1000 });
    const most = async (smoothing: number, timeMs: number) =>
      Math.max(
        ...(await barsAt(film({ show: 'spectrum', smoothing }, [track]), timeMs)).map(({ length }) => length),
      );
    expect(await most(0, 1100)).toBeLessThan(1);
    expect(await most(0.9, 1100)).toBeGreaterThan(longest / 3);
    expect(await most(0.9, 3000)).toBeLessThan(1);
  });

  it('are flat without a sound, and the same picture throughout a hold', async () => {
    const drawing = await pictures(film({}, []));
    const bars = barsIn(drawing.at(0).nodes[0]?.children ?? []);
    expect(bars).toHaveLength(64);
    for (const { length } of bars) expect(length).toBeLessThan(1);
    expect(drawing.at(900)).toBe(drawing.at(100));
  });

  it('stay in their box at any time, whatever they show', async () => {
    const anyWaveform = fc
      .record(
        {
          show: fc.constantFrom('wave' as const, 'spectrum' as const),
          shape: fc.constantFrom('bars' as const, 'line' as const, 'ring' as const),
          count: fc.integer({ min: 3, max: 512 }),
          window: fc.double({ min: 10, max: 60_000, noNaN: true }),
          smoothing: fc.double({ min: 0, max: 0.95, noNaN: true }),
        },
        { requiredKeys: [] },
      )
      .map(({ window, smoothing, ...rest }) =>
        rest.show === 'spectrum'
          ? { ...rest, ...(smoothing !== undefined && { smoothing }) }
          : { ...rest, ...(window !== undefined && { window }) },
      );
    const anyLook = fc.record({
      width: fc.integer({ min: 1, max: 380 }),
      height: fc.integer({ min: 1, max: 190 }),
      strokeWidth: fc.integer({ min: 1, max: 12 }),
      played: fc.constantFrom('#ff0000', 'none'),
    });
    await fc.assert(
      fc.asyncProperty(
        anyWaveform,
        anyLook,
        fc.integer({ min: 0, max: 4000 }),
        async (waveform, own, timeMs) => {
          const [node] = (await pictures(film(waveform, [stepsTrack], own))).at(timeMs).nodes;
          const box = node && paintedBox(node);
          if (!box) return;
          // A drawing is as thick as its stroke at least.
          const reach = (length: number) => Math.max(length, own.strokeWidth) / 2 + 0.1;
          expect(Math.abs(box.left - look.x)).toBeLessThanOrEqual(reach(own.width));
          expect(Math.abs(box.right - look.x)).toBeLessThanOrEqual(reach(own.width));
          expect(Math.abs(box.top - look.y)).toBeLessThanOrEqual(reach(own.height));
          expect(Math.abs(box.bottom - look.y)).toBeLessThanOrEqual(reach(own.height));
        },
      ),
      {
        numRuns: runs(60),
        examples: [
          [
            { show: 'spectrum', shape: 'line', count: 4 },
            { width: 9, height: 84, strokeWidth: 8, played: '#ff0000' },
            1146,
          ],
        ],
      },
    );
  });

  it('give the same film on one thread and on two', { tags: 'ffmpeg' }, async () => {
    const moving = film({ show: 'spectrum' }, [stepsTrack]);
    const [alone, together] = await Promise.all([0, 2].map((threads) => filmOf(moving, { threads })));
    expect(Buffer.compare(alone.bytes, together.bytes)).toBe(0);
  });

  it.each([
    [
      { of: 'tolk' },
      'scenes.s.objects.w.waveform.of: must be the id of an audio track of the scene, but is "tolk"; did you mean talk?',
    ],
    [
      { of: ['talk', 'x'] },
      'scenes.s.objects.w.waveform.of[1]: must be the id of an audio track of the scene, but is "x"; its tracks are talk',
    ],
    [
      { show: 'spectrum', window: 100 },
      'scenes.s.objects.w.waveform.window: is the part of a wave that is seen',
    ],
    [{ smoothing: 0.5 }, 'scenes.s.objects.w.waveform.smoothing: is for a spectrum'],
    [{ count: 2 }, 'scenes.s.objects.w.waveform.count: must be an integer from 3 to 512, but is 2'],
  ])('report %j', (waveform, message) => {
    const parsed = parseProject(film(waveform as WaveformField, [stepsTrack]));
    expect(parsed.ok ? [] : parsed.problems.map(describeProblem).join('\n')).toContain(message);
  });

  it.each([5, {}, null, true, '', [5], [null], [['talk']]])('report tracks that are %j', (of) => {
    const parsed = parseProject(film({ of } as unknown as WaveformField, [stepsTrack]));
    expect(parsed.ok ? '' : parsed.problems.map(describeProblem).join('\n')).toContain('waveform.of');
  });

  it('report more mixes than are kept', () => {
    const ids = Array.from({ length: 17 }, (_, index) => `t${index}`);
    const tracks = ids.map((id) => ({ ...stepsTrack, id }));
    const one = film({}, tracks);
    const [scene] = Object.values(one.scenes);
    const objects = ids.map((id) => [id, object(id, { kind: 'waveform', waveform: { of: id } })]);
    const parsed = parseProject({
      ...one,
      scenes: { s: { ...scene, objects: Object.fromEntries(objects) } },
    });
    const problems = parsed.ok ? [] : parsed.problems.map(describeProblem);
    expect(problems.filter((problem) => problem.includes('of another mix than the 16'))).toHaveLength(1);
  });

  it('keep the shape of a line where it is divided', async () => {
    const outlines = async (played: object) => {
      const [node] = (await pictures(film({ shape: 'line', count: 20 }, [stepsTrack], played))).at(
        2345,
      ).nodes;
      return (node?.children ?? []).map((child) => (child.type === 'stroke' ? child.outline.points : []));
    };
    const [whole = []] = await outlines({});
    const [before = [], after = []] = await outlines({ played: '#ff0000' });
    const pieces = Math.floor((before.length - 2) / 6) - 1;
    expect(pieces).toBe(11);
    expect(before.slice(0, 6 * pieces + 2)).toEqual(whole.slice(0, 6 * pieces + 2));
    expect(after.slice(6)).toEqual(whole.slice(6 * (pieces + 1)));
    expect(after.slice(0, 2)).toEqual(before.slice(-2));
    expect(before.at(-2)).toBeCloseTo((2345 / 4000 - 0.5) * (width - look.strokeWidth), 3);
  });

  it('are drawn in a film without length', async () => {
    const short = film({ shape: 'line' }, [], { played: '#ff0000' });
    const [scene] = Object.values(short.scenes);
    if (scene === undefined) throw new Error('the film has no scene');
    const still = {
      ...scene,
      ...{ compositions: { a: { ...scene.compositions.a, duration: 0 } }, compositionOrder: ['a'] },
      transitions: {},
    } as typeof scene;
    const { nodes } = (await pictures({ ...short, scenes: { s: still } })).at(0);
    expect(nodes).toHaveLength(1);
  });

  it('are not known without the mark of extended documents', () => {
    const { extended: _, ...plain } = film({}, []);
    const parsed = parseProject(plain);
    expect(parsed.ok ? '' : parsed.problems.map(describeProblem).join('\n')).toContain('extended');
  });
});
