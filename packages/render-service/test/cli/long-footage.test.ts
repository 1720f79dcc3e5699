// @module-tag ffmpeg
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { ask, post } from '../../../../test/support/ask.ts';
import { run } from '../../../../test/support/command-line.ts';
import { runOnFile } from '../../../../test/support/ffmpeg.ts';
import { jsonOf } from '../../../../test/support/response.ts';
import { useService } from '../../../../test/support/service.ts';
import {
  clipFolder,
  makeClip,
  numberedPictures,
  numberedSize,
  numberOf,
} from '../../../engine/test/media/video/support.ts';
import { useOfficialClient } from '../../../service/test/mcp/support/official-client.ts';

const { width, height } = numberedSize;
const seconds = 64;
const rate = 24;
const film = {
  ...{ shorthand: true, name: 'Long', width, height, lang: 'en', background: '#000000' },
  objects: {
    clip: { kind: 'video', src: 'clip.mp4', words: 'clip.srt', width, height },
    captions: { kind: 'captions', fontSize: 4, place: 'bottom' },
  },
  compositions: [{ duration: 'clip', states: { clip: true, captions: true } }],
};

const service = useService();
const client = useOfficialClient('2025-11-25');
const folder = clipFolder();
const path = (name: string) => join(folder, name);

beforeAll(async () => {
  await makeClip(
    ...['-f', 'lavfi', '-i', `sine=frequency=300:duration=${seconds}`],
    ...numberedPictures('24', seconds),
    ...['-map', '0:a', '-map', '1:v'],
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-pix_fmt', 'yuv420p', '-c:a', 'aac'],
    path('clip.mp4'),
  );
  await writeFile(path('clip.srt'), '1\n00:00:31,000 --> 00:00:33,500\nAcross the parts.\n');
  await writeFile(path('film.json'), JSON.stringify(film));
});

/** The numbers in the pictures of a film, as ffmpeg decodes them, without a word of it. */
async function numbersIn(file: string): Promise<number[]> {
  const { stdout, stderr } = await runOnFile('ffmpeg', await readFile(file), (name) => [
    ...['-v', 'warning', '-xerror', '-err_detect', 'explode', '-i', name],
    ...['-map', '0:v', '-f', 'rawvideo', '-pix_fmt', 'gray', '-'],
  ]);
  expect(stderr.toString()).toBe('');
  const pixels = width * height;
  return Array.from({ length: stdout.length / pixels }, (_, index) =>
    numberOf((x, y) => stdout[index * pixels + y * width + x], { width, height }),
  );
}

async function streamsOf(file: string): Promise<object> {
  const { stdout } = await runOnFile('ffprobe', await readFile(file), (name) => [
    ...['-v', 'error', '-show_entries', 'stream=codec_name,duration', '-show_chapters', '-of', 'json', name],
  ]);
  const { streams, chapters } = JSON.parse(String(stdout));
  return {
    streams: streams.map(({ codec_name, duration }: { codec_name: string; duration: string }) => [
      codec_name,
      Math.round(Number(duration)),
    ]),
    chapters,
  };
}

const whole = Array.from({ length: seconds * rate }, (_, index) => index);

it('render makes a film over a clip of more than a minute, with its sound and its captions', {
  tags: 'slow',
}, async () => {
  const made = await run([
    ...['render', path('film.json'), '-o', path('film.mp4'), '--fps', '24', '--json', '--no-cache'],
    ...['--captions', path('film.srt'), '--embed-captions'],
  ]);
  expect(made).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(String(made.stdout))).toMatchObject({
    ...{
      format: 'mp4',
      width,
      height,
      durationMs: seconds * 1000,
      frames: seconds * rate,
      audioCodec: 'mp3',
    },
    outputPath: path('film.mp4'),
  });
  expect(await numbersIn(path('film.mp4'))).toEqual(whole);
  expect(await streamsOf(path('film.mp4'))).toEqual({
    streams: [
      ['h264', seconds],
      ['mp3', seconds],
      ['mov_text', 34],
    ],
    chapters: [],
  });
  expect(await readFile(path('film.srt'), 'utf8')).toBe(
    '1\n00:00:31,000 --> 00:00:33,500\nAcross the parts.\n',
  );
});

it('inspect has nothing against such a film as MP4, and something against it as WebM', async () => {
  expect(await run(['inspect', path('film.json'), '--format', 'mp4'])).toMatchObject({ code: 0 });
  const { code, stdout } = await run(['inspect', path('film.json'), '--format', 'webm']);
  expect([code, String(stdout)]).toEqual([1, expect.stringContaining('lasts 64000 ms')]);
});

it('a long film over a clip needs files, and all of its time', async () => {
  const needs = 'a film over clips of more than a minute';
  const asked = ['render', path('film.json'), '--format', 'mp4', '--fps', '24', '--no-cache'];
  expect(await run([...asked, '-o', '-'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(`${needs} needs files as its input and its output`),
  });
  const part = await run([...asked, '-o', path('part.mp4'), '--from-ms', '1000', '--to-ms', '62000']);
  expect(part).toMatchObject({ code: 2, stderr: expect.stringContaining(`${needs} is made as a whole`) });
});

it('the tool server makes such a film, too', { tags: 'slow' }, async () => {
  const outputPath = path('tool.mp4');
  const inspected = await client().callTool({
    name: 'service_inspect',
    arguments: { inputPath: path('film.json') },
  });
  expect(inspected.structuredContent).toMatchObject({ issues: [] });
  const rendered = await client().callTool({
    name: 'service_render',
    arguments: { inputPath: path('film.json'), outputPath, fps: 24 },
  });
  expect(rendered.structuredContent).toMatchObject({
    outputPath,
    durationMs: seconds * 1000,
    frames: seconds * rate,
  });
  expect(await numbersIn(outputPath)).toEqual(whole);
});

it('a batch makes such a film, too', { tags: 'slow' }, async () => {
  const made = await run([
    'batch',
    path('film.json'),
    '--out-dir',
    path('made'),
    '--format',
    'mp4',
    '--fps',
    '24',
  ]);
  expect(made).toMatchObject({ code: 0 });
  expect(await numbersIn(path('made/film.mp4'))).toEqual(whole);
});

it('HTTP keeps the limit of a minute', async () => {
  const expanded = await run(['expand', path('film.json')]);
  const document = JSON.parse(String(expanded.stdout));
  const url = `data:video/mp4;base64,${(await readFile(path('clip.mp4'))).toString('base64')}`;
  for (const { objects, audioTracks } of Object.values<{
    objects: Record<string, { media?: { src: string } }>;
    audioTracks: Record<string, { asset: { src: string } }>;
  }>(document.scenes)) {
    for (const { media } of Object.values(objects)) if (media) media.src = url;
    for (const { asset } of Object.values(audioTracks)) asset.src = url;
  }
  const inspected = await post(service(), '/inspect', document);
  expect(jsonOf(inspected)).toMatchObject({ issues: [expect.stringContaining('at most 60000 ms')] });
  const rendered = await post(service(), '/render?format=mp4&fps=24', document);
  expect([rendered.status, jsonOf(rendered)]).toEqual([
    422,
    { error: expect.stringContaining('one render makes at most 60000 ms and 1800 frames') },
  ]);
  expect((await ask(service(), '/capabilities')).status).toBe(200);
});
