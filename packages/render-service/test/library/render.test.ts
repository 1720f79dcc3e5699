import { readFile } from 'node:fs/promises';
import { describeProblem } from '@render-service/engine/text';
import { afterAll, describe, expect, it } from 'vitest';
import { checkedFilm } from '../../../../test/support/film/check-film.ts';
import { longInspection } from '../../../../test/support/http-projects.ts';
import { childrenOf, isRunning, onLinux } from '../../../../test/support/linux-process.ts';
import { waitUntil } from '../../../../test/support/wait-until.ts';
import {
  capabilities,
  close,
  createRenderer,
  inspect,
  type Project,
  projectSchema,
  type RenderError,
  type RenderProgress,
  render,
  sheet,
} from '../../../engine/src/index.ts';
import { crowd, hello } from '../../../service/test/mcp/support/fixtures.ts';

const text = await readFile(hello, 'utf8');
const longFilm = await readFile(crowd);

afterAll(() => close());

/** The error with which a promise rejects, which must be a RenderError. */
async function errorOf(promise: Promise<unknown>): Promise<RenderError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toMatchObject({ name: 'RenderError' });
  return error as RenderError;
}

const renderProcess = () => waitUntil('a render process runs', () => childrenOf(process.pid)[0]);

describe('render and inspect', () => {
  it('render and inspect use their input as it was when called', async () => {
    const bytes = Buffer.from(text);
    const object = JSON.parse(text);
    const before = render(text, { format: 'svg' });
    const waiting = [
      render(bytes, { format: 'svg' }),
      inspect(bytes),
      render(object, { format: 'svg' }),
    ] as const;
    bytes.fill(' ');
    object.scenes = {};
    const [ofBytes, inspection, ofObject] = await Promise.all(waiting);
    expect(inspection.name).toBe('Hello');
    const { data } = await before;
    expect(Buffer.compare(ofBytes.data, data)).toBe(0);
    expect(Buffer.compare(ofObject.data, data)).toBe(0);
  });

  it('render accepts text, bytes and objects', async () => {
    const object: unknown = JSON.parse(text);
    const results = await Promise.all(
      [text, Buffer.from(text), new Uint8Array(Buffer.from(text)), object as Project, object as object].map(
        (project) => render(project, { format: 'png', width: 320 }),
      ),
    );
    for (const { data, elapsedMs, ...made } of results) {
      expect(made).toEqual({
        format: 'png',
        mimeType: 'image/png',
        bytes: data.length,
        width: 320,
        height: 180,
        durationMs: 0,
        frames: 0,
        rasterizedFrames: 1,
        audioCodec: null,
      });
      expect(data).toBeInstanceOf(Uint8Array);
      expect(Buffer.from(data)).toEqual(Buffer.from(results[0].data));
      expect(elapsedMs).toBeGreaterThan(0);
    }
  });

  it("inspect reports a project's properties", async () => {
    expect(await inspect(text)).toEqual({
      name: 'Hello',
      scenes: 1,
      durationMs: 1000,
      width: 1280,
      height: 720,
      audibleTracks: 0,
      issues: [],
      problems: [],
      advice: [],
      pages: ['text'],
      capabilities,
    });
  });

  it('render and inspect accept every option', async () => {
    const heard: number[] = [];
    const options = {
      format: 'png',
      width: 64,
      height: 32,
      fps: 60,
      timeMs: 1000,
      signal: new AbortController().signal,
      timeoutMs: 60_000,
      onProgress: ({ fraction }: { fraction: number }) => void heard.push(fraction),
    } as const;
    expect(await render(text, options)).toMatchObject({ format: 'png', width: 64, height: 32 });
    expect(heard).toEqual([1]);
    expect(await inspect(text, { ...options, format: 'mp4', timeMs: 0 })).toMatchObject({ issues: [] });
  });

  it('render includes the time in the queue in elapsedMs', { tags: 'ffmpeg' }, async () => {
    const [film, still] = await Promise.all([
      checkedFilm(render(text, { format: 'mp4' })),
      render(text, { format: 'svg' }),
    ]);
    // The still had to wait for the film.
    expect(still.elapsedMs).toBeGreaterThanOrEqual(film.elapsedMs);
  });

  it("render reports a film's progress", { tags: 'ffmpeg' }, async () => {
    const heard: number[] = [];
    const rendering = render(text, {
      format: 'mp4',
      fps: 24,
      onProgress: ({ fraction, framesDone, frames }) => {
        expect(fraction).toBeCloseTo(framesDone / frames);
        heard.push(framesDone);
      },
    });
    const { frames } = await checkedFilm(rendering, 24);
    expect(frames).toBe(24);
    expect(heard.at(-1)).toBe(24);
    expect(heard).toEqual([...heard].sort((a, b) => a - b));
  });
});

