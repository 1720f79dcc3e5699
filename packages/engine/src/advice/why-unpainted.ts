import { kinds } from '../language/kind-table.ts';
import { hasLetters, isLine, isPath, isRound, isTypeset, type ObjectKind } from '../language/kinds.ts';
import type { CompositionState } from '../project/schema.ts';
import { parseColor } from '../timeline/color.ts';

/** Reason why a visible object paints nothing, and numbers for its state if they are the cause. */
export interface Explanation {
  readonly message: string;
  readonly fix?: Readonly<Record<string, number>>;
}

/** Returns the first reason found in the state. */
export function whyUnpainted(kind: ObjectKind, state: CompositionState): Explanation {
  const { opacity, width, height, fontSize, strokeWidth, scaleX = 1, scaleY = 1 } = state;
  if (opacity === 0) {
    return { message: 'the object is visible, but its opacity is 0; increase it', fix: { opacity: 1 } };
  }
  if (hasLetters(kind)) {
    if (state.text.trim() === '') return { message: `the ${kind} is empty; set its text` };
    if (hidesAll(state)) return { message: `the spans hide all of the ${kind}; show some of it` };
    if (fontSize === 0) return { message: `the ${kind} has fontSize 0; increase it`, fix: { fontSize: 48 } };
  } else if (isWithoutSize(kind, state)) {
    return {
      message: `the object has no size: width ${width}, height ${height}; set a size`,
      fix: { width: 100, height: isLine(kind) ? height : 100 },
    };
  }
  const { sweep } = state;
  if (isRound(kind) && sweep !== undefined && sweep[0] === sweep[1]) {
    return { message: `the circle is empty: sweep starts and ends at ${sweep[0]}; set another end` };
  }
  if (scaleX === 0 || scaleY === 0) {
    return {
      message: `the object has no size: scaleX ${scaleX}, scaleY ${scaleY}; set them to 1`,
      fix: { ...(scaleX === 0 && { scaleX: 1 }), ...(scaleY === 0 && { scaleY: 1 }) },
    };
  }
  if (isTypeset(kind)) {
    const hasFill = (parseColor(state.fill)?.alpha ?? 0) > 0;
    return {
      message: hasFill
        ? 'the formula is empty: its TeX draws nothing; write something visible'
        : 'an equation is drawn only with its fill; set a fill',
    };
  }
  const hasStroke = (parseColor(state.stroke)?.alpha ?? 0) > 0;
  if (hasStroke && strokeWidth === 0) {
    return { message: 'the stroke has strokeWidth 0; increase it', fix: { strokeWidth: 4 } };
  }
  if (isLine(kind) && state.closed !== true) {
    const width = strokeWidth === 0 ? ' and a strokeWidth' : '';
    return { message: `an object of kind ${kind} is drawn only with its stroke; set a stroke${width}` };
  }
  return {
    message:
      'the object paints nothing: it has no fill and no stroke, or a scale of 0; set a fill, a stroke or another scale',
  };
}

/** Whether the spans of a text hide everything but spaces. */
function hidesAll({ text, spans = [] }: CompositionState): boolean {
  const shown = spans
    .filter(({ opacity, fill }) => opacity === 0 || fill === 'none')
    .reduceRight((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), text);
  return spans.length > 0 && shown.trim() === '';
}

function isWithoutSize(kind: ObjectKind, { width, height, path, points }: CompositionState): boolean {
  const { draws } = kinds[kind];
  if (draws === 'shape' || draws === 'picture') return width === 0 || height === 0;
  // A path may be a loop.
  const { c1, c2 } = path;
  const hasLoop =
    isPath(kind) && points === undefined && [c1.x, c1.y, c2.x, c2.y].some((value) => value !== 0);
  return width === 0 && height === 0 && !hasLoop;
}
