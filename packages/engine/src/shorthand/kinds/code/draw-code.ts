import { isDeepStrictEqual } from 'node:util';
import { toHundredths } from '../../../project/numbers.ts';
import { defaults } from '../../defaults.ts';
import {
  type DrawnFigure,
  firstShown,
  groupStateOf,
  isFlexible,
  type MovingPart,
  type PartStates,
  type WrittenFigure,
} from '../../figures/figure.ts';
import type { ResolvedState } from '../../schema.ts';
import { columnsOf } from './code-lines.ts';
import { linesNamed, readPart } from './code-names.ts';
import { type CodeStep, stepsOfCode } from './code-steps.ts';
import {
  allColumns,
  type CodeExtent,
  type CodeLook,
  letterWidth,
  lineState,
  numberState,
  usualLineHeight,
} from './draw-lines.ts';
import { type TokenGroup, tokenGroups } from './token-groups.ts';

/** The room of code without a size, as shares of the frame, and its largest usual font size, of the shorter side. */
const room = { width: 0.84, height: 0.72 };
const largestFont = 0.05;
const smallestFont = 4;

/** Default padding of code with a ground, in font sizes. */
const usualPadding = 1.2;

/** In place of a colour that is reported. */
const unknownColor = '#808080';

/** Fields of a state that belong to the ground of code. */
const groundFields = [
  'fill',
  'fillGradient',
  'stroke',
  'strokeGradient',
  'strokeWidth',
  'cornerRadius',
  'shadow',
  'effect',
  'dash',
  'dashOffset',
] as const;

/** Shares of a transition in which lines leave, move and enter, so that none is drawn over another. */
const turns = {
  both: { leave: [0, 0.35], move: [0, 0.7], enter: [0.55, 1] },
  leaving: { leave: [0, 0.4], move: [0.25, 1], enter: [0, 1] },
  /** Where the ground changes its height, all that stays moves with it and with what is placed by it. */
  resizing: { leave: [0, 0.25], move: [0, 1], enter: [0.6, 1] },
} as const;

/** Lengths in scene pixels. */
interface CodeSize {
  readonly width: number;
  readonly height: number;
  readonly padding: number;
  readonly fontSize: number;
  readonly lineHeight: number;
}

/** Draws code in all compositions of a scene, unless its text, its parts or the budget do not allow it. */
export function drawCode(figure: WrittenFigure): DrawnFigure | null {
  const steps = stepsOfCode(figure);
  if (steps === null) return null;
  const hasNumbers = steps.some(({ state }) => state.lineNumbers === true);
  const most = Math.max(...steps.map(({ shown }) => shown.length));
  if (!figure.fits(most * (hasNumbers ? 2 : 1) + 1)) return null;
  return new CodeDrawing(figure, steps).draw();
}

class CodeDrawing {
  readonly #figure: WrittenFigure;
  readonly #steps: readonly CodeStep[];
  readonly #start: number;
  readonly #objects = new Map<string, { readonly kind: 'text' | 'rectangle' }>();
  readonly #moving = new Map<
    string,
    MovingPart & { readonly turns: Map<string, readonly [number, number]> }
  >();

  constructor(figure: WrittenFigure, steps: readonly CodeStep[]) {
    this.#figure = figure;
    this.#steps = steps;
    this.#start = firstShown(figure);
  }

