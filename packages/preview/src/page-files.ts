import { readFileSync } from 'node:fs';

const types = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
} as const;

/** The build's files, also where this file runs from its source. */
const folder = new URL('../dist/page/', import.meta.url);

/** The files of the preview's page and of its list of icons. The first one is the page itself. */
export const pageFileNames = [
  'index.html',
  'icon.svg',
  'preview.css',
  'preview.js',
  'icons.css',
  'icons.html',
  'icons.js',
] as const;

export interface PageFile {
  readonly type: string;
  readonly bytes: Buffer;
}

/** The files of the page by their URL paths. The page itself is `/`. */
export function readPageFiles(): ReadonlyMap<string, PageFile> {
  return new Map(
    pageFileNames.map((name) => {
      const extension = name.slice(name.lastIndexOf('.') + 1) as keyof typeof types;
      const bytes = readFileSync(new URL(name, folder));
      return [name === 'index.html' ? '/' : `/${name}`, { type: types[extension], bytes }];
    }),
  );
}

/** The page that shows a film in a conversation: one file without references. */
export function readConversationPage(): string {
  return readFileSync(new URL('conversation.html', folder), 'utf8');
}
