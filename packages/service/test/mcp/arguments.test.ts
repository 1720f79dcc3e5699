import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../test/support/command-line.ts';
import { hello, readProject } from './support/fixtures.ts';
import { textOf, useOfficialClient } from './support/official-client.ts';

const client = useOfficialClient('2026-07-28');

async function errorOf(name: string, args: Record<string, unknown>): Promise<string> {
  const result = await client().callTool({ name, arguments: args });
  expect(result.isError, textOf(result)).toBe(true);
  // Arguments of a wrong type are refused before the tool is called, and have no data.
  const { problems = [] } = (result.structuredContent ?? {}) as { problems?: { message: string }[] };
  for (const { message } of problems) expect(textOf(result)).toContain(message);
  return textOf(result);
}

describe('arguments', () => {
  it.each([
    ['no inputPath', { inputPath: undefined }, 'inputPath is required'],
    ['no outputPath', { outputPath: undefined }, 'outputPath is required'],
    [
      'a relative inputPath',
      { inputPath: 'hello.json' },
      'inputPath must be an absolute path, but is "hello.json"',
    ],
    [
      'a relative outputPath',
      { outputPath: './a.png' },
      'outputPath must be an absolute path, but is "./a.png"',
    ],
    ['an empty path', { inputPath: '' }, 'inputPath must be an absolute path, but is ""'],
    ['a URL', { inputPath: `file://${hello}` }, 'inputPath must be an absolute path, but is "file:///'],
    ['a home folder', { outputPath: '~/a.png' }, 'outputPath must be an absolute path, but is "~/a.png"'],
    ['a path that is a number', { inputPath: 7 }, 'inputPath must be an absolute path, but is 7'],
    [
      'a path that is a list',
      { inputPath: [hello] },
      'inputPath must be an absolute path, but is an array of 1 item',
    ],
    [
      'a path with a null character',
      { inputPath: '/tmp/a\0b' },
      'inputPath must be a path without null characters, but is "/tmp/a\\u0000b"',
    ],
    [
      'an unknown format',
      { format: 'gif' },
      'format must be svg, png or mp4, but is "gif"; the operator can offer it with SERVICE_RENDER_FORMATS=svg,png,mp4,gif',
    ],
    ['a format in capitals', { format: 'PNG' }, 'format must be svg, png or mp4, but is "PNG"'],
    ['a format that is null', { format: null }, 'format must be svg, png or mp4, but is null'],
    ['width as text', { width: '640' }, 'width must be an integer from 1 to 1920, but is "640"'],
    ['a fractional width', { width: 12.5 }, 'width must be an integer from 1 to 1920, but is 12.5'],
    ['a width of 0', { width: 0 }, 'width must be an integer from 1 to 1920, but is 0'],
    ['a width that is too large', { width: 1921 }, 'width must be an integer from 1 to 1920, but is 1921'],
    ['a height that is too large', { height: 1921 }, 'height must be an integer from 1 to 1920, but is 1921'],
    ['a negative height', { height: -2 }, 'height must be an integer from 1 to 1920, but is -2'],
    [
      'too many pixels',
      { width: 1920, height: 1081 },
      'width x height must be at most 2073600, but is 1920 x 1081',
    ],
    [
      'an odd film width',
      { format: 'mp4', outputPath: '/tmp/x', width: 321 },
      'width must be even for mp4, but is 321',
    ],
    [
      'an odd height for the extension .mp4',
      { outputPath: '/tmp/x.mp4', height: 181 },
      'height must be even for mp4, but is 181',
    ],
    [
      'a height whose width would be too large',
      { height: 1200 },
      "height 1200 keeps the first scene's aspect (1280 x 720) only at 2133 x 1200, but each side must be at most 1920",
    ],
    ['an unsupported frame rate', { fps: 25 }, 'fps must be 24, 30 or 60, but is 25'],
    ['a frame rate as text', { fps: '30' }, 'fps must be 24, 30 or 60, but is "30"'],
    ['a time before the start', { timeMs: -1 }, 'timeMs must be a number of at least 0, but is -1'],
    ['a time as text', { timeMs: '0' }, 'timeMs must be a number of at least 0, but is "0"'],
    [
      'a time after the end',
      { timeMs: 1001 },
      "timeMs must lie inside the project's duration of 1000 ms, but is 1001",
    ],
    ['a time for a film', { outputPath: '/tmp/x.mp4', timeMs: 5 }, 'timeMs must be 0 for mp4, but is 5'],
    [
      'a format that contradicts the extension',
      { format: 'mp4' },
      'format mp4 contradicts the extension of ',
    ],
    [
      'an unknown extension without a format',
      { outputPath: '/tmp/x.gif' },
      'the extension of /tmp/x.gif must be .svg, .png or .mp4; the operator can offer it with SERVICE_RENDER_FORMATS=svg,png,mp4,gif',
    ],
    [
      'an unknown extension that no other format has either',
      { outputPath: '/tmp/x.part' },
      'the extension of /tmp/x.part must be .svg, .png or .mp4, or the format must be given: svg, png or mp4',
    ],
    [
      'an unknown extension with a format',
      { outputPath: '/tmp/x.gif', format: 'png' },
      'format png contradicts the extension of /tmp/x.gif; the formats are svg, png and mp4',
    ],
    [
      'a misspelt argument name',
      { formats: 'png' },
      'unknown argument "formats"; valid arguments: inputPath, outputPath, format, width, height, fps, timeMs',
    ],
    [
      'a codec',
      { format: 'mp4', codec: 'hevc' },
      'unknown argument "codec"; valid arguments: inputPath, outputPath, format, width, height, fps, timeMs',
    ],
    [
      'an argument named constructor',
      { constructor: 1 },
      'unknown argument "constructor"; valid arguments: inputPath',
    ],
  ])('service_render explains why it refuses %s', async (_, args, words) => {
    const folder = await temporaryFolder();
    const whole = { inputPath: hello, outputPath: join(folder, 'a.png'), ...args };
    expect(await errorOf('service_render', whole)).toContain(words);
    expect(await readdir(folder)).toEqual([]);
  });

  it('service_render reports all invalid arguments together', async () => {
    const text = await errorOf('service_render', {
      inputPath: hello,
      outputPath: '/tmp/a.png',
      width: 0,
      fps: 1,
      timeMs: null,
    });
    for (const name of ['width', 'fps', 'timeMs']) expect(text).toContain(`${name} must be `);
  });

  it.each([
    [{}, 'inputPath is required'],
    [{ inputPath: 'a.json' }, 'inputPath must be an absolute path, but is "a.json"'],
    [{ inputPath: hello, format: 'png' }, 'unknown argument "format"; valid arguments: inputPath'],
  ])('service_inspect explains why it refuses the arguments %j', async (args, words) => {
    expect(await errorOf('service_inspect', args)).toContain(words);
  });

  it('service_capabilities accepts no argument but topic', async () => {
    expect(await errorOf('service_capabilities', { format: 'png' })).toContain(
      'unknown argument "format"; valid arguments: topic',
    );
  });

  it('service_render accepts arguments at their limits', async () => {
    const folder = await temporaryFolder();
    for (const [name, args, made] of [
      ['a.png', { width: 1, height: 1 }, { width: 1, height: 1 }],
      ['b.svg', { width: 1920, height: 1080 }, { width: 1920, height: 1080 }],
      ['c.svg', { timeMs: 1000 }, { format: 'svg' }],
      ['d.svg', { timeMs: 0.5, fps: 60 }, { format: 'svg' }],
      ['e.mp4', { width: 2, height: 2, fps: 60, timeMs: 0 }, { width: 2, height: 2, frames: 60 }],
      ['f.part', { format: 'png' }, { format: 'png' }],
      ['g', {}, { format: 'png' }],
    ] as const) {
      const result = await client().callTool({
        name: 'service_render',
        arguments: { inputPath: hello, outputPath: join(folder, name), ...args },
      });
      expect(result.structuredContent, textOf(result)).toMatchObject(made);
    }
  });

  it("service_render checks a film's duration and frame count before drawing", async () => {
    const folder = await temporaryFolder();
    const inputPath = join(folder, 'long.json');
    const outputPath = join(folder, 'long.mp4');
    for (const [duration, fps, words] of [
      [
        60_001,
        24,
        'project: lasts 60001 ms, but an MP4 at most 60000 ms; shorten it or split it into several projects; stills still work',
      ],
      [30_001, 60, 'project: has 1801 frames at 60 fps, but an MP4 at most 1800; choose a lower fps'],
      [0, 30, 'project: lasts 0 ms, so there is no film to render; stills still work'],
    ] as const) {
      const project = readProject(hello) as {
        scenes: { hello: { compositions: { still: { duration: number } } } };
      };
      project.scenes.hello.compositions.still.duration = duration;
      await writeFile(inputPath, JSON.stringify(project));
      expect(await errorOf('service_render', { inputPath, outputPath, fps })).toBe(words);
    }
    expect(await readdir(folder)).toEqual(['long.json']);
  });
});
