import { timingNames } from '../project/rules/timing.ts';
import type { CompositionState, FormulaProperty, KeyframeProperty } from '../project/schema.ts';

type TimingName = (typeof timingNames)[number];

/** A field of a state, or the name of a part of it in keyframes and formulas. */
export type TimedProperty = keyof CompositionState | KeyframeProperty | FormulaProperty;

/** The properties that follow each timing of a track, if it has that timing; all others follow the track itself. */
const followers: Readonly<Record<TimingName, readonly TimedProperty[]>> = {
  positionTiming: ['x', 'y', 'anchorX', 'anchorY'],
  sizeTiming: [
    ...(['width', 'height', 'scaleX', 'scaleY', 'fit', 'focus', 'zoom'] as const),
    ...(['sweep', 'sweepStart', 'sweepEnd', 'innerRadius'] as const),
    ...(['xRange', 'xStart', 'xEnd', 'yRange', 'yStart', 'yEnd', 'tRange', 'tStart', 'tEnd'] as const),
    ...(['area', 'areaStart', 'areaEnd', 'areaSteps', 'matrix', 'm11', 'm12', 'm21', 'm22'] as const),
  ],
  rotationTiming: ['rotation', 'shear'],
  fontSizeTiming: ['fontSize', 'lineHeight', 'letterSpacing'],
  fillTiming: ['fill', 'fillGradient', 'spans'],
  strokeTiming: ['stroke', 'strokeGradient', 'dash', 'dashOffset', 'played'],
  strokeWidthTiming: ['strokeWidth'],
  cornerRadiusTiming: ['cornerRadius'],
  opacityTiming: ['opacity'],
  revealTiming: ['reveal'],
  pathTiming: [
    ...(['path', 'c1x', 'c1y', 'c2x', 'c2y', 'points', 'smooth', 'closed', 'dataPoints'] as const),
    ...(['curves', 'opening', 'heads', 'headShape'] as const),
  ],
};

const timingByProperty = new Map<string, TimingName>(
  timingNames.flatMap((timing) => followers[timing].map((property) => [property, timing] as const)),
);

/** Returns the timing that a property follows; undefined for one that follows the track itself. */
export function timingOfProperty(property: string): TimingName | undefined {
  return timingByProperty.get(property);
}
