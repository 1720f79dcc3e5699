// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables and names of outputs have this form.
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { run, temporaryFolder } from '../../../../test/support/command-line.ts';
import { template } from '../../../farm/test/support/template.ts';

/** Runs a batch of the template with these rows. */
async function batchOf(rows: string, more: readonly string[] = [], name = 'rows.csv') {
  const folder = await temporaryFolder();
  const project = join(folder, 'film.json');
  const data = join(folder, name);
  const out = join(folder, 'out');
  await writeFile(project, JSON.stringify(template));
  await writeFile(data, rows);
  const { code, stdout, stderr } = await run(['batch', project, '--data', data, '--out-dir', out, ...more]);
  return { code, stdout: stdout.toString(), stderr: stderr.replaceAll(`${folder}/`, ''), out, folder };
}

describe('a batch with wrong data', () => {
  it.each([
    ['a header that names no variables', 'ID,Title,N\n1,a,2\n', 'no column is a variable of the template'],
    ['an unsupported separator', 'id|color\n1|red\n', 'separate fields with commas, semicolons or tabs'],
    ['an empty file', '', 'rows.csv has no rows'],
    ['only a header', 'id,color\n', 'rows.csv has no rows'],
  ])('batch rejects a data file before rendering anything: %s', async (_, rows, message) => {
    const { code, stderr, out } = await batchOf(rows);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(message) });
    expect(existsSync(join(out, '1.png'))).toBe(false);
  });

  it('batch rejects JSON rows that set no template variable', async () => {
    const { code, stderr } = await batchOf('{"colour": "red"}\n', ['--name', 'all-${row}'], 'rows.jsonl');
    expect(code).toBe(1);
    expect(stderr).toContain(
      'no field of the rows is a variable of the template ("color", "opacity", "visible"); the rows have "colour"',
    );
  });

  it('batch lists invalid rows before rendering, and renders the others', async () => {
    const { code, stderr, out } = await batchOf('id,opacity\na,high\nb,1\n');
    expect(code).toBe(1);
    expect(stderr.split('\n')[0]).toBe(
      'rows.csv: 1 row has invalid values and will not be rendered: row 1 (line 2): opacity: must be a number such as 12 or -0.5, as the template declares it, but the row has "high"',
    );
    expect(existsSync(join(out, 'b.png'))).toBe(true);
  });

  it('batch escapes control characters in file and column names that it prints', async () => {
    const rows = 'id,color,no\u009bte\na,red,1\nb,wrong,2\n';
    const { stderr } = await batchOf(rows, [], 'ro\u001b[31mws.csv');
    expect(stderr).toContain('ro\\u001b[31mws.csv: ignoring the field');
    expect(stderr).not.toContain('\u001b');
  });
});

describe('batch --strict', () => {
  it('batch --strict rejects unknown and missing columns', { tags: 'slow' }, async () => {
    const { code, stderr } = await batchOf('id,color,note\na,red,x\n', ['--strict']);
    expect(code).toBe(1);
    expect(stderr).toContain('--strict requires every column to be a variable; these are not: "note"');
    expect(stderr).toContain('--strict requires a column for every variable; missing: "opacity", "visible"');
  });

  it('batch --strict accepts variables from columns and from --set', { tags: 'slow' }, async () => {
    const rows = 'id,color,opacity\na,red,1\n';
    expect(await batchOf(rows, ['--strict', '--set', 'visible=true'])).toMatchObject({ code: 0, stderr: '' });
  });

  it('batch --strict checks each JSON row', async () => {
    const rows = [
      { id: 'a', color: 'red', opacity: 1, visible: true },
      { id: 'b', color: 'red', opacity: 1 },
      { id: 'c', color: 'red', opacity: 1, visible: true, note: 'x' },
    ];
    const { code, stderr, out } = await batchOf(JSON.stringify(rows), ['--strict'], 'rows.json');
    expect(code).toBe(1);
    expect(stderr).toContain('visible: the row lacks this field, which --strict requires');
    expect(stderr).toContain('note: is not a variable of the template, which --strict requires');
    expect(['a', 'b', 'c'].filter((id) => existsSync(join(out, `${id}.png`)))).toEqual(['a']);
  });
});

