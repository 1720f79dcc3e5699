import { isTypeset } from '../language/kinds.ts';
import type { TextRange } from '../project/find-words.ts';
import { parseColor } from '../timeline/color.ts';
import type { Lettering } from '../timeline/lettering.ts';
import type { Pose } from '../timeline/pose.ts';
import type { PaintedSpan } from '../timeline/spans.ts';
import type { DisplayNode, GroupNode } from './display-list.ts';

/** The colour of words while they are measured. Colours in TeX have no transparency, so it is no other one's. */
const measured = parseColor('#12345678');

/**
 * Draws some parts of a text or an equation alone, where they are in the whole, also those that are transparent. Parts
 * of an equation must be whole symbols or terms. Null if they paint nothing.
 */
export function drawWords(
  pose: Pose,
  rangesIn: (text: string) => readonly TextRange[],
  draw: (pose: Pose) => GroupNode | null,
): GroupNode | null {
  const { lettering, textChange } = pose.appearance;
  const marked = (letters: Lettering): Lettering => {
    const { spanRanges: _, ...rest } = letters;
    const ranges = rangesIn(letters.text);
    const spansOfObject = isTypeset(pose.kind) ? [] : (letters.spans ?? []);
    return { ...rest, spans: withFill(spansOfObject, ranges) };
  };
  const appearance = {
    ...pose.appearance,
    lettering: marked(lettering),
    textChange: textChange && { ...textChange, from: marked(textChange.from), to: marked(textChange.to) },
  };
  const node = draw({ ...pose, appearance });
  return node && onlyMeasured(node);
}

/** Returns spans in which ranges have the measured fill; null for none. */
function withFill(
  spans: readonly PaintedSpan[],
  ranges: readonly TextRange[],
): readonly PaintedSpan[] | null {
  const isIn = (at: number) => ranges.some(({ start, end }) => start <= at && at < end);
  const edges = new Set([...spans, ...ranges].flatMap(({ start, end }) => [start, end]));
  const positions = [...edges].sort((one, other) => one - other);
  const filled = positions.slice(1).flatMap((end, index): PaintedSpan[] => {
    const start = positions[index];
    const spanHere = spans.find((span) => span.start <= start && start < span.end);
    if (isIn(start)) return [{ ...spanHere, start, end, fill: measured, opacity: 1 }];
    return spanHere === undefined ? [] : [{ ...spanHere, start, end }];
  });
  return filled.length === 0 ? null : filled;
}

/** Returns what a group paints in the measured colour. */
function onlyMeasured(group: GroupNode): GroupNode {
  return {
    ...group,
    children: group.children.flatMap((child): DisplayNode[] => {
      if (child.type === 'group') return [onlyMeasured(child)];
      return child.type === 'fill' && isMeasured(child.color) ? [child] : [];
    }),
  };
}

function isMeasured({ red, green, blue, alpha }: NonNullable<PaintedSpan['fill']>): boolean {
  return (
    measured !== null &&
    red === measured.red &&
    green === measured.green &&
    blue === measured.blue &&
    alpha === measured.alpha
  );
}
