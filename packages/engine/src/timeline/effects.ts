import type { BlendMode } from '../project/properties/values.ts';
import type { CompositionState } from '../project/schema.ts';
import { isConstant, type NumberChannel, numberAt, type SwitchChannel, switchAt } from './channel.ts';
import type { ChannelBuilder } from './channel-builder.ts';
import { type Color, interpolateColor, parseColor } from './color.ts';
import { isSameValue } from './same-value.ts';
import type { TimingProgress } from './timing.ts';

/** A blurred copy under an object, in scene pixels. */
export interface Shadow {
  /** The offset from the object. */
  readonly x: number;
  readonly y: number;
  /** Standard deviation of the blur. */
  readonly sigma: number;
  /** Null for the colours of the object itself, which glows. */
  readonly color: Color | null;
}

/** How an object looks beyond its outlines. */
export interface ObjectEffects {
  /** Standard deviation of the blur of the object itself, in scene pixels. */
  readonly blur: number;
  /** The first one is on top. */
  readonly shadows: readonly Shadow[];
  /** How its colours mix with those behind it. */
  readonly blend: BlendMode;
  /** Degrees about its vertical and its horizontal axis; missing without perspective. */
  readonly turn?: readonly [aboutVertical: number, aboutHorizontal: number];
}

/** Standard deviation of a glow, in scene pixels. */
export const glowSigma = 4;

const glow: Shadow = { x: 0, y: 0, sigma: glowSigma, color: null };

/** The effects of an object that only glows. */
export const glowing: ObjectEffects = { blur: 0, shadows: [glow], blend: 'normal' };

interface ShadowsChannel {
  readonly timing: number;
  /** As many as in `to`. */
  readonly from: readonly Shadow[];
  readonly to: readonly Shadow[];
}

/** The effects of an object over a transition. */
export interface EffectChannels {
  readonly effect: SwitchChannel<'none' | 'glow'>;
  readonly blur: NumberChannel;
  readonly rotationX: NumberChannel;
  readonly rotationY: NumberChannel;
  readonly blend: SwitchChannel<BlendMode>;
  /** Null if there are no shadows. */
  readonly shadows: ShadowsChannel | null;
}

/** The channels of an object's effects between two states. */
export function effectChannels(
  from: CompositionState,
  to: CompositionState,
  channels: ChannelBuilder,
): EffectChannels {
  return {
    effect: { timing: channels.timingIndex(null), from: from.effect, to: to.effect },
    blur: channels.numberOf('blur', from, to),
    rotationX: channels.numberOf('rotationX', from, to),
    rotationY: channels.numberOf('rotationY', from, to),
    blend: {
      timing: channels.timingIndex(null),
      from: from.blend ?? 'normal',
      to: to.blend ?? 'normal',
    },
    shadows: shadowsChannel(from, to, channels),
  };
}

function shadowsChannel(
  from: CompositionState,
  to: CompositionState,
  channels: ChannelBuilder,
): ShadowsChannel | null {
  if (from.shadow === undefined && to.shadow === undefined) return null;
  const timing = channels.timingIndex(null);
  const first = shadowsOf(from);
  if (isSameValue(from.shadow, to.shadow)) return { timing, from: first, to: first };
  const last = shadowsOf(to);
  return { timing, from: withAsMany(first, last), to: withAsMany(last, first) };
}

function shadowsOf({ shadow }: CompositionState): readonly Shadow[] {
  const written = Array.isArray(shadow) ? shadow : shadow === undefined ? [] : [shadow];
  return written.flatMap(({ x, y, blur, color: text }) => {
    const color = parseColor(text);
    // As in CSS, the standard deviation is half of what authors write.
    return color === null ? [] : [{ x, y, sigma: blur / 2, color }];
  });
}

/** Adds transparent shadows until there are as many as in another list, as CSS does. */
function withAsMany(shadows: readonly Shadow[], others: readonly Shadow[]): readonly Shadow[] {
  const added = others.slice(shadows.length).map(({ color }) => ({
    x: 0,
    y: 0,
    sigma: 0,
    color: color && { ...color, alpha: 0 },
  }));
  return added.length === 0 ? shadows : [...shadows, ...added];
}

/** Whether the effects stay the same throughout their transition. */
export function isConstantEffects(channels: EffectChannels): boolean {
  const { effect, blur, rotationX, rotationY, blend, shadows } = channels;
  return (
    isConstant(rotationX) &&
    isConstant(rotationY) &&
    isConstant(effect) &&
    isConstant(blur) &&
    isConstant(blend) &&
    (shadows === null || shadows.from === shadows.to)
  );
}

/** The effects at the given progress of their transition; null without any. */
export function effectsAt(channels: EffectChannels, progress: TimingProgress): ObjectEffects | null {
  const hasGlow = switchAt(channels.effect, progress) === 'glow';
  const blur = Math.max(0, numberAt(channels.blur, progress));
  const shadows = channels.shadows === null ? [] : shadowsAt(channels.shadows, progress);
  const blend = switchAt(channels.blend, progress);
  const turn = [numberAt(channels.rotationY, progress), numberAt(channels.rotationX, progress)] as const;
  const isTurned = turn[0] !== 0 || turn[1] !== 0;
  if (blur === 0 && shadows.length === 0 && blend === 'normal' && !isTurned) return hasGlow ? glowing : null;
  return { blur, shadows: hasGlow ? [glow, ...shadows] : shadows, blend, ...(isTurned && { turn }) };
}

function shadowsAt({ timing, from, to }: ShadowsChannel, progress: TimingProgress): readonly Shadow[] {
  const share = progress.eased[timing];
  const all = from.map((start, index) => shadowBetween(start, to[index] ?? start, share));
  return all.filter(({ color }) => color === null || color.alpha > 0);
}

function shadowBetween(from: Shadow, to: Shadow, progress: number): Shadow {
  if (progress <= 0 || from === to) return from;
  if (progress >= 1) return to;
  const between = (start: number, end: number) => start + (end - start) * progress;
  return {
    x: between(from.x, to.x),
    y: between(from.y, to.y),
    sigma: between(from.sigma, to.sigma),
    color: interpolateColor(from.color, to.color, progress),
  };
}
