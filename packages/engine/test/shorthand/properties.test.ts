import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../test/support/random-runs.ts';
import { maxInputBytes } from '../../src/project/limits.ts';
import { parseProject } from '../../src/project/parse-project.ts';
import { describeProblem } from '../../src/project/problem.ts';
import { showPath } from '../../src/project/problem-text.ts';
import { expandProject } from '../../src/shorthand/expand-project.ts';
import { sampleProject } from '../project/sample.ts';
import { anyProject } from '../timeline/arbitrary-project.ts';
import { anyShorthand, validShorthand } from './arbitrary-shorthand.ts';
import { expand, layOut, plain } from './expand.ts';
import { isInDocument } from './places.ts';

describe('full projects', () => {
  it('expands a full project to itself', () => {
    fc.assert(
      fc.property(anyProject, (project) => {
        const parsed = parseProject(project);
        if (!parsed.ok) return;
        const full = plain(parsed.project);
        expect(plain(expand(full).project)).toEqual(full);
        expect(plain(expand({ ...full, shorthand: true }).project)).toEqual({ ...full, extended: true });
      }),
      { numRuns: runs(60) },
    );
  });

  it('treats a document as a full project unless shorthand is true', () => {
    for (const shorthand of [false, 'true', 1, null, undefined]) {
      const result = expandProject({ ...sampleProject(), shorthand, compositions: { a: {} } });
      expect(result).toMatchObject({ ok: true, value: { project: { name: sampleProject().name } } });
      const short = expandProject({ shorthand, objects: {}, compositions: { a: {} } });
      const mark = shorthand === undefined ? '' : `, but is ${JSON.stringify(shorthand)}`;
      expect(short).toMatchObject({
        ok: false,
        problems: [
          {
            path: ['shorthand'],
            rule: 'missing-mark',
            message: `must be true${mark}: only shorthand has compositions at the top level; add "shorthand": true at the top of the document`,
          },
        ],
      });
    }
  });
});

describe('any shorthand', () => {
  it('expands any shorthand to a valid full project, which expands to itself', { tags: 'slow' }, () => {
    fc.assert(
      fc.property(validShorthand, (document) => {
        const before = JSON.stringify(document);
        const { project, unusedVariables } = expand(document);
        expect(JSON.stringify(document)).toBe(before);
        expect(parseProject(project).ok).toBe(true);
        expect(plain(expand(project).project)).toEqual(plain(project));
        const escaped = JSON.parse(JSON.stringify(project).replaceAll('${', '$$${'));
        expect(plain(expand({ ...escaped, shorthand: true }).project)).toEqual(plain(project));
        expect(plain(expand(JSON.stringify(document)).project)).toEqual(plain(project));
        expect(unusedVariables.every((name) => ['title', 'share', 'color'].includes(name))).toBe(true);
      }),
      { numRuns: runs(150) },
    );
  });

  it('reports problems in any shorthand at paths within the document', { tags: 'slow' }, () => {
    let problems = 0;
    fc.assert(
      fc.property(anyShorthand, (document) => {
        const result = expandProject(document, {}, layOut);
        if (result.ok) {
          const text = JSON.stringify(result.value.project);
          expect(Buffer.byteLength(text)).toBeLessThanOrEqual(maxInputBytes);
          expect(parseProject(text)).toMatchObject({ ok: true });
          return;
        }
        expect(result.problems.length).toBeGreaterThan(0);
        expect(result.problems.length).toBeLessThanOrEqual(20);
        for (const problem of result.problems) {
          problems++;
          const place = showPath(problem.path);
          expect(isInDocument(place, document), describeProblem(problem)).toBe(true);
        }
      }),
      { numRuns: runs(1500) },
    );
    expect(problems).toBeGreaterThan(runs(500));
  });

  it('expandProject never throws for any shorthand document', () => {
    fc.assert(
      fc.property(fc.object({ maxDepth: 6 }), (document) => {
        const result = expandProject({ ...document, shorthand: true }, {}, layOut);
        if (!result.ok) expect(result.problems.length).toBeGreaterThan(0);
      }),
      { numRuns: runs(300) },
    );
  });
});
