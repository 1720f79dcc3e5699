import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { inspect } from '../../engine/src/render/inspect.ts';
import { checkOptions } from '../../engine/src/render/options/check-options.ts';
import { DataFile } from '../../engine/src/render/tables/data-file.ts';
import { loadTemplate } from '../../engine/src/render/template.ts';
import { signal } from '../../engine/test/render/tables/data-files.ts';
import { NameTemplate } from '../src/names/name-template.ts';
import { RowSource } from '../src/row-source.ts';

const folder = fileURLToPath(new URL('../../../examples/greeting-cards/', import.meta.url));
const guide = await readFile(new URL('../../../docs/guides/batches.md', import.meta.url), 'utf8');

describe('the example in docs/guides/batches.md', () => {
  it('the greeting-cards example defines 100 cards without problems, and sampled cards get no advice', async () => {
    const bytes = await readFile(`${folder}card.json`);
    const template = await loadTemplate(bytes, folder, signal);
    await using data = await DataFile.open(`${folder}people.csv`, Readable.from([]), signal);
    const [, name = ''] = /--name '([^']+\.mp4)'/.exec(guide) ?? [];
    const settings = {
      name: new NameTemplate(name, undefined),
      options: checkOptions({ format: 'mp4' }),
      variables: {},
    };
    const source = await RowSource.open('card.json', template, data, settings, signal);
    const names = [];
    for await (const entry of source.entries(signal)) {
      expect(entry.problems).toEqual([]);
      names.push(entry.name);
      const { job } = await entry.prepare(signal);
      if (entry.number % 10 !== 4) continue;
      const inspection = await inspect(bytes, { ...job.options, variables: job.variables, advice: true });
      expect(inspection).toMatchObject({ issues: [], advice: [] });
    }
    expect(new Set(names).size).toBe(100);
    expect(names[2]).toBe('003-Björn Yılmaz.mp4');
    expect(source.warnings).toEqual([]);
  });

  it('docs/guides/batches.md quotes the data of the greeting-cards example verbatim', async () => {
    const [, csv = ''] = /```csv\n(.*?)```/s.exec(guide) ?? [];
    expect(await readFile(`${folder}people.csv`, 'utf8')).toContain(csv);
  });
});
