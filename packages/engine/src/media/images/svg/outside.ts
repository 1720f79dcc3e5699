import { showValue } from '../../../project/problem-text.ts';
import { SvgRefusal } from './svg-tree.ts';

/** The spaces are bounded, so that the time depends only on the length of the text. */
const outsideReference = /\burl\(\s{0,9}["']?\s{0,9}(?![#"'\s])[^)]{0,80}|@import\b[^;]{0,80}/i;

/** Refuses references of a style sheet or a property to anything outside of the file. */
export function refuseOutside(css: string): void {
  const outside = outsideReference.exec(css);
  if (outside) refuseReference(outside[0]);
}

/** Throws an SvgRefusal that shows a reference to another file. */
export function refuseReference(seen: string): never {
  const shown = showValue(seen.slice(0, 80));
  throw new SvgRefusal(
    `it refers to ${shown}, but only PNG and JPEG pictures in the file itself can be drawn; embed it`,
  );
}
