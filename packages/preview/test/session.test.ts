import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { decodePng } from '../../../test/support/picture.ts';
import { writePng } from '../../../test/support/png-writer.ts';
import { unpackPixels } from '../../../test/support/preview-pixels.ts';
import { PreviewStand, smallFilm } from '../../../test/support/preview-stand.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { wavUrl } from '../../../test/support/wav-writer.ts';
import { RenderSupervisor } from '../../engine/src/render/process/supervisor.ts';
import { render } from '../../engine/src/render/render.ts';
import { RenderError } from '../../engine/src/render/render-error.ts';
import { sheet } from '../../engine/src/render/sheet/sheet.ts';

let stand: PreviewStand;
beforeAll(async () => {
  stand = await PreviewStand.open(smallFilm());
});
afterAll(() => stand.close());

const still = (revision: number, timeMs: number, width = 320) =>
  stand.ask(`/api/still?revision=${revision}&timeMs=${timeMs}&width=${width}`);

describe('a preview picture', () => {
  it('a preview picture has the same pixels as a render', async () => {
    const { revision } = stand.session.state;
    for (const [timeMs, width] of [
      [0, 320],
      [500, 320],
      [512.5, 100],
      [1000, 320],
    ] as const) {
      const { data } = await render(smallFilm(), { format: 'png', timeMs, width });
      const { body } = await still(revision, timeMs, width);
      const shown = unpackPixels(body);
      const made = await decodePng(data);
      expect([shown.width, shown.height]).toEqual([made.width, made.height]);
      expect(Buffer.from(shown.data).equals(Buffer.from(made.data))).toBe(true);
    }
  });

  it('the preview skips a picture when a newer picture is requested, and keeps its render process', async () => {
    const { revision } = stand.session.state;
    const before = stand.session.stillProcessId;
    const asked = Array.from({ length: 30 }, (_, index) =>
      stand.ask(`/api/still?revision=${revision}&timeMs=${300 + index}&width=320&client=a`),
    );
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    expect(statuses.at(-1)).toBe(200);
    expect(statuses).toContain(204);
    expect(stand.session.stillProcessId).toBe(before);
  });

  it('the preview answers 404 for a picture of an unknown project version', async () => {
    expect((await still(999, 0)).status).toBe(404);
  });

  it('the preview refuses a picture wider than 1920 pixels', async () => {
    const { revision } = stand.session.state;
    expect((await still(revision, 0, 1921)).status).toBe(422);
  });
});

describe('a cancelled request to an open film', () => {
  it('cancelling a request for a preview picture does not end the render process', async () => {
    await using renderer = new RenderSupervisor();
    await renderer.open('film', smallFilm());
    const before = renderer.processId;
    const stop = new AbortController();
    const look = renderer.view('film', { kind: 'still', timeMs: 500, width: 320 }, { signal: stop.signal });
    stop.abort();
    await expect(look).rejects.toMatchObject({ code: 'aborted' });
    const next = await renderer.view('film', { kind: 'still', timeMs: 500, width: 320 });
    expect(next && unpackPixels(next).width).toBe(320);
    expect(renderer.processId).toBe(before);
    expect(await renderer.view('another', { kind: 'moment', timeMs: 0 })).toBeNull();
  });
});

