import { describe, expect, it } from 'vitest';
import { problemsOf, problemsWith, sampleProject, withValues } from '../sample.ts';

const place = 'scenes.intro.audioTracks';
const voice = sampleProject().scenes.intro.audioTracks?.voice;
const other = (id: string, changes: object = {}) => ({ ...voice, id, name: id, ...changes });

/** The problems of an extended project with tracks by id beside `voice`, and values. */
function problemsOfTracks(tracks: Record<string, object>, values: Record<string, unknown> = {}) {
  const added = Object.entries(tracks).map(([id, changes]) => [`${place}.${id}`, other(id, changes)]);
  return problemsWith({ extended: true, ...Object.fromEntries(added), ...values });
}

describe('shaped audio tracks', () => {
  it('accepts every extension at its limits', () => {
    const keyframe = { at: 0, value: 1, easing: 'linear' };
    for (const shape of [
      { fadeIn: 0, fadeOut: 600_000 },
      { loop: true, duration: 86_400_000 },
      { loop: false },
      { keyframes: { volume: Array.from({ length: 1024 }, () => keyframe) } },
      { duck: { under: 'voice' } },
      { duck: { under: ['voice', 'voice'], to: 0, attack: 0, release: 10_000 } },
    ])
      expect(problemsOfTracks({ music: shape })).toEqual([]);
  });

  it.each([
    ['fadeIn', -1, 'must be a number from 0 to 600000, but is -1'],
    ['fadeOut', Infinity, 'must be a number from 0 to 600000, but is Infinity'],
    [
      'fadeOut',
      '200ms',
      'must be a number from 0 to 600000, but is "200ms"; write 200 without quotes and unit',
    ],
    ['loop', 1, 'must be true or false, but is 1'],
    ['duck', true, 'must be an object, but is true'],
    ['duck.to', 1.5, 'must be a number from 0 to 1, but is 1.5'],
    ['duck.attack', 10_001, 'must be a number from 0 to 10000, but is 10001'],
    ['duck.release', NaN, 'must be a number from 0 to 10000, but is NaN'],
    ['duck.under', [], 'must be an array of 1 to 32 items, but is an array of 0 items'],
    ['duck.under', 7, 'must be an id (1 to 80 letters, digits, _ or -, and no reserved name), but is 7'],
    ['keyframes.volume', [], 'must be an array of 1 to 1024 items, but is an array of 0 items'],
    ['keyframes.volume', 0.5, 'must be an array of 1 to 1024 items, but is 0.5'],
    ['keyframes.volume.0.at', 1.1, 'must be a number from 0 to 1, but is 1.1'],
    ['keyframes.volume.0.value', 2, 'must be a number from 0 to 1, but is 2'],
  ])('refuses %s of %j', (field, value, message) => {
    const music = {
      duck: { under: 'voice' },
      keyframes: { volume: [{ at: 0, value: 1, easing: 'linear' }] },
    };
    const problems = problemsOfTracks({ music }, { [`${place}.music.${field}`]: value });
    const shown = field.replace('volume.0', 'volume[0]');
    expect(problems).toEqual([`${place}.music.${shown}: ${message}`]);
  });

  it.each([-70.1, -4.9, Infinity, '-14 LUFS', null])('refuses a loudness of %j', (loudness) => {
    expect(problemsWith({ extended: true, loudness })).toEqual([
      expect.stringMatching(/^loudness: must be a number from -70 to -5, but is /),
    ]);
  });

  it('ignores extensions without the mark', () => {
    const music = other('music', { fadeIn: -1, duck: 5 });
    expect(problemsWith({ [`${place}.music`]: music, loudness: 'loud' })).toEqual([]);
  });

  it('a loop may be longer than its source, but must begin in it', () => {
    expect(problemsOfTracks({ music: { loop: true, offset: 1999, duration: 60_000 } })).toEqual([]);
    expect(problemsOfTracks({ music: { loop: true, offset: 2000, duration: 60_000 } })).toEqual([
      `${place}.music.offset: must be before the end of the asset (2000), because what follows it loops, but is 2000`,
    ]);
    expect(problemsOfTracks({ music: { offset: 0, duration: 60_000 } })).toEqual([
      `${place}.music: offset + duration (60000) exceeds the asset's duration (2000)`,
    ]);
  });
});

describe('tracks that make way for others', () => {
  const under = (id: string | readonly string[]) => ({ duck: { under: id } });

  it('refuses a track that does not exist, with the one that is meant', () => {
    expect(problemsOfTracks({ music: under('voise') })).toEqual([
      `${place}.music.duck.under: must be the id of another audio track of the scene, but is "voise"; did you mean voice?`,
    ]);
    expect(problemsOfTracks({ music: under(['voice', 'drums']) })).toEqual([
      `${place}.music.duck.under[1]: must be the id of another audio track of the scene, but is "drums"; the others are voice`,
    ]);
    expect(problemsOfTracks({ music: under('toString') })).toHaveLength(1);
  });

  it('refuses a track under itself, and tracks under each other', () => {
    expect(problemsOfTracks({ music: under('music') })).toEqual([
      `${place}.music.duck.under: must be another audio track, but is "music" itself`,
    ]);
    expect(
      problemsOfTracks({ a: under(['voice', 'b']), b: under('c'), c: under('a'), d: under('a') }),
    ).toEqual([
      `${place}.a.duck.under: tracks under each other form a cycle: a -> b -> c -> a; leave out one duck`,
    ]);
  });

  it('accepts any number of tracks under the same ones, and a row of thousands', () => {
    const row = Object.fromEntries(
      Array.from({ length: 5000 }, (_, index) => [
        `t${index}`,
        under(index === 0 ? 'voice' : `t${index - 1}`),
      ]),
    );
    expect(problemsOfTracks(row)).toEqual([]);
    expect(problemsOfTracks({ ...row, t0: under('t4999') })).toHaveLength(1);
  });

  it('reports no unknown track if the other one is broken', () => {
    const broken = withValues(
      { ...sampleProject(), extended: true },
      {
        [`${place}.music`]: other('music', under('voice')),
        [`${place}.voice.asset`]: 5,
      },
    );
    expect(problemsOf(broken)).toEqual([`${place}.voice.asset: must be an object, but is 5`]);
  });
});
