// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables are written like that.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../test/support/random-runs.ts';
import { wavUrl } from '../../../../test/support/wav-writer.ts';
import { parseProject } from '../../src/project/parse-project.ts';
import { expand, expandedFilm, film, plain, problemsOf, sceneOf } from './expand.ts';

const src = wavUrl({ sampleRate: 8000, frames: 12_000, channels: [() => 0.5] });

/** The audio tracks of a film of 2 s, expanded. */
function soundsOf(audioTracks: object) {
  return sceneOf({ audioTracks }).audioTracks ?? {};
}

describe('sounds in shorthand', () => {
  it('src stands for an asset, and an id for what a sound is ducked under', () => {
    const { music } = soundsOf({
      voice: { src },
      music: { src, duck: 'voice', fadeIn: 200, fadeOut: 900 },
    });
    expect(music).toMatchObject({
      asset: { src, mime: 'audio/wav', duration: 1500, hasAudio: true },
      duck: { under: 'voice' },
      fadeIn: 200,
      fadeOut: 900,
    });
    expect(soundsOf({ a: { src }, b: { src }, music: { src, duck: ['a', 'b'] } }).music?.duck).toEqual({
      under: ['a', 'b'],
    });
    const whole = { under: ['a'], to: 0.1, attack: 50, release: 900 };
    expect(soundsOf({ a: { src }, music: { src, duck: whole } }).music?.duck).toEqual(whole);
  });

  it('keyframes are lists of [at, volume, easing], or those of the full format', () => {
    const volume = [[0, 0.2], [0.5, 1, 'ease-out'], { at: 1, value: 0 }];
    expect(soundsOf({ music: { src, keyframes: { volume } } }).music?.keyframes).toEqual({
      volume: [
        { at: 0, value: 0.2, easing: 'linear' },
        { at: 0.5, value: 1, easing: 'easeOut' },
        { at: 1, value: 0, easing: 'linear' },
      ],
    });
    const pulse = {
      repeat: 2,
      alternate: true,
      volume: [
        [0, 0.2],
        [1, 1, 'easeIn'],
      ],
    };
    expect(
      soundsOf({ music: { src, keyframes: pulse } }).music?.keyframes?.volume.map(({ at }) => at),
    ).toEqual([0, 0.5, 0.5, 1]);
  });

  it('a loop without a duration lasts as long as its scene does without it', () => {
    expect(soundsOf({ music: { src, start: 300, loop: true } }).music).toMatchObject({
      loop: true,
      duration: 1700,
    });
    const { music, second } = soundsOf({
      music: { src, loop: true },
      second: { src, loop: true, start: 500 },
      voice: { src, start: 1500 },
    });
    expect([music?.duration, second?.duration]).toEqual([3000, 2500]);
    expect(soundsOf({ music: { src, loop: true, duration: 10 } }).music?.duration).toBe(10);
    expect(problemsOf(film({ audioTracks: { music: { src, loop: true, start: 2000 } } }))).toEqual([
      'audioTracks.music.start: must be before the end of the scene (2000), because the sound loops until then, but is 2000; or give it a duration',
    ]);
  });

  it('loudness belongs to the film, and numbers may be variables', () => {
    const project = expandedFilm({
      variables: { lufs: -16, fade: 300 },
      loudness: '${lufs}',
      audioTracks: { music: { src, fadeOut: '${fade}' } },
    });
    expect(project.loudness).toBe(-16);
    expect(project.scenes.main?.audioTracks?.music?.fadeOut).toBe(300);
    expect(Object.keys(expandedFilm())).not.toContain('loudness');
  });

  it('names the place as it is written of what is wrong', () => {
    expect(
      problemsOf(
        film({
          audioTracks: {
            music: { src, duck: 'voise', keyframes: { volume: [[0, 2], [0.5]] } },
            voice: { src, fadeIn: -5 },
          },
          loudness: 0,
        }),
      ),
    ).toEqual([
      'loudness: must be a number from -70 to -5, but is 0',
      'audioTracks.music.keyframes.volume[0][1]: must be a number from 0 to 1, but is 2',
      'audioTracks.music.keyframes.volume[1]: must be [at, volume, easing], or a keyframe, but is an array of 1 item',
      'audioTracks.voice.fadeIn: must be a number from 0 to 600000, but is -5',
      'audioTracks.music.duck: must be the id of another audio track of the scene, but is "voise"; did you mean voice?',
    ]);
    expect(problemsOf(film({ audioTracks: { music: { src, duck: ['music'] } } }))).toEqual([
      'audioTracks.music.duck: must be another audio track, but is "music" itself',
    ]);
    const many = {
      volume: [
        [0, 1],
        [1, 0],
      ],
      repeat: 1000,
    };
    expect(problemsOf(film({ audioTracks: { music: { src, keyframes: many } } }))).toEqual([
      'audioTracks.music.keyframes: must have at most 1024 keyframes, but has 2000, repeated 1000 times',
    ]);
  });

  it('any shaped sounds expand to a valid project, which expands to itself', () => {
    const time = fc.integer({ min: 0, max: 3000 });
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    const point = fc.oneof(
      fc.tuple(share, share),
      fc.tuple(share, share, fc.constantFrom('linear', 'ease', 'cubic-bezier(0.2, 0, 0.4, 1)')),
    );
    const sound = fc.record(
      {
        start: fc.integer({ min: 0, max: 1900 }),
        offset: fc.integer({ min: 0, max: 700 }),
        fadeIn: time,
        fadeOut: time,
        loop: fc.boolean(),
        keyframes: fc.record(
          { volume: fc.array(point, { minLength: 1, maxLength: 5 }), repeat: fc.integer({ min: 1, max: 9 }) },
          { requiredKeys: ['volume'] },
        ),
        duck: fc.oneof(
          fc.constantFrom('voice', ['voice']),
          fc.record({ under: fc.constant('voice'), to: share, attack: time }, { requiredKeys: ['under'] }),
        ),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(sound, sound, (one, other) => {
        const audioTracks = { voice: { src }, one: { src, ...one }, other: { src, ...other } };
        const { project } = expand(film({ audioTracks }));
        expect(parseProject(project).ok).toBe(true);
        expect(plain(expand(project).project)).toEqual(plain(project));
        expect(plain(expand({ ...plain(project), shorthand: true }).project)).toEqual(plain(project));
      }),
      { numRuns: runs(60) },
    );
  });
});
