import { Buffer } from 'node:buffer';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openChromium } from '../../../../../test/support/chromium-session.ts';
import { runOnFile } from '../../../../../test/support/ffmpeg.ts';
import { wavUrl } from '../../../../../test/support/wav-writer.ts';
import { render } from '../../../src/render/render.ts';

const cues = [
  { text: 'Hello there, all of you.', startMs: 300, endMs: 1300 },
  { text: 'Less < more & "more".', startMs: 1300, endMs: 2200 },
  { text: 'Beyond the end.', startMs: 5000, endMs: 6000 },
];

const film = (changes: object = {}) => ({
  shorthand: true,
  ...{ width: 160, height: 90 },
  objects: { talk: { kind: 'captions', src: cues, ...changes } },
  compositions: [{ duration: 1000 }, { duration: 1500, enter: 0 }],
});

const withoutCaptions = { ...film(), objects: { box: { kind: 'rectangle' } } };

/** The text track of a film as ffmpeg reads it. */
async function readTrack(data: Uint8Array): Promise<string> {
  const read = await runOnFile('ffmpeg', data, (path) => [
    ...['-v', 'warning', '-xerror', '-i', path, '-map', '0:s', '-f', 'srt', '-'],
  ]);
  expect(read.stderr.toString()).toBe('');
  return `${read.stdout
    .toString()
    .replaceAll(/<\/?font[^>]*>|\r/g, '')
    .trim()}\n`;
}

const formats = ['mp4', 'webm', 'mov'] as const;

describe.each(formats)('captions in %s', (format) => {
  it('a text track has the cues with their times, and readers find no fault', {
    tags: 'ffmpeg',
  }, async () => {
    const { data } = await render(film(), { format, fps: 24, embedCaptions: true });
    const judged = await runOnFile('ffmpeg', data, (path) => [
      ...['-v', 'warning', '-xerror', '-i', path, '-map', '0:v', '-f', 'null', '-'],
    ]);
    expect(judged.stderr.toString()).toBe('');
    const { stdout } = await runOnFile('ffprobe', data, (path) => [
      ...['-v', 'error', '-select_streams', 's', '-of', 'json', path],
      ...['-show_entries', 'stream=codec_name:packet=pts_time,duration_time,size'],
    ]);
    const { streams, packets } = JSON.parse(stdout.toString());
    expect(streams).toMatchObject([{ codec_name: format === 'webm' ? 'webvtt' : 'mov_text' }]);
    // Empty samples fill the time between cues in MP4 and MOV.
    const shown = packets.filter(({ size }: { size: string }) => Number(size) > 2);
    expect(
      shown.map(({ pts_time, duration_time }: Record<string, string>) => [
        Math.round(Number(pts_time) * 1000),
        Math.round(Number(duration_time) * 1000),
      ]),
    ).toEqual([
      [300, 1000],
      [1300, 1050],
    ]);
    const text = await runOnFile('ffmpeg', data, (path) => [
      ...['-v', 'warning', '-xerror', '-i', path, '-map', '0:s', '-f', 'srt', '-'],
    ]);
    expect(text.stderr.toString()).toBe('');
    expect(text.stdout.toString()).toContain('Hello there, all of you.');
  });
});

it('without the option, a film has the same bytes as before, and no text track', async () => {
  const plain = await render(film(), { format: 'mp4', fps: 24 });
  const other = await render(film(), { format: 'mp4', fps: 24, captions: 'vtt' });
  expect(Buffer.from(other.data).equals(Buffer.from(plain.data))).toBe(true);
  expect(plain.captions).toBeUndefined();
  expect(Buffer.from(plain.data).includes('tx3g')).toBe(false);
});

it('the captions of a part of a film begin with it', async () => {
  const { captions } = await render(film(), {
    format: 'mp4',
    fps: 24,
    captions: 'srt',
    fromMs: 1000,
    toMs: 2000,
  });
  expect(captions).toBe(
    '1\n00:00:00,000 --> 00:00:00,300\nHello there, all of you.\n\n2\n00:00:00,300 --> 00:00:01,000\nLess < more & "more".\n',
  );
});

