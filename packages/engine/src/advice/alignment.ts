import { hasLetters, isPicture, isRound, isShape } from '../language/kinds.ts';
import { rounded, toHundredths } from '../project/numbers.ts';
import { parsePath, showNumber } from '../project/problem-text.ts';
import type { AdviceList } from './advice.ts';
import { isHarmlessIn, type Shown } from './find-fix.ts';
import { roundBox } from './hold-layout.ts';
import { type HeldObject, type HoldPicture, isRead, statePath } from './pictures/hold-picture.ts';

/** Distances in pixels of a frame whose shorter side has 1080; larger ones are intended, smaller ones unseen. */
const minOffset = 1;
const maxOffset = 8;

/** Gaps that differ by more, as a share of their mean, form groups. */
const maxUnevenness = 0.35;

type Axis = 'x' | 'y';

/** An object in a row or a column of its like. */
interface Member {
  readonly held: HeldObject;
  readonly start: Readonly<Record<Axis, number>>;
  readonly end: Readonly<Record<Axis, number>>;
}

/**
 * Advises on objects that are nearly in one line with the others of their size, or nearly at even distances, so that it
 * looks like a mistake. Skips turned objects, members of groups that move together, and places that are computed.
 */
export function adviseOnAlignment(shown: Shown, list: AdviceList): void {
  const said = new Set<string>();
  for (const picture of shown.pictures) {
    const { width, height } = picture.scene;
    const unit = Math.min(width, height) / 1080;
    for (const along of ['x', 'y'] as const) {
      for (const members of rowsAlong(picture, along)) {
        if (list.full) return;
        adviseOnOffsets(members, along, { picture, unit, said, shown, list });
        adviseOnGaps(members, along, { picture, unit, said, shown, list });
      }
    }
  }
}

interface Context {
  readonly picture: HoldPicture;
  /** Scene pixels for each pixel of a frame whose shorter side has 1080. */
  readonly unit: number;
  readonly said: Set<string>;
  readonly shown: Shown;
  readonly list: AdviceList;
}

/** The objects of each kind and size, in the order of their places along an axis, where they do not overlap. */
function rowsAlong({ objects }: HoldPicture, along: Axis): Member[][] {
  const alike = new Map<string, Member[]>();
  for (const held of objects) {
    const size = sizeOf(held, along);
    const { box, state, object } = held;
    if (size === undefined || !box || (object.parentId ?? null) !== null) continue;
    if (state.rotation !== 0 || state.formulas !== undefined) continue;
    const member: Member = {
      held,
      start: { x: box.left, y: box.top },
      end: { x: box.right, y: box.bottom },
    };
    const members = alike.get(size);
    if (members) members.push(member);
    else alike.set(size, [member]);
  }
  return [...alike.values()].map((members) =>
    members.sort((one, other) => one.held.state[along] - other.held.state[along]),
  );
}

/** What objects must share to be expected in one line; undefined for those that are never compared. */
function sizeOf({ object, state, lettering }: HeldObject, along: Axis): string | undefined {
  const { kind } = object;
  if (hasLetters(kind)) {
    if (!lettering || !isRead(object, state) || state.text.includes('\n')) return undefined;
    // In a column, texts of one alignment begin or end at the same place.
    return [kind, lettering.emHeight.toFixed(1), state.align, state.verticalAlign, state.wrapWidth].join(' ');
  }
  if (isRound(kind) || !(isShape(kind) || isPicture(kind))) return undefined;
  const across = along === 'x' ? state.height * (state.scaleY ?? 1) : state.width * (state.scaleX ?? 1);
  return [kind, across.toFixed(1)].join(' ');
}

const other = { x: 'y', y: 'x' } as const;

/** Whether two members are beside each other along an axis, and not far apart. */
function areNeighbours(one: Member, next: Member, along: Axis): boolean {
  const gap = next.start[along] - one.end[along];
  const longer = Math.max(one.end[along] - one.start[along], next.end[along] - next.start[along]);
  return gap >= 0 && gap <= 2 * longer;
}

