import type { ShorthandKind } from '../shorthand-kind.ts';
import type { Chart, ChartPart, ChartParts } from './chart.ts';
import { chartDrawer } from './draw-chart.ts';
import { drawLine, line, lineForm } from './line.ts';
import { baseOf, shareOf } from './scales.ts';
import { curved, drawSeriesAreas, translucent } from './series-lines.ts';

/** A line chart with the area below its lines. */
export const area: ShorthandKind = {
  ...line,
  draw: chartDrawer({ ...lineForm, draw: drawArea, drawSeries: drawSeriesAreas }),
};

/** Draws a line of one series, and the area below it first. */
function drawArea(chart: Chart): ChartParts {
  const { scale, isSmooth } = chart;
  const parts = drawLine(chart);
  const { state } = parts.get('line') as ChartPart;
  const corners = (state.points ?? []).map(([x = 0, y = 0]): [number, number] => [x, y]);
  const base = 1 - shareOf(scale, baseOf(scale));
  const edge = isSmooth ? curved(corners) : corners;
  const [[from] = [0], [to] = [1]] = [edge[0], edge.at(-1)];
  const area: ChartPart = {
    kind: 'path',
    state: {
      ...{ x: state.x, y: state.y, width: state.width, height: state.height },
      points: [...edge, [to, base], [from, base]],
      closed: true,
      fill: state.stroke,
      stroke: 'none',
      opacity: translucent,
    },
    entry: {},
    grows: 'across',
  };
  return new Map(
    [...parts].flatMap(([name, part]): [string, ChartPart][] =>
      name === 'line'
        ? [
            ['area', area],
            [name, { ...part, grows: 'across' }],
          ]
        : [[name, part]],
    ),
  );
}
