import { expect, it } from 'vitest';
import { stillProject } from '../../../../test/support/build-project.ts';
import { boundDrawing } from '../../src/advice/bounded-drawing.ts';
import { giveAdvice } from '../../src/advice/give-advice.ts';
import { compileSingleDrawing } from '../../src/drawing/single-drawing.ts';
import { formats } from '../../src/output/formats.ts';
import type { Fix } from '../../src/project/problem.ts';
import { compileTimeline } from '../../src/timeline/compile-timeline.ts';

const made = stillProject(
  Object.fromEntries(
    ['one', 'two', 'three'].map((id, row) => [
      id,
      { kind: 'text' as const, state: { text: 'Letters', x: -200, y: 40 * row, fontSize: 20 } },
    ]),
  ),
);
const timeline = compileTimeline(made);

it('bounded drawing stops when the letter limit is reached', async () => {
  const draw = boundDrawing(await compileSingleDrawing(made), 14);
  const drawn = timeline.at(0).poses.map((pose) => draw('scene', pose));
  expect(drawn).toEqual([
    expect.objectContaining({ type: 'group' }),
    expect.objectContaining({ type: 'group' }),
    'too-much',
  ]);
});

it('gives no advice on texts beyond the limit of 200,000 letters', async () => {
  const draw = await compileSingleDrawing(made);
  const advised = {
    project: made,
    document: made,
    isShorthand: false,
    describePlace: (place: string) => place,
    placeFix: (path: string, fix: Fix) => ({ path, fix }),
    named: (text: string) => text,
    isTarget: () => false,
    relationsOf: () => null,
    isRelated: () => false,
    placeInDocument: ({ path, fix }: { path: string; fix?: Fix }) => ({ path, ...(fix && { fix }) }),
    writtenValue: (place: string) => place,
    repeatedKeys: [],
    timeline,
    unusedVariables: [],
    pictureNotes: [],
    variableTexts: new Map<string, string>(),
    guesses: [],
    notes: [],
    framesPerSecond: 30,
    format: formats.png,
    wantsLayout: false,
  };
  expect((await giveAdvice(advised, draw)).advice).toHaveLength(3);
  // The last ten of thirty texts are over the limit of 200,000 letters.
  const long = stillProject(
    Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [
        `text${index}`,
        { kind: 'text' as const, state: { text: 'a'.padEnd(10_000), x: -200, y: 40, fontSize: 20 } },
      ]),
    ),
  );
  const beyond = { ...advised, project: long, document: long, timeline: compileTimeline(long) };
  expect((await giveAdvice(beyond, await compileSingleDrawing(long))).advice).toHaveLength(20);
});
