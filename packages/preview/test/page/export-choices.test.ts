import { expect, it } from 'vitest';
import { type FrameRate, outputFormats } from '../../../engine/src/output/formats.ts';
import { offeredFormats } from '../../src/film-state.ts';
import { exportCommand, exportOrder } from '../../src/page/export-command.js';
import { exportOrder as orderSchema, readValue } from '../../src/request-values.ts';

const choices = { what: 'png', width: undefined, fps: 30, timeMs: 700, part: null } as const;
const film = { file: 'film.json', path: 'films/film.json', settings: [], formats: offeredFormats };

function commandOf(changes: Partial<Parameters<typeof exportOrder>[0]>, given = {}): string {
  const order = exportOrder({ ...choices, ...changes }, offeredFormats) ?? expect.unreachable();
  return exportCommand(order, { ...film, ...given });
}

it.each([...outputFormats, 'sheet'])(
  'the export dialog makes an order for %s that the server accepts',
  (what) => {
    for (const width of [undefined, 400]) {
      const part = { from: 100, to: 900.5 };
      const order = exportOrder({ ...choices, what, width, part }, offeredFormats) ?? expect.unreachable();
      expect(readValue(orderSchema, order)).toEqual(order);
    }
  },
);

it('the export dialog makes no order for a format that the server does not offer', () => {
  expect(exportOrder({ ...choices, what: 'bmp' }, offeredFormats)).toBeUndefined();
  expect(exportOrder(choices, [])).toBeUndefined();
});

it('the server accepts the frame rates that the export dialog offers', () => {
  for (const { id: what, kind, frameRates } of offeredFormats.filter((one) => one.kind === 'film')) {
    expect(kind).toBe('film');
    for (const fps of frameRates as FrameRate[]) {
      const order = exportOrder({ ...choices, what, fps }, offeredFormats) ?? expect.unreachable();
      expect(readValue(orderSchema, order)).toMatchObject({ options: { fps } });
    }
  }
});

it.each([
  [{}, 'render films/film.json -o film.png --time-ms 700'],
  [{ what: 'svg', width: 400 }, 'render films/film.json -o film.svg --width 400 --time-ms 700'],
  [{ what: 'mp4', timeMs: 5 }, 'render films/film.json -o film.mp4'],
  [{ what: 'mp4', fps: 60, width: 400 }, 'render films/film.json -o film.mp4 --width 400 --fps 60'],
  [
    { what: 'mp4', part: { from: 500, to: 2500 } },
    'render films/film.json -o film.mp4 --from-ms 500 --to-ms 2500',
  ],
  [{ what: 'png', part: { from: 500, to: 2500 } }, 'render films/film.json -o film.png --time-ms 700'],
  [{ what: 'gif', fps: 15 }, 'render films/film.json -o film.gif'],
  [{ what: 'gif', fps: 30 }, 'render films/film.json -o film.gif --fps 30'],
  [{ what: 'sheet', width: 400 }, 'sheet films/film.json -o film-sheet.png --width 400'],
] as const)(
  'the export command for %j has only the options that differ from the defaults',
  (changes, command) => {
    expect(commandOf(changes)).toBe(`render-service ${command}`);
  },
);

it.each([
  ['-film.json', './-film.json', './-film.png'],
  ['my film.json', "'my film.json'", "'my film.png'"],
  ["it's.json", "'it'\\''s.json'", "'it'\\''s.png'"],
  ['.json', '.json', '.json.png'],
  ['film.tar.json', 'film.tar.json', 'film.tar.png'],
])('the export command for %s quotes file names where necessary', (file, input, output) => {
  const command = commandOf({}, { file, path: file });
  expect(command).toBe(`render-service render ${input} -o ${output} --time-ms 700`);
});

it('the export command quotes variables', () => {
  const command = commandOf({}, { settings: ['title=A film', '-size=24'] });
  expect(command).toMatch(/ '--set=title=A film' --set=-size=24$/);
});