it('times of captions are rounded to the nearest millisecond', { tags: 'ffmpeg' }, async () => {
  const part = { fromMs: 200.4, toMs: 2000.25, fps: 24 } as const;
  for (const format of formats) {
    const { data } = await render(film(), { ...part, format, embedCaptions: true });
    const judged = await runOnFile('ffmpeg', data, (path) => [
      '-v',
      'warning',
      '-xerror',
      '-i',
      path,
      '-map',
      '0:s',
      '-f',
      'srt',
      '-',
    ]);
    expect(judged.stderr.toString()).toBe('');
    expect(judged.stdout.toString()).toContain('00:00:00,100 --> 00:00:01,100\n');
  }
});

it('hidden captions are not written, and cues of two scenes are written once', async () => {
  const hidden = film();
  const states = { talk: false };
  const first = await render(
    {
      ...hidden,
      compositions: [
        { duration: 1000, states },
        { duration: 1500, enter: 0, states: { talk: true } },
      ],
    },
    { format: 'mp4', fps: 24, captions: 'srt' },
  );
  expect(first.captions?.match(/-->/g)).toHaveLength(2);
  const { objects, compositions, ...rest } = film();
  const scenes = [
    { objects, compositions: [{ duration: 1000 }] },
    { objects, compositions: [{ duration: 1500 }] },
  ];
  const { captions } = await render({ ...rest, scenes }, { format: 'mp4', fps: 24, captions: 'srt' });
  expect(captions?.match(/-->/g)).toHaveLength(2);
});

it('captions begin with their picture, also beside sound, whose encoder adds samples before it', {
  tags: 'ffmpeg',
}, async () => {
  const tone = wavUrl({ sampleRate: 8000, frames: 16_000, channels: [(frame) => Math.sin(frame / 3) / 4] });
  const src = [{ text: 'Hello there, all of you.', startMs: 500, endMs: 1500 }];
  const spoken = { ...film({ src }), audioTracks: { tone: { src: tone } } };
  for (const format of formats) {
    const { data } = await render(spoken, { format, fps: 24, embedCaptions: true });
    const { stdout } = await runOnFile('ffprobe', data, (path) => [
      ...['-v', 'error', '-of', 'json', '-show_entries', 'packet=codec_type,pts_time', path],
    ]);
    const packets: readonly Record<'codec_type' | 'pts_time', string>[] = JSON.parse(
      stdout.toString(),
    ).packets;
    const times = (type: string) =>
      packets.filter(({ codec_type }) => codec_type === type).map(({ pts_time }) => Number(pts_time));
    expect(times('audio').length).toBeGreaterThan(50);
    expect(times('video')).toContain(0.5);
    expect(times('subtitle')).toContain(0.5);
  }
});

it('the language of a film is that of its text track', { tags: ['ffmpeg', 'slow'] }, async () => {
  const languages = {
    'pt-BR': ['por', 'por', 'pt-BR'],
    de: ['deu', 'ger', 'de'],
    yue: ['yue', undefined, 'yue'],
  };
  for (const [lang, [mp4, mov, webm]] of Object.entries(languages)) {
    for (const [format, language] of Object.entries({ mp4, mov, webm }) as [
      (typeof formats)[number],
      string,
    ][]) {
      const options = { format, fps: 24, captions: 'vtt', embedCaptions: true } as const;
      const { data, captions } = await render({ ...film(), lang }, options);
      expect(captions?.startsWith(`WEBVTT\nLanguage: ${lang}\n\n00:00:00.300 --> `)).toBe(true);
      const { stdout } = await runOnFile('ffprobe', data, (path) => [
        ...[
          '-v',
          'error',
          '-select_streams',
          's',
          '-of',
          'json',
          '-show_entries',
          'stream_tags=language',
          path,
        ],
      ]);
      expect([format, JSON.parse(stdout.toString()).streams[0].tags?.language]).toEqual([format, language]);
    }
  }
  expect(
    (await render({ ...film(), lang: 'de' }, { format: 'mp4', fps: 24, captions: 'srt' })).captions,
  ).toBe((await render(film(), { format: 'mp4', fps: 24, captions: 'srt' })).captions);
});

