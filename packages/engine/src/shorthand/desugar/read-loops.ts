import { hexColor } from '../../language/css-colors.ts';
import { millisecondsOf } from '../../language/written-times.ts';
import { isMap } from '../../project/check.ts';
import { rounded } from '../../project/numbers.ts';
import { mustBe, type Path } from '../../project/problem-text.ts';
import { isColorProperty } from '../../project/properties/all-properties.ts';
import { loopProperties } from '../../project/properties/values.ts';
import type { Easing, LoopField } from '../../project/schema.ts';
import { isLoopPreset, loopNames, partsOfLoop, sine } from '../loop-presets.ts';
import { isPlainColor, readColor } from '../themes/theme-colors.ts';
import { easingNames, isUnknownEasing, readEasing } from './easings.ts';
import { type Names, nameRule } from './name-rule.ts';
import type { Fields, SceneDraft } from './scene-draft.ts';

/** A loop in plain shorthand. */
export interface PlainLoop extends LoopField {
  /** Milliseconds by which the loop of each further child of a group begins later. */
  readonly stagger?: number | undefined;
}

type Point = LoopField['values'][number];

type Draft = Pick<SceneDraft, 'problems' | 'provenance' | 'theme'> & Partial<Pick<SceneDraft, 'frame'>>;

/** What a loop has beside the properties that it changes. */
const loopFields = ['type', 'duration', 'easing', 'alternate', 'stagger', 'start'] as const;

const properties: ReadonlySet<string> = new Set(loopProperties);

/** Names of properties that are two of the full format. */
const doubled: Readonly<Record<string, readonly string[]>> = { scale: ['scaleX', 'scaleY'] };

const names: Names = { names: loopNames, after: ', false, values by property, or a list' };
const fieldNames: Names = {
  names: [...loopFields, 'scale', ...loopProperties],
  meant: { rotate: 'rotation', yoyo: 'alternate', period: 'duration', delay: 'start' },
};

/** The size of the frame for which presets have their lengths. */
const usualSide = 1080;

const usualDurationMs = 4000;

/** Replaces the loops of a state, which may be names, by those of the full format, in place. */
export function readLoops(draft: Draft, state: Fields): void {
  if (state.loop === undefined || isPlain(state.loop)) return;
  const { provenance } = draft;
  const place = provenance.placeOf(state, 'loop', []);
  state.loop = provenance.set(
    new LoopReader(draft).read(state.loop, place).map((one) => provenance.make({ ...one })),
    place,
  );
  provenance.field(state, 'loop', place);
}

/** Whether loops are those of the full format already. */
function isPlain(loop: unknown): boolean {
  return Array.isArray(loop) && loop.every((one) => isMap(one) && one.property !== undefined);
}

/** The properties that loops as written change. */
export function propertiesOfLoop(loop: unknown): readonly string[] {
  if (Array.isArray(loop)) return loop.flatMap(propertiesOfLoop);
  if (isLoopPreset(loop)) return partsOfLoop(loop).map(({ property }) => property);
  if (!isMap(loop)) return [];
  const properties = typeof loop.property === 'string' ? [loop.property] : Object.keys(loop);
  return [...propertiesOfLoop(loop.type), ...properties.flatMap((name) => doubled[name] ?? name)];
}

/** Whether loops as written begin later for each further child. */
export function isStaggered(loop: unknown): boolean {
  if (Array.isArray(loop)) return loop.some(isStaggered);
  return isMap(loop) && loop.stagger !== undefined && loop.stagger !== 0;
}

class LoopReader {
  readonly #draft: Draft;

  constructor(draft: Draft) {
    this.#draft = draft;
  }

  /** Returns the loops of the full format; reports what cannot be read. */
  read(loop: unknown, path: Path): readonly PlainLoop[] {
    if (loop === false || loop === 'none') return [];
    if (Array.isArray(loop)) return loop.flatMap((one, index) => this.read(one, [...path, index]));
    if (isLoopPreset(loop)) return this.#preset(loop, {});
    if (isMap(loop)) return this.#fields(loop, path);
    this.#report(path, nameRule(loop, names));
    return [];
  }

