import type { LetteredKind, ObjectKind } from '../language/kinds.ts';
import { isTypeset } from '../language/kinds.ts';
import type { SeenSound } from '../media/sound/seen-sound.ts';
import type { SceneObject } from '../project/object-schemas.ts';
import type { Path } from '../project/problem-text.ts';
import type { Appearance, WipeSide } from '../timeline/appearance.ts';
import { parseColor } from '../timeline/color.ts';
import type { Lettering, TextChange } from '../timeline/lettering.ts';
import { type Matrix, multiplyMatrices } from '../timeline/matrix.ts';
import type { Pose } from '../timeline/pose.ts';
import { drawAxes } from './axes/draw-axes.ts';
import { drawPlot } from './axes/draw-plot.ts';
import { bendText } from './bend-text.ts';
import { type Bounds, contentBounds, expandBounds } from './bounds.ts';
import { type DisplayNode, type ObjectNode, type PlacedOutline, plainGroup } from './display-list.ts';
import { drawEquation, equationBox, setEquation } from './draw-equation.ts';
import { drawClip, drawImage, imageReveal } from './draw-image.ts';
import { MaskDrawer } from './draw-mask.ts';
import { drawPieces } from './draw-pieces.ts';
import { drawArrow, drawCircle, drawNumberline, drawPath, drawRectangle, faded } from './draw-shape.ts';
import { drawnBehind, drawText } from './draw-text.ts';
import { drawVector } from './draw-vector.ts';
import { drawWaveform } from './draw-waveform.ts';
import { effectsOf } from './effects.ts';
import { equationPaints } from './equation-spans.ts';
import { textStyleOf } from './lettering-style.ts';
import { drawMorph, morphBetween } from './morph/draw-morph.ts';
import { equationContent } from './morph/equation-content.ts';
import { type MorphContent, textContent, wordContent } from './morph/morph-units.ts';
import type { Outline } from './outline.ts';
import { type Painted, withGradients } from './paint.ts';
import { type LetterPaints, spanIndexAt } from './painted-spans.ts';
import { setText, textBox } from './set-text.ts';
import { rectangle } from './shapes.ts';
import type { Typesetters } from './typesetters.ts';

export interface ObjectContext {
  readonly typesetters: Typesetters;
  /** What the object has beside its states: a picture, or what axes or a waveform show. */
  readonly object?: Pick<SceneObject, 'image' | 'vector' | 'media' | 'axes' | 'waveform'> | undefined;
  /** The sound of a waveform; without one, it has all of its size. */
  readonly sound?: SeenSound | undefined;
  /** Names the object in an error, such as `scenes.intro.objects.title`. */
  readonly place: Path;
}

/** Nodes of an object in its own coordinates, independent of its place and opacity. */
interface ObjectContent {
  readonly children: readonly DisplayNode[];
  readonly clip: Outline | null;
  /** From the children's coordinates to the object's own. */
  readonly scale: number;
  readonly label: string | null;
}

/** Renderers and viewers use 32-bit numbers; some of them treat anything larger as infinite. */
const maxNumber = 1e37;

/** Smaller letters are invisible, and a stroke width divided by a smaller size could be infinite. */
const minFontSize = 1e-30;

const nothing: ObjectContent = { children: [], clip: null, scale: 1, label: null };

/** Draws one object at successive times. Draws unchanged parts once. */
export class ObjectDrawer {
  readonly #context: ObjectContext;
  readonly #masks: MaskDrawer;
  #last: { pose: Pose; content: ObjectContent; node: ObjectNode | null } | undefined;

  constructor(context: ObjectContext) {
    this.#context = context;
    this.#masks = masksIn(context);
  }

  /** Also draws the moments of an object in motion. Null if nothing is visible. */
  drawInMotion(pose: Pose): ObjectNode | null {
    const moments = pose.moments?.flatMap((moment) => this.draw(moment) ?? []);
    const node = this.draw(pose);
    return node && moments && moments.length > 0 ? { ...node, moments } : node;
  }