describe('failures', () => {
  const cyclic: { self?: object } = {};
  cyclic.self = cyclic;
  const unreadable = Object.defineProperty({}, 'name', {
    enumerable: true,
    get() {
      throw new Error('no name for you');
    },
  });

  it.each([
    ['truncated JSON', '{"name":', 'invalid-project'],
    ['text that is not JSON', 'hello', 'invalid-project'],
    ['bytes that are not UTF-8', new Uint8Array([0xff]), 'invalid-project'],
    ['an empty object', {}, 'invalid-project'],
    ['undefined', undefined, 'invalid-project'],
    ['null', null, 'invalid-project'],
    ['a number', 7, 'invalid-project'],
    ['a function', () => {}, 'invalid-project'],
    ['a cycle', cyclic, 'invalid-project'],
    ['an object with a BigInt', { ...JSON.parse(text), version: 2n }, 'invalid-project'],
    ['an object with a function', { ...JSON.parse(text), name: () => 'Hello' }, 'invalid-project'],
    ['a getter that throws', unreadable, 'invalid-project'],
    ['too many bytes', new Uint8Array(33_554_433), 'too-large'],
  ])('render and inspect reject %s with a code and a list of problems', async (_, project, code) => {
    for (const attempt of [render(project as object), inspect(project as object)]) {
      const error = await errorOf(attempt);
      expect(error.code).toBe(code);
      expect(error.problems.length).toBeGreaterThan(0);
      expect(error.message).toBe(error.problems.map(describeProblem).join('; '));
    }
  });

  it.each([
    [{ format: 'avi' }, 'format must be svg, png, mp4, webm, mov, gif, webp or apng, but is "avi"'],
    [{ width: 0 }, 'width must be an integer from 1 to 3840, but is 0'],
    [{ timeMs: 2000 }, "timeMs must lie inside the project's duration of 1000 ms, but is 2000"],
    [{ timeoutMs: 0 }, 'timeoutMs must be an integer from 1 to 600000, but is 0'],
    [{ formats: 'png' }, 'unknown option "formats"; valid options: format, width, height, fps, timeMs, '],
    [{ signal: {} }, 'signal must be an AbortSignal'],
    [null, 'options must be an object'],
    ['png', 'options must be an object'],
  ])('render and inspect name the invalid option in %j', async (options, words) => {
    for (const attempt of [render(text, options as object), inspect(text, options as object)]) {
      const error = await errorOf(attempt);
      expect(error.code).toBe('invalid-option');
      expect(error.message).toContain(words);
    }
  });

  const throwing = new Proxy(
    {},
    {
      ownKeys: () => {
        throw new Error('my trap');
      },
    },
  );
  it.each<[string, () => object, string]>([
    [
      'a getter that throws',
      () => ({
        get width(): number {
          throw new Error('my getter');
        },
      }),
      'options could not be read: my getter',
    ],
    ['a proxy that throws', () => throwing, 'options could not be read: my trap'],
    [
      'a revoked proxy',
      () => {
        const { proxy, revoke } = Proxy.revocable({}, {});
        revoke();
        return proxy;
      },
      'options could not be read',
    ],
    [
      'a fake AbortSignal',
      () => ({ signal: Object.create(AbortSignal.prototype) }),
      'signal must be an AbortSignal',
    ],
    [
      'variables in a Map',
      () => ({ variables: new Map([['title', 'Hello']]) }),
      'variables must be an object with a field for each value',
    ],
    [
      'variables in a proxy that throws',
      () => ({ variables: throwing }),
      'variables could not be read: my trap',
    ],
    ['options in a Map', () => new Map([['width', 100]]), 'options must be an object'],
  ])('render, inspect and sheet reject %s with a RenderError', async (_, options, words) => {
    for (const attempt of [render(text, options()), inspect(text, options()), sheet(text, options())]) {
      expect(await errorOf(attempt)).toMatchObject({
        code: 'invalid-option',
        message: expect.stringContaining(words),
      });
    }
  });

  it('render accepts a proxy as options', async () => {
    const options = new Proxy({ format: 'svg' as const, variables: new Proxy({}, {}) }, {});
    expect((await render(text, options)).format).toBe('svg');
  });

  it('render rejects unsupported content with `unsupported`', async () => {
    const video = text.replace(
      '"kind":"text"',
      '"kind":"image","image":{"src":"a.webp","width":1,"height":1}',
    );
    expect(await errorOf(render(video))).toMatchObject({
      code: 'unsupported',
      message: expect.stringContaining('a.webp'),
    });
  });

  it('render rejects with the cause if onProgress throws', async () => {
    const cause = new Error('my own mistake');
    const error = await errorOf(
      render(text, {
        format: 'mp4',
        onProgress: () => {
          throw cause;
        },
      }),
    );
    expect(error).toMatchObject({ code: 'failed', message: 'onProgress threw Error: my own mistake', cause });
    expect(await errorOf(render(text, { onProgress: 7 as never }))).toMatchObject({ code: 'invalid-option' });
    expect(await render(text, { format: 'svg' })).toMatchObject({ format: 'svg' });
  });

  it('render rejects with `timeout` or `aborted` if a promise from onProgress never settles', {
    tags: 'slow',
  }, async () => {
    const onProgress = () => new Promise<void>(() => {});
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 3000);
    const late = await errorOf(render(text, { format: 'svg', timeoutMs: 1000, onProgress }));
    expect(late).toMatchObject({
      code: 'timeout',
      message:
        'the render is done, but a promise of onProgress did not settle within the time limit of 1000 ms',
    });
    const given = await errorOf(render(text, { format: 'svg', signal: stop.signal, onProgress }));
    expect(given.code).toBe('aborted');
  });

  it('render and inspect reject with `timeout` when they exceed the time limit', async () => {
    const error = await errorOf(render(longFilm, { format: 'mp4', timeoutMs: 300 }));
    expect(error.code).toBe('timeout');
    expect(error.message).toContain('its time limit of 300 ms');
    const inspection = await errorOf(inspect(longInspection(), { timeoutMs: 300 }));
    expect(inspection.code).toBe('timeout');
    expect(inspection.message).toContain('the inspection took longer than its time limit of 300 ms');
  });
});

