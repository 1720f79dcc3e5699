import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../../test/support/command-line.ts';
import { PreviewStand, smallFilm } from '../../../test/support/preview-stand.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { openInEditor, readEditor } from '../src/editors.ts';

/** A program that writes its arguments to a file, one a line. */
async function noter(): Promise<{ program: string; noted: () => Promise<string[]> }> {
  const folder = await temporaryFolder();
  const [program, file] = [join(folder, 'my editor'), join(folder, 'noted')];
  const script = `#!/bin/sh\nfor word in "$@"; do printf '%s\\n' "$word"; done > '${file}.part' && mv '${file}.part' '${file}'\n`;
  await writeFile(program, script, { mode: 0o755 });
  const text = () => waitUntil('the editor', () => readFile(file, 'utf8').catch(() => undefined));
  return { program, noted: async () => (await text()).trimEnd().split('\n') };
}

it.skipIf(process.platform === 'win32')(
  'the preview opens a place of its file in the editor that --editor names',
  { tags: 'slow' },
  async () => {
    const { program, noted } = await noter();
    const editor = readEditor(`'${program}' --wait -g`);
    if (!editor.ok) throw new Error('the editor was refused');
    const stand = await PreviewStand.open(smallFilm(), {}, { editor: editor.value });
    onTestFinished(() => stand.close());
    expect(stand.session.state.editors).toMatchObject({ program, chosen: null });
    expect((await stand.order('/api/editor', { line: 12, column: 5 })).status).toBe(204);
    expect(await noted()).toEqual(['--wait', '-g', `${stand.file}:12:5`]);
  },
);

it.skipIf(process.platform === 'win32')(
  'an editor command puts file, line and column where its placeholders are, and no shell reads them',
  async () => {
    const { program, noted } = await noter();
    const editor = readEditor(`"${program}" +{line} --col={column} {file}`);
    if (!editor.ok || editor.value.kind !== 'command') throw new Error('the editor was refused');
    const file = "/tmp/a b'; $(touch x) {line}.json";
    expect(await openInEditor(editor.value, { file, line: 3, column: 9 })).toMatchObject({ ok: true });
    expect(await noted()).toEqual(['+3', '--col=9', file]);
  },
);

it('a name such as vscode chooses an editor that URLs open', async () => {
  expect(readEditor(' idea ')).toEqual({ ok: true, value: { kind: 'url', id: 'idea' } });
  const stand = await PreviewStand.open(smallFilm(), {}, { editor: { kind: 'url', id: 'vscode' } });
  onTestFinished(() => stand.close());
  const { editors, absolutePath } = stand.session.state;
  expect([editors.chosen, absolutePath]).toEqual(['vscode', stand.file]);
  expect(editors.known.find(({ id }) => id === 'vscode')?.url).toBe('vscode://file{file}:{line}:{column}');
  expect((await stand.order('/api/editor', { line: 1, column: 1 })).status).toBe(409);
});

it('the preview reports an editor that cannot be started or that fails', async () => {
  const place = { file: '/tmp/film.json', line: 1, column: 1 };
  const missing = { kind: 'command', program: '/nowhere/editor', args: [] } as const;
  expect(await openInEditor(missing, place)).toEqual({
    ok: false,
    problems: ['the editor /nowhere/editor could not be started: there is no such program'],
  });
  const failing = {
    kind: 'command',
    program: process.execPath,
    args: ['-e', 'process.exit(3)', '{file}'],
  } as const;
  expect(await openInEditor(failing, place, 60_000)).toEqual({
    ok: false,
    problems: [`the editor ${process.execPath} ended with exit code 3`],
  });
  expect(readEditor('  ')).toMatchObject({ ok: false });
});
