import type { Bounds } from '../../drawing/bounds.ts';
import { rounded } from '../../project/numbers.ts';
import type { CompositionState } from '../../project/schema.ts';
import type { SequencePlan } from '../../shorthand/kinds/sequence/sequence.ts';
import type { RelatedScene } from '../../shorthand/scene-relations.ts';
import { type Arrangement, type Composition, groupPadding, isShown, type OwnRoom } from '../composition.ts';
import { straightCubic } from '../cubics.ts';
import { lettersAt } from '../fit-letters.ts';
import type { Size } from '../graphs/lay-out-graph.ts';
import { withChanges } from '../group-box.ts';
import type { Point } from '../line-course.ts';
import { curvesFrom } from '../place-line.ts';
import type { LaidOutSequence } from './laid-out-sequence.ts';
import { layOutSequence, type Spread } from './lay-out-sequence.ts';
import type { SequenceSizes, Wraps } from './sequence-columns.ts';

/** The font size in pixels from which strokes are as wide as they are written. */
const usualLetters = 36;

/** How many times wider strokes are at most. */
const widest = 1.5;

/** Widths of lines of messages that are tried, in font sizes: a narrow room has more of them. */
const messageWidths = [22, 16, 12, 9, 7] as const;

/** How many times longer than usual the spaces between participants are that are tried: longer ones wrap fewer texts. */
const spreadsTried = [1, 1.3, 1.7] as const;

/** Narrower lines or longer spaces have to make letters larger by this factor. */
const worthwhile = 1.04;

/** How many times longer than usual spaces may be in a room that has more: those between two participants, and steps. */
const mostSpread = { x: 2.5, y: 3.8 } as const;

/** A sequence in all compositions, with letters of one size. */
interface FittedSequence {
  readonly scale: number;
  /** By the index of the composition; undefined without a plan. */
  readonly laidOut: readonly (LaidOutSequence | undefined)[];
  /** The size of the largest one, at its own font size. */
  readonly size: Size;
}

/** A sequence with texts that are wrapped to a width, and spaces that are stretched across. */
interface Fit {
  readonly width: number;
  readonly across: number;
  readonly scale: number;
  readonly layouts: readonly (LaidOutSequence | undefined)[];
}

/** Fitted sequences by their scenes, ids and rooms. */
const fitted = new WeakMap<RelatedScene, Map<string, FittedSequence>>();

/**
 * Places the parts of a sequence diagram. Its letters become smaller until it fits into its room, the same in all
 * compositions; participants stay where they are while messages come. Hidden parts keep their place. On the axes in
 * `fills`, the arrangement is as large as its room.
 */
export function arrangeSequence(
  composition: Composition,
  id: string,
  room: OwnRoom,
  fills: { readonly x: boolean; readonly y: boolean },
): Arrangement | undefined {
  const { scene, index } = composition;
  const plan = planOf(composition, id, index);
  if (plan === undefined) return undefined;
  const padding = groupPadding(composition, id);
  const inner = (length: number | null) => (length === null ? null : Math.max(1, length - 2 * padding));
  const { scale, laidOut, size } = fit(composition, id, {
    width: inner(room.width),
    height: inner(room.height),
  });
  const layout = laidOut[index];
  if (layout === undefined) return undefined;
  const whole = { width: size.width * scale + 2 * padding, height: size.height * scale + 2 * padding };
  const width = fills.x ? (room.width ?? whole.width) : whole.width;
  const height = fills.y ? (room.height ?? whole.height) : whole.height;
  const free: Point = {
    x: (width - layout.width * scale) / 2,
    y: (height - size.height * scale) / 2,
  };
  const placer = new SequencePlacer(composition, plan, layout, scale, ({ x, y }) => ({
    x: free.x + x * scale,
    y: free.y + y * scale,
  }));
  const { origins, corners } = placer.place();
  // The participants from the beginning are a group of their own.
  const first = new Set(scene.relations.groups[plan.group]?.members ?? []);
  const only = (places: ReadonlyMap<string, Point>) =>
    new Map([...places].filter(([part]) => first.has(part)));
  const ofGroup = only(corners);
  composition.arrangements.set(plan.group, { width, height, corners: ofGroup, origins: only(origins) });
  const outer = new Map([...corners].filter(([part]) => !first.has(part)));
  if (ofGroup.size > 0) outer.set(plan.group, { x: 0, y: 0 });
  return { width, height, corners: outer, origins };
}

