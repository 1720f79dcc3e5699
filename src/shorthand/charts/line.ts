import { type Chart, type ChartPart, type ChartParts, fontSizeFor, rounded, textPart } from './chart.ts';

/** Draws a chart of one line with a dot for each value. */
export function drawLine(chart: Chart): ChartParts {
  const { data, box, fontSize, scale, hasLabels, valueText, nameOf, colorOf, isSmooth } = chart;
  const slot = box.width / Math.max(1, data.length);
  const top = box.top + (valueText === null ? fontSize / 2 : fontSize * 1.6);
  const bottom = box.top + box.height - (hasLabels ? fontSize * 1.9 : fontSize / 2);
  const at = (value: number) => (value - scale.min) / (scale.max - scale.min);
  const labelSize = fontSizeFor(
    data.map(([label]) => label),
    slot * 0.94,
    fontSize,
  );
  const valueSize = fontSizeFor(
    data.map(([, value]) => valueText?.(value) ?? ''),
    slot * 0.94,
    fontSize,
  );
  const points = data.map(([, value], index) => [share((index + 0.5) / data.length), share(1 - at(value))]);
  const [first = ['', 0]] = data;
  const parts = new Map<string, ChartPart>();
  const frame = { x: rounded(box.left), width: rounded(box.width) };
  parts.set('base', {
    kind: 'path',
    state: {
      ...frame,
      y: rounded(bottom - at(0) * (bottom - top)),
      height: 0,
      stroke: chart.letterColor,
      strokeWidth: 2,
      opacity: 0.5,
    },
    entry: {},
  });
  parts.set('line', {
    kind: 'path',
    state: {
      ...frame,
      y: rounded(top),
      height: rounded(bottom - top),
      stroke: colorOf(first[0]),
      strokeWidth: rounded(Math.max(3, fontSize / 6)),
      // A single point is no line.
      points: points.length > 1 ? points : [...points, ...points],
      ...(isSmooth && { smooth: true }),
    },
    entry: {},
  });
  for (const [index, [label, value]] of data.entries()) {
    const name = nameOf(label);
    const x = rounded(box.left + (index + 0.5) * slot);
    const y = rounded(bottom - at(value) * (bottom - top));
    const size = rounded(Math.max(8, fontSize / 2.5));
    parts.set(name, {
      kind: 'circle',
      state: { x, y, width: size, height: size, fill: colorOf(label) },
      entry: {},
    });
    if (valueText !== null) {
      const state = { x, y: rounded(y - valueSize * 0.95), text: valueText(value), fontSize: valueSize };
      parts.set(`${name}-value`, textPart(chart, state, { text: valueText(0) }, true));
    }
    if (hasLabels) {
      const place = { x, y: rounded(box.top + box.height - fontSize * 0.8) };
      parts.set(`${name}-label`, textPart(chart, { ...place, text: label, fontSize: labelSize }));
    }
  }
  return parts;
}

/** Shares of the box keep five digits. */
function share(value: number): number {
  return Math.round(value * 1e5) / 1e5;
}
