import { readFileSync } from 'node:fs';

const types = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
} as const;

/** The files of the page; the first is the page itself. */
export const pageFileNames = [
  'index.html',
  'icon.svg',
  'preview.css',
  'preview.js',
  'server.js',
  'status.js',
  'picture.js',
  'pixels.js',
  'player.js',
  'strip.js',
  'thumbnails.js',
  'panel.js',
  'inspector.js',
  'export.js',
  'elements.js',
  'shortcuts.js',
  'kept-view.js',
] as const;

export interface PageFile {
  readonly type: string;
  readonly bytes: Buffer;
}

/** The files of the page by their paths; the page itself is `/`. */
export function readPageFiles(): ReadonlyMap<string, PageFile> {
  return new Map(
    pageFileNames.map((name) => {
      const extension = name.slice(name.lastIndexOf('.') + 1) as keyof typeof types;
      const bytes = readFileSync(new URL(`page/${name}`, import.meta.url));
      return [name === 'index.html' ? '/' : `/${name}`, { type: types[extension], bytes }];
    }),
  );
}
