import type { WipeSide } from '../timeline/appearance.ts';
import { contentBounds, expandBounds } from './bounds.ts';
import { type DisplayNode, plainGroup } from './display-list.ts';
import type { Outline } from './outline.ts';
import { rectangle } from './shapes.ts';

/** Room around a picture for anti-aliasing, as a share of its size. */
const margin = 0.01;

/** Returns the part of a picture that is uncovered from a side, up to a share of it; null if it paints nothing. */
export function uncovered(children: readonly DisplayNode[], side: WipeSide, share: number): Outline | null {
  const content = contentBounds({ ...plainGroup, children });
  if (content === null) return null;
  const { left, top, right, bottom } = expandBounds(
    content,
    margin * Math.max(content.right - content.left, content.bottom - content.top),
  );
  const [across, down] = [(right - left) * share, (bottom - top) * share];
  switch (side) {
    case 'left':
      return rectangle(left, top, left + across, bottom);
    case 'right':
      return rectangle(right - across, top, right, bottom);
    case 'top':
      return rectangle(left, top, right, top + down);
    case 'bottom':
      return rectangle(left, bottom - down, right, bottom);
  }
}
