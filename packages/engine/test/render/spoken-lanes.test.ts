import { describe, expect, it } from 'vitest';
import { wavUrl } from '../../../../test/support/wav-writer.ts';
import { loadProject } from '../../src/render/load-project.ts';
import { outlineOf } from '../../src/render/view/film-outline.ts';
import { type SpokenLane, spokenLanesOf } from '../../src/render/view/spoken-lanes.ts';
import { compileTimeline } from '../../src/timeline/compile-timeline.ts';

async function open(film: object) {
  const { project, speech } = await loadProject(
    { shorthand: true, ...film },
    {},
    new AbortController().signal,
  );
  const timeline = compileTimeline(project);
  const outline = outlineOf(project, timeline, { width: 320, height: 180 }, []);
  return { outline, lanes: spokenLanesOf(project, timeline, speech, (place) => place) };
}

const lanesOf = async (film: object): Promise<readonly SpokenLane[]> => (await open(film)).lanes;

/** The cues of a lane as times and texts. */
const shown = (lane: SpokenLane | undefined) =>
  lane?.cues.map(({ startMs, endMs, text }) => [startMs, endMs, text]);

const said = [
  { text: 'First we look at it.', startMs: 200, endMs: 1200 },
  { text: 'Then we go away.', startMs: 1500, endMs: 2600 },
];
const captions = { kind: 'captions', src: said };

describe('what is said in a film', () => {
  it('a film without captions and narration says nothing', async () => {
    expect(await lanesOf({ compositions: [{ duration: 1000 }] })).toEqual([]);
  });

  it('captions have a lane with their cues and the times of their words', async () => {
    const [first] = await lanesOf({
      objects: {
        words: {
          kind: 'captions',
          src: [
            { text: 'Two', startMs: 300, endMs: 500 },
            { text: 'words', startMs: 600, endMs: 900 },
          ],
          mode: 'karaoke',
        },
      },
      compositions: [{ duration: 3000 }],
    });
    expect(first).toMatchObject({ name: 'words', object: 'words', isEstimated: false });
    const words = [
      [300, 500],
      [600, 900],
    ];
    expect(first?.cues).toMatchObject([{ startMs: 300, text: 'Two words', words }]);
  });

  it('cues are cut where their text is not shown, and left out after the end of the film', async () => {
    const film = (states: readonly boolean[]) => ({
      objects: { captions },
      enter: 0,
      compositions: states.map((one) => ({ duration: 1000, states: { captions: one } })),
    });
    const [all] = await lanesOf(film([true, true]));
    expect(shown(all)).toEqual([
      [200, 1200, 'First we look at it.'],
      [1500, 2000, 'Then we go away.'],
    ]);
    const [second] = await lanesOf(film([false, true, true]));
    expect(shown(second)).toEqual([
      [1000, 1200, 'First we look at it.'],
      [1500, 2600, 'Then we go away.'],
    ]);
    expect(await lanesOf(film([false]))).toEqual([]);
  });

  it('the captions of several scenes share a lane, in which a cue goes on from scene to scene', async () => {
    const scene = { objects: { captions }, compositions: [{ duration: 700 }] };
    const lanes = await lanesOf({
      scenes: { a: scene, b: scene, c: { compositions: [{ duration: 1000 }] } },
    });
    expect(lanes.map(shown)).toEqual([[[200, 1200, 'First we look at it.']]]);
  });

  it('equal cues that follow each other in a scene stay apart', async () => {
    const again = [0, 1000].map((startMs) => ({ text: 'Again and again.', startMs, endMs: startMs + 1000 }));
    const [lane] = await lanesOf({
      objects: { captions: { kind: 'captions', src: again } },
      compositions: [{ duration: 2000 }],
    });
    expect(lane?.cues).toHaveLength(2);
  });

  it('sentences that nobody has spoken yet have a lane with estimated times', async () => {
    const [lane, ...others] = await lanesOf({
      compositions: [{ say: 'One sentence. And another one.' }, { enter: 500, say: 'The end.' }],
    });
    expect(others).toEqual([]);
    expect(lane).toMatchObject({ name: 'Narration', object: null, isEstimated: true });
    expect(lane?.cues.map(({ text }) => text)).toEqual(['One sentence.', 'And another one.', 'The end.']);
    for (const { text, words } of lane?.cues ?? []) expect(words).toHaveLength(text.split(' ').length);
  });

  it('sentences that captions show have no lane of their own', async () => {
    const compositions = [
      { say: 'A sentence that is long enough to be divided into several cues, as it is here.' },
    ];
    const follows = {
      objects: { captions: { kind: 'captions', maxLetters: 12, maxLines: 1 } },
      compositions,
    };
    const lanes = await lanesOf(follows);
    expect(lanes).toMatchObject([{ name: 'captions', isEstimated: true }]);
    expect(lanes[0]?.cues.length).toBeGreaterThan(2);
    const others = await lanesOf({ objects: { captions }, compositions });
    expect(others.map(({ name }) => name)).toEqual(['Narration', 'captions']);
    expect(others[1]?.isEstimated).toBe(false);
  });

  it('what a recording says has a lane without estimated times', async () => {
    const silence = wavUrl({ sampleRate: 8000, frames: 24_000, channels: [() => 0] });
    const lanes = await lanesOf({
      audioTracks: { voice: { src: silence, words: said } },
      compositions: [{ duration: 3000 }],
    });
    expect(lanes).toMatchObject([{ name: 'Narration', object: null, isEstimated: false }]);
    expect(shown(lanes[0])?.map(([, , text]) => text)).toEqual(said.map(({ text }) => text));
  });
});

it('a hold is still unless cues are shown in it', async () => {
  const { outline } = await open({
    objects: { captions },
    compositions: [{ duration: 2000 }, { enter: 700, duration: 1000 }],
  });
  expect(outline.segments.map(({ isStill }) => isStill)).toEqual([false, false, true]);
  const { outline: silent } = await open({
    compositions: [{ duration: 2000 }, { enter: 700, duration: 1000 }],
  });
  expect(silent.segments.map(({ isStill }) => isStill)).toEqual([true, false, true]);
});