describe('an object in the picture', () => {
  it('the preview lists each object with its box, its state at the moment and its places in the file', async () => {
    const { revision } = stand.session.state;
    const { body } = await stand.ask(`/api/moment?revision=${revision}&timeMs=900`);
    const { objects } = JSON.parse(body.toString());
    expect(objects.map(({ name }: { name: string }) => name)).toEqual(['A box', 'A dot']);
    const [box] = objects;
    expect(box.box).toEqual({ left: 100, top: 70, right: 140, bottom: 110 });
    expect(box.state).toMatchObject({ x: 120, y: 90, width: 40, height: 40, fill: '#ffd700', opacity: 1 });
    const lines = smallFilm().split('\n');
    const [{ place }] = box.places;
    expect(lines[place.line - 1].slice(place.column - 1)).toBe('"box": {');
    expect(lines[place.line]).toContain('120');
  });

  it('the preview gives the places in the requested version, even if a newer version appears meanwhile', async () => {
    const { revision } = stand.session.state;
    const path = `/api/moment?revision=${revision}&timeMs=900`;
    const before = JSON.parse((await stand.ask(path)).body.toString());
    const view = stand.session.versions.view.bind(stand.session.versions);
    const viewing = vi.spyOn(stand.session.versions, 'view');
    onTestFinished(() => viewing.mockRestore());
    viewing.mockImplementationOnce(async (...given) => {
      const moment = await view(...given);
      await stand.save(`\n\n\n${smallFilm({ name: 'Lower' })}`);
      await stand.until('the newer one', ({ outline }) => outline?.name === 'Lower');
      return moment;
    });
    expect(JSON.parse((await stand.ask(path)).body.toString())).toEqual(before);
  });

  it('the preview drops a request for objects if a newer version replaces the requested one', async () => {
    const { revision } = stand.session.state;
    const view = vi.spyOn(stand.session.versions, 'view');
    const opening = vi.spyOn(RenderSupervisor.prototype, 'open');
    onTestFinished(() => void [view, opening].map((spy) => spy.mockRestore()));
    let asked: ReturnType<PreviewStand['ask']> | undefined;
    opening.mockImplementationOnce(async function (this: RenderSupervisor, ...given) {
      asked = stand.ask(`/api/moment?revision=${revision}&timeMs=900`);
      await waitUntil('the question', () => view.mock.calls.length > 0);
      return this.open(...given);
    });
    await stand.save(smallFilm({ name: 'Higher' }));
    await stand.until('the newer one', ({ outline }) => outline?.name === 'Higher');
    expect((await asked)?.status).toBe(204);
    expect((await stand.ask(`/api/moment?revision=${revision}&timeMs=900`)).status).toBe(204);
  });
});

describe('a click in the picture', () => {
  it('a click selects the object that is painted at that point, not an object that only surrounds it', async () => {
    const objects = {
      backdrop: { kind: 'rectangle', state: { x: 160, y: 90, width: 320, height: 180, fill: 'navy' } },
      box: { kind: 'rectangle', state: { x: 80, y: 90, width: 60, height: 60, fill: 'gold' } },
      faint: {
        kind: 'rectangle',
        state: { x: 160, y: 150, width: 40, height: 40, fill: 'red', opacity: 0.2 },
      },
      ring: {
        kind: 'circle',
        state: { x: 240, y: 90, width: 100, height: 100, fill: 'none', stroke: 'white', strokeWidth: 2 },
      },
      label: { kind: 'text', state: { x: 80, y: 90, text: 'O O', fontSize: 30 } },
      veil: {
        kind: 'rectangle',
        state: { x: 160, y: 90, width: 320, height: 180, fill: 'black', opacity: 0.3 },
      },
    };
    const states = Object.fromEntries(Object.keys(objects).map((id) => [id, {}]));
    await stand.save(
      smallFilm({ name: 'Veiled', objects, compositions: { one: { duration: 300, states } } }),
    );
    const { revision } = await stand.until(
      'the film',
      ({ status, outline }) => status === 'ready' && outline?.name === 'Veiled',
    );
    const pick = async (x: number, y: number, reach = 0): Promise<string[]> => {
      const query = `revision=${revision}&timeMs=0&x=${x}&y=${y}&reach=${reach}`;
      return JSON.parse((await stand.ask(`/api/pick?${query}`)).body.toString());
    };
    // On the box, between letters, and on a faint object.
    expect(await pick(60, 65)).toEqual(['box', 'backdrop', 'veil']);
    expect(await pick(80, 90)).toEqual(['label', 'box', 'backdrop', 'veil']);
    expect(await pick(160, 150)).toEqual(['faint', 'backdrop', 'veil']);
    // Inside the ring, on its line, and beside its line.
    expect(await pick(240, 90)).toEqual(['backdrop', 'veil', 'ring']);
    expect(await pick(290, 90)).toEqual(['ring', 'backdrop', 'veil']);
    expect((await pick(287, 90))[0]).toBe('backdrop');
    expect((await pick(287, 90, 3))[0]).toBe('ring');
  });
});

