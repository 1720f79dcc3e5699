// @module-tag ffmpeg

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../test/support/command-line.ts';
import { hello } from './support/fixtures.ts';
import { useOfficialClient } from './support/official-client.ts';
import { type Era, WireClient } from './support/wire-client.ts';

/** Waits with a precision of a hundredth of a millisecond, unlike any timer. */
function waitPrecisely(durationMs: number): void {
  const end = performance.now() + durationMs;
  while (performance.now() < end);
}

/** Waits until the server reports that the picture is drawn and only has to be written. */
function untilDrawn({ process: { stdout } }: WireClient): Promise<void> {
  return new Promise((resolve) => {
    let text = '';
    const listen = (chunk: string) => {
      text += chunk;
      if (!text.includes('\n')) return;
      stdout?.off('data', listen);
      resolve();
    };
    stdout?.on('data', listen);
  });
}

/** The maximum attempts, and the milliseconds after which a busy machine makes no more. */
const maxAttempts = 40;
const enoughMs = 40_000;

it.each<Era>(['2025-11-25', '2026-07-28'])(
  'service_render leaves no file without a response when a call is cancelled, at revision %s',
  { timeout: 120_000 },
  async (era) => {
    const client = await WireClient.open({ era });
    const folder = await temporaryFolder();
    const made: string[] = [];
    const outcomes = { stopped: 0, answered: 0 };
    // Searches repeatedly for the moment between too early and too late, when the file gets its name. The search
    // begins in large steps, since a busy machine can take any time to write the file. Below 0 milliseconds, it does
    // not even wait until the picture is drawn.
    let delay = 0;
    const end = performance.now() + enoughMs;
    for (let count = 0; count < maxAttempts && performance.now() < end; count++) {
      const outputPath = join(folder, `${count}.svg`);
      const drawn = untilDrawn(client);
      const id = client.startTool('service_render', { inputPath: hello, outputPath });
      if (delay >= 0) {
        await drawn;
        waitPrecisely(delay);
      }
      client.notify('notifications/cancelled', { requestId: id });
      // This waits for the end of the cancelled call.
      expect(await client.callTool('service_inspect', { inputPath: hello })).toMatchObject({
        isError: false,
      });
      const answers = client.messages.filter((message) => message.id === id);
      const wasBoth = Math.min(outcomes.stopped, outcomes.answered) > 0;
      const step = wasBoth ? (0.1 + Math.max(delay, 0) / 10) * Math.random() : 0.1 + Math.abs(delay);
      if (answers.length === 0) {
        outcomes.stopped++;
        delay += step;
      } else {
        outcomes.answered++;
        delay = wasBoth ? Math.max(0, delay - step) : delay - step;
        expect(answers).toMatchObject([{ result: { structuredContent: { outputPath } } }]);
        expect(await readFile(outputPath, 'utf8')).toMatch(/<\/svg>\s*$/);
        made.push(`${count}.svg`);
      }
      expect((await readdir(folder)).sort()).toEqual(made.toSorted());
    }
    expect(Math.min(outcomes.stopped, outcomes.answered)).toBeGreaterThan(0);
    expect(client.stderr).toBe('');
  },
);

describe('the official client', () => {
  const client = useOfficialClient('2026-07-28');

  it('the official client finds no file from a service_render call that it cancelled', async () => {
    const folder = await temporaryFolder();
    const lateAnswers: string[] = [];
    client().onerror = ({ message }) => lateAnswers.push(message);
    const made: string[] = [];
    const end = performance.now() + enoughMs;
    for (let count = 0; count < 20 && performance.now() < end; count++) {
      const outputPath = join(folder, `${count}.svg`);
      const stop = new AbortController();
      const call = client().callTool(
        { name: 'service_render', arguments: { inputPath: hello, outputPath } },
        {
          signal: stop.signal,
          onprogress: () => {
            waitPrecisely(count / 5);
            stop.abort();
          },
        },
      );
      const given = await call.then(
        () => 'answered',
        () => 'cancelled',
      );
      await client().callTool({ name: 'service_inspect', arguments: { inputPath: hello } });
      const late = lateAnswers.some((message) => message.includes(`${outputPath}"`));
      if (given === 'answered' || late) made.push(`${count}.svg`);
      expect((await readdir(folder)).sort()).toEqual(made.toSorted());
    }
    expect(made.length).toBeLessThan(20);
  }, 120_000);
});