  draw(): DrawnFigure {
    const { object } = this.#figure;
    const codeState = object.state ?? {};
    const extent = this.#extent();
    const size = this.#sizeFor(codeState, extent);
    const heights = this.#steps.map((step) => this.#heightOf(step, size));
    const drawn = this.#steps.map((step, index) =>
      this.#parts(step, extent, { ...size, height: heights[index] ?? size.height }),
    );
    const states = this.#changes(drawn, heights);
    const natural = isFlexible(object)
      ? {}
      : { width: size.width, height: heights[this.#start] ?? size.height };
    return {
      ...{ objects: this.#objects, names: new Map(), parts: this.#moving, states },
      groupState: { ...natural, ...groupStateOf(codeState, object.kind) },
      groupStates: heights.map((height, index) =>
        index > this.#start && height !== heights[index - 1] ? { height } : {},
      ),
      find: (name, key) => this.#find(name, key),
    };
  }

  /** The most columns and rows that are shown at one time. */
  #extent(): CodeExtent {
    const steps = this.#steps.slice(this.#start);
    const shown = steps.flatMap((step) => step.shown);
    const numbered = steps.filter(({ state }) => state.lineNumbers === true);
    const numbers = numbered.flatMap((step) => step.shown.map(({ line }) => line.number));
    return {
      columns: Math.max(1, ...shown.map(({ line }) => columnsOf(line.text))),
      rows: Math.max(1, ...steps.map((step) => step.shown.length)),
      digits: numbered.length === 0 ? 0 : String(Math.max(1, ...numbers)).length,
    };
  }

  /** The size of the code, and the font size with which all steps fit into it. In scene pixels. */
  #sizeFor(own: ResolvedState, extent: CodeExtent): CodeSize {
    const { width: frameWidth = defaults.sceneWidth, height: frameHeight = defaults.sceneHeight } =
      this.#figure.scene;
    const { lineHeight = usualLineHeight } = own;
    const hasGround = this.#hasGround();
    const padding = own.padding ?? (hasGround ? undefined : 0);
    const most = {
      width: own.width ?? frameWidth * room.width,
      height: own.height ?? frameHeight * room.height,
    };
    const [columns, rows] = [allColumns(extent) * letterWidth, extent.rows * lineHeight];
    const fit = (length: number, fonts: number) =>
      padding === undefined ? length / (fonts + 2 * usualPadding) : (length - 2 * padding) / fonts;
    const fitting = Math.min(
      Math.min(frameWidth, frameHeight) * largestFont,
      fit(most.width, columns),
      fit(most.height, rows),
    );
    const fontSize = own.fontSize ?? Math.max(smallestFont, Math.floor(fitting * 10) / 10);
    const around = padding ?? Math.round(usualPadding * fontSize);
    return {
      ...{ fontSize, padding: around, lineHeight },
      width: own.width ?? Math.ceil(columns * fontSize + 2 * around),
      height: own.height ?? Math.ceil(rows * fontSize + 2 * around),
    };
  }

  /** The height of the code in one composition: that of the lines that it shows, unless the document sets it. */
  #heightOf({ shown }: CodeStep, { height, padding, fontSize, lineHeight }: CodeSize): number {
    if (this.#hasHeight()) return height;
    return Math.ceil(Math.max(1, shown.length) * lineHeight * fontSize + 2 * padding);
  }

