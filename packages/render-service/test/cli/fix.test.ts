import { chmod, lstat, mkdir, readdir, readFile, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { run, start, temporaryFolder } from '../../../../test/support/command-line.ts';
import { waitUntil } from '../../../../test/support/wait-until.ts';

/** A film whose title extends beyond the frame, with a formatting of its own. */
const beyond = `{ "shorthand": true,   "name": "Beyond",
\t"objects": {
    "title": {"kind":"text", "state": { "text":"Hello to everybody", "x": 1.9e3,
          "y" : 400 } }
  },
  "compositions": { "only": {"duration": 2000} }}`;

/** Code that the command runs first: the new file never takes the place of the old one. */
const stuckWhileReplacing = {
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(`
    import fs from 'node:fs/promises';
    import { syncBuiltinESMExports } from 'node:module';
    fs.rename = () => new Promise(() => setInterval(() => {}, 1000));
    syncBuiltinESMExports();
  `)}`,
};

const fixedBeyond = /^(.*"x": )(\d+)(,\n.*)$/s;

async function folderWith(text: string, name = 'film.json') {
  const folder = await temporaryFolder();
  const file = join(folder, name);
  await writeFile(file, text);
  return { folder, file };
}

describe('fix', () => {
  it('fix changes one value in the file, prints it, and keeps all other characters', {
    tags: 'slow',
  }, async () => {
    const { folder, file } = await folderWith(beyond);
    const { code, stdout, stderr } = await run(['fix', file]);
    const text = await readFile(file, 'utf8');
    const [, before, x, after] = fixedBeyond.exec(text) ?? [];
    expect(`${before}1.9e3${after}`).toBe(beyond);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const lines = stdout.toString().split('\n');
    expect(lines[0]).toMatch(
      `${file}:3 objects.title.state.x: 1900 → ${x} (beyond-frame: part of the text is outside the frame`,
    );
    expect(lines.slice(1)).toEqual([`${file}: 1 value changed`, '']);
    expect(await readdir(folder)).toEqual(['film.json']);
  });

  it('a second fix changes nothing and does not write the file', { tags: 'slow' }, async () => {
    const { file } = await folderWith(beyond);
    await run(['fix', file]);
    const text = await readFile(file, 'utf8');
    await utimes(file, 1, 1);
    const { code, stdout } = await run(['fix', file]);
    expect({ code, stdout: stdout.toString() }).toEqual({ code: 0, stdout: `${file}: nothing to fix\n` });
    expect(await readFile(file, 'utf8')).toBe(text);
    expect((await stat(file)).mtimeMs).toBe(1000);
  });

  it('after fix, inspect gives no advice', { tags: 'slow' }, async () => {
    const { file } = await folderWith(beyond);
    await run(['fix', file]);
    expect((await run(['inspect', file])).stdout.toString()).not.toContain('advice');
  });

  it('fix --check prints the changes with the lines of the file, leaves the file, and exits with 1', {
    tags: 'slow',
  }, async () => {
    const { file } = await folderWith(beyond.replace('"x"', '\n\n"y": 1, "x"'));
    const before = await readFile(file, 'utf8');
    const { code, stdout } = await run(['fix', '--check', file]);
    expect(code).toBe(1);
    expect(stdout.toString()).toContain(`${file}:6 objects.title.state.y: 1 → removed (repeated-key: `);
    expect(stdout.toString()).toContain(`${file}:5 objects.title.state.x: 1900 → `);
    expect(stdout.toString()).toContain(`${file}: 2 values to change\n`);
    expect(await readFile(file, 'utf8')).toBe(before);
    await run(['fix', file]);
    expect((await run(['fix', '--check', file])).code).toBe(0);
  });

  it('fix keeps CRLF, tabs, a byte order mark and a missing line end', async () => {
    const text = `\ufeff${beyond.replaceAll('\n', '\r\n')}`;
    const { file } = await folderWith(text);
    expect((await run(['fix', file])).code).toBe(0);
    const fixed = await readFile(file, 'utf8');
    expect(fixed).not.toBe(text);
    expect(fixed.replace(/"x": \d+,/, '"x": 1.9e3,')).toBe(text);
  });

  it('fix removes members that a later member with the same name overrides', async () => {
    const { file } = await folderWith(
      beyond.replace('1.9e3', '960').replace('"text":', '"text": "Old", "y": 300, "text":'),
    );
    const { code, stdout } = await run(['fix', file]);
    expect(code).toBe(0);
    expect(stdout.toString()).toContain('objects.title.state.text: "Old" → removed');
    expect(await readFile(file, 'utf8')).toBe(beyond.replace('1.9e3', '960'));
  });

  it('fix leaves a value that comes from a variable, and reports it', { tags: 'slow' }, async () => {
    const text = beyond.replace('1.9e3', `"\${x}"`).replace('"name"', '"variables": { "x": 1900 }, "name"');
    const { file } = await folderWith(text);
    const { code, stdout } = await run(['fix', file]);
    expect(code).toBe(0);
    expect(stdout.toString()).toContain(
      `${file}: nothing to fix\nadvice that is left:\n  ${file}:3 objects.title.state: `,
    );
    expect(stdout.toString()).toContain(`(not fixed: its value comes from the variable \${x})`);
    expect(await readFile(file, 'utf8')).toBe(text);
    const outside = await run(['fix', file, '--set', 'x=1800']);
    expect(outside.stdout.toString()).toContain(`\${x}, which is set outside the document)`);
    expect((await run(['fix', file, '--set', 'x=960'])).stdout.toString()).toBe(`${file}: nothing to fix\n`);
  });

  it('fix - prints the fixed project to standard output and the changes to standard error', {
    tags: 'slow',
  }, async () => {
    const { code, stdout, stderr } = await run(['fix', '-'], beyond);
    expect(code).toBe(0);
    expect(stdout.toString().replace(/"x": \d+,/, '"x": 1.9e3,')).toBe(beyond);
    expect(stderr).toContain('standard input:3 objects.title.state.x: 1900 → ');
    const checked = await run(['fix', '-', '--check'], beyond);
    expect(checked).toMatchObject({ code: 1, stderr: '' });
    expect(checked.stdout.toString()).toContain('standard input: 1 value to change');
  });

  it('fix --json prints the changes and the remaining advice', { tags: 'slow' }, async () => {
    const { file } = await folderWith(beyond);
    const { stdout } = await run(['fix', '--json', '--check', file]);
    expect(JSON.parse(stdout.toString())).toMatchObject({
      changes: [{ rule: 'beyond-frame', path: 'objects.title.state.x', from: 1900, line: 3 }],
      left: [],
    });
    const { stdout: printed } = await run(['fix', '--json', '-'], beyond);
    expect(JSON.parse(printed.toString()).text).toMatch(fixedBeyond);
  });
});

describe('a file that fix refuses', () => {
  it('fix reports the problems of an invalid project like inspect, and leaves the file', {
    tags: 'slow',
  }, async () => {
    const text = beyond.replace('2000', '"long"');
    const { file } = await folderWith(text);
    const { code, stdout, stderr } = await run(['fix', file]);
    const inspected = await run(['inspect', file]);
    expect({ code, stderr }).toEqual({ code: inspected.code, stderr: inspected.stderr });
    expect(code).toBe(1);
    expect(stdout.length).toBe(0);
    expect(await readFile(file, 'utf8')).toBe(text);
  });

  it('fix reports invalid JSON and invalid UTF-8 like inspect', { tags: 'slow' }, async () => {
    const { file } = await folderWith('{ "shorthand": true, }');
    expect((await run(['fix', file])).stderr).toBe((await run(['inspect', file])).stderr);
    await writeFile(file, Buffer.from([0x7b, 0xff, 0x7d]));
    expect((await run(['fix', file])).stderr).toBe((await run(['inspect', file])).stderr);
  });

  it('fix reports a missing file, a folder and wrong usage', async () => {
    const folder = await temporaryFolder();
    const missing = join(folder, 'none.json');
    expect(await run(['fix', missing])).toMatchObject({
      code: 1,
      stderr: `render-service: cannot read ${missing}: there is no such file\n`,
    });
    expect(await run(['fix', folder])).toMatchObject({
      code: 1,
      stderr: `render-service: cannot read ${folder}: it is a folder\n`,
    });
    expect((await run(['fix'])).code).toBe(2);
    expect((await run(['fix', missing, '--chek'])).stderr).toContain('did you mean --check?');
  });

  it.skipIf(process.getuid?.() === 0)(
    'fix refuses a file in a read-only folder, and a read-only file',
    async () => {
      const { folder, file } = await folderWith(beyond);
      await chmod(folder, 0o555);
      expect(await run(['fix', file])).toMatchObject({
        code: 1,
        stderr: `render-service: cannot write ${file}: in the folder ${folder} permission denied\n`,
      });
      expect((await run(['fix', '--check', file])).stdout.toString()).toContain('1 value to change');
      await chmod(folder, 0o755);
      await chmod(file, 0o444);
      expect(await run(['fix', file])).toMatchObject({
        code: 1,
        stderr: `render-service: cannot write ${file}: permission denied\n`,
      });
      expect(await readFile(file, 'utf8')).toBe(beyond);
    },
  );
});

describe.skipIf(process.platform === 'win32')('the file that fix writes', () => {
  it('fix keeps the mode of the file', { tags: 'slow' }, async () => {
    const { file } = await folderWith(beyond);
    await chmod(file, 0o640);
    expect((await run(['fix', file])).code).toBe(0);
    expect((await stat(file)).mode & 0o7777).toBe(0o640);
    expect(await readFile(file, 'utf8')).not.toBe(beyond);
  });

  it('fix replaces the target of a symbolic link, not the link', async () => {
    const { folder, file } = await folderWith(beyond);
    await mkdir(join(folder, 'links'));
    const link = join(folder, 'links', 'film.json');
    await symlink('../film.json', link);
    expect((await run(['fix', link])).code).toBe(0);
    expect((await lstat(link)).isSymbolicLink()).toBe(true);
    expect((await lstat(file)).isSymbolicLink()).toBe(false);
    expect(await readFile(file, 'utf8')).toMatch(fixedBeyond);
    expect((await readdir(folder)).sort()).toEqual(['film.json', 'links']);
  });

  it('a fix that is interrupted while it writes leaves the file as it was, and no other file', {
    tags: 'slow',
  }, async () => {
    const { folder, file } = await folderWith(beyond);
    const command = start(['fix', file], '', stuckWhileReplacing);
    await waitUntil('the temporary file', async () => (await readdir(folder)).length > 1, 30_000);
    command.process.kill('SIGINT');
    expect(await command.finished).toMatchObject({ code: 130, stdout: Buffer.alloc(0), stderr: '' });
    expect(await readFile(file, 'utf8')).toBe(beyond);
    expect(await readdir(folder)).toEqual(['film.json']);
  });
});
