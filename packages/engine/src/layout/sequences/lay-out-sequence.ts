import type { Bounds } from '../../drawing/bounds.ts';
import type { SequencePlan, SequenceStep } from '../../shorthand/kinds/sequence/sequence.ts';
import type { Size } from '../graphs/lay-out-graph.ts';
import type { Point } from '../line-course.ts';
import { ActivationBars } from './activation-bars.ts';
import { closeFrame, type OpenFrame } from './close-frame.ts';
import {
  type LaidOutLine,
  type LaidOutSequence,
  type LaidOutText,
  movedToCorner,
} from './laid-out-sequence.ts';
import { firstInFrames, roomBetween, type TextRoom } from './room-for-texts.ts';
import { type ColumnSizes, columnsOf, type SequenceSizes, type Wraps } from './sequence-columns.ts';
import { space } from './sequence-spaces.ts';

/** How many times longer the spaces between participants and between steps are than usual. */
export type Spread = Point;

type Step<Type extends SequenceStep['type']> = Extract<SequenceStep, { type: Type }>;

/** Lays out a sequence diagram in columns. The same diagram always has the same places. */
export function layOutSequence(
  plan: SequencePlan,
  sizes: SequenceSizes,
  wraps: Wraps,
  spread: Spread,
): LaidOutSequence {
  return new SequenceLayout(plan, sizes, wraps, spread).layOut();
}

interface PlacedMessage {
  readonly step: Step<'message'>;
  /** The heights of its ends. */
  readonly y: number;
  readonly end: number;
}

class SequenceLayout {
  readonly #plan: SequencePlan;
  readonly #sizes: SequenceSizes;
  readonly #wraps: Wraps;
  readonly #columns: ColumnSizes;
  readonly #gap: number;
  readonly #boxes = new Map<string, Bounds>();
  readonly #lines = new Map<string, LaidOutLine>();
  readonly #texts = new Map<string, LaidOutText>();
  readonly #open: OpenFrame[] = [];
  readonly #bars: ActivationBars;
  /** Where the lifeline of each participant begins and ends. */
  readonly #starts = new Map<number, number>();
  readonly #ends = new Map<number, number>();
  readonly #messages: PlacedMessage[] = [];
  /** The first participants in the frames to come. */
  readonly #firsts: number[];
  #y = 0;
  /** The height of the last message. */
  #last = 0;
  #gaps = 0;

  constructor(plan: SequencePlan, sizes: SequenceSizes, wraps: Wraps, spread: Spread) {
    this.#plan = plan;
    this.#sizes = sizes;
    this.#wraps = wraps;
    this.#columns = columnsOf(plan, sizes, wraps, spread.x);
    this.#firsts = [...firstInFrames(plan.steps)];
    this.#bars = new ActivationBars(this.#columns.middles, sizes.em);
    this.#gap = space.step * sizes.em * spread.y;
  }

