import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs, runTimeoutMs } from '../../../../test/support/random-runs.ts';
import { compileDrawing } from '../../src/drawing/compile-drawing.ts';
import { ContentError } from '../../src/project/content-error.ts';
import { describeProblem } from '../../src/project/problem.ts';
import { showPath } from '../../src/project/problem-text.ts';
import { expandProject } from '../../src/shorthand/expand-project.ts';
import { compileTimeline } from '../../src/timeline/compile-timeline.ts';
import { anyWording } from './arbitrary-language.ts';
import { expand, layOut, plain } from './expand.ts';
import { isInDocument } from './places.ts';

describe('any film in the words of the language', () => {
  it('is expanded to a full project that draws the same, or has problems at places in the document', {
    timeout: runTimeoutMs,
  }, async () => {
    let valid = 0;
    await fc.assert(
      fc.asyncProperty(anyWording, async (document) => {
        const before = JSON.stringify(document);
        const result = expandProject(document, {}, layOut);
        expect(JSON.stringify(document)).toBe(before);
        if (!result.ok) {
          expect(result.problems.length).toBeGreaterThan(0);
          for (const problem of result.problems) {
            const text = describeProblem(problem);
            expect({ text, isInside: isInDocument(showPath(problem.path), document) }).toMatchObject({
              isInside: true,
            });
            expect(text).not.toMatch(/undefined|NaN|\[object/);
          }
          return;
        }
        valid++;
        const full = plain(result.value.project);
        expect(plain(expand(full).project)).toEqual(full);
        const timeline = compileTimeline(result.value.project);
        const drawing = await compileDrawing(result.value.project, timeline);
        for (const share of [0, 0.3, 0.7, 1]) {
          try {
            drawing.at(share * timeline.durationMs);
          } catch (error) {
            if (!(error instanceof ContentError)) throw error;
          }
        }
      }),
      { numRuns: runs(400) },
    );
    expect(valid).toBeGreaterThan(0);
  });
});
