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
  'comparison.js',
  'elements.js',
  'export-command.js',
  'export-dialog.js',
  'film-times.js',
  'fit.js',
  'guides.js',
  'icons.css',
  'icons.html',
  'icons.js',
  'inspector.js',
  'kept-pictures.js',
  'kept-view.js',
  'lane-rows.js',
  'lane.js',
  'loop.js',
  'note-groups.js',
  'notes.js',
  'picture-view.js',
  'picture.js',
  'pixels.js',
  'places.js',
  'player.js',
  'server-client.js',
  'settings.js',
  'shortcut-sheet.js',
  'shortcut-switch.js',
  'shortcuts.js',
  'split.js',
  'spoken-lanes.js',
  'spoken-layout.js',
  'status-text.js',
  'status.js',
  'strip-layout.js',
  'strip-zoom.js',
  'strip.js',
  'thumbnail-plan.js',
  'thumbnails.js',
  'timeline-ruler.js',
  'variables-form.js',
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
      const bytes = extension === 'js' ? withoutComments(file) : file;
      return [name === 'index.html' ? '/' : `/${name}`, { type: types[extension], bytes }];
    }),
  );
}

/**
 * Types and comments are a third of the scripts, and a browser needs neither. Their lines stay empty, so that error
 * messages have the right line numbers.
 */
function withoutComments(script: Buffer): Buffer {
  const comments = /^ *(?:\/\*\*(?:(?!\*\/).)*\*\/|\/\/[^\n]*)$/gms;
  return Buffer.from(script.toString().replace(comments, (comment) => comment.replace(/[^\n]/g, '')));
}
