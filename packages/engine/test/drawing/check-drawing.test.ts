import { expect, it } from 'vitest';
import { stillProject } from '../../../../test/support/build-project.ts';
import { checkDrawing } from '../../src/drawing/check-drawing.ts';
import type { ObjectKind } from '../../src/language/kinds.ts';
import { describeProblem } from '../../src/project/problem.ts';

function check(kind: ObjectKind, text: string) {
  return checkDrawing(stillProject({ one: { kind, state: { text } } }));
}

const place = 'scenes.scene.compositions.still.states.one.text';

it('warns about characters missing from the fonts, naming invisible ones by code point only', async () => {
  const { problems, warnings } = await check('text', 'a\u{1bc00}\ue000\uffff\u{10ffff}');
  expect(problems).toEqual([]);
  expect(warnings.map(describeProblem)).toEqual([
    `${place}: no bundled font has \u{1bc00} (U+1BC00), U+E000, U+FFFF, U+10FFFF; use other characters`,
  ]);
});

it('warns about TeX that does not parse in printable characters only', async () => {
  const { warnings: found } = await check('equation', '\\begin{a\u0001\u0085\u202eb}x');
  const warnings = found.map(describeProblem);
  expect(warnings[0]).toMatch(
    /^scenes\.scene\.compositions\.still\.states\.one\.text: the TeX does not parse \(/,
  );
  for (const warning of warnings) expect(warning).toMatch(/^[\x20-\x7e]+$/);
});
