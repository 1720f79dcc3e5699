import { describe, expect, it } from 'vitest';
import { project } from '../../../../test/support/project-parts.ts';
import { sine, type Waveform, wavUrl } from '../../../../test/support/wav-writer.ts';
import { fixProject } from '../../src/fix/fix-project.ts';
import { inspect } from '../../src/render/inspect.ts';
import { heard, quietScene } from '../media/sound/film-support.ts';
import { adviceOn } from './advice-on.ts';

const rate = 16_000;

/** A WAV of a sound in mono. */
function wav(ms: number, wave: Waveform): string {
  return wavUrl({ sampleRate: rate, frames: (ms * rate) / 1000, channels: [wave] });
}

const tone = (level: number, frequency = 400) => sine(frequency, rate, level);

/** Speech in level: syllables for `spokenMs`, then a pause of `pauseMs`, again and again. */
const speech =
  (level: number, spokenMs = 2000, pauseMs = 600): Waveform =>
  (frame) => {
    const ms = (frame * 1000) / rate;
    return ms % (spokenMs + pauseMs) < spokenMs
      ? tone(level, 300)(frame) * (0.6 + 0.4 * Math.sin(ms / 40))
      : 0;
  };

/** The advice on the sound of a film of 8 s. */
async function advised(audioTracks: object, changes: object = {}) {
  const advice = await adviceOn({
    shorthand: true,
    background: '#101828',
    objects: { title: { kind: 'text', text: 'Hello', fontSize: 200 } },
    compositions: { only: { duration: 8000 } },
    audioTracks,
    ...changes,
  });
  return advice.filter(({ rule }) => rule === 'sound');
}

const faded = { fadeOut: 300 };

describe('a mix that clips', () => {
  const loud = { src: wav(8000, tone(0.8)) };

  it('gets a loudness, with the place and the loudest track', async () => {
    expect(await advised({ music: loud, second: { ...loud, volume: 0.9 } })).toEqual([
      {
        rule: 'sound',
        path: 'project',
        message: expect.stringMatching(
          /^the sound clips at 0:0\d\.\d: the mix is 3\.6 dB above full scale, and music is the loudest there; lower volumes/,
        ),
        fix: { loudness: -14 },
      },
    ]);
  });

  it('gets no advice if it just reaches full scale or has a loudness', async () => {
    expect(await advised({ music: { src: wav(8000, tone(1)) } })).toEqual([]);
    expect(await advised({ music: loud, second: loud }, { loudness: -16 })).toEqual([]);
  });
});

describe('a sound that is far louder than its neighbour', () => {
  const first = { src: wav(3000, tone(0.05)) };
  const second = { src: wav(3000, tone(0.5)), start: 4000 };

  it('gets a lower volume', async () => {
    expect(await advised({ first, second })).toEqual([
      {
        rule: 'sound',
        path: 'audioTracks.second',
        message:
          'the sound is 20 LU louder than first before it; lower its volume to 0.1, or make the other louder',
        fix: { volume: 0.1 },
      },
    ]);
  });

  it('gets none within 10 LU, for effects, and for sounds at the same time', async () => {
    expect(await advised({ first, second: { ...second, volume: 0.3 } })).toEqual([]);
    const click = { src: wav(300, tone(0.9)), start: 5000 };
    expect(await advised({ first, click })).toEqual([]);
    const bed = { src: wav(8000, tone(0.02)) };
    expect(await advised({ bed, song: { src: wav(5000, tone(0.5, 600)), start: 1000 } })).toEqual([]);
  });

  it('gets one across scenes that follow each other', async () => {
    const scene = (track: object) => ({
      objects: { title: { kind: 'text', text: 'Hello', fontSize: 200 } },
      compositions: { only: { duration: 3000 } },
      audioTracks: { tone: { ...track, start: 0 } },
    });
    const scenes = { one: scene(second), two: scene(first), three: scene(first) };
    const advice = await adviceOn({ shorthand: true, background: '#101828', scenes });
    expect(advice.filter(({ rule }) => rule === 'sound')).toMatchObject([
      { path: 'scenes.one.audioTracks.tone', fix: { volume: 0.1 } },
    ]);
  });
});

describe('music under a voice', () => {
  const voice = { src: wav(8000, speech(0.3)) };
  const music = (level: number, changes: object = {}) => ({ src: wav(8000, tone(level, 200)), ...changes });

  it('makes way for it', async () => {
    const [advice, ...others] = await advised({ voice, music: music(0.2) });
    expect(others).toEqual([]);
    expect(advice).toEqual({
      rule: 'sound',
      path: 'audioTracks.music',
      message: expect.stringMatching(
        /^the sound is (only \d LU quieter|\d+ LU louder) than voice, which is heard at the same time; let it make way/,
      ),
      fix: { duck: { under: 'voice' } },
    });
    expect(await advised({ voice, music: music(0.2, { duck: 'voice' }) })).toEqual([]);
  });

  it('gets no advice if it is 10 LU quieter, if nobody speaks, or with another voice', async () => {
    expect(await advised({ voice, music: music(0.02) })).toEqual([]);
    expect(await advised({ invoice: voice, music: music(0.2) })).toEqual([]);
    expect(await advised({ voice, narrator: music(0.2) })).toEqual([]);
  });

  it('keeps what it makes way for already', async () => {
    const effects = { src: wav(8000, (frame) => (frame < 2000 ? 0.01 : 0)) };
    const [advice] = await advised({
      voice,
      effects,
      music: music(0.3, { duck: { under: 'effects', to: 0.5 } }),
    });
    expect(advice?.fix).toEqual({ duck: { to: 0.5, under: ['effects', 'voice'] } });
  });
});