describe('a save', () => {
  it('the preview shows a new version whether an editor overwrites or replaces the file', async () => {
    let { revision } = stand.session.state;
    const saves: ((text: string) => Promise<void>)[] = [
      (text) => stand.save(text),
      async (text) => {
        await writeFile(`${stand.file}.tmp`, text);
        await rename(`${stand.file}.tmp`, stand.file);
      },
      async (text) => {
        await rename(stand.file, `${stand.file}~`);
        await stand.save(text);
      },
    ];
    for (const [index, save] of saves.entries()) {
      await save(smallFilm({ name: `Save ${index}` }));
      const state = await stand.until('the save', ({ outline }) => outline?.name === `Save ${index}`);
      expect(state.revision).toBeGreaterThan(revision);
      revision = state.revision;
    }
    // The preview has written nothing into the folder.
    expect((await readdir(stand.folder)).sort()).toEqual(['film.json', 'film.json~']);
  });

  it('a save with problems keeps the last good version and lists the problems with their lines', async () => {
    await stand.save(smallFilm({ name: 'Good' }));
    const { revision } = await stand.until('the good one', ({ outline }) => outline?.name === 'Good');
    await stand.save(smallFilm({ background: 'no colour' }));
    const broken = await stand.until('the problem', ({ status }) => status === 'broken');
    expect(broken.revision).toBe(revision);
    const lines = smallFilm({ background: 'no colour' }).split('\n');
    const [remark] = broken.remarks;
    expect(remark).toMatchObject({ kind: 'problem', path: 'background' });
    expect(lines[(remark?.place?.line ?? 0) - 1]).toContain('no colour');
    expect((await still(revision, 100)).status).toBe(200);
    await stand.save('{ "shorthand": true,\n  oops');
    const syntax = await stand.until('the syntax error', ({ remarks }) => remarks[0]?.place?.line === 2);
    expect(syntax.remarks[0]?.place).toEqual({ line: 2, column: 3 });
    await stand.save(smallFilm({ name: 'Repaired' }));
    await stand.until(
      'the repair',
      ({ status, outline }) => status === 'ready' && outline?.name === 'Repaired',
    );
  });

  it('the preview shows a deleted project file again when the file is back', async () => {
    await rm(stand.file);
    const { remarks } = await stand.until('the loss', ({ status }) => status === 'missing');
    expect(remarks[0]?.message).toContain('film.json');
    await stand.save(smallFilm({ name: 'Back' }));
    await stand.until('the return', ({ status, outline }) => status === 'ready' && outline?.name === 'Back');
  });

  it('the preview shows a file that the project names as soon as the file is saved', async () => {
    const image = { kind: 'image', image: { src: 'red.png' }, state: { x: 160, y: 90 } };
    await stand.save(smallFilm({ objects: { image }, compositions: { one: { states: { image: {} } } } }));
    const { remarks } = await stand.until('the missing file', ({ status }) => status === 'broken');
    expect(remarks[0]?.message).toContain('red.png');
    await writeFile(
      join(stand.folder, 'red.png'),
      writePng({ width: 2, height: 2, colorType: 2, bitDepth: 8, pixel: () => [255, 0, 0] }),
    );
    await stand.until('the file', ({ status }) => status === 'ready');
  });

  it('the preview shows the last of 200 saves in a row', { tags: 'slow' }, async () => {
    for (let index = 0; index < 200; index++) await stand.save(smallFilm({ name: `Row ${index}` }));
    await stand.until('the last', ({ outline, status }) => outline?.name === 'Row 199' && status === 'ready');
  });
});

describe('advice', () => {
  it('advice in the preview has a place in the file and a time in the film', async () => {
    const dot = { kind: 'circle', state: { x: 900, y: 90 } };
    const compositions = { one: { duration: 300, states: {} }, two: { duration: 300, states: { dot: {} } } };
    const text = smallFilm({ objects: { dot }, compositions });
    await stand.save(text);
    const { remarks } = await stand.until('the advice', ({ remarks }) => remarks.length > 0);
    const [remark] = remarks;
    expect(remark).toMatchObject({ kind: 'advice', timeMs: 850 });
    expect(text.split('\n')[(remark?.place?.line ?? 0) - 1]).toContain('"dot"');
  });

  it('if the inspection fails, the preview notes the reason and still makes the film', async () => {
    const failing = vi.spyOn(RenderSupervisor.prototype, 'inspect');
    onTestFinished(() => failing.mockRestore());
    failing.mockRejectedValueOnce(new RenderError('failed', ['the inspection took too long']));
    await stand.save(smallFilm({ name: 'Unadvised' }));
    const { remarks } = await stand.until(
      'the end of the search',
      ({ outline, isAdvised }) => outline?.name === 'Unadvised' && isAdvised,
    );
    expect(remarks.map(({ kind, message }) => [kind, message])).toEqual([
      ['warning', 'There is no advice on this version: the inspection took too long'],
    ]);
    await stand.until('the film', ({ movie }) => movie.status === 'ready');
  });
});

