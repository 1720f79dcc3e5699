import { type Bounds, expandBounds, groupBounds, intersectBounds } from '../drawing/bounds.ts';
import {
  type DisplayList,
  type DisplayNode,
  type GroupNode,
  glowReach,
  glowSigma,
} from '../drawing/display-list.ts';
import { memoizeByObject } from '../drawing/memoize-by-object.ts';
import { type Outline, visitSegments } from '../drawing/outline.ts';
import type { ImageAsset } from '../project/schema.ts';
import type { Color } from '../timeline/color.ts';
import type { Matrix } from '../timeline/matrix.ts';
import { fitScene, type Size } from './fit-scene.ts';
import { OutputTooLargeError } from './formats.ts';

/** Returns the source of an image in the SVG: a data URL that looks the same in every viewer. */
export type ImageSource = (asset: ImageAsset) => string;

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
  return new SvgWriter(list, imageSource, new LengthBudget(maximumLength)).document(list, size);
}

/** Counts the long parts of a document, so that it fails before it fills the memory. */
class LengthBudget {
  #left: number;

  constructor(length: number) {
    this.#left = length;
  }

  take(text: string): string {
    this.require(text.length);
    this.#left -= text.length;
    return text;
  }

  /** Throws an OutputTooLargeError if fewer than `length` characters are left. */
  require(length: number): void {
    if (length > this.#left) throw new OutputTooLargeError('the SVG exceeds the maximum size');
  }
}

class SvgWriter {
  readonly #imageSource: ImageSource;
  readonly #budget: LengthBudget;
  readonly #definitions: string[] = [];
  /**
   * The scene and the margin from which a glow reaches into it, in scene pixels. Viewers fail on huge filter regions.
   */
  readonly #visibleArea: Bounds;

  constructor(scene: Size, imageSource: ImageSource, budget: LengthBudget) {
    this.#imageSource = imageSource;
    this.#budget = budget;
    const { width, height } = scene;
    this.#visibleArea = expandBounds(
      { left: 0, top: 0, right: width, bottom: height },
      glowSigma * glowReach,
    );
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
    const definitions = this.#definitions.length > 0 ? `<defs>${this.#definitions.join('')}</defs>` : '';
    return (
      '<?xml version="1.0" encoding="UTF-8"?>\n' +
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
      `${definitions}${background}` +
      `<g${transform(fit)}${fills ? '' : ' clip-path="url(#scene)"'} stroke-linecap="round" stroke-linejoin="round" fill="none">` +
      `${nodes}</g></svg>\n`
    );
  }

  #node(node: DisplayNode): string {
    switch (node.type) {
      case 'fill':
        return `<path d="${pathData(node.outline, this.#budget)}"${paint('fill', node.color)}/>`;
      case 'stroke':
        return `<path d="${pathData(node.outline, this.#budget)}"${paint('stroke', node.color)} stroke-width="${number(node.width)}"/>`;
      case 'image':
        return this.#image(node.asset, node.width, node.height);
      case 'group':
        return this.#group(node);
    }
  }

  #group(group: GroupNode): string {
    const label = group.label === null ? '' : ` role="img" aria-label="${escapeAttribute(group.label)}"`;
    const opacity = group.opacity === 1 ? '' : ` opacity="${number(group.opacity)}"`;
    const clip = group.clip ? ` clip-path="url(#${this.#clip(group.clip)})"` : '';
    const inner = `${transform(group.matrix)}${clip}`;
    const children = group.children.map((child) => this.#node(child)).join('');
    if (!group.glow) return `<g${label}${inner}${opacity}>${children}</g>`;
    const glow = groupBounds(group);
    const bounds = glow && intersectBounds(glow, this.#visibleArea);
    if (!bounds) return '';
    // The filter is outside the object's transform, so its sigma is in scene pixels.
    return `<g${label} filter="url(#${this.#glow(bounds)})"${opacity}><g${inner}>${children}</g></g>`;
  }

  #image(asset: ImageAsset, width: number, height: number): string {
    return (
      `<image x="${number(-width / 2)}" y="${number(-height / 2)}" width="${number(width)}" height="${number(height)}" ` +
      `preserveAspectRatio="none" href="${this.#budget.take(escapeAttribute(this.#imageSource(asset)))}"/>`
    );
  }

  #clip(outline: Outline): string {
    const id = `clip-${this.#definitions.length}`;
    this.#define(`<clipPath id="${id}"><path d="${pathData(outline, this.#budget)}"/></clipPath>`);
    return id;
  }

  #glow(bounds: Bounds): string {
    // One more pixel on every side, because viewers round the filter region.
    const { left, top, right, bottom } = expandBounds(bounds, 1);
    const id = `glow-${this.#definitions.length}`;
    const region = `x="${number(left)}" y="${number(top)}" width="${number(right - left)}" height="${number(bottom - top)}"`;
    this.#define(
      `<filter id="${id}" filterUnits="userSpaceOnUse" ${region} color-interpolation-filters="sRGB">` +
        `<feGaussianBlur stdDeviation="${glowSigma}"/>` +
        '<feMerge><feMergeNode/><feMergeNode in="SourceGraphic"/></feMerge></filter>',
    );
    return id;
  }

  #define(definition: string): void {
    this.#definitions.push(definition);
  }
}

/** Number of strings to join at once. Appending piece by piece would take ten times the memory. */
const piecesAtOnce = 4096;

/** Returns an outline as the d attribute of an SVG path. Throws an OutputTooLargeError if it exceeds the budget. */
export function pathData(outline: Outline, budget = new LengthBudget(Infinity)): string {
  return budget.take(makePathData(outline, budget));
}

const makePathData = memoizeByObject((outline: Outline, budget: LengthBudget): string => {
  const parts: string[] = [];
  let length = 0;
  let pieces: string[] = [];
  const joinPieces = () => {
    const part = pieces.join('');
    length += part.length;
    budget.require(length);
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

function transform(matrix: Matrix): string {
  const [a, b, c, d, e, f] = matrix;
  if (a === 1 && b === 0 && c === 0 && d === 1) {
    return e === 0 && f === 0 ? '' : ` transform="translate(${number(e)} ${number(f)})"`;
  }
  return ` transform="matrix(${matrix.map(number).join(' ')})"`;
}

function paint(property: 'fill' | 'stroke', color: Color): string {
  const hex = [color.red, color.green, color.blue]
    .map((channel) => Math.round(channel).toString(16).padStart(2, '0'))
    .join('');
  const opacity = color.alpha === 1 ? '' : ` ${property}-opacity="${number(color.alpha)}"`;
  return ` ${property}="#${hex}"${opacity}`;
}

/** Escapes text for a double-quoted XML attribute. Characters that XML forbids become U+FFFD. */
function escapeAttribute(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replace(/[&<>"'\t\n\r]/g, (character: string) => `&#${character.charCodeAt(0)};`);
}
