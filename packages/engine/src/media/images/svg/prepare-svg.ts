import { failure, type Result, success } from '../../../project/result.ts';
import { checkSvg } from './check-svg.ts';
import { chooseBranches } from './choose-branches.ts';
import { completeMarkers } from './complete-markers.ts';
import { directTexts } from './direct-texts.ts';
import { divideScales } from './divide-scales.ts';
import { ignoredFeature } from './ignored-features.ts';
import { readSvg } from './read-svg.ts';
import { needsResolving } from './svg-properties.ts';
import { elementsIn, type SvgElement, SvgRefusal, writeSvg } from './svg-tree.ts';
import { completeSize, paintBackground, viewBoxOf } from './view-box.ts';

/** An SVG that can be drawn. */
export interface PreparedSvg {
  readonly text: string;
  /** What the library does not draw, such as `an animation`. */
  readonly ignored: string | undefined;
}

/**
 * Prepares an SVG for the library that draws it: resolves its styles as browsers do, and completes what the library
 * does not derive. Most files are returned as they are. Explains why an SVG cannot be drawn: it is not well-formed, has
 * scripts or parts outside of the file, or is too large or too deep.
 */
export async function prepareSvg(text: string): Promise<Result<PreparedSvg>> {
  try {
    const { root, isUnusual } = readSvg(text);
    const isChanged = await complete(root);
    const prepared = isUnusual || isChanged ? writeSvg(root) : text;
    checkSvg(root);
    return success({ text: prepared, ignored: ignoredFeature(root) });
  } catch (error) {
    if (error instanceof SvgRefusal) return failure(error.message);
    if (error instanceof RangeError) return failure('its styles are nested too deeply; simplify them');
    if (!(error instanceof Error)) throw error;
    return failure(
      `${error.message.replace(/^(\d+):(\d+): /, 'line $1, column $2: ').replace(/\.$/, '')}; export it again`,
    );
  }
}

async function complete(root: SvgElement): Promise<boolean> {
  const changes = [chooseBranches(root)];
  if (hasStyles(root)) {
    // Most files have no styles, and their parsers take a while to load.
    const { resolveStyles } = await import('./resolve-styles.ts');
    resolveStyles(root, viewBoxOf(root));
    changes.push(true);
  }
  changes.push(
    completeSize(root),
    paintBackground(root),
    completeMarkers(root),
    directTexts(root),
    divideScales(root),
  );
  return changes.includes(true);
}

function hasStyles(root: SvgElement): boolean {
  for (const { name, attributes } of elementsIn(root)) {
    if (name === 'style' || attributes.has('style')) return true;
    for (const [property, value] of attributes) if (needsResolving(property, value)) return true;
  }
  return false;
}
