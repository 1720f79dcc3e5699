import type { Assertion } from '../../assertions/assertion.ts';
import { Budget } from '../../project/budget.ts';
import { rounded } from '../../project/numbers.ts';
import { showPath } from '../../project/problem-text.ts';
import type { Project } from '../../project/schema.ts';
import { compileTimeline } from '../../timeline/compile-timeline.ts';
import type { Timeline } from '../../timeline/timeline.ts';
import type { AdviceList, FixScope } from '../advice.ts';
import type { AssertionResult } from './assertion-result.ts';
import {
  assertionsOf,
  type CheckedAssertion,
  checkWith,
  openChecking,
  trialWork,
} from './check-assertions.ts';
import type { Checking } from './checking.ts';
import { NoPlace, TooMuchWork } from './film-sampler.ts';
import { type Repair, repaired, repairsOf } from './repair.ts';

/** A project whose sentences are checked. */
interface Expected {
  readonly project: Project;
  readonly timeline: Timeline;
  /** The sentences of the document. */
  readonly sentences: readonly unknown[];
  readonly isDrawable: boolean;
}

/** Sentences that are checked again, for all numbers that are tried. */
const maxTrials = 500;

/**
 * Checks the assertions of a project, and advises on those that fail, with a number that makes a sentence true and no other
 * one false. Projects that cannot be drawn are not checked.
 */
export async function adviseOnAssertions(
  { project, timeline, sentences, isDrawable }: Expected,
  list: AdviceList,
  signal?: AbortSignal,
): Promise<readonly AssertionResult[]> {
  const assertions = assertionsOf(project);
  if (assertions.length === 0) return [];
  const checking = isDrawable ? await openChecking(project, timeline, signal) : null;
  const checked: readonly CheckedAssertion[] =
    checking === null
      ? assertions.map((assertion) => ({ assertion, status: 'unchecked', failure: cannotDraw }))
      : await checkWith(checking, assertions, signal);
  const trials = new Budget(maxTrials);
  const results: AssertionResult[] = [];
  for (const [index, one] of checked.entries()) {
    const { status, failure } = one;
    const sentence = String(sentences[index] ?? project.expect?.[index] ?? '');
    const message = failure === null ? undefined : list.named(failure.message);
    const atMs = failure?.atMs;
    results.push({
      sentence,
      status,
      ...(atMs !== undefined && { atMs: rounded(atMs) }),
      ...(message !== undefined && { message }),
    });
    if (status !== 'fails' || checking === null) continue;
    const advice = {
      rule: 'assertion' as const,
      path: showPath(['expect', index]),
      message: `"${sentence}" is not true: ${message}`,
      ...(atMs !== undefined && { atMs: rounded(atMs) }),
    };
    const film = { project, timeline, checked, index, checking };
    const found = list.full ? undefined : await findRepair(film, list, trials, signal);
    if (found === undefined) list.addWritten(advice);
    else {
      const { path, field, value } = found.repair;
      list.add({ ...advice, path: showPath(path), fix: { [field]: value } }, found.scope);
    }
  }
  return results;
}

const cannotDraw = { message: 'the film cannot be drawn yet' };

const scopes: readonly FixScope[] = ['from-here', 'everywhere'];

/** Returns none if the work of measuring the film is used up, or something cannot be measured. */
function affordable(find: () => readonly Repair[]): readonly Repair[] {
  try {
    return find();
  } catch (error) {
    if (error instanceof TooMuchWork || error instanceof NoPlace) return [];
    throw error;
  }
}

interface FailedFilm {
  readonly project: Project;
  readonly timeline: Timeline;
  readonly checking: Checking;
  readonly checked: readonly CheckedAssertion[];
  /** The sentence that fails. */
  readonly index: number;
}

/** Finds a number that makes a sentence true, and no other one false, by trying it out. */
async function findRepair(
  { project, timeline, checking, checked, index }: FailedFilm,
  list: AdviceList,
  trials: Budget,
  signal: AbortSignal | undefined,
): Promise<{ readonly repair: Repair; readonly scope: FixScope } | undefined> {
  const failed = checked[index];
  if (failed === undefined) return undefined;
  for (const repair of affordable(() => repairsOf(failed, project, timeline, checking))) {
    const { field, value } = repair;
    const path = showPath(repair.path);
    // A number would end the relation. What is written for many objects may have its number with the object itself.
    const scope = list.isRelated(path, field)
      ? undefined
      : scopes.find((one) => list.canFix(path, { [field]: value }, one));
    if (scope === undefined) continue;
    if (!trials.take(checked.length)) return undefined;
    const changed = repaired(project, repair, scope);
    const trial = await openChecking(changed, compileTimeline(changed), signal, trialWork);
    const assertions = assertionsOf(changed);
    const wanted = assertions.filter((_, place) => place === index);
    // Sentences that are false anyway are ignored.
    const others = assertions.filter((_, place) => place !== index && checked[place]?.status === 'passes');
    const isTrue = async (some: readonly Assertion[]) =>
      (await checkWith(trial, some, signal)).every(({ status }) => status === 'passes');
    if ((await isTrue(wanted)) && (await isTrue(others))) return { repair, scope };
  }
  return undefined;
}
