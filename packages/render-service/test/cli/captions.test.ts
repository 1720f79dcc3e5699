import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { run, temporaryFolder } from '../../../../test/support/command-line.ts';

const film = {
  shorthand: true,
  ...{ width: 160, height: 90 },
  objects: { talk: { kind: 'captions', src: 'talk.srt' } },
  compositions: [{ duration: 2000 }],
};

const srt = '1\n00:00:00,500 --> 00:00:01,900\nHello there, all of you.\n';

async function folderWithFilm(): Promise<string> {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'film.json'), JSON.stringify(film));
  await writeFile(join(folder, 'talk.srt'), srt);
  return folder;
}

it('--captions writes WebVTT or SRT beside the film, in the format of its extension', {
  tags: 'slow',
}, async () => {
  const folder = await folderWithFilm();
  const path = (name: string) => join(folder, name);
  const render = (name: string) =>
    run(['render', path('film.json'), '-o', path(`${name}.mp4`), '--captions', path(name)]);
  expect(await render('out.srt')).toMatchObject({ code: 0, stderr: '' });
  expect(await readFile(path('out.srt'), 'utf8')).toBe(srt);
  expect(await render('out.vtt')).toMatchObject({ code: 0, stderr: '' });
  expect(await readFile(path('out.vtt'), 'utf8')).toBe(
    'WEBVTT\n\n00:00:00.500 --> 00:00:01.900\nHello there, all of you.\n',
  );
});

it('--captions refuses other extensions, existing files and the film itself, and then writes nothing', async () => {
  const folder = await folderWithFilm();
  const path = (name: string) => join(folder, name);
  await writeFile(path('old.vtt'), 'old');
  const before = await readdir(folder);
  for (const [file, message] of [
    ['out.txt', '--captions must be a file with the extension .vtt or .srt'],
    ['old.vtt', 'old.vtt'],
    ['missing/out.vtt', 'missing'],
  ] as const) {
    const { code, stderr } = await run([
      ...['render', path('film.json'), '-o', path('film.mp4'), '--captions', path(file)],
    ]);
    expect(code).not.toBe(0);
    expect(stderr).toContain(message);
  }
  const { stderr } = await run([
    'render',
    path('film.json'),
    '-o',
    path('a.png'),
    '--captions',
    path('a.vtt'),
  ]);
  expect(stderr).toContain('--captions can only be written beside a film, but the format is png');
  expect(await readdir(folder)).toEqual(before);
});
