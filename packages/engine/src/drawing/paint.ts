import type { Appearance } from '../timeline/appearance.ts';
import type { Color } from '../timeline/color.ts';
import type { Gradient, GradientLayer, GradientStop } from '../timeline/gradient.ts';
import type { Bounds } from './bounds.ts';
import type { PlacedGradient } from './display-list.ts';

/** The gradients of a fill or a stroke, and the box that they fill. */
interface GradientPaint {
  /** The lowest first. */
  readonly layers: readonly GradientLayer[];
  readonly box: Bounds;
}

/** What a fill or a stroke is painted with. */
export type Paint = Color | GradientPaint;

/** An appearance with gradients in the places of colours. */
export type Painted = Omit<Appearance, 'fill' | 'stroke'> & {
  readonly fill: Paint | null;
  readonly stroke: Paint | null;
};

/** Returns an appearance with its gradients in a box, in the coordinates of its nodes. */
export function withGradients(appearance: Appearance, boxOf: () => Bounds): Painted {
  const { fillGradient, strokeGradient } = appearance;
  if (fillGradient === null && strokeGradient === null) return appearance;
  const box = boxOf();
  return {
    ...appearance,
    fill: fillGradient === null ? appearance.fill : { layers: fillGradient, box },
    stroke: strokeGradient === null ? appearance.stroke : { layers: strokeGradient, box },
  };
}

/** Whether a paint is a gradient. */
export function isGradient(paint: Paint): paint is GradientPaint {
  return 'layers' in paint;
}

/** A colour, and the gradient that replaces it. */
interface NodePaint {
  readonly color: Color;
  readonly gradient?: PlacedGradient;
}

/** Returns the paint of one node, or of several over each other, with an opacity; none if it is invisible. */
export function nodePaints(paint: Paint | null, opacity = 1): readonly NodePaint[] {
  if (!paint) return [];
  if (!isGradient(paint)) {
    if (paint.alpha * opacity <= 0) return [];
    return [{ color: opacity === 1 ? paint : { ...paint, alpha: paint.alpha * opacity } }];
  }
  return paint.layers.flatMap((layer) => {
    const stops = fadedStops(layer.gradient.stops, layer.opacity * opacity);
    if (stops.every(({ color }) => color.alpha <= 0)) return [];
    return [{ color: meanColor(stops), gradient: placeGradient(layer.gradient, stops, paint.box) }];
  });
}

/** Returns the colour of a paint; of a gradient the mean of its stops. */
export function plainColor(paint: Paint | null): Color | null {
  if (!paint || !isGradient(paint)) return paint;
  return meanColor(paint.layers.flatMap(({ gradient }) => gradient.stops));
}

/** Returns a paint with its opacity multiplied. */
export function fadedPaint(paint: Paint, opacity: number): Paint {
  if (!isGradient(paint)) return { ...paint, alpha: paint.alpha * opacity };
  const layers = paint.layers.map((layer) => ({ ...layer, opacity: layer.opacity * opacity }));
  return { ...paint, layers };
}

function fadedStops(stops: readonly GradientStop[], opacity: number): readonly GradientStop[] {
  if (opacity === 1) return stops;
  return stops.map(({ offset, color }) => ({ offset, color: { ...color, alpha: color.alpha * opacity } }));
}

/** The mean of colours by their alpha. */
function meanColor(stops: readonly GradientStop[]): Color {
  const sum = stops.reduce((alpha, { color }) => alpha + color.alpha, 0);
  const mean = (channel: 'red' | 'green' | 'blue') =>
    stops.reduce((total, { color }) => total + color[channel] * color.alpha, 0) / (sum || 1);
  return { red: mean('red'), green: mean('green'), blue: mean('blue'), alpha: sum / stops.length };
}

/**
 * Places a gradient in a box. The line of a linear one is as long as in CSS, so that the corners have the colours of the
 * ends (css-images-3, section 3.1.2), and a radial one without a radius reaches the farthest corner (3.2.2).
 */
export function placeGradient(
  gradient: Gradient,
  stops: readonly GradientStop[],
  { left, top, right, bottom }: Bounds,
): PlacedGradient {
  const [width, height] = [right - left, bottom - top];
  const premultiplied = premultipliedStops(stops);
  if (gradient.type === 'linear') {
    const turn = (gradient.angle * Math.PI) / 180;
    const [across, down] = [Math.sin(turn), -Math.cos(turn)];
    const half = (Math.abs(width * across) + Math.abs(height * down)) / 2;
    const [x, y] = [left + width / 2, top + height / 2];
    return {
      type: 'linear',
      start: [x - across * half, y - down * half],
      end: [x + across * half, y + down * half],
      stops: premultiplied,
    };
  }
  const [across, down] = gradient.center;
  // Distances to the farther sides.
  const reachX = Math.max(Math.abs(across), Math.abs(1 - across)) * width;
  const reachY = Math.max(Math.abs(down), Math.abs(1 - down)) * height;
  const isCircle = gradient.shape === 'circle';
  const ofBox = isCircle ? [Math.min(width, height), Math.min(width, height)] : [width, height];
  const toCorner = isCircle
    ? [Math.hypot(reachX, reachY), Math.hypot(reachX, reachY)]
    : [Math.SQRT2 * reachX, Math.SQRT2 * reachY];
  const [radiusX = 0, radiusY = 0] =
    gradient.radius === null ? toCorner : ofBox.map((side) => side * (gradient.radius ?? 1));
  return {
    type: 'radial',
    center: [left + across * width, top + down * height],
    radii: [radiusX, radiusY],
    stops: premultiplied,
  };
}

/** Number of stops that replace the way between two colours of different alpha. */
const stopsBetween = 8;

/**
 * Adds stops between colours of different alpha. CSS interpolates premultiplied colours, so that a transparent one adds
 * no tint of its own; canvases and SVG interpolate straight ones.
 */
function premultipliedStops(stops: readonly GradientStop[]): readonly GradientStop[] {
  return stops.flatMap((stop, index) => {
    const next = stops[index + 1];
    if (next === undefined || next.color.alpha === stop.color.alpha || next.offset === stop.offset)
      return [stop];
    const added = Array.from({ length: stopsBetween + 1 }, (_, step) => {
      const share = (step + (step === 0 ? 1e-6 : 0)) / (stopsBetween + 1);
      return {
        offset: stop.offset + (next.offset - stop.offset) * share,
        color: premultipliedBetween(stop.color, next.color, share),
      };
    });
    const end = { offset: next.offset, color: premultipliedBetween(stop.color, next.color, 1 - 1e-6) };
    return [stop, ...added, end];
  });
}

function premultipliedBetween(from: Color, to: Color, share: number): Color {
  const alpha = from.alpha + (to.alpha - from.alpha) * share;
  const between = (start: number, end: number) =>
    (start * from.alpha * (1 - share) + end * to.alpha * share) / alpha;
  return {
    red: between(from.red, to.red),
    green: between(from.green, to.green),
    blue: between(from.blue, to.blue),
    alpha,
  };
}
