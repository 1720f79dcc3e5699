import { readFileSync } from 'node:fs';

const types = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
} as const;

/** The files of the page. The first one is the page itself. */
export const pageFileNames = [
  'index.html',
  'icon.svg',
  'preview.css',
  'preview.js',
  'elements.js',
  'export-command.js',
  'export-dialog.js',
  'film-times.js',
  'fit.js',
  'inspector.js',
  'kept-pictures.js',
  'kept-view.js',
  'loop.js',
  'notes.js',
  'picture.js',
  'pixels.js',
  'player.js',
  'server-client.js',
  'shortcut-switch.js',
  'shortcuts.js',
  'status.js',
  'status-text.js',
  'strip.js',
  'strip-layout.js',
  'strip-zoom.js',
  'thumbnail-plan.js',
  'thumbnails.js',
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
      const file = readFileSync(new URL(`page/${name}`, import.meta.url));
      const bytes = extension === 'js' ? withoutDocComments(file) : file;
      return [name === 'index.html' ? '/' : `/${name}`, { type: types[extension], bytes }];
    }),
  );
}

/** Types and descriptions are a third of the scripts, and a browser needs neither. Their lines stay, for error messages. */
function withoutDocComments(script: Buffer): Buffer {
  const comments = /^ *\/\*\*(?:(?!\*\/).)*\*\/$/gms;
  return Buffer.from(script.toString().replace(comments, (comment) => comment.replace(/[^\n]/g, '')));
}
