import {
  type Bounds,
  expandBounds,
  groupBounds,
  intersectBounds,
  perspectiveOfGroup,
} from '../drawing/bounds.ts';
import {
  blurReach,
  type DisplayList,
  type DisplayNode,
  type Effects,
  type FillNode,
  type GroupNode,
  isObject,
  type ObjectNode,
  type PlacedGradient,
  type StrokeNode,
} from '../drawing/display-list.ts';
import { memoizeByObject } from '../drawing/memoize-by-object.ts';
import { type Outline, visitSegments } from '../drawing/outline.ts';
import type { Perspective } from '../drawing/perspective.ts';
import type { PictureAsset } from '../media/video/clip-picture.ts';
import { Budget } from '../project/budget.ts';
import { type Color, showColor } from '../timeline/color.ts';
import type { Shadow } from '../timeline/effects.ts';
import { identityMatrix, type Matrix, multiplyMatrices } from '../timeline/matrix.ts';
import type { Finish } from '../timeline/timeline.ts';
import { fitScene, type Size } from './fit-scene.ts';
import { OutputTooLargeError } from './formats.ts';
import { vignetteCurve, vignetteStart } from './vignette-curve.ts';

/** Returns the source of an image in the SVG: a data URL that looks the same in every viewer. */
export type ImageSource = (asset: PictureAsset) => string;

/**
 * Writes a display list as a self-contained SVG document of the given size, without scripts, external references or
 * fonts. Throws an OutputTooLargeError as soon as the outlines and pictures alone exceed `maximumLength` characters.
 */
export function writeSvg(
  list: DisplayList,
  size: Size,
  imageSource: ImageSource,
  maximumLength = Infinity,
): string {
  return new SvgWriter(list, imageSource, new Budget(maximumLength)).document(list, size);
}

/** Throws an OutputTooLargeError if a long part does not fit, so that a document fails before it fills the memory. */
function takeText(budget: Budget, text: string): string {
  requireLength(budget, text.length);
  budget.take(text.length);
  return text;
}

/** Throws an OutputTooLargeError if fewer than `length` characters are left. */
function requireLength(budget: Budget, length: number): void {
  if (length > budget.left) throw new OutputTooLargeError('the SVG exceeds the maximum size');
}

/** How opaque the strongest grains are for an amount of 1: those of turbulence deviate from their mean by about 0.12. */
const turbulenceStrength = 4.4;

class SvgWriter {
  readonly #imageSource: ImageSource;
  readonly #budget: Budget;
  readonly #definitions: string[] = [];
  /** In scene pixels. */
  readonly #scene: Bounds;

  constructor(scene: Size, imageSource: ImageSource, budget: Budget) {
    this.#imageSource = imageSource;
    this.#budget = budget;
    const { width, height } = scene;
    this.#scene = { left: 0, top: 0, right: width, bottom: height };
  }

  document(list: DisplayList, size: Size): string {
    const { width, height } = size;
    const fit = fitScene(list, size);
    const nodes = list.nodes.map((node) => this.#group(node)).join('');
    const fills = fit[4] === 0 && fit[5] === 0;
    if (!fills) {
      this.#define(`<clipPath id="scene"><rect width="${list.width}" height="${list.height}"/></clipPath>`);
    }
    const background = list.background
      ? `<rect width="${width}" height="${height}"${paint('fill', list.background)}/>`
      : '';
    const gradient = list.backgroundGradient
      ? `<rect width="${width}" height="${height}" fill="url(#${this.#gradient(list.backgroundGradient, fit)})"/>`
      : '';
    // A clipped group mixes its colours with nothing behind it, so it has a background of its own.
    const mixed = !fills && list.nodes.some(isMixed) ? this.#sceneBackground(list) : '';
    const finish = list.finish ? this.#finish(list, list.finish) : '';
    const definitions = this.#definitions.length > 0 ? `<defs>${this.#definitions.join('')}</defs>` : '';
    return (
      '<?xml version="1.0" encoding="UTF-8"?>\n' +
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
      `${definitions}${background}${gradient}` +
      `<g${transform(fit)}${fills ? '' : ' clip-path="url(#scene)"'} stroke-linecap="round" stroke-linejoin="round" fill="none">` +
      `${mixed}${nodes}${finish}</g></svg>\n`
    );
  }

  #sceneBackground({ width, height, background, backgroundGradient }: DisplayList): string {
    const scene = `<rect width="${width}" height="${height}"`;
    const gradient = backgroundGradient
      ? `${scene} fill="url(#${this.#gradient(backgroundGradient)})"/>`
      : '';
    return `${background ? `${scene}${paint('fill', background)}/>` : ''}${gradient}`;
  }

