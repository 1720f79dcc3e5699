import {
  type DisplayList,
  type DisplayNode,
  type ObjectNode,
  plainGroup,
} from '../../drawing/display-list.ts';
import type { Outline } from '../../drawing/outline.ts';
import { rectangle } from '../../drawing/shapes.ts';
import type { Size } from '../../output/fit-scene.ts';
import type { Project } from '../../project/schema.ts';
import { type Color, parseColor } from '../../timeline/color.ts';
import type { Timeline } from '../../timeline/timeline.ts';
import type { SheetGrid } from './sheet-grid.ts';
import { type LabelSetter, labelColor } from './sheet-labels.ts';
import type { ChosenMoments } from './sheet-moments.ts';

const pageColor = labelColor('#16181d');
const headingColor = labelColor('#f2f4f8');
const nameColor = labelColor('#d7dbe3');
const quietColor = labelColor('#8e96a5');
/** Separates a dark picture from the page. */
const frameColor = labelColor('#3a3f4a');
/** Background of a transparent picture. */
const chequers = { light: labelColor('#b9bdc6'), dark: labelColor('#9a9fab') };

/** What a sheet shows beside its pictures, as plain data. */
export interface SheetPage {
  /** The project's. */
  readonly name: string;
  /** Size of the first scene. */
  readonly film: Size;
  readonly durationMs: number;
  readonly grid: SheetGrid;
  readonly cells: readonly SheetCell[];
  /** The number of moments without the limit. */
  readonly outOf: number;
}

/** A picture's surroundings. */
interface SheetCell {
  readonly timeMs: number;
  /** Name of the composition. */
  readonly name: string;
  /** Name of the composition to which a transition leads; null in a hold. */
  readonly to: string | null;
  readonly isOpaque: boolean;
}

/** Describes the page of a sheet. */
export function sheetPageOf(
  { name, scenes }: Project,
  timeline: Timeline,
  { moments, outOf }: ChosenMoments,
  grid: SheetGrid,
): SheetPage {
  const [{ width, height }] = timeline.scenes;
  const cells = moments.map(({ timeMs, scene, composition, to, sceneBefore = scene }): SheetCell => {
    const { background } = scenes[scene];
    const nameOf = (id: string, of = scene) => scenes[of].compositions[id].name.trim() || id;
    const isOpaque = parseColor(background)?.alpha === 1;
    return { timeMs, name: nameOf(composition, sceneBefore), to: to === null ? null : nameOf(to), isOpaque };
  });
  return { name, film: { width, height }, durationMs: timeline.durationMs, grid, cells, outOf };
}

/**
 * Draws everything on a sheet except the pictures: heading, captions, frames and the background of transparent
 * pictures.
 */
export function drawSheetPage(page: SheetPage, labels: LabelSetter): DisplayList {
  const { grid, cells } = page;
  const children: DisplayNode[] = drawHeading(page, labels);
  for (const [index, cell] of cells.entries()) {
    const { x, y } = grid.cells[index];
    const { width, height } = grid.picture;
    children.push(filled(rectangle(x - 1, y - 1, x + width + 1, y + height + 1), frameColor));
    if (!cell.isOpaque) children.push(...drawChequers(x, y, width, height));
    children.push(...drawCaption(cell, grid, index, labels));
  }
  const node: ObjectNode = { ...plainGroup, objectId: 'page', children };
  return { sceneIndex: 0, ...grid.size, background: pageColor, nodes: [node] };
}

function drawHeading(
  { name, film, durationMs, grid, cells, outOf }: SheetPage,
  labels: LabelSetter,
): DisplayNode[] {
  const { margin, headerFontSize, headerHeight, size } = grid;
  const count = cells.length;
  const shown = count < outOf ? `, ${count} of ${outOf} moments` : '';
  const facts = `${film.width} × ${film.height}, ${seconds(durationMs)}${shown}`;
  const factsSize = headerFontSize * 0.75;
  const space = size.width - 2 * margin;
  const factsWidth = Math.min(labels.widthOf(facts, factsSize), space / 2);
  const y = margin + headerHeight * 0.35;
  return [
    ...labels.draw({
      text: name,
      left: margin,
      y,
      fontSize: headerFontSize,
      width: space - factsWidth - headerFontSize,
      color: headingColor,
    }),
    ...labels.draw({
      text: facts,
      left: size.width - margin - factsWidth,
      y,
      fontSize: factsSize,
      width: factsWidth + 1,
      color: quietColor,
    }),
  ];
}

function drawCaption(
  { timeMs, name, to }: SheetCell,
  grid: SheetGrid,
  index: number,
  labels: LabelSetter,
): DisplayNode[] {
  const { captionFontSize: fontSize, captionWidth, captionHeight, picture } = grid;
  const { x, y } = grid.cells[index];
  const middle = y + picture.height + captionHeight * 0.55;
  const time = seconds(timeMs);
  const timeWidth = labels.widthOf(time, fontSize);
  const left = x + timeWidth + fontSize * 0.7;
  const width = x + captionWidth - left;
  return [
    ...labels.draw({ text: time, left: x, y: middle, fontSize, width: captionWidth, color: quietColor }),
    ...labels.draw({
      text: to === null ? name : labels.pair(name, to, fontSize, width),
      left,
      y: middle,
      fontSize,
      width,
      color: nameColor,
    }),
  ];
}

/** Formats a time for people, exact to a millisecond. */
function seconds(timeMs: number): string {
  return `${Math.round(timeMs) / 1000} s`;
}

/** Side of a chequer in pixels. */
const chequer = 8;

function drawChequers(x: number, y: number, width: number, height: number): DisplayNode[] {
  let verbs = '';
  const points: number[] = [];
  for (let top = 0; top < height; top += chequer) {
    for (let left = (top / chequer) % 2 === 0 ? 0 : chequer; left < width; left += 2 * chequer) {
      const square = rectangle(
        x + left,
        y + top,
        x + Math.min(left + chequer, width),
        y + Math.min(top + chequer, height),
      );
      verbs += square.verbs;
      points.push(...square.points);
    }
  }
  return [
    filled(rectangle(x, y, x + width, y + height), chequers.light),
    filled({ verbs, points }, chequers.dark),
  ];
}

function filled(outline: Outline, color: Color): DisplayNode {
  return { type: 'fill', outline, color };
}
