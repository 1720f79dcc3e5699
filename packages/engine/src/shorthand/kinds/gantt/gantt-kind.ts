import type { Path } from '../../../project/problem-text.ts';
import type { Fields, SceneDraft } from '../../desugar/scene-draft.ts';
import { themedChart } from '../charts/chart.ts';
import { readDiagram } from '../graph/read-diagram.ts';
import type { ShorthandKind } from '../shorthand-kind.ts';
import { drawGantt } from './draw-gantt.ts';
import { maxGanttText } from './gantt.ts';
import { parseGantt } from './parse-gantt.ts';

/** A chart of tasks along a calendar, from a text. */
export const gantt: ShorthandKind = {
  themed: ({ theme }) => ({
    ...themedChart(theme, { colors: 'charts', letters: 'caption' }),
    colors: ['accent', 'accent2', 'muted', 'negative'],
    ...(theme.radius === 0 && { cornerRadius: 0 }),
  }),
  read: (draft, { state, path }) => readText(draft, state, path, true),
  readState: (draft, { state, path }) => readText(draft, state, path, false),
  draw: drawGantt,
};

/** Reports what is wrong with the text of a state, and makes it one text. */
function readText(draft: SceneDraft, state: Fields, path: Path, isRequired: boolean): void {
  const { text } = state;
  if (text === undefined && !isRequired) return;
  const place = draft.provenance.placeOf(state, 'text', path);
  const plan = readDiagram(draft, text, place, {
    required: 'a Gantt chart: its tasks, such as ["Design : a, 2026-01-05, 5d", "Build : after a, 2w"]',
    maxLetters: maxGanttText,
    parse: parseGantt,
  });
  if (plan?.tasks.length === 0)
    draft.problems.add(place, 'graph-text', 'has no tasks; write one, such as Design : 2026-01-05, 5d');
  if (Array.isArray(text)) state.text = text.join('\n');
}