  /** The vignette is a gradient; the grain is noise of the viewer, with the same strength on grey. */
  #finish({ width, height }: DisplayList, { vignette, grain, grainPicture }: Finish): string {
    const scene = `<rect width="${width}" height="${height}"`;
    let layers = '';
    if (vignette > 0) {
      const steps = Array.from({ length: 9 }, (_, step) => vignetteStart + ((1 - vignetteStart) * step) / 8);
      const stops = steps.map(
        (offset) =>
          `<stop offset="${number(offset)}" stop-opacity="${number(vignette * vignetteCurve(offset))}"/>`,
      );
      this.#define(
        `<radialGradient id="vignette" r="${number(Math.SQRT1_2)}">${stops.join('')}</radialGradient>`,
      );
      layers += `${scene} fill="url(#vignette)"/>`;
    }
    if (grain > 0) {
      // Values above the middle are white, others black, and the more opaque the farther they are from it.
      const most = number(Math.min(1, grain * turbulenceStrength));
      this.#define(
        `<filter id="grain" x="0" y="0" width="1" height="1" color-interpolation-filters="sRGB">` +
          `<feTurbulence type="fractalNoise" baseFrequency="0.6" numOctaves="2" seed="${grainPicture % 1000}"/>` +
          `<feColorMatrix values="${'60 0 0 0 -29.5 '.repeat(3)}1 0 0 0 0"/>` +
          `<feComponentTransfer><feFuncA type="table" tableValues="${most} 0 ${most}"/></feComponentTransfer></filter>`,
      );
      layers += `${scene} filter="url(#grain)"/>`;
    }
    return layers;
  }

  #node(node: DisplayNode): string {
    switch (node.type) {
      case 'fill':
        return `<path d="${pathData(node.outline, this.#budget)}"${this.#paint('fill', node)}/>`;
      case 'stroke':
        return `<path d="${pathData(node.outline, this.#budget)}"${this.#paint('stroke', node)} stroke-width="${number(node.width)}"/>`;
      case 'image':
        return this.#image(node.asset, node.width, node.height);
      case 'group':
        return this.#group(node);
    }
  }

  #group(group: GroupNode): string {
    const label = group.label === null ? '' : ` role="img" aria-label="${escapeAttribute(group.label)}"`;
    const blend = group.effects?.blend ?? 'normal';
    const mixing = blend === 'normal' ? '' : ` style="mix-blend-mode:${blend}"`;
    const opacity = `${group.opacity === 1 ? '' : ` opacity="${number(group.opacity)}"`}${mixing}`;
    const clip = group.clip ? ` clip-path="url(#${this.#clip(group.clip)})"` : '';
    const inner = `${transform(group.matrix)}${clip}`;
    const children = group.children.map((child) => this.#node(child)).join('');
    const { effects } = group;
    const seen = perspectiveOfGroup(group);
    if (seen && effects) return this.#turned(group, effects, seen);
    if (!effects) return `<g${label}${inner}${opacity}>${children}</g>`;
    // Filters and masks are outside the object's transform, because they are in scene pixels.
    const picture = this.#blurred(group, effects, `<g${inner}>${children}</g>`);
    const masked = this.#masked(effects, picture);
    if (effects.shadows.length === 0) return `<g${label}${opacity}>${masked}</g>`;
    const bounds = this.#filterRegion(group, groupBounds(group), reachOf(effects.shadows));
    if (!bounds) return '';
    return `<g${label} filter="url(#${this.#shadows(effects.shadows, bounds)})"${opacity}>${masked}</g>`;
  }

  /** The nearest affine picture of a group that is turned in space. */
  #turned(group: GroupNode, { turn: _, ...flat }: Effects, { center: [x, y], cosines }: Perspective): string {
    const [scaleX, scaleY] = cosines;
    const matrix = [scaleX, 0, 0, scaleY, x * (1 - scaleX), y * (1 - scaleY)] as const;
    return `<g${transform(matrix)}>${this.#group({ ...group, effects: flat })}</g>`;
  }

  #blurred(group: GroupNode, { blur }: Effects, picture: string): string {
    if (blur === 0) return picture;
    const unmasked = { ...group, effects: { blur, mask: null, shadows: [], blend: 'normal' } } as const;
    const bounds = this.#filterRegion(group, groupBounds(unmasked), blur * blurReach);
    if (!bounds) return '';
    const id = this.#filter('blur', bounds, `<feGaussianBlur stdDeviation="${number(blur)}"/>`);
    return `<g filter="url(#${id})">${picture}</g>`;
  }

  #masked({ mask }: Effects, picture: string): string {
    if (!mask) return picture;
    return `<g clip-path="url(#${this.#clip(mask.outline, mask.matrix)})">${picture}</g>`;
  }

  /**
   * Returns the region of a filter that carries pixels as far as `reach`: what it can carry into the scene. Viewers fail
   * on huge regions. That of a group inside an object, in its own coordinates, is as small as the group.
   */
  #filterRegion(group: GroupNode, bounds: Bounds | null, reach: number): Bounds | null {
    if (!bounds) return null;
    if (!isObject(group)) return bounds;
    const seen = intersectBounds(bounds, expandBounds(this.#scene, reach));
    // One more pixel on every side, because viewers round the filter region.
    return seen && expandBounds(seen, 1);
  }

  #image(asset: PictureAsset, width: number, height: number): string {
    return (
      `<image x="${number(-width / 2)}" y="${number(-height / 2)}" width="${number(width)}" height="${number(height)}" ` +
      `preserveAspectRatio="none" href="${takeText(this.#budget, escapeAttribute(this.#imageSource(asset)))}"/>`
    );
  }

  #paint(property: 'fill' | 'stroke', { color, gradient }: FillNode | StrokeNode): string {
    return gradient ? ` ${property}="url(#${this.#gradient(gradient)})"` : paint(property, color);
  }

  /** Defines a gradient; `matrix` leads from its coordinates to those of what it fills. */
  #gradient(gradient: PlacedGradient, matrix: Matrix = identityMatrix): string {
    const id = `gradient-${this.#definitions.length}`;
    const stops = gradient.stops
      .map(({ offset, color }) => `<stop offset="${number(offset)}"${stopColor(color)}/>`)
      .join('');
    if (gradient.type === 'linear') {
      const [[x1, y1], [x2, y2]] = [gradient.start, gradient.end];
      const line = `x1="${number(x1)}" y1="${number(y1)}" x2="${number(x2)}" y2="${number(y2)}"`;
      const gradientTransform = transform(matrix, 'gradientTransform');
      this.#define(
        `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" ${line}${gradientTransform}>${stops}</linearGradient>`,
      );
    } else {
      const [radiusX, radiusY] = gradient.radii;
      const ellipse: Matrix = [radiusX, 0, 0, radiusY, ...gradient.center];
      const ellipseTransform = transform(multiplyMatrices(matrix, ellipse), 'gradientTransform');
      this.#define(
        `<radialGradient id="${id}" gradientUnits="userSpaceOnUse" cx="0" cy="0" r="1"${ellipseTransform}>${stops}</radialGradient>`,
      );
    }
    return id;
  }

  #clip(outline: Outline, matrix: Matrix = identityMatrix): string {
    const id = `clip-${this.#definitions.length}`;
    const path = `<path d="${pathData(outline, this.#budget)}"${transform(matrix)}/>`;
    this.#define(`<clipPath id="${id}">${path}</clipPath>`);
    return id;
  }

  /** Defines a filter that paints the shadows of a picture under it. */
  #shadows(shadows: readonly Shadow[], bounds: Bounds): string {
    if (shadows.every(({ x, y, color }) => x === 0 && y === 0 && color === null)) {
      const [{ sigma }] = shadows;
      const glow = `<feGaussianBlur stdDeviation="${sigma}"/>`;
      return this.#filter(
        'glow',
        bounds,
        `${glow}<feMerge><feMergeNode/><feMergeNode in="SourceGraphic"/></feMerge>`,
      );
    }
    const copies = shadows.map(shadowPrimitives).join('');
    const merged = shadows
      .map((_, index) => `<feMergeNode in="shadow-${index}"/>`)
      .reverse()
      .join('');
    return this.#filter(
      'shadow',
      bounds,
      `${copies}<feMerge>${merged}<feMergeNode in="SourceGraphic"/></feMerge>`,
    );
  }

  #filter(name: string, { left, top, right, bottom }: Bounds, primitives: string): string {
    const id = `${name}-${this.#definitions.length}`;
    const region = `x="${number(left)}" y="${number(top)}" width="${number(right - left)}" height="${number(bottom - top)}"`;
    this.#define(
      `<filter id="${id}" filterUnits="userSpaceOnUse" ${region} color-interpolation-filters="sRGB">${primitives}</filter>`,
    );
    return id;
  }

  #define(definition: string): void {
    this.#definitions.push(definition);
  }
}

