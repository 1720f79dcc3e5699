import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyFilm } from '../../../../test/support/any-film.ts';
import { runs, runTimeoutMs } from '../../../../test/support/random-runs.ts';
import { fixProject, type Inspected } from '../../src/fix/fix-project.ts';
import { inspect } from '../../src/render/inspect.ts';

async function inspected(text: string): Promise<Inspected> {
  const { issues, advice = [] } = await inspect(text, { advice: true });
  return { issues, advice };
}

it('of any film, fixes leave a valid film with less advice, and fixing it again changes nothing', {
  tags: 'slow',
  timeout: runTimeoutMs,
}, async () => {
  await fc.assert(
    fc.asyncProperty(anyFilm, async (film) => {
      const text = JSON.stringify(film, null, 2);
      const before = await inspected(text);
      const once = await fixProject(text, inspected);
      const after = await inspected(once.text);
      expect(after.issues.length).toBeLessThanOrEqual(before.issues.length);
      expect(after.advice.length).toBe(once.left.length);
      if (once.changes.length > 0) expect(after.advice.length).toBeLessThan(before.advice.length);
      else expect(once.text).toBe(text);
      expect(await fixProject(once.text, inspected)).toEqual({
        text: once.text,
        changes: [],
        left: once.left,
      });
    }),
    { numRuns: runs(30) },
  );
});
