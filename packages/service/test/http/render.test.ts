import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { post } from '../../../../test/support/ask.ts';
import { stillProject } from '../../../../test/support/build-project.ts';
import { run, temporaryFolder } from '../../../../test/support/command-line.ts';
import { probeFilm } from '../../../../test/support/ffmpeg.ts';
import { fixtureText, hugeDrawing, smallProject, smallText } from '../../../../test/support/http-projects.ts';
import { pngSignature } from '../../../../test/support/png-writer.ts';
import { errorOf } from '../../../../test/support/response.ts';
import { useService } from '../../../../test/support/service.ts';

const service = useService();

describe('files from POST /render', () => {
  it('POST /render returns a PNG by default', async () => {
    const response = await post(service(), '/render', smallText);
    expect(response.status).toBe(200);
    expect(response.headers).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': 'attachment; filename="test.png"',
      'content-length': String(response.body.length),
      'x-service-frames': '0',
      'x-service-rasterized-frames': '1',
      'x-service-duration-ms': '0',
      'x-service-warnings': '0',
    });
    expect(response.body.subarray(0, 8)).toEqual(Buffer.from(pngSignature));
  });

  it('a header of POST /render counts the warnings of the inspection', async () => {
    const project = stillProject({
      formula: { kind: 'equation', state: { x: 100, y: 50, text: '\\frac{1' } },
    });
    const response = await post(service(), '/render?format=svg', JSON.stringify(project));
    expect(response.headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'x-service-warnings': '1',
    });
    const inspected = await post(service(), '/inspect', JSON.stringify(project));
    expect(JSON.parse(inspected.body.toString()).issues).toEqual([expect.stringMatching(/^warning: .*TeX/)]);
  });

  it('POST /render?format=svg returns an SVG', async () => {
    const response = await post(service(), '/render?format=svg', smallText);
    expect(response.status).toBe(200);
    expect(response.headers).toMatchObject({
      'content-type': expect.stringMatching(/^image\/svg\+xml(; ?charset=utf-8)?$/i),
      'content-disposition': 'attachment; filename="test.svg"',
      'x-service-frames': '0',
      'x-service-rasterized-frames': '0',
      'x-service-duration-ms': '0',
    });
    expect(response.body.toString()).toMatch(/^(<\?xml[^>]*\?>\s*)?<svg\b/);
  });

  it('POST /render?format=mp4 returns a film, with its frame counts in the headers', {
    tags: ['ffmpeg', 'slow'],
  }, async () => {
    const response = await post(service(), '/render?format=mp4&fps=24&width=320', fixtureText('derivative'));
    expect(response.status).toBe(200);
    expect(response.headers).toMatchObject({
      'content-type': 'video/mp4',
      'content-disposition': expect.stringMatching(/^attachment; filename="[\w-]+\.mp4"; filename\*=/),
      'x-service-frames': '236',
      'x-service-duration-ms': '9800',
    });
    const rasterized = Number(response.headers['x-service-rasterized-frames']);
    expect(rasterized).toBeGreaterThan(1);
    expect(rasterized).toBeLessThan(236);
    const { video, packets, format } = await probeFilm(response.body);
    expect(video).toMatchObject({ codec_name: 'h264', width: 320, height: 180 });
    expect(packets).toHaveLength(236);
    expect(Number(format.duration)).toBeCloseTo(9.8, 2);
  });

  it("POST /render draws a film's held picture only once", { tags: 'ffmpeg' }, async () => {
    const response = await post(service(), '/render?format=mp4', fixtureText('hello'));
    expect(response.headers).toMatchObject({ 'x-service-frames': '30', 'x-service-rasterized-frames': '1' });
  });

  it("POST /render returns a film with its project's sound", { tags: ['ffmpeg', 'slow'] }, async () => {
    const response = await post(service(), '/render?format=mp4&width=160', fixtureText('launch'));
    expect(response.status).toBe(200);
    expect((await probeFilm(response.body)).format.nb_streams).toBe(2);
  });

  it.each(['svg', 'png', 'mp4'])(
    'POST /render always returns the same bytes as the command line as %s',
    { tags: 'ffmpeg' },
    async (format) => {
      const target = `/render?format=${format}&width=320`;
      const [first, second] = [
        await post(service(), target, fixtureText('hello')),
        await post(service(), target, fixtureText('hello')),
      ];
      const output = join(await temporaryFolder(), `hello.${format}`);
      await run(['render', 'test/fixtures/projects/hello.json', '-o', output, '--width', '320']);
      expect(first.status).toBe(200);
      expect(second.body.equals(first.body)).toBe(true);
      expect(first.body.equals(await readFile(output))).toBe(true);
    },
  );
});

