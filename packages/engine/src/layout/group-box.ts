import { type Bounds, shiftBounds } from '../drawing/bounds.ts';
import {
  arrangesItself,
  axisOf,
  contentOf,
  hasLetters,
  isDiagram,
  isFigureKind,
  isGrid,
  isGroupKind,
  isProse,
  isRound,
  isTypeset,
  isUnarranged,
} from '../language/kinds.ts';
import type { SceneObject } from '../project/object-schemas.ts';
import type { CompositionState } from '../project/schema.ts';
import type { GroupState, MemberState, RelatedGroup } from '../shorthand/scene-relations.ts';
import type { Axis } from './axes.ts';
import { type Composition, defaultLength, isShown } from './composition.ts';
import { lettersAt } from './fit-letters.ts';

/** A length on each axis. */
export type Lengths = Record<Axis, number>;

/** A child of a group, whose lengths are found step by step. */
interface Sized {
  readonly id: string;
  /** Its share of free space along its group; 0 leaves it as long as it is. */
  readonly flex: number;
  /** Whether `align: stretch` sets its length. */
  readonly stretches: Readonly<Record<Axis, boolean>>;
  /** Whether it may be narrower than its natural width, because its texts are wrapped. */
  readonly wraps: boolean;
  readonly natural: Lengths;
  readonly least: Lengths;
  readonly size: Lengths;
  /** From its top to the baseline of its first line; the bottom of an object without letters. */
  baseline: number;
}

/** An object in a group. */
export interface Leaf extends Sized {
  readonly object: SceneObject;
  /** As the document has it. */
  readonly written: CompositionState;
  /** Without the size that the group gives it. */
  readonly template: CompositionState;
  state: CompositionState;
}

/** A group, with its children. */
export interface GroupBox extends Sized {
  readonly group: RelatedGroup;
  readonly state: GroupState;
  readonly children: readonly (Leaf | GroupBox)[];
  readonly gap: number;
  readonly padding: number;
  /** The share of their font sizes that its texts have. */
  readonly textScale: number;
  /** Whether free space on an axis is shared among children with `flex`. */
  readonly isDefinite: Record<Axis, boolean>;
  /** The columns and rows of a grid. */
  readonly tracks: Record<Axis, readonly number[] | null>;
}

export function isGroupBox(child: Leaf | GroupBox): child is GroupBox {
  return 'group' in child;
}

/** Whether a group lines up its children. */
export function linesUp({ group: { kind } }: GroupBox): boolean {
  return isGroupKind(kind) && !isUnarranged(kind) && !arrangesItself(kind);
}

/** The axis along which a row or a column has its children; null for other groups. */
export function mainAxis({ group: { kind } }: GroupBox): Axis | null {
  return axisOf(kind);
}

/** The column and the row of a child of a grid; other groups have one. */
export function cellOf({ group: { kind, columns } }: GroupBox, index: number): Lengths {
  return isGrid(kind) ? { x: index % columns, y: Math.floor(index / columns) } : { x: 0, y: 0 };
}

const unsized = (): Lengths => ({ x: 0, y: 0 });

/** A group without lengths. The groups in it are in `inner`. */
export function createGroupBox(
  composition: Composition,
  id: string,
  inner: ReadonlyMap<string, GroupBox>,
  textScale: number,
): GroupBox {
  const { scene, index } = composition;
  const group = scene.relations.groups[id];
  const state = group.states[index];
  const visible = state.order.filter((member) => isShown(composition, member));
  // A diagram measures its parts itself; it is there with one of them.
  const shown = isDiagram(group.kind) ? visible.slice(0, 1) : visible;
  const templates = withEqualSizes(composition, group, shown);
  const children = shown.map((member): Leaf | GroupBox => {
    const box = inner.get(member);
    if (box !== undefined) return box;
    const object = scene.objects[member];
    const writtenState = templates.get(member) ?? scene.states[index][member];
    const template = withTextScale(composition, object, writtenState, textScale);
    const { flex, isWide, isTall } = memberState(composition, member);
    const stretches = {
      x: canStretch(object, template, 'x') && !isWide,
      y: canStretch(object, template, 'y') && !isTall,
    };
    return {
      ...{
        id: member,
        object,
        written: writtenState,
        template,
        state: template,
        flex,
        stretches,
        wraps: isProse(object.kind),
      },
      ...{ natural: unsized(), least: unsized(), size: unsized(), baseline: 0 },
    };
  });
  const isFigure = isFigureKind(group.kind);
  const isFlexible = !isFigure || state.flex > 0;
  const ownPadding = group.hasBox ? defaultLength(composition, 'padding') : 0;
  return {
    ...{ id, group, state, children, flex: state.flex },
    textScale,
    gap: state.gap ?? defaultLength(composition, 'gap'),
    padding: isFigure ? 0 : (state.relations.fields.padding ?? ownPadding),
    stretches: { x: isFlexible && state.width === 0, y: isFlexible && state.height === 0 },
    wraps: isGroupKind(group.kind) && !isUnarranged(group.kind) && state.width === 0,
    isDefinite: { x: true, y: state.height > 0 },
    ...{ natural: unsized(), least: unsized(), size: unsized(), baseline: 0, tracks: { x: null, y: null } },
  };
}