function reachOf(shadows: readonly Shadow[]): number {
  return Math.max(
    ...shadows.map(({ x, y, sigma }) => Math.max(Math.abs(x), Math.abs(y)) + sigma * blurReach),
  );
}

function shadowPrimitives({ x, y, sigma, color }: Shadow, index: number): string {
  const blur = `<feGaussianBlur in="SourceGraphic" stdDeviation="${number(sigma)}"/>`;
  const offset = `<feOffset dx="${number(x)}" dy="${number(y)}" result="shadow-${index}"/>`;
  if (!color) return blur + offset;
  return (
    `${blur}<feOffset dx="${number(x)}" dy="${number(y)}" result="blurred-${index}"/>` +
    `<feFlood${flood(color)}/><feComposite in2="blurred-${index}" operator="in" result="shadow-${index}"/>`
  );
}

/** Number of strings to join at once. Appending piece by piece would take ten times the memory. */
const piecesAtOnce = 4096;

/** Returns an outline as the d attribute of an SVG path. Throws an OutputTooLargeError if it exceeds the budget. */
export function pathData(outline: Outline, budget = new Budget(Infinity)): string {
  return takeText(budget, makePathData(outline, budget));
}

const makePathData = memoizeByObject((outline: Outline, budget: Budget): string => {
  const parts: string[] = [];
  let length = 0;
  let pieces: string[] = [];
  const joinPieces = () => {
    const part = pieces.join('');
    length += part.length;
    requireLength(budget, length);
    parts.push(part);
    pieces = [];
  };
  const add = (piece: string) => {
    pieces.push(piece);
    if (pieces.length >= piecesAtOnce) joinPieces();
  };
  visitSegments(outline, {
    moveTo(x, y) {
      add(`M${number(x)} ${number(y)}`);
    },
    lineTo(x, y) {
      add(`L${number(x)} ${number(y)}`);
    },
    curveTo(c1x, c1y, c2x, c2y, x, y) {
      add(`C${number(c1x)} ${number(c1y)} ${number(c2x)} ${number(c2y)} ${number(x)} ${number(y)}`);
    },
    close() {
      add('Z');
    },
  });
  joinPieces();
  return parts.join('');
});

