import { Buffer } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { onLinux } from '../../../../../test/support/linux-process.ts';
import { RenderSupervisor } from '../../../src/render/process/supervisor.ts';

const example = readFileSync(new URL('../../../../../examples/solar-system.json', import.meta.url));

it.skipIf(!onLinux)(
  '400 stopped films take no more memory and threads than 40',
  { timeout: 600_000 },
  async () => {
    const renderer = new RenderSupervisor({ processors: 2 });
    onTestFinished(() => renderer.close());
    const options = { format: 'mp4', width: 640, keepsPieces: true } as const;
    const statusOf = (field: string) => {
      const status = readFileSync(`/proc/${renderer.processId}/status`, 'utf8');
      return Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)?.[1]);
    };
    /** Stops films of changed projects at all kinds of moments. Returns the least memory after the last 40, in MB. */
    const stopFilms = async (first: number, end: number) => {
      let least = Number.POSITIVE_INFINITY;
      for (let index = first; index < end; index++) {
        const stop = new AbortController();
        const text = example.toString().replace('"name": "', `"name": "${index} `);
        const film = renderer.render(text, {
          ...{ ...options, width: 640 + 2 * (index % 4), signal: stop.signal },
          onProgress: ({ framesDone }) => {
            if (framesDone >= (index * 7) % 60) stop.abort();
          },
        });
        await expect(film).rejects.toMatchObject({ code: 'aborted' });
        if (index >= end - 40) least = Math.min(least, statusOf('RssAnon') / 1024);
      }
      return least;
    };
    await renderer.render(example, options);
    const { processId } = renderer;
    await stopFilms(0, 40);
    const memory = await stopFilms(40, 80);
    const threads = statusOf('Threads');
    const later = await stopFilms(80, 480);
    expect(renderer.processId).toBe(processId);
    expect(statusOf('Threads')).toBeLessThanOrEqual(threads + 1);
    expect(later - memory).toBeLessThan(20);
    const film = await renderer.render(example, options);
    await using anew = new RenderSupervisor();
    const { data } = await anew.render(example, { format: 'mp4', width: 640 });
    expect(Buffer.compare(film.data, data)).toBe(0);
  },
);
