/** Fields of a state that turn and scale an object, or the members of a group together. */
export const transformFields = ['scale', 'scaleX', 'scaleY', 'rotation', 'shear'] as const;

/** Fields of a stroke. */
export const strokeFields: readonly string[] = ['stroke', 'strokeWidth', 'dash', 'dashOffset'];

/** Fields of a shape, a picture or a line that belong to its label. */
export const labelFields = [
  'text',
  'textColor',
  'fontSize',
  'fontWeight',
  'fontFamily',
  'italic',
  'letterSpacing',
  'wordSpacing',
  'underline',
  'textTransform',
  'align',
  'lineHeight',
  'tabularNumbers',
  'textTransition',
  'direction',
  'wrapWidth',
] as const;

/** Fields that change the picture of any object. */
export const effectFields = ['effect', 'shadow', 'blur', 'clip', 'blend'] as const;

/** Fields of an object that its layer has if the object has a layer. */
export const layerFields = ['opacity', 'blur', 'clip', 'blend'] as const;

/** Fields that give a group a box of its own. */
export const boxFields = [
  'fill',
  'stroke',
  'strokeWidth',
  'cornerRadius',
  'dash',
  'dashOffset',
  'effect',
  'shadow',
] as const;

export const size = ['width', 'height'];
export const around = ['around', 'padding'];
export const ends = ['from', 'to', 'route'];
export const heads = ['heads', 'headShape', 'startShape'];
/** What the layout gives a line with a route or a label. */
export const routed = ['curves', 'opening'];
export const children = ['children', 'data', 'each'];

/** Fields of groups that lay out boxes of texts: diagrams and tables. */
export const ofDiagrams = [
  ...['fontSize', 'fontFamily', 'fontWeight', 'textColor', 'padding'],
  ...[...size, ...boxFields, 'blur', 'clip', 'blend'],
];

/** Fields that a chart shares with other objects; the remaining ones are those of its parts. */
export const ofCharts = [
  ...size,
  ...['blur', 'clip', 'blend', 'shadow', 'fill', 'textColor', 'fontFamily', 'fontSize', 'fontWeight'],
];
/** Fields of data, and of the axis of a chart that has one. */
export const ofData = ['data', 'labels', 'values', 'colors', 'sort'];
export const ofAxis = ['min', 'max', 'ticks', 'format', 'annotations'];
export const ofSeries = ['stack', 'legend'];