/** Formats a number with only as many digits as make a visible difference. */
function number(value: number): string {
  const size = Math.abs(value);
  const precision = size >= 100 ? 1e4 : size >= 1 ? 1e6 : 1e8;
  return String(Math.round(value * precision) / precision || 0);
}

function transform(matrix: Matrix, attribute = 'transform'): string {
  const [a, b, c, d, e, f] = matrix;
  if (a === 1 && b === 0 && c === 0 && d === 1) {
    return e === 0 && f === 0 ? '' : ` ${attribute}="translate(${number(e)} ${number(f)})"`;
  }
  return ` ${attribute}="matrix(${matrix.map(number).join(' ')})"`;
}

function paint(property: 'fill' | 'stroke', color: Color): string {
  const opacity = color.alpha === 1 ? '' : ` ${property}-opacity="${number(color.alpha)}"`;
  return ` ${property}="${showColor({ ...color, alpha: 1 })}"${opacity}`;
}

function stopColor(color: Color): string {
  const opacity = color.alpha === 1 ? '' : ` stop-opacity="${number(color.alpha)}"`;
  return ` stop-color="${showColor({ ...color, alpha: 1 })}"${opacity}`;
}

function flood(color: Color): string {
  return ` flood-color="${showColor({ ...color, alpha: 1 })}" flood-opacity="${number(color.alpha)}"`;
}

/** Escapes text for a double-quoted XML attribute. Characters that XML forbids become U+FFFD. */
function escapeAttribute(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replace(/[&<>"'\t\n\r]/g, (character: string) => `&#${character.charCodeAt(0)};`);
}

/** Whether an object, or a member of a layer, mixes its colours with those behind it. */
function isMixed({ effects, members = [] }: ObjectNode): boolean {
  return (effects !== null && effects.blend !== 'normal') || members.some(isMixed);
}