function adviseOnOffsets(members: readonly Member[], along: Axis, context: Context): void {
  const { unit, picture } = context;
  const across = other[along];
  const steps = members.slice(1).map((next, index) => {
    const before = members[index];
    if (before === undefined || !areNeighbours(before, next, along)) return 0;
    const offset = next.held.state[across] - before.held.state[across];
    const size = Math.abs(offset) / unit;
    return size >= minOffset && size <= maxOffset ? offset : 0;
  });
  // Steps in one direction are stairs.
  const directions = steps.filter((step) => step !== 0).map(Math.sign);
  if (directions.length > 1 && directions.every((one) => one === directions[0])) return;
  const index = steps.findIndex((step) => step !== 0);
  if (index < 0) return;
  // With a third one in line with the second, the first one is off.
  const isFirst = index === 0 && members.length > 2 && steps[1] === 0;
  const [off, usual] = isFirst ? [members[0], members[1]] : [members[index + 1], members[index]];
  if (!off || !usual) return;
  const value = usual.held.state[across];
  const distance = Math.abs(off.held.state[across] - value);
  // Where few agree, as in a wave, none of them is off.
  const distances = members.map(({ held }) => Math.abs(held.state[across] - value) / unit);
  const near = distances.filter((one) => one <= maxOffset).length;
  if (2 * distances.filter((one) => one < minOffset).length < near) return;
  const side = across === 'x' ? 'column' : 'row';
  say('nearly-aligned', off, { [across]: value }, context, () => {
    return `${off.held.object.id} is ${showNumber(rounded(distance, 1))} pixels out of line with ${usual.held.object.id} in a ${side}; give both the same ${across}, ${showNumber(value)} in ${picture.compositionId}`;
  });
}

function adviseOnGaps(members: readonly Member[], along: Axis, context: Context): void {
  const { unit } = context;
  const across = other[along];
  const isLine = members.every(
    ({ held }) => Math.abs(held.state[across] - (members[0]?.held.state[across] ?? 0)) < minOffset * unit,
  );
  // Texts differ in length, and so do their gaps.
  const isText = members.some(({ held }) => hasLetters(held.object.kind) && along === 'x');
  if (members.length < 3 || !isLine || isText) return;
  const gaps = members.slice(1).map((next, index) => next.start[along] - (members[index]?.end[along] ?? 0));
  const [least, most] = [Math.min(...gaps), Math.max(...gaps)];
  const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
  const isUneven = most - least >= 2 * minOffset * unit && most - least <= maxUnevenness * mean;
  if (least < 0 || !isUneven) return;
  // Moving one of them must make all gaps even.
  const at = gaps.findIndex((gap, index) => {
    if (index === 0) return false;
    const even = (gap + (gaps[index - 1] ?? NaN)) / 2;
    return gaps.every(
      (one, place) => place === index || place === index - 1 || Math.abs(one - even) < minOffset * unit,
    );
  });
  const off = members[at];
  const [before, after] = [gaps[at - 1], gaps[at]];
  if (!off || before === undefined || after === undefined) return;
  const value = toHundredths(off.held.state[along] + (after - before) / 2);
  say('uneven-gaps', off, { [along]: value }, context, () => {
    const shown = [before, after].map((gap) => showNumber(rounded(gap, 1)));
    return `the gaps beside ${off.held.object.id} are ${shown.join(' and ')} pixels; make them even with ${along} ${showNumber(value)}, or put the objects into a row or a column`;
  });
}

/** Whether the document has a field of a state. Relations and groups also place objects, but not by mistake. */
function isWritten(place: string, list: AdviceList): boolean {
  return parsePath(list.describePlace(place)).at(-1) === parsePath(place).at(-1);
}

/** Advises on an object whose place the author wrote, once for each place. */
function say(
  rule: 'nearly-aligned' | 'uneven-gaps',
  { held }: Member,
  fix: Readonly<Record<string, number>>,
  { picture, said, shown, list }: Context,
  message: () => string,
): void {
  const path = statePath(picture, held);
  const key = JSON.stringify([rule, picture.scene.id, held.object.id, fix]);
  if (said.has(key) || !held.box || !Object.keys(fix).every((field) => isWritten(`${path}.${field}`, list)))
    return;
  said.add(key);
  if (!isHarmlessIn(picture, held, shown, fix)) return;
  list.add({ rule, path, message: message(), box: roundBox(held.box), fix }, 'everywhere');
}
