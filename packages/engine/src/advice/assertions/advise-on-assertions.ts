import type { Project } from '../../project/schema.ts';
import type { Timeline } from '../../timeline/timeline.ts';
import type { AdviceList } from '../advice.ts';
import { assertionsOf, type CheckedAssertion, checkAssertions } from './check-assertions.ts';

/** A sentence of `expect`, and whether it is true of the film. */
export interface AssertionResult {
  /** As its author wrote it. */
  readonly sentence: string;
  /** `unchecked` if the film cannot be drawn, or has too much to measure. */
  readonly status: 'passes' | 'fails' | 'unchecked';
  /** The first moment at which it fails, in milliseconds; missing if it fails as a whole. */
  readonly atMs?: number;
  /** What the film has instead. */
  readonly message?: string;
}

/**
 * Checks the assertions of a project, and advises on those that fail. `sentences` are those of the document. Projects that
 * cannot be drawn are not checked.
 */
export async function adviseOnAssertions(
  project: Project,
  sentences: readonly unknown[],
  timeline: Timeline,
  isDrawable: boolean,
  list: AdviceList,
  signal?: AbortSignal,
): Promise<readonly AssertionResult[]> {
  const checked: readonly CheckedAssertion[] = isDrawable
    ? await checkAssertions(project, timeline, signal)
    : assertionsOf(project).map((assertion) => ({
        assertion,
        status: 'unchecked',
        failure: { message: 'the film cannot be drawn yet' },
      }));
  return checked.map(({ status, failure }, index) => {
    const sentence = String(sentences[index] ?? project.expect?.[index] ?? '');
    const message = failure === null ? undefined : list.named(failure.message);
    if (status === 'fails') {
      list.addWritten({
        rule: 'assertion',
        path: `expect[${index}]`,
        message: `"${sentence}" is not true: ${message}`,
      });
    }
    const atMs = failure?.atMs;
    return {
      sentence,
      status,
      ...(atMs !== undefined && { atMs: Math.round(atMs * 1000) / 1000 }),
      ...(message !== undefined && { message }),
    };
  });
}
