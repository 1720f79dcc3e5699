import { isPlot } from '../language/kinds.ts';
import type { Budget } from '../project/budget.ts';
import type { Scene } from '../project/schema.ts';
import type { AxisRange } from '../timeline/axes.ts';
import type { PlotNow } from '../timeline/plots.ts';
import type { AdviceList } from './advice.ts';
import type { HoldPicture } from './pictures/hold-picture.ts';

/** Places at which a curve is looked at. */
const samples = 400;

/** A part at least this long, as a share of the axis, is missed, if it reaches at least this far beyond. */
const minLength = 0.04;
const minReach = 0.03;

/** What reaches further, in heights of the axes, is a pole or was cut on purpose. */
const maxReach = 1;

/** A part of a curve beyond its axes, which leaves and comes back on the same side. */
interface CutPart {
  readonly side: 'above' | 'below';
  readonly from: number;
  readonly to: number;
  /** The value that is farthest beyond. */
  readonly extreme: number;
}

/** Advises on curves whose highest or lowest point in between is cut off by the range of their axes. */
export function adviseOnCutCurves(
  pictures: readonly HoldPicture[],
  plotsAt: (timeMs: number) => ReadonlyMap<string, PlotNow>,
  work: Budget,
  list: AdviceList,
): void {
  const said = new Set<string>();
  for (const { scene, compositionId, startMs, objects } of pictures) {
    const plots = objects.filter(({ object, box }) => isPlot(object.kind) && box !== null);
    if (plots.length === 0) continue;
    const now = plotsAt(startMs);
    for (const { object } of plots) {
      if (list.full || !work.take(samples)) return;
      const plot = now.get(object.id);
      const cut = plot && cutPartOf(plot);
      const key = JSON.stringify([scene.id, object.id]);
      if (!cut || said.has(key)) continue;
      said.add(key);
      list.add({
        rule: 'beyond-frame',
        path: `scenes.${scene.id}.compositions.${compositionId}.states.${object.id}`,
        message: describe(cut, object, scene),
      });
    }
  }
}

function describe(
  { side, from, to, extreme }: CutPart,
  { id, parentId }: Scene['objects'][string],
  scene: Scene,
): string {
  const axes =
    parentId !== null && parentId !== undefined && parentId in scene.objects ? parentId : 'its axes';
  const shown = (value: number) => String(Number(value.toPrecision(3)));
  const end = side === 'above' ? 'highest' : 'lowest';
  return `the ${end} point of ${id} is cut off: it is ${side} ${axes} from x = ${shown(from)} to ${shown(to)} and reaches ${shown(extreme)} there; let the yRange of ${axes} go as far, or draw less of the curve with its xRange`;
}

/** Returns the longest part of a curve of x that is beyond its axes between two points on them. */
function cutPartOf({ view, formula, values, xRange }: PlotNow): CutPart | undefined {
  const { x, y, matrix } = view;
  if (formula?.form !== 'y' || matrix !== null || x.scale !== 'linear' || y.scale !== 'linear')
    return undefined;
  const [first, last] = shownRange(x, xRange);
  const [low, high] = [Math.min(y.from, y.to), Math.max(y.from, y.to)];
  let longest: CutPart | undefined;
  let part: CutPart | undefined;
  let wasInside = false;
  for (let index = 0; index <= samples; index++) {
    const at = first + ((last - first) * index) / samples;
    const value = formula.value(at, values);
    const side = value > high ? 'above' : value < low ? 'below' : undefined;
    if (!Number.isFinite(value) || (part && side && side !== part.side)) {
      part = undefined;
      wasInside = false;
    } else if (side === undefined) {
      if (part && (!longest || part.to - part.from > longest.to - longest.from)) longest = part;
      part = undefined;
      wasInside = true;
    } else if (part) {
      const extreme = side === 'above' ? Math.max(part.extreme, value) : Math.min(part.extreme, value);
      part = { ...part, to: at, extreme };
    } else if (wasInside) part = { side, from: at, to: at, extreme: value };
  }
  if (!longest) return undefined;
  const reach = (longest.side === 'above' ? longest.extreme - high : low - longest.extreme) / (high - low);
  const isLong = longest.to - longest.from >= minLength * Math.abs(x.to - x.from);
  return isLong && reach >= minReach && reach <= maxReach ? longest : undefined;
}

function shownRange({ from, to }: AxisRange, xRange: PlotNow['xRange']): readonly [number, number] {
  const [low, high] = [Math.min(from, to), Math.max(from, to)];
  return xRange === null
    ? [low, high]
    : [Math.max(low, Math.min(...xRange)), Math.min(high, Math.max(...xRange))];
}