describe.skipIf(!onLinux)('aborted calls', () => {
  it('render stops when it is aborted during a film', { tags: 'slow' }, async () => {
    const stop = new AbortController();
    const heard: RenderProgress[] = [];
    let working: number | undefined;
    const error = await errorOf(
      render(longFilm, {
        format: 'mp4',
        signal: stop.signal,
        onProgress: (progress) => {
          heard.push(progress);
          [working] = childrenOf(process.pid);
          stop.abort();
        },
      }),
    );
    expect(error.code).toBe('aborted');
    expect(heard).toHaveLength(1);
    expect(working).toBeGreaterThan(0);
    await waitUntil('the render process is gone', () => !isRunning(Number(working)));
    expect(await render(text, { format: 'svg' })).toMatchObject({ format: 'svg' });
  });

  it('render rejects if it is aborted when the last frame is done', { tags: 'slow' }, async () => {
    for (const format of ['svg', 'png', 'mp4'] as const) {
      const stop = new AbortController();
      let framesLeft = -1;
      const call = render(text, {
        format,
        width: 320,
        signal: stop.signal,
        onProgress: ({ framesDone, frames }) => {
          framesLeft = frames - framesDone;
          if (framesLeft === 0) stop.abort();
        },
      });
      expect((await errorOf(call)).code).toBe('aborted');
      expect(framesLeft).toBe(0);
    }
    expect(await render(text, { format: 'svg' })).toMatchObject({ format: 'svg' });
  });

  it('aborting a waiting render does not disturb the running render', { tags: 'ffmpeg' }, async () => {
    const stop = new AbortController();
    const first = checkedFilm(render(text, { format: 'mp4' }));
    const second = errorOf(render(text, { signal: stop.signal }));
    stop.abort();
    expect((await second).code).toBe('aborted');
    expect(await first).toMatchObject({ frames: 30 });
  });

  it('render and inspect reject if their signal is already aborted', async () => {
    expect((await errorOf(render(text, { signal: AbortSignal.abort() }))).code).toBe('aborted');
    expect((await errorOf(inspect(text, { signal: AbortSignal.abort() }))).code).toBe('aborted');
  });
});

