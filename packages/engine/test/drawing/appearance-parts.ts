import type { Appearance } from '../../src/timeline/appearance.ts';
import { plainFace } from '../../src/timeline/face.ts';
import type { Lettering } from '../../src/timeline/lettering.ts';

/** Letters with changes. */
export function letteringOf(changes: Partial<Lettering> = {}): Lettering {
  return {
    text: '',
    align: 'center',
    wrapWidthInEm: null,
    face: plainFace,
    spacingInEm: { letters: 0, words: 0 },
    textTransform: 'none',
    tabularNumbers: false,
    direction: 'auto',
    verticalAlign: 'middle',
    spans: null,
    faceRanges: null,
    underlines: null,
    spoken: null,
    ground: null,
    ...changes,
  };
}

/** An opaque white object without a stroke, with changes. */
export function appearanceOf(changes: Partial<Appearance> = {}): Appearance {
  return {
    width: 100,
    height: 100,
    fontSize: 50,
    strokeWidth: 4,
    cornerRadius: 0,
    fill: { red: 255, green: 255, blue: 255, alpha: 1 },
    stroke: null,
    fillGradient: null,
    strokeGradient: null,
    c1x: 0,
    c1y: 0,
    c2x: 0,
    c2y: 0,
    sweepStart: 0,
    sweepEnd: 360,
    innerRadius: 0,
    dash: null,
    dashOffset: 0,
    points: null,
    smooth: false,
    closed: false,
    heads: 'none',
    headShape: 'arrow',
    startShape: 'same',
    curves: null,
    opening: null,
    fit: 'stretch',
    focusX: 0.5,
    focusY: 0.5,
    zoom: 1,
    letterSpacing: 0,
    wordSpacing: 0,
    played: null,
    lineHeight: null,
    lettering: letteringOf(),
    textChange: null,
    write: 1,
    writeOrder: 'together',
    wipe: null,
    partsNow: null,
    axes: null,
    plot: null,
    ...changes,
  };
}
