// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables of shorthand have this form.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/support/command-line.ts';
import { writePng } from '../../../test/support/png-writer.ts';
import { checkOptions } from '../../engine/src/render/options/check-options.ts';
import { DataFile } from '../../engine/src/render/tables/data-file.ts';
import { loadTemplate } from '../../engine/src/render/template.ts';
import type { Variables } from '../../engine/src/shorthand/schema.ts';
import { dataFile, signal } from '../../engine/test/render/tables/data-files.ts';
import { createJob } from '../src/batch-job.ts';
import type { BatchSource } from '../src/batch-source.ts';
import { checkBatch } from '../src/check-batch.ts';
import { planProcesses } from '../src/choose-processes.ts';
import { InputSource } from '../src/input-source.ts';
import { NameTemplate } from '../src/names/name-template.ts';
import { FolderStore } from '../src/outputs/folder-store.ts';
import { defaultRowName, RowSource } from '../src/row-source.ts';
import { template } from './support/template.ts';

const options = checkOptions({});

interface SourceParts {
  readonly document?: object;
  readonly name?: string;
  readonly variables?: Variables;
  readonly folder?: string;
  readonly file?: string;
}

async function rowSource(content: string, parts: SourceParts = {}): Promise<RowSource> {
  const { document = template, name = '${id}', variables = {}, folder, file } = parts;
  const loaded = await loadTemplate(Buffer.from(JSON.stringify(document)), folder, signal);
  const settings = { name: new NameTemplate(name, undefined), options, variables };
  return RowSource.open('film.json', loaded, await dataFile(content, file), settings, signal);
}

async function entriesOf(source: BatchSource) {
  const entries = [];
  for await (const entry of source.entries(signal)) {
    const prepared = entry.problems.length > 0 ? undefined : await entry.prepare(signal);
    entries.push({ ...entry, job: prepared?.job, prepare: undefined });
  }
  return entries;
}

async function check(
  source: BatchSource,
  { force = false, folder = '', report }: { force?: boolean; folder?: string; report?: string } = {},
) {
  await using store = await FolderStore.open(folder || (await temporaryFolder()));
  return await checkBatch(source, store, { force, signal, report });
}

describe("a row's variables", () => {
  it("a row's variables have the types that the template declares", async () => {
    const source = await rowSource('id,color,opacity,visible\na,007, 0.5 ,TRUE\nb,1e3,1e3,false\n');
    expect((await entriesOf(source)).map(({ job }) => ({ ...job?.variables }))).toEqual([
      { color: '007', opacity: 0.5, visible: true },
      { color: '1e3', opacity: 1000, visible: false },
    ]);
  });

  it('a value of the wrong type is a problem only for its row', async () => {
    const source = await rowSource('id,opacity,visible\na,abc,yes\nb,,true\nc,0x10,true\nd,1,true\n');
    const problem = (name: string, rule: string, seen: string) =>
      `${name}: must be ${rule}, as the template declares it, but the row has ${seen}`;
    const number = 'a number such as 12 or -0.5';
    expect((await entriesOf(source)).map(({ name, problems }) => ({ name, problems }))).toEqual([
      {
        name: 'a.png',
        problems: [problem('opacity', number, '"abc"'), problem('visible', 'true or false', '"yes"')],
      },
      { name: 'b.png', problems: [problem('opacity', number, '""')] },
      { name: 'c.png', problems: [problem('opacity', number, '"0x10"')] },
      { name: 'd.png', problems: [] },
    ]);
  });

  it("a row's variables override --set", async () => {
    const source = await rowSource('id,color\na,red\n', { variables: { color: 'blue', opacity: 0.5 } });
    expect((await entriesOf(source))[0]?.job?.variables).toEqual({ color: 'red', opacity: 0.5 });
  });

  it('variables from JSON rows get the declared types, and null counts as absent', async () => {
    const source = await rowSource('[{"id":1,"color":null,"opacity":"0.5","visible":false}]', {
      file: 'rows.json',
    });
    expect(await entriesOf(source)).toMatchObject([
      { name: '1.png', job: { variables: { opacity: 0.5, visible: false } } },
    ]);
  });
});

