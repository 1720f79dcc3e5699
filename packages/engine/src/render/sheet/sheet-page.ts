import {
  type DisplayList,
  type DisplayNode,
  type ObjectNode,
  plainGroup,
} from '../../drawing/display-list.ts';
import type { Outline } from '../../drawing/outline.ts';
import { rectangle } from '../../drawing/shapes.ts';
import type { Project } from '../../project/schema.ts';
import { type Color, parseColor } from '../../timeline/color.ts';
import type { SheetGrid } from './sheet-grid.ts';
import { type LabelSetter, labelColor } from './sheet-labels.ts';
import type { ChosenMoments, SheetMoment } from './sheet-moments.ts';

const pageColor = labelColor('#16181d');
const headingColor = labelColor('#f2f4f8');
const nameColor = labelColor('#d7dbe3');
const quietColor = labelColor('#8e96a5');
/** Separates a dark picture from the page. */
const frameColor = labelColor('#3a3f4a');
/** Background of a transparent picture. */
const chequers = { light: labelColor('#b9bdc6'), dark: labelColor('#9a9fab') };

interface SheetPage {
  readonly project: Project;
  readonly durationMs: number;
  readonly grid: SheetGrid;
  readonly chosen: ChosenMoments;
}

/**
 * Draws everything on a sheet except the pictures: heading, captions, frames and the background of transparent
 * pictures.
 */
export function drawSheetPage(page: SheetPage, labels: LabelSetter): DisplayList {
  const { grid, chosen, project } = page;
  const children: DisplayNode[] = drawHeading(page, labels);
  for (const [index, moment] of chosen.moments.entries()) {
    const { x, y } = grid.cells[index];
    const { width, height } = grid.picture;
    const background = parseColor(project.scenes[moment.scene].background);
    children.push(filled(rectangle(x - 1, y - 1, x + width + 1, y + height + 1), frameColor));
    if (background?.alpha !== 1) children.push(...drawChequers(x, y, width, height));
    children.push(...drawCaption(moment, page, index, labels));
  }
  const node: ObjectNode = { ...plainGroup, objectId: 'page', children };
  return { sceneIndex: 0, ...grid.size, background: pageColor, nodes: [node] };
}

function drawHeading({ project, durationMs, grid, chosen }: SheetPage, labels: LabelSetter): DisplayNode[] {
  const { margin, headerFontSize, headerHeight, size } = grid;
  const scene = project.scenes[project.sceneOrder[0]];
  const count = chosen.moments.length;
  const shown = count < chosen.outOf ? `, ${count} of ${chosen.outOf} moments` : '';
  const facts = `${scene.width} × ${scene.height}, ${seconds(durationMs)}${shown}`;
  const factsSize = headerFontSize * 0.75;
  const space = size.width - 2 * margin;
  const factsWidth = Math.min(labels.widthOf(facts, factsSize), space / 2);
  const y = margin + headerHeight * 0.35;
  return [
    ...labels.draw({
      text: project.name,
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
  moment: SheetMoment,
  { project, grid }: SheetPage,
  index: number,
  labels: LabelSetter,
): DisplayNode[] {
  const { captionFontSize: fontSize, captionWidth, captionHeight, picture } = grid;
  const { x, y } = grid.cells[index];
  const middle = y + picture.height + captionHeight * 0.55;
  const time = seconds(moment.timeMs);
  const timeWidth = labels.widthOf(time, fontSize);
  const left = x + timeWidth + fontSize * 0.7;
  const width = x + captionWidth - left;
  return [
    ...labels.draw({ text: time, left: x, y: middle, fontSize, width: captionWidth, color: quietColor }),
    ...labels.draw({
      text: nameOf(moment, project, (from, to) => labels.pair(from, to, fontSize, width)),
      left,
      y: middle,
      fontSize,
      width,
      color: nameColor,
    }),
  ];
}

function nameOf(
  { scene, composition, to }: SheetMoment,
  project: Project,
  pair: (from: string, to: string) => string,
): string {
  const { compositions } = project.scenes[scene];
  const name = (id: string) => compositions[id].name.trim() || id;
  return to === null ? name(composition) : pair(name(composition), name(to));
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
