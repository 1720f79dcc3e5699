import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { it } from 'vitest';
import { writeFileSync } from 'node:fs';
import { compileDrawing } from '../../src/drawing/compile-drawing.ts';
import { describeProblem } from '../../src/project/problem.ts';
import { showPath } from '../../src/project/problem-text.ts';
import { expandProject } from '../../src/shorthand/expand-project.ts';
import { compileTimeline } from '../../src/timeline/compile-timeline.ts';
import { anyWording } from './arbitrary-language.ts';
import { layOut, plain } from './expand.ts';
import { isInDocument } from './places.ts';

it('tally', async () => {
  const seen = new Map<string, { count: number; document: string }>();
  const problems = new Map<string, number>();
  let valid = 0;
  const note = (key: string, document: unknown) => {
    const text = JSON.stringify(document);
    const known = seen.get(key);
    if (!known) seen.set(key, { count: 1, document: text });
    else { known.count++; if (text.length < known.document.length) known.document = text; }
  };
  for (const document of fc.sample(anyWording, { numRuns: Number(process.env.N ?? 3000), seed: Number(process.env.SEED ?? 1) })) {
    const before = JSON.stringify(document);
    try {
      const result = expandProject(document, {}, layOut);
      if (JSON.stringify(document) !== before) note('MUTATED', JSON.parse(before));
      if (!result.ok) {
        for (const problem of result.problems) {
          const text = describeProblem(problem);
          const m = problem.message.replace(/"[^"]*"/g, 'Q').replace(/-?\d+(\.\d+)?/g, 'N').slice(0, 110);
          problems.set(m, (problems.get(m) ?? 0) + 1);
          if (!isInDocument(showPath(problem.path), JSON.parse(before))) note('PLACE ' + showPath(problem.path).replace(/\d+/g,'N').slice(0,80) + ' | ' + m.slice(0, 60), JSON.parse(before));
          if (/undefined|NaN|\[object/.test(text)) note('TEXT ' + m, JSON.parse(before));
          if (/-(label|box|frame|layer)\b|(plans|row|card|chart)-\w/.test(text)) if (!/which is not the id of|is not the id of/.test(text)) note('INTERNAL ' + text.replace(/\d+/g,'N').slice(0, 140), JSON.parse(before));
        }
        continue;
      }
      valid++;
      const full = plain(result.value.project);
      const again = expandProject(full, {}, layOut);
      if (!again.ok) note('AGAIN ' + again.problems.map(describeProblem).join('; ').replace(/\d+/g, 'N').slice(0, 160), document);
      else if (!isDeepStrictEqual(plain(again.value.project), full)) note('DIFFERS', document);
      const timeline = compileTimeline(result.value.project);
      const drawing = await compileDrawing(result.value.project, timeline);
      for (const share of [0, 0.3, 0.7, 1]) drawing.at(share * timeline.durationMs);
    } catch (error) {
      const e = error as Error;
      note('THROW ' + e.message.slice(0, 100) + ' ' + (e.stack ?? '').split('\n').slice(1, 3).map((l) => l.trim().replace(/\(.*\/src/, '(src')).join(' '), JSON.parse(before));
    }
  }
  const lines = [`valid ${valid}`, ...[...seen].sort((a, b) => b[1].count - a[1].count).map(([k, v]) => `${v.count} ${k}\n    ${v.document.slice(0, 900)}`), '--- problems', ...[...problems].sort((a, b) => b[1] - a[1]).map(([k, v]) => `${v} ${k}`)];
  writeFileSync('/tmp/tally.txt', lines.join('\n'));
}, 600_000);