  layOut(): LaidOutSequence {
    this.#heads();
    this.#last = this.#y;
    for (const step of this.#plan.steps) this.#step(step);
    this.#pass();
    this.#bars.endAll(this.#y);
    for (const [id, box] of this.#bars.boxes()) this.#boxes.set(id, box);
    for (const message of this.#messages) this.#placeMessage(message);
    const destroyed = this.#lifelines();
    this.#groundBoxes(this.#y + space.box * this.#em);
    const parts = { boxes: this.#boxes, lines: this.#lines, texts: this.#texts };
    const elastic = { x: this.#columns.elastic, y: this.#gaps };
    return { ...movedToCorner(parts, this.#sizes), destroyed, elastic };
  }

  get #em(): number {
    return this.#sizes.em;
  }

  /** Moves on to the next step. */
  #pass(): void {
    this.#y += this.#gap;
    this.#gaps += this.#gap;
  }

  #at(participant: number): number {
    return this.#columns.middles[participant] ?? 0;
  }

  /** Places the participants that are there from the beginning, below the titles of boxes around them. */
  #heads(): void {
    const { participants, boxes } = this.#plan;
    const titles = boxes.map(({ title }) => this.#sizes.sizeOf(title, this.#wraps.message).height);
    const above = boxes.length === 0 ? 0 : Math.max(0, ...titles) + space.box * this.#em;
    this.#y = above;
    const height = this.#columns.height;
    for (const [index, { isCreated }] of participants.entries()) {
      if (isCreated) continue;
      this.#head(index, this.#y + height / 2);
    }
    this.#y += height;
  }

  #head(index: number, middle: number): void {
    const participant = this.#plan.participants[index];
    const size = this.#columns.heads[index];
    if (participant === undefined || size === undefined) return;
    const { height } = this.#columns;
    const x = this.#at(index);
    const [left, right] = [x - size.width / 2, x + size.width / 2];
    this.#boxes.set(participant.head, { left, right, top: middle - height / 2, bottom: middle + height / 2 });
    const text = this.#sizes.sizeOf(participant.label, this.#wraps.head);
    const isFigure = participant.figure !== null;
    const bottom = middle + height / 2 - 0.2 * this.#em;
    const y = isFigure ? bottom - text.height / 2 : middle;
    this.#texts.set(participant.label, { x, y, wrap: this.#wraps.head });
    if (participant.figure !== null) {
      const figure = Math.min(space.figure * this.#em, bottom - text.height - (middle - height / 2));
      const top = bottom - text.height - figure;
      this.#boxes.set(participant.figure, {
        left: x - figure / 2,
        right: x + figure / 2,
        top,
        bottom: top + figure,
      });
    }
    this.#starts.set(index, middle + height / 2);
  }

  #step(step: SequenceStep): void {
    switch (step.type) {
      case 'message':
        this.#message(step);
        break;
      case 'note':
        this.#note(step);
        break;
      case 'activate':
        this.#bars.begin(
          step.id,
          step.participant,
          Math.max(this.#last, this.#starts.get(step.participant) ?? 0),
        );
        break;
      case 'deactivate':
        this.#bars.end(step.participant, this.#last);
        break;
      case 'frame':
        this.#frame(step);
        break;
      case 'section':
        this.#section(step);
        break;
      case 'end':
        this.#y += space.frame * this.#em;
        this.#close();
        break;
    }
  }

  /** Widens the open frames around what is in them. */
  #widen(left: number, right: number): void {
    const frame = this.#open.at(-1);
    if (frame === undefined) return;
    frame.left = Math.min(frame.left, left);
    frame.right = Math.max(frame.right, right);
  }

