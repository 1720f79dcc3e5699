import { makeSvg } from './elements.js';

/**
 * The outlines of the signs of kinds, in a square of 16.
 * @type {Readonly<Record<string, string>>}
 */
const outlines = {
  text: 'M3 5V3.5h10V5M8 3.5v9M6 12.5h4',
  equation: 'M12 3.5H4.5L9 8l-4.5 4.5H12',
  rectangle: 'M2.5 4.5h11v7h-11z',
  circle: 'M13 8A5 5 0 1 1 3 8a5 5 0 0 1 10 0z',
  path: 'M2.5 12C6 12 6 4 9 4s2 6 4.5 6',
  arrow: 'M3 13 13 3M7.5 3H13v5.5',
  image: 'M2.5 3.5h11v9h-11zM2.5 11l3.5-3.5 3 3 2-2 2.5 2.5',
  video: 'M2.5 3.5h11v9h-11zM6.5 6v4l3.5-2z',
  axes: 'M3 2.5V13h10.5',
  plot: 'M3 2.5V13h10.5M3 10c4 0 4-6 10-6',
  waveform: 'M3 7v2M5.5 5v6M8 3v10M10.5 5v6M13 7v2',
  numberline: 'M2 8h12M4 6v4M8 6v4M12 6v4',
};

const other = 'M8 2.5 13.5 8 8 13.5 2.5 8z';

/**
 * The sign of a kind of objects.
 * @param {string} kind
 */
export function kindSign(kind) {
  const sign = makeSvg('svg', { class: 'kind-sign', viewBox: '0 0 16 16', 'aria-hidden': 'true' });
  sign.append(makeSvg('path', { d: outlines[kind] ?? other }));
  return sign;
}