describe.skipIf(!onLinux)('the render process of the library', () => {
  it('calls share a render process, and start another after close()', async () => {
    await close();
    expect(childrenOf(process.pid)).toEqual([]);
    await Promise.all([render(text, { format: 'svg' }), inspect(text)]);
    const first = await renderProcess();
    await render(text, { format: 'svg' });
    expect(childrenOf(process.pid)).toEqual([first]);
    await close();
    expect(isRunning(first)).toBe(false);
    await render(text, { format: 'svg' });
    expect(childrenOf(process.pid)).not.toContain(first);
    await close();
    await close();
  });

  it('close() rejects a running render and ends its process', async () => {
    const film = errorOf(render(longFilm, { format: 'mp4' }));
    const working = await renderProcess();
    await close();
    expect((await film).code).toBe('aborted');
    expect(isRunning(working)).toBe(false);
  });

  it("a renderer's close() rejects its running and waiting calls, and leaves no process", async () => {
    const own = createRenderer();
    const heard: number[] = [];
    const film = own.render(longFilm, {
      format: 'mp4',
      onProgress: ({ framesDone }) => heard.push(framesDone),
    });
    const waiting = [own.render(text), own.inspect(text), own.render(longFilm, { format: 'mp4' })];
    const codes = Promise.all([film, ...waiting].map(async (call) => (await errorOf(call)).code));
    await waitUntil('the film has begun', () => heard.length > 0);
    const before = childrenOf(process.pid);
    await own.close();
    expect(await codes).toEqual(['aborted', 'aborted', 'aborted', 'aborted']);
    expect(before.length).toBe(1);
    expect(childrenOf(process.pid)).toEqual([]);
  });

  it('several renderers work in parallel', { tags: 'ffmpeg' }, async () => {
    await close();
    const processes: number[] = [];
    {
      await using one = createRenderer();
      await using other = createRenderer();
      const [film, still] = await Promise.all([
        checkedFilm(one.render(text, { format: 'mp4', width: 640 })),
        other.render(text, { format: 'png' }),
      ]);
      expect([film.format, still.format]).toEqual(['mp4', 'png']);
      processes.push(...childrenOf(process.pid));
      expect(processes.length).toBe(2);
    }
    expect(processes.filter(isRunning)).toEqual([]);
  });

  it('a closed renderer rejects calls', async () => {
    const own = createRenderer();
    expect(await own.inspect(text)).toMatchObject({ name: 'Hello' });
    await own.close();
    expect((await errorOf(own.render(text))).code).toBe('aborted');
    expect(childrenOf(process.pid)).toEqual([]);
  });
});

it('the library exports the project schema', () => {
  expect(projectSchema).toMatchObject({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Project',
  });
});
