import { type Bounds, shiftBounds } from '../drawing/bounds.ts';
import type { GroupNode } from '../drawing/display-list.ts';
import { baselineOf, equationBox, setEquation } from '../drawing/draw-equation.ts';
import { ObjectDrawer } from '../drawing/draw-object.ts';
import { drawWords } from '../drawing/draw-words.ts';
import { textStyleOf } from '../drawing/lettering-style.ts';
import { paintedBox } from '../drawing/painted-box.ts';
import { type LineBox, lineBox, lineReach, type Reach } from '../drawing/set-text.ts';
import type { TextLayout } from '../drawing/text/text-layout.ts';
import type { Typesetters } from '../drawing/typesetters.ts';
import { hasLetters, isTypeset } from '../language/kinds.ts';
import type { TextRange } from '../project/find-words.ts';
import type { SceneObject } from '../project/object-schemas.ts';
import type { Path } from '../project/problem-text.ts';
import type { CompositionState } from '../project/schema.ts';
import { compileTransition } from '../timeline/compile-transition.ts';
import { letteringOf } from '../timeline/lettering.ts';
import type { Pose } from '../timeline/pose.ts';
import { sceneGraphOf } from '../timeline/scene-graph.ts';

/**
 * Number of characters that may be typeset to lay out one scene, which takes seconds; every size that is tried counts.
 */
const maxLetters = 300_000;

/** Words with a smaller share of the longest word's letters are narrower than it. */
const minShareOfLongest = 0.5;

const clock = { startMs: 0, enteredMs: [0, 0] } as const;
const noTracks = { tracks: {}, durationMs: 0, clock, computed: null };

/** The colour of an object that paints nothing while it is measured. */
const opaque = '#ffffff';

/** Thrown by `BoxMeasurer` if a scene has more letters than it may typeset. */
export class TooManyLetters extends Error {
  constructor() {
    super(`more than ${maxLetters} characters`);
  }
}

/** Measures the objects of a scene: the rectangle around what they paint, as in the layout of an inspection. */
export class BoxMeasurer {
  readonly #typesetters: Typesetters;
  readonly #sceneId: string;
  readonly #known = new WeakMap<CompositionState, Bounds>();
  readonly #upright = new WeakMap<CompositionState, CompositionState>();
  readonly #longestWords = new WeakMap<CompositionState, number>();
  readonly #counted = new WeakSet<CompositionState | TextLayout>();
  readonly #lines = new WeakMap<CompositionState, LineBox>();
  readonly #words = new WeakMap<CompositionState, Map<string, Bounds | null>>();
  readonly #colors = new Map();
  #letters = 0;

  constructor(typesetters: Typesetters, sceneId: string) {
    this.#typesetters = typesetters;
    this.#sceneId = sceneId;
  }

  /**
   * Returns the box of an object whose position is (0, 0), in the coordinates of its parent. An object that paints
   * nothing has the box of its fill; without that, it is a point. Throws TooManyLetters.
   */
  atOrigin(object: SceneObject, state: CompositionState): Bounds {
    const cached = this.#known.get(state);
    if (cached) return cached;
    const box = this.#paintedBox(object, state) ??
      this.#paintedBox(object, { ...state, fill: opaque }) ?? { left: 0, top: 0, right: 0, bottom: 0 };
    this.#known.set(state, box);
    return box;
  }

