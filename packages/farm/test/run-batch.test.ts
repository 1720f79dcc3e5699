// biome-ignore-all lint/suspicious/noTemplateCurlyInString: names of outputs are templates of this form.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/support/command-line.ts';
import { childrenOf, onLinux } from '../../../test/support/linux-process.ts';
import { checkOptions } from '../../engine/src/render/options/check-options.ts';
import { render } from '../../engine/src/render/render.ts';
import { loadTemplate } from '../../engine/src/render/template.ts';
import type { Variables } from '../../engine/src/shorthand/schema.ts';
import { signal } from '../../engine/test/render/tables/data-files.ts';
import { createJob } from '../src/batch-job.ts';
import type { BatchEntry, BatchSource } from '../src/batch-source.ts';
import { InputSource } from '../src/input-source.ts';
import type { Outcome } from '../src/make-output.ts';
import { NameTemplate } from '../src/names/name-template.ts';
import { FolderStore, manifestName } from '../src/outputs/folder-store.ts';
import type { OutputStore } from '../src/outputs/output-store.ts';
import { reportLine } from '../src/report.ts';
import { runBatch } from '../src/run-batch.ts';
import { template } from './support/template.ts';

const document = Buffer.from(JSON.stringify(template));
const plan = { processes: 2, processorsEach: 1 };

/** A batch with one row for each set of variables. */
async function sourceOf(rows: readonly Variables[], onEntry = (_number: number) => {}): Promise<BatchSource> {
  const options = checkOptions({});
  const loaded = await loadTemplate(document, undefined, signal);
  return {
    noun: 'row',
    warnings: [],
    async *entries(): AsyncIterable<BatchEntry> {
      for (const [index, variables] of rows.entries()) {
        const number = index + 1;
        onEntry(number);
        const name = `${number}.png`;
        const job = createJob({ template: loaded.digest, variables, name, options });
        yield { number, input: 'x', name, problems: [], prepare: async () => ({ template: loaded, job }) };
      }
    },
  };
}

async function runIn(
  folder: string,
  source: BatchSource,
  { stop = signal, force = false, onOutcome = () => {}, onProgress = () => {} } = {} as {
    stop?: AbortSignal;
    force?: boolean;
    onOutcome?: (number: number) => void;
    onProgress?: (number: number) => void;
  },
): Promise<ReadonlyMap<number, Outcome>> {
  await using store = await FolderStore.open(folder);
  const outcomes = new Map<number, Outcome>();
  await runBatch(
    source,
    plan,
    { store, timeoutMs: 60_000, force, signal: stop },
    {
      onProgress: ({ number }) => onProgress(number),
      onOutcome: ({ number }, outcome) => {
        outcomes.set(number, outcome);
        onOutcome(number);
      },
    },
  );
  return outcomes;
}

const kinds = (outcomes: ReadonlyMap<number, Outcome>) =>
  [...outcomes].sort(([one], [other]) => one - other).map(([, { kind }]) => kind);