it('captions of two objects at the same time do not end each other', { tags: 'ffmpeg' }, async () => {
  const other = {
    kind: 'captions',
    place: 'top',
    src: [{ text: 'Guten Tag zusammen.', startMs: 600, endMs: 1900 }],
  };
  const objects = { talk: { kind: 'captions', src: cues }, other };
  const expected = [
    ['00:00:00,300', '00:00:00,600', 'Hello there, all of you.'],
    ['00:00:00,600', '00:00:01,300', 'Hello there, all of you.\nGuten Tag zusammen.'],
    ['00:00:01,300', '00:00:01,900', 'Guten Tag zusammen.\nLess < more & "more".'],
    ['00:00:01,900', '00:00:02,350', 'Less < more & "more".'],
  ];
  const written = expected
    .map(([start, end, text], index) => `${index + 1}\n${start} --> ${end}\n${text}\n`)
    .join('\n');
  for (const format of formats) {
    const options = { format, fps: 24, captions: 'srt', embedCaptions: true } as const;
    const { data, captions } = await render({ ...film(), objects }, options);
    expect(captions).toBe(written);
    expect(await readTrack(data)).toBe(written);
  }
});

it('single words are phrases for players', { tags: 'ffmpeg' }, async () => {
  const text =
    'First we split the list in the middle. Then we sort both of the halves, each of them in the same way.';
  const src = text
    .split(' ')
    .map((word, index) => ({ text: word, startMs: 100 + index * 200, endMs: 280 + index * 200 }));
  const spoken = { ...film({ mode: 'word', src }), compositions: [{ duration: 6000 }] };
  const { captions, data } = await render(spoken, {
    format: 'mp4',
    fps: 24,
    captions: 'srt',
    embedCaptions: true,
  });
  const phrases = [
    ['00:00:00,100', '00:00:01,700', 'First we split the list in the middle.'],
    ['00:00:01,700', '00:00:04,800', 'Then we sort both of the halves,\neach of them in the same way.'],
  ];
  const written = phrases
    .map(([start, end, text], index) => `${index + 1}\n${start} --> ${end}\n${text}\n`)
    .join('\n');
  expect(captions).toBe(written);
  expect(await readTrack(data)).toBe(written);
  const numbers = ['3', '2', '1'].map((text, index) => ({
    text,
    startMs: index * 1000,
    endMs: 1000 + index * 1000,
  }));
  const countdown = await render(film({ mode: 'word', src: numbers }), {
    format: 'mp4',
    fps: 24,
    captions: 'srt',
  });
  expect(countdown.captions?.match(/-->/g)).toHaveLength(3);
});

it('a film without captions is refused with what to add', async () => {
  for (const options of [{ captions: 'vtt' }, { embedCaptions: true }] as const)
    await expect(render(withoutCaptions, { format: 'mp4', ...options })).rejects.toThrow(
      'the film has no captions; add an object of kind captions',
    );
  await expect(render(film(), { format: 'gif', embedCaptions: true })).rejects.toThrow(
    'embedCaptions can only add a text track to an mp4, webm or mov, but the format is gif',
  );
});

describe('WebVTT', () => {
  it('a browser reads the cues of a track, with the times of words in karaoke', {
    tags: 'chromium',
  }, async () => {
    const { captions = '' } = await render(film({ mode: 'karaoke' }), {
      format: 'mp4',
      fps: 24,
      captions: 'vtt',
    });
    const read = `async (text) => {
      const video = document.createElement('video');
      const track = document.createElement('track');
      track.kind = 'captions';
      track.src = URL.createObjectURL(new Blob([text], { type: 'text/vtt' }));
      video.append(track);
      document.body.append(video);
      track.track.mode = 'hidden';
      await new Promise((done, failed) => {
        track.addEventListener('load', done);
        track.addEventListener('error', () => failed(new Error('the track is not read')));
      });
      return [...track.track.cues].map((cue) => [cue.startTime, cue.endTime, cue.getCueAsHTML().textContent]);
    }`;
    const { page, close } = await openChromium();
    onTestFinished(close);
    const found = await page.evaluate(`(${read})(${JSON.stringify(captions)})`);
    expect(found).toEqual([
      [0.3, 1.3, 'Hello there, all of you.'],
      [1.3, 2.35, 'Less < more & "more".'],
    ]);
    expect(captions).toMatch(/Hello <00:00:00\.\d{3}>there/);
  });
});
