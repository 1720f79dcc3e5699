import type { Project, Scene } from '../project/schema.ts';
import { type Color, parseColor, showColor } from '../timeline/color.ts';
import type { Timeline } from '../timeline/timeline.ts';
import type { AdviceList } from './advice.ts';

/** Requested format. */
export interface AskedFormat {
  readonly kind: 'still' | 'film';
  readonly hasTransparency: boolean;
}

/**
 * Advises on backgrounds that a film shows as black. Skips a project with only one picture, because it may be meant
 * as a still.
 */
export function adviseOnBackgrounds(
  project: Project,
  timeline: Timeline,
  { kind, hasTransparency }: AskedFormat,
  list: AdviceList,
): void {
  if (kind === 'film' ? hasTransparency : timeline.segments.length < 2) return;
  for (const sceneId of project.sceneOrder) {
    const scene = project.scenes[sceneId];
    const { background } = scene;
    const color = parseColor(background);
    if (color?.alpha === 1) continue;
    const shown = onBlack(color);
    list.add({
      rule: 'transparent-background',
      path: `scenes.${sceneId}`,
      message: `the background ${background} is transparent, and an MP4 shows it as ${shown === '#000000' ? 'black' : shown}; use an opaque colour for an MP4`,
      // Otherwise it may become a film with transparency. An object of this colour would disappear in it.
      ...(kind === 'film' && !paintsWith(scene, shown) && { fix: { background: shown } }),
    });
  }
}

/** Returns a colour as films show it. */
function onBlack(color: Color | null): string {
  const { red, green, blue, alpha } = color ?? { red: 0, green: 0, blue: 0, alpha: 0 };
  return showColor({ red: red * alpha, green: green * alpha, blue: blue * alpha, alpha: 1 });
}

/** Whether some object of a scene has this opaque colour. */
function paintsWith({ compositions }: Scene, color: string): boolean {
  return Object.values(compositions).some(({ states }) =>
    Object.values(states).some(({ fill, stroke }) => [fill, stroke].some((one) => isColor(one, color))),
  );
}

function isColor(one: string, other: string): boolean {
  const [a, b] = [parseColor(one), parseColor(other)];
  return a?.alpha === 1 && a.red === b?.red && a.green === b.green && a.blue === b.blue;
}
