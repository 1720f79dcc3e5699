import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import {
  chmod,
  copyFile,
  link,
  lstat,
  mkdir,
  readdir,
  readFile,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { run, temporaryFolder } from '../../../../test/support/command-line.ts';

const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const hello = fileURLToPath(new URL('../../../../test/fixtures/projects/hello.json', import.meta.url));
const runFile = promisify(execFile);
const small = ['--width', '32'];

/** Creates a folder with a project. */
async function folderWithProject() {
  const folder = await temporaryFolder();
  const input = join(folder, 'a.json');
  await copyFile(hello, input);
  return { folder, input };
}

describe.skipIf(process.platform === 'win32')('--force', () => {
  it.each(['600', '640', '755', '444'])(
    'render --force keeps mode %s of the replaced file',
    async (digits) => {
      const mode = Number.parseInt(digits, 8);
      const { folder, input } = await folderWithProject();
      const output = join(folder, 'out.svg');
      await writeFile(output, 'mine');
      await chmod(output, mode);
      const { code, stderr } = await run(['render', input, '-o', output, '--force', ...small]);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect((await stat(output)).mode & 0o7777).toBe(mode);
      expect(await readFile(output, 'utf8')).toContain('<svg');
    },
  );

  it.runIf(process.getuid?.() === 0)(
    "render --force keeps the replaced file's owner if permitted",
    async () => {
      const { folder, input } = await folderWithProject();
      const output = join(folder, 'out.svg');
      await writeFile(output, 'mine');
      await runFile('chown', ['12345:23456', output]);
      expect((await run(['render', input, '-o', output, '--force', ...small])).code).toBe(0);
      expect(await stat(output)).toMatchObject({ uid: 12345, gid: 23456 });
    },
  );

  it('render --force writes through symbolic links, even to a missing file', async () => {
    const { folder, input } = await folderWithProject();
    const elsewhere = join(folder, 'elsewhere');
    await mkdir(elsewhere);
    await writeFile(join(elsewhere, 'old.svg'), 'mine');
    for (const name of ['old.svg', 'new.svg']) {
      const output = join(folder, name);
      await symlink(join('elsewhere', name), `${output}.link`);
      await symlink(`${name}.link`, output);
      const { code, stderr } = await run(['render', input, '-o', output, '--force', ...small]);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect((await lstat(output)).isSymbolicLink()).toBe(true);
      expect(await readFile(join(elsewhere, name), 'utf8')).toContain('<svg');
    }
    expect((await readdir(elsewhere)).sort()).toEqual(['new.svg', 'old.svg']);
  });

  it('render --force reports a symbolic link that forms a loop or leads to a missing folder', async () => {
    const { folder, input } = await folderWithProject();
    const output = join(folder, 'out.svg');
    await symlink(join(folder, 'none', 'out.svg'), output);
    expect((await run(['render', input, '-o', output, '--force'])).stderr).toContain(
      `there is no folder ${join(folder, 'none')}`,
    );
    const circle = join(folder, 'circle.svg');
    await symlink('circle.svg', circle);
    expect((await run(['render', input, '-o', circle, '--force'])).stderr).toContain('form a loop');
  });

  it('render --force never replaces the input, even under another name', async () => {
    const { folder, input } = await folderWithProject();
    const project = await readFile(input);
    await symlink('a.json', join(folder, 'link'));
    await link(input, join(folder, 'second'));
    await symlink('.', join(folder, 'here'));
    const names = ['a.json', 'link', 'second', 'here/a.json', `../${basename(folder)}/a.json`];
    if (existsSync(join(folder, 'A.JSON'))) names.push('A.JSON');
    for (const name of names) {
      const output = `${folder}/${name}`;
      const { code, stderr } = await run(['render', input, '-o', output, '--force']);
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr: `render-service: cannot write ${output}: it is the input, ${input}; choose another output\n`,
      });
      expect((await readFile(input)).equals(project)).toBe(true);
    }
    expect((await readdir(folder)).sort()).toEqual(['a.json', 'here', 'link', 'second']);
  });

  it('render never overwrites or extends its input, even through standard input or output', async () => {
    const { folder, input } = await folderWithProject();
    const project = await readFile(input);
    const second = join(folder, 'second');
    await link(input, second);
    for (const [args, inputFlags, outputFlags] of [
      [['-', '-o', second, '--force'], 'r', undefined],
      [[input, '-o', '-'], undefined, 'a'],
    ] as const) {
      const stdin = inputFlags === undefined ? 'ignore' : openSync(input, inputFlags);
      const stdout = outputFlags === undefined ? 'ignore' : openSync(input, outputFlags);
      const child = spawn(process.execPath, [main, 'render', ...args], { stdio: [stdin, stdout, 'pipe'] });
      let said = '';
      child.stderr?.on('data', (chunk: Buffer) => {
        said += chunk;
      });
      const [code] = await once(child, 'close');
      for (const file of [stdin, stdout]) if (typeof file === 'number') closeSync(file);
      expect({ code, said }).toEqual({ code: 1, said: expect.stringContaining('it is the input, ') });
      expect((await readFile(input)).equals(project)).toBe(true);
    }
  });
});
