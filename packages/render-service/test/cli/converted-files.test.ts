// @module-tag ffmpeg

import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { run, temporaryFolder } from '../../../../test/support/command-line.ts';
import { convertWithFfmpeg } from '../../../../test/support/ffmpeg.ts';
import { checkFilm } from '../../../../test/support/film/check-film.ts';
import { sine, writeWav } from '../../../../test/support/wav-writer.ts';
import { film } from '../../../engine/test/shorthand/expand.ts';

const wav = writeWav({ sampleRate: 44_100, frames: 44_100, channels: [sine(440, 44_100, 0.5)] });
const star =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M5 0L6 4L10 5L6 6L5 10L4 6L0 5L4 4Z"/></svg>';

/** A folder with a film that has an MP3 and an SVG beside it. */
async function filmFolder(): Promise<string> {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'tone.mp3'), await convertWithFfmpeg(wav, 'mp3', ['-c:a', 'libmp3lame']));
  await writeFile(join(folder, 'star.svg'), star);
  const document = film({
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable.
    name: '${title}',
    variables: { title: 'Star' },
    width: 320,
    height: 180,
    objects: { star: { kind: 'image', image: { src: 'star.svg' }, state: { width: 120, height: 120 } } },
    compositions: { still: { duration: 500 } },
    audioTracks: { tone: { asset: { src: 'tone.mp3', mime: 'audio/mpeg' } } },
  });
  await writeFile(join(folder, 'film.json'), JSON.stringify(document));
  return folder;
}

describe('a film with an MP3 and an SVG beside it', () => {
  it('render makes a film that is as long as its sound', { tags: 'slow' }, async () => {
    const folder = await filmFolder();
    const output = join(folder, 'film.mp4');
    const { code, stderr } = await run(['render', join(folder, 'film.json'), '-o', output]);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    await checkFilm(await readFile(output), { durationMs: 1000, frames: 30, audioCodec: 'mp3' });
  });

  it('expand embeds an MP3 as WAV and an SVG as outlines', { tags: 'slow' }, async () => {
    const folder = await filmFolder();
    const { code, stdout } = await run(['expand', join(folder, 'film.json')]);
    expect(code).toBe(0);
    const { objects, audioTracks } = JSON.parse(stdout.toString()).scenes.main;
    expect(objects.star).toMatchObject({ vector: { shapes: [{ d: expect.stringMatching(/^M/) }] } });
    expect(objects.star.image).toBeUndefined();
    expect(audioTracks.tone).toMatchObject({
      duration: 1000,
      asset: { src: expect.stringMatching(/^data:audio\/wav/), mime: 'audio/wav', duration: 1000 },
    });
  });

  it('batch renders an MP3 and an SVG for every row', { tags: 'slow' }, async () => {
    const folder = await filmFolder();
    await writeFile(join(folder, 'rows.csv'), 'title\nOne\nTwo\n');
    const { code, stderr } = await run([
      ...['batch', join(folder, 'film.json'), '--data', join(folder, 'rows.csv')],
      ...['--out-dir', join(folder, 'out'), '--format', 'mp4'],
    ]);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    const names = (await readdir(join(folder, 'out'))).filter((name) => name.endsWith('.mp4'));
    expect(names).toHaveLength(2);
    for (const name of names)
      await checkFilm(await readFile(join(folder, 'out', name)), { durationMs: 1000, audioCodec: 'mp3' });
  });

  it('render leaves no film if the file of an MP3 contains text', async () => {
    const folder = await filmFolder();
    await writeFile(join(folder, 'tone.mp3'), 'la la la');
    const output = join(folder, 'film.mp4');
    const { code, stderr } = await run(['render', join(folder, 'film.json'), '-o', output]);
    expect(code).toBe(1);
    expect(stderr).toBe(
      'render-service: audioTracks.tone.asset.src: is "tone.mp3", but the file is neither WAV, MP3, M4A, AAC, FLAC, Ogg Vorbis nor Opus; convert it to one of them\n',
    );
    expect(existsSync(output)).toBe(false);
  });
});