  /** Null if nothing is visible. */
  draw(pose: Pose): ObjectNode | null {
    const last = this.#last;
    if (last?.pose === pose) return last.node;
    if (!(pose.opacity > 0 && pose.appearance.write > 0 && pose.matrix.every(Number.isFinite))) return null;
    const isDrawn = last?.pose.appearance === pose.appearance;
    const content = isDrawn ? last.content : drawContent(pose.kind, pose.appearance, this.#context);
    const placed = place(pose, content, this.#masks.maskOf(pose));
    const node = placed.children.length > 0 && placed.matrix.every(isHeld) ? placed : null;
    this.#last = { pose, content, node };
    return node;
  }
}

/** Draws the outlines inside which objects are painted. */
export function masksIn(context: ObjectContext): MaskDrawer {
  return new MaskDrawer((kind, appearance) => drawers[kind](appearance, context));
}

function place(
  pose: Pose,
  { children, clip, scale, label }: ObjectContent,
  mask: PlacedOutline | null,
): ObjectNode {
  return {
    type: 'group',
    objectId: pose.objectId,
    matrix: scale === 1 ? pose.matrix : multiplyMatrices(pose.matrix, scaling(scale)),
    opacity: pose.opacity,
    clip,
    effects: effectsOf(pose, mask),
    label: label?.trim() ? label : null,
    children,
  };
}

/** Draws an object, or the part of it that is uncovered. */
function drawContent(kind: ObjectKind, appearance: Appearance, context: ObjectContext): ObjectContent {
  const { wipe, write } = appearance;
  if (wipe === null) return drawers[kind](appearance, context);
  const content = drawers[kind]({ ...appearance, write: 1 }, context);
  const clip = uncovered(content.children, wipe, write);
  return clip === null ? nothing : { ...content, clip };
}

type Drawer = (appearance: Appearance, context: ObjectContext) => ObjectContent;

const drawers: Readonly<Record<ObjectKind, Drawer>> = {
  circle: (appearance) => ({ ...nothing, children: drawCircle(appearance) }),
  rectangle: (appearance) => ({ ...nothing, children: drawRectangle(appearance) }),
  text: drawTextContent,
  equation: drawEquationContent,
  path: (appearance) => ({ ...nothing, children: drawPath(appearance) }),
  arrow: (appearance) => ({ ...nothing, children: drawArrow(appearance) }),
  numberline: (appearance) => ({ ...nothing, children: drawNumberline(appearance) }),
  image: (appearance, { object: { image, vector } = {} }) =>
    vector
      ? { ...nothing, children: drawVector(appearance, vector) }
      : image
        ? { ...nothing, children: drawImage(appearance, image), clip: imageReveal(appearance) }
        : nothing,
  video: (appearance, { object: { media } = {}, place }) =>
    media
      ? {
          ...nothing,
          children: drawClip(appearance, place.join('.'), media),
          clip: imageReveal(appearance),
        }
      : nothing,
  axes: (appearance, { object, typesetters }) => ({
    ...nothing,
    children: drawAxes(appearance, object?.axes ?? {}, typesetters),
  }),
  plot: (appearance) => ({ ...nothing, children: drawPlot(appearance) }),
  waveform: (appearance, { object, sound }) => ({
    ...nothing,
    children: drawWaveform(appearance, object?.waveform ?? {}, sound),
  }),
  // `LayerDrawer` draws its members.
  layer: () => nothing,
};

function drawTextContent(appearance: Appearance, context: ObjectContext): ObjectContent {
  return drawLetters('text', appearance, context);
}

function drawEquationContent(appearance: Appearance, context: ObjectContext): ObjectContent {
  return drawLetters('equation', appearance, context);
}

function drawLetters(kind: LetteredKind, appearance: Appearance, context: ObjectContext): ObjectContent {
  const { fontSize, lettering, textChange } = appearance;
  if (fontSize < minFontSize) return nothing;
  const draw = (letters: Lettering) => drawSet(setLetters(kind, letters, appearance, context), appearance);
  const children = textChange ? drawTextChange(kind, appearance, textChange, context) : draw(lettering);
  return { children, clip: null, scale: fontSize, label: lettering.text };
}

/** Letters in their places. */
interface SetLetters {
  /** Null if the text has no spans. */
  readonly paints: LetterPaints | null;
  /** Null if there are too many letters. */
  readonly content: () => MorphContent | null;
  /** The box of gradients, in em. */
  readonly box: Bounds;
  readonly draw: (appearance: Painted) => DisplayNode[];
  /** Draws only the markers behind letters and the lines below them. */
  readonly drawBehind: (appearance: Painted) => DisplayNode[];
}

function drawSet(letters: SetLetters, appearance: Appearance): DisplayNode[] {
  return letters.draw(withGradients(appearance, () => letters.box));
}

function boxBetween(from: Bounds, to: Bounds, progress: number): Bounds {
  const between = (edge: keyof Bounds) => from[edge] + (to[edge] - from[edge]) * progress;
  return { left: between('left'), top: between('top'), right: between('right'), bottom: between('bottom') };
}

/** TeX that does not parse is set as a text. With `movesWords`, the letters of a word change places together. */
function setLetters(
  kind: LetteredKind,
  lettering: Lettering,
  { lineHeight, letterSpacing, wordSpacing, fontSize, partsNow, curves }: Appearance,
  { typesetters, place }: ObjectContext,
  movesWords = false,
): SetLetters {
  const typeset = isTypeset(kind) ? typesetters.equation(lettering.text, place) : null;
  if (typeset) {
    const equation = setEquation(typeset, lettering);
    const paints = equationPaints(lettering, typesetters, place);
    return {
      paints,
      content: () => equationContent(equation, typeset),
      box: equationBox(equation),
      draw: (appearance) => drawEquation(appearance, equation, paints),
      drawBehind: () => [],
    };
  }
  const style = textStyleOf(lettering, {
    letters: letterSpacing / fontSize,
    words: wordSpacing / fontSize,
  });
  const layout = typesetters.text(
    lettering.text,
    partsNow === null && !movesWords ? style : { ...style, findsGraphemes: true },
  );
  const straight = setText(layout, { ...lettering, lineHeight });
  const text = curves === null ? straight : bendText(straight, curves, fontSize);
  const { spans } = lettering;
  // Lines below letters are straight.
  const underlines = curves === null ? lettering.underlines : null;
  const ground = curves === null && lettering.ground !== null ? parseColor(lettering.ground) : null;
  const decorations = { ground, spans, underlines };
  return {
    paints: spans && { spans, spanOf: (position) => spanIndexAt(spans, position), replacesColors: false },
    content: () => (movesWords ? wordContent(text, lettering.text) : textContent(text)),
    box: textBox(text),
    draw: (painted) =>
      partsNow === null
        ? drawText(painted, text, decorations)
        : drawPieces(painted, text, lettering.text, decorations, partsNow),
    drawBehind: (appearance) => drawnBehind(appearance, text, decorations),
  };
}

function drawTextChange(
  kind: LetteredKind,
  appearance: Appearance,
  { kind: change, from, to, progress }: TextChange,
  context: ObjectContext,
): DisplayNode[] {
  const before = setLetters(kind, from, appearance, context, change === 'words');
  const after = setLetters(kind, to, appearance, context, change === 'words');
  const morph = change !== 'crossfade' ? morphBetween(before.content(), after.content()) : null;
  if (morph !== null) {
    const painted = withGradients(appearance, () => boxBetween(before.box, after.box, progress));
    return [
      ...faded(before.drawBehind(painted), 1 - progress),
      ...faded(after.drawBehind(painted), progress),
      ...drawMorph(painted, morph, progress, { from: before.paints, to: after.paints }),
    ];
  }
  return [
    ...faded(drawSet(before, appearance), 1 - progress),
    ...faded(drawSet(after, appearance), progress),
  ];
}

function isHeld(number: number): boolean {
  return Math.abs(number) <= maxNumber;
}

function scaling(scale: number): Matrix {
  return [scale, 0, 0, scale, 0, 0];
}

/** Room around a picture for anti-aliasing, as a share of its size. */
const margin = 0.01;

/** Returns the part of a picture that is uncovered from a side, up to a share of it; null if it paints nothing. */
function uncovered(children: readonly DisplayNode[], side: WipeSide, share: number): Outline | null {
  const content = contentBounds({ ...plainGroup, children });
  if (content === null) return null;
  const { left, top, right, bottom } = expandBounds(
    content,
    margin * Math.max(content.right - content.left, content.bottom - content.top),
  );
  const [across, down] = [(right - left) * share, (bottom - top) * share];
  switch (side) {
    case 'left':
      return rectangle(left, top, left + across, bottom);
    case 'right':
      return rectangle(right - across, top, right, bottom);
    case 'top':
      return rectangle(left, top, right, top + down);
    case 'bottom':
      return rectangle(left, bottom - down, right, bottom);
  }
}
