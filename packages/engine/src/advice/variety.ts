import { joinWords } from '../project/problem-text.ts';
import { type Color, parseColor } from '../timeline/color.ts';
import type { AdviceList } from './advice.ts';
import type { Shown } from './find-fix.ts';
import { type HeldObject, type HoldPicture, isRead } from './pictures/hold-picture.ts';

const maxSizes = 5;
const maxHues = 6;

/** Sizes that differ by less look the same. */
const sizeStep = 1.12;

/** Difference between the strongest and the weakest of red, green and blue, below which a color is a gray. */
const minChroma = 0.2;

/** Degrees on the circle of hues, within which colors have the same name. */
const hueStep = 20;

/** Advises on pictures with letters of many sizes, or with colors of many hues. */
export function adviseOnVariety({ pictures }: Shown, list: AdviceList): void {
  for (const rule of ['many-sizes', 'many-colours'] as const) {
    const said = new Set<string>();
    for (const picture of pictures) {
      if (list.full) return;
      const { scene, compositionId } = picture;
      const message = rule === 'many-sizes' ? describeSizes(picture) : describeHues(picture);
      if (message === undefined || said.has(scene.id)) continue;
      said.add(scene.id);
      list.add({ rule, path: `scenes.${scene.id}.compositions.${compositionId}`, message });
    }
  }
}

function describeSizes({ objects }: HoldPicture): string | undefined {
  const heights = objects.flatMap(({ object, state, lettering, box }) =>
    lettering && box && isRead(object, state) ? [lettering.emHeight] : [],
  );
  const sizes = stepsOf(heights, (before, next) => next >= before * sizeStep);
  if (sizes.length <= maxSizes) return undefined;
  const shown = joinWords(
    sizes.map((size) => String(Math.round(size))),
    'and',
  );
  return `letters have ${sizes.length} sizes at once: ${shown} pixels; use at most ${maxSizes}, for example the styles of a theme`;
}

function describeHues({ objects }: HoldPicture): string | undefined {
  const hues = objects.flatMap((held) => colorsOf(held).flatMap((color) => hueOf(color) ?? []));
  const steps = stepsOf(hues, (before, next) => next - before >= hueStep);
  const [first = 0] = steps;
  const last = Math.max(0, ...hues);
  const count = steps.length > 1 && first + 360 - last < hueStep ? steps.length - 1 : steps.length;
  if (count <= maxHues) return undefined;
  return `${count} colors of different hues are shown at once; use at most ${maxHues}, for example those of a theme`;
}

/** The first of each run of values, in order, in which each value is close to the one before it. */
function stepsOf(values: readonly number[], isNew: (before: number, next: number) => boolean): number[] {
  const sorted = [...values].sort((one, two) => one - two);
  return sorted.filter((value, index) => index === 0 || isNew(sorted[index - 1] ?? value, value));
}

/** The colors that an object paints. */
function colorsOf({ box, state, drawn, lettering }: HeldObject): Color[] {
  if (!box) return [];
  const isStroked = state.strokeWidth > 0 && lettering === null;
  const fills = drawn === null ? [lettering?.color ?? null] : [parseColor(state.fill)];
  return [...fills, isStroked ? parseColor(state.stroke) : null].filter((color) => color !== null);
}

/** The hue in degrees; undefined for grays and for colors that are nearly transparent. */
function hueOf({ red, green, blue, alpha }: Color): number | undefined {
  const most = Math.max(red, green, blue);
  const chroma = most - Math.min(red, green, blue);
  if (chroma < minChroma * 255 || alpha < 0.3) return undefined;
  const sector =
    most === red
      ? (green - blue) / chroma
      : most === green
        ? (blue - red) / chroma + 2
        : (red - green) / chroma + 4;
  return ((sector + 6) % 6) * 60;
}