  #preset(
    name: string,
    { duration, start = 0 }: { duration?: number | undefined; start?: number | undefined },
  ): readonly PlainLoop[] {
    if (!isLoopPreset(name)) return [];
    const parts = partsOfLoop(name);
    const { width = usualSide, height = usualSide } = this.#draft.frame ?? {};
    const length = Math.min(width, height) / usualSide;
    const pace = duration === undefined ? 1 : duration / parts[0].durationMs;
    return parts.map(({ property, durationMs, points }) => {
      const factor = property === 'x' || property === 'y' ? length : 1;
      const values = points.map(([at, value, easing]): Point => [at, rounded(value * factor, 6), easing]);
      return { property, duration: rounded(durationMs * pace), ...(start !== 0 && { start }), values };
    });
  }

  #fields(loop: Fields, path: Path): readonly PlainLoop[] {
    const { type, alternate = false } = loop;
    const duration = this.#time(loop, 'duration', path);
    const start = this.#time(loop, 'start', path);
    const stagger = this.#time(loop, 'stagger', path);
    if (typeof alternate !== 'boolean')
      this.#report([...path, 'alternate'], mustBe('true or false', alternate));
    if (type !== undefined && !isLoopPreset(type))
      this.#report([...path, 'type'], nameRule(type, { names: loopNames }));
    const ofPreset = isLoopPreset(type) ? this.#preset(type, { duration, start }) : [];
    const written = Object.entries(loop).filter(
      ([name]) => !(loopFields as readonly string[]).includes(name),
    );
    const loops = written.flatMap(([name, values]): readonly PlainLoop[] => {
      const place = [...path, name];
      if (!properties.has(name) && doubled[name] === undefined) {
        this.#report(place, nameRule(name, fieldNames));
        return [];
      }
      const targets = (doubled[name] ?? [name]) as readonly LoopField['property'][];
      const points = this.#points(targets[0], values, {
        path: place,
        easing: loop.easing,
        alternate: alternate === true,
      });
      if (points === undefined) return [];
      const round = (duration ?? usualDurationMs) * (alternate === true ? 2 : 1);
      return targets.map((property) => ({
        property,
        duration: round,
        ...(start && { start }),
        values: points,
      }));
    });
    if (written.length === 0 && type === undefined)
      this.#report(
        path,
        `must have a type, one of ${loopNames.join(', ')}, or values such as "rotation": [0, 360]`,
      );
    const all = [...ofPreset, ...loops];
    return stagger === undefined || stagger === 0 ? all : all.map((one) => ({ ...one, stagger }));
  }

  #time(loop: Fields, field: 'duration' | 'start' | 'stagger', path: Path): number | undefined {
    const written = loop[field];
    if (written === undefined) return undefined;
    const ms = millisecondsOf(written);
    const [least, most] = field === 'duration' ? [50, 600_000] : [-100_000, 100_000];
    if (ms !== undefined && ms >= least && ms <= most) return ms;
    const rule = `milliseconds from ${least} to ${most}, or a time such as "4s"`;
    this.#report([...path, field], mustBe(rule, written));
    return undefined;
  }

  /** The values of a property over a round. */
  #points(
    property: LoopField['property'],
    written: unknown,
    {
      path,
      easing,
      alternate,
    }: { readonly path: Path; readonly easing: unknown; readonly alternate: boolean },
  ): Point[] | undefined {
    const isColor = isColorProperty(property);
    const rule = isColor
      ? 'a list of colors over a round, such as ["accent", "#ffffff"]'
      : 'a list of numbers over a round, such as [0, 360], or of [at, value, easing]';
    if (!Array.isArray(written) || written.length < 2) {
      this.#report(path, mustBe(rule, written));
      return undefined;
    }
    const usual =
      this.#easing(easing, [...path.slice(0, -1), 'easing']) ??
      (alternate || written.length > 2 ? sine : 'linear');
    const points: Point[] = [];
    for (const [index, one] of written.entries()) {
      const place = [...path, index];
      const [at, value, own] = Array.isArray(one) ? one : [index / (written.length - 1), one];
      const read = isColor ? this.#color(value, place) : numberOf(value);
      if (read === undefined || typeof at !== 'number' || !(at >= 0 && at <= 1)) {
        this.#report(
          place,
          mustBe(isColor ? 'a color' : 'a number, or [at, value] with at from 0 to 1', one),
        );
        return undefined;
      }
      points.push([rounded(at, 6), read, this.#easing(own, [...place, 2]) ?? usual]);
    }
    return alternate ? thereAndBack(points) : points;
  }

  #color(value: unknown, path: Path): string | undefined {
    const color = readColor(value, this.#draft.theme);
    if ('rule' in color) {
      this.#report(path, color.rule);
      return '#000000';
    }
    return isPlainColor(color.value) ? hexColor(String(color.value)) : undefined;
  }

  #easing(easing: unknown, path: Path): Easing | undefined {
    if (easing === undefined) return undefined;
    if (easing === 'sine') return sine;
    if (!isUnknownEasing(easing, easingNames)) return readEasing(easing) as Easing;
    this.#report(path, nameRule(easing, { ...easingNames, names: ['sine', ...easingNames.names] }));
    return undefined;
  }

  #report(path: Path, rule: string): void {
    this.#draft.problems.add(path, 'value', rule);
  }
}

/** A number, or one with a sign as in "+8". */
function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^[+-]\d+(\.\d+)?$/.test(value) ? Number(value) : undefined;
}

/** Half a round there and half a round back, with easings that are mirrored on the way back. */
function thereAndBack(points: readonly Point[]): Point[] {
  const there = points.map(([at, value, easing]): Point => [at / 2, value, easing]);
  const back = points.slice(0, -1).map(([at, value], index): Point => {
    const before = points[index - 1];
    return [1 - at / 2, value, before === undefined ? 'linear' : mirrored(before[2])];
  });
  const turn = there[there.length - 1];
  const last = points[points.length - 2];
  return [...there.slice(0, -1), [turn[0], turn[1], mirrored(last[2])], ...back.reverse()];
}

function mirrored(easing: Easing): Easing {
  if (easing === 'easeIn') return 'easeOut';
  if (easing === 'easeOut') return 'easeIn';
  if (typeof easing === 'string') return easing;
  const { x1, y1, x2, y2 } = easing;
  return { type: 'cubicBezier', x1: 1 - x2, y1: 1 - y2, x2: 1 - x1, y2: 1 - y1 };
}
