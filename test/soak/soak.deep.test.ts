import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { brokenBounds, memoryTrend, type SoakReport } from '../../scripts/soak/bounds.mjs';

const script = fileURLToPath(new URL('../../scripts/soak.mjs', import.meta.url));

/** Report of a run without faults. */
const sound: SoakReport = {
  samples: Array.from({ length: 12 }, () => ({ serviceBytes: 100_000_000 })),
  descriptors: [{ before: 23, after: 23 }],
  idleProcesses: [1],
  processesLeft: 0,
  exitCodes: [0],
  temporaryFiles: [],
  unexpected: [],
  unexpectedFailures: [],
};

function growing(growth: number): SoakReport['samples'] {
  return sound.samples.map((sample, at) => ({
    serviceBytes: sample.serviceBytes * (1 + (growth * at) / 11),
  }));
}

describe('the soak', () => {
  it('a soak of 100 mixed requests leaves no processes, descriptors or files', async () => {
    const child = spawn(process.execPath, [script, '--requests', '100', '--seed', '7', '--json'], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    const [code] = await once(child, 'close');
    expect([code, stderr]).toEqual([0, '']);
    const report = JSON.parse(stdout);
    expect(report.broken).toEqual([]);
    expect(report.requests).toBeGreaterThanOrEqual(100);
    // All kinds of failures occurred.
    expect(report.statuses).toMatchObject({
      timeout: { 504: expect.any(Number) },
      burst: { 200: expect.any(Number), 429: expect.any(Number) },
      'left while sending': { 0: expect.any(Number) },
      'damaged media': { 422: expect.any(Number) },
    });
    expect(report.processes.length).toBeGreaterThan(2);
  }, 120_000);

  it('the soak accepts a report without faults', () => {
    expect(brokenBounds(sound)).toEqual([]);
    expect(brokenBounds({ ...sound, samples: growing(0.09) })).toEqual([]);
  });

  it.each<[string, Partial<SoakReport>]>([
    ['memory grew', { samples: growing(0.3) }],
    ['file descriptors', { descriptors: [{ before: 23, after: 24 }] }],
    ['has 2', { idleProcesses: [1, 2] }],
    ['has 0', { idleProcesses: [0] }],
    ['outlived', { processesLeft: 1 }],
    ['ended with SIGKILL', { exitCodes: ['SIGKILL'] }],
    ['temporary files', { temporaryFiles: ['film'] }],
    ['status 500', { unexpected: ['png: status 500 instead of 200'] }],
    ['unexpected failure', { unexpectedFailures: ['{"level":50}'] }],
  ])('the soak reports: %s', (what, change) => {
    const broken = brokenBounds({ ...sound, ...change });
    expect(broken).toHaveLength(1);
    expect(broken[0]).toContain(what);
  });

  it('the soak reports no memory trend after a short run', () => {
    expect(memoryTrend({ samples: growing(5).slice(0, 11) })).toBeUndefined();
  });
});