describe('a batch', () => {
  it('a batch makes the same bytes as render and skips outputs that are up to date', async () => {
    const folder = await temporaryFolder();
    const rows = ['red', 'green', 'blue'].map((color) => ({ color }));
    expect(kinds(await runIn(folder, await sourceOf(rows)))).toEqual(['made', 'made', 'made']);
    for (const [index, variables] of rows.entries()) {
      const { data } = await render(document, { variables });
      expect(Buffer.compare(await readFile(join(folder, `${index + 1}.png`)), data)).toBe(0);
    }
    expect((await readdir(folder)).sort()).toEqual([manifestName, '1.png', '2.png', '3.png'].sort());
    const changed = await sourceOf([...rows.slice(0, 2), { color: 'white' }]);
    expect(kinds(await runIn(folder, changed))).toEqual(['skipped', 'skipped', 'made']);
  });

  it('a batch continues after failed outputs', async () => {
    const folder = await temporaryFolder();
    const rows: Variables[] = [
      { color: 'rot' },
      { opacity: 7 },
      { color: 'red' },
      { missing: 1 },
      { opacity: 0.5 },
    ];
    const outcomes = await runIn(folder, await sourceOf(rows));
    expect(kinds(outcomes)).toEqual(['failed', 'failed', 'made', 'failed', 'made']);
    expect(outcomes.get(1)).toMatchObject({ code: 'invalid-project' });
  });

  it('a batch does not replace existing files that no batch created, except with force', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, '1.png'), 'mine');
    const outcomes = await runIn(folder, await sourceOf([{}, {}]));
    expect(kinds(outcomes)).toEqual(['failed', 'made']);
    expect(outcomes.get(1)).toMatchObject({ code: 'exists' });
    expect(await readFile(join(folder, '1.png'), 'utf8')).toBe('mine');
    expect(kinds(await runIn(folder, await sourceOf([{}, {}]), { force: true }))).toEqual([
      'made',
      'skipped',
    ]);
  });

  it.runIf(onLinux)('a batch starts the requested number of render processes and reuses them', async () => {
    const seen = new Set<number>();
    const before = new Set(childrenOf(process.pid));
    const look = () => {
      for (const child of childrenOf(process.pid)) if (!before.has(child)) seen.add(child);
    };
    const rows = Array.from({ length: 12 }, (_, index) => ({ opacity: index / 12 }));
    expect(
      kinds(await runIn(await temporaryFolder(), await sourceOf(rows), { onOutcome: look })),
    ).toHaveLength(12);
    expect(seen.size).toBe(plan.processes);
    expect(childrenOf(process.pid).filter((child) => seen.has(child))).toEqual([]);
  });

  it.runIf(onLinux)('a batch starts no render process for outputs that are up to date', async () => {
    const folder = await temporaryFolder();
    await runIn(folder, await sourceOf([{}]));
    const before = childrenOf(process.pid);
    await runIn(folder, await sourceOf([{}]), {
      onOutcome: () => expect(childrenOf(process.pid)).toEqual(before),
    });
  });

  it('a batch holds no more rows at a time than it has render processes', async () => {
    let read = 0;
    let done = 0;
    const rows = Array.from({ length: 20 }, () => ({}));
    const source = await sourceOf(rows, (number) => {
      read = number;
      expect(read - done).toBeLessThanOrEqual(plan.processes);
    });
    await runIn(await temporaryFolder(), source, { onOutcome: () => done++ });
    expect(read).toBe(20);
  });

  it('an interrupted batch ends, and resumes on the next run', async () => {
    const folder = await temporaryFolder();
    const rows = Array.from({ length: 10 }, (_, index) => ({ opacity: index / 10 }));
    const stop = new AbortController();
    const reason = new Error('enough');
    const onOutcome = (number: number) => {
      if (number === 4) stop.abort(reason);
    };
    await expect(runIn(folder, await sourceOf(rows), { stop: stop.signal, onOutcome })).rejects.toBe(reason);
    const made = (await readdir(folder)).filter((name) => name !== manifestName);
    expect(made.length).toBeGreaterThanOrEqual(3);
    expect(made.length).toBeLessThan(10);
    expect(made.every((name) => /^\d+\.png$/.test(name))).toBe(true);
    const outcomes = await runIn(folder, await sourceOf(rows));
    expect(kinds(outcomes).filter((kind) => kind === 'skipped')).toHaveLength(made.length);
    expect(kinds(outcomes)).not.toContain('failed');
  });

  it('a batch ends if its store accepts no output', async () => {
    const full: OutputStore = {
      describe: (name) => name,
      existing: async () => ({ kind: 'none' }),
      publish: async () => {
        throw new Error('full');
      },
    };
    let outcomes = 0;
    const run = runBatch(
      await sourceOf([{}, {}, {}, {}, {}, {}]),
      plan,
      { store: full, timeoutMs: undefined, force: false, signal },
      { onProgress: () => {}, onOutcome: () => void outcomes++ },
    );
    await expect(run).rejects.toThrow('full');
    expect(outcomes).toBe(0);
  });

  it('a batch of several inputs renders the valid ones and fails the others', async () => {
    const folder = await temporaryFolder();
    const inputs = ['good', 'broken', 'missing', 'folder'].map((name) => join(folder, `${name}.json`));
    await writeFile(inputs[0] ?? '', document);
    await writeFile(inputs[1] ?? '', '{');
    await mkdir(inputs[3] ?? '');
    const name = new NameTemplate('x-${input}', undefined);
    const source = new InputSource(inputs, { name, options: checkOptions({}), variables: { color: 'blue' } });
    const out = join(folder, 'out');
    const outcomes = await runIn(out, source);
    expect(kinds(outcomes)).toEqual(['made', 'failed', 'failed', 'failed']);
    expect(await readFile(join(out, 'x-good.png'))).toEqual(
      Buffer.from((await render(document, { variables: { color: 'blue' } })).data),
    );
  });
});