describe('columns', () => {
  const document = { ...template, variables: {}, name: '${title}' };

  it('all missing columns that a template needs are reported in one sentence', async () => {
    await expect(rowSource('id,colour\n1,2\n', { document })).rejects.toThrow(
      'rows.csv: lacks the columns "color", "opacity", "visible", "title", which the template uses but does not declare; it has "id", "colour"',
    );
  });

  it('missing columns that --name needs are reported in one sentence', async () => {
    await expect(rowSource('a,color\n1,2\n')).rejects.toThrow(
      '--name uses ${id}, but there is only "a", "color", "row"',
    );
  });

  it('a missing field in a JSON row is a problem for that row', async () => {
    const source = await rowSource('{"id":1,"title":"x"}\n{"title":"x"}', {
      document: { ...template, name: '${title}', variables: { ...template.variables } },
      file: 'rows.jsonl',
    });
    expect((await entriesOf(source)).map(({ problems }) => problems)).toEqual([
      [],
      ['id: the row lacks this field, which its name uses'],
    ]);
    const other = await rowSource('{"id":1}', {
      document: { ...template, name: '${title}' },
      file: 'rows.jsonl',
    });
    expect((await entriesOf(other))[0]?.problems).toEqual([
      'title: the row lacks this field, and the template declares no value for it',
    ]);
  });

  it('unused data columns are ignored with one warning', async () => {
    const source = await rowSource('id,colour,,opacity,notes\na,red,,1,x\n');
    expect(await check(source)).toEqual({ total: 1 });
    expect(source.warnings).toEqual([
      expect.stringMatching(
        /rows\.csv: ignoring the fields "colour", "notes", which are not variables of the template; is "colour" meant to be color\?$/,
      ),
    ]);
    expect((await entriesOf(source))[0]?.job?.variables).toEqual({ opacity: 1 });
  });

  it('rejects data rows for a project that is not in shorthand', async () => {
    await expect(rowSource('id\n1\n', { document: { name: 'x' } })).rejects.toThrow(
      'film.json: must be marked with "shorthand": true',
    );
  });

  it('rejects a --set variable that the template does not have', async () => {
    await expect(rowSource('id\n1\n', { variables: { colour: 'red' } })).rejects.toThrow(
      '--set "colour": the template has no such variable; known: "color", "opacity", "visible"',
    );
  });
});

describe('a theme', () => {
  const themed = { ...template, theme: 'paper' };
  const read = async (theme: string | undefined, folder: string, document: object = themed) =>
    loadTemplate(Buffer.from(JSON.stringify(document)), folder, signal, theme);

  it('a given theme replaces that of a template, and the text of a file is embedded', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'brand.json'), '{ "extends": "neon" }');
    const [own, given, file] = [
      await read(undefined, folder),
      await read('neon', folder),
      await read('brand.json', folder),
    ].map(({ document, baseFolder }) => [JSON.parse(document.toString()).theme, baseFolder]);
    expect(own).toEqual(['paper', undefined]);
    expect(given).toEqual(['neon', undefined]);
    expect(file).toEqual(['{ "extends": "neon" }', undefined]);
  });

  it('a template with a logo in its theme, or a variable as its theme, keeps its folder', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'brand.json'), '{ "logo": "logo.png" }');
    const folderOf = async (theme: unknown) =>
      (await read(undefined, folder, { ...template, theme })).baseFolder;
    expect(await folderOf('brand.json')).toBe(folder);
    expect(await folderOf({ logo: 'logo.png' })).toBe(folder);
    expect(await folderOf('${brand}')).toBe(folder);
  });

  it('a project in the full format refuses a given theme', async () => {
    await expect(read('neon', '', { scenes: {} })).rejects.toThrow(
      'must have "shorthand": true to use a theme',
    );
  });
});

describe('rows', () => {
  it('rows that changed after they were checked are not rendered', async () => {
    const loaded = await loadTemplate(Buffer.from(JSON.stringify(template)), undefined, signal);
    const settings = { name: new NameTemplate('${id}', undefined), options, variables: {} };
    const path = join(await temporaryFolder(), 'rows.csv');
    await writeFile(path, 'id\na\n');
    await using data = await DataFile.open(path, Readable.from([]), signal);
    const source = await RowSource.open('film.json', loaded, data, settings, signal);
    await check(source);
    await writeFile(path, 'id\na\nA\n');
    await expect(entriesOf(source)).rejects.toThrow('rows.csv changed while it was being read; start again');
  });

  it('data rows have no inherited fields such as constructor', async () => {
    const document = { ...template, name: '${toString}' };
    const source = await rowSource('{"a":1}', { document, name: '${constructor}', file: 'rows.jsonl' });
    expect((await entriesOf(source))[0]?.problems).toEqual([
      'constructor: the row lacks this field, which its name uses',
    ]);
    const other = await rowSource('{"a":1}', { document, name: '${a}', file: 'rows.jsonl' });
    expect((await entriesOf(other))[0]?.problems).toEqual([
      'toString: the row lacks this field, and the template declares no value for it',
    ]);
  });
});

