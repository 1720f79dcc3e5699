import { isMap } from '../../project/check.ts';
import { popSpring } from '../springs.ts';
import { readEasing } from './easings.ts';
import { presets } from './presets.ts';
import type { Fields } from './scene-draft.ts';

/** Standard deviation of the blur from which `blur` comes, as a share of the frame's shorter side. */
const blurShare = 0.02;

/** Distance from which `slide` comes, as a share of the frame's shorter side. */
const slideShare = 0.08;

/** Whether a word names an animation. */
export function isPreset(name: unknown): name is string {
  return (presets as readonly unknown[]).includes(name);
}

const towards: Readonly<Record<string, readonly [field: 'x' | 'y', direction: 1 | -1]>> = {
  bottom: ['y', 1],
  top: ['y', -1],
  left: ['x', -1],
  right: ['x', 1],
};

/** Returns the fields of a track that a preset consists of. */
export function presetFields(written: Fields, track: Fields, shorterSide: number): Fields {
  const isOfParts = track.by !== undefined;
  switch (written.type) {
    case 'draw':
      return { type: 'write', ...presetFields({ ...written, type: 'write' }, track, shorterSide) };
    case 'slide':
      return slide(written, shorterSide);
    case 'pop':
      return pop(written);
    case 'blur':
      return blur(written, shorterSide);
    case 'flip':
      return isOfParts ? grown(written) : turned(written, 90);
    case 'tilt':
      return isOfParts ? grown(written) : turned(written, 50);
    case 'wipe':
      return isOfParts ? revealed(written) : wipe(written);
    case 'write':
      return isOfParts ? revealed(written) : {};
    case 'grow':
      return isOfParts ? grown(written) : {};
    default:
      return {};
  }
}

/** Sides that turn towards the viewer, with the axis about which they do. */
const turnsOf: Readonly<Record<string, readonly [field: 'rotationX' | 'rotationY', direction: 1 | -1]>> = {
  left: ['rotationY', -1],
  right: ['rotationY', 1],
  top: ['rotationX', 1],
  bottom: ['rotationX', -1],
};

/** Turns towards the viewer in space: a flip about the vertical axis, a tilt about the horizontal one. */
function turned(
  { type, from = type === 'flip' ? 'right' : 'top', easing = 'easeOut' }: Fields,
  degrees: number,
): Fields {
  const common = { type: 'move', easing: readEasing(easing) };
  const side = isMap(from) ? (type === 'flip' ? 'right' : 'top') : from;
  const [field, direction] =
    (typeof side === 'string' && Object.hasOwn(turnsOf, side) ? turnsOf[side] : undefined) ?? [];
  if (field === undefined || direction === undefined) return { ...common, from };
  const begin = { [field]: direction * degrees, ...(isMap(from) && from) };
  return isMap(from) ? { ...common, begin } : { ...common, from: undefined, begin };
}

/** Parts of texts grow from nothing. */
function grown({ from = {}, easing = 'easeOut' }: Fields): Fields {
  const common = { type: 'move', easing: readEasing(easing) };
  return isMap(from) ? { ...common, begin: { scale: 0, ...from } } : common;
}

/** Parts of texts are uncovered from where their lines start. */
function revealed({ easing = 'easeOut' }: Fields): Fields {
  return { type: 'move', reveal: 0, easing: readEasing(easing) };
}

function wipe({ from = 'left', easing = 'cubic-bezier(0.4, 0, 0.2, 1)' }: Fields): Fields {
  const common = { type: 'write', easing: readEasing(easing) };
  return typeof from === 'string' && Object.hasOwn(towards, from)
    ? { ...common, from: undefined, wipe: from }
    : isMap(from)
      ? { ...common, wipe: 'left' }
      : common;
}

function blur({ from = {}, easing = 'easeOut' }: Fields, shorterSide: number): Fields {
  const common = { type: 'move', easing: readEasing(easing) };
  if (!isMap(from)) return common;
  return { ...common, begin: { blur: Math.round(blurShare * shorterSide), ...from } };
}

function slide({ from = 'bottom', easing = 'easeOut' }: Fields, shorterSide: number): Fields {
  const [field, direction] =
    (typeof from === 'string' && Object.hasOwn(towards, from) ? towards[from] : undefined) ?? [];
  const common = { type: 'move', easing: readEasing(easing) };
  if (isMap(from) || field === undefined) return isMap(from) ? common : { ...common, from };
  const distance = Math.round(slideShare * shorterSide);
  return {
    ...common,
    from: undefined,
    begin: { [field]: direction === 1 ? `+${distance}` : `-${distance}` },
    slides: true,
  };
}

/** Grows beyond its size and back. */
function pop({ from = {}, easing }: Fields): Fields {
  return {
    type: 'move',
    ...popSpring,
    ...(easing !== undefined && { easing: readEasing(easing) }),
    ...(isMap(from) ? { begin: { scale: 0.6, ...from } } : { from }),
  };
}
