import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { actionOf, shortcuts, titleOf } from '../../src/page/shortcuts.js';

const read = (path: string) => readFile(new URL(`../../../../${path}`, import.meta.url), 'utf8');

const focus = { areOn: true, isInPanel: false, keepsSpace: false };
const press = (key: string) => ({ key, ctrlKey: false, metaKey: false, altKey: false });

it('each shortcut key has one action', () => {
  for (const { key, action } of shortcuts) expect(actionOf(press(key), focus), key).toBe(action);
  expect(new Set(shortcuts.map(({ key }) => key)).size).toBe(shortcuts.length);
  expect(actionOf(press('q'), focus)).toBeUndefined();
});

it('shortcuts work with capital letters', () => {
  expect(actionOf(press('E'), focus)).toBe('openExport');
});

it.each(['ctrlKey', 'metaKey', 'altKey'])('shortcuts leave keys with %s to the browser', (modifier) => {
  expect(actionOf({ ...press('p'), [modifier]: true }, focus)).toBeUndefined();
});

it('single-character shortcuts can be turned off', () => {
  for (const { key, action } of shortcuts) {
    const expected = key.length === 1 ? undefined : action;
    expect(actionOf(press(key), { ...focus, areOn: false }), key).toBe(expected);
  }
});

it('shortcuts leave the up and down keys to the browser while the focus is in the panel', () => {
  const keys = ['ArrowUp', 'ArrowDown', 'ArrowLeft'];
  const actions = keys.map((key) => actionOf(press(key), { ...focus, isInPanel: true }));
  expect(actions).toEqual([undefined, undefined, 'back']);
});

it('shortcuts leave the space key to a button that the keyboard reached', () => {
  expect(actionOf(press(' '), { ...focus, keepsSpace: true })).toBeUndefined();
  expect(actionOf(press('e'), { ...focus, keepsSpace: true })).toBe('openExport');
});

it("shortcuts belong to buttons on the preview page, and each shortcut's title names its key", async () => {
  const html = await read('packages/preview/src/page/index.html');
  for (const shortcut of shortcuts.filter(({ button }) => button !== undefined)) {
    expect(html).toContain(`<button type="button" id="${shortcut.button}"`);
    expect(titleOf(shortcut)).toContain(`(${shortcut.shown})`);
  }
});

it('docs/guides/preview.md lists every shortcut', async () => {
  const [, table] =
    /\n## Keys\n+\| key \| action \|\n\|---\|---\|\n((?:\|.*\n)+)/.exec(
      await read('docs/guides/preview.md'),
    ) ?? [];
  expect(table).toBe(shortcuts.map(({ shown, does }) => `| \`${shown}\` | ${does} |\n`).join(''));
});
