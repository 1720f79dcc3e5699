// @module-tag redis-server

import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type RunningCommand, start } from '../../../test/support/command-line.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { StoreError } from '../src/outputs/store-error.ts';
import { StorePatience } from '../src/outputs/store-patience.ts';
import { batchArguments, batchFolder, outputsIn, template } from './support/farm.ts';

const still = ['--format', 'png', '--json', '--jobs', '1'];

/** Runs a batch on this machine whose folder becomes a file after some outputs; returns a function that restores it. */
async function interrupted(): Promise<{ batch: RunningCommand; out: string; repair: () => Promise<void> }> {
  const rows = Array.from({ length: 60 }, (_, row) => ({ id: `row-${row}`, left: 20 + row }));
  const folder = await batchFolder(template(), rows);
  const out = join(folder, 'out');
  const batch = start(batchArguments(folder, out, ...still));
  let said = '';
  batch.process.stderr?.on('data', (chunk) => {
    said += chunk;
  });
  await waitUntil('some are made', async () => (await readdir(out)).length > 3);
  await rename(out, join(folder, 'away'));
  await writeFile(out, 'a file in place of the folder');
  await waitUntil('it prints that it waits', () => said.includes('; the batch waits and tries again\n'));
  const repair = async () => {
    await rm(out);
    await rename(join(folder, 'away'), out);
  };
  return { batch, out, repair };
}

describe('a batch on one machine whose store fails', () => {
  it('a batch waits for a failing store with one message, and makes all outputs when the store works again', async () => {
    const { batch, out, repair } = await interrupted();
    await repair();
    const { code, stdout, stderr } = await batch.finished;
    expect({ code, ...JSON.parse(stdout.toString()) }).toMatchObject({ code: 0, made: 60, failed: 0 });
    expect(Object.keys(await outputsIn(out))).toHaveLength(60);
    expect(stderr.match(/the batch waits and tries again/g)).toHaveLength(1);
    expect(stderr).toContain('render-service: outputs can be stored again; the batch continues\n');
  });

  it('a batch can be interrupted while it waits for its store', async () => {
    const { batch, repair } = await interrupted();
    batch.process.kill('SIGINT');
    const { code, stderr } = await batch.finished;
    expect(code).toBe(130);
    expect(stderr).toMatch(/^Stopped: \d+ of 60 are done; the same command resumes from there\.$/m);
    await repair();
  });

  it('a batch ends if its store fails for too long, and does not retry an error that affects one output', async () => {
    const notices: string[] = [];
    const waits = { first: 1, longest: 2, limit: 20 };
    const patience = new StorePatience((message) => notices.push(message), waits);
    const { signal } = new AbortController();
    const down = () => Promise.reject(new StoreError('outage', 'the disk is full'));
    await expect(patience.until(down, signal)).rejects.toThrow('the disk is full');
    expect(notices).toEqual(['the disk is full; the batch waits and tries again']);
    let tries = 0;
    const tooLong = () => {
      tries++;
      return Promise.reject(new StoreError('output', 'its name is too long'));
    };
    await expect(patience.until(tooLong, signal)).rejects.toThrow('its name is too long');
    expect(tries).toBe(1);
  });
});