describe('the wave of the sound', () => {
  it('the sound wave on the strip shows where the mixed sound is loud', async () => {
    const tone = { sampleRate: 8000, frames: 2000, channels: [(frame: number) => 0.5 * Math.sin(frame)] };
    const tracks = { tone: { asset: { src: wavUrl(tone), mime: 'audio/wav', duration: 250 }, start: 500 } };
    await stand.save(smallFilm({ name: 'Sound', audioTracks: tracks }));
    const { revision } = await stand.until('the sound', ({ outline }) => outline?.name === 'Sound');
    const { body } = await stand.ask(`/api/wave?revision=${revision}&columns=100`);
    const peaks: number[] = JSON.parse(body.toString());
    expect(peaks.slice(0, 49).every((peak) => peak === 0)).toBe(true);
    expect(peaks.slice(52, 73).every((peak) => peak > 100 && peak < 140)).toBe(true);
    expect(peaks.slice(77).every((peak) => peak === 0)).toBe(true);
  });
});

describe('the film', () => {
  it('the preview makes the film in the background and serves byte ranges of it', {
    tags: 'slow',
  }, async () => {
    await stand.save(smallFilm());
    const { revision } = await stand.until(
      'the film',
      ({ movie, outline }) => outline?.name === 'Small' && movie.status === 'ready',
    );
    const path = `/api/movie?revision=${revision}`;
    const { body } = await stand.ask(path);
    const { data } = await render(smallFilm(), { format: 'mp4', width: 320, height: 180 });
    expect(body.equals(data)).toBe(true);
    const part = await stand.ask(path, { headers: { range: 'bytes=10-19' } });
    expect(part.status).toBe(206);
    expect(part.body.equals(body.subarray(10, 20))).toBe(true);
    expect(part.headers['content-range']).toBe(`bytes 10-19/${body.length}`);
    const end = await stand.ask(path, { headers: { range: 'bytes=-5' } });
    expect(end.body.equals(body.subarray(-5))).toBe(true);
    expect((await stand.ask(path, { headers: { range: `bytes=${body.length}-` } })).status).toBe(416);
  });
});

describe('an export', () => {
  const order = (body: unknown) =>
    stand.ask('/api/exports', {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: stand.url.origin },
      body: JSON.stringify(body),
    });
  const stateOf = (id: string) => stand.session.exports.states.find((one) => one.id === id);

  it('a preview export has the same bytes as a render or sheet', { tags: 'slow' }, async () => {
    await stand.save(smallFilm());
    await stand.until('the film', ({ status, outline }) => status === 'ready' && outline?.name === 'Small');
    const input = smallFilm();
    const cases = [
      [
        { kind: 'render', options: { format: 'svg', timeMs: 500 } },
        () => render(input, { format: 'svg', timeMs: 500 }),
      ],
      [
        { kind: 'render', options: { format: 'mp4', fps: 24 } },
        () => render(input, { format: 'mp4', fps: 24 }),
      ],
      [{ kind: 'sheet', options: { width: 640 } }, () => sheet(input, { width: 640 })],
    ] as const;
    for (const [body, make] of cases) {
      const { status, body: answer } = await order(body);
      expect(status).toBe(201);
      const { id, fileName } = JSON.parse(answer.toString());
      await waitUntil('the export', () => stateOf(id)?.status === 'done');
      const { body: file, headers } = await stand.ask(`/api/exports/${id}`);
      expect(file.equals((await make()).data)).toBe(true);
      expect(headers['content-disposition']).toContain(`attachment; filename="${fileName}"`);
    }
  });

  it("the preview's state lists every output format", () => {
    const { formats } = stand.session.state;
    expect(formats.map(({ id }) => id)).toEqual(['svg', 'png', 'mp4', 'webm', 'mov', 'gif', 'webp', 'apng']);
    expect(formats[2]).toEqual({
      ...{ id: 'mp4', label: 'MP4', extension: 'mp4', kind: 'film' },
      ...{ frameRates: [24, 30, 60], usualFrameRate: 30 },
    });
  });

  it('a preview export stops when it is cancelled', async () => {
    const { body } = await order({ kind: 'render', options: { format: 'mp4', fps: 60, width: 1920 } });
    const { id } = JSON.parse(body.toString());
    const headers = { origin: stand.url.origin };
    await stand.ask(`/api/exports/${id}`, { method: 'DELETE', headers });
    await waitUntil('the end', () => stateOf(id)?.status === 'cancelled');
    expect((await stand.ask(`/api/exports/${id}`)).status).toBe(404);
  });

  it('the preview refuses an export while the project has problems', async () => {
    await stand.save('{}');
    await stand.until('the problem', ({ status }) => status === 'broken');
    expect((await order({ kind: 'sheet', options: {} })).status).toBe(422);
  });
});

