import { readdir, readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { pageFileNames, readConversationPage, readPageFiles } from '../../src/page-files.ts';

it('the build has no other files than those that the preview serves, and the page of the conversation', async () => {
  const built = await readdir(new URL('../../dist/page/', import.meta.url));
  expect(built.sort()).toEqual([...pageFileNames, 'conversation.html'].sort());
});

it("every script of the preview's source is part of a page", async () => {
  const folder = new URL('../../src/page/', import.meta.url);
  const names = (await readdir(folder)).filter((name) => name.endsWith('.js'));
  const imported = new Set(['preview.js', 'icons.js', 'conversation.js', 'conversation-client.js']);
  for (const name of names) {
    const text = await readFile(new URL(name, folder), 'utf8');
    for (const [, path = ''] of text.matchAll(/^(?:import|\} from|export .*from)\b.*'\.\/(.+)';$/gm))
      imported.add(path);
  }
  expect(names.filter((name) => !imported.has(name))).toEqual([]);
});

it('the pages refer to nothing outside', () => {
  const texts = [...readPageFiles().values()].map(({ bytes }) => bytes.toString());
  for (const text of [...texts, readConversationPage()])
    expect(text).not.toMatch(/(?:src|href)="(?:https?:)?\/\/|@import|url\((?!#)/);
});

it('the page of the conversation is one file of less than 100 KB', () => {
  const page = readConversationPage();
  expect(page.length).toBeLessThan(100_000);
  expect(page).not.toMatch(/<link|<script[^>]*\bsrc=/);
});