function memberState({ scene, index }: Composition, id: string): MemberState {
  return scene.relations.objects[id]?.member[index] ?? { flex: 0, isWide: true, isTall: true };
}

/** Whether an object without a length of its own gets that of its group. A picture keeps its shape unless it is cut. */
function canStretch(
  { kind }: SceneObject,
  { fit = 'stretch', height }: CompositionState,
  axis: Axis,
): boolean {
  switch (contentOf(kind)) {
    case 'shape':
    case 'axes':
    case 'waveform':
      return true;
    case 'picture':
      return fit !== 'stretch';
    case 'line':
      return axis === 'x' && height === 0;
    default:
      return isProse(kind);
  }
}

/** Whether the length of an object can be set. */
export function isResizable({ kind }: SceneObject): boolean {
  return isProse(kind) || ['shape', 'picture', 'line', 'axes', 'waveform'].includes(contentOf(kind) ?? '');
}

/** With `equal`, shapes get the largest width, height or both among them. */
function withEqualSizes(
  composition: Composition,
  { kind, equal }: RelatedGroup,
  shown: readonly string[],
): ReadonlyMap<string, CompositionState> {
  const { scene, index } = composition;
  const templates = new Map<string, CompositionState>();
  if (!equal) return templates;
  const state = (id: string) => scene.states[index][id];
  const shapes = shown.filter((id) => contentOf(scene.objects[id]?.kind) === 'shape');
  const largest = { width: 0, height: 0 };
  for (const id of shapes) {
    largest.width = Math.max(largest.width, state(id).width);
    largest.height = Math.max(largest.height, state(id).height);
  }
  const { width, height } = largest;
  const along = axisOf(kind);
  const changes = along === 'x' ? { width } : along === 'y' ? { height } : largest;
  for (const id of shapes) templates.set(id, withChanges(composition, state(id), changes));
  return templates;
}

/** Font sizes of smaller texts are multiples of this, in scene pixels. */
const fontSizeStep = 0.5;

function withTextScale(
  composition: Composition,
  { kind }: SceneObject,
  state: CompositionState,
  scale: number,
): CompositionState {
  if (scale === 1 || !hasLetters(kind) || state.formulas?.fontSize !== undefined) return state;
  const steps = Math.max(1, Math.floor((state.fontSize * scale) / fontSizeStep));
  const size = Math.min(state.fontSize, steps * fontSizeStep);
  return withChanges(composition, state, lettersAt(state, size));
}

/** Returns the same object for the same template and changes, so that unchanged states stay shared. */
export function withChanges(
  { sizedByTemplate }: Composition,
  template: CompositionState,
  changes: Partial<CompositionState>,
): CompositionState {
  const key = JSON.stringify(changes);
  const sizedByChanges = sizedByTemplate.get(template) ?? new Map<string, CompositionState>();
  sizedByTemplate.set(template, sizedByChanges);
  const changed = sizedByChanges.get(key) ?? { ...template, ...changes };
  sizedByChanges.set(key, changed);
  return changed;
}

/** A box, and the y of the baseline of its first line if it has one. */
type MemberBox = Bounds & { readonly baseline?: number };

/**
 * The box that a group lines up, without its transforms: of the lines of a text or an equation, all of a drawing or of a
 * circle, or what another object paints.
 */
export function memberBox(composition: Composition, object: SceneObject, state: CompositionState): MemberBox {
  // An arc keeps its place while it is drawn on.
  const whole = isRound(object.kind) && state.sweep !== undefined ? { ...state, sweep: undefined } : state;
  return wholeBox(composition, object, state) ?? composition.measurer.upright(object, whole);
}

/** The box of the lines of a text, an equation or of a drawing, whatever it paints; null for other objects. */
export function wholeBox(
  { measurer, reaches }: Composition,
  object: SceneObject | undefined,
  state: CompositionState,
): MemberBox | null {
  if (object === undefined) return null;
  if (isProse(object.kind)) return measurer.lines(state);
  if (isTypeset(object.kind)) return measurer.equationLines(object, state, reaches.get(object.id));
  if (object.vector === undefined) return null;
  const { anchorX = 0, anchorY = 0 } = state;
  const [x, y] = [Math.abs(state.width) / 2, Math.abs(state.height) / 2];
  return shiftBounds({ left: -x, top: -y, right: x, bottom: y }, -anchorX, -anchorY);
}