describe('a save while a picture is drawn', () => {
  it('a save stops a picture that is being drawn, and the preview shows the new version at once', async () => {
    await stand.save(smallFilm({ name: 'Slow' }));
    const { revision } = await stand.until('the film', ({ outline }) => outline?.name === 'Slow');
    const view = vi.spyOn(RenderSupervisor.prototype, 'view');
    onTestFinished(() => view.mockRestore());
    // This picture never ends by itself.
    const ended = new Promise<void>((done) => {
      view.mockImplementationOnce(
        (_film, _request, control) =>
          new Promise((_, failed) =>
            control?.signal?.addEventListener('abort', () => {
              done();
              failed(new RenderError('aborted', ['the render was cancelled']));
            }),
          ),
      );
    });
    const asked = still(revision, 500);
    await waitUntil('the drawing', () => view.mock.calls.length > 0);
    await stand.save(smallFilm({ name: 'Newer' }));
    await ended;
    await stand.until('the newer one', ({ outline }) => outline?.name === 'Newer');
    expect((await asked).status).toBe(204);
  });
});

describe('a project file that is not UTF-8', () => {
  it('a project file that is not UTF-8 has a problem at the place of the invalid byte', async () => {
    const start = Buffer.from('{ "shorthand": true,\n  "name": "Zoë – ');
    await writeFile(stand.file, Buffer.concat([start, Buffer.from([0xff]), Buffer.from('"\n}')]));
    const { remarks } = await stand.until('the problem', ({ remarks: all }) =>
      /UTF-8/.test(all[0]?.message ?? ''),
    );
    expect(remarks[0]?.place).toEqual({ line: 2, column: '  "name": "Zoë – '.length + 1 });
  });
});

describe.skipIf(process.platform === 'win32')('a stopped render process', () => {
  it('the preview replaces a stopped render process, and the new process makes the requested picture', {
    tags: 'slow',
  }, async () => {
    await stand.save(smallFilm({ name: 'Stopped' }));
    const { revision } = await stand.until(
      'the film',
      ({ status, outline }) => status === 'ready' && outline?.name === 'Stopped',
    );
    const stopped = stand.session.stillProcessId ?? expect.unreachable();
    process.kill(stopped, 'SIGSTOP');
    const { status, body } = await still(revision, 700);
    expect(status).toBe(200);
    expect(unpackPixels(body).width).toBe(320);
    expect(stand.session.stillProcessId).not.toBe(stopped);
  });
});

describe('a killed render process', () => {
  it('the preview replaces a killed render process, and the new process makes the next picture', async () => {
    await stand.save(smallFilm({ name: 'Crash' }));
    const { revision } = await stand.until(
      'the film',
      ({ status, outline }) => status === 'ready' && outline?.name === 'Crash',
    );
    process.kill(stand.session.stillProcessId ?? Number.NaN, 'SIGKILL');
    await waitUntil('a picture', async () => (await still(revision, 700)).status === 200);
  });
});