describe.runIf(onLinux)('a killed render process', () => {
  /** Kills a batch's render processes as soon as they have a task, at most this many times. */
  async function runKilling(
    times: number,
  ): Promise<{ outcomes: ReadonlyMap<number, Outcome>; killed: number }> {
    const before = new Set(childrenOf(process.pid));
    let killed = 0;
    const film = {
      ...template,
      objects: {
        box: {
          kind: 'rectangle',
          state: { width: 4, height: 4, fill: 'red', x: 2 },
        },
      },
      compositions: { a: { duration: 0 }, b: { duration: 100, enter: 8000, states: { box: { x: 14 } } } },
      variables: {},
    };
    const loaded = await loadTemplate(Buffer.from(JSON.stringify(film)), undefined, signal);
    const options = checkOptions({ format: 'mp4' });
    const source: BatchSource = {
      noun: 'row',
      warnings: [],
      async *entries(): AsyncIterable<BatchEntry> {
        for (const number of [1, 2]) {
          const name = `${number}.mp4`;
          const job = createJob({ template: loaded.digest, variables: {}, name, options });
          yield { number, input: 'x', name, problems: [], prepare: async () => ({ template: loaded, job }) };
        }
      },
    };
    await using store = await FolderStore.open(await temporaryFolder());
    const outcomes = new Map<number, Outcome>();
    const kill = (number: number) => {
      if (number !== 1 || killed >= times) return;
      const [child] = childrenOf(process.pid).filter((pid) => !before.has(pid));
      if (child === undefined) return;
      before.add(child);
      killed++;
      process.kill(child, 'SIGKILL');
    };
    await runBatch(
      source,
      { processes: 1, processorsEach: 1 },
      { store, timeoutMs: 60_000, force: false, signal },
      {
        onProgress: ({ number }) => kill(number),
        onOutcome: ({ number }, outcome) => void outcomes.set(number, outcome),
      },
    );
    return { outcomes, killed };
  }

  it('a batch makes all outputs if a render process is killed once', async () => {
    const { outcomes, killed } = await runKilling(1);
    expect(killed).toBe(1);
    expect(kinds(outcomes)).toEqual(['made', 'made']);
  });

  it('a batch fails only the output whose render process is killed twice', { tags: 'slow' }, async () => {
    const { outcomes, killed } = await runKilling(9);
    expect(killed).toBe(2);
    expect(kinds(outcomes)).toEqual(['failed', 'made']);
    expect(outcomes.get(1)).toMatchObject({
      code: 'failed',
      problems: ['project: could not be rendered, because the render process ended unexpectedly'],
      details: expect.stringContaining('SIGKILL'),
    });
  });
});

describe('a report line', () => {
  const entry = { number: 2, line: 3, input: 'x.json', name: 'a.png' };

  it('a line of a batch report lists each problem with its place', () => {
    const problems = [
      'objects.box.state.fill: must be a color: blue',
      'objects["a b"].keyframes[2]: is wrong',
      'two words: none',
    ];
    const outcome = { kind: 'failed', code: 'invalid-project', problems } as const;
    expect(reportLine(entry, outcome, 0.0123)).toEqual({
      ...entry,
      outcome: 'failed',
      seconds: 0.012,
      bytes: 0,
      problems: [
        { code: 'invalid-project', place: 'objects.box.state.fill', message: 'must be a color: blue' },
        { code: 'invalid-project', place: 'objects["a b"].keyframes[2]', message: 'is wrong' },
        { code: 'invalid-project', place: null, message: 'two words: none' },
      ],
    });
  });
});
