import { readTime } from '../../../language/read-time.ts';
import { isMap } from '../../../project/check.ts';
import { type Path, showValue } from '../../../project/problem-text.ts';
import { addDefaults } from '../../desugar/add-defaults.ts';
import { readableColor } from '../../desugar/label-ink.ts';
import { isFitted, moveFields } from '../../desugar/own-field.ts';
import type { Fields, SceneDraft } from '../../desugar/scene-draft.ts';
import { bodyFamily } from '../../themes/theme.ts';
import type { ReadingObject, ShorthandKind } from '../shorthand-kind.ts';

/** The fields of an object that become those of its axes, and of its state. */
const axesFields = ['grid', 'xLabel', 'yLabel', 'xScale', 'yScale', 'arrows', 'equalUnits'] as const;

/** Sizes as shares of the frame, and of its shorter side. */
const widthShare = 0.72;
const heightShare = 0.7;
const fontShare = 0.026;

const axesStroke = 3;

export const axes: ShorthandKind = {
  themed: ({ theme, background }) => ({
    ...{ stroke: 'line', fill: readableColor('muted', { theme, background }) },
    fontSize: theme.styles.caption?.fontSize,
    ...bodyFamily(theme),
  }),
  read: readAxes,
};

/** Moves what axes show into a field of its own, as the full format has it. */
function readAxes(draft: SceneDraft, { object, state, path }: ReadingObject): void {
  const { frame, provenance, problems } = draft;
  const axes = moveFields(draft, object, axesFields, path);
  const put = (field: string, value: unknown, place: Path) => {
    axes[field] = value;
    provenance.field(axes, field, place);
  };
  if (state.ticks !== undefined) put('ticks', state.ticks, provenance.placeOf(state, 'ticks', path));
  delete state.ticks;
  const { labels } = state;
  const place = provenance.placeOf(state, 'labels', path);
  delete state.labels;
  const labelsByAxis = isMap(labels) ? labels : { x: labels, y: labels };
  for (const axis of ['x', 'y'] as const) {
    const value = labelsByAxis[axis];
    if (value === undefined || value === true) continue;
    const isFormat = value === false || typeof value === 'string';
    if (value === 'pi') noteOtherSteps(draft, state, `${axis}Range`, path);
    if (isFormat) put(`${axis}Labels`, value === false ? 'none' : value, place);
    else {
      const rule =
        'must be true, false, "pi", or a format such as ".1f" or "%b %Y", for both axes or as x and y';
      problems.add(place, 'value', `${rule}, but is ${showValue(value)}`);
    }
  }
  for (const axis of ['x', 'y'] as const) {
    if (readTimes(draft, state, `${axis}Range`, path)) addDefaults(axes, { [`${axis}Scale`]: 'time' });
  }
  if (Object.keys(axes).length > 0) object.axes = axes;
  if (!isFitted(state)) {
    const [width, height] = [Math.round(widthShare * frame.width), Math.round(heightShare * frame.height)];
    addDefaults(state, { width, height });
  }
  const fontSize = Math.round(fontShare * Math.min(frame.width, frame.height));
  addDefaults(state, { fontSize, strokeWidth: axesStroke });
}

/** Notes a step that is no simple multiple of pi, of axes whose labels are multiples of pi. */
function noteOtherSteps({ provenance, notes }: SceneDraft, state: Fields, field: string, path: Path): void {
  const range = state[field];
  const step: unknown = Array.isArray(range) ? range[2] : undefined;
  if (typeof step !== 'number' || step === 0) return;
  const twelfths = (12 * step) / Math.PI;
  // Also a step that was rounded when it was written.
  if (Math.round(twelfths) !== 0 && Math.abs(twelfths - Math.round(twelfths)) < 0.01) return;
  notes.push({
    path: provenance.placeOf(state, field, path),
    message: `the labels are multiples of pi, but the step ${showValue(step)} is none, so they are written as decimals; leave the step out, or write one such as "=pi/2"`,
  });
}

/** Replaces dates in a range by milliseconds, in place. Whether it has any. */
function readTimes({ provenance, problems }: SceneDraft, state: Fields, field: string, path: Path): boolean {
  const range = state[field];
  if (!Array.isArray(range) || !range.some((end) => typeof end === 'string' && !end.startsWith('=')))
    return false;
  const place = provenance.placeOf(state, field, path);
  state[field] = range.map((end, index) => {
    if (typeof end !== 'string' || end.startsWith('=')) return end;
    const time = readTime(end);
    if (time !== null) return time;
    const rule = 'must be a number, a formula or a date such as "2026-03-01"';
    problems.add([...place, index], 'value', `${rule}, but is ${showValue(end)}`);
    return index;
  });
  return true;
}