describe('batch --dry-run', () => {
  it('batch --dry-run checks every row, lists all problems and renders nothing', async () => {
    const folder = await temporaryFolder();
    const report = join(folder, 'report.jsonl');
    const rows = 'id,color,opacity\na,red,1\nb,no colour,1\nc,red,high\nd,red,7\n';
    const { code, stdout, stderr, out } = await batchOf(rows, ['--dry-run', '--report', report]);
    expect({ code, stdout }).toEqual({
      code: 1,
      stdout: '1 of 4 can be rendered, 3 cannot; nothing was rendered\n',
    });
    for (const problem of [
      'row 2 (line 3, b.png): variables.color: must be a color',
      'row 3 (line 4, c.png): opacity: must be a number such as',
      'row 4 (line 5, d.png): variables.opacity: must be a number from 0 to 1, but is 7',
    ]) {
      expect(stderr).toContain(problem);
    }
    expect(existsSync(out)).toBe(false);
    const lines = (await readFile(report, 'utf8'))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const outcomes = lines.sort((one, other) => one.number - other.number).map(({ outcome }) => outcome);
    expect(outcomes).toEqual(['checked', 'failed', 'failed', 'failed']);
  });

  it('batch --dry-run exits with code 0 if rows or whole projects have no problems', {
    tags: 'slow',
  }, async () => {
    const { code, stdout, folder } = await batchOf('id,color\na,red\n', ['--dry-run', '--json']);
    expect({ code, counts: JSON.parse(stdout) }).toMatchObject({
      code: 0,
      counts: { total: 1, checked: 1, failed: 0 },
    });
    const project = join(folder, 'film.json');
    const out = join(folder, 'elsewhere');
    const checked = await run(['batch', project, '--out-dir', out, '--dry-run']);
    expect(checked).toMatchObject({ code: 0, stderr: '' });
    expect(existsSync(out)).toBe(false);
  });

  it('batch lists the warnings of each output, and refuses them with --strict', {
    tags: 'slow',
  }, async () => {
    const folder = await temporaryFolder();
    const project = join(folder, 'film.json');
    const objects = { formula: { kind: 'equation', text: '${tex}' } };
    const film = { shorthand: true, variables: { tex: 'x' }, objects, compositions: [{}] };
    await writeFile(project, JSON.stringify(film));
    const rows = join(folder, 'rows.csv');
    await writeFile(rows, 'id,tex\na,x\nb,\\frac{1\n');
    const batch = async (name: string, ...args: readonly string[]) => {
      const out = join(folder, name);
      const report = join(folder, `${name}.jsonl`);
      const ended = await run([
        ...['batch', project, '--data', rows, '--out-dir', out, '--format', 'svg'],
        ...['--report', report, ...args],
      ]);
      const lines = (await readFile(report, 'utf8')).trimEnd().split('\n');
      const outputs = lines.map((line) => JSON.parse(line)).sort((one, other) => one.number - other.number);
      return { ...ended, stdout: ended.stdout.toString(), outputs };
    };
    const message = expect.stringMatching(/^the TeX does not parse .* correct the formula$/);
    const warned = [{ code: 'warning', message, place: 'objects.formula.text' }];
    const made = await batch('made');
    expect(made).toMatchObject({ code: 0, stdout: expect.stringContaining('2 made (1 with warnings)') });
    expect(made.stderr).toMatch(/row 2 \(line 3, b\.svg\): warning: objects\.formula\.text: the TeX/);
    expect(made.outputs).toMatchObject([
      { outcome: 'made', problems: [] },
      { outcome: 'made', problems: warned },
    ]);
    const checked = await batch('checked', '--dry-run');
    expect(checked.stdout).toBe('2 of 2 can be rendered (1 with warnings); nothing was rendered\n');
    expect(checked.outputs).toMatchObject([{ problems: [] }, { outcome: 'checked', problems: warned }]);
    for (const args of [['--strict'], ['--strict', '--dry-run']]) {
      const strict = await batch(args.join(''), ...args);
      expect(strict.code).toBe(1);
      expect(strict.outputs).toMatchObject([
        { problems: [] },
        { outcome: 'failed', problems: [{ code: 'unsupported', message }] },
      ]);
    }
  });

  it('batch --dry-run reports two outputs with the same name', async () => {
    const { code, stderr } = await batchOf('id,color\na,red\nA,red\n', ['--dry-run']);
    expect(code).toBe(1);
    expect(stderr).toContain('two outputs would have the same name');
  });
});