  /**
   * Returns the box of a member of a group as `atOrigin` does, but without its scale, rotation and shear: transforms
   * never move neighbours.
   */
  upright(object: SceneObject, state: CompositionState): Bounds {
    const { scaleX = 1, scaleY = 1, shear = 0, rotation } = state;
    if (scaleX === 1 && scaleY === 1 && shear === 0 && rotation === 0) return this.atOrigin(object, state);
    const uprightState = this.#upright.get(state) ?? {
      ...state,
      scaleX: 1,
      scaleY: 1,
      shear: 0,
      rotation: 0,
    };
    this.#upright.set(state, uprightState);
    return this.atOrigin(object, uprightState);
  }

  /**
   * Returns the box of the lines of a text whose position is (0, 0), without its transforms: neighbours keep their
   * places when a letter with a descender becomes one without. A text without letters is a point. Throws TooManyLetters.
   */
  lines(state: CompositionState): LineBox {
    const cached = this.#lines.get(state);
    if (cached) return cached;
    const box = this.#linesOf(state);
    this.#lines.set(state, box);
    return box;
  }

  #linesOf(state: CompositionState): LineBox {
    const { text, fontSize, lineHeight = null, anchorX = 0, anchorY = 0 } = state;
    if (text.trim() === '') return { left: 0, top: 0, right: 0, bottom: 0, baseline: 0 };
    const lettering = letteringOf('text', state, fontSize);
    const { align, verticalAlign } = lettering;
    const layout = this.#typesetters.text(text, textStyleOf(lettering));
    // Another size of the same text on one line is not typeset again.
    this.#countOnce(layout, text);
    this.#counted.add(state);
    const box = lineBox(layout, { align, verticalAlign, lineHeight });
    return {
      ...shiftBounds(scaled(box, fontSize), -anchorX, -anchorY),
      baseline: box.baseline * fontSize - anchorY,
    };
  }

  /**
   * Returns the box of an equation whose position is (0, 0), without its transforms, and with at least the height of a
   * line of text and `reach`. Null for TeX that does not parse. Throws TooManyLetters.
   */
  equationLines(object: SceneObject, state: CompositionState, reach: Reach = lineReach): LineBox | null {
    const { fontSize, text, anchorY = 0, verticalAlign = 'middle' } = state;
    const layout = this.#typesetters.equation(text, this.#placeOf(object));
    if (layout === null) return null;
    const { left, top, right, bottom } = this.upright(object, state);
    const baseline = baselineOf(layout, verticalAlign) * fontSize - anchorY;
    return {
      ...{ left, right, baseline },
      top: Math.min(top, baseline + Math.min(reach.top, lineReach.top) * fontSize),
      bottom: Math.max(bottom, baseline + Math.max(reach.bottom, lineReach.bottom) * fontSize),
    };
  }

  /**
   * Returns how far the symbols of TeX reach from its baseline. Null for TeX that does not parse. Throws
   * TooManyLetters.
   */
  reach(object: SceneObject, tex: string): Reach | null {
    this.#count(tex);
    const layout = this.#typesetters.equation(tex, this.#placeOf(object));
    return layout && equationBox(setEquation(layout, { align: 'center', verticalAlign: 'baseline' }));
  }

  #placeOf({ id }: SceneObject): Path {
    return ['scenes', this.#sceneId, 'objects', id];
  }

  /** Returns the box of an object at its own position. */
  inPlace(object: SceneObject, state: CompositionState): Bounds {
    return shiftBounds(this.atOrigin(object, state), state.x, state.y);
  }

  /**
   * Returns the box around parts of a text or an equation at the object's own position; null if they are no parts with a
   * place of their own or draw nothing. Throws TooManyLetters.
   */
  words(object: SceneObject, state: CompositionState, ranges: readonly TextRange[]): Bounds | null {
    const boxByWords = this.#words.get(state) ?? new Map<string, Bounds | null>();
    this.#words.set(state, boxByWords);
    const key = ranges.map(({ start, end }) => `${start}-${end}`).join();
    const box = boxByWords.has(key) ? (boxByWords.get(key) ?? null) : this.#wordsOf(object, state, ranges);
    boxByWords.set(key, box);
    return box;
  }

  #wordsOf(object: SceneObject, state: CompositionState, ranges: readonly TextRange[]): Bounds | null {
    const { text } = state;
    const isEquation = isTypeset(object.kind) && this.#typesetters.equationResult(text).ok;
    if (isEquation && this.#typesetters.equationSpans(text, ranges) === null) return null;
    const pose = this.#pose(object, state);
    const node =
      pose &&
      drawWords(
        pose,
        () => ranges,
        (one) => this.#drawer(object).draw(one),
      );
    const box = node && paintedBox(node);
    return box && shiftBounds(box, state.x, state.y);
  }

  /**
   * Returns the length of the longest word of a text in em, as line breaking measures it: by the advance of its
   * letters, which is more than the width of their ink. Nothing in it can be broken except by force. Returns the length
   * of the longest line if that is at most `enough`. Throws TooManyLetters.
   */
  maxWordLength(state: CompositionState, enough: number): number {
    const lettering = letteringOf('text', { ...state, wrapWidth: undefined }, state.fontSize);
    const style = textStyleOf(lettering);
    const widthOf = (text: string) => {
      this.#count(text);
      return this.#typesetters.text(text, style).width;
    };
    const line = widthOf(state.text);
    if (line <= enough) return line;
    const words = new Set(this.#typesetters.words(state.text));
    const most = Math.max(0, ...Array.from(words, ({ length }) => length));
    const long = [...words].filter(({ length }) => length >= minShareOfLongest * most);
    return Math.max(0, ...long.map(widthOf));
  }

  /** Like `maxWordLength`, for texts whose least width a group needs. */
  longestWord(state: CompositionState): number {
    const length = this.#longestWords.get(state) ?? this.maxWordLength(state, 0);
    this.#longestWords.set(state, length);
    return length;
  }

  #countOnce(source: CompositionState | TextLayout, text: string): void {
    if (this.#counted.has(source)) return;
    this.#counted.add(source);
    this.#count(text);
  }

  #count({ length }: string): void {
    this.#letters += length;
    if (this.#letters > maxLetters) throw new TooManyLetters();
  }

  #paintedBox(object: SceneObject, state: CompositionState): Bounds | null {
    const node = this.#draw(object, state);
    return node && paintedBox(node);
  }

  #draw(object: SceneObject, state: CompositionState): GroupNode | null {
    const pose = this.#pose(object, state);
    return pose && this.#drawer(object).draw(pose);
  }

  #drawer(object: SceneObject): ObjectDrawer {
    return new ObjectDrawer({ typesetters: this.#typesetters, object, place: this.#placeOf(object) });
  }

  #pose(object: SceneObject, state: CompositionState): Pose | null {
    if (hasLetters(object.kind)) this.#countOnce(state, state.text);
    const alone = { ...object, parentId: null };
    // The box of a stroke is the same wherever its dashes are, and loops start from where the object rests.
    const shown = { ...state, x: 0, y: 0, opacity: 1, visible: true, dash: undefined, loop: undefined };
    const shared = { colors: this.#colors, appearances: new Map() };
    const [pose] = compileTransition(
      sceneGraphOf({ [object.id]: alone }),
      [shown],
      [shown],
      noTracks,
      shared,
    )(0);
    return pose ?? null;
  }
}

function scaled({ left, top, right, bottom }: Bounds, factor: number): Bounds {
  return { left: left * factor, top: top * factor, right: right * factor, bottom: bottom * factor };
}