describe('an effect over a voice', () => {
  const voice = { src: wav(8000, speech(0.3, 2000, 1000)) };
  const click = (start: number, level = 0.5) => ({ src: wav(250, tone(level, 900)), start });

  it('is named with the nearest pause', async () => {
    expect(await advised({ voice, click: click(1500) })).toEqual([
      {
        rule: 'sound',
        path: 'audioTracks.click',
        message:
          'the sound is heard over voice at 0:01.5; start it in a pause, such as 0:02.1, or lower its volume',
      },
    ]);
  });

  it('gets no advice in a pause, or far quieter', async () => {
    expect(await advised({ voice, click: click(2200) })).toEqual([]);
    expect(await advised({ voice, click: click(1500, 0.01) })).toEqual([]);
  });
});

describe('a sound that stops while it is loud', () => {
  const song = { src: wav(9000, tone(0.3)), duration: 8000 };

  it('fades out', async () => {
    expect(await advised({ song })).toEqual([
      {
        rule: 'sound',
        path: 'audioTracks.song',
        message: 'the sound stops while it is loud (-13 dB); let it fade, with "fadeOut"',
        fix: { fadeOut: 500 },
      },
    ]);
    expect(await advised({ loop: { src: wav(1600, tone(0.3)), loop: true } })).toHaveLength(1);
  });

  it('gets no advice with a fade, at a quiet place, or at the end of its source', async () => {
    expect(await advised({ song: { ...song, ...faded } })).toEqual([]);
    const quiet: Waveform = (frame) => (frame < 7 * rate ? 0.3 : 0.003) * tone(1)(frame);
    expect(await advised({ song: { src: wav(9000, quiet), duration: 8000 } })).toEqual([]);
    expect(await advised({ song: { src: wav(8000, tone(0.3)) } })).toEqual([]);
  });

  it('a fade also answers a sound that is cut off elsewhere', async () => {
    const cut = { ...song, duration: 6000 };
    expect(await advised({ song: cut })).toMatchObject([{ fix: { duration: 9000 } }]);
    expect(await advised({ song: { ...cut, ...faded } })).toEqual([]);
  });
});

describe('a silent end', () => {
  it('is named after more than 3 s in a film with sound', async () => {
    const music = (ms: number) => ({ music: { src: wav(ms, tone(0.3)) } });
    expect(await advised(music(4500))).toEqual([
      {
        rule: 'sound',
        path: 'audioTracks.music',
        message:
          'the last 3.5 s of the film are silent; let a sound last until the end, such as with "loop", or end the film earlier',
      },
    ]);
    expect(await advised(music(5200))).toEqual([]);
  });

  it('is no mistake after a single effect', async () => {
    expect(await advised({ click: { src: wav(400, tone(0.3)) } })).toEqual([]);
  });
});

it('films that follow the advice on their sound get no more of it', async () => {
  const film = {
    shorthand: true,
    background: '#101828',
    objects: { title: { kind: 'text', text: 'Hello', fontSize: 200 } },
    compositions: { only: { duration: 8000 } },
    audioTracks: {
      voice: { src: wav(8000, speech(0.7)) },
      music: { src: wav(9000, tone(0.7, 200)), duration: 8000 },
    },
  };
  const before = await advised(film.audioTracks);
  expect(before.map(({ fix }) => Object.keys(fix ?? {}).join())).toEqual(['loudness', 'fadeOut', 'duck']);
  const fixed = await fixProject(JSON.stringify(film), async (text) => {
    const { advice = [], ...inspection } = await inspect(text, { advice: true });
    return { ...inspection, advice };
  });
  const again = await adviceOn(fixed.text);
  expect(again.filter(({ rule }) => rule === 'sound')).toEqual([]);
});

it('extensions of sounds without the mark get advice on the mark, and no fix that needs it', async () => {
  const { scenes, ...rest } = JSON.parse(
    JSON.stringify(
      project(
        quietScene('main', 3000, [
          heard('song', wav(4000, tone(0.3)), { start: 0, duration: 3000 }),
          heard('other', wav(3000, tone(0.9)), { start: 0, duration: 3000 }),
        ]),
      ),
    ),
  );
  const plain = await adviceOn({ ...rest, scenes });
  expect(plain.filter(({ rule }) => rule === 'sound')).toMatchObject([
    { path: 'scenes.main.audioTracks.other', message: expect.stringMatching(/^the sound clips at/) },
    { path: 'scenes.main.audioTracks.song', message: expect.stringMatching(/^the sound stops while/) },
  ]);
  expect(plain.some(({ fix }) => fix !== undefined && ('fadeOut' in fix || 'loudness' in fix))).toBe(false);
  scenes.main.audioTracks.song.fadeOut = 300;
  const marked = await adviceOn({ ...rest, loudness: -14, scenes });
  expect(marked.find(({ rule }) => rule === 'missing-mark')).toMatchObject({
    path: 'project',
    message: expect.stringMatching(
      /^loudness and 1 other field are extensions of the format and are ignored/,
    ),
    fix: { extended: true },
  });
  expect(marked.filter(({ rule }) => rule === 'unknown-field')).toEqual([]);
});
