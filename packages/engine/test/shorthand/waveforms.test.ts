import { describe, expect, it } from 'vitest';
import { sine, wavUrl } from '../../../../test/support/wav-writer.ts';
import { adviceOn } from '../advice/advice-on.ts';
import { boxesOf, film as laidOutFilm } from '../layout/laid-out.ts';
import { expand, plain, problemsOf } from './expand.ts';

const src = wavUrl({ sampleRate: 8000, frames: 16_000, channels: [sine(300, 8000, 0.5)] });

const film = (waveform: object, changes: object = {}) => ({
  shorthand: true,
  objects: { wave: { kind: 'waveform', ...waveform } },
  compositions: [{ duration: 2000 }],
  audioTracks: { music: { src } },
  ...changes,
});

function waveIn(document: object) {
  const { scenes, sceneOrder } = plain(expand(document).project);
  const { objects, compositions, compositionOrder } = scenes[sceneOrder[0]];
  return { object: objects.wave, state: compositions[compositionOrder[0]].states.wave };
}

describe('waveforms in shorthand', () => {
  it('have their fields in one of the full format, and a size that fits the frame', () => {
    const { object, state } = waveIn(film({ of: 'music', show: 'spectrum', count: 32, smoothing: 0.5 }));
    expect(object.waveform).toEqual({ of: 'music', show: 'spectrum', count: 32, smoothing: 0.5 });
    expect(state).toMatchObject({ x: 960, y: 540, width: 1152, height: 173, strokeWidth: 16 });
    const ring = waveIn(film({ shape: 'ring' })).state;
    expect(ring.width).toBe(ring.height);
  });

  it('take the colors of the theme, also for what has been played', () => {
    const { state } = waveIn(film({ played: 'muted' }, { theme: 'midnight' }));
    expect([state.stroke, state.played]).toEqual([
      expect.stringMatching(/^#[0-9a-f]{6}$/),
      expect.stringMatching(/^#[0-9a-f]{6}$/),
    ]);
    expect(state.stroke).not.toBe(state.played);
    expect(waveIn(film({ color: 'gold' })).state.stroke).toBe('#ffd700');
  });

  it('of the voice are flat until somebody has spoken it', () => {
    const spoken = {
      compositions: [{ say: 'One two three.' }],
      audioTracks: { music: { src, duck: 'voice' } },
    };
    expect(waveIn(film({ of: 'voice', window: 500 }, spoken)).object.waveform).toEqual({
      of: [],
      window: 500,
    });
    expect(waveIn(film({ of: ['voice', 'music'] }, spoken)).object.waveform).toEqual({ of: ['music'] });
  });

  it.each(['bars', 'line', 'ring'])('that are a spectrum as %s are placed by their size', async (shape) => {
    const wave = {
      kind: 'waveform',
      show: 'spectrum',
      shape,
      width: 400,
      height: 400,
      place: 'top',
      margin: 100,
    };
    const { a = {} } = await boxesOf(laidOutFilm({ wave }, { width: 1000, height: 1000 }));
    expect(Math.abs((a.wave?.top ?? 0) - 100)).toBeLessThan(8);
    expect(Math.abs((a.wave?.bottom ?? 0) - 500)).toBeLessThan(8);
  });

  it('do not complain about a sound that cannot be read', () => {
    const damaged = { talk: { src: 'data:audio/wav;base64,!!!' }, music: { src, duck: 'talk' } };
    const problems = problemsOf(film({ of: 'talk' }, { audioTracks: damaged }));
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain('audioTracks.talk');
  });

  it('do not complain about a sound whose file is missing', () => {
    const missing = film({ of: 'talk' }, { audioTracks: { talk: { src: 'talk.wav' } } });
    expect(problemsOf(missing).join('\n')).not.toContain('objects.wave');
  });

  it('name the sounds that there are', () => {
    expect(problemsOf(film({ of: 'musik' }))).toEqual([
      'objects.wave.of: must be the id of an audio track of the scene, but is "musik"; did you mean music?',
    ]);
  });

  it('get advice if they stay flat', async () => {
    const messages = async (document: object) =>
      (await adviceOn(document)).filter(({ rule }) => rule === 'sound').map(({ message }) => message);
    expect(await messages(film({}, { audioTracks: {} }))).toEqual([
      'the waveform stays flat, because the scene has no sound; add a sound to audioTracks, or remove the waveform',
    ]);
    expect(await messages(film({ of: 'music' }, { audioTracks: { music: { src, muted: true } } }))).toEqual([
      'the waveform stays flat, because music is never heard; add a sound to audioTracks, or remove the waveform',
    ]);
    expect(await messages(film({}))).toEqual([]);
  });
});
