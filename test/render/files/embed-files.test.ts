import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Scene } from '../../../src/project/schema.ts';
import { loadProject } from '../../../src/render/load-project.ts';
import { RenderError } from '../../../src/render/render-error.ts';
import { film } from '../../shorthand/expand.ts';
import { writeWav } from '../../support/wav-writer.ts';

const { signal } = new AbortController();
const jpeg = new URL('../../fixtures/images/gradient-baseline-420.jpg', import.meta.url);
const sound = writeWav({ sampleRate: 8000, frames: 4000, channels: [() => 0] });

/** Creates a folder for a project and its files, and a sibling file outside it. */
function folderWith(files: Record<string, Uint8Array | string> = {}): string {
  const root = mkdtempSync(join(tmpdir(), 'render-service-files-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const folder = join(root, 'project');
  mkdirSync(join(folder, 'media'), { recursive: true });
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes);
  return folder;
}

const picture = (src: string) => film({ objects: { box: { kind: 'image', image: { src } } } });
const voice = (src: string) => film({ audioTracks: { voice: { asset: { src } } } });

async function load(document: object, baseFolder?: string): Promise<Scene> {
  const { project } = await loadProject(document, { baseFolder }, signal);
  const { main } = project.scenes;
  if (main === undefined) throw new Error('no scene');
  return main;
}

async function problemsOf(document: object, baseFolder?: string): Promise<readonly string[]> {
  try {
    await load(document, baseFolder);
    return [];
  } catch (error) {
    if (error instanceof RenderError) return error.problems;
    throw error;
  }
}

describe('a src that is a file', () => {
  it('embeds a file in src with its type, size and duration', { tags: ['shorthand.files'] }, async () => {
    const { readFileSync } = await import('node:fs');
    const bytes = readFileSync(jpeg);
    const folder = folderWith({ 'media/picture.png': bytes, 'voice.wav': sound });
    const scene = await load(
      { ...picture('media/picture.png'), ...{ audioTracks: voice('./voice.wav').audioTracks } },
      folder,
    );
    expect(scene.objects.box?.image).toMatchObject({
      src: `data:image/jpeg;base64,${bytes.toString('base64')}`,
    });
    expect(scene.objects.box?.image?.width).toBeGreaterThan(1);
    expect(scene.audioTracks?.voice).toMatchObject({
      asset: { mime: 'audio/wav', duration: 500, hasAudio: true },
      offset: 0,
      duration: 500,
    });
  });

  it('embeds a file in src whose name contains a variable', { tags: ['shorthand.files'] }, async () => {
    const folder = folderWith({ 'media/voice-en.wav': sound });
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable.
    const document = { ...voice('media/voice-${language}.wav'), variables: { language: 'en' } };
    expect((await load(document, folder)).audioTracks?.voice?.duration).toBe(500);
  });

  it.each([
    [
      '../secret.wav',
      'must be a path in the project\'s folder or below, without "..", but is "../secret.wav"',
    ],
    ['media/../../secret.wav', 'must be a path in the project\'s folder or below, without ".."'],
    ['/etc/passwd', 'must be a path relative to the project\'s folder, but is "/etc/passwd"'],
    ['..\\secret.wav', 'must be a path with "/" between its parts'],
    ['a\0b', 'must be a path without null characters'],
    ['missing.wav', 'cannot be read from the file "missing.wav": there is no such file'],
    ['.', "must not lead out of the project's folder"],
    ['media', 'must be a regular file, but "media" is not'],
    ['text.wav', 'is "text.wav", but the file is not a RIFF WAVE file'],
  ])(
    'rejects the src %j',
    { tags: ['shorthand.files.inside', 'shorthand.files.regular'] },
    async (src, problem) => {
      const folder = folderWith({ 'text.wav': 'hello', '../secret.wav': sound });
      expect(await problemsOf(voice(src), folder)).toEqual([
        expect.stringContaining(`audioTracks.voice.asset.src: ${problem}`),
      ]);
    },
  );

  it('embeds a link in src that stays in the project folder, and rejects a link that leads out of it', {
    tags: ['shorthand.files.inside'],
  }, async () => {
    const folder = folderWith({ 'voice.wav': sound, '../secret.wav': sound });
    symlinkSync('../voice.wav', join(folder, 'media/inside.wav'));
    symlinkSync('../../secret.wav', join(folder, 'media/outside.wav'));
    symlinkSync('..', join(folder, 'up'));
    expect(await problemsOf(voice('media/inside.wav'), folder)).toEqual([]);
    for (const src of ['media/outside.wav', 'up/secret.wav']) {
      expect(await problemsOf(voice(src), folder)).toEqual([
        `audioTracks.voice.asset.src: must not lead out of the project's folder, but "${src}" is a link that does`,
      ]);
    }
  });

  it('rejects a pipe without a writer in src at once', { tags: ['shorthand.files.regular'] }, async () => {
    const folder = folderWith();
    execFileSync('mkfifo', [join(folder, 'pipe.wav')]);
    expect(await problemsOf(voice('pipe.wav'), folder)).toEqual([
      'audioTracks.voice.asset.src: must be a regular file, but "pipe.wav" is not',
    ]);
  });

  it('rejects a file in src that is too large', {
    tags: ['shorthand.files.regular'],
  }, async () => {
    const folder = folderWith({ 'huge.wav': '', 'big.wav': '', 'wide.png': '' });
    truncateSync(join(folder, 'huge.wav'), 2 ** 40);
    truncateSync(join(folder, 'big.wav'), 30_000_000);
    truncateSync(join(folder, 'wide.png'), 2 ** 21);
    expect(await problemsOf(voice('huge.wav'), folder)).toEqual([
      expect.stringMatching(/src: must be a file of at most \d+ bytes, but "huge\.wav" has 1099511627776$/),
    ]);
    expect(await problemsOf(voice('big.wav'), folder)).toEqual([
      'audioTracks.voice.asset.src: makes the project larger than 32 MiB: "big.wav" has 30000000 bytes',
    ]);
    expect(await problemsOf(picture('wide.png'), folder)).toEqual([
      expect.stringMatching(
        /image\.src: must be a file of at most 1048\d\d\d bytes, but "wide\.png" has 2097152$/,
      ),
    ]);
  });

  it('rejects a file in src without a base folder', { tags: ['shorthand.files.http'] }, async () => {
    expect(await problemsOf(picture('picture.png'))).toEqual([
      expect.stringMatching(
        /^objects\.box\.image\.src: is the file "picture\.png", but no base folder is given; embed it/,
      ),
    ]);
  });

  it('does not read files that a project in the full format names', {
    tags: ['shorthand.files'],
  }, async () => {
    const folder = folderWith({ 'voice.wav': sound });
    const full = (await loadProject(voice(`data:audio/wav;base64,${sound.toString('base64')}`), {}, signal))
      .project;
    const document = JSON.parse(JSON.stringify(full));
    document.scenes.main.audioTracks.voice.asset.src = 'voice.wav';
    expect((await load(document, folder)).audioTracks?.voice?.asset.src).toBe('voice.wav');
  });
});