  #message(step: Step<'message'>): void {
    const { from, to, label, creates, destroys } = step;
    const em = this.#em;
    this.#pass();
    const size = this.#sizes.sizeOf(label, this.#wraps.message);
    const [left, right] = [Math.min(this.#at(from), this.#at(to)), Math.max(this.#at(from), this.#at(to))];
    if (from === to) {
      this.#y += space.label * em;
      const height = Math.max(size.height, space.loop * em);
      const start = left + (space.loop + space.beside) * em;
      if (label !== null)
        this.#texts.set(label, {
          x: start + size.width / 2,
          y: this.#y + height / 2,
          wrap: this.#wraps.message,
        });
      this.#messages.push({ step, y: this.#y, end: this.#y + height });
      this.#y += height;
      this.#widen(left - space.around * em, start + size.width + space.beside * em);
    } else {
      const room = this.#roomAbove(step, size);
      const height = label === null ? 0 : room.size.height + space.label * em;
      this.#y += creates === null ? height : Math.max(height, this.#columns.height / 2);
      if (label !== null) {
        const y = this.#y - space.label * em - room.size.height / 2;
        this.#texts.set(label, { x: room.x, y, wrap: room.wrap });
        this.#widen(room.x - room.size.width / 2, room.x + room.size.width / 2);
      }
      if (creates !== null) this.#head(creates, this.#y);
      this.#messages.push({ step, y: this.#y, end: this.#y });
      this.#widen(left - space.around * em, right + space.around * em);
    }
    this.#last = this.#y;
    if (creates !== null) {
      this.#y += this.#columns.height / 2;
      const box = this.#boxes.get(this.#plan.participants[creates]?.head ?? '');
      if (box !== undefined) this.#widen(box.left, box.right);
    }
    if (destroys !== null) {
      this.#ends.set(destroys, this.#y);
      this.#bars.endAll(this.#y, destroys);
    }
  }

  /** Where the text over a message is: over what is drawn of it, and beside lifelines that it passes. */
  #roomAbove({ from, to, label, isLost }: Step<'message'>, size: Size): TextRoom {
    const wrap = this.#wraps.message;
    const way = this.#at(to) - this.#at(from);
    const drawn = isLost && size.width < Math.abs(way) * space.lost ? way * space.lost : way;
    const usual = { x: this.#at(from) + drawn / 2, wrap, size };
    if (label === null || Math.abs(to - from) === 1) return usual;
    const sizeAt = (width: number) => this.#sizes.sizeOf(label, width);
    return roomBetween(this.#columns.middles, { from, to }, sizeAt, wrap, space.beside * this.#em) ?? usual;
  }

  #note({ id, label, side, first, last }: Step<'note'>): void {
    const em = this.#em;
    this.#pass();
    const text = this.#sizes.sizeOf(label, this.#wraps.note);
    const size = {
      width: text.width + 2 * space.noteAcross * em,
      height: text.height + 2 * space.noteDown * em,
    };
    const [start, end] = [this.#at(first), this.#at(last)];
    const apart = space.beside * em;
    const over = Math.max(size.width, first === last ? 0 : end - start + 2 * space.around * em);
    const middle = (start + end) / 2;
    const [left, right] =
      side === 'left'
        ? [start - apart - size.width, start - apart]
        : side === 'right'
          ? [start + apart, start + apart + size.width]
          : [middle - over / 2, middle + over / 2];
    const box = { left, right, top: this.#y, bottom: this.#y + size.height };
    this.#boxes.set(id, box);
    if (label !== null)
      this.#texts.set(label, {
        x: (left + right) / 2,
        y: (box.top + box.bottom) / 2,
        wrap: this.#wraps.note,
      });
    this.#widen(left, right);
    this.#y = box.bottom;
  }

  #frame({ id, tab, title }: Step<'frame'>): void {
    const em = this.#em;
    this.#pass();
    const top = this.#y;
    const first = this.#firsts.shift() ?? 0;
    const frame: OpenFrame = { id, first, top, left: Infinity, right: -Infinity, corner: 0, parts: [] };
    this.#open.push(frame);
    if (tab === null) {
      this.#y += space.frame * em * 0.5;
      return;
    }
    const word = this.#sizes.sizeOf(tab.label, Infinity);
    const [width, height] = [word.width + 2 * space.tabAcross * em, word.height + 2 * space.tabDown * em];
    this.#boxes.set(tab.id, { left: 0, right: width, top, bottom: top + height });
    this.#texts.set(tab.label, { x: width / 2, y: top + height / 2, wrap: null });
    frame.parts.push(tab.id, tab.label);
    frame.corner = width;
    this.#y += Math.max(height, this.#title(frame, title, top, height, width));
  }

  #section({ id, title }: Step<'section'>): void {
    this.#pass();
    const frame = this.#open.at(-1);
    if (frame === undefined) return;
    this.#lines.set(id, { points: [{ x: 0, y: this.#y }] });
    frame.parts.push(id);
    this.#y += this.#title(frame, title, this.#y + space.tabDown * this.#em, 0, 0);
  }

  /** Places the title of a frame or a section, behind what is in the corner; returns its height. */
  #title(frame: OpenFrame, title: string | null, top: number, least: number, corner: number): number {
    if (title === null) return 0;
    const em = this.#em;
    // It ends before the second lifeline, if its words are short enough.
    const [line, next] = [this.#at(frame.first), this.#columns.middles[frame.first + 1] ?? Infinity];
    const behind = line - (space.around + space.frame - space.tabAcross) * em + corner;
    const room =
      next -
      space.beside * em -
      Math.max(line + (space.beside + space.bar / 2) * em, corner === 0 ? line : behind);
    const isShort = room > 0 && this.#sizes.sizeOf(title, room).width <= room;
    const wrap = isShort ? Math.min(room, this.#wraps.frame) : this.#wraps.frame;
    const { height } = this.#sizes.sizeOf(title, wrap);
    // Where it begins is known at the end of the frame.
    this.#texts.set(title, { x: corner, y: top + Math.max(least, height) / 2, wrap });
    frame.parts.push(title);
    return height + (corner === 0 ? space.tabDown * em : 0);
  }

  /** Ends the innermost frame. */
  #close(): void {
    const frame = this.#open.pop();
    if (frame === undefined) return;
    const parts = { boxes: this.#boxes, lines: this.#lines, texts: this.#texts };
    const { left, right } = closeFrame(frame, this.#y, parts, this.#columns.middles, this.#sizes);
    this.#widen(left, right);
    this.#last = Math.max(this.#last, this.#y);
  }

  #placeMessage({ step, y, end }: PlacedMessage): void {
    const { id, from, to, isLost, creates, badge } = step;
    const em = this.#em;
    if (badge !== null) {
      const half = (space.badge * em) / 2;
      const x = this.#at(from);
      this.#boxes.set(badge.id, { left: x - half, right: x + half, top: y - half, bottom: y + half });
      this.#texts.set(badge.label, { x, y, wrap: null });
    }
    if (from === to) {
      const start = this.#bars.beside(from, y, 1);
      const out = this.#at(from) + space.loop * em;
      const back = this.#bars.beside(from, end, 1);
      this.#lines.set(id, {
        points: [
          { x: start, y },
          { x: out, y },
          { x: out, y: end },
          { x: back, y: end },
        ],
      });
      return;
    }
    const sign = this.#at(to) > this.#at(from) ? 1 : -1;
    const half = badge === null ? 0 : (space.badge * em) / 2;
    const start = sign * Math.max(sign * this.#bars.beside(from, y, sign), sign * this.#at(from) + half);
    const head = creates === null ? undefined : this.#boxes.get(this.#plan.participants[creates]?.head ?? '');
    const target =
      head === undefined
        ? this.#bars.beside(to, y, sign === 1 ? -1 : 1)
        : sign === 1
          ? head.left
          : head.right;
    const x = isLost ? start + (target - start) * space.lost : target;
    this.#lines.set(id, {
      points: [
        { x: start, y },
        { x, y },
      ],
    });
  }

  #lifelines(): ReadonlySet<string> {
    const destroyed = new Set<string>();
    for (const [index, { line }] of this.#plan.participants.entries()) {
      const x = this.#at(index);
      const end = this.#ends.get(index);
      if (end !== undefined) destroyed.add(line);
      const start = this.#starts.get(index) ?? 0;
      this.#lines.set(line, {
        points: [
          { x, y: start },
          { x, y: Math.max(start, end ?? this.#y) },
        ],
      });
    }
    return destroyed;
  }

  /** Places the boxes behind participants. */
  #groundBoxes(bottom: number): void {
    const pad = space.box * this.#em;
    for (const { id, title, first, last } of this.#plan.boxes) {
      const [one, other] = [this.#columns.heads[first], this.#columns.heads[last]];
      const left = this.#at(first) - (one?.width ?? 0) / 2 - pad;
      const right = this.#at(last) + (other?.width ?? 0) / 2 + pad;
      this.#boxes.set(id, { left, right, top: 0, bottom });
      if (title === null) continue;
      const { height } = this.#sizes.sizeOf(title, this.#wraps.message);
      this.#texts.set(title, {
        x: (left + right) / 2,
        y: pad / 2 + height / 2,
        wrap: this.#wraps.message,
      });
    }
  }
}
