import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { run } from '../../../../test/support/command-line.ts';

const hello = fileURLToPath(new URL('../../../../test/fixtures/projects/hello.json', import.meta.url));
const toFile = ['render', hello, '-o', 'x.png'];
const commands =
  'valid commands: init, preview, render, batch, sheet, inspect, fix, expand, script, speak, schema, guide, serve, mcp, work, queue, cache';

describe('wrong usage', () => {
  it.each([
    [[], `a command is missing; ${commands}`],
    [['paint'], `unknown command paint; ${commands}`],
    [['rendr'], 'unknown command rendr; did you mean render?'],
    [['--port', '80'], `unknown option --port; ${commands}`],
    [['render'], 'render needs an INPUT: a project file, or - for standard input'],
    [['inspect'], 'inspect needs an INPUT: a project file, or - for standard input'],
    [['render', hello], 'render needs an output: -o OUTPUT'],
    [['render', hello, '-o', ''], 'render needs an output: -o OUTPUT'],
    [
      ['render', hello, 'b.json', '-o', 'x.png'],
      'several inputs make an MP4, but the format is png; name it NAME.mp4',
    ],
    [['inspect', hello, 'b.json'], 'unexpected argument "b.json"; inspect takes one INPUT'],
    [['batch', '--out-dir', 'x'], 'batch needs an INPUT: a project file'],
    [['batch', hello], 'batch needs a folder for its outputs: --out-dir DIR'],
    [
      ['batch', '-', '--out-dir', 'x'],
      'batch reads a project from standard input only together with --data FILE',
    ],
    [
      ['batch', hello, 'b.json', '--data', 'x.csv', '--out-dir', 'x'],
      'unexpected argument "b.json"; with --data, batch takes one INPUT',
    ],
    [['batch', '-', '--data', '-', '--out-dir', 'x'], 'INPUT and --data cannot both be standard input'],
    [
      ['batch', hello, '--out-dir', 'x', '--jobs', '0'],
      '--jobs must be an integer from 1 to 256, but is "0"',
    ],
    [['serve', '8080'], 'unexpected argument "8080"; serve takes options only'],
    [['mcp', 'x'], 'unexpected argument "x"; mcp takes options only'],
    [[...toFile, '--widht', '64'], 'unknown option --widht; did you mean --width?'],
    [[...toFile, '--Height=64'], 'unknown option --Height; did you mean --height?'],
    [[...toFile, '--out', 'y.png'], 'unknown option --out; did you mean --output?'],
    [[...toFile, '--timeMs', '5'], 'unknown option --timeMs; did you mean --time-ms?'],
    [['serve', '--prot', '80'], 'unknown option --prot; did you mean --port?'],
    [
      ['inspect', hello, '--colour', 'red'],
      'unknown option --colour; valid options: --format, --width, --height, --fps, --time-ms, --theme, --timeout-ms, --layout, --set, --strict, --json, --help, --version',
    ],
    [
      ['mcp', '-x'],
      'unknown option -x; valid options: --timeout-ms, --formats, --cache, --cache-size, --tools, --tool-wait-ms, --config, --help, --version',
    ],
    [[...toFile, '--width'], '--width needs a value'],
    [
      [...toFile, '--time-ms', '-1'],
      '--time-ms needs a value, but is followed by -1; if that is the value, write --time-ms=-1',
    ],
    [[...toFile, '--time-ms=-1'], '--time-ms must be a number of at least 0, but is -1'],
    [[...toFile, '--json=yes'], '--json takes no value, but is given "yes"'],
    [
      [...toFile, '--format', 'avi'],
      '--format must be svg, png, mp4, webm, mov, gif, webp or apng, but is "avi"',
    ],
    [[...toFile, '--fps', '7'], '--fps must be 10, 12, 15, 20, 24, 25, 30, 50 or 60, but is 7'],
    [['render', '-', '-o', 'x.mp4', '--fps', '25'], '--fps must be 24, 30 or 60, but is 25'],
    [['render', '-', '-o', 'x.mp4', '--fps', '31'], '--fps must be 24, 30 or 60, but is 31'],
    [['render', '-', '-', '-o', 'x.WebM', '--fps', '31'], '--fps must be 24, 30 or 60, but is 31'],
    [
      ['render', '-', '-o', '-', '--format', 'mp4', '--fps', '1e1'],
      '--fps must be 24, 30 or 60, but is "1e1"',
    ],
    [
      ['render', '-', '-o', 'x.gif', '--fps', '31'],
      '--fps must be 10, 12, 15, 20, 24, 25, 30, 50 or 60, but is 31',
    ],
    [['inspect', '-', '--format', 'mov', '--fps', '31'], '--fps must be 24, 30 or 60, but is 31'],
    [
      ['batch', '-', '--data', 'x.csv', '--out-dir', 'x', '--name', '{{id}}.mp4', '--fps', '31'],
      '--fps must be 24, 30 or 60, but is 31',
    ],
    [[...toFile, '--width', '0x10'], '--width must be an integer from 1 to 3840, but is "0x10"'],
    [[...toFile, '--width', '0640'], '--width must be an integer from 1 to 3840, but is "0640"'],
    [[...toFile, '--width', '1e2'], '--width must be an integer from 1 to 3840, but is "1e2"'],
    [[...toFile, '--width', '5000'], '--width must be an integer from 1 to 3840, but is 5000'],
    [['render', '-', '-o', 'x.mp4', '--width', '321'], '--width must be even for mp4, but is 321'],
    [
      ['render', '-', '-o', 'x.mp4', '--from-ms', '900', '--to-ms', '100'],
      '--to-ms must be greater than --from-ms, which is 900, but is 100',
    ],
    [
      ['render', '-', '-o', 'x.mp4', '--width', '3840', '--height', '3840'],
      'width x height must be at most 8294400, but is 3840 x 3840',
    ],
    [['render', '-', '-o', 'x.mp4', '--codec', 'vp9'], '--codec must be h264, hevc or av1, but is "vp9"'],
    [
      ['render', '-', '-o', 'x.webm', '--codec', 'av1'],
      '--codec can only choose the pictures of an MP4, but the format is webm',
    ],
    [[...toFile, '--timeout-ms', '0'], '--timeout-ms must be an integer from 1 to 600000, but is "0"'],
  ])('reports the wrong usage %j in one sentence with exit code 2', async (args, sentence) => {
    const { code, stdout, stderr } = await run(args);
    const [line, ...hint] = stderr.split('\n');
    expect({ code, line, stdout: stdout.toString() }).toEqual({
      code: 2,
      line: `render-service: ${sentence}`,
      stdout: '',
    });
    expect(hint.join('\n')).toMatch(/^(Try: render-service .*--help\n)?$/);
  });

  it('wrong usage of render creates no output file', async () => {
    expect(await readdir('.')).not.toContain('x.png');
  });
});
