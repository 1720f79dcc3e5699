import { setImmediate } from 'node:timers/promises';
import { type Advice, maxAdvice } from '../advice/advice.ts';
import type { HoldLayout } from '../advice/hold-layout.ts';
import { JsonPlaces } from '../project/json-tree.ts';
import { describeProblem } from '../project/problem.ts';
import { parsePath } from '../project/problem-text.ts';
import type { Result } from '../project/result.ts';
import { RenderError, type RenderErrorCode } from '../render/render-error.ts';
import { applyFix, type FixedText, type FixPlace } from './apply-fix.ts';
import type { FixChange, FixReport } from './fix-report.ts';
import { movedObject } from './moved-objects.ts';
import { removeRepeated } from './remove-repeated.ts';
import type { OutsideVariables } from './variables-in.ts';

// See docs/decisions.md, "A fix is kept only if it helps".

/** The result of inspecting a text. */
export interface Inspected {
  readonly issues: readonly string[];
  readonly advice: readonly Advice[];
  /** The boxes of every hold. Without them, nothing is known to stand still. */
  readonly layout?: readonly HoldLayout[];
}

/** Inspects a text. Rejects with a RenderError for an invalid project. */
export type InspectText = (text: string) => Promise<Inspected>;

type Change = Omit<FixChange, 'line'>;

/** A text and the result of its inspection. */
interface Version extends Inspected {
  readonly text: string;
  readonly changes: readonly Change[];
}

/** Rounds of fixes, because a fix may uncover further advice. Far more than a document needs. */
const maxRounds = 50;

/** The errors of an inspection that a fix can cause. */
const aboutProject: readonly RenderErrorCode[] = ['invalid-project', 'too-large'];

/**
 * Applies the fixes of all advice on a project, and of the advice that appears once others are gone. A fix stays only
 * if the project remains valid, no issue is added, its advice disappears, less advice than before is left, and no object
 * moves that stood still; in the end, nothing is advised that was not before. Rejects like `inspect`, also if the text is
 * invalid at the start. Advice that is not wanted is left.
 */
export async function fixProject(
  text: string,
  inspect: InspectText,
  outside: OutsideVariables = {},
  isWanted: (advice: Advice) => boolean = () => true,
): Promise<FixReport> {
  const start: Version = { text, changes: [], ...(await inspect(text)) };
  const spec = { inspect, outside, isWanted };
  let { version, reasons } = await followAll(start, spec, false);
  // Most advice that comes with a fix goes with another one. Where it stays, no fix may lead to other advice.
  if (addedAdvice(start, version)) ({ version, reasons } = await followAll(start, spec, true));
  const places = new JsonPlaces(version.text);
  return {
    text: version.text,
    changes: mergeChanges(version.changes).map((change) => ({
      ...change,
      line: places.locate(parsePath(change.path)).line,
    })),
    left: version.advice.map((advice) => ({
      ...advice,
      reason: isWanted(advice) ? reasonFor(advice, reasons) : 'another path was asked for',
    })),
  };
}

interface Following {
  readonly inspect: InspectText;
  readonly outside: OutsideVariables;
  readonly isWanted: (advice: Advice) => boolean;
}

/** Follows all advice that helps; with `isStrict`, none that leads to other advice. Returns why the rest does not help. */
async function followAll(
  start: Version,
  { inspect, outside, isWanted }: Following,
  isStrict: boolean,
): Promise<{ version: Version; reasons: ReadonlyMap<string, string> }> {
  let version = start;
  /** Why fixes do not help in the current version. Another version may make them helpful. */
  const reasons = new Map<string, string>();
  const keep = (better: Version) => {
    version = better;
    reasons.clear();
  };
  /** Most fixes help and do not touch each other, so one inspection is usually enough for all. */
  const follow = async (wanted: readonly Advice[]): Promise<void> => {
    const keys = new Set(wanted.map(keyOf));
    // Advice with the same fix at the same place is solved together.
    const byKey = new Map(version.advice.map((one) => [keyOf(one), one]));
    const current = [...byKey].flatMap(([key, one]) => (keys.has(key) ? [one] : []));
    const [first] = current;
    if (!first) return;
    const refuse = (advice: Advice, reason: string) => reasons.set(keyOf(advice), reason);
    const context = { refuse, inspect, outside, isStrict };
    const tried = await attempt(version, current, 'written', context);
    if (tried.ok) keep(tried.value);
    else if (current.length === 1) {
      // Where a value is written, it may hold for other compositions, too.
      const local = await attempt(version, current, 'named', context);
      if (local.ok) keep(local.value);
      else refuse(first, local.problems[0] ?? '');
    } else {
      const possible = current.filter((one) => !reasons.has(keyOf(one)));
      const half = Math.ceil(possible.length / 2);
      await follow(possible.slice(0, half));
      await follow(possible.slice(half));
    }
  };
  for (let round = 0; round < maxRounds; round++) {
    const untried = version.advice.filter(
      (one) => isFixable(one) && isWanted(one) && !reasons.has(keyOf(one)),
    );
    if (untried.length === 0) break;
    await follow(untried);
  }
  return { version, reasons };
}

/** Applies the fix of one piece of advice to a text. Fails with a sentence. */
export function fixText(
  text: string,
  advice: Advice,
  outside: OutsideVariables = {},
  where?: FixPlace,
): Result<FixedText> {
  const { rule, path, fix } = advice;
  // The repair of a sentence has chosen its place.
  if (fix) return applyFix(text, { path, fix }, outside, rule === 'assertion' ? 'named' : where);
  return rule === 'repeated-key' ? removeRepeated(text, path) : { ok: false, problems: [unknownFix] };
}

const unknownFix = 'no fix is known';