class SequencePlacer {
  readonly #composition: Composition;
  readonly #plan: SequencePlan;
  readonly #layout: LaidOutSequence;
  readonly #scale: number;
  readonly #at: (point: Point) => Point;
  readonly #origins = new Map<string, Point>();
  readonly #corners = new Map<string, Point>();

  constructor(
    composition: Composition,
    plan: SequencePlan,
    layout: LaidOutSequence,
    scale: number,
    at: (point: Point) => Point,
  ) {
    this.#composition = composition;
    this.#plan = plan;
    this.#layout = layout;
    this.#scale = scale;
    this.#at = at;
  }

  place(): { readonly origins: ReadonlyMap<string, Point>; readonly corners: ReadonlyMap<string, Point> } {
    for (const [id, box] of this.#layout.boxes) this.#box(id, box);
    for (const [id, { points }] of this.#layout.lines) this.#line(id, points);
    for (const [id, text] of this.#layout.texts) this.#text(id, text, text.wrap);
    return { origins: this.#origins, corners: this.#corners };
  }

  #set(
    id: string,
    changes: (state: CompositionState) => Partial<CompositionState>,
  ): CompositionState | undefined {
    const template = this.#composition.scene.states[this.#composition.index]?.[id];
    if (template === undefined) return undefined;
    const state = withChanges(this.#composition, template, changes(template));
    this.#composition.sized.set(id, state);
    return state;
  }

  #put(id: string, origin: Point, corner: Point): void {
    this.#origins.set(id, origin);
    if (isShown(this.#composition, id)) this.#corners.set(id, corner);
  }

  /** Strokes are thinner around small letters, and wider around large ones. */
  #strokeOf(width: number): number {
    return rounded(width * Math.min(widest, (this.#plan.fontSize * this.#scale) / usualLetters));
  }

  #box(id: string, box: Bounds): void {
    const [corner, end] = [this.#at({ x: box.left, y: box.top }), this.#at({ x: box.right, y: box.bottom })];
    const size = { width: rounded(end.x - corner.x), height: rounded(end.y - corner.y) };
    const most = 0.3 * Math.min(size.width, size.height);
    this.#set(id, ({ strokeWidth, cornerRadius }) => ({
      ...{
        ...size,
        strokeWidth: this.#strokeOf(strokeWidth),
        cornerRadius: rounded(Math.min(cornerRadius, most)),
      },
    }));
    this.#put(id, { x: (corner.x + end.x) / 2, y: (corner.y + end.y) / 2 }, corner);
  }

  #line(id: string, points: readonly Point[]): void {
    const placed = points.map(this.#at);
    const [start, ...rest] = placed;
    const end = placed.at(-1);
    if (start === undefined || end === undefined) return;
    const curves = rest.map((point, at) => straightCubic(placed[at] ?? start, point));
    const isDestroyed = this.#layout.destroyed.has(id);
    this.#set(id, ({ strokeWidth, dash }) => {
      const stroke = this.#strokeOf(isDestroyed ? 2 * strokeWidth : strokeWidth);
      return {
        width: rounded(end.x - start.x),
        height: rounded(end.y - start.y),
        strokeWidth: stroke,
        ...(dash !== undefined && { dash: dash.map((length) => rounded((length * stroke) / strokeWidth)) }),
        ...(isDestroyed && { heads: 'end' as const }),
        ...(rest.length > 1 && { curves: curvesFrom(start, curves) }),
      };
    });
    this.#put(id, start, { x: Math.min(start.x, end.x), y: Math.min(start.y, end.y) });
  }

  /** Places the middle of a text. */
  #text(id: string, middle: Point, wrap: number | null): void {
    const { measurer } = this.#composition;
    const template = this.#composition.scene.states[this.#composition.index]?.[id];
    if (template === undefined) return;
    const width = wrap === null ? undefined : wrapOf(this.#composition, template, wrap);
    const state = this.#set(id, (state) => ({
      ...lettersAt(state, rounded(state.fontSize * this.#scale)),
      ...(width !== undefined && { wrapWidth: Math.ceil(width * this.#scale * 1000) / 1000 }),
    }));
    const box = measurer.lines(state ?? template);
    const position = this.#at(middle);
    const origin = { x: position.x - (box.left + box.right) / 2, y: position.y - (box.top + box.bottom) / 2 };
    this.#put(id, origin, { x: origin.x + box.left, y: origin.y + box.top });
  }
}

function planOf({ scene }: Composition, id: string, index: number): SequencePlan | undefined {
  return scene.relations.groups[id]?.states[index]?.sequence;
}

/** The width to which a text is wrapped: its longest word stays whole. Undefined for one that is short. */
function wrapOf({ measurer }: Composition, state: CompositionState, wrap: number): number | undefined {
  const { left, right } = measurer.lines(state);
  if (right - left <= wrap) return undefined;
  return Math.max(wrap, Math.ceil(measurer.longestWord(state) * state.fontSize + 1));
}

/** Finds the largest letters and the widest spaces with which a sequence fits into its room in all compositions. */
function fit(composition: Composition, id: string, room: OwnRoom): FittedSequence {
  const { scene } = composition;
  const sequenceById = fitted.get(scene) ?? new Map<string, FittedSequence>();
  fitted.set(scene, sequenceById);
  const key = `${id} ${room.width} ${room.height}`;
  const found = sequenceById.get(key);
  if (found !== undefined) return found;
  const made = fitInto(composition, id, room);
  sequenceById.set(key, made);
  return made;
}

function fitInto(composition: Composition, id: string, room: OwnRoom): FittedSequence {
  const { scene } = composition;
  const layOut = (width: number, spread: Spread) =>
    scene.sequence.map((_, index) => {
      const plan = planOf(composition, id, index);
      if (plan === undefined) return undefined;
      const sizes = sizesIn(composition, plan, index);
      return layOutSequence(plan, sizes, wrapsOf(width, plan.fontSize), spread);
    });
  const growth = Math.max(...scene.sequence.map((_, index) => planOf(composition, id, index)?.growth ?? 1));
  const scaleOf = (size: Size) =>
    Math.min(growth, ratio(room.width, size.width), ratio(room.height, size.height));
  let best: Fit = { width: messageWidths[0], across: 1, scale: 0, layouts: [] };
  for (const width of messageWidths) {
    for (const across of spreadsTried) {
      const layouts = layOut(width, { x: across, y: 1 });
      const scale = scaleOf(largest(layouts));
      if (scale > best.scale * worthwhile) best = { width, across, scale, layouts };
    }
  }
  const columns = Math.max(
    ...scene.sequence.map((_, index) => planOf(composition, id, index)?.participants.length ?? 1),
  );
  // Among many participants, each space stretches less.
  const mostAcross = 1 + (mostSpread.x - 1) / Math.sqrt(Math.max(1, columns - 1));
  const x = Math.max(
    best.across,
    Math.min(mostAcross, best.across * stretchOf(best.layouts, 'x', ratio(room.width, best.scale))),
  );
  const wide = layOut(best.width, { x, y: 1 });
  const y = Math.min(mostSpread.y, stretchOf(wide, 'y', ratio(room.height, best.scale)));
  const laidOut = layOut(best.width, { x, y });
  const size = largest(laidOut);
  // Never too large by rounding.
  const scale = Math.max(0.001, Math.floor(Math.min(best.scale, scaleOf(size)) * 1000) / 1000);
  return { scale, laidOut, size };
}

/** How many times longer the spaces on an axis may be in a room of a length, in all compositions. */
function stretchOf(layouts: Fit['layouts'], axis: 'x' | 'y', length: number): number {
  if (length === Infinity) return 1;
  const stretches = layouts.flatMap((one) => {
    if (one === undefined || one.elastic[axis] === 0) return [];
    return [1 + (length - one[axis === 'x' ? 'width' : 'height']) / one.elastic[axis]];
  });
  return Math.max(1, Math.min(Infinity, ...stretches));
}

function ratio(room: number | null, length: number): number {
  return room === null || length <= 0 ? Infinity : room / length;
}

function largest(layouts: readonly (LaidOutSequence | undefined)[]): Size {
  return {
    width: Math.max(0, ...layouts.map((one) => one?.width ?? 0)),
    height: Math.max(0, ...layouts.map((one) => one?.height ?? 0)),
  };
}

function wrapsOf(width: number, em: number): Wraps {
  return {
    head: Math.min(9, 0.8 * width) * em,
    message: width * em,
    note: Math.min(12, width) * em,
    frame: Math.max(12, width) * em,
  };
}

function sizesIn(composition: Composition, plan: SequencePlan, index: number): SequenceSizes {
  const states = composition.scene.states[index] ?? {};
  return {
    em: plan.fontSize,
    sizeOf: (label, wrap) => {
      const state = label === null ? undefined : states[label];
      if (state === undefined || state.text.trim() === '') return { width: 0, height: 0 };
      const wrapWidth = wrap === Infinity ? undefined : wrapOf(composition, state, wrap);
      const wrapped = wrapWidth === undefined ? state : withChanges(composition, state, { wrapWidth });
      const { left, right, top, bottom } = composition.measurer.lines(wrapped);
      return { width: right - left, height: bottom - top };
    },
  };
}