describe('file names in Content-Disposition', () => {
  /** An independent parser of what RFC 6266 and RFC 5987 allow. */
  function fileNames(disposition = '') {
    const match = /^attachment; filename="([^"\\]*)"(?:; filename\*=UTF-8''(\S+))?$/.exec(disposition);
    if (!match) throw new Error(`Content-Disposition is ${disposition}`);
    const [, plain, extended] = match;
    if (extended !== undefined) expect(extended).toMatch(/^([A-Za-z0-9!#$&+.^_`|~-]|%[0-9A-F]{2})+$/);
    return { plain, extended: extended === undefined ? undefined : decodeURIComponent(extended) };
  }

  async function namesOf(name: string) {
    const response = await post(service(), '/render?format=svg', { ...smallProject, name });
    expect(response.status).toBe(200);
    return fileNames(response.headers['content-disposition']);
  }

  it.each(['Hello', 'lesson-2', 'a_b', '2024'])(
    'Content-Disposition names the file after the project "%s"',
    async (name) => {
      expect(await namesOf(name)).toEqual({ plain: `${name}.svg`, extended: undefined });
    },
  );

  it.each([
    'My film',
    'Über die Brücke',
    'Say "hello"',
    "it's 100 % (done)*",
    'Film 🎬',
    'фильм 1',
    'a;b,c=d',
    'a.b',
  ])('Content-Disposition contains a plain and a full file name for the project "%s"', async (name) => {
    const { plain, extended } = await namesOf(name);
    expect(plain).toMatch(/^[A-Za-z0-9_-]+\.svg$/);
    expect(extended).toBe(`${name}.svg`);
  });

  it.each(['🎬', '!!!', '…'])(
    'Content-Disposition falls back to the plain file name "project" for the project "%s"',
    async (name) => {
      expect(await namesOf(name)).toEqual({ plain: 'project.svg', extended: `${name}.svg` });
    },
  );

  it('Content-Disposition falls back to the file name "project" for an empty project name', async () => {
    expect((await namesOf('')).plain).toBe('project.svg');
  });

  it.each([
    ...['a\r\nX-Injected: yes', 'a\0b', 'a\tb', 'a\u007fb', 'lone \ud800 surrogate', '\u202etxt.exe'],
    ...[
      '../../etc/passwd',
      '/etc/passwd',
      'C:\\file',
      '..\\file',
      ' ',
      '..',
      '-',
      '--force',
      '""',
      'a"; x="y',
    ],
  ])('Content-Disposition contains a harmless file name for the project %j', async (name) => {
    const response = await post(service(), '/render?format=svg', { ...smallProject, name });
    expect(response.status).toBe(200);
    expect(response.headers['x-injected']).toBeUndefined();
    const { plain, extended = '' } = fileNames(response.headers['content-disposition']);
    expect(plain).toMatch(/^[A-Za-z0-9_-]+\.svg$/);
    for (const character of ['/', '\\', '\r', '\n', '\0']) expect(extended).not.toContain(character);
  });

  it('Content-Disposition keeps the longest project name complete', async () => {
    const name = '🎬'.repeat(50);
    expect((await namesOf(name)).extended).toBe(`${name}.svg`);
  });
});

describe('refusals of POST /render', () => {
  it('POST /render refuses an output of more than 64 MiB', { tags: 'slow' }, async () => {
    const response = await post(service(), '/render?format=svg', hugeDrawing());
    expect(response.status).toBe(422);
    expect(errorOf(response)).toMatch(/64 MiB|67108864/);
  });

  it('POST /render refuses an undecodable image, which POST /inspect does not detect', async () => {
    const image = { src: 'data:image/png;base64,AAAA', width: 8, height: 8 };
    const project = stillProject({ photo: { kind: 'image', image, state: {} } });
    expect((await post(service(), '/inspect', project)).status).toBe(200);
    const response = await post(service(), '/render', project);
    expect(response.status).toBe(422);
    expect(errorOf(response)).toContain('photo');
  });
});