/** Whether `fixText` can try to follow the advice. */
export function isFixable({ rule, fix }: Advice): boolean {
  return fix !== undefined || rule === 'repeated-key';
}

interface AttemptContext {
  readonly refuse: (advice: Advice, reason: string) => void;
  readonly inspect: InspectText;
  readonly outside: OutsideVariables;
  /** Whether a fix must not lead to other advice, also if it solves more. */
  readonly isStrict: boolean;
}

/**
 * Applies fixes and inspects the result. Fails with a sentence unless all of them help. A fix that cannot be applied to
 * the text is left out; `refuse` is called with the reason unless that may be another fix.
 */
async function attempt(
  before: Version,
  wanted: readonly Advice[],
  where: FixPlace,
  { refuse, inspect, outside, isStrict }: AttemptContext,
): Promise<Result<Version>> {
  let { text } = before;
  const changes: Change[] = [];
  const followed: Advice[] = [];
  let impossible: Result<never> | undefined;
  for (const advice of wanted) {
    // Fixes of a large text take long, and an interruption must not wait for all of them.
    await setImmediate();
    const fixed = fixText(text, advice, outside, where);
    if (!fixed.ok) {
      impossible = fixed;
      if (text === before.text) refuse(advice, fixed.problems[0] ?? '');
      continue;
    }
    if (fixed.value.changes.some((one) => changes.some((other) => touch(one.path, other.path)))) continue;
    text = fixed.value.text;
    followed.push(advice);
    const { rule, message } = advice;
    changes.push(...fixed.value.changes.map((change) => ({ ...change, rule, message })));
  }
  if (text === before.text) return impossible ?? refused('the fix changes nothing');
  const after = await inspectFixed(text, inspect);
  if (!after.ok) return after;
  const { issues, advice, layout } = after.value;
  if (issues.length > before.issues.length) {
    const added = issues.find((issue) => !before.issues.includes(issue));
    return refused(`the fix would add an issue: ${added ?? issues[0]}`);
  }
  for (const { rule, path } of followed) {
    const isSame = (one: Advice) => one.rule === rule && one.path === path;
    const remaining = before.advice.filter(isSame).length - followed.filter(isSame).length;
    if (advice.filter(isSame).length > remaining) return refused('the fix does not help');
  }
  // Fields that were ignored are read now, and may have had faults before.
  const reveals = followed.some(({ rule }) => rule === 'missing-mark');
  // A full list may omit further advice or issues.
  const most = before.advice.length < maxAdvice ? before.advice.length - 1 : maxAdvice;
  const added = addedAdvice(before, after.value);
  if (!reveals && (advice.length > most || (isStrict && added)))
    return refused(`the fix would lead to other advice${added ? `: ${added.path}: ${added.message}` : ''}`);
  // A sentence of `expect` says what should move.
  const isTold = followed.every(({ rule }) => rule === 'assertion');
  const moved = isTold || !before.layout || !layout ? undefined : movedObject(before.layout, layout);
  if (moved !== undefined) return refused(moved);
  return { ok: true, value: { ...after.value, text, changes: [...before.changes, ...changes] } };
}

/** The first piece of advice with a rule and a place that less advice had before; none after a full list. */
function addedAdvice({ advice: before }: Inspected, { advice: after }: Inspected): Advice | undefined {
  if (before.length >= maxAdvice) return undefined;
  const left = new Map<string, number>();
  for (const item of before) left.set(placeKey(item), (left.get(placeKey(item)) ?? 0) + 1);
  return after.find((one) => {
    const count = left.get(placeKey(one)) ?? 0;
    left.set(placeKey(one), count - 1);
    return count <= 0;
  });
}

function placeKey({ rule, path }: Advice): string {
  return JSON.stringify([rule, path]);
}

/** Whether two places are the same, or one is inside the other. */
function touch(one: string, other: string): boolean {
  const isWithin = (inner: string, outer: string) =>
    inner.startsWith(outer) && ['.', '[', ''].includes(inner.charAt(outer.length));
  return isWithin(one, other) || isWithin(other, one);
}

function refused(reason: string): Result<never> {
  return { ok: false, problems: [reason] };
}

async function inspectFixed(text: string, inspect: InspectText): Promise<Result<Inspected>> {
  try {
    return { ok: true, value: await inspect(text) };
  } catch (error) {
    if (!(error instanceof RenderError) || !aboutProject.includes(error.code)) throw error;
    return refused(
      `the fix would make the project invalid: ${error.problems[0] ? describeProblem(error.problems[0]) : ''}`,
    );
  }
}

/** Identifies advice with its fix; the message may change with numbers elsewhere. */
function keyOf({ rule, path, fix }: Advice): string {
  return JSON.stringify([rule, path, fix]);
}

function reasonFor(advice: Advice, reasons: ReadonlyMap<string, string>): string {
  if (!isFixable(advice)) return unknownFix;
  return reasons.get(keyOf(advice)) ?? `more than ${maxRounds} rounds of fixes are needed; fix again`;
}

/** Joins the changes of one value, and omits a value that has returned to what it was. */
function mergeChanges(changes: readonly Change[]): readonly Change[] {
  const merged: Change[] = [];
  for (const change of changes) {
    const index = merged.findIndex(({ path, rule }) => path === change.path && rule !== 'repeated-key');
    const earlier = change.rule === 'repeated-key' ? undefined : merged[index];
    if (!earlier) {
      merged.push(change);
      continue;
    }
    const { from: _, ...rest } = change;
    merged[index] = { ...rest, ...(earlier.from !== undefined && { from: earlier.from }) };
  }
  return merged.filter(
    ({ from, to, rule }) => rule === 'repeated-key' || JSON.stringify(from) !== JSON.stringify(to),
  );
}