  #hasHeight(): boolean {
    const { object } = this.#figure;
    return object.state?.height !== undefined || isFlexible(object);
  }

  #hasGround(): boolean {
    return this.#steps.some(({ state }) => isPainted(state.fill) || isPainted(state.stroke));
  }

  /** The parts of the code in one composition, in drawing order. */
  #parts(
    { state, shown }: CodeStep,
    { digits }: CodeExtent,
    size: CodeSize,
  ): ReadonlyMap<string, ResolvedState> {
    const { id } = this.#figure;
    const parts = new Map<string, ResolvedState>();
    const fontSize = state.fontSize ?? size.fontSize;
    const numbersRight = size.padding + digits * letterWidth * fontSize;
    const { width = size.width, height = size.height } = state;
    // Without a height of its own, a ground without lines would be a bar.
    const hasArea = shown.length > 0 || this.#hasHeight();
    if (hasArea && this.#hasGround()) {
      const look = groundFields.flatMap((field) =>
        state[field] === undefined ? [] : [[field, state[field]]],
      );
      const ground = { fill: 'none', ...Object.fromEntries(look) };
      parts.set(`${id}-ground`, {
        x: toHundredths(width / 2),
        y: toHundredths(height / 2),
        width,
        height,
        ...ground,
      });
    }
    const hasNumbers = state.lineNumbers === true;
    const look: CodeLook = {
      ...{ fontSize, lineHeight: size.lineHeight, top: size.padding, numbersRight },
      left: hasNumbers ? numbersRight + 2 * letterWidth * fontSize : size.padding,
      fontFamily: state.fontFamily ?? 'mono',
      colors: colorsOf(state),
    };
    for (const shownLine of shown) {
      if (hasNumbers) parts.set(`${id}-${shownLine.line.key}-number`, numberState(shownLine, look));
      if (shownLine.line.text !== '') parts.set(`${id}-${shownLine.line.key}`, lineState(shownLine, look));
    }
    return parts;
  }

  /** Lists what changes in each composition. A line that enters later fades in where it will be. */
  #changes(drawn: readonly ReadonlyMap<string, ResolvedState>[], heights: readonly number[]): PartStates[] {
    const states = drawn.map((): PartStates => ({}));
    const current = new Map<string, ResolvedState>();
    for (const [index, parts] of drawn.entries()) {
      const codeState = states[index];
      if (index < this.#start || codeState === undefined) continue;
      for (const [id, state] of parts) {
        this.#addPart(id, index);
        const shownBefore = current.get(id);
        if (shownBefore === undefined) {
          const before = states[index - 1];
          if (before !== undefined) before[id] = { ...state, visible: false };
          codeState[id] = { ...state, ...(before !== undefined && { visible: true }) };
          for (const [at, earlier] of states.slice(0, Math.max(0, index - 1)).entries()) {
            if (at < this.#start || !drawn[at]?.has(id)) earlier[id] ??= false;
          }
        } else {
          const changed = Object.entries(state).filter(
            ([field, value]) => !isDeepStrictEqual(Reflect.get(shownBefore, field), value),
          );
          if (changed.length > 0) codeState[id] = Object.fromEntries(changed);
        }
        current.set(id, { ...shownBefore, ...state });
      }
      const left = [...current.keys()].filter((id) => !parts.has(id));
      for (const id of left) {
        codeState[id] = false;
        current.delete(id);
      }
      const isResized = heights[index] !== heights[index - 1];
      if (index > this.#start) this.#giveTurns(index, drawn[index - 1] ?? new Map(), parts, isResized);
    }
    return states;
  }

  #addPart(id: string, index: number): void {
    if (this.#objects.has(id)) return;
    const figure = this.#figure.id;
    const [, key, number] = /-(\d+)(-number)?$/.exec(id) ?? [];
    this.#objects.set(id, { kind: key === undefined ? 'rectangle' : 'text' });
    const shown = this.#steps[index]?.shown.find(({ line }) => String(line.key) === key);
    this.#moving.set(id, {
      ...{ key: id, figure, label: key ?? null },
      name: shown === undefined ? figure : `${figure}.${shown.line.number}`,
      grows: key === undefined || number !== undefined || shown?.line.isOutput ? 'nothing' : 'letters',
      edges: new Map(),
      entries: new Map(),
      turns: new Map(),
    });
  }

  /** Gives the lines of a transition in which some enter or leave their shares of it. */
  #giveTurns(
    index: number,
    before: ReadonlyMap<string, ResolvedState>,
    after: ReadonlyMap<string, ResolvedState>,
    isResized: boolean,
  ): void {
    const { keys } = this.#figure;
    const enters = [...after.keys()].some((id) => !before.has(id));
    const leaves = [...before.keys()].some((id) => !after.has(id));
    if (!enters && !leaves) return;
    const shares = isResized ? turns.resizing : enters ? turns.both : turns.leaving;
    const pair = `${keys[index - 1]} ${keys[index]}`;
    for (const [id, part] of this.#moving) {
      const [is, was] = [after.has(id), before.has(id)];
      if (!is && !was) continue;
      part.turns.set(pair, is && was ? shares.move : is ? shares.enter : shares.leave);
    }
  }

  /** The parts with a name in a composition, or at the beginning. */
  #find(name: string, key: string | null): readonly string[] | string {
    const { id, keys } = this.#figure;
    const step = this.#steps[key === null ? 0 : keys.indexOf(key)] ?? this.#steps[0];
    const part = readPart(name);
    if ('words' in part)
      return `names words of ${id}, but only whole lines can be named here, such as "${id}.3"`;
    const lines = linesNamed(part.lines, step?.lines ?? []);
    if (typeof lines === 'string') return lines;
    const ids = lines.flatMap((line) => [`${id}-${line.key}`, `${id}-${line.key}-number`]);
    const found = ids.filter((one) => this.#objects.has(one));
    return found.length > 0 ? found : `names lines of ${id} that are empty or never shown`;
  }
}

function isPainted(paint: string | undefined): boolean {
  return paint !== undefined && paint !== 'none' && paint !== 'transparent';
}

/** The colours of a state, which `code.ts` completes. */
function colorsOf({ colors }: ResolvedState): Readonly<Record<TokenGroup, string>> {
  const written = typeof colors === 'object' && !Array.isArray(colors) ? colors : {};
  const entries = tokenGroups.map((group) => {
    const color: unknown = Reflect.get(written, group);
    return [group, typeof color === 'string' ? color : unknownColor];
  });
  return Object.fromEntries(entries);
}