describe('output names', () => {
  it('rejects output names that are equal or differ only in case', async () => {
    const source = await rowSource('id,color\nAnna,red\nb,red\nanna,blue\n../b,red\n:/b,red\n"..:b",blue\n');
    await expect(check(source)).rejects.toThrow(
      'two outputs would have the same name (ignoring case): rows 1 and 3 (anna.png), rows 4 and 6',
    );
  });

  it('outputs are named after the id field, or after the row number if there is no id', async () => {
    expect(await defaultRowName(await dataFile('a,id\n1,2\n'), signal)).toBe('${id}');
    expect(await defaultRowName(await dataFile('a\n1\n'), signal)).toBe('${row}');
    expect(await defaultRowName(await dataFile('7\n{"id":1}', 'x.jsonl'), signal)).toBe('${id}');
    expect(await defaultRowName(await dataFile('[]', 'x.json'), signal)).toBe('${row}');
  });

  it('an empty output name is a problem only for its row', async () => {
    const source = await rowSource('id,color\n,red\n ,red\nc,red\n');
    expect((await entriesOf(source)).map(({ problems }) => problems.length)).toEqual([1, 1, 0]);
    expect(await check(source)).toEqual({ total: 3 });
  });

  it('rejects an output that has the same name as the report', async () => {
    const source = await rowSource('id\nanna\nberta\n');
    await expect(check(source, { report: 'Berta.png' })).rejects.toThrow(/^row 2 has the name of the report/);
    expect(await check(source, { report: 'report.jsonl' })).toEqual({ total: 2 });
  });

  it('a batch rejects existing files that no batch created, except with force', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'b.png'), 'mine');
    const source = await rowSource('id\na\nb\n');
    await expect(check(source, { folder })).rejects.toThrow(
      `existing files that no batch created: ${join(folder, 'b.png')}; use --force to replace them`,
    );
    expect(await check(source, { folder, force: true })).toEqual({ total: 2 });
  });

  it('a batch of several inputs names each output after its input', async () => {
    const settings = (name: string) => ({ name: new NameTemplate(name, undefined), options, variables: {} });
    const names = async (inputs: string[], name: string) => {
      const found = [];
      for await (const entry of new InputSource(inputs, settings(name)).entries()) found.push(entry.name);
      return found;
    };
    expect(await names(['a/x.json', 'b/y.z.json'], '${row}-${input}.svg')).toEqual(['1-x.svg', '2-y.z.svg']);
    await expect(check(new InputSource(['a/x.json', 'b/X.json'], settings('${input}')))).rejects.toThrow(
      'inputs 1 and 2',
    );
    expect(() => new InputSource(['x'], settings('${id}'))).toThrow(
      '--name uses ${id}, but there is only "input", "row"',
    );
  });
});

describe("a job's id", () => {
  const parts = { template: 'a', variables: { x: 1, y: 'b' }, name: 'a.png', options };

  it('jobs with the same parts have the same id', () => {
    expect(createJob({ ...parts, variables: { y: 'b', x: 1 } }).id).toBe(createJob(parts).id);
  });

  it('jobs that differ in any part have different ids', () => {
    const jobs = [
      createJob(parts),
      createJob({ ...parts, template: 'b' }),
      createJob({ ...parts, variables: { x: '1', y: 'b' } }),
      createJob({ ...parts, variables: { x: 1 } }),
      createJob({ ...parts, name: 'b.png' }),
      createJob({ ...parts, options: checkOptions({ width: 16 }) }),
      createJob({ ...parts, options: checkOptions({ height: 16 }) }),
      createJob({ ...parts, files: 'c' }),
      createJob(parts, '0.0.0'),
    ];
    expect(new Set(jobs.map(({ id }) => id)).size).toBe(jobs.length);
  });
});

