import cssColors from 'color-name';

/** Properties of SVG that elements inherit, with their initial values. */
export const inheritedProperties: ReadonlyMap<string, string> = new Map([
  ['clip-rule', 'nonzero'],
  ['color', 'black'],
  ['color-interpolation', 'sRGB'],
  ['color-interpolation-filters', 'linearRGB'],
  ['direction', 'ltr'],
  ['dominant-baseline', 'auto'],
  ['fill', 'black'],
  ['fill-opacity', '1'],
  ['fill-rule', 'nonzero'],
  ['font-family', 'sans-serif'],
  ['font-size', '16px'],
  ['font-stretch', 'normal'],
  ['font-style', 'normal'],
  ['font-variant', 'normal'],
  ['font-weight', 'normal'],
  ['image-rendering', 'auto'],
  ['letter-spacing', 'normal'],
  ['marker-end', 'none'],
  ['marker-mid', 'none'],
  ['marker-start', 'none'],
  ['paint-order', 'normal'],
  ['shape-rendering', 'auto'],
  ['stroke', 'none'],
  ['stroke-dasharray', 'none'],
  ['stroke-dashoffset', '0'],
  ['stroke-linecap', 'butt'],
  ['stroke-linejoin', 'miter'],
  ['stroke-miterlimit', '4'],
  ['stroke-opacity', '1'],
  ['stroke-width', '1'],
  ['text-anchor', 'start'],
  ['text-rendering', 'auto'],
  ['visibility', 'visible'],
  ['word-spacing', 'normal'],
  ['writing-mode', 'horizontal-tb'],
]);

/** Properties of SVG that elements do not inherit. */
const ownProperties: ReadonlySet<string> = new Set([
  ...[
    'alignment-baseline',
    'baseline-shift',
    'clip-path',
    'display',
    'filter',
    'flood-color',
    'flood-opacity',
  ],
  ...['lighting-color', 'mask', 'mask-type', 'opacity', 'overflow', 'stop-color', 'stop-opacity'],
  ...['text-decoration', 'unicode-bidi', 'vector-effect'],
  ...['transform', 'transform-origin', 'transform-box', 'translate', 'rotate', 'scale'],
  ...['cx', 'cy', 'd', 'r', 'rx', 'ry', 'x', 'y', 'width', 'height'],
  ...['mix-blend-mode', 'isolation', 'animation', 'animation-name'],
]);

/** Properties that the library reads only in a `style` attribute. */
export const styleOnlyProperties: ReadonlySet<string> = new Set([
  'mix-blend-mode',
  'isolation',
  'font-kerning',
]);

/** Properties whose attribute may be a colour. */
export const colorProperties: ReadonlySet<string> = new Set([
  ...['fill', 'stroke', 'color', 'stop-color', 'flood-color', 'lighting-color'],
]);

/** Properties that set the `transform` of an element together. */
export const transformProperties = ['translate', 'rotate', 'scale', 'transform', 'transform-origin'] as const;

const boxes: ReadonlySet<string> = new Set(['svg', 'rect', 'image', 'use', 'foreignObject']);

/** Whether a declaration of the property changes how the element is drawn. */
export function appliesTo(property: string, name: string): boolean {
  if (property === 'font-kerning' || inheritedProperties.has(property)) return true;
  if (property === 'background-color') return name === 'svg';
  if (['x', 'y', 'width', 'height'].includes(property)) return boxes.has(name);
  return ownProperties.has(property);
}

/** Marks elements with transforms in three dimensions, which are not drawn. */
export const spatialAttribute = 'transform-style';

/** Whether an attribute has a value of CSS that the library does not read. */
export function needsResolving(property: string, value: string): boolean {
  if (property === 'transform-origin') return true;
  if (colorProperties.has(property)) return !isPlainPaint(value.trim());
  return /\b(?:var|calc|min|max|clamp)\(/.test(value) && appliesTo(property, 'svg');
}

const plainPaint =
  /^(?:none|inherit|currentColor|transparent|context-(?:fill|stroke)|#(?:[0-9a-f]{3,4}){1,2}|url\(\s{0,9}#[^)]*\))$/i;

function isPlainPaint(value: string): boolean {
  return plainPaint.test(value) || Object.hasOwn(cssColors, value.toLowerCase());
}
