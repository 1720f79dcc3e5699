import type { CompositionState, GradientField } from '../project/schema.ts';
import type { ChannelBuilder } from './channel-builder.ts';
import { type Color, interpolateColor, parseColor } from './color.ts';
import { isSameValue } from './same-value.ts';
import type { TimingProgress } from './timing.ts';

export interface GradientStop {
  /** Share of the way, 0 to 1, not less than that of the stop before. */
  readonly offset: number;
  readonly color: Color;
}

/** A gradient in shares of the box that it fills. */
export type Gradient = {
  /** 2 to 16. */
  readonly stops: readonly GradientStop[];
} & (
  | {
      readonly type: 'linear';
      /** In degrees, clockwise from upwards, as in CSS. */
      readonly angle: number;
    }
  | {
      readonly type: 'radial';
      readonly shape: 'ellipse' | 'circle';
      /** The position of its center in the box. */
      readonly center: readonly [across: number, down: number];
      /** Share of the box's width and height, for a circle of its shorter side; null reaches the farthest corner. */
      readonly radius: number | null;
    }
);

/** A gradient that is painted with an opacity over the ones before. */
export interface GradientLayer {
  readonly gradient: Gradient;
  readonly opacity: number;
}

/** The gradients of a fill or a stroke over a transition. */
export interface GradientChannel {
  readonly timing: number;
  readonly from: readonly GradientLayer[] | null;
  readonly to: readonly GradientLayer[] | null;
  /** The gradients at both ends, also for an end with one color. */
  readonly between: readonly [from: Gradient, to: Gradient];
}

const defaultAngle = 180;

/** Reads a gradient of a project. */
export function readGradient({
  type,
  angle = defaultAngle,
  shape = 'ellipse',
  center = [0.5, 0.5],
  radius,
  stops: written,
}: GradientField): Gradient {
  const stops: GradientStop[] = [];
  for (const [offset, text] of written) {
    // A stop before the last one is where that is, as in CSS.
    const before = stops.at(-1)?.offset ?? 0;
    stops.push({ offset: Math.max(before, offset), color: parseColor(text) ?? noColor });
  }
  if (type === 'linear') return { type, angle, stops };
  const [across = 0.5, down = 0.5] = center;
  return { type, shape, center: [across, down], radius: radius ?? null, stops };
}

const noColor: Color = { red: 0, green: 0, blue: 0, alpha: 0 };

/** Null if the fill or stroke has no gradient on either side. */
export function gradientChannel(
  property: 'fill' | 'stroke',
  from: CompositionState,
  to: CompositionState,
  channels: ChannelBuilder,
): GradientChannel | null {
  const field = `${property}Gradient` as const;
  if (from[field] === undefined && to[field] === undefined) return null;
  const first = from[field] && readGradient(from[field]);
  const last = isSameValue(from[field], to[field]) ? first : to[field] && readGradient(to[field]);
  const start = first ?? plainGradient(from[property], last);
  const end = last ?? plainGradient(to[property], first);
  return {
    timing: channels.timingIndex(property),
    from: first ? [{ gradient: first, opacity: 1 }] : null,
    to: last ? [{ gradient: last, opacity: 1 }] : null,
    between: [start, end],
  };
}

/** Returns another gradient in one color; if that is none, in its own colors, but transparent. */
function plainGradient(text: string, other: Gradient | undefined): Gradient {
  const color = parseColor(text);
  if (other === undefined) throw new TypeError('one side of a transition has a gradient');
  const stops = other.stops.map((stop) => ({ ...stop, color: color ?? { ...stop.color, alpha: 0 } }));
  return { ...other, stops };
}

/** Whether the gradients stay the same throughout their transition. */
export function isConstantGradient(channel: GradientChannel | null): boolean {
  return channel === null || channel.between[0] === channel.between[1];
}

/** The gradients at the given progress of their transition, the lowest first; null for one color. */
export function gradientsAt(
  channel: GradientChannel | null,
  progress: TimingProgress,
): readonly GradientLayer[] | null {
  if (channel === null) return null;
  const { timing, from, to, between } = channel;
  const share = progress.eased[timing];
  const [start, end] = between;
  if (share <= 0 || start === end) return from;
  if (share >= 1) return to;
  const mixed = interpolateGradient(start, end, share);
  if (mixed !== null) return [{ gradient: mixed, opacity: 1 }];
  // Over an opaque gradient, the other one fades in. A translucent one must fade out itself.
  const isOpaque = start.stops.every(({ color }) => color.alpha === 1);
  return [
    { gradient: start, opacity: isOpaque ? 1 : 1 - share },
    { gradient: end, opacity: share },
  ];
}

/** Null for gradients of different types or with different numbers of stops. */
function interpolateGradient(from: Gradient, to: Gradient, share: number): Gradient | null {
  if (from.stops.length !== to.stops.length) return null;
  const between = (start: number, end: number) => start + (end - start) * share;
  const stops = from.stops.map((stop, index) => {
    const other = to.stops[index] ?? stop;
    return {
      offset: between(stop.offset, other.offset),
      color: interpolateColor(stop.color, other.color, share) ?? stop.color,
    };
  });
  if (from.type === 'linear') {
    return to.type === 'linear' ? { type: 'linear', angle: between(from.angle, to.angle), stops } : null;
  }
  if (to.type !== 'radial' || from.shape !== to.shape) return null;
  if (from.radius === null || to.radius === null) {
    if (from.radius !== to.radius) return null;
  }
  return {
    ...from,
    center: [between(from.center[0], to.center[0]), between(from.center[1], to.center[1])],
    radius: from.radius === null || to.radius === null ? null : between(from.radius, to.radius),
    stops,
  };
}