describe("a template's files", () => {
  const picture = (grey: number) =>
    writePng({ width: 1, height: 1, colorType: 0, bitDepth: 8, pixel: () => [grey] });

  async function withPictures() {
    const folder = await temporaryFolder();
    await mkdir(join(folder, 'pictures'));
    for (const [index, name] of ['a', 'b', 'logo'].entries()) {
      await writeFile(join(folder, 'pictures', `${name}.png`), picture(index));
    }
    const image = (src: string) => ({ kind: 'image', image: { src } });
    const objects = { face: image('pictures/${id}.png'), logo: image('pictures/logo.png') };
    return { folder, document: { ...template, objects: { ...template.objects, ...objects } } };
  }

  it("a job's id depends on the contents of the files that its row uses", async () => {
    const { folder, document } = await withPictures();
    const ids = async () =>
      (await entriesOf(await rowSource('id\na\nb\n', { folder, document }))).map(({ job }) => job?.id);
    const before = await ids();
    expect(await ids()).toEqual(before);
    await writeFile(join(folder, 'pictures', 'a.png'), picture(9));
    const after = await ids();
    expect(after[0]).not.toBe(before[0]);
    expect(after[1]).toBe(before[1]);
    await writeFile(join(folder, 'pictures', 'logo.png'), picture(8));
    expect((await ids())[1]).not.toBe(before[1]);
  });

  it('a missing file that all rows use is reported in one sentence', async () => {
    const { folder, document } = await withPictures();
    const objects = { logo: { kind: 'image', image: { src: 'nowhere.png' } } };
    await expect(rowSource('id\na\n', { folder, document: { ...document, objects } })).rejects.toThrow(
      'objects.logo.image.src: cannot be read from the file "nowhere.png": there is no such file',
    );
  });
});

describe('render processes', () => {
  const gibibyte = 1024 ** 3;

  it.each([
    [undefined, 100, { processors: 8, memoryBytes: 64 * gibibyte }, { processes: 8, processorsEach: 1 }],
    [undefined, 100, { processors: 8, memoryBytes: 3.5 * gibibyte }, { processes: 3, processorsEach: 2 }],
    [undefined, 2, { processors: 8, memoryBytes: 64 * gibibyte }, { processes: 2, processorsEach: 4 }],
    [undefined, 100, { processors: 1, memoryBytes: 0.1 * gibibyte }, { processes: 1, processorsEach: 1 }],
    [12, 100, { processors: 8, memoryBytes: gibibyte }, { processes: 12, processorsEach: 1 }],
    [3, 0, { processors: 8, memoryBytes: gibibyte }, { processes: 1, processorsEach: 8 }],
  ])(
    'plans render processes for %s requested, %s outputs and the machine %j: %j',
    (asked, outputs, machine, plan) => {
      expect(planProcesses(asked, outputs, machine)).toEqual(plan);
    },
  );
});

describe('a template in the short forms', () => {
  it('embeds the files of src in objects, children and items', async () => {
    const folder = await temporaryFolder();
    await writeFile(
      join(folder, 'photo.png'),
      writePng({ width: 1, height: 1, colorType: 0, bitDepth: 8, pixel: () => [200] }),
    );
    const image = { kind: 'image', src: 'photo.png' };
    const document = {
      shorthand: true,
      objects: {
        one: image,
        row: { kind: 'row', children: [image] },
        list: { kind: 'row', data: 2, each: image },
      },
      compositions: [{}],
    };
    const { document: bytes, baseFolder } = await loadTemplate(
      Buffer.from(JSON.stringify(document)),
      folder,
      signal,
    );
    expect(String(bytes)).not.toContain('photo.png');
    expect(String(bytes).match(/data:image\/png/g)).toHaveLength(3);
    expect(baseFolder).toBeUndefined();
  });

  it('knows the fields of items, which no column has to declare', async () => {
    const each = { kind: 'text', text: '${name}: ${price * 2} of ${total}, ${index}' };
    const objects = { list: { kind: 'row', data: [{ name: 'A', price: 3 }], each } };
    const document = { shorthand: true, objects, compositions: [{}] };
    const { undeclared } = await loadTemplate(Buffer.from(JSON.stringify(document)), undefined, signal);
    expect([...undeclared]).toEqual(['total']);
  });
});
